-- expect: error: too much work
return ("a"):rep(5000):find("(.-)(.-)(.-)%1%2%3b")
