-- expect: ok: table function u8 table function table
return tostring({}) .. " " .. tostring(tostring) .. " " .. tostring(host.object) .. " " .. ("%s"):format({}) .. " "
    .. ("%s"):format(ask) .. " " .. tostring(deck)
