-- expect: refused: control character
return ""
