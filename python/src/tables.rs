//! Tables: what stands behind a vector, without Python: the lanes, and what the last step told.

use std::ops::Range;
use std::sync::Arc;

use intermezzo::error::Result;
use intermezzo::{Choices, Record, Seat, Table};

use crate::encoder::Rows;
use crate::lane::{Deal, Lane, Look, Saved, Told};
use crate::lanes::{Lanes, Make};

/// Many tables, in lanes.
pub struct Tables {
    lanes: Lanes,
    /// Which tables each lane has.
    parts: Vec<Range<usize>>,
    pub now: Told,
    pub answers: u64,
    pub games: u64,
}

/// Why there was no step.
pub enum Step {
    Illegal(usize),
    Failed(intermezzo::error::Error),
}

/// A row that is asked for: the table, who looks (the asked seat without it), and whether it looks at what has ended.
pub type Wanted = (usize, Option<Seat>, bool);

impl Tables {
    /// As many tables as threads share; `saved`: tables that go on.
    pub fn new(
        deal: &Deal,
        codes: u16,
        n: usize,
        threads: usize,
        seed: u64,
        saved: Option<&[Saved]>,
    ) -> Result<Tables> {
        let parts: Vec<Range<usize>> = (0..threads).map(|i| n * i / threads..n * (i + 1) / threads).collect();
        let make = |part: &Range<usize>| -> Make {
            let (deal, part) = (deal.clone(), part.clone());
            match saved.map(|saved| saved[part.clone()].to_vec()) {
                Some(saved) => Box::new(move || Lane::again(deal, codes, &saved, n as u64)),
                None => Box::new(move || Lane::new(deal, codes, part.start as u64..part.end as u64, seed, n as u64)),
            }
        };
        let mut lanes = Lanes::new(parts.iter().map(make).collect())?;
        let now = joined(lanes.each(|_, lane| Ok(lane.now()))?);
        Ok(Tables { lanes, parts, now, answers: 0, games: 0 })
    }

    /// Takes a code at each table, if all are legal; else nothing has changed. Without a code a table stays as it is.
    pub fn step(&mut self, codes: Vec<Option<u16>>, width: usize) -> std::result::Result<(), Step> {
        let legal = self.now.legal.chunks(width).zip(&self.now.counts);
        let is_bad = |((legal, n), code): ((&[u16], &u16), &Option<u16>)| {
            code.is_some_and(|code| *n > 0 && !legal[..usize::from(*n)].contains(&code))
        };
        if let Some(table) = legal.zip(&codes).position(is_bad) {
            return Err(Step::Illegal(table));
        }
        let (codes, parts) = (Arc::new(codes), self.parts.clone());
        let told = self.lanes.each(move |number, lane| lane.step(&codes[parts[number].clone()]));
        self.now = joined(told.map_err(Step::Failed)?);
        self.answers += self.now.answers;
        self.games += self.now.done.iter().filter(|done| **done).count() as u64;
        Ok(())
    }

    /// Cuts off games: the next ones follow at their tables.
    pub fn cut(&mut self, tables: &[usize]) -> Result<()> {
        let of: Vec<Vec<usize>> = self.parts.iter().map(|part| within(part, tables.iter().copied())).collect();
        let told = self.lanes.each(move |number, lane| lane.cut(&of[number]))?;
        let (rewards, done) = (std::mem::take(&mut self.now.rewards), std::mem::take(&mut self.now.done));
        self.now = Told { rewards, done, ..joined(told) };
        Ok(())
    }

    /// Writes rows one after the other.
    pub fn observe(&mut self, rows: &Arc<Rows>, wanted: &[Wanted], out: &mut [f32]) -> Result<()> {
        let look = |part: &Range<usize>, (table, seat, is_ended): &Wanted| {
            let table = part.contains(table).then(|| table - part.start)?;
            Some(Look { table, seat: *seat, is_ended: *is_ended })
        };
        if let Some(lane) = self.lanes.here() {
            let all = self.parts.first().cloned().unwrap_or_default();
            let looks: Vec<Look> = wanted.iter().filter_map(|one| look(&all, one)).collect();
            return lane.observe(rows, &looks, out);
        }
        let size = rows.encoder.size();
        let of: Vec<Vec<Look>> =
            self.parts.iter().map(|part| wanted.iter().filter_map(|one| look(part, one)).collect()).collect();
        let rows = rows.clone();
        let written = self.lanes.each(move |number, lane| {
            let mut out = vec![0.0; of[number].len() * size];
            lane.observe(&rows, &of[number], &mut out)?;
            Ok(out)
        })?;
        let mut written: Vec<_> = written.iter().map(|lane| lane.chunks(size)).collect();
        for ((table, ..), row) in wanted.iter().zip(out.chunks_mut(size)) {
            let lane = self.parts.iter().position(|part| part.contains(table));
            if let Some(of) = lane.and_then(|lane| written[lane].next()) {
                row.copy_from_slice(of);
            }
        }
        Ok(())
    }

    /// The action of each code at each table.
    pub fn actions(&mut self, rows: &Arc<Rows>) -> Result<Vec<i32>> {
        let rows = rows.clone();
        Ok(self.lanes.each(move |_, lane| lane.actions(&rows))?.concat())
    }

    /// What each seat is worth at each table, as the game says; `None`: it does not.
    pub fn values(&mut self) -> Result<Option<Vec<f32>>> {
        let lanes = self.lanes.each(|_, lane| Ok(lane.values()))?;
        Ok(lanes.into_iter().collect::<Option<Vec<_>>>().map(|lanes| lanes.concat()))
    }

    /// A copy of a table, the record that led to it, and the choices that are being made there.
    pub fn copy(&mut self, table: usize) -> Result<(Table, Record, Option<Choices>)> {
        let parts = self.parts.clone();
        let copies = self.lanes.each(move |number, lane| {
            let part = &parts[number];
            Ok(part.contains(&table).then(|| (lane.copy(table - part.start), lane.choices(table - part.start))))
        })?;
        let found = copies.into_iter().flatten().next();
        let ((table, record), choices) =
            found.ok_or_else(|| intermezzo::error::Error::usage(format!("the vector has no table {table}")))?;
        Ok((table, record, choices))
    }

    /// Everything that other tables must know to go on as these do.
    pub fn save(&mut self) -> Result<Vec<Saved>> {
        Ok(self.lanes.each(|_, lane| Ok(lane.save()))?.concat())
    }
}

/// The tables of a part, counted within it.
fn within(part: &Range<usize>, tables: impl Iterator<Item = usize>) -> Vec<usize> {
    tables.filter(|table| part.contains(table)).map(|table| table - part.start).collect()
}

fn joined(told: Vec<Told>) -> Told {
    told.into_iter()
        .reduce(|mut all, one| {
            all.asked.extend(one.asked);
            all.counts.extend(one.counts);
            all.legal.extend(one.legal);
            all.rewards.extend(one.rewards);
            all.done.extend(one.done);
            all.answers += one.answers;
            all
        })
        .unwrap_or_default()
}
