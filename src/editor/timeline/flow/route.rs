//! How a montage goes through its sections: in which order, along what, for how long.

#[cfg(test)]
mod tests;

use crate::timeline::host::TimelineHost;
use asset::{Id, montage::Section};

/// Sections as links and jumps reach them from the first; then those that nothing reaches, in time
/// order.
pub(super) fn playing_order<'a>(host: &TimelineHost<'a>) -> (Vec<&'a Section>, Vec<&'a Section>) {
    let sections = host.sections();
    let mut reached: Vec<&Section> = Vec::new();
    let mut open: Vec<Id> = sections.first().map(|first| first.id).into_iter().collect();
    while let Some(id) = open.pop() {
        if reached.iter().any(|section| section.id == id) {
            continue;
        }
        let Some(section) = sections.iter().find(|section| section.id == id) else {
            continue;
        };
        reached.push(section);
        open.extend(jumps(host, section).map(|jump| jump.to));
        open.extend(section.next);
    }
    let unreached = sections
        .iter()
        .filter(|section| !reached.iter().any(|other| other.id == section.id))
        .collect();
    (reached, unreached)
}

/// Target of a branching point, which is reached at once or at the end of its section.
pub(super) struct Jump<'a> {
    pub(super) notify: Id,
    pub(super) name: &'a str,
    pub(super) to: Id,
}

/// Jumps of the branching points inside `section`.
pub(super) fn jumps<'a>(
    host: &TimelineHost<'a>,
    section: &Section,
) -> impl Iterator<Item = Jump<'a>> + use<'a> {
    let (start, end) = (f64::from(section.start), host.section_end(section));
    let inside =
        move |n: &&asset::Notify| n.branching && (start..=end).contains(&f64::from(n.time));
    let jump = |n: &'a asset::Notify| {
        Some(Jump {
            notify: n.id,
            name: &n.name,
            to: n.action.section()?,
        })
    };
    host.notifies().iter().filter(inside).filter_map(jump)
}

/// Time that a montage plays from its start, seconds, and the sections that it repeats until a jump
/// leads out.
#[derive(Debug, PartialEq)]
pub(super) struct Course {
    pub(super) seconds: f64,
    pub(super) repeated: Vec<String>,
}

/// Along the links; out of what repeats along the first jump that leads on.
pub(super) fn course(host: &TimelineHost<'_>) -> Course {
    let rate = host
        .montage()
        .map_or(1.0, |montage| f64::from(montage.rate_scale.abs()))
        .max(1e-3);
    let length = |section: &Section| (host.section_end(section) - f64::from(section.start)) / rate;
    let sections = host.sections();
    let find = |id: Id| sections.iter().find(|section| section.id == id);
    let mut passed: Vec<&Section> = Vec::new();
    let mut repeated: Vec<Id> = Vec::new();
    let mut next = sections.first();
    while let Some(section) = next {
        let Some(again) = passed.iter().position(|other| other.id == section.id) else {
            passed.push(section);
            next = section.next.and_then(find);
            continue;
        };
        let round = &passed[again..];
        repeated.extend(round.iter().map(|section| section.id));
        let leads_on = |id: &Id| !passed.iter().any(|other| other.id == *id);
        next = round
            .iter()
            .flat_map(|section| jumps(host, section))
            .map(|jump| jump.to)
            .find(leads_on)
            .and_then(find);
    }
    let (again, once): (Vec<&Section>, Vec<&Section>) = passed
        .into_iter()
        .partition(|section| repeated.contains(&section.id));
    Course {
        seconds: once.into_iter().map(length).sum(),
        repeated: again
            .into_iter()
            .map(|section| section.name.clone())
            .collect(),
    }
}
