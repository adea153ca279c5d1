-- expect: error: this changes a table that stays as it is
table.insert(host.list, 1, 1)
