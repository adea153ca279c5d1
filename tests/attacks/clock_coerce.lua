-- expect: abort: out of time
-- generate: coerce

