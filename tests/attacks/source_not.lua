-- expect: refused: nested too deeply
-- generate: not

