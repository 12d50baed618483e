//! Sections in time order, their links by index, and which of them nothing reaches.

use crate::{Id, Montage, compile::Output, diagnostic::Kind, montage::Section};
use anim::{Name, montage::NO_SECTION};
use std::collections::BTreeSet;

/// Sections in order of start, the first at 0, without those that start at or after the end.
pub(super) fn ordered<'a>(
    id: Id,
    montage: &'a Montage,
    length: f32,
    out: &mut Output,
) -> Vec<&'a Section> {
    let mut ordered: Vec<&Section> = montage.sections.iter().collect();
    ordered.sort_by(|a, b| a.start.total_cmp(&b.start));
    if ordered.first().is_none_or(|first| first.start != 0.0) {
        out.error(id, None, Kind::MontageSections);
    }
    let mut taken = BTreeSet::new();
    for section in &ordered {
        if !taken.insert(section.name.as_str()) {
            out.error(
                id,
                Some(section.id),
                Kind::DuplicateSectionName {
                    name: section.name.clone(),
                },
            );
        }
        if section.start >= length {
            out.warn(
                id,
                Some(section.id),
                Kind::SectionUnreachable {
                    name: section.name.clone(),
                },
            );
        }
    }
    ordered.retain(|section| section.start < length);
    ordered
}

pub(super) fn linked(ordered: &[&Section]) -> Vec<anim::montage::Section> {
    let index = |id: Id| {
        ordered
            .iter()
            .position(|section| section.id == id)
            .map_or(NO_SECTION, |at| at as i32)
    };
    let link = |section: &&Section| anim::montage::Section {
        name: Name::new(&section.name),
        start: section.start,
        next: section.next.map_or(NO_SECTION, index),
    };
    ordered.iter().map(link).collect()
}

pub(super) fn report_unreachable(
    id: Id,
    montage: &Montage,
    ordered: &[&Section],
    length: f32,
    out: &mut Output,
) {
    let mut reached = BTreeSet::new();
    let mut open: Vec<usize> = vec![0];
    while let Some(at) = open.pop() {
        let Some(section) = ordered.get(at).filter(|section| reached.insert(section.id)) else {
            continue;
        };
        let end = ordered.get(at + 1).map_or(length, |next| next.start);
        let jumps = montage
            .notifies
            .iter()
            .filter(|n| n.branching && section.start <= n.time && n.time <= end);
        let targets = jumps.filter_map(|n| n.action.section());
        let position = |id: Id| ordered.iter().position(|section| section.id == id);
        open.extend(targets.chain(section.next).filter_map(position));
    }
    for section in ordered
        .iter()
        .filter(|section| !reached.contains(&section.id))
    {
        out.warn(
            id,
            Some(section.id),
            Kind::SectionUnreachable {
                name: section.name.clone(),
            },
        );
    }
}
