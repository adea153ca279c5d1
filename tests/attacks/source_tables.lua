-- expect: refused: nested too deeply
-- generate: tables

