-- expect: error: 42
error(42)
