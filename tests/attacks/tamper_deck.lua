-- expect: error: attempt to modify a readonly table
deck.owner = "me"
