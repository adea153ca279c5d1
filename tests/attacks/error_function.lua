-- expect: error: error was called with a function
error(function() end)
