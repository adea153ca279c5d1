-- expect: ok: nan inf -inf -0
local zero = 0
return tostring(zero / zero):gsub("^-", "") .. " " .. tostring(1 / zero) .. " " .. tostring(-1 / zero) .. " " .. tostring(-zero)
