-- expect: refused: nested too deeply
-- generate: brackets

