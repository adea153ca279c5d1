-- expect: abort: out of time
-- generate: compare

