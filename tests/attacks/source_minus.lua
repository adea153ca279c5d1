-- expect: refused: nested too deeply
-- generate: minus

