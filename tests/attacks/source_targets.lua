-- expect: refused: too many targets
-- generate: targets

