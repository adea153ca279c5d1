-- expect: error: attempt to modify a readonly table
-- lint: off
count = (count or 0) + 1
