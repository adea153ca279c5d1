-- expect: fuel: out of fuel
-- generate: coerce

