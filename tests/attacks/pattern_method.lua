-- expect: error: there are no patterns, and no 'gsub'
local name = "gsub"
return ("x")[name]("x", "x", "y")
