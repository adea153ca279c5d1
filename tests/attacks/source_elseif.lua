-- expect: refused: too many `elseif`
-- generate: elseif

