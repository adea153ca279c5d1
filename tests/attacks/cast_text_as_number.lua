-- expect: error: bad argument #1 to 'max' (number expected, got string)
return math.max('1', '2')
