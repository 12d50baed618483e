//! Documents beside the one in front: their panels come and go with them, and are never kept.

#[cfg(test)]
mod tests;

use super::{Arrangement, Panel, arrangement::Part};
use asset::Id;

impl Part {
    /// What is left of it with these panels alone. Containers of one part are that part.
    fn only(self, stays: &dyn Fn(Panel) -> bool) -> Option<Part> {
        let sized = |parts: Vec<(f32, Part)>| {
            let left = parts
                .into_iter()
                .filter_map(|(size, part)| Some((size, part.only(stays)?)));
            left.collect::<Vec<_>>()
        };
        let linear =
            |mut parts: Vec<(f32, Part)>, make: fn(Vec<(f32, Part)>) -> Part| match parts.len() {
                0 | 1 => parts.pop().map(|(_, part)| part),
                _ => Some(make(parts)),
            };
        match self {
            Part::Panel(panel) => stays(panel).then_some(self),
            Part::Row(parts) => linear(sized(parts), Part::Row),
            Part::Column(parts) => linear(sized(parts), Part::Column),
            Part::Tabs { parts, shown } => {
                let left: Vec<(usize, Part)> = parts
                    .into_iter()
                    .enumerate()
                    .filter_map(|(at, part)| Some((at, part.only(stays)?)))
                    .collect();
                let shown = left.iter().rposition(|(at, _)| *at <= shown).unwrap_or(0);
                let parts: Vec<Part> = left.into_iter().map(|(_, part)| part).collect();
                (!parts.is_empty()).then_some(Part::Tabs { parts, shown })
            }
        }
    }

    fn has(&self, panel: Panel) -> bool {
        self.panels().contains(&panel)
    }

    /// Puts a panel with a tab of its own to the right of another's.
    fn put_beside(&mut self, panel: Panel, new: Panel) {
        let fresh = || {
            (
                1.0,
                Part::Tabs {
                    parts: vec![Part::Panel(new)],
                    shown: 0,
                },
            )
        };
        match self {
            Part::Row(parts) => {
                let Some(at) = parts.iter().position(|(_, part)| part.has(panel)) else {
                    return;
                };
                match &mut parts[at].1 {
                    Part::Tabs { .. } | Part::Panel(_) => parts.insert(at + 1, fresh()),
                    deeper => deeper.put_beside(panel, new),
                }
            }
            Part::Column(parts) => {
                if let Some((_, part)) = parts.iter_mut().find(|(_, part)| part.has(panel)) {
                    part.put_beside(panel, new);
                }
            }
            Part::Tabs { .. } | Part::Panel(_) => {
                let there = std::mem::replace(self, Part::Panel(new));
                *self = Part::Row(vec![(1.0, there), fresh()]);
            }
        }
    }
}

impl Arrangement {
    pub(super) fn documents(&self) -> Vec<Id> {
        let document = |panel| match panel {
            Panel::Document(id) => Some(id),
            _ => None,
        };
        self.root
            .panels()
            .into_iter()
            .filter_map(document)
            .collect()
    }

    /// With panels for these documents and for no others.
    pub(super) fn with_documents(self, documents: &[Id]) -> Self {
        let stays = |panel: Panel| match panel {
            Panel::Document(id) => documents.contains(&id),
            _ => true,
        };
        let known = self.documents();
        let Self {
            root,
            mut closed,
            mut floating,
        } = self;
        closed.retain(|panel| stays(*panel));
        floating.retain(|panel, _| stays(*panel));
        let mut root = root.only(&stays).unwrap_or(Part::Panel(Panel::Timeline));
        for id in documents.iter().filter(|id| !known.contains(id)) {
            root.put_beside(Panel::Timeline, Panel::Document(*id));
        }
        Self {
            root,
            closed,
            floating,
        }
    }
}
