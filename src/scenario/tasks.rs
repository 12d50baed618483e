//! Tasks of a script, in place of a game's: montages that somebody plays and waits for.

use anim::{
    Name, Request,
    instance::{MontageTask, Refusal, TaskEvent, TaskOptions},
};
use engine::{CharacterId, EngineInput, Evaluator, InputRefusal};

struct Running {
    character: CharacterId,
    montage: String,
    task: MontageTask,
    /// Whether it was asked for in this tick, so that it may still be refused.
    is_new: bool,
}

/// All tasks that run, and what they heard since the last [`Tasks::forget`].
#[derive(Default)]
pub struct Tasks {
    running: Vec<Running>,
    /// Task events of this tick: character, montage, event, and its time in seconds.
    told: Vec<(CharacterId, String, TaskEvent, f64)>,
}

impl Tasks {
    /// Begins a task for a request that plays a montage. Any other request begins none.
    pub fn begin_tasks(
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

    /// Ends the owner of the newest task of this montage at `time`, in seconds. Returns what that
    /// asks of the engine, None when it asks nothing.
    pub fn end(&mut self, character: CharacterId, montage: Name, time: f64) -> Option<Request> {
        let is_meant =
            |it: &&mut Running| it.character == character && Name::new(&it.montage) == montage;
        let running = self.running.iter_mut().rev().find(is_meant)?;
        let (told, stop) = running.task.owner_ended();
        self.told
            .extend(told.map(|told| (character, running.montage.clone(), told, time)));
        stop
    }

    /// Tells the tasks what happened in a tick that began at `start`, in seconds. Tasks that are
    /// over go.
    pub fn hear(&mut self, evaluator: &Evaluator, refused: &[InputRefusal], start: f64) {
        for Running {
            character,
            montage,
            task,
            is_new,
        } in &mut self.running
        {
            let own = EngineInput::Request {
                character: *character,
                request: task.request().clone(),
            };
            let is_refused = |refused: &InputRefusal| {
                refused.why != Refusal::RateClamped && refused.input == own
            };
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

    /// Events of the tasks of one character in this tick: the montage as the script spells it, the
    /// event, and its time in seconds.
    pub fn told(&self, of: CharacterId) -> impl Iterator<Item = (&str, TaskEvent, f64)> {
        let own = self
            .told
            .iter()
            .filter(move |(character, ..)| *character == of);
        own.map(|(_, montage, told, time)| (montage.as_str(), *told, *time))
    }

    /// Forgets what was heard, so that a new tick can begin; tasks go on.
    pub fn forget(&mut self) {
        self.told.clear();
    }
}
