//! Sounds on the timelines of clips and montages become cues for a game.

#[cfg(test)]
mod tests;

use super::Output;
use crate::{Id, LaneSound, Project, diagnostic::Kind};
use anim::{Library, Name, SoundCue};

/// Sound cues by host, then by time; only of hosts in the library. Sounds that the project no
/// longer has are reported.
pub(super) fn compile(project: &Project, library: &Library, out: &mut Output) -> Vec<SoundCue> {
    let mut cues = Vec::new();
    for (id, clip) in &project.clips {
        let host = library.clip(Name::new(&clip.name)).map(|clip| clip.name);
        cues.extend(of_host(project, (*id, 0, host), &clip.sounds, out));
    }
    for (id, montage) in &project.montages {
        let host = library.montage(Name::new(&montage.name));
        let host = host.map(|montage| montage.name);
        cues.extend(of_host(project, (*id, 1, host), &montage.sounds, out));
    }
    cues.retain(SoundCue::is_in_range);
    cues.sort_by(|a, b| {
        let by_time = a.time.total_cmp(&b.time);
        let by_host = a.order().cmp(&b.order());
        by_host.then(by_time).then(a.id.cmp(&b.id))
    });
    cues
}

fn of_host(
    project: &Project,
    (id, host_kind, host): (Id, u32, Option<Name>),
    sounds: &[LaneSound],
    out: &mut Output,
) -> Vec<SoundCue> {
    let mut cues = Vec::new();
    for lane in sounds {
        let Some(sound) = project.sounds.get(&lane.sound) else {
            out.warn(id, Some(lane.id), Kind::SoundMissing);
            continue;
        };
        let Some(host) = host else { continue };
        cues.push(SoundCue {
            id: lane.id.0,
            host,
            name: out.name(id, Some(lane.id), &lane.name),
            sound: out.name(id, Some(lane.id), &sound.name),
            time: lane.time,
            skip: lane.skip,
            gain: lane.gain,
            host_kind,
        });
    }
    cues
}
