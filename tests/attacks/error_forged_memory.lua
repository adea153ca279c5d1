-- expect: error
error("not enough memory")
