//! How montages advance while branching points are answered: what an answer does, it does before
//! anything later moves.

use super::{
    AnimInstance, Calls, Handler, Request, Start,
    montage_instance::{MontageContext, MontageInstance, stop_blend},
    stepping::SubStepProgress,
};
use crate::{Event, Notify, event::Cause, notify::action};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers in one tick at most; what more branching points ask for is left out.
const MOST_ANSWERS: u32 = 256;
/// Montages that they start in one tick at most.
const MOST_PLAYS: u32 = 16;

impl AnimInstance {
    /// Advances the montages in play order, each follower after its leader.
    pub(super) fn advance_montages(&mut self, handler: &mut dyn Handler) {
        self.advances = true;
        self.advanced.clear();
        // What branching points start is newer than all others, and advances too.
        let is_due = |this: &Self| {
            this.montages
                .iter()
                .map(|it| it.id)
                .find(|id| !this.advanced.contains(id))
        };
        while let Some(id) = is_due(self) {
            self.advance_after_leader(id, handler);
            if self.is_torn_down {
                break;
            }
        }
        self.advanced.clear();
        self.advances = false;
    }

    fn advance_after_leader(&mut self, id: u32, handler: &mut dyn Handler) {
        if self.advanced.contains(&id) || self.is_torn_down {
            return;
        }
        self.advanced.push(id);
        let leader = self
            .instance_mut(id)
            .and_then(|instance| instance.lead.as_ref())
            .map(|lead| lead.leader);
        if let Some(Some(leader)) = leader {
            self.advance_after_leader(leader, handler);
            let led = self
                .instance_mut(leader)
                .filter(|leader| !leader.is_stopped())
                .map(|leader| leader.led());
            let Some(instance) = self.instance_mut(id) else {
                return;
            };
            match led {
                Some(led) => instance.follow(led),
                None => instance.lead = None,
            }
        }
        self.advance_one(id, handler);
    }

    fn advance_one(&mut self, id: u32, handler: &mut dyn Handler) {
        let started_at = match self.instance_mut(id) {
            Some(instance) => instance.started_at.take(),
            None => return,
        };
        let dt = started_at.map_or(self.dt, |at| (self.clock - at).clamp(0.0, self.dt));
        self.with(id, |instance, cx| {
            if started_at.is_some() {
                instance.update_weight(dt, cx);
            }
            instance.begin_advance(dt, cx);
        });
        loop {
            let progress = self.with(id, |instance, cx| instance.step(cx));
            match progress {
                Some(SubStepProgress::More) => self.tell_now(handler),
                Some(SubStepProgress::Fired(notify)) => self.answer(id, &notify, handler),
                Some(SubStepProgress::Done) | None => break,
            }
            if self.is_torn_down {
                return;
            }
        }
        if self.with(id, |instance, cx| instance.end_advance(dt, cx)) == Some(true) {
            self.montages.retain(|instance| instance.id != id);
        }
        self.tell_now(handler);
    }

    /// Runs the built-in action of a branching point, then the game's answer.
    fn answer(&mut self, id: u32, notify: &Notify, handler: &mut dyn Handler) {
        self.answers += 1;
        if self.answers > MOST_ANSWERS {
            return;
        }
        // The newest event is its own.
        self.now = self.out.events.last().map_or(self.now, |event| event.time);
        self.act(id, notify);
        self.tell_now(handler);
        if !self.is_torn_down {
            self.settle_others(id, handler);
        }
    }

    /// Passes new events to the handler, and carries out its requests at once.
    fn tell_now(&mut self, handler: &mut dyn Handler) {
        while let Some(event) = self.next_to_tell() {
            self.now = event.time;
            let calls = self.tell(&event, handler);
            for request in &calls.requests {
                let plays = matches!(request, Request::PlayMontage { .. });
                if plays && self.plays >= MOST_PLAYS {
                    continue;
                }
                let refused = self.request(request).is_err();
                self.plays += u32::from(plays && !refused);
            }
            if calls.destroys {
                return self.destroy(handler);
            }
        }
    }

    fn next_to_tell(&mut self) -> Option<Event> {
        while let Some(event) = self.out.events.get(self.heard).copied() {
            self.heard += 1;
            if event.fired() {
                return Some(event);
            }
        }
        None
    }

    /// Calls the handler's update, before the graph is updated.
    pub(super) fn tell_update(&mut self, handler: &mut dyn Handler) {
        if self.is_torn_down || self.quiet {
            return;
        }
        let calls = self.call(|character, calls| handler.update(character, character.dt, calls));
        for request in calls.requests {
            if request.is_of_the_graph() {
                // As of all that a handler asks for, nobody is there to be told why not.
                let _ = self.request(&request);
            } else {
                self.asked.push(request);
            }
        }
        if calls.destroys {
            self.destroy(handler);
        }
    }

    fn tell(&mut self, event: &Event, handler: &mut dyn Handler) -> Calls {
        self.call(|character, calls| handler.handle(character, event, calls))
    }

    /// A panic of the handler is kept, and its calls are not done.
    fn call(&mut self, handler: impl FnOnce(&Self, &mut Calls)) -> Calls {
        let mut calls = Calls::default();
        let told = catch_unwind(AssertUnwindSafe(|| handler(&*self, &mut calls)));
        match told {
            Ok(()) => calls,
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                self.handler_fault = Some(text.unwrap_or_default());
                Calls::default()
            }
        }
    }

    fn act(&mut self, id: u32, notify: &Notify) {
        let section = |instance: &MontageInstance| instance.montage.find_section(notify.target);
        match notify.action {
            action::JUMP_TO_SECTION => {
                self.with(id, |instance, cx| {
                    if let Some(section) = section(instance) {
                        instance.jump_to(section, false, Cause::Branch, cx);
                    }
                });
            }
            action::SET_NEXT_SECTION => {
                if let Some(instance) = self.instance_mut(id)
                    && let to @ Some(_) = section(instance)
                {
                    let (montage, from) = (instance.montage.clone(), instance.travel.section);
                    instance.travel.set_next_section(&montage, from, to);
                }
            }
            action::STOP => {
                let time = (notify.value >= 0.0).then_some(notify.value);
                self.with(id, |instance, cx| {
                    let blend = stop_blend(&instance.montage, time);
                    instance.stop(blend, true, Cause::Branch, cx);
                });
            }
            action::PLAY_MONTAGE if self.plays < MOST_PLAYS => {
                self.plays += 1;
                let rate = if notify.value == 0.0 {
                    1.0
                } else {
                    notify.value
                };
                // One that is not there, or of another skeleton, is told by the compiler.
                let _ = self.play_montage(notify.target, rate, Start::Beginning, true);
            }
            action::SET_PLAY_RATE => {
                if let Some(instance) = self.instance_mut(id) {
                    instance.travel.rate = notify.value;
                }
            }
            _ => {}
        }
    }

    /// Updates branching states of the other montages that an answer moved, at their new positions.
    fn settle_others(&mut self, but: u32, handler: &mut dyn Handler) {
        let unsettled =
            |instance: &&MontageInstance| instance.id != but && instance.unsettled.is_some();
        while let Some(id) = self
            .montages
            .iter()
            .find(unsettled)
            .map(|instance| instance.id)
        {
            if let Some(Some(SubStepProgress::Fired(notify))) =
                self.with(id, |it, cx| it.settle_branching(cx))
            {
                self.answer(id, &notify, handler);
            } else {
                self.tell_now(handler);
            }
            if self.is_torn_down || self.answers > MOST_ANSWERS {
                return;
            }
        }
    }

    /// Passes the rest of a tick's events to the handler, one by one. Requests take effect from the
    /// next tick on. A handler that destroys the character then gets only the events of what ends
    /// by that.
    pub(super) fn tell_later(&mut self, handler: &mut dyn Handler) {
        while let Some(event) = self.next_to_tell() {
            let mut calls = self.tell(&event, handler);
            self.asked.append(&mut calls.requests);
            if calls.destroys {
                return self.destroy(handler);
            }
        }
    }

    /// Destroys the character. Events that the handler got stay, and what they began ends; the rest
    /// never happened.
    fn destroy(&mut self, handler: &mut dyn Handler) {
        let mut heard = std::mem::take(&mut self.out.events);
        let unheard = heard.split_off(self.heard);
        // They are among this tick's.
        self.parted.0.clear();
        self.tear_down(&unheard);
        let first = heard.len();
        self.out.events.splice(0..0, heard);
        self.heard = self.out.events.len();
        for at in first..self.heard {
            let event = self.out.events[at];
            self.tell(&event, handler);
        }
    }

    pub(super) fn instance_mut(&mut self, id: u32) -> Option<&mut MontageInstance> {
        self.montages.iter_mut().find(|instance| instance.id == id)
    }

    /// Runs `act` on the montage instance `id`; None if that instance is gone.
    fn with<R>(
        &mut self,
        id: u32,
        act: impl FnOnce(&mut MontageInstance, &mut MontageContext<'_>) -> R,
    ) -> Option<R> {
        let (montages, mut cx) = self.parts();
        let instance = montages.iter_mut().find(|instance| instance.id == id)?;
        Some(act(instance, &mut cx))
    }
}
