-- expect: error: error was called with a table
error({ code = 1 })
