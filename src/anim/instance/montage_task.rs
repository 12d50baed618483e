//! Playing a montage and waiting for what becomes of it.

use super::{AnimInstance, MontageState, Request};
use crate::{Event, Name, event::Phase};

/// An event of a montage that is reported to a montage task. Every event but `BlendOut` ends the
/// task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    /// The montage blends out by itself and plays on to its end.
    BlendOut,
    /// The montage reached its end by itself.
    Completed,
    /// The montage was stopped, or another montage took its place.
    Interrupted,
    /// The montage never played, or the task's owner ended.
    Cancelled,
}

/// Options for how a montage task ends and what the task reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskOptions {
    /// Whether the montage is stopped when the task's owner ends.
    pub stop_when_owner_ends: bool,
    /// Whether an interruption after [`TaskEvent::BlendOut`] is reported as an interruption.
    /// Otherwise the montage then counts as completed.
    pub interrupt_after_blend_out: bool,
}

impl Default for TaskOptions {
    fn default() -> Self {
        Self {
            stop_when_owner_ends: true,
            interrupt_after_blend_out: false,
        }
    }
}

/// A task that waits for one playing of a montage. Submit [`MontageTask::request`], then pass every
/// event of the character to the task in order. The task reports exactly one end.
#[derive(Clone, Debug, PartialEq)]
pub struct MontageTask {
    montage: Name,
    request: Request,
    options: TaskOptions,
    /// Instance id of the montage; None before the start.
    instance: Option<u32>,
    blends_out: bool,
    is_over: bool,
}

impl MontageTask {
    /// A task that is yet to begin. None of a request that plays no montage.
    pub fn new(request: Request, options: TaskOptions) -> Option<Self> {
        let Request::PlayMontage { montage, .. } = request else {
            return None;
        };
        Some(Self {
            montage,
            request,
            options,
            instance: None,
            blends_out: false,
            is_over: false,
        })
    }

    /// The request that starts the montage.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The request was refused.
    pub fn refused(&mut self) -> Option<TaskEvent> {
        self.end(TaskEvent::Cancelled)
    }

    /// What an event means for the task; None if the event means nothing for the task or the task
    /// is over.
    pub fn hear(&mut self, event: &Event) -> Option<TaskEvent> {
        use crate::event::Source;
        let Source::Montage(instance) = event.source else {
            return None;
        };
        if self.is_over || !event.fired() {
            return None;
        }
        if self.instance.is_none() && event.phase == Phase::Started && event.name == self.montage {
            self.instance = Some(instance);
        }
        if self.instance != Some(instance) {
            return None;
        }
        match event.phase {
            Phase::BlendingOut { interrupted: true } => self.end(TaskEvent::Interrupted),
            Phase::BlendingOut { interrupted: false } => {
                self.blends_out = true;
                Some(TaskEvent::BlendOut)
            }
            Phase::Ended { interrupted } => {
                let is_told =
                    interrupted && (!self.blends_out || self.options.interrupt_after_blend_out);
                self.end(if is_told {
                    TaskEvent::Interrupted
                } else {
                    TaskEvent::Completed
                })
            }
            _ => None,
        }
    }

    /// The owner ends: the task first, so that it hears no more, then the montage, by the request
    /// that is returned.
    pub fn owner_ended(&mut self) -> (Option<TaskEvent>, Option<Request>) {
        let plays = self.instance.is_some() && !self.is_over && !self.blends_out;
        let stop = Request::StopMontage {
            montage: Some(self.montage),
            blend_out: None,
        };
        let told = self.end(TaskEvent::Cancelled);
        (
            told,
            Some(stop).filter(|_| plays && self.options.stop_when_owner_ends),
        )
    }

    /// Whether the task has reported its one end; a task that is over ignores further events.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// State of the montage that a game sends to others that show the same montage; None after the
    /// montage begins to blend out.
    pub fn current(&self, character: &AnimInstance) -> Option<MontageState> {
        let instance = self
            .instance
            .filter(|_| !self.is_over && !self.blends_out)?;
        character
            .montage_states()
            .find(|state| state.instance == instance && !state.stopped)
    }

    fn end(&mut self, event: TaskEvent) -> Option<TaskEvent> {
        (!std::mem::replace(&mut self.is_over, true)).then_some(event)
    }
}
