//! Games looked at: a few random games, from which an encoder takes its sizes.
//!
//! A manifest does not say how many cards a hand has at most: its rules imply it. The games are always the same ones, so
//! encoders of equal games have equal rows. What nevertheless does not fit is counted in `game.left_out`.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Encoder;
use super::cards::ToldZone;
use super::columns::ColumnKind;
use super::sizes::{EncoderSizes, RecordRows, last_part};
use crate::catalog::Deck;
use crate::error::Result;
use crate::kernel::model::value::Seats;
use crate::kernel::{Seat, Value};
use crate::table::view::viewer::Looking;
use crate::table::{Game, Setup, Table};

/// The number of random games.
const GAMES: u64 = 12;
/// The number of answers after which a game is left unfinished.
const ANSWERS: usize = 1_500;

impl EncoderSizes {
    /// The greatest sizes in a few random games for a number of players.
    ///
    /// # Errors
    ///
    /// The game has no such number of players.
    pub fn of(game: &Game, players: u8) -> Result<EncoderSizes> {
        let mut games = vec![EncoderSizes::none(game); GAMES as usize];
        play(game, players, |number, table, seat| {
            games[number].look(table, seat);
            Ok(())
        })?;
        let mut sizes = EncoderSizes::none(game);
        sizes.zones.iter_mut().enumerate().for_each(|(at, n)| *n = enough(&games, |one| one.zones[at]));
        sizes.words.iter_mut().enumerate().for_each(|(at, n)| *n = enough(&games, |one| one.words[at]));
        for (kind, rows) in sizes.records.iter_mut().enumerate() {
            rows.rows = enough(&games, |one| one.records[kind].rows);
            rows.items
                .iter_mut()
                .enumerate()
                .for_each(|(at, n)| *n = enough(&games, |one| one.records[kind].items[at]));
        }
        sizes.changes = enough(&games, |one| one.changes);
        sizes.uses = enough(&games, |one| one.uses);
        sizes.targets = enough(&games, |one| one.targets);
        let encoder = Encoder::new(game, players, CODES, &sizes)?;
        let mut row = vec![0.0; encoder.size()];
        let mut most = vec![0f32; encoder.size()];
        play(game, players, |_, table, seat| {
            encoder.encode(table, seat, table.choices(seat, CODES).ok().as_ref(), &mut row)?;
            most.iter_mut().zip(&row).for_each(|(most, number)| *most = most.max(number.abs()));
            Ok(())
        })?;
        for (column, most) in encoder.columns().iter().zip(most) {
            if column.kind == ColumnKind::Number {
                let greatest = sizes.greatest.entry(last_part(&column.name).to_string()).or_default();
                *greatest = greatest.max(most);
            }
        }
        Ok(sizes)
    }

    /// The least sizes of a row, from which the search for the greatest ones begins.
    fn none(game: &Game) -> EncoderSizes {
        let rules = &game.catalog.rules;
        let rows = |fields: usize| RecordRows { rows: 1, items: vec![1; fields] };
        let printed = |slot: usize| rules.defs.iter().map(|def| def.words[slot].len()).max().unwrap_or(0);
        EncoderSizes {
            zones: vec![0; rules.schema.zones.len()],
            words: (0..rules.schema.words.len()).map(|slot| printed(slot).max(1)).collect(),
            records: rules.schema.records.iter().map(|record| rows(record.fields.len())).collect(),
            uses: 1,
            targets: 1,
            ..EncoderSizes::default()
        }
    }

    fn look(&mut self, table: &Table, seat: Seat) {
        let seats: Seats = table.person(seat).seats().collect();
        let looking = Looking { table, world: table.world(), seats: &seats };
        let (state, schema) = (looking.world.state(), &looking.world.rules.schema);
        for (kind, most) in self.zones.iter_mut().enumerate() {
            let kind = crate::kernel::model::value::ZoneKind::of(kind);
            for owner in schema.holders(kind) {
                *most = (*most).max(ToldZone::of(&looking, schema.zone(kind, owner)).rows.len());
            }
        }
        for (kind, rows) in self.records.iter_mut().enumerate() {
            let open = || state.records.iter().filter(|record| record.kind.index() == kind);
            rows.rows = rows.rows.max(open().count());
            for record in open() {
                let lengths = record.fields.iter().map(|value| value.items().len());
                rows.items.iter_mut().zip(lengths).for_each(|(most, n)| *most = (*most).max(n));
            }
        }
        self.uses = self.uses.max(state.uses.len());
        let targets = |u: &crate::kernel::model::objects::Use| u.targets.iter().flat_map(Value::items).count();
        self.targets = state.uses.iter().map(targets).fold(self.targets, usize::max);
        for card in (0..state.cards.len()).map(crate::kernel::Card::of) {
            let in_layers = looking.world.game().layered(card).map_or(0, |of| of.did.len());
            let by_effect = state.controls.iter().any(|of| of.card.0 == card);
            self.changes = self.changes.max(in_layers + usize::from(by_effect));
            if !state.modifiers.is_empty() {
                let env = looking.world.game().seat_env(seat);
                let words = |slot: usize| env.words(card, slot as u8).len();
                self.words.iter_mut().enumerate().for_each(|(slot, most)| *most = (*most).max(words(slot)));
            }
        }
    }
}

/// The number of codes with which the random games are played.
const CODES: u16 = 64;

/// A size that is enough for all games: the greatest one of the sample, and a quarter more unless half of the games
/// reached it.
fn enough(games: &[EncoderSizes], of: impl Fn(&EncoderSizes) -> usize) -> usize {
    let most = games.iter().map(&of).max().unwrap_or(0);
    let is_usual = games.iter().filter(|one| of(one) == most).count() * 2 >= games.len();
    if is_usual { most } else { most + most.div_ceil(4) }
}

/// Plays the games, and calls `look` at every decision with the number of the game, its table and the asked seat.
fn play(game: &Game, players: u8, mut look: impl FnMut(usize, &Table, Seat) -> Result<()>) -> Result<()> {
    let decks: Vec<Deck> = game.decks().map(|(_, deck)| deck.clone()).collect();
    for seed in 0..GAMES {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut table = begin(game, players, seed, &decks)?;
        table.forget_log();
        for _ in 0..ANSWERS {
            let Some(seat) = table.asked_seats().first().copied() else { break };
            look(seed as usize, &table, seat)?;
            let mut choices = table.choices(seat, CODES)?;
            let answer = loop {
                let legal = choices.legal();
                let code = legal[chance.next_u32() as usize % legal.len()];
                if let Some(answer) = choices.take(&table, code)? {
                    break answer;
                }
            };
            table.answer(seat, &answer)?;
        }
    }
    Ok(())
}

/// Begins a game, with other decks for each seed, or with the usual ones where those do not go together.
fn begin(game: &Game, players: u8, seed: u64, decks: &[Deck]) -> Result<Table> {
    let setup = |decks| Setup { seed, decks, players: Some(players), ..Setup::default() };
    if decks.is_empty() {
        return game.set_up(setup(Vec::new())).map(Table::start);
    }
    let pick = |seat: u64| decks[((seed + seat) % decks.len() as u64) as usize].clone();
    let turned = game.set_up(setup((0..u64::from(players)).map(pick).collect()));
    turned.or_else(|_| game.set_up(setup(game.usual_decks(players.into())))).map(Table::start)
}
