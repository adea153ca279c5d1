-- expect: error: this table cannot be changed
deck.owner = "me"
