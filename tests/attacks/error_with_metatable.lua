-- expect: error: error was called with a table
error(host.over(function() while true do end end))
