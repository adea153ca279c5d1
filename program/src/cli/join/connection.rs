//! Connection: the WebSocket of a table, kept by a thread of its own.
//!
//! A lost connection is made again. The table then tells how it stands, from the last event that is known, and an answer
//! that was not acknowledged is sent again with its number: the table takes it once.

use std::io::{ErrorKind, Read, Result as IoResult, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

use super::address::Address;
use crate::cli::text::clean;

/// The news from a server.
#[derive(Debug)]
pub enum Heard {
    /// A message of the table.
    Said(Value),
    /// The connection is lost, and made again.
    Lost,
    /// The server refuses the seat, with the reason; no further try is made.
    Refused(String),
}

/// The longest time for making a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// The longest wait for a message of the server before messages to be sent are looked for: shorter than anybody
/// notices.
const LOOK: Duration = Duration::from_millis(20);
/// The silence after which the connection counts as lost: a server sends a sign of life each 20 seconds.
const SILENCE: Duration = Duration::from_secs(60);
/// The pauses between tries to connect: the first, and the longest, up to which they double.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));
/// The most bytes of a message: a table with a long log.
const MOST: usize = 32 << 20;

/// Sends the messages from `say` to the server, and its messages to `hear`, over connections that are made again when
/// they are lost. Ends when either channel is closed, or the server refuses the seat.
pub fn talk(address: &Address, say: &Receiver<Value>, hear: &Sender<Heard>) {
    let mut seat = Seat { address, from: 0, unacknowledged: None };
    let mut pause = PAUSES.0;
    loop {
        match seat.connected(say, hear) {
            ConnectionEnd::Left => return,
            ConnectionEnd::Refused(why) => return drop(hear.send(Heard::Refused(why))),
            ConnectionEnd::Lost { was_open } => {
                if was_open {
                    pause = PAUSES.0;
                }
                if hear.send(Heard::Lost).is_err() {
                    return;
                }
            }
        }
        if !seat.waits(say, pause) {
            return;
        }
        pause = (pause * 2).min(PAUSES.1);
    }
}

/// The end of a connection.
enum ConnectionEnd {
    /// The rest of the program has closed a channel: the person has left.
    Left,
    /// The server refuses this link; no further try is made.
    Refused(String),
    /// The connection was lost, or not made.
    Lost { was_open: bool },
}

/// What is known of the seat beyond a single connection: after a loss the next one goes on from there.
struct Seat<'a> {
    address: &'a Address,
    /// The number of the first event that the server has not told yet.
    from: u64,
    /// The last answer, until the table has taken or refused it.
    unacknowledged: Option<Value>,
}

impl Seat<'_> {
    /// Makes a connection, and serves it until it ends.
    fn connected(&mut self, say: &Receiver<Value>, hear: &Sender<Heard>) -> ConnectionEnd {
        let mut socket = match open(self.address) {
            Ok(socket) => socket,
            Err(ended) => return ended,
        };
        let join = json!({ "join": { "key": self.address.key, "from": self.from } });
        let mut was_open = false;
        if send(&mut socket, &join).is_none() {
            return ConnectionEnd::Lost { was_open };
        }
        let mut last = Instant::now();
        loop {
            match next(&mut socket) {
                Next::Said(message) => {
                    last = Instant::now();
                    if !was_open {
                        // The first message lets the seat in: an answer that the table did not acknowledge is sent
                        // again.
                        if let Some(why) = message["refused"]["words"].as_str() {
                            return match message["refused"]["code"].as_str() {
                                Some("busy" | "failed" | "full" | "not_read" | "table_moves" | "table_rests") => {
                                    ConnectionEnd::Lost { was_open }
                                }
                                _ => ConnectionEnd::Refused(why.into()),
                            };
                        }
                        was_open = true;
                        if let Some(answer) = &self.unacknowledged
                            && send(&mut socket, answer).is_none()
                        {
                            return ConnectionEnd::Lost { was_open };
                        }
                    }
                    self.note(&message);
                    if hear.send(Heard::Said(message)).is_err() {
                        return ConnectionEnd::Left;
                    }
                }
                Next::Sign => last = Instant::now(),
                Next::Nothing if last.elapsed() > SILENCE => return ConnectionEnd::Lost { was_open },
                Next::Nothing => {}
                Next::End => return ConnectionEnd::Lost { was_open },
            }
            loop {
                let message = match say.try_recv() {
                    Ok(message) => message,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        drop(socket.close(None).and_then(|()| socket.flush()));
                        return ConnectionEnd::Left;
                    }
                };
                self.keep(&message);
                if send(&mut socket, &message).is_none() {
                    return ConnectionEnd::Lost { was_open };
                }
            }
        }
    }

    /// Waits for `pause` before another try, and keeps an answer that comes meanwhile. False: the person has left.
    fn waits(&mut self, say: &Receiver<Value>, pause: Duration) -> bool {
        let until = Instant::now() + pause;
        loop {
            match say.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(message) => self.keep(&message),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Keeps an answer until the table has spoken about it.
    fn keep(&mut self, message: &Value) {
        if message["answer"].is_object() {
            self.unacknowledged = Some(message.clone());
        }
    }

    /// Reads from a message which events are known now, and whether the last answer was taken or refused.
    fn note(&mut self, message: &Value) {
        let events = &message["table"]["events"];
        if let Some(number) = events.as_array().and_then(|all| all.last()?["number"].as_u64()) {
            self.from = number + 1;
        }
        let reply = [&message["taken"], &message["refused"]].into_iter().find(|reply| reply.is_object());
        let is_about = |answer: &Value, reply: &Value| answer["answer"]["question"] == reply["question"];
        if let (Some(reply), Some(answer)) = (reply, &self.unacknowledged)
            && is_about(answer, reply)
            // An answer that a busy server refused stays: it is sent again.
            && reply["code"] != "busy"
        {
            self.unacknowledged = None;
        }
    }
}

/// The result of reading the socket once.
enum Next {
    Said(Value),
    /// A sign of life, without a message.
    Sign,
    Nothing,
    End,
}

fn next(socket: &mut WebSocket<Transport>) -> Next {
    match socket.read() {
        Ok(Message::Text(text)) => serde_json::from_str(&text).map_or(Next::End, Next::Said),
        Ok(Message::Close(_) | Message::Binary(_)) => Next::End,
        Ok(_) => Next::Sign,
        Err(tungstenite::Error::Io(cause)) if is_pause(&cause) => Next::Nothing,
        Err(_) => Next::End,
    }
}

fn is_pause(cause: &std::io::Error) -> bool {
    matches!(cause.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

fn send(socket: &mut WebSocket<Transport>, message: &Value) -> Option<()> {
    socket.send(Message::text(message.to_string())).ok()
}

/// Connects to the table's WebSocket. The error says whether the server refused, or the connection failed.
fn open(address: &Address) -> Result<WebSocket<Transport>, ConnectionEnd> {
    let lost = || ConnectionEnd::Lost { was_open: false };
    let (host, port) = address.server();
    let places = (host, port).to_socket_addrs().map_err(|_| lost())?;
    let tcp = places.into_iter().find_map(|place| TcpStream::connect_timeout(&place, CONNECT).ok()).ok_or_else(lost)?;
    let times =
        tcp.set_nodelay(true).and(tcp.set_read_timeout(Some(CONNECT))).and(tcp.set_write_timeout(Some(CONNECT)));
    let own = times.and_then(|()| tcp.try_clone()).map_err(|_| lost())?;
    let stream = if address.is_secure { Transport::secure(host, tcp) } else { Some(Transport::Plain(tcp)) };
    let config = WebSocketConfig::default().max_message_size(Some(MOST)).max_frame_size(Some(MOST));
    let opened = tungstenite::client::client_with_config(address.socket(), stream.ok_or_else(lost)?, Some(config));
    let (socket, _) = opened.map_err(|error| match error {
        HandshakeError::Failure(tungstenite::Error::Http(answer)) if answer.status().is_client_error() => {
            ConnectionEnd::Refused(refusal(answer.body().as_deref().unwrap_or_default(), answer.status().as_u16()))
        }
        _ => lost(),
    })?;
    own.set_read_timeout(Some(LOOK)).map_err(|_| lost())?;
    Ok(socket)
}

/// The reason why a server refuses a connection, in words, from its answer to the request.
fn refusal(body: &[u8], status: u16) -> String {
    let reply: Value = serde_json::from_slice(body).unwrap_or_default();
    match (reply["refused"]["words"].as_str(), status) {
        (Some(words), _) => clean(words),
        (None, 404) => "there is no table with this code".into(),
        (None, status) => format!("the server says {status}"),
    }
}

/// A connection, with TLS or without.
enum Transport {
    Plain(TcpStream),
    Secure(Box<rustls::StreamOwned<rustls::ClientConnection, TcpStream>>),
}

impl Transport {
    fn secure(host: &str, tcp: TcpStream) -> Option<Transport> {
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config =
            rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        let name = host.to_string().try_into().ok()?;
        let connection = rustls::ClientConnection::new(Arc::new(config), name).ok()?;
        Some(Transport::Secure(Box::new(rustls::StreamOwned::new(connection, tcp))))
    }
}

impl Read for Transport {
    fn read(&mut self, into: &mut [u8]) -> IoResult<usize> {
        match self {
            Transport::Plain(stream) => stream.read(into),
            Transport::Secure(stream) => stream.read(into),
        }
    }
}

impl Write for Transport {
    fn write(&mut self, from: &[u8]) -> IoResult<usize> {
        match self {
            Transport::Plain(stream) => stream.write(from),
            Transport::Secure(stream) => stream.write(from),
        }
    }

    fn flush(&mut self) -> IoResult<()> {
        match self {
            Transport::Plain(stream) => stream.flush(),
            Transport::Secure(stream) => stream.flush(),
        }
    }
}
