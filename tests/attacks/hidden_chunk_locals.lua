-- expect: ok
-- The function runs twice in one VM: its locals must be new each time.
local seen = {}
assert(next(seen) == nil)
seen.before = true
