//! A montage that goes where another one goes.

use super::{
    lead::Led,
    montage_instance::{MontageContext, MontageInstance},
    travel::Standing,
};
use crate::{
    Event,
    event::{Cause, Phase},
    float::Extreme,
};

impl MontageInstance {
    /// Seen by those who follow it.
    pub(super) fn led(&self) -> Led {
        Led {
            ways: self.ways.clone(),
            position: self.travel.position,
            rate: self.travel.rate,
            standing: self.travel.standing,
        }
    }

    /// Takes over the leader's movements, before this montage's own advance of the same tick.
    pub(super) fn follow(&mut self, led: Led) {
        let Some(lead) = &mut self.lead else { return };
        (lead.due, lead.next, lead.ends_at) = (led.ways, 0, Some(led.position));
        self.travel.rate = led.rate;
        // Its ways are still to be gone; how it stands after them it is told with the next.
        self.travel.standing = if lead.due.is_empty() {
            led.standing
        } else {
            Standing::Plays
        };
    }

    /// The next of the leader's ways is to be gone.
    pub(super) fn follow_next(&mut self, cx: &mut MontageContext<'_>) {
        let Some(lead) = &mut self.lead else { return };
        if !self.travel.is_forced_elsewhere() {
            self.travel.end_force();
            self.travel.time_left = 0.0;
        } else {
            return;
        }
        let length = f64::from(self.montage.length);
        let Some(way) = lead.due.get(lead.next).copied() else {
            if let Some(at) = lead
                .ends_at
                .take()
                .map(|at| at.lower(length))
                .filter(|at| *at != self.travel.position)
            {
                self.enter(at, cx);
                self.travel.section = self.montage.section_at(at);
            }
            return;
        };
        lead.next += 1;
        let (from, to) = (way.from.lower(length), way.to.lower(length));
        let old = self.travel.section;
        if from != self.travel.position || way.entered {
            self.enter(from, cx);
        }
        let is_known = way.section < self.montage.sections.len();
        self.travel.section = if is_known {
            way.section
        } else {
            self.montage.section_at(from)
        };
        if self.travel.section != old {
            let name = self.montage.sections[self.travel.section].name;
            let event = self.event(Phase::Section { looped: false }, name, cx);
            cx.out.montage_events.push(Event {
                cause: Cause::Leader,
                ..event
            });
        }
        self.travel.force_move(None, to);
        self.travel.time_left = way.seconds;
    }

    /// Stands where its leader or its sync group has it, though nothing led there.
    pub(super) fn enter(&mut self, position: f64, cx: &mut MontageContext<'_>) {
        self.travel.enter(position);
        self.branching.left();
        self.unsettled = Some(Cause::Leader);
        cx.out.moved(self.id, Cause::Leader, self.now(cx));
    }
}
