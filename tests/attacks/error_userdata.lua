-- expect: error: error was called with a userdata
error(host.object)
