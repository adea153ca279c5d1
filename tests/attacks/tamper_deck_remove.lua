-- expect: error: this changes a table that stays as it is
table.remove(deck.cards, 1)
