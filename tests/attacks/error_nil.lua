-- expect: error: without a message
error()
