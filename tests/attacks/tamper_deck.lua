-- expect: error: this changes a table that stays as it is
deck.owner = "me"
