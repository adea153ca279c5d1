-- expect: error: this table cannot be changed
table.insert(host.list, 1, 1)
