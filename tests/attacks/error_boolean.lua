-- expect: error: false
error(false)
