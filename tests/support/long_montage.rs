//! A montage with more notifies than anybody looks at, and edits of it.

use asset::{Clip, Id, Montage, Notify, NotifyTrack, Project, source::ClipSource};
use document::{Command, Document, EditHistory, NotifyCommand};
use files::journal::{JournalState, Version};
use std::sync::Arc;

pub const MONTAGE: Id = Id(10);
const RIG: Id = Id(1);
const TRACK: Id = Id(20);

pub fn notify(at: u64) -> Notify {
    Notify::instant(
        Id(1_000 + at),
        TRACK,
        format!("Footstep_{at}"),
        at as f32 * 0.01,
    )
}

pub fn project(notifies: u64) -> Project {
    let track = NotifyTrack {
        id: TRACK,
        name: "FX".into(),
        color: 0,
        locked: false,
    };
    let montage = Montage::new("Long", RIG, &mut 100);
    let montage = Montage {
        tracks: vec![track],
        notifies: (0..notifies).map(notify).collect(),
        ..montage
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let bone = asset::skeleton::Bone::new("root", None, anim::Transform::IDENTITY);
    let rig = asset::Skeleton {
        name: "Rig".into(),
        bones: vec![bone],
        ..Default::default()
    };
    Project {
        name: "Long".into(),
        skeletons: [(RIG, Arc::new(rig))].into(),
        clips: [(Id(2), Arc::new(Clip::new("Walk", RIG, source, 30.0)))].into(),
        montages: [(MONTAGE, Arc::new(montage))].into(),
        ..Project::default()
    }
}

/// The nth edit: of a notify at the ends, in the middle or anywhere, and now and then one more or
/// one less.
pub fn edit(document: &Document, nth: u64) -> Command {
    let notifies = &document.project().montages[&MONTAGE].notifies;
    let last = notifies.len() - 1;
    let anywhere = (nth.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize % notifies.len();
    let at = match nth % 8 {
        0 => 0,
        1 => last,
        2 => last / 2,
        _ => anywhere,
    };
    let command = match nth % 20 {
        7 => NotifyCommand::Add(notify(1_000_000 + nth)),
        17 => NotifyCommand::Remove(notifies[at].id),
        _ => NotifyCommand::Set(Notify {
            time: notifies[at].time + 0.001,
            ..notifies[at].clone()
        }),
    };
    Command::Notify(MONTAGE, command)
}

/// As a journal keeps it.
pub fn state(document: &Document) -> JournalState {
    let EditHistory {
        forgotten,
        versions,
        at,
    } = document.history();
    let version = |version: document::ProjectVersion| Version {
        project: version.root,
        label: version.label.as_ref().into(),
        note: "".into(),
    };
    let versions = versions.into_iter().map(version).collect();
    JournalState {
        folder: None,
        saved: document.saved().clone(),
        forgotten,
        versions,
        at,
    }
}
