-- expect: refused: orders to the compiler
--!optimize 2
return 1
