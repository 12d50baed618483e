//! What `info` says about notifies, apart because clips and montages have them alike.

use super::spelling::NameTextFn;
use anim::Name;
use asset::{Id, Project};
use serde::Serialize;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct NotifyInfo {
    name: String,
    /// Seconds on the clip or montage.
    time: f32,
    /// Seconds that a notify state lasts; None for a single moment.
    duration: Option<f32>,
    branching: bool,
    socket: Option<String>,
    /// The name of its notify class. None without one.
    class: Option<String>,
}

/// The rows of all notifies of a clip or montage of `skeleton`, which knows the names of sockets.
pub(super) fn authored_notifies(
    project: &Project,
    skeleton: Id,
    notifies: &asset::List<asset::Notify>,
) -> Vec<NotifyInfo> {
    let skeleton = project.skeletons.get(&skeleton);
    let info = |notify: &asset::Notify| NotifyInfo {
        name: notify.name.clone(),
        time: notify.time,
        duration: notify.duration,
        branching: notify.branching,
        socket: notify
            .socket
            .and_then(|socket| Some(skeleton?.socket(socket)?.name.clone())),
        class: notify
            .class
            .and_then(|class| project.asset_name(class))
            .map(str::to_owned),
    };
    notifies.iter().map(info).collect()
}

pub(super) fn compiled_notify(notify: &anim::Notify, text: &NameTextFn<'_>) -> NotifyInfo {
    NotifyInfo {
        name: text(notify.name),
        time: notify.time,
        duration: notify.is_state().then_some(notify.end - notify.time),
        branching: notify.is_branching(),
        socket: (notify.socket != Name::NONE).then(|| text(notify.socket)),
        class: (notify.class != Name::NONE).then(|| text(notify.class)),
    }
}
