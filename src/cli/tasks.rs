//! Tasks of a script: montages that somebody plays and waits for.

use anim::{
    Name, Request,
    instance::{MontageTask, Refusal, TaskEvent, TaskOptions},
};
use engine::{CharacterId, Evaluator, Input, Refused};
use serde::Serialize;

/// What a task heard.
#[derive(Serialize)]
pub struct TaskRow {
    pub montage: String,
    pub told: &'static str,
    /// Seconds.
    pub time: f64,
}

struct Running {
    character: CharacterId,
    montage: Name,
    task: MontageTask,
    /// Asked for in this tick.
    is_new: bool,
}

#[derive(Default)]
pub struct Tasks {
    running: Vec<Running>,
    /// Of this tick, by character, seconds.
    told: Vec<(CharacterId, Name, TaskEvent, f64)>,
}

impl Tasks {
    /// Nothing of what plays no montage.
    pub fn begin(&mut self, character: CharacterId, request: &Request, options: TaskOptions) {
        let Request::PlayMontage { montage, .. } = *request else { return };
        let task = MontageTask::new(request.clone(), options);
        self.running.extend(task.map(|task| Running { character, montage, task, is_new: true }));
    }

    /// The owner of the newest task of the montage ends at `time`, seconds; what that asks for.
    pub fn end(&mut self, character: CharacterId, montage: Name, time: f64) -> Option<Request> {
        let is_meant = |running: &&mut Running| (running.character, running.montage) == (character, montage);
        let running = self.running.iter_mut().rev().find(is_meant)?;
        let (told, stop) = running.task.owner_ended();
        self.told.extend(told.map(|told| (character, montage, told, time)));
        stop
    }

    /// After a tick that began at `start`, seconds.
    pub fn hear(&mut self, evaluator: &Evaluator, refused: &[Refused], start: f64) {
        for Running { character, montage, task, is_new } in &mut self.running {
            let own = Input::Request { character: *character, request: task.request().clone() };
            let is_refused = |refused: &Refused| refused.why != Refusal::RateClamped && refused.input == own;
            if std::mem::take(is_new) && refused.iter().any(is_refused) {
                self.told.extend(task.refused().map(|told| (*character, *montage, told, start)));
            }
            for event in evaluator.events(*character) {
                self.told.extend(task.hear(event).map(|told| (*character, *montage, told, event.time)));
            }
        }
        self.running.retain(|running| !running.task.is_over());
    }

    /// Of the tick, of one character.
    pub fn rows(&self, of: CharacterId, names: &anim::Names) -> Vec<TaskRow> {
        let own = self.told.iter().filter(|(character, ..)| *character == of);
        let row = |(_, montage, told, time): &(CharacterId, Name, TaskEvent, f64)| TaskRow {
            montage: names.text(*montage).to_owned(),
            told: word(*told),
            time: *time,
        };
        own.map(row).collect()
    }

    pub fn forget(&mut self) {
        self.told.clear();
    }
}

fn word(told: TaskEvent) -> &'static str {
    match told {
        TaskEvent::BlendOut => "blend_out",
        TaskEvent::Completed => "completed",
        TaskEvent::Interrupted => "interrupted",
        TaskEvent::Cancelled => "cancelled",
    }
}
