-- expect: fuel: out of fuel
-- generate: compare

