-- expect: error: this table cannot be changed
deck.cards[1] = 99
