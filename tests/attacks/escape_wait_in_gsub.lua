-- expect: error: cannot wait here
return (("x"):gsub("x", function() return ask("which") end))
