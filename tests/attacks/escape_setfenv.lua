-- expect: refused: `setfenv` is not available
setfenv(1, {})
