-- expect: error: this table cannot be changed
function table.insert() end
