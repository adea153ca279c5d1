-- expect: error: this changes a table that stays as it is
function table.insert() end
