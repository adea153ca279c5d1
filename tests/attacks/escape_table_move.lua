-- expect: refused: `table.move` is not available
-- Fault 2970 of Luau: with these places the pinned version reads outside of a table and crashes. `table.move` is not there.
local far = {}
far[-2147483648] = 1
table.move({ 1 }, 1, 2147483647, 1, far)
