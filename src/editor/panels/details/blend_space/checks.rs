//! What a mix of clips needs to look right: that they keep step, go as fast as the axis says, and
//! are about as long.

#[cfg(test)]
mod tests;

use super::blends::worst_blend;
use crate::kinds::blend_space::{ClipRootMotion, placed};
use asset::{BlendSpace, Clip, Id, Project, blend_space::Sample};
use std::collections::{BTreeMap, BTreeSet};
use words::{noun, tr};

/// One thing that samples of a blend space should have in common.
pub struct Check {
    /// False shows a warning.
    pub is_met: bool,
    /// The finding, in a few words.
    pub title: String,
    /// The subject of the check, or the problem that it found.
    pub detail: String,
}

/// Metres a second, or degrees, that a sample may stand beside its clip's motion.
const NEAR: f32 = 0.1;
/// The part of a speed by which a mix may miss it.
const BLENDED: f64 = 0.15;
/// The longest of the clips with markers to the shortest.
const LONGER: f32 = 2.5;

/// Checks of the samples of a blend space; empty if fewer than two samples have a clip.
pub fn checks(
    project: &Project,
    space: &BlendSpace,
    motions: &BTreeMap<Id, ClipRootMotion>,
) -> Vec<Check> {
    let samples: Vec<(&Sample, &Clip)> = space
        .samples
        .iter()
        .filter_map(|sample| Some((sample, &**project.clips.get(&sample.clip)?)))
        .collect();
    let all = [
        markers(&samples, motions),
        motion(project, space, motions),
        blends(project, space, motions),
        lengths(&samples),
    ];
    if samples.len() < 2 {
        Vec::new()
    } else {
        all.into_iter().flatten().collect()
    }
}

/// Check of sync markers; None if no clip has any. A clip that stands still needs none.
fn markers(samples: &[(&Sample, &Clip)], motions: &BTreeMap<Id, ClipRootMotion>) -> Option<Check> {
    let names = |clip: &Clip| {
        clip.sync_markers
            .iter()
            .map(|it| it.name.clone())
            .collect::<BTreeSet<String>>()
    };
    let marked = samples
        .iter()
        .filter(|(_, clip)| !clip.sync_markers.is_empty());
    let (first, has_several) = (names(marked.clone().next()?.1), marked.count() > 1);
    let steps = |sample: &Sample| {
        motions
            .get(&sample.clip)
            .map_or(has_several, |motion| !motion.stands())
    };
    let is_asked =
        |(sample, clip): &&(&Sample, &Clip)| !clip.sync_markers.is_empty() || steps(sample);
    let asked: Vec<&(&Sample, &Clip)> = samples.iter().filter(is_asked).collect();
    let without: Vec<&str> = asked
        .iter()
        .filter(|(_, clip)| names(clip) != first)
        .map(|(_, clip)| clip.name.as_str())
        .collect();
    let list = first
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    let standing = samples
        .iter()
        .find(|it| !is_asked(it))
        .map(|(_, clip)| &clip.name);
    Some(match without.first() {
        None => {
            let who = match samples.len() - asked.len() {
                0 => tr!("All {} samples", samples.len()),
                _ => tr!("All {} samples that move", asked.len()),
            };
            let title = tr!(
                "{who} share {}",
                crate::parts::count(first.len(), noun!("marker"))
            );
            // What is mixed keeps step by markers only where all have them.
            let by_length =
                |name| tr!("{list}. {name} is still and has none, so clips sync by length.");
            Check {
                is_met: true,
                title,
                detail: standing.map_or(list.clone(), by_length),
            }
        }
        Some(clip) => Check {
            is_met: false,
            title: tr!("{clip} has other sync markers"),
            detail: tr!("the others have {list}. Feet do not match while it blends in."),
        },
    })
}

/// Check of root motion at the samples; None unless the axes are in m/s and degrees.
fn motion(
    project: &Project,
    space: &BlendSpace,
    motions: &BTreeMap<Id, ClipRootMotion>,
) -> Option<Check> {
    let off = |sample: &Sample| {
        let (to, beyond) = placed(sample, &space.axes, *motions.get(&sample.clip)?)?;
        let parts = space
            .axes
            .iter()
            .enumerate()
            .take(2)
            .filter(|(_, axis)| axis.unit == "m/s");
        let off = parts
            .map(|(at, _)| (to.at[at] + beyond[at] - sample.at[at]).abs())
            .fold(0.0, f32::max);
        Some((off, project.asset_name(sample.clip)?.to_owned()))
    };
    let has_speed = space.axes.iter().any(|axis| axis.unit == "m/s");
    let all = space.samples.iter().filter_map(off).filter(|_| has_speed);
    let (off, clip) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(if off <= NEAR {
        Check {
            is_met: true,
            title: tr!("Root speed matches the axis").into(),
            detail: tr!("largest difference {off:.2} m/s"),
        }
    } else {
        Check {
            is_met: false,
            title: tr!("{clip} does not move at its axis speed"),
            detail: tr!("{off:.2} m/s difference, so feet slide. Place from motion fixes it."),
        }
    })
}

/// Check of root motion between samples; None unless an axis is in m/s.
fn blends(
    project: &Project,
    space: &BlendSpace,
    motions: &BTreeMap<Id, ClipRootMotion>,
) -> Option<Check> {
    let worst = worst_blend(space, motions)?;
    let place = space.axes.iter().zip(worst.at).map(|(axis, at)| {
        let number = crate::parts::number_text(at, 2);
        format!("{number} {}", axis.unit).trim().to_owned()
    });
    let place = place.collect::<Vec<_>>().join(" · ");
    let share = |(weight, clip): &(f64, Id)| {
        let name = project.asset_name(*clip).unwrap_or_default();
        format!("{:.0} % {name}", weight * 100.0)
    };
    let shares: Vec<String> = worst.shares.iter().map(share).collect();
    let is_met = worst.off() <= f64::from(NEAR).max(worst.asked * BLENDED);
    let speed = format!("{:.2} m/s", worst.speed);
    let shares = shares.join(", ");
    Some(Check {
        is_met,
        title: if is_met {
            tr!("Blends keep the axis speed").into()
        } else {
            tr!("Blends miss the axis speed").into()
        },
        detail: if is_met {
            tr!("largest difference {:.2} m/s, at {place}", worst.off())
        } else {
            tr!("At {place} the mix ({shares}) moves at {speed}. Add a sample there.")
        },
    })
}

fn lengths(samples: &[(&Sample, &Clip)]) -> Option<Check> {
    let length = |(sample, clip): &(&Sample, &Clip)| clip.length() / sample.rate.max(1e-3);
    let moving: Vec<(f32, &str)> = samples
        .iter()
        .filter(|(_, clip)| !clip.sync_markers.is_empty())
        .map(|it| (length(it), it.1.name.as_str()))
        .collect();
    let longest = moving.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let shortest = moving.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let ratio = longest.0 / shortest.0.max(1e-3);
    let detail = format!(
        "{} {:.3} s, {} {:.3} s",
        shortest.1, shortest.0, longest.1, longest.0
    );
    Some(if ratio <= LONGER {
        Check {
            is_met: true,
            title: tr!("Clips have similar lengths").into(),
            detail,
        }
    } else {
        let title = tr!(
            "{} is {ratio:.1} times as long as {}",
            longest.1,
            shortest.1
        );
        Check {
            is_met: false,
            title,
            detail: tr!("{detail}. Their play rates differ a lot while they blend."),
        }
    })
}
