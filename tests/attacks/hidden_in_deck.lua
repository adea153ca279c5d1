-- expect: error: this table cannot be changed
deck.cards.seen = true
