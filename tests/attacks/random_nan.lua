-- expect: ok: nan inf -inf -0
local zero = 0
return tostring(zero / zero):sub(-3) .. " " .. tostring(1 / zero) .. " " .. tostring(-1 / zero) .. " " .. tostring(-zero)
