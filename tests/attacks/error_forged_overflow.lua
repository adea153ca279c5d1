-- expect: abort
error("C stack overflow")
