-- expect: refused: 200
-- generate: locals

