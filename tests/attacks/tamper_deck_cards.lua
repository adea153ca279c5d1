-- expect: error: attempt to modify a readonly table
deck.cards[1] = 99
