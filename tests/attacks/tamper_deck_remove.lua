-- expect: error: attempt to modify a readonly table
table.remove(deck.cards, 1)
