//! How a montage goes through its sections: in which order, along what, for how long.

use crate::timeline::host::Host;
use asset::{Id, montage::Section};

/// Sections as links and jumps reach them from the first; then those that nothing reaches, in time order.
pub(super) fn playing_order<'a>(host: &Host<'a>) -> (Vec<&'a Section>, Vec<&'a Section>) {
    let sections = host.sections();
    let mut reached: Vec<&Section> = Vec::new();
    let mut open: Vec<Id> = sections.first().map(|first| first.id).into_iter().collect();
    while let Some(id) = open.pop() {
        if reached.iter().any(|section| section.id == id) {
            continue;
        }
        let Some(section) = sections.iter().find(|section| section.id == id) else { continue };
        reached.push(section);
        open.extend(jumps(host, section).map(|jump| jump.to));
        open.extend(section.next);
    }
    let unreached = sections.iter().filter(|section| !reached.iter().any(|other| other.id == section.id)).collect();
    (reached, unreached)
}

/// Where a branching point leads, at once or at its section's end.
pub(super) struct Jump<'a> {
    pub(super) notify: Id,
    pub(super) name: &'a str,
    pub(super) to: Id,
}

/// Of the branching points inside a section.
pub(super) fn jumps<'a>(host: &Host<'a>, section: &Section) -> impl Iterator<Item = Jump<'a>> + use<'a> {
    let (start, end) = (f64::from(section.start), host.section_end(section));
    let inside = move |n: &&asset::Notify| n.branching && (start..=end).contains(&f64::from(n.time));
    let jump = |n: &'a asset::Notify| Some(Jump { notify: n.id, name: &n.name, to: n.action.section()? });
    host.notifies().iter().filter(inside).filter_map(jump)
}

/// How long a montage plays from its start: seconds, and the sections that it repeats until a jump leads out.
#[derive(Debug, PartialEq)]
pub(super) struct Course {
    pub(super) seconds: f64,
    pub(super) repeated: Vec<String>,
}

/// Along the links; out of what repeats along the first jump that leads on.
pub(super) fn course(host: &Host<'_>) -> Course {
    let rate = host.montage().map_or(1.0, |montage| f64::from(montage.rate_scale.abs())).max(1e-3);
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
        next = round.iter().flat_map(|section| jumps(host, section)).map(|jump| jump.to).find(leads_on).and_then(find);
    }
    let (again, once): (Vec<&Section>, Vec<&Section>) =
        passed.into_iter().partition(|section| repeated.contains(&section.id));
    Course {
        seconds: once.into_iter().map(length).sum(),
        repeated: again.into_iter().map(|section| section.name.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset::Project;
    use std::sync::Arc;

    const MONTAGE: &str = "AM_ChargedAttack";

    fn changed(change: impl FnOnce(&mut asset::Montage)) -> (Project, Id) {
        let mut project = mannequin::excerpt();
        let id = *project.montages.iter().find(|(_, montage)| montage.name == MONTAGE).unwrap().0;
        change(Arc::make_mut(project.montages.get_mut(&id).unwrap()));
        (project, id)
    }

    #[test]
    fn what_repeats_is_named_and_the_rest_is_counted() {
        let (project, id) = changed(|_| {});
        let host = Host::new(&project, id).unwrap();
        let hold = host.sections().iter().find(|section| section.name == "Hold").unwrap();
        let of_hold = host.section_end(hold) - f64::from(hold.start);
        let course = course(&host);
        assert_eq!(course.repeated, ["Hold"]);
        assert!((course.seconds - (host.length() - of_hold)).abs() < 1e-5, "{course:?}");
    }

    #[test]
    fn an_endless_chain_names_all_that_repeats() {
        let (project, id) = changed(|montage| {
            let first = montage.sections[0].id;
            montage.notifies.clear();
            montage.sections.iter_mut().for_each(|section| section.next = Some(first));
        });
        let course = course(&Host::new(&project, id).unwrap());
        assert!(course.seconds.abs() < 1e-9 && course.repeated == ["Windup"], "{course:?}");
    }
}
