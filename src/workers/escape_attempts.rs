//! Escape attempts: what a worker must not be able to do, tried from behind its walls, for tests.

use std::fs::File;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::process::Command;

/// Tries to escape in one way. Returns `done`, or the reason of the failure.
pub fn attempt(what: &str) -> String {
    let tried = match what {
        "read" => File::open("/etc/passwd").map(drop),
        "list" => std::fs::read_dir("/").map(drop),
        "write" => File::create(std::env::temp_dir().join("intermezzo-attempt")).map(drop),
        "connect" => TcpStream::connect("127.0.0.1:9").map(drop),
        "listen" => TcpListener::bind("127.0.0.1:0").map(drop),
        "send" => UdpSocket::bind("127.0.0.1:0").map(drop),
        "start" => Command::new("/bin/true").spawn().map(drop),
        "thread" => std::thread::Builder::new().spawn(|| ()).map(drop),
        #[cfg(unix)]
        "signal" => {
            use rustix::process::{Pid, Signal, kill_process};
            kill_process(Pid::INIT, Signal::CONT).map_err(Into::into)
        }
        #[cfg(unix)]
        "limit" => {
            use rustix::process::{Resource, Rlimit, setrlimit};
            setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) }).map_err(Into::into)
        }
        "memory" => {
            let mut all = Vec::new();
            loop {
                all.push(vec![1_u8; 1 << 20]);
                std::hint::black_box(&all);
            }
        }
        "loop" => loop {
            std::hint::spin_loop();
        },
        "panic" => panic!("as it was asked to"),
        other => return format!("nobody knows how to try `{other}`"),
    };
    tried.map_or_else(|error| error.to_string(), |()| "done".into())
}
