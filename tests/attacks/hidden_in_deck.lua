-- expect: error: attempt to modify a readonly table
deck.cards.seen = true
