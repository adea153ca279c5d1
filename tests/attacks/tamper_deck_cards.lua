-- expect: error: this changes a table that stays as it is
deck.cards[1] = 99
