//! A game's side of what happens to its character.

use super::{AnimInstance, Request};
use crate::Event;

/// A game's code that is told of everything that happens to a character, in order. It is called on
/// the game thread.
///
/// In a branching point, which is an event with [`Event::branching`] while montages advance, what
/// it asks for happens at once: a jump applies to the rest of the tick's time, a montage that it
/// starts begins at that instant. Of all other events it is told after the tick, and what it asks
/// for counts from the next one on. Only what fired is told.
pub trait Handler {
    /// Is told of an event that fired; what it asks for goes into `calls`.
    fn handle(&mut self, character: &AnimInstance, event: &Event, calls: &mut Calls);

    /// A game's own logic of each tick, `seconds` long: on the game thread, when montages have
    /// advanced and before the graph is updated. What it asks for of the graph counts in this tick:
    /// parameters, live frames, bones from outside, targets of warps. All else counts from the next
    /// one on. There is none while a playhead is scrubbed.
    fn update(&mut self, _character: &AnimInstance, _seconds: f64, _calls: &mut Calls) {}
}

/// Nobody listens.
#[derive(Default)]
pub struct Silent;

impl Handler for Silent {
    fn handle(&mut self, _: &AnimInstance, _: &Event, _: &mut Calls) {}
}

/// What a handler asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    pub(super) requests: Vec<Request>,
    pub(super) destroys: bool,
}

impl Calls {
    /// Asks for something after what was asked for before. When it counts is told at [`Handler`].
    pub fn ask(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// The character goes: everything that has begun ends, told as torn down, and nothing else is.
    pub fn destroy(&mut self) {
        self.destroys = true;
    }
}
