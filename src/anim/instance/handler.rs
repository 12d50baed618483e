//! A game's side of what happens to its character.

use super::{AnimInstance, Request};
use crate::Event;

/// Code of a game that receives every event of a character, in order, on the game thread.
///
/// A branching point is an event with [`Event::branching`], reported while montages advance.
/// Requests made in a branching point apply at once: a jump applies to the rest of the tick's time,
/// and a montage that the handler starts begins at that instant. All other events are reported
/// after the tick, and requests made then apply from the next tick. Only events that fired are
/// reported.
pub trait Handler {
    /// Handles an event that fired; what the handler asks for goes into `calls`.
    fn handle(&mut self, character: &AnimInstance, event: &Event, calls: &mut Calls);

    /// A game's own logic of each tick, `seconds` long: on the game thread, when montages have
    /// advanced and before the graph is updated. What it asks for of the graph counts in this tick:
    /// parameters, live frames, bones from outside, targets of warps. All else counts from the next
    /// one on. There is none while a playhead is scrubbed.
    fn update(&mut self, _character: &AnimInstance, _seconds: f64, _calls: &mut Calls) {}
}

/// A handler that ignores all events.
#[derive(Default)]
pub struct Silent;

impl Handler for Silent {
    fn handle(&mut self, _: &AnimInstance, _: &Event, _: &mut Calls) {}
}

/// Requests that a handler makes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    pub(super) requests: Vec<Request>,
    pub(super) destroys: bool,
}

impl Calls {
    /// Adds a request after the earlier requests. [`Handler`] describes when a request applies.
    pub fn ask(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// Destroys the character: everything that has begun ends and is reported as torn down; nothing
    /// else is reported.
    pub fn destroy(&mut self) {
        self.destroys = true;
    }
}
