-- expect: error: attempt to modify a readonly table
function table.insert() end
