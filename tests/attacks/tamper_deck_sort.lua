-- expect: error: attempt to modify a readonly table
table.sort(deck.cards, function(a, b) return a > b end)
