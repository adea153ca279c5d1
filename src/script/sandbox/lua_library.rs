//! Lua library: the functions of Lua's own library (strings, tables, errors) that are written in Lua, with bounds on
//! work and result. It runs once in each VM, before anything else.
//!
//! Lua rather than Rust where a call into Rust would cost more than the work, and where the bound is one comparison.

/// The source of the library, a chunk. It receives `rust` (what must be Rust), `limit` (the longest string) and
/// `digits` (the longest string that may be a number), and returns the replacements by name.
pub(super) const LUA_LIBRARY: &str = r##"
local rust, limit, digits = ...
local type, select, rawget, getmetatable = type, select, rawget, getmetatable
local native_next, native_error, native_tostring, native_tonumber = next, error, tostring, tonumber
local match, rep, upper, lower, reverse, byte, sub, char =
    string.match, string.rep, string.upper, string.lower, string.reverse, string.byte, string.sub, string.char
local concat, insert, remove, native_sort, native_unpack =
    table.concat, table.insert, table.remove, table.sort, table.unpack or unpack
local floor = math.floor
local charge, guarded, pay_text = rust.charge, rust.guarded, rust.text

local MAX_VALUES = 250

-- Tables that files made while they loaded; nothing when all have.
local made = {}

local function fail_kept()
    native_error("this cannot be changed: a file made it while it loaded, and it would carry something from one effect to the next", 3)
end

-- Whether what is made now will live on.
local function is_loading()
    return made ~= nil
end

local function keep(t)
    if made then
        made[#made + 1] = t
    end
    return t
end

local function check_kept(born)
    if born and not made then
        fail_kept()
    end
end

-- Returns what files made since it was called last; whether others will load.
local function loaded(goes_on)
    local all = made or {}
    made = goes_on and {} or nil
    return all
end

-- Helpers report at level 3: the script that called the builtin.
local function fail(text)
    native_error(text, 3)
end

-- Strings cost fuel by their length.
local function bulk(size)
    local fuel = floor(size / 128)
    if fuel > 8 then
        charge(fuel)
    else
        for _ = 1, fuel do end
    end
end

-- A string that was made. A long one is no number: wherever a number is expected the VM would read it, at no price.
local function checked(text)
    pay_text()
    if #text > digits and native_tonumber(text) then
        native_error("a text of more than " .. digits .. " bytes may not be a number", 3)
    end
    return text
end

local function written(text)
    bulk(#text)
    return checked(text)
end

-- What is put into a table: nothing takes away what lay there.
local function put(value)
    if value == nil then
        rust.removal()
    end
    return value
end

-- What is written out costs fuel by its size.
local function paid(fuel, made)
    for _ = 1, fuel do end
    return made
end

local function check_text(value, at, name)
    local kind = type(value)
    if kind == "number" then
        return native_tostring(value)
    elseif kind ~= "string" then
        native_error("bad argument #" .. at .. " to '" .. name .. "' (string expected, got " .. kind .. ")", 3)
    elseif #value > limit then
        native_error("string too long for '" .. name .. "': at most " .. limit .. " bytes", 3)
    end
    return value
end

-- Larger integers have no meaning here, and the VM would read them differently on different machines.
local MAX_INTEGER = 2147483647

local function check_integer(value, at, name)
    local number = native_tonumber(value)
    if number == nil or number ~= floor(number) then
        native_error("bad argument #" .. at .. " to '" .. name .. "' (integer expected)", 3)
    elseif number > MAX_INTEGER or number < -MAX_INTEGER - 1 then
        native_error("bad argument #" .. at .. " to '" .. name .. "' (too large)", 3)
    end
    return number
end

local function check_table(value, name)
    if type(value) ~= "table" then
        native_error("bad argument #1 to '" .. name .. "' (table expected, got " .. type(value) .. ")", 3)
    end
end

local function tostring(value)
    local kind = type(value)
    if kind == "table" or kind == "userdata" then
        -- What the host gave a __tostring keeps it; otherwise the address goes.
        local text = native_tostring(value)
        return match(text, "^([%w_]+): 0x%x+$") or text
    elseif kind == "function" or kind == "thread" then
        return kind
    end
    return native_tostring(value)
end

local function raise(value, level)
    local kind = type(value)
    if kind == "nil" then
        value = "error was called without a message"
    elseif kind == "number" or kind == "boolean" then
        value = native_tostring(value)
    elseif kind ~= "string" then
        value = "error was called with a " .. kind .. " instead of a message"
    end
    level = native_tonumber(level) or 1
    native_error(value, level > 0 and level < 100 and floor(level) + 1 or 0)
end

local function tonumber(value, base)
    if type(value) == "string" and #value > 64 then
        return nil
    end
    if base == nil then
        return native_tonumber(value)
    end
    return native_tonumber(value, check_integer(base, 2, "tonumber"))
end

-- Numbers ascending, then strings ascending: an order that does not depend on how the table was built.
local function before(a, b)
    local kind = type(a)
    if kind == type(b) then
        return a < b
    end
    return kind == "number"
end

local function check_key(key, name)
    local kind = type(key)
    if kind ~= "number" and kind ~= "string" then
        native_error("'" .. name .. "' needs keys that are numbers or strings, this table has a " .. kind, 3)
    end
    return kind
end

local function pairs(t)
    check_table(t, "pairs")
    local count, numbers, names = 0, nil, nil
    for key in native_next, t do
        if key == count + 1 then
            count = key
        elseif check_key(key, "pairs") == "string" then
            names = names or {}
            names[#names + 1] = key
        else
            numbers = numbers or {}
            numbers[#numbers + 1] = key
        end
    end
    if numbers then
        for i = 1, count do
            numbers[#numbers + 1] = i
        end
        count = 0
        native_sort(numbers)
    end
    local keys = numbers or names
    if names then
        native_sort(names)
        if numbers then
            for i = 1, #names do
                keys[#keys + 1] = names[i]
            end
        end
    end
    local at, born = 0, made
    return function()
        if born and not made then
            fail_kept()
        end
        while at < count do
            at = at + 1
            local value = rawget(t, at)
            if value ~= nil then
                return at, value
            end
        end
        while keys do
            at = at + 1
            local key = keys[at - count]
            if key == nil then
                return nil
            end
            local value = rawget(t, key)
            if value ~= nil then
                return key, value
            end
        end
        return nil
    end
end

-- Whether a table that a helper was given has only these keys. What it has besides is told where the helper was called.
local function takes(given, known)
    if given == nil then
        return
    elseif type(given) ~= "table" then
        native_error("a table expected, got " .. (type(given) == "userdata" and "an object of the game" or type(given)), 3)
    elseif type(known) ~= "table" then
        native_error("bad argument #2 to 'takes' (a list of keys expected, got " .. type(known) .. ")", 2)
    end
    for key in pairs(given) do
        local is_known = false
        for i = 1, #known do
            if known[i] == key then
                is_known = true
                break
            end
        end
        if not is_known then
            native_error("unknown key `" .. native_tostring(key) .. "` (" .. rust.help(native_tostring(key), known) .. ")", 3)
        end
    end
end

local function next(t, key)
    check_table(t, "next")
    local best
    for other in native_next, t do
        check_key(other, "next")
        if (key == nil or before(key, other)) and (best == nil or before(other, best)) then
            best = other
        end
    end
    if best == nil then
        return nil
    end
    return best, rawget(t, best)
end

local function iterate(walk, state, start)
    if type(walk) == "table" then
        local meta = getmetatable(walk)
        if type(meta) ~= "table" or (meta.__iter == nil and meta.__call == nil) then
            native_error("a table cannot be walked as it is: use ipairs(list) or pairs(table)", 2)
        end
    end
    return walk, state, start
end

local function size_of(value)
    local kind = type(value)
    return kind == "string" and #value or kind == "number" and 24 or 0
end

local function cat(a, b, ...)
    local kind, other = type(a), type(b)
    local total = (kind == "string" and #a or 24) + (other == "string" and #b or 24)
    local more = select("#", ...)
    if more == 0 and total <= digits then
        pay_text()
        return a .. b
    end
    for i = 1, more do
        local value = select(i, ...)
        total = total + (type(value) == "string" and #value or 24)
    end
    if total > limit then
        native_error("string too long: at most " .. limit .. " bytes", 2)
    elseif total > 128 then
        bulk(total * (more + 1))
    elseif more == 1 then
        return checked(a .. b .. (...))
    end
    local text = a .. b
    for i = 1, more do
        text = text .. (select(i, ...))
    end
    return checked(text)
end

local function merge_sort(t, count, less)
    local a, b = {}, {}
    for i = 1, count do
        local value = t[i]
        if value == nil then
            native_error("'sort' needs a list without holes", 0)
        end
        a[i] = value
    end
    local width = 8
    for low = 1, count, width do
        local high = low + width - 1
        if high > count then
            high = count
        end
        for i = low + 1, high do
            local value, at = a[i], i - 1
            while at >= low and less(value, a[at]) do
                a[at + 1] = a[at]
                at = at - 1
            end
            a[at + 1] = value
        end
    end
    while width < count do
        for low = 1, count, 2 * width do
            local middle, high = low + width, low + 2 * width
            if middle > count + 1 then
                middle = count + 1
            end
            if high > count + 1 then
                high = count + 1
            end
            local i, j = low, middle
            for k = low, high - 1 do
                if j >= high or (i < middle and not less(a[j], a[i])) then
                    b[k] = a[i]
                    i = i + 1
                else
                    b[k] = a[j]
                    j = j + 1
                end
            end
        end
        a, b = b, a
        width = 2 * width
    end
    for i = 1, count do
        t[i] = a[i]
    end
end

local function is_less(a, b)
    return a < b
end

local function unpack(t, first, last)
    check_table(t, "unpack")
    first = first == nil and 1 or check_integer(first, 2, "unpack")
    last = last == nil and #t or check_integer(last, 3, "unpack")
    if last - first >= MAX_VALUES then
        fail("too many values to unpack: at most " .. MAX_VALUES)
    end
    if last < first then
        return
    end
    return native_unpack(t, first, last)
end

-- What takes patterns in Lua is there to say so: as a method it is found only when the line runs.
local function without_patterns(name)
    return function()
        fail("there are no patterns, and no '" .. name .. "': 'find' looks for a text as it stands")
    end
end

local strings = {
    gmatch = without_patterns("gmatch"),
    gsub = without_patterns("gsub"),
    match = without_patterns("match"),
    find = rust.find,
    format = rust.format,
    rep = function(s, count)
        s = check_text(s, 1, "rep")
        count = check_integer(count, 2, "rep")
        if count <= 0 or #s == 0 then
            return ""
        end
        local total = #s * count
        if total > limit then
            fail("string too long: 'rep' gives at most " .. limit .. " bytes")
        end
        bulk(total)
        return checked(rep(s, count))
    end,
    upper = function(s)
        s = check_text(s, 1, "upper")
        bulk(#s)
        return checked(upper(s))
    end,
    lower = function(s)
        s = check_text(s, 1, "lower")
        bulk(#s)
        return checked(lower(s))
    end,
    reverse = function(s)
        s = check_text(s, 1, "reverse")
        bulk(#s)
        return checked(reverse(s))
    end,
    sub = function(s, first, last)
        s = check_text(s, 1, "sub")
        bulk(#s)
        last = last == nil and -1 or check_integer(last, 3, "sub")
        return checked(sub(s, check_integer(first, 2, "sub"), last))
    end,
    char = function(...)
        for at = 1, select("#", ...) do
            local code = check_integer((select(at, ...)), at, "char")
            if code < 0 or code > 255 then
                fail("bad argument #" .. at .. " to 'char' (a byte expected)")
            end
        end
        return checked(char(...))
    end,
    byte = function(s, first, last)
        s = check_text(s, 1, "byte")
        first = first == nil and 1 or check_integer(first, 2, "byte")
        last = last == nil and first or check_integer(last, 3, "byte")
        if first < 0 then
            first = #s + first + 1
        end
        if first < 1 then
            first = 1
        end
        if last < 0 then
            last = #s + last + 1
        end
        if last > #s then
            last = #s
        end
        if last - first >= MAX_VALUES then
            fail("too many values from 'byte': at most " .. MAX_VALUES)
        end
        return byte(s, first, last)
    end,
}

-- The functions of a library that take numbers: no text is read as one, and `check` looks at each.
local function of_numbers(library, check)
    local functions = {}
    for name, native in native_next, library do
        functions[name] = type(native) ~= "function" and native or function(...)
            for at = 1, select("#", ...) do
                local value = select(at, ...)
                if type(value) ~= "number" then
                    fail("bad argument #" .. at .. " to '" .. name .. "' (number expected, got " .. type(value) .. ")")
                elseif check then
                    check(value, at, name)
                end
            end
            return native(...)
        end
    end
    return functions
end

-- From which argument on a function of bits takes places and widths; the others are patterns of 32 bits.
local PLACES = { arshift = 2, extract = 2, lrotate = 2, lshift = 2, replace = 3, rrotate = 2, rshift = 2 }

local function check_bits(value, at, name)
    local most = at >= (PLACES[name] or math.huge) and 64 or 4294967295
    if value ~= floor(value) or value > most or value < -most then
        native_error("bad argument #" .. at .. " to '" .. name .. "' (integer of at most " .. most .. " expected)", 3)
    end
end

local function checked_select(at, ...)
    if at ~= "#" then
        at = check_integer(at, 1, "select")
    end
    return select(at, ...)
end

local tables = {
    unpack = unpack,
    concat = function(t, separator, first, last)
        check_table(t, "concat")
        separator = separator == nil and "" or check_text(separator, 2, "concat")
        first = first == nil and 1 or check_integer(first, 3, "concat")
        last = last == nil and #t or check_integer(last, 4, "concat")
        local total = 0
        for i = first, last do
            local value = t[i]
            local kind = type(value)
            if kind ~= "string" and kind ~= "number" then
                fail("invalid value (" .. kind .. ") at index " .. i .. " in table for 'concat'")
            end
            total = total + size_of(value) + #separator
            if total > limit then
                fail("string too long: 'concat' gives at most " .. limit .. " bytes")
            end
        end
        bulk(total)
        return checked(concat(t, separator, first, last))
    end,
    insert = function(t, ...)
        check_table(t, "insert")
        local count = select("#", ...)
        if count == 1 then
            insert(t, (...))
            return
        elseif count ~= 2 then
            fail("wrong number of arguments to 'insert'")
        end
        local at, value = ...
        at = check_integer(at, 2, "insert")
        local length = #t
        if at < 1 or at > length + 1 then
            fail("bad argument #2 to 'insert' (position out of bounds)")
        end
        bulk((length - at) * 8)
        insert(t, at, value)
    end,
    remove = function(t, at)
        check_table(t, "remove")
        rust.removal()
        local length = #t
        if at == nil then
            return remove(t)
        end
        at = check_integer(at, 2, "remove")
        if at < 1 or at > length then
            return nil
        end
        bulk((length - at) * 8)
        return remove(t, at)
    end,
    sort = function(t, less)
        check_table(t, "sort")
        if less ~= nil and type(less) ~= "function" then
            fail("bad argument #2 to 'sort' (function expected, got " .. type(less) .. ")")
        end
        local count = #t
        if count > 1 then
            guarded(merge_sort, t, count, less or is_less)
        end
    end,
}

return {
    globals = {
        error = raise, next = next, pairs = pairs, select = checked_select, tonumber = tonumber, tostring = tostring, unpack = unpack,
        takes = takes,
        __iterate = iterate, __cat = cat, __made = keep, __paid = paid, __born = is_loading, __keeps = check_kept,
        __put = put, __text = written,
    },
    loaded = loaded,
    string = strings,
    table = tables,
    math = of_numbers(math),
    bit32 = of_numbers(bit32, check_bits),
    tostring = tostring,
}
"##;
