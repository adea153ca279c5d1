//! Object words: objects of a game, decisions and reasons in words.

use crate::kernel::model::ability::{AbilityForm, Cost};
use crate::kernel::model::decision::{Choice, Decision, Kind, PickRule};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Cmp, SeatTest};
use crate::kernel::model::objects::{Outcome, Price, Use};
use crate::kernel::model::refusal::Refusal;
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::symbols::{Sym, field};
use crate::kernel::model::translation::{NameKind, Said, Tongue, key_of, listed, say};
use crate::kernel::model::value::{AbilityId, Card, DefId, Seat, UseKindId, Value, Zone, ZoneKind};
use crate::kernel::model::viewers::Eyes;
use crate::kernel::read::game::Game;
use crate::kernel::read::set_rules;
use crate::kernel::tell::filter_words::{describe, describe_selected, something};

/// The reader of a text: the names by which she knows the players, and the seats whose view of the cards she has.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// Names of the seats.
    pub names: &'a [String],
    /// The seats whose view she has; `None`: she sees everything.
    pub eyes: Option<Eyes>,
}

impl Reader<'_> {
    /// The name of a seat.
    pub fn seat(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("player {}", seat.0 + 1))
    }
}

/// A game and the names of its players, for messages that name players.
#[derive(Clone, Copy)]
pub struct GameWithNames<'a> {
    game: Game<'a>,
    names: &'a [String],
}

impl<'a> std::ops::Deref for GameWithNames<'a> {
    type Target = Game<'a>;

    fn deref(&self) -> &Game<'a> {
        &self.game
    }
}

impl GameWithNames<'_> {
    /// A value in words, with nothing hidden.
    pub fn tell(self, value: &Value) -> String {
        self.show_to(value, self.reader())
    }

    /// A reader who sees everything.
    fn reader(&self) -> Reader<'_> {
        Reader { names: self.names, eyes: None }
    }
}

impl<'a> Game<'a> {
    /// The game with the names of its players. A player without a name is told as `player 1` and so on.
    pub fn named(self, names: &'a [String]) -> GameWithNames<'a> {
        GameWithNames { game: self, names }
    }

    /// The reason why an answer to a decision is refused, for somebody who knows the players by their numbers.
    pub fn refused(self, decision: &Decision, why: &Refusal) -> String {
        self.named(&[]).refused(decision, why)
    }

    /// The name of a card, in the language of the rules.
    pub fn card_name(self, card: Card) -> &'a str {
        self.rules.card_said(self.state.card(card).def)
    }

    /// A value in the words of the manifest and the cards, untranslated and with nothing hidden, for scripts and
    /// scenarios.
    pub fn show(self, value: &Value) -> String {
        self.show_in(value, Reader { names: &[], eyes: None }, None)
    }

    /// A value in words, with nothing hidden.
    pub fn tell(self, value: &Value) -> String {
        self.show_to(value, Reader { names: &[], eyes: None })
    }

    /// A value in words, in the language of the rules; a card that the reader does not see is only called a card.
    pub fn show_to(self, value: &Value, reader: Reader) -> String {
        self.show_in(value, reader, self.rules.spoken())
    }

    fn show_in(self, value: &Value, reader: Reader, tongue: Option<&Tongue>) -> String {
        let said = Said { rules: self.rules, tongue };
        match value {
            Value::Nil => say!(said, "nothing", "nothing"),
            Value::Int(n) => n.to_string(),
            Value::Bool(true) => say!(said, "yes", "yes"),
            Value::Bool(false) => say!(said, "no", "no"),
            Value::Word(w) => said.word(self.rules.name(*w)),
            Value::Text(t) => said.word(t),
            Value::Card(card) => match reader.eyes {
                Some(eyes) if !eyes.see(self.state, self.rules, *card) => say!(said, "a-card", "a card"),
                _ => said.card(self.state.card(*card).def).into(),
            },
            Value::Seat(seat) => reader.seat(*seat),
            Value::Zone(zone) => {
                let name = self.rules.schema.zones[self.rules.schema.kind_of(*zone).index()].name;
                let name = self.show_place(*zone, said.name(NameKind::Zone, name));
                match self.rules.schema.zone_owner(*zone) {
                    Some(seat) => say!(said, "zone-of", "{who}'s {zone}", who = reader.seat(seat), zone = name),
                    None => name,
                }
            }
            Value::Use(id) => {
                let shown = self.state.use_(*id);
                let card = shown.and_then(|u| u.card).map(|card| said.card(self.state.card(card).def).to_string());
                let name = card.unwrap_or_else(|| say!(said, "an-action", "an action"));
                match shown.map(|u| u.price) {
                    Some(Price::Nothing) => say!(said, "a-copy-of", "a copy of {name}", name = name),
                    _ => name,
                }
            }
            Value::Record(id) => match self.state.record_place(*id) {
                Some((kind, place, all)) => {
                    let name = said.name(NameKind::Record, self.rules.schema.records[kind.index()].name);
                    if all > 1 { format!("{name} {place}") } else { name.into() }
                }
                None => say!(said, "a-record", "a record"),
            },
            Value::Def(def) => said.card(*def).into(),
            Value::Status(s) => {
                said.name(NameKind::Status, self.rules.schema.statuses[s.group()].1[s.value() as usize]).into()
            }
            Value::Ability(id) if tongue.is_some() => self.show_ability(*id),
            Value::Ability(id) => self.written_ability(*id),
            Value::Cells(def, slot) => {
                let set = &self.rules.defs[def.index()].cells[*slot as usize];
                set.cells.iter().map(|(x, y)| format!("({x}, {y})")).collect::<Vec<_>>().join(", ")
            }
            Value::Game => say!(said, "the-game", "the game"),
            Value::Filter(f) => describe(said, f),
            Value::List(list) => list.iter().map(|v| self.show_in(v, reader, tongue)).collect::<Vec<_>>().join(", "),
        }
    }

    /// The name of a space: its zone and its place there.
    fn show_place(self, zone: Zone, name: &str) -> String {
        let schema = &self.rules.schema;
        match (self.table_env().on_board(zone), schema.slot_of(zone)) {
            (Some(at), _) => {
                let (x, y) = at.def.board.position(at.place);
                format!("{name} {x},{y}")
            }
            (None, 0) => name.to_string(),
            (None, slot) => format!("{name} {slot}"),
        }
    }

    /// A cost in words.
    pub fn show_cost(self, cost: &Cost) -> String {
        let parts: Vec<String> = cost
            .iter()
            .zip(&self.rules.schema.pips)
            .filter(|(n, _)| **n > 0)
            .map(|(n, (name, _))| format!("{n} {}", self.rules.said(NameKind::Field, *name)))
            .collect();
        if parts.is_empty() { say!(self.rules, "nothing", "nothing") } else { parts.join(" + ") }
    }

    /// An ability in words: its card, then its label if it has a text of its own or the card has several such
    /// abilities. An ability of the game has only a label.
    pub fn show_ability(self, id: AbilityId) -> String {
        let label = self.rules.label_said(id);
        self.labelled(id, label, |def| self.rules.card_said(def))
    }

    /// An ability in the untranslated words of the manifest and the cards.
    fn written_ability(self, id: AbilityId) -> String {
        let ability = &self.rules.abilities[id.index()];
        let label = if ability.text.is_empty() { self.rules.name(ability.id) } else { &ability.text };
        self.labelled(id, label, |def| self.rules.name(self.rules.defs[def.index()].name))
    }

    fn labelled(self, id: AbilityId, label: &str, name: impl Fn(DefId) -> &'a str) -> String {
        let ability = &self.rules.abilities[id.index()];
        let Some(def) = ability.def else { return label.to_string() };
        let def_of = &self.rules.defs[def.index()];
        // If a card has several replacements of one event, their labels tell them apart for the player who chooses.
        let is_like_it = |other: &&AbilityId| self.rules.abilities[other.index()].form == ability.form;
        let is_replacement = matches!(ability.form, AbilityForm::Instead(_));
        let is_one_of_several = is_replacement && def_of.abilities.iter().filter(is_like_it).count() > 1;
        if def_of.timed.len() > 1 || !ability.text.is_empty() || is_one_of_several {
            format!("{}: {label}", name(def))
        } else {
            name(def).to_string()
        }
    }

    /// True if an ability is neither printed on this card nor an action of the game, so that the card was given it.
    fn is_given(self, card: Card, ability: AbilityId) -> bool {
        let printed_by = self.rules.abilities[ability.index()].def;
        printed_by != Some(self.state.card(card).def) && !self.rules.actions.contains(&ability)
    }

    /// Something that may be used, in words.
    pub fn show_choice(self, choice: Choice, reader: Reader) -> String {
        let ability = &self.rules.abilities[choice.ability.index()];
        let what = match (choice.card, ability.def) {
            (Some(card), of) if self.is_given(card, choice.ability) => {
                let (card, label) = (self.show_to(&Value::Card(card), reader), self.rules.label_said(choice.ability));
                Some(match of.map(|def| self.rules.card_said(def)) {
                    Some(from) => {
                        say!(
                            self.rules,
                            "given",
                            "{card}: {label} (from {from})",
                            card = card,
                            label = label,
                            from = from
                        )
                    }
                    None => format!("{card}: {label}"),
                })
            }
            (Some(_), Some(_)) => Some(self.show_ability(choice.ability)),
            (Some(card), None) => Some(self.show_to(&Value::Card(card), reader)),
            _ => None,
        };
        self.show_use(ability.kind, what)
    }

    /// The phrase for a use: the name of its kind, and its card or ability.
    pub(in crate::kernel) fn show_use(self, kind: Option<UseKindId>, what: Option<String>) -> String {
        let Some(kind) = kind.map(|kind| &self.rules.uses[kind.index()]) else {
            return match what {
                Some(what) => say!(self.rules, "use-it", "use {what}", what = what),
                None => say!(self.rules, "use-plain", "use"),
            };
        };
        let said = self.rules.spoken().and_then(|tongue| {
            let key = format!("use-{}", key_of(self.rules.name(kind.name)));
            let none = String::new();
            tongue.say(&key, &[("what", what.as_ref().unwrap_or(&none) as _)])
        });
        said.unwrap_or_else(|| match what {
            Some(what) => format!("{} {what}", kind.text),
            None => kind.text.to_string(),
        })
    }

    /// The targets of a use, as words that follow the use: ` on A with B`; empty without targets.
    pub fn show_on(self, on: &[String]) -> String {
        match on {
            [] => String::new(),
            on => say!(self.rules, "on", " on {what}", what = on.join(&say!(self.rules, "with", " with "))),
        }
    }

    /// The end of a game, in words.
    pub fn show_outcome(self, outcome: Outcome, name: impl Fn(Seat) -> String) -> String {
        let rules = self.rules;
        let winners: Vec<String> = outcome.winners().into_iter().map(name).collect();
        match (outcome, winners.as_slice()) {
            (Outcome::Aborted, _) => say!(rules, "outcome-aborted", "the game could not go on"),
            (Outcome::Lost, _) => say!(rules, "outcome-lost", "nobody wins: the game is lost"),
            (Outcome::Over, _) => say!(rules, "outcome-over", "the game is over"),
            (_, []) => say!(rules, "outcome-draw", "the game is a draw"),
            (_, all) => say!(
                rules,
                "outcome-won",
                count => "{who} wins" | "{who} share the victory",
                count = all.len(),
                who = listed(rules, &winners)
            ),
        }
    }
}

impl GameWithNames<'_> {
    /// The words for the reason why a decision does not offer a use; `why` is the first check that failed.
    pub(in crate::kernel) fn why_not(self, decision: &Decision, choice: Choice, why: Option<&WhyNot>) -> String {
        let reply_to = self.state.window().and_then(|w| w.subject);
        match why {
            None => say!(self.rules, "not-offered", "it is not offered here"),
            Some(WhyNot::NotHere) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                say!(self.rules, "not-in", "not in {zones}", zones = self.zone_names(ability.from))
            }
            Some(WhyNot::NotFor) => {
                let filter = self.rules.abilities[choice.ability.index()].for_.as_ref();
                let reason = choice.card.zip(filter).and_then(|(card, filter)| {
                    let draft = self.draft(decision.seat, choice, None);
                    let env = self.use_env(&draft);
                    self.why_filtered(&env, filter, card)
                });
                reason.map_or_else(
                    || self.say_why(&WhyNot::NotFor),
                    |why| say!(self.rules, "it-why", "it {why}", why = why),
                )
            }
            Some(WhyNot::Timing | WhyNot::Phase) => self.why_other_timing(decision, choice),
            Some(WhyNot::Turn) => {
                let ability = &self.rules.abilities[choice.ability.index()];
                match ability.turn {
                    Some(SeatTest::Me) => say!(self.rules, "own-turn-only", "only in your own turn"),
                    Some(SeatTest::Opponent) => say!(self.rules, "their-turn-only", "only in your opponent's turn"),
                    _ => say!(self.rules, "not-this-turn", "not in this turn"),
                }
            }
            Some(WhyNot::Muted) => self.why_silent(choice),
            Some(WhyNot::NoTarget(name)) => {
                let plain = self.no_target(choice.ability, *name);
                match self.why_no_target(self.draft(decision.seat, choice, None), *name) {
                    Some(reason) => format!("{plain}: {reason}"),
                    None => plain,
                }
            }
            Some(WhyNot::Need(Some(words), _)) if words.has_amounts() => {
                let draft = self.draft(decision.seat, choice, reply_to);
                words.fill(&self.use_env(&draft))
            }
            Some(why) => self.say_why(why),
        }
    }

    /// The reason why an ability with another timing, or for other phases, cannot be used now.
    fn why_other_timing(self, decision: &Decision, choice: Choice) -> String {
        let window = decision.window.map(|w| &self.rules.windows[w.index()]);
        let ability = &self.rules.abilities[choice.ability.index()];
        let timing = match ability.form {
            AbilityForm::Timing(t) => Some(t),
            _ => None,
        };
        if let Some(words) = timing.and_then(|t| self.timing_says(decision.seat, t)) {
            return words;
        }
        let timing = match timing {
            Some(timing) => self.rules.said(NameKind::Timing, timing).to_string(),
            None => say!(self.rules, "never", "never"),
        };
        let phases: Vec<&str> = ability.phases.iter().map(|p| self.rules.said(NameKind::Phase, *p)).collect();
        let during = match phases.is_empty() {
            true => String::new(),
            false => {
                let phases = listed(self.rules, &phases);
                say!(self.rules, "in-phases", ", in the phases {phases}", phases = phases)
            }
        };
        let here = match window {
            Some(w) => {
                say!(self.rules, "window-called", "window `{name}`", name = self.rules.said(NameKind::Window, w.name))
            }
            None => say!(self.rules, "here", "here"),
        };
        say!(
            self.rules,
            "other-timing",
            "not in this phase: it has the timing `{timing}`{during}, and this is {here}{phase}",
            timing = timing,
            during = during,
            here = here,
            phase = self.in_phase()
        )
    }

    /// The reason why nothing can be chosen for a target of a use: what is against its candidates, or the rule about
    /// the set that not even all of them meet.
    pub(in crate::kernel) fn why_no_target(self, mut draft: Use, name: Sym) -> Option<String> {
        for target in self.rules.abilities[draft.ability.index()].targets.iter().skip(draft.targets.len()) {
            let env = self.use_env(&draft);
            let mut options = env.options(&target.what);
            let max = target.what.max.as_ref().map_or(options.len(), |m| env.amount(m).max(0) as usize);
            options.truncate(max.max(1));
            if target.name == name || options.is_empty() {
                if let Some(reason) = self.why_none_fits(&env, &target.what) {
                    return Some(reason);
                }
                let rules = target.what.rules.as_ref()?;
                return set_rules::fits(&env, rules, &options).err().map(|why| self.say_unfit(&why));
            }
            options.truncate(1);
            draft.targets.push(Value::from(options));
        }
        None
    }
}

impl<'a> Game<'a> {
    /// The words " in the … phase" for the present phase; empty outside of phases.
    pub(in crate::kernel) fn in_phase(self) -> String {
        self.state.phase.map_or(String::new(), |p| {
            say!(self.rules, "in-phase", " in the {phase} phase", phase = self.rules.said(NameKind::Phase, p))
        })
    }

    /// The remark that there is nothing to choose for a target, with the kind of object that is sought if it has words.
    fn no_target(self, ability: AbilityId, name: Sym) -> String {
        let target = self.rules.abilities[ability.index()].targets.iter().find(|target| target.name == name);
        let said = Said::by(self.rules);
        let what = target.map(|target| describe_selected(said, &target.what)).filter(|what| *what != something(said));
        match what {
            Some(what) => say!(self.rules, "why-no-target-of", "there is nothing to choose ({what})", what = what),
            None => self.say_why(&WhyNot::NoTarget(name)),
        }
    }

    fn zone_names(self, kinds: IdSet<ZoneKind>) -> String {
        let schema = &self.rules.schema;
        let names = schema.kinds(kinds).map(|kind| self.rules.said(NameKind::Zone, schema.zones[kind.index()].name));
        names.collect::<Vec<_>>().join(&say!(self.rules, "or", " or "))
    }

    /// A reason in words.
    pub fn say_why(self, why: &WhyNot) -> String {
        let rules = self.rules;
        match why {
            WhyNot::NotHere => say!(rules, "why-not-here", "its card is not where it can be used"),
            WhyNot::NotFor => say!(rules, "why-not-for", "it is for other cards"),
            WhyNot::NotYours => say!(rules, "why-not-yours", "it is not yours"),
            WhyNot::Timing | WhyNot::Phase => say!(rules, "why-phase", "not in this phase"),
            WhyNot::Turn => say!(rules, "not-this-turn", "not in this turn"),
            WhyNot::ReplyTo => say!(rules, "why-reply", "there is nothing it can reply to"),
            WhyNot::Muted => say!(rules, "why-muted", "an effect has muted it"),
            WhyNot::Spent => say!(rules, "why-spent", "already used: once only"),
            // The number is left out if it had to be more than 0: the words alone say that nothing is left.
            WhyNot::Need(Some(words), Some((_, Cmp::Gt, 0))) => rules.words_said(words.text()),
            WhyNot::Need(Some(words), Some((n, cmp, bound))) if *cmp != Cmp::Ne => {
                let words = rules.words_said(words.text());
                say!(
                    rules,
                    "why-number",
                    "{words} ({n}, and it must be {sign} {bound})",
                    words = words,
                    n = n,
                    sign = cmp.sign(),
                    bound = bound
                )
            }
            WhyNot::Need(Some(words), _) => rules.words_said(words.text()),
            WhyNot::Need(None, _) => say!(rules, "why-need", "one of its conditions does not hold"),
            WhyNot::TooMuch => say!(rules, "why-too-much", "what it says looks at too much, or depends on itself"),
            WhyNot::Disabled => say!(rules, "why-disabled", "its script failed three times in this game"),
            WhyNot::Forbidden(by) => {
                say!(rules, "why-forbids", "{who} forbids it", who = self.who_forbids(*by, rules.use_verb))
            }
            WhyNot::NoTarget(_) => say!(rules, "why-no-target", "there is nothing to choose for it"),
            WhyNot::Cost(cost) => {
                say!(rules, "why-cost", "you cannot pay the cost of {cost}", cost = self.show_cost(cost))
            }
            WhyNot::Counter { name, needs, has } => {
                let name = rules.said(NameKind::Field, *name);
                // Short names are abbreviations: HP, SP.
                let name = if name.chars().count() > 3 { name.to_string() } else { name.to_uppercase() };
                say!(rules, "why-counter", "needs {needs} {name}, has {has}", needs = needs, name = name, has = has)
            }
            WhyNot::CostCards => say!(rules, "why-cost-cards", "you cannot pay its cost in cards"),
        }
    }

    fn statuses_of(self, card: Card) -> String {
        let state = self.state.card(card);
        let zone = &self.rules.schema.zones[self.rules.schema.kind_of(state.zone).index()];
        let groups: Vec<usize> = zone.enters.iter().map(|s| s.group()).collect();
        let words: Vec<&str> = groups
            .iter()
            .map(|g| self.rules.said(NameKind::Status, self.rules.schema.statuses[*g].1[state.statuses[*g] as usize]))
            .collect();
        if words.is_empty() { say!(self.rules, "no-match", "it does not match") } else { words.join(", ") }
    }

    /// The prompt of a decision: the ability or card that asks, then the question.
    pub fn prompt(self, decision: &Decision) -> String {
        // While a mode is being chosen, `ability` is the first mode, whose words would mislead.
        let ability = decision.ability.filter(|_| decision.slot != Some(field::MODE));
        let about = match (ability, decision.card) {
            (Some(ability), _) if self.rules.abilities[ability.index()].def.is_some() => {
                format!("{}: ", self.show_ability(ability))
            }
            (_, Some(card)) => format!("{}: ", self.card_name(card)),
            // A rule without words has only an id, which is for authors.
            (Some(ability), None)
                if decision.why.is_some() && self.rules.abilities[ability.index()].text.is_empty() =>
            {
                String::new()
            }
            (Some(ability), None) => format!("{}: ", self.show_ability(ability)),
            _ => String::new(),
        };
        let what = match (&decision.why, decision.slot, decision.window) {
            (Some(why), ..) if is_order_of_uses(decision) => {
                let why = self.rules.words_said(why);
                match self.rules.triggers.together {
                    true => say!(self.rules, "order-of-stack", "{why}: the last of them is done first", why = why),
                    false => say!(self.rules, "order-of-uses", "{why}: the first of them is done first", why = why),
                }
            }
            (Some(why), ..) => self.rules.words_said(why),
            (None, ..) if matches!(decision.kind, Kind::Order(_)) => {
                say!(self.rules, "choose-order", "choose an order, from the first to the last")
            }
            (_, Some(slot), _) if **self.rules.name(slot) == *"cost" => {
                say!(self.rules, "choose-cost", "choose what it costs")
            }
            (_, Some(slot), _) => {
                say!(self.rules, "choose-target", "choose {target}", target = self.rules.said(NameKind::Target, slot))
            }
            (_, _, Some(window)) => {
                let name = self.rules.said(NameKind::Window, self.rules.windows[window.index()].name);
                say!(self.rules, "in-window", "window {name}", name = name)
            }
            _ => say!(self.rules, "choose-it", "choose"),
        };
        format!("{about}{what}")
    }
}

/// True if a player orders triggers.
fn is_order_of_uses(decision: &Decision) -> bool {
    matches!(&decision.kind, Kind::Order(items) if matches!(items.first(), Some(Value::Use(_))))
}

impl GameWithNames<'_> {
    /// The words that refuse a value which a pick does not offer: why a card cannot pay, or where the card lies and
    /// how.
    pub fn why_not_option(self, value: &Value, rule: &PickRule) -> String {
        let rules = self.rules;
        let shown = self.tell(value);
        if let (PickRule::Pips(cost, _), Value::Card(card)) = (rule, value) {
            let pips = rules.schema.pips.iter().zip(cost).filter(|(_, n)| **n > 0);
            let mut filters = pips.map(|((_, filter), _)| filter);
            let why = match filters.any(|f| self.table_env().untold_matches(f, value)) {
                true => self.statuses_of(*card),
                false => say!(rules, "pays-nothing", "it pays no part of that"),
            };
            let cost = self.show_cost(cost);
            return say!(rules, "cannot-pay", "{what} cannot pay {cost}: {why}", what = shown, cost = cost, why = why);
        }
        if let Value::Card(card) = value {
            let zone = rules.schema.zones[rules.schema.kind_of(self.state.card(*card).zone).index()].name;
            let (zone, how) = (rules.said(NameKind::Zone, zone), self.statuses_of(*card));
            return say!(
                rules,
                "not-legal-there",
                "{what} is not a legal choice ({zone}, {how})",
                what = shown,
                zone = zone,
                how = how
            );
        }
        say!(rules, "not-legal", "{what} is not a legal choice", what = shown)
    }

    /// The remark that a space is taken, by which cards or whose: a seat reads the names that it sees. `None` if the
    /// space is not full, or if a sealed window still hides what others do.
    pub fn why_taken(self, seat: Seat, value: &Value) -> Option<String> {
        let Value::Zone(space) = value else { return None };
        // While a sealed window is open, what other players did in it must not be told.
        let in_lanes = self.state.window().is_some_and(|w| !w.lanes.is_empty());
        let is_own = self.rules.schema.zone_owner(*space) == Some(seat);
        if in_lanes && !is_own || !self.state.is_full(self.rules, *space) {
            return None;
        }
        let seen = self.state.zone(*space).iter().filter(|c| self.state.sees(self.rules, seat, **c));
        let mut names: Vec<String> = seen.map(|c| self.card_name(*c).into()).collect();
        if names.is_empty() {
            // The owner of a card is public even if its face is hidden.
            let owners = self.state.zone(*space).iter().map(|c| self.state.card(*c).owner);
            let card_of = |s: Seat| say!(self.rules, "card-of-player", "a card of {who}", who = self.reader().seat(s));
            names = owners.filter(|s| *s != Seat::NOBODY).map(card_of).collect();
        }
        let what = self.tell(value);
        Some(match names.is_empty() {
            true => say!(self.rules, "is-taken", "{what} is taken", what = what),
            false => {
                say!(self.rules, "is-taken-by", "{what} is taken by {names}", what = what, names = names.join(", "))
            }
        })
    }
}
