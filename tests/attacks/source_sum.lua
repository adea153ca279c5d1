-- expect: refused: too long
-- generate: sum

