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
    montage: String,
    task: MontageTask,
    /// Asked for in this tick.
    is_new: bool,
}

#[derive(Default)]
pub struct Tasks {
    running: Vec<Running>,
    /// Of this tick, by character, seconds.
    told: Vec<(CharacterId, String, TaskEvent, f64)>,
}

impl Tasks {
    /// Nothing of what plays no montage.
    pub fn begin(
        &mut self,
        character: CharacterId,
        montage: &str,
        request: &Request,
        options: TaskOptions,
    ) {
        let task = MontageTask::new(request.clone(), options);
        let running = |task| Running {
            character,
            montage: montage.to_owned(),
            task,
            is_new: true,
        };
        self.running.extend(task.map(running));
    }

    /// The owner of the newest task of the montage ends at `time`, seconds; what that asks for.
    pub fn end(&mut self, character: CharacterId, montage: Name, time: f64) -> Option<Request> {
        let is_meant =
            |it: &&mut Running| it.character == character && Name::new(&it.montage) == montage;
        let running = self.running.iter_mut().rev().find(is_meant)?;
        let (told, stop) = running.task.owner_ended();
        self.told
            .extend(told.map(|told| (character, running.montage.clone(), told, time)));
        stop
    }

    /// After a tick that began at `start`, seconds.
    pub fn hear(&mut self, evaluator: &Evaluator, refused: &[Refused], start: f64) {
        for Running {
            character,
            montage,
            task,
            is_new,
        } in &mut self.running
        {
            let own = Input::Request {
                character: *character,
                request: task.request().clone(),
            };
            let is_refused =
                |refused: &Refused| refused.why != Refusal::RateClamped && refused.input == own;
            if std::mem::take(is_new) && refused.iter().any(is_refused) {
                self.told.extend(
                    task.refused()
                        .map(|told| (*character, montage.clone(), told, start)),
                );
            }
            for event in evaluator.events(*character) {
                self.told.extend(
                    task.hear(event)
                        .map(|told| (*character, montage.clone(), told, event.time)),
                );
            }
        }
        self.running.retain(|running| !running.task.is_over());
    }

    /// Of the tick, of one character.
    pub fn rows(&self, of: CharacterId) -> Vec<TaskRow> {
        let own = self.told.iter().filter(|(character, ..)| *character == of);
        let row = |(_, montage, told, time): &(CharacterId, String, TaskEvent, f64)| TaskRow {
            montage: montage.clone(),
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
