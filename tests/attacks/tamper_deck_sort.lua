-- expect: error: this table cannot be changed
table.sort(deck.cards, function(a, b) return a > b end)
