-- expect: error: far away
error("far away", 1e9)
