-- expect: error: keys that are numbers or strings
return next({ [{}] = 1, a = 2 })
