//! Terminal: takes the terminal for a screen of the game's own, and gives it back in every case.
//!
//! The game is drawn on the terminal's alternate screen, under which the earlier contents are kept. It is given back on
//! leaving, on a panic, when a signal ends the program, and while the program is suspended. Hands of other players
//! never get into the scrollback, because the alternate screen has none.

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

/// The terminal while the game has a screen of its own; dropping this gives the screen back.
pub struct Terminal(());

impl Terminal {
    /// True if input and output are a terminal that can show a screen of the game's own.
    pub fn is_there() -> bool {
        std::io::stdin().is_terminal() && is_terminal() && !is_dumb()
    }

    /// Switches to the game's own screen, and begins to send keys, pasted texts, new sizes and signals.
    ///
    /// # Errors
    ///
    /// A terminal that cannot be set.
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

    /// Switches to the game's own screen again, as after the program was suspended.
    ///
    /// # Errors
    ///
    /// A terminal that cannot be set.
    pub fn take_again(&self) -> std::io::Result<()> {
        // Raw mode is ended first: otherwise it counts as set and is not set again, although the shell may have changed
        // the terminal.
        disable_raw_mode()?;
        enable_raw_mode()?;
        OURS.store(true, Ordering::SeqCst);
        steer_now(&[Code::TakeScreen, Code::ShowCursor])
    }

    /// Gives the screen back and suspends the program, as ^Z does; when it is woken, takes the screen again.
    ///
    /// # Errors
    ///
    /// A terminal that cannot be set.
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

/// Gives the screen back, from any thread; does nothing if that was done already.
fn give_back() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    // If this fails, the terminal is gone, and nobody could read why.
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

    /// Begins to handle signals: those that suspend or wake the program are sent as events; at any other the screen is
    /// given back before the program ends.
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
                    // Does what the signal does by default: ends or suspends the program.
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

    /// Suspends this program and all others that the shell started with it, as ^Z in a terminal does. False: no shell
    /// could wake them again.
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

/// False: a system other than Unix cannot suspend a program.
#[cfg(not(unix))]
pub fn ask_to_stop() -> bool {
    false
}
