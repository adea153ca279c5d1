-- expect: refused: nested too deeply
-- generate: blocks

