//! Guest: a connection, from its first line to its end.
//!
//! Its own thread reads; a second thread writes waiting lines once it sits at a table. No other thread ever waits for
//! it.

use std::io::{BufRead as _, BufReader, Read, Result as IoResult, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::client_hello;
use super::hall::{Hall, held};
use crate::cli::serve;
use intermezzo::error::{Error, Refusal};
use intermezzo::kernel::Seat;
use intermezzo::table::wire::Message;

/// The entrance for guests.
pub struct Doors {
    hall: Arc<Hall>,
    inside: AtomicUsize,
    most: usize,
    idle: Duration,
    next: AtomicU64,
}

/// The first line comes within this time.
const FIRST: Duration = Duration::from_secs(30);
/// A write that takes longer is given up.
const WRITE: Duration = Duration::from_secs(10);
/// The most lines that wait for a guest; a guest who does not read them is disconnected.
const MOST_LINES: usize = 16;
/// The stack of a thread that reads lines, in bytes.
const STACK: usize = 512 << 10;

impl Doors {
    pub fn new(hall: Arc<Hall>, most: usize, idle: Duration) -> Doors {
        Doors { hall, inside: AtomicUsize::new(0), most, idle, next: AtomicU64::new(1) }
    }

    /// Lets somebody in, if there is room.
    pub fn let_in(self: &Arc<Doors>, mut stream: TcpStream) {
        drop(stream.set_nodelay(true));
        drop(stream.set_write_timeout(Some(WRITE)));
        if self.inside.fetch_add(1, Ordering::AcqRel) >= self.most {
            self.inside.fetch_sub(1, Ordering::AcqRel);
            // The line is short: it fits into what the system keeps for it.
            drop(stream.set_write_timeout(Some(Duration::from_millis(50))));
            let words = format!("{} clients are connected, and no more may", self.most);
            return turn_away(&mut stream, &Error::refused(Refusal::new("full", words)));
        }
        let doors = self.clone();
        let come = move || {
            let _inside = GuestCount(&doors);
            doors.receive(stream);
        };
        if Builder::new().name("guest".into()).stack_size(STACK).spawn(come).is_err() {
            self.inside.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// A connection from its beginning to its end.
    fn receive(&self, stream: TcpStream) {
        let Ok(mut out) = stream.try_clone() else { return };
        let mut input = BufReader::new(Patient { stream, until: Some(Instant::now() + FIRST), idle: self.idle });
        // An overlong line is not read to its end.
        let mut first = Vec::new();
        if !matches!(input.by_ref().take(serve::MAX_LINE).read_until(b'\n', &mut first), Ok(1..)) {
            return;
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (lines, waiting) = sync_channel(MOST_LINES);
        let mut own: Option<Seat> = None;
        let sat = client_hello::read(&first).and_then(|join| {
            own = join.seat.map(Seat);
            let table = self.hall.find(&join)?;
            self.hall.with(&table, |served| served.join(id, &join, lines))?;
            Ok(table)
        });
        let table = match sat {
            Ok(table) => table,
            Err(error) => {
                turn_away(&mut out, &error);
                return input.get_mut().overhear();
            }
        };
        let writer = move || write_all(out, &waiting);
        if Builder::new().name("guest".into()).stack_size(STACK).spawn(writer).is_ok() {
            input.get_mut().until = None;
            while let Ok(Some(line)) = serve::line(&mut input) {
                // An invalid line must not hold up the table.
                let reply = line.and_then(|line| serve::reply(own.as_slice(), &line));
                let answered = reply.and_then(|reply| self.hall.with(&table, |served| served.answer(id, &reply)));
                if let Err(error) = answered
                    && !held(&table).refuse(id, &error)
                {
                    break;
                }
            }
        }
        held(&table).leave(id);
    }
}

/// A connected guest; dropping it counts her out.
struct GuestCount<'d>(&'d Doors);

impl Drop for GuestCount<'_> {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Reads as long as it may take: until a moment, or until nothing has come for a while.
struct Patient {
    stream: TcpStream,
    until: Option<Instant>,
    idle: Duration,
}

impl Patient {
    /// Reads the last input of a rejected guest for a moment, because unread input keeps the system from sending her
    /// the reason.
    fn overhear(&mut self) {
        self.until = Some(Instant::now() + Duration::from_millis(500));
        let mut room = [0; 4096];
        for _ in 0..1024 {
            if !matches!(self.read(&mut room), Ok(1..)) {
                return;
            }
        }
    }
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> IoResult<usize> {
        let left = self.until.map_or(self.idle, |until| until.saturating_duration_since(Instant::now()));
        // A time of nothing would be for ever.
        self.stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
        self.stream.read(into)
    }
}

/// Writes waiting lines until all senders are dropped.
fn write_all(mut out: TcpStream, waiting: &Receiver<String>) {
    for mut line in waiting {
        line.push('\n');
        if out.write_all(line.as_bytes()).is_err() {
            break;
        }
    }
    // The peer reads the end of the stream.
    drop(out.shutdown(Shutdown::Both));
}

fn turn_away(out: &mut TcpStream, error: &Error) {
    if let Ok(line) = serde_json::to_string(&Message::Refused(serve::why(error))) {
        // A guest who does not read the refusal is disconnected as well.
        drop(out.write_all(format!("{line}\n").as_bytes()));
    }
    drop(out.shutdown(Shutdown::Write));
}
