-- expect: fuel
-- generate: join

