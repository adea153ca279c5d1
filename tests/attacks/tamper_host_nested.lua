-- expect: error: this table cannot be changed
host.list[1] = 1
