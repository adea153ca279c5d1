-- expect: error: attempt to modify a readonly table
table.insert(host.list, 1)
