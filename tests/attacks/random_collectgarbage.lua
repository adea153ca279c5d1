-- expect: refused: `collectgarbage` is not available
return collectgarbage("count")
