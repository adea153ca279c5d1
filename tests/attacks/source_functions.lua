-- expect: refused: nested too deeply
-- generate: functions

