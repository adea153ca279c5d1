-- expect: refused: nested too deeply
-- generate: calls

