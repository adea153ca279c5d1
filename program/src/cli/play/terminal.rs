//! Terminal: the screen that a game has for itself, and how it is given back.
//!
//! The alternate screen keeps the earlier contents. It is given back on leaving, on a panic, when a
//! signal ends the program, and while the program is stopped. Hands of others never get into the
//! scrollback, because a screen of this kind has none.

use std::io::IsTerminal;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use crossterm::event;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use super::input::InputEvent;
use crate::cli::output::{Code, is_terminal, steer_now};
use crate::cli::text::is_dumb;

/// True while this program controls the screen.
static OURS: AtomicBool = AtomicBool::new(false);

/// The terminal with a screen of its own, until it is dropped.
pub struct Terminal(());

impl Terminal {
    /// True if people sit at a terminal that has a screen.
    pub fn is_there() -> bool {
        std::io::stdin().is_terminal() && is_terminal() && !is_dumb()
    }

    /// Takes the screen, and tells of keys, of a new size, and of signals.
    ///
    /// # Errors
    ///
    /// A terminal that does not obey.
    pub fn take(tell: &Sender<InputEvent>) -> std::io::Result<Terminal> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                before(panic);
            }));
        });
        signals::listen(tell.clone())?;
        let terminal = Terminal(());
        terminal.take_again()?;
        let keys = tell.clone();
        std::thread::spawn(move || read_keys(&keys));
        Ok(terminal)
    }

    /// Takes the screen again, whatever others did with it meanwhile.
    ///
    /// # Errors
    ///
    /// A terminal that does not obey.
    pub fn take_again(&self) -> std::io::Result<()> {
        // Raw mode that counts as on is not set again, so it is ended first: somebody else may have set the terminal
        // meanwhile.
        disable_raw_mode()?;
        enable_raw_mode()?;
        OURS.store(true, Ordering::SeqCst);
        steer_now(&[Code::TakeScreen, Code::ShowCursor])
    }

    /// Gives the screen back and stops, as ^Z does; on return the program goes on.
    ///
    /// # Errors
    ///
    /// A terminal that does not obey.
    pub fn stop(&self) -> std::io::Result<()> {
        give_back();
        signals::stop();
        self.take_again()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the screen back, from any thread; twice does no harm.
fn give_back() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    // A failure has no reader: the terminal is gone.
    drop(steer_now(&[Code::NoColours, Code::ShowCursor, Code::LeaveScreen]));
    drop(disable_raw_mode());
}

fn read_keys(tell: &Sender<InputEvent>) {
    loop {
        let event = match event::read() {
            Ok(event::Event::Key(key)) => InputEvent::Key(key),
            Ok(event::Event::Paste(text)) => InputEvent::Pasted(text),
            Ok(event::Event::Resize(..)) => InputEvent::Resized,
            Ok(_) => continue,
            Err(_) => InputEvent::End,
        };
        let is_end = event == InputEvent::End;
        if tell.send(event).is_err() || is_end {
            return;
        }
    }
}

#[cfg(unix)]
pub use signals::ask_to_stop;

#[cfg(unix)]
mod signals {
    use std::sync::mpsc::Sender;

    use rustix::process::{Signal, getpid, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::super::input::InputEvent;

    /// Gives the screen back when a signal ends the program; stopping and waking are sent on.
    pub fn listen(tell: Sender<InputEvent>) -> std::io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let is_told = match signal {
                    SIGTSTP => tell.send(InputEvent::Stop).is_ok(),
                    SIGCONT => tell.send(InputEvent::Woken).is_ok(),
                    _ => false,
                };
                if !is_told && signal != SIGCONT {
                    super::give_back();
                    // The signal ends or stops the program, and a failure leaves nothing else to try.
                    drop(emulate_default_handler(signal));
                }
            }
        });
        Ok(())
    }

    /// Stops the program until somebody wakes it.
    pub fn stop() {
        drop(emulate_default_handler(SIGTSTP));
    }

    /// Asks all processes that run together with us to stop, as the terminal does for ^Z. False: no shell could wake us
    /// again.
    pub fn ask_to_stop() -> bool {
        getsid(None).is_ok_and(|session| session != getpid()) && kill_current_process_group(Signal::TSTP).is_ok()
    }
}

#[cfg(not(unix))]
mod signals {
    use std::sync::mpsc::Sender;

    use super::super::input::InputEvent;

    pub fn listen(_: Sender<InputEvent>) -> std::io::Result<()> {
        Ok(())
    }

    pub fn stop() {}
}

/// A system other than Unix cannot stop a program.
#[cfg(not(unix))]
pub fn ask_to_stop() -> bool {
    false
}
