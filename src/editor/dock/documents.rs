//! Documents beside the one in front: their panels come and go with them, and are never kept.

#[cfg(test)]
mod tests;

use super::{Arrangement, Panel, arrangement::ArrangementPart};
use asset::Id;

impl ArrangementPart {
    /// The part with only the panels that `stays` accepts; None if nothing is left. A row or column
    /// of one part becomes that part.
    fn only(self, stays: &dyn Fn(Panel) -> bool) -> Option<ArrangementPart> {
        let sized = |parts: Vec<(f32, ArrangementPart)>| {
            let left = parts
                .into_iter()
                .filter_map(|(size, part)| Some((size, part.only(stays)?)));
            left.collect::<Vec<_>>()
        };
        let linear =
            |mut parts: Vec<(f32, ArrangementPart)>,
             make: fn(Vec<(f32, ArrangementPart)>) -> ArrangementPart| match parts.len()
            {
                0 | 1 => parts.pop().map(|(_, part)| part),
                _ => Some(make(parts)),
            };
        match self {
            ArrangementPart::Panel(panel) => stays(panel).then_some(self),
            ArrangementPart::Row(parts) => linear(sized(parts), ArrangementPart::Row),
            ArrangementPart::Column(parts) => linear(sized(parts), ArrangementPart::Column),
            ArrangementPart::Tabs { parts, shown } => {
                let left: Vec<(usize, ArrangementPart)> = parts
                    .into_iter()
                    .enumerate()
                    .filter_map(|(at, part)| Some((at, part.only(stays)?)))
                    .collect();
                let shown = left.iter().rposition(|(at, _)| *at <= shown).unwrap_or(0);
                let parts: Vec<ArrangementPart> = left.into_iter().map(|(_, part)| part).collect();
                (!parts.is_empty()).then_some(ArrangementPart::Tabs { parts, shown })
            }
        }
    }

    /// Whether a document stands in some place within it. What is worked on and what lies below
    /// that is one place.
    fn is_divided(&self) -> bool {
        match self {
            ArrangementPart::Tabs { .. } | ArrangementPart::Panel(_) => false,
            ArrangementPart::Row(_) => true,
            ArrangementPart::Column(parts) => {
                let is_apart =
                    |part: &ArrangementPart| part.is_divided() || part.has(Panel::Viewport);
                parts.iter().any(|(_, part)| is_apart(part))
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
                ArrangementPart::Tabs {
                    parts: vec![ArrangementPart::Panel(new)],
                    shown: 0,
                },
            )
        };
        match self {
            ArrangementPart::Row(parts) => {
                let Some(at) = parts.iter().position(|(_, part)| part.has(panel)) else {
                    return;
                };
                match &mut parts[at].1 {
                    deeper if deeper.is_divided() => deeper.put_beside(panel, new),
                    _ => parts.insert(at + 1, fresh()),
                }
            }
            ArrangementPart::Column(parts) => {
                if let Some((_, part)) = parts.iter_mut().find(|(_, part)| part.has(panel)) {
                    part.put_beside(panel, new);
                }
            }
            ArrangementPart::Tabs { .. } | ArrangementPart::Panel(_) => {
                let there = std::mem::replace(self, ArrangementPart::Panel(new));
                *self = ArrangementPart::Row(vec![(1.0, there), fresh()]);
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

    /// The arrangement with panels for these documents and for no others.
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
        let mut root = root
            .only(&stays)
            .unwrap_or(ArrangementPart::Panel(Panel::Timeline));
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
