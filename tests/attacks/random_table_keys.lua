-- expect: error: keys that are numbers or strings
for k in pairs({ [{}] = 1, [{ 1 }] = 2 }) do end
