//! Told: what a program says, as it says it.

use std::io::Read;
use std::sync::mpsc::{Receiver, channel};

/// What comes out of a program, until it ends.
pub fn told_by(mut output: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        // A terminal whose other end is closed is an error, not an end.
        while let Ok(n @ 1..) = output.read(&mut bytes) {
            if tell.send(bytes[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    told
}
