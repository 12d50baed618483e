//! The row of an event of a task.

use anim::instance::TaskEvent;
use engine::CharacterId;
use scenario::tasks::Tasks;
use serde::Serialize;

/// Event of a montage task in a tick.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaskRow {
    /// The montage's name as the script spells it.
    pub montage: String,
    /// `blend_out`, `completed`, `interrupted` or `cancelled`.
    pub told: &'static str,
    /// Time of the event, in seconds.
    pub time: f64,
}

/// Events of the tasks of one character in this tick.
pub fn task_rows(tasks: &Tasks, of: CharacterId) -> Vec<TaskRow> {
    let row = |(montage, told, time): (&str, TaskEvent, f64)| TaskRow {
        montage: montage.to_owned(),
        told: word(told),
        time,
    };
    tasks.told(of).map(row).collect()
}

fn word(told: TaskEvent) -> &'static str {
    match told {
        TaskEvent::BlendOut => "blend_out",
        TaskEvent::Completed => "completed",
        TaskEvent::Interrupted => "interrupted",
        TaskEvent::Cancelled => "cancelled",
    }
}
