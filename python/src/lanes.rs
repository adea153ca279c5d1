//! Lanes: all tables of a vector, in as many threads as were asked for.
//!
//! A table stays on its thread, and so do its suspended scripts. With one thread it is the one that steps.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use intermezzo::error::{Error, Result};

use crate::lane::Lane;

type Work = Box<dyn FnOnce(&mut Lane) + Send>;

/// Where the lanes are.
pub enum Lanes {
    /// With who steps.
    Here(Box<Lane>),
    /// Each with a thread of its own.
    Apart(Vec<Sender<Work>>),
}

/// How a lane is made, by its number.
pub type Make = Box<dyn FnOnce() -> Result<Lane> + Send>;

impl Lanes {
    pub fn new(makes: Vec<Make>) -> Result<Lanes> {
        let mut makes = makes;
        if makes.len() == 1
            && let Some(make) = makes.pop()
        {
            return Ok(Lanes::Here(Box::new(make()?)));
        }
        let mut senders = Vec::new();
        let mut begun = Vec::new();
        for make in makes {
            let (sender, works) = channel::<Work>();
            let (tell, told) = channel();
            thread::spawn(move || {
                let mut lane = match make() {
                    Ok(lane) => lane,
                    Err(error) => return drop(tell.send(Err(error))),
                };
                let _ = tell.send(Ok(()));
                works.iter().for_each(|work| work(&mut lane));
            });
            senders.push(sender);
            begun.push(told);
        }
        for told in begun {
            told.recv().map_err(|_| gone())??;
        }
        Ok(Lanes::Apart(senders))
    }

    /// The only lane, if it is with who steps.
    pub fn here(&mut self) -> Option<&mut Lane> {
        match self {
            Lanes::Here(lane) => Some(lane),
            Lanes::Apart(_) => None,
        }
    }

    /// Does something with all lanes, each in its thread, and waits for all. `work` is given the number of the lane.
    pub fn each<T: Send + 'static>(
        &mut self,
        work: impl Fn(usize, &mut Lane) -> Result<T> + Clone + Send + 'static,
    ) -> Result<Vec<T>> {
        match self {
            Lanes::Here(lane) => Ok(vec![work(0, lane)?]),
            Lanes::Apart(senders) => {
                let mut waits = Vec::new();
                for (number, sender) in senders.iter().enumerate() {
                    let (tell, told) = channel();
                    let work = work.clone();
                    let work: Work = Box::new(move |lane| drop(tell.send(work(number, lane))));
                    sender.send(work).map_err(|_| gone())?;
                    waits.push(told);
                }
                waits.into_iter().map(|told| told.recv().map_err(|_| gone())?).collect()
            }
        }
    }
}

fn gone() -> Error {
    Error::internal("a thread of the vector has ended")
}
