-- expect: abort: out of time
-- generate: rehash

