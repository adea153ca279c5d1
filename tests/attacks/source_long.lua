-- expect: refused: the source is too long
-- generate: long

