-- expect: error: this changes a table that stays as it is
table.sort(deck.cards, function(a, b) return a > b end)
