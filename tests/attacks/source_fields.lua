-- expect: refused: too long
-- generate: fields

