-- expect: refused: too long
-- generate: and

