//! Handlers of notifies that all characters share: objects without a state of their own, and a
//! scratch for each activation.

use super::{AnimInstance, Calls, Handler};
use crate::{
    Event, Name,
    event::{Phase, Source},
    notify::Payload,
};
use std::{any::Any, collections::BTreeMap, sync::Arc};

/// An object that handles the notifies of one name or class. All characters share the object, so
/// the object itself keeps no state: the state of one activation is in the activation's
/// [`Scratch`].
pub trait NotifyObject: Send + Sync {
    /// Handles an instant.
    fn notify(&self, _told: &mut Told<'_>) {}

    /// A state; how long it lasts is in [`Event::seconds`].
    fn begin(&self, _told: &mut Told<'_>) {}

    /// The time that passed for it is in [`Event::seconds`], 0 while it is paused.
    fn tick(&self, _told: &mut Told<'_>) {}

    /// Handles the end of a state; the cause is in [`Event::cause`].
    fn end(&self, _told: &mut Told<'_>) {}
}

/// Context that a notify object receives with an event.
pub struct Told<'a> {
    /// The character whose notify it is.
    pub character: &'a AnimInstance,
    /// The event that is reported.
    pub event: &'a Event,
    /// State that the object keeps for this activation: created when the activation begins, dropped
    /// after the activation ended. The scratch of an instant is dropped at once.
    pub scratch: &'a mut Scratch,
    /// Collects the requests of the object.
    pub calls: &'a mut Calls,
}

impl Told<'_> {
    /// Values that the notify carries; None if the notify has no class.
    pub fn payload(&self) -> Option<Payload<'_>> {
        self.character.library().payload(self.event)
    }
}

/// Anything that an object keeps from an activation's begin to its end.
#[derive(Default)]
pub struct Scratch(Option<Box<dyn Any + Send>>);

impl Scratch {
    /// Keeps a value in place of the one that was kept before, whatever its type.
    pub fn set<T: Any + Send>(&mut self, value: T) {
        self.0 = Some(Box::new(value));
    }

    /// The stored value; None if nothing of type `T` is stored.
    pub fn get<T: Any + Send>(&mut self) -> Option<&mut T> {
        self.0.as_mut()?.downcast_mut()
    }
}

/// The objects of a game, by the names or classes of notifies; a name goes before a class.
#[derive(Clone, Default)]
pub struct NotifyObjects(BTreeMap<Name, Arc<dyn NotifyObject>>);

impl NotifyObjects {
    /// Sets the object of a name or class, in place of the one that it had.
    pub fn insert(&mut self, name: Name, object: Arc<dyn NotifyObject>) {
        self.0.insert(name, object);
    }

    fn of(&self, character: &AnimInstance, event: &Event) -> Option<&Arc<dyn NotifyObject>> {
        let class = || {
            character
                .library()
                .notify_of(event)
                .map(|notify| notify.class)
        };
        self.0.get(&event.name).or_else(|| self.0.get(&class()?))
    }
}

/// Callbacks of one character: scratch data of active notifies, and the listener for montages.
#[derive(Default)]
pub struct Callbacks {
    objects: Arc<NotifyObjects>,
    scratches: Vec<((u64, Source), Scratch)>,
    montages: Option<NotifyListenerFn>,
}

type NotifyListenerFn = Box<dyn FnMut(&AnimInstance, &Event, &mut Calls) + Send>;

impl Callbacks {
    /// Callbacks with the objects of a game and nobody who hears of montages.
    pub fn new(objects: Arc<NotifyObjects>) -> Self {
        Self {
            objects,
            ..Self::default()
        }
    }

    /// Hears of everything that is not a notify: montages that start, blend, end, change section;
    /// jumps.
    pub fn on_montages(
        mut self,
        listener: impl FnMut(&AnimInstance, &Event, &mut Calls) + Send + 'static,
    ) -> Self {
        self.montages = Some(Box::new(listener));
        self
    }

    /// Number of activations in progress.
    pub fn under_way(&self) -> usize {
        self.scratches.len()
    }
}

impl Handler for Callbacks {
    fn handle(&mut self, character: &AnimInstance, event: &Event, calls: &mut Calls) {
        if event.id == 0 {
            if let Some(listener) = &mut self.montages {
                listener(character, event, calls);
            }
            return;
        }
        let Some(object) = self.objects.of(character, event).cloned() else {
            return;
        };
        let key = (event.id, event.source);
        let known = self.scratches.iter().position(|(known, _)| *known == key);
        if event.phase == Phase::Begin && known.is_none() {
            self.scratches.push((key, Scratch::default()));
        }
        // An end drops it before its object is called, so that a panic leaves nothing behind.
        let mut own = match (event.phase, known) {
            (Phase::Begin | Phase::Tick, _) => None,
            (Phase::End, Some(at)) => Some(self.scratches.remove(at).1),
            _ => Some(Scratch::default()),
        };
        let kept = self
            .scratches
            .iter_mut()
            .find(|(known, _)| *known == key)
            .map(|(_, scratch)| scratch);
        let Some(scratch) = own.as_mut().or(kept) else {
            return;
        };
        let mut told = Told {
            character,
            event,
            scratch,
            calls,
        };
        match event.phase {
            Phase::Notify => object.notify(&mut told),
            Phase::Begin => object.begin(&mut told),
            Phase::Tick => object.tick(&mut told),
            Phase::End => object.end(&mut told),
            _ => {}
        }
    }
}
