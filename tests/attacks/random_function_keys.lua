-- expect: error: keys that are numbers or strings
for k in pairs({ [function() end] = 1 }) do end
