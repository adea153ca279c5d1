-- expect: error
error("out of time: the script takes too long")
