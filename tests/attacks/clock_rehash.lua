-- expect: fuel: out of fuel
-- generate: rehash

