-- expect: error: this changes a table that stays as it is
host.list[1] = 1
