-- expect: refused: `0x` is no number
return 0x
