-- expect: error
error("\0\255\254\1")
