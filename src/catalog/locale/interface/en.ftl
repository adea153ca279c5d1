# What the interface and the transcript say in English. Made from the code: `UPDATE=1 cargo test --test it locales`.

ui-The-zone = The { $zone }
ui-Your-zone = Your { $zone }
ui-a-back = a card face down
ui-a-card = a card
ui-a-copy-of = a copy of { $name }
ui-a-number = a number
ui-a-record = a record
ui-a-rule = a rule of the game
ui-abilities = { " " }{ " " }abilities: { $abilities }
ui-act-in-turn = { $words }: you and { $others } act in turn; { $passed }
ui-after-answers = after { $answers }; { $ahead }
ui-after-replacements = after { $n } replacements
ui-ahead-kept = what lay ahead is kept: branches lists it
ui-all = all
ui-all-in-secret = { $words }: all who are asked answer in secret, at the same time
ui-already-assigned = { $what } is already assigned to { $other }
ui-already-has = { $what } already has { $other }
ui-also = also { $what }
ui-an-ability-of = an ability of { $name }
ui-an-action = an action
ui-an-order = numbers in the order you want; the rest follows as listed [Enter: all do]
ui-another-card = another card
ui-any-such = { " " }any { $what }
ui-as-printed-on = as printed on { $name }
ui-asked-to-choose = you are asked to choose now, not to use something
ui-at-least = at least { $n }
ui-at-most = at most { $n }
ui-back = in slot { $n } a card that you do not see
ui-back-down-of = a card of { $who } face down
ui-back-of = in slot { $n } a card of { $who } that you do not see
ui-becomes = { $what } becomes { $now }
ui-began-with = it began with: { $text }
ui-bot-waits = { $who } answers next, and a bot plays her: it waits, because you went back
ui-bot-waits-how = Enter goes one answer forward · instead answers for her · go plays on from here · back · ? help
ui-branch-line = { $i }. left after { $answers }, with { $n } more
ui-branch-unreachable = it cannot be played again to where that branch was left
ui-broken-check = 500 checks without a decision: `{ $name }` repeats
ui-broken-events = more than 10,000 events at once: `{ $name }` brings about itself
ui-broken-held-up = the rules loop: what { $name } says as long as it lies there, or set for a time, is given up
ui-broken-many-triggers = 4,000 triggers without a decision: those that still wait do not act
ui-broken-no-room = the game's own rules open or make last more than there may be at once: one more is left out
ui-broken-off = note: the input has ended, and the game is broken off; `--from { $file }` plays on
ui-broken-off-for-good = note: the input has ended, and the game is broken off; one that is played with `--record FILE` can be played on
ui-broken-script = the game cannot go on without { $name }
ui-broken-scripts = 20,000 scripts ran without a decision: they queue each other
ui-broken-share = { $name } used up its share between two decisions: what it would still do is left out
ui-broken-steps = 200,000 steps without a decision: the rules loop
ui-broken-tasks = 4,000 tasks wait for each other: the rules loop
ui-broken-too-much = { $what } looks at more than 250,000 things to find one thing out, or depends on itself
ui-broken-triggers = { $count ->
    [one] 500 triggers without a decision: { $names } repeats
   *[other] 500 triggers without a decision: { $names } repeat
}
ui-built-in-stays = the built-in games do not change: run with --root or --pack, or in such a folder
ui-by-card = by { $card }
ui-by-check = by the check `{ $check }`
ui-can-be-chosen = { $card }: you can choose it
ui-cannot-adopt = the game cannot go on with the changed files: { $why }
ui-cannot-go-back = it cannot be gone back: the game cannot be played again to there
ui-cannot-pay = { $what } cannot pay { $cost }: { $why }
ui-cannot-take-back = it cannot be taken back: the game cannot be played again to there
ui-cannot-watch = { $error }; r reloads
ui-card-becomes = a card becomes another
ui-card-of-player = a card of { $who }
ui-cards-on-top = { $n ->
    [one] a card of { $zone } is put on its top
   *[other] { $n } cards of { $zone } are put on its top
}
ui-cards-to-bottom = { $n ->
    [one] a card of { $zone } goes to its bottom
   *[other] { $n } cards of { $zone } go to its bottom
}
ui-cards-unseen = { $cards } you do not see
ui-chance-chooses = chance chooses { $what }{ $why }
ui-change-places = { $one } and { $other } change places
ui-check-shows = { $found }: `check` shows them
ui-choice-asked = you must choose something, not use something{ $phase }: { $what }
ui-choice-dropped = that choice was dropped already
ui-choose-cost = choose what it costs
ui-choose-it = choose
ui-choose-n = choose { $n }
ui-choose-one = choose one
ui-choose-one-or-none = choose one, or 0 for none
ui-choose-or-pass = choose up to { $n }, or p for none
ui-choose-order = choose an order, from the first to the last
ui-choose-pairs = { $words }: choose pairs, each thing once
ui-choose-pairs-so = { $words }: choose pairs, { $rule }
ui-choose-some = choose { $least } to { $most }
ui-choose-target = choose { $target }
ui-choose-up-to = choose up to { $n }, or 0 for none
ui-chooses = { $who } chooses { $what }{ $why }
ui-closes-after = { $n ->
    [one] it closes after a pass
   *[other] it closes after { $n } passes in a row
}
ui-comes-to = { $what } comes to { $zone }
ui-concede-again = type concede once more to give up this game
ui-controls = { $who } controls { $what }
ui-copy-of-use = a copy: { $text }
ui-corner = { $n } s left
ui-cost-cards = { $count ->
    [one] { $n } { $what }
   *[other] { $n } cards ({ $what })
}
ui-costs = costs { $cost } ({ $changes })
ui-count-answer = { $n ->
    [one] 1 answer
   *[other] { $n } answers
}
ui-count-card = { $n ->
    [one] 1 card
   *[other] { $n } cards
}
ui-count-decision = { $n ->
    [one] 1 decision
   *[other] { $n } decisions
}
ui-count-more-line = { $n ->
    [one] 1 more line
   *[other] { $n } more lines
}
ui-count-option = { $n ->
    [one] 1 option
   *[other] { $n } options
}
ui-count-thing = { $n ->
    [one] 1 thing
   *[other] { $n } things
}
ui-covers = { $what } covers { $other }
ui-different = { $number } different { $name }
ui-do-to = { $verb } { $what }
ui-do-to-it = { $verb } it
ui-done-by = { " " }(by { $card })
ui-done-here = { $name } is over for you: you are done
ui-draws = { $who } draws { $cards }
ui-each = each { $what }
ui-each-has = each has { $many }
ui-each-stands-in = each stands in { $many }
ui-effect-ends = { $name } ends
ui-effect-ends-on = { $who }: { $name } ends
ui-elsewhere = not possible: { $what } (what it is about is not where it must be)
ui-empty = empty
ui-ended = { $how } after { $decisions } (log { $hash })
ui-ended-aborted = The game could not go on
ui-ended-draw = A draw
ui-ended-lost = Nobody wins: the game is lost
ui-ended-over = The game is over
ui-exactly = exactly { $n }
ui-face-down = { $cards } face down
ui-face-down-card = face down
ui-face-up-card = face up
ui-fault = the script of { $what } failed, and the table waits for it
ui-fault-how = mend the file and save it · u undo · f let it fizzle and go on · q quit
ui-files-as-before = the files are as they were before: nothing changes
ui-files-unread = the files could not be read: { $why }
ui-for-card = for { $name }: { $what }
ui-for-good = { " " }for good
ui-for-the = { " " }for the { $what }
ui-for-the-phase = { " " }for the phase
ui-forbidden-by = forbidden: { $what } ({ $who } forbids it)
ui-forbids-that = may not: { $who } forbids it
ui-from = { " " }from { $card }
ui-from-start = the game was played again from its beginning
ui-from-to = { $least } to { $most }
ui-gains = { $who } gains { $what }{ $long }
ui-given = { $card }: { $label } (from { $from })
ui-given-again = { $dropped ->
    [one] { $kept } given again, { $dropped } dropped: it does not fit any more
   *[other] { $kept } given again, { $dropped } dropped: they do not fit any more
}
ui-given-up = { $what } looks at too much, or depends on itself: it says nothing any more
ui-goes-first = { $who } goes first
ui-happened = happened: { $text }{ $cause }
ui-has-ability = has an ability
ui-has-given = has { $what }{ $uses }
ui-has-lost = { $card } has lost that ability
ui-has-lost-to = { $card } has lost that ability: { $by } takes it
ui-has-many = { $what } has { $many }
ui-has-no = has no { $what }
ui-has-no-ability = has no ability
ui-has-number = has { $name } { $n }, and it must be { $sign } { $bound }
ui-help-again = { " " }{ " " }again     go on from the last step as it goes under the text you saved
ui-help-answer = Answer with the number of what you choose, as it stands before it; several numbers with spaces between them.
ui-help-back = { " " }{ " " }back [N], forward [N], at N   go over answers; another answer is a branch
ui-help-branches = { " " }{ " " }branches, branch N            what was played otherwise, and to play it
ui-help-card = { " " }{ " " }c CARD    card: what it says, and how it stands (a name, a part of it, or an option's number)
ui-help-concede = { " " }{ " " }concede   give up this game
ui-help-enter = Enter alone takes the default, where one is shown.
ui-help-event = { " " }{ " " }w EVENT   why: what led to an event, forbade it, followed; e EVENT, too
ui-help-go = { " " }{ " " }go        go on from here: bots play again, and what lies ahead is kept
ui-help-hint = { " " }{ " " }i         hint: what a bot would do in your place, and what each answer is worth to it
ui-help-instead = { " " }{ " " }instead   where you went back to a bot's answer: answer in its place
ui-help-log = { " " }{ " " }l         log: everything that happened, as far as you may know
ui-help-new = { " " }{ " " }new       another game of the same kind, when this one is over
ui-help-options = { " " }{ " " }o         options: all of them, if they are too many for the screen
ui-help-pass = { " " }{ " " }p         pass
ui-help-pin = { " " }{ " " }pin [N] [TITLE]               this, or your last N choices, as a scenario
ui-help-quit = { " " }{ " " }q         quit; on a page: back to the table
ui-help-record = { " " }{ " " }record FILE   keep the record of this game in a file, from its beginning
ui-help-reload = { " " }{ " " }r         reload: look for changed files now; it happens by itself when you save one
ui-help-rules = { " " }{ " " }rules [WORD]   how a turn goes and what you may do; or the rules that have a word
ui-help-table = { " " }{ " " }t [ZONE]  table: what lies in every zone, in words; or only in zones called so
ui-help-undo = { " " }{ " " }u         undo: take back your last choice and all that followed
ui-help-why = { " " }{ " " }w CARD    why not: why a card of yours cannot be used now
ui-help-word = { " " }{ " " }w WORD    why: an action, a window, a number or a zone, as it stands now
ui-help-yes = { " " }{ " " }y, n      yes or no, where that is asked
ui-here = here
ui-hint = { $n ->
    [one] A bot would take: { $what }. It played on once from here.
   *[other] A bot would take: { $what }. It played on { $n } times from here.
}
ui-hint-end = The number is how good what follows is for you: 100 % is won. It knows no more than you.
ui-hint-later = A bot still gets to know this game, once, by playing it: type `i` again in a moment.
ui-hint-line = { " " }{ " " }{ $i }. { $worth } after { $tried } of them: { $what }
ui-hint-more = { " " }{ " " }and { $n } more that it tried less
ui-hint-one = There is only one answer.
ui-hint-pass = pass
ui-how = { $how }{ $time } · u undo · l log · ? help
ui-in-a-lane = not possible: { $what } (nothing of the kind happens in a hidden window)
ui-in-phase = { " " }in the { $phase } phase
ui-in-phases = , in the phases { $phases }
ui-in-place = in place of something else
ui-in-reply-to = , in reply to { $what }
ui-in-secret = in secret
ui-in-sequence = following each other in { $name }
ui-in-window = window { $name }
ui-in-zone = in { $place }, { $line }
ui-in-zones = in { $zones }
ui-is-attached = { $count ->
    [one] { $cards } is attached to { $host }
   *[other] { $cards } are attached to { $host }
}
ui-is-bot = { " " }(bot)
ui-is-called = , called { $name }
ui-is-cancelled = { $what } is cancelled
ui-is-lost = { $what } is lost
ui-is-muted = { $what } is muted
ui-is-no = is no { $what }
ui-is-not-so = is { $status }, not { $wanted }
ui-is-not-yours = is not yours
ui-is-shown = { $what } is shown
ui-is-shuffled = { $what } is shuffled
ui-is-so = is { $status }
ui-is-taken = { $what } is taken
ui-is-taken-by = { $what } is taken by { $names }
ui-is-turned-down = { $what } is turned face down
ui-is-turned-up = { $what } is turned face up
ui-is-uncovered = { $what } lies on top again
ui-is-you = { " " }(you)
ui-is-yours = is yours
ui-it = it
ui-it-may = may { $what }
ui-it-may-not = may not { $what }
ui-it-why = it { $why }
ui-its-ability = its ability
ui-joins = { $count ->
    [one] { $who } joins those { $those } in the { $record }
   *[other] { $who } join those { $those } in the { $record }
}
ui-lapses = { $what }: its trigger lapses
ui-last-good = { $broken }The game goes on with the last good version.
ui-leave-again = this game is not recorded: q once more leaves it for good, record FILE keeps it to be played on
ui-leaves = { $count ->
    [one] { $who } leaves those { $those } in the { $record }
   *[other] { $who } leave those { $those } in the { $record }
}
ui-level-line = == { $level } { $n }{ $whose }
ui-level-n = { $level } { $n }
ui-lies-face-down = lies face down
ui-lies-face-up = lies face up
ui-lies-unseen = you see no { $card } now: it lies where you see no faces, or is not in this game
ui-lines-gone = { $n ->
    [one] (1 line before these is not kept: the log is too long)
   *[other] ({ $n } lines before these are not kept: the log is too long)
}
ui-listed = { $first } and { $last }
ui-log-more = { " " }{ " " }… { $lines } differ too (l: the log as it is now)
ui-log-same = what happened so far stays the same
ui-looks-at = { $who } looks at { $what }
ui-loses = { $who } loses
ui-loses-abilities = { $who } loses its abilities{ $long }
ui-loses-ability = { $who } loses an ability{ $long }
ui-lost-before = not possible: { $what } (the player has lost before)
ui-matching = matching
ui-may = { $who } may { $verb }{ $about }{ $long }
ui-may-act = { $words }: you may act, or pass
ui-may-not = { $who } may not { $verb }{ $about }{ $long }
ui-may-not-do = { $what } may not do that: { $who } forbids it
ui-may-replace = { $who } may replace this: { $what }
ui-may-reply = { $words }: { $who } wants to { $what }. You may reply before it happens
ui-means-nothing = `{ $line }` means nothing here: ? lists what may be typed
ui-more-options = { " " }… { $n } more lines: o shows all
ui-more-times = { $n ->
    [one] , { $n } more time
   *[other] , { $n } more times
}
ui-moves = { $cards }: { $from } > { $to }
ui-moves-to = { " " }to{ " " }
ui-must-be-assigned = { $what } must be assigned to { $many }
ui-must-be-other = must be another card
ui-must-choose = a choice is needed here
ui-must-have = { $what } must have { $many }
ui-must-use = passing is not allowed here
ui-mutes-it = { $card } mutes it
ui-n-ahead = { $answers } ahead: forward gives them again, another answer is a branch
ui-n-ahead-bot = { $answers } ahead: forward gives them again, instead answers for the bot and begins a branch
ui-n-cards = { $n } cards
ui-n-of-passes = { $n } of { $all } passes
ui-n-other-cards = { $n } other cards
ui-n-times = { " " }({ $n } times)
ui-named-twice = { $what } is named twice
ui-never = never
ui-no = no
ui-no-bot-waits = no bot waits here: go back to an answer of one first
ui-no-branch = no branch was left: go back, and answer otherwise
ui-no-card-of-yours = you have no card called `{ $name }`
ui-no-card-seen = you see no card called `{ $name }`
ui-no-condition = does not meet a condition
ui-no-effect = { $what } has no effect
ui-no-file-changed = no file changed
ui-no-fit = { $left ->
    [one] the next answer does not fit any more, and { $answers } is left: { $why }
   *[other] the next answer does not fit any more, and { $answers } are left: { $why }
}
ui-no-match = it does not match
ui-no-more = { $what } no more
ui-no-option-of = { $count ->
    [one] there is no option { $n }: there is { $options }
   *[other] there is no option { $n }: there are { $options }
}
ui-no-passing = nobody can pass here: { $how }
ui-no-question = no question for yes or no is asked now: ? lists what may be typed
ui-no-record = the record is not written: { $why }; it is tried again after the next answer
ui-no-room = not possible: { $what } (there is no room)
ui-no-rule = no rule has the word `{ $word }`
ui-no-script-failed = no script failed
ui-no-shell = there is no shell that could wake a stopped game: q quits
ui-no-such-branch = there is no branch { $n }: branches lists those there are
ui-no-such-card = no card is called `{ $name }`
ui-no-such-event = there is no event `{ $name }` ({ $help })
ui-no-such-number = { $n } is not offered: there is { $numbers }
ui-no-such-option = there is no such option
ui-no-such-zone = no zone is called `{ $name }`
ui-no-way = each space of the way must be free and touch the one before it
ui-no-work = it does not work
ui-nobody-asked = nobody is asked now
ui-nobody-may = nobody may { $verb }{ $about }{ $long }
ui-none-may = no { $what } may { $verb }{ $about }{ $long }
ui-not-as-printed = { $name } { $n } (printed { $printed })
ui-not-asked = { $who } has nothing to use ({ $window })
ui-not-assigned = { $what } cannot be assigned
ui-not-assigned-to = nothing can be assigned to { $what }
ui-not-cancellable = not possible: { $what } (it cannot be cancelled)
ui-not-ended = The game is not over
ui-not-heard = { $line }: not done, as nobody had the keyboard: type it again
ui-not-in = not in { $zones }
ui-not-legal = { $what } is not a legal choice
ui-not-legal-there = { $what } is not a legal choice ({ $zone }, { $how })
ui-not-offered = it is not offered here
ui-not-over-yet = the game is not over: concede gives it up
ui-not-possible = not possible: { $why }
ui-not-so = not { $what }
ui-not-this-turn = not in this turn
ui-not-together = { $what } and { $other } stand together in no legal assignment{ $why }
ui-not-yours = { $card } lies in { $place }: it is not yours to use
ui-not-yours-now = { $count ->
    [one] not your opportunity: { $who } is asked
   *[other] not your opportunity: { $who } are asked
}
ui-nothing = nothing
ui-nothing-again = nothing changed the last step: save a file, and it runs again
ui-nothing-ahead = nothing lies ahead
ui-nothing-ahead-end = nothing lies ahead: this is the end of what was played
ui-nothing-asked = nothing is asked now
ui-nothing-back = there is nothing to go back over
ui-nothing-fits = nothing fits
ui-nothing-happened = nothing of the kind happened or was to happen yet: { $name }
ui-nothing-in-it = { $card }: nothing in it is used by you; if it has an effect, it happens by itself
ui-nothing-may = nothing { $may }
ui-nothing-to-take-back = there is nothing to take back
ui-number = number { $n }
ui-number-changes = { $what }: { $field } changes
ui-number-from = a number from { $least } to { $most }
ui-number-needed = a number from { $low } to { $high } is needed
ui-number-or-pass = a number, or p to pass
ui-number-twice = { $n } is named twice
ui-of-theirs = of the opponent
ui-of-them = { $number } of them
ui-of-yours = of yours
ui-on = { " " }on { $what }
ui-on-card = on { $card }
ui-on-the-chain = On the chain, { $n }: { $what }.
ui-one-answer-each = { $words }: one after the other, one answer each
ui-one-at-a-time = one thing at a time: type one number
ui-one-number = one number is needed
ui-only = only { $what }
ui-only-answers = { $last ->
    [one] there is { $answers }: at { $last } is the last
   *[other] there are { $answers }: at { $last } is the last
}
ui-open-record = Open { $name }: { $fields }.
ui-option-none = there is no option { $n }: name a card to learn why you cannot use it
ui-option-yours = option { $n } is yours to take
ui-or = { " " }or{ " " }
ui-or-so = , or{ " " }
ui-order-lacks = the order must name all of the cards
ui-order-of-stack = { $why }: the last of them is done first
ui-order-of-uses = { $why }: the first of them is done first
ui-order-repeats = the order must name each of the cards once
ui-other-card = other
ui-other-timing = not in this phase: it has the timing `{ $timing }`{ $during }, and this is { $here }{ $phase }
ui-outcome-aborted = the game could not go on
ui-outcome-draw = the game is a draw
ui-outcome-lost = nobody wins: the game is lost
ui-outcome-over = the game is over
ui-outcome-won = { $count ->
    [one] { $who } wins
   *[other] { $who } share the victory
}
ui-over = The game is over: { $outcome }.
ui-over-how = new: another game · u undo · l log · t table · q quit
ui-own-choice = { $who } chooses{ " " }
ui-own-turn-only = only in your own turn
ui-page = { $what }page { $n } of { $all } · { $next }{ $before }
ui-page-before = { " " }· b: page before
ui-page-last = Enter: to the table
ui-page-least = { $n } of { $all } · Enter · q
ui-page-news = what happened,{ " " }
ui-page-next = Enter: next page · q: to the table
ui-page-short = page { $n } of { $all } · Enter: next · q: table
ui-pairs-needed = pairs are needed here
ui-passed-unasked = { $who } passed, as nothing could be done: { $windows }
ui-passes = { $who } passes ({ $window })
ui-pay = { $about }: pay { $cost }
ui-payment-cards = { $n ->
    [one] the cost is { $cost }: exactly 1 card pays it, not { $given }
   *[other] the cost is { $cost }: exactly { $n } cards pay it, not { $given }
}
ui-pays-nothing = it pays no part of that
ui-pays-with = { $who } pays with { $cards }
ui-phase-line = -- { $phase } phase
ui-phase-named = { $phase } phase
ui-pin-left-out = { $answers } at the end left out: { $why }
ui-pin-otherwise = it says how this goes under the files as they are now. It was played before they were saved and went otherwise: comments in the file name { $things } that stood otherwise then
ui-pinned = wrote { $file }: it passes
ui-pinned-then = wrote { $file }: it passes under the texts with which this game is played, and not under the files as they are now; `intermezzo test{ $options } { $file }` says why
ui-pinned-with = wrote { $file }: it passes; `intermezzo test{ $options } { $file }` runs it
ui-press-enter = { $who }, press Enter{ " " }
ui-record-again = the file of the record was gone: it is written again
ui-recorded = recorded in { $file } from its beginning: `play { $game } --from { $file }` plays on
ui-recorded-already = this game is recorded in { $file } already
ui-recorded-next = this game is recorded in { $file }
ui-reloaded = reloaded in { $ms } ms: { $files }
ui-replaced = replaced: { $text }
ui-replaces = { $who } replaces this: { $what }
ui-rest-unpaid = the rest of the cost needs some of these cards: { $why }
ui-restored = { $who } has its abilities back
ui-retargeted = { $what } affects { $now } instead of { $before }
ui-rules-more = rules WORD: what the rules say of a word · w WORD: why, now · c CARD
ui-rules-phases = A turn: { $phases }
ui-rules-which-card = several cards are called so: { $cards }
ui-rules-windows = When you may act, and what you may do beside what cards say:
ui-scores = At the end: { $scores }
ui-script-failed = the script of { $name } failed
ui-script-failed-at = the script of { $name } failed at { $place }: { $why }
ui-seconds-left = { $n ->
    [one] { $n } second left
   *[other] { $n } seconds left
}
ui-seed = seed { $n }
ui-set-ends = what { $what } set for a time looks at too much, or depends on itself: it ends
ui-set-to = { $name } set to { $n }
ui-slot-down = { $n } face down
ui-slot-of = { $n } a card of { $who }
ui-some-card = card
ui-stalled = the game has stalled: { $answers } asked nobody for a choice
ui-stands-in = { " " }{ " " }in { $place }{ $how }
ui-stands-in-many = { $what } stands in { $many }
ui-stands-there = the game stands there
ui-status-is = { $count ->
    [one] { $cards } is { $status }
   *[other] { $cards } are { $status }
}
ui-step-again = again: go on from the step as it goes now
ui-step-fails = the step fails now: the script of { $what } failed: { $why }
ui-step-goes = as it goes now
ui-step-leads = where it leads now
ui-step-led = where it led
ui-step-no-fit = an answer of the step does not fit any more: { $why }
ui-step-same = the last step goes as it went
ui-step-waits = { $who } is asked: { $what }
ui-step-went = the step as it went
ui-still-broken = the files are still wrong, and the last good version counts: r says what is wrong
ui-taken-back = taken back
ui-takes-over = { $who } takes over { $what }
ui-the-game = the game
ui-the-games-numbers = The game
ui-the-others = the others
ui-the-record = the { $name }
ui-the-rule = the rule `{ $rule }`
ui-the-same = the same { $name }
ui-their-turn-only = only in your opponent's turn
ui-then = then: { $text }
ui-thinking = { $who } is thinking …
ui-through-next = { " " }to the end of the next { $level } of { $who }
ui-time-up = { $who }: the time is up
ui-time-up-but = the time is up, but: { $why }
ui-times = times { $n }
ui-too-few = at least { $least } must be chosen, not { $given }
ui-too-many = at most { $most } may be chosen, not { $given }
ui-took-again = the last step went as the new text says; branches keeps how it went before
ui-total = total { $name } { $number }
ui-triggers = { $what } triggers
ui-turn-of = it is the turn of { $who }
ui-turn-of-who = { $who }'s turn
ui-turns-up-as = { $what } is turned face up: { $now }
ui-type-something = type a number or a letter: ? lists what may be typed
ui-typed-before = { $line }: not done, as it was typed before this was asked: type it again
ui-uncancellable = { $what } cannot be cancelled
ui-unfit-count = { $number } needed, { $found } given
ui-unfit-distinct = { $number } different { $name } needed, { $found } given
ui-unfit-of = the condition of { $name } is not met: { $why }
ui-unfit-only-jokers = at least one card must be no { $what }
ui-unfit-roles = needs { $what }, each by a different card
ui-unfit-same = the cards must have the same { $name }
ui-unfit-sequence = the cards must follow each other in { $name }
ui-unfit-sum = total { $name } must be { $number }, it is { $found }
ui-unpaid = these cards do not pay { $cost }
ui-unseen = a card that you do not see
ui-unseen-card = a card that you do not see
ui-unseen-of = a card of { $who } that you do not see
ui-until-next = { " " }until the next { $level } of { $who }
ui-use-asked = you must use something or pass{ $phase }
ui-use-cancelled = { " " }(cancelled)
ui-use-it = use { $what }
ui-use-or-pass = { $window }: use something, or pass
ui-use-plain = use
ui-use-something = { $window }: use something
ui-use-triggers = triggers:{ " " }
ui-uses = { $who }: { $what }{ $on }{ $reply }
ui-what-is-why = { $what }: { $why }
ui-what-replaces = choose what replaces this: { $what }
ui-what-why = { $what } { $why }
ui-which-card = name a card behind it: `c NAME` tells what it says, `w NAME` why it cannot be used now
ui-who-may = { $who } { $may }
ui-why-cost = you cannot pay the cost of { $cost }
ui-why-cost-cards = you cannot pay its cost in cards
ui-why-counter = needs { $needs } { $name }, has { $has }
ui-why-disabled = its script failed three times in this game
ui-why-forbids = { $who } forbids it
ui-why-it-ended = What led to the end:
ui-why-muted = an effect has muted it
ui-why-need = one of its conditions does not hold
ui-why-no-target = there is nothing to choose for it
ui-why-no-target-of = there is nothing to choose ({ $what })
ui-why-not-for = it is for other cards
ui-why-not-here = its card is not where it can be used
ui-why-not-yours = it is not yours
ui-why-number = { $words } ({ $n }, and it must be { $sign } { $bound })
ui-why-phase = not in this phase
ui-why-reply = there is nothing it can reply to
ui-why-spent = already used: once only
ui-why-too-much = what it says looks at too much, or depends on itself
ui-will-go-to = { $what } will go to { $zone }
ui-window-called = window `{ $name }`
ui-window-full = { $n ->
    [one] { $window }: { $n } was used
   *[other] { $window }: { $n } were used
}
ui-window-open = { $window } is open now: it offers { $what }
ui-window-shut = { $window } is a moment that is not now: it offers { $what }
ui-with = { " " }with{ " " }
ui-with-default = { $text } [Enter: { $default }]
ui-with-number = with { $field } { $sign } { $n }
ui-words-again = the words of the language were read again
ui-yes = yes
ui-you-can = { $text }: you can
ui-you-can-by = { $text }: you can: it is option { $n }
ui-you-can-with = { $text }: you can, with { $cards }
ui-you-have = { $n ->
    [one] { " " }· you have { $n } second
   *[other] { " " }· you have { $n } seconds
}
ui-your-pass-closes = { $others } passed, so your pass closes it
ui-your-zone = your { $zone }
ui-zone-of = { $who }'s { $zone }
