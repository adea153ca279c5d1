-- expect: error: attempt to modify a readonly table
host.list[1] = 1
