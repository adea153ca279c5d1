-- expect: error: bad argument #2 to 'remove' (too large)
-- No machine reads such a place as another one does.
return table.remove({ 1, 2 }, 1e18)
