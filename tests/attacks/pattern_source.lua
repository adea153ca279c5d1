-- expect: refused: there are no patterns, and `find` looks for a text as it stands
return string.gsub("x", "x", "y")
