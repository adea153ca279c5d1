-- expect: error
error("odd", {})
