-- expect: error: this changes a table that stays as it is
-- lint: off
count = (count or 0) + 1
