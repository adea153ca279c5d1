-- expect: error: this table cannot be changed
-- lint: off
count = (count or 0) + 1
