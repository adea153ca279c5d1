-- expect: error: attempt to index nil
-- lint: off
return buffer.readi8(buffer.create(1), 0)
