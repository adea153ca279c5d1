//! Disk: a database that fails, forgets who asked, and is taken over, all by one seed.
//!
//! It keeps what a database keeps: a write is in it wholly or not at all, and only under the lease that holds the table.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::store::{FoundTable, JobResult, Lease, Rows, Store, StoreJob, Unwritten, Write};

/// The faults of writes; each number is the mean of writes between two faults.
#[derive(Clone, Copy)]
pub struct Faults {
    /// The disk is full: nothing is written.
    pub full: u64,
    /// The connection breaks: the change is written or not, and the server does not learn which.
    pub unsure: u64,
    /// Another server takes the tables, and this one is told only by its next write.
    pub lost: u64,
}

/// The database, shared by the servers.
#[derive(Clone)]
pub struct Disk(Arc<Mutex<Inside>>);

/// A write that has not reached the disk: its server, the lease under which it is made, the change, and the function
/// that takes its result.
type WaitingWrite = (usize, Option<Lease>, Write, JobResult<Result<Lease, Unwritten>>);

struct Inside {
    tables: BTreeMap<String, TableRow>,
    texts: BTreeMap<String, Arc<str>>,
    /// The leases that go on, by server.
    leases: BTreeMap<usize, Lease>,
    begun: u64,
    waiting: VecDeque<WaitingWrite>,
    faults: Faults,
    chance: u64,
    /// How often each fault happened.
    pub happened: BTreeMap<&'static str, u64>,
}

#[derive(Default)]
struct TableRow {
    seating: String,
    texts: String,
    record: String,
    remarks: Vec<String>,
    holder: Option<Lease>,
}

impl Disk {
    pub fn new(seed: u64, faults: Faults) -> Disk {
        let (tables, texts, leases) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (begun, waiting, happened) = (0, VecDeque::new(), BTreeMap::new());
        Disk(Arc::new(Mutex::new(Inside { tables, texts, leases, begun, waiting, faults, chance: seed, happened })))
    }

    /// The store of a server that begins. The tables that it held under this number before are free.
    pub fn server(&self, number: usize) -> Store {
        self.inside().begin(number);
        let disk = self.clone();
        Store::of(move |job| disk.inside().take_up(number, job))
    }

    /// Makes the waiting writes in order, at most this many. The server of each gets its result, or its error.
    pub fn work(&self, most: usize) {
        for _ in 0..most {
            let mut inside = self.inside();
            let Some((server, lease, write, back)) = inside.waiting.pop_front() else { return };
            let done = inside.write(server, lease, &write);
            drop(inside);
            if let Some(done) = done {
                back(done);
            }
        }
    }

    /// True if something waits to be written.
    pub fn is_waiting(&self) -> bool {
        !self.inside().waiting.is_empty()
    }

    /// Ends a server. Of its waiting writes a random number, from the first on, is made; the others are lost.
    pub fn dies(&self, number: usize) {
        let mut inside = self.inside();
        let (of, others) = std::mem::take(&mut inside.waiting).into_iter().partition(|(server, ..)| *server == number);
        inside.waiting = others;
        let of: VecDeque<_> = of;
        let so_many = inside.one_of(of.len() as u64 + 1) as usize;
        for (server, lease, write, _) in of.into_iter().take(so_many) {
            let _ = inside.write(server, lease, &write);
        }
        inside.end(number);
    }

    /// The record of a table as it is kept, the texts with which it began, and their hash.
    pub fn record(&self, code: &str) -> (String, Arc<str>, String) {
        let inside = self.inside();
        let row = &inside.tables[code];
        (row.record.clone(), inside.texts[&row.texts].clone(), row.texts.clone())
    }

    pub fn happened(&self) -> BTreeMap<&'static str, u64> {
        self.inside().happened.clone()
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn one_of(&mut self, n: u64) -> u64 {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) % n.max(1)
    }

    /// True once in `once_in` calls on average, counted under this name; 0: never.
    fn happens(&mut self, what: &'static str, once_in: u64) -> bool {
        let is = once_in > 0 && self.one_of(once_in) == 0;
        *self.happened.entry(what).or_default() += u64::from(is);
        is
    }

    fn begin(&mut self, number: usize) -> Lease {
        self.end(number);
        self.begun += 1;
        let lease: Lease = format!("{number}-{}", self.begun).into();
        self.leases.insert(number, lease.clone());
        lease
    }

    fn end(&mut self, number: usize) {
        let Some(ended) = self.leases.remove(&number) else { return };
        for row in self.tables.values_mut().filter(|row| row.holder.as_ref() == Some(&ended)) {
            row.holder = None;
        }
    }

    fn take_up(&mut self, server: usize, job: StoreJob) {
        match job {
            StoreJob::Write(None, begin, back) => {
                if let Some(done) = self.write(server, None, &begin) {
                    back(done);
                }
            }
            StoreJob::Write(lease, write, back) => self.waiting.push_back((server, lease, write, back)),
            StoreJob::Take(code, has_room, back) => back(Ok(self.take(server, &code, has_room))),
            StoreJob::IsKnown(code, back) => back(Ok(self.tables.contains_key(&code))),
            StoreJob::Count(back) => back(Ok(self.tables.len())),
            StoreJob::Secret(new, back) => back(Ok(new)),
            StoreJob::Forget(_, _, back) => back(Err(io::Error::other("nothing is forgotten here"))),
            StoreJob::Close(back) => back(()),
        }
    }

    fn take(&mut self, server: usize, code: &str, has_room: bool) -> FoundTable {
        let lease = match self.leases.get(&server) {
            Some(lease) => lease.clone(),
            None => self.begin(server),
        };
        let Some(row) = self.tables.get_mut(code) else { return FoundTable::Nowhere };
        match &row.holder {
            Some(holder) if *holder != lease => FoundTable::Elsewhere(holder.to_string()),
            _ if !has_room => FoundTable::Free,
            _ => {
                row.holder = Some(lease.clone());
                let texts = (row.texts.clone(), self.texts[&row.texts].to_string());
                let (seating, record, remarks) = (row.seating.clone(), row.record.clone(), row.remarks.clone());
                FoundTable::Here(Rows { seating, record, remarks, texts }, lease)
            }
        }
    }

    /// Makes a write, unless a fault prevents it. The result says which fault the server learns of.
    fn write(&mut self, server: usize, lease: Option<Lease>, write: &Write) -> Option<Result<Lease, Unwritten>> {
        let faults = self.faults;
        if lease.is_some() && self.happens("lost", faults.lost) {
            self.end(server);
        }
        let own = self.leases.get(&server).cloned();
        let Some(own) = own.filter(|own| lease.as_ref().is_none_or(|lease| lease == own)) else {
            return Some(Err(Unwritten::Lost));
        };
        if lease.is_some() && self.happens("full", faults.full) {
            return Some(Err(Unwritten::Refused("the disk is full".into())));
        }
        let is_unsure = lease.is_some() && self.happens("unsure", faults.unsure);
        if !(is_unsure && self.one_of(2) == 0) {
            self.apply(&own, write);
        }
        Some(if is_unsure { Err(Unwritten::Unsure("the connection broke".into())) } else { Ok(own) })
    }

    fn apply(&mut self, lease: &Lease, write: &Write) {
        match write.clone() {
            Write::Begin { code, seating, record, texts: (hash, json) } => {
                self.texts.entry(hash.clone()).or_insert(json);
                let holder = Some(lease.clone());
                let row = TableRow { seating, texts: hash, record, remarks: Vec::new(), holder };
                assert!(self.tables.insert(code, row).is_none(), "a table begins once");
            }
            Write::Seating { code, seating } => self.held(&code, lease).seating = seating,
            Write::Remark { code, number, remark } => {
                let row = self.held(&code, lease);
                assert_eq!(row.remarks.len(), number, "a remark is written once");
                row.remarks.push(remark);
            }
            Write::Record { code, start, text } => {
                let row = self.held(&code, lease);
                assert!(start == 0 || start == row.record.len(), "a piece is written once, at the end");
                row.record.truncate(start);
                row.record += &text;
            }
            Write::Nothing => {}
        }
    }

    fn held(&mut self, code: &str, lease: &Lease) -> &mut TableRow {
        let row = self.tables.get_mut(code).expect("a table that began");
        assert_eq!(row.holder.as_ref(), Some(lease), "only who holds a table writes it");
        row
    }
}
