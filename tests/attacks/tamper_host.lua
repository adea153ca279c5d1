-- expect: error: this table cannot be changed
host.call = nil
