-- expect: error: this table cannot be changed
table.remove(deck.cards, 1)
