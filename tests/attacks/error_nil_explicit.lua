-- expect: error: without a message
error(nil, 0)
