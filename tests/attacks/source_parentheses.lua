-- expect: refused: nested too deeply
-- generate: parentheses

