-- expect: refused: too long
-- generate: concat

