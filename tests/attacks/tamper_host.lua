-- expect: error: attempt to modify a readonly table
host.call = nil
