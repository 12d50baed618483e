//! How notifies follow segments, in the words of the interface.

use super::TimelineHost;
use crate::icons;
use asset::{Id, montage::Segment, notify::Link};
use words::tr;

/// How an item follows a segment, without naming the segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkKind {
    Absolute,
    #[default]
    Relative,
    Proportional,
}

impl LinkKind {
    /// Every kind of link, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Absolute, Self::Relative, Self::Proportional];

    /// The label in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Absolute => tr!("Absolute"),
            Self::Relative => tr!("Relative"),
            Self::Proportional => tr!("Proportional"),
        }
    }

    /// A sentence that says what it does.
    pub fn tip(self) -> &'static str {
        match self {
            Self::Absolute => tr!("Stays at its time"),
            Self::Relative => tr!("Moves with the segment under it"),
            Self::Proportional => tr!("Moves and stretches with the segment under it"),
        }
    }

    /// The icon in menus.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Absolute => icons::PUSH_PIN,
            Self::Relative => icons::LINK,
            Self::Proportional => icons::PERCENT,
        }
    }

    /// A link of this type to this segment; an absolute one has none.
    pub fn of(self, segment: Id) -> Link {
        match self {
            Self::Absolute => Link::Absolute,
            Self::Relative => Link::Relative(segment),
            Self::Proportional => Link::Proportional(segment),
        }
    }

    /// The link to the segment that plays at this time, in the first slot that has one.
    pub fn at(self, host: &TimelineHost<'_>, time: f64) -> Link {
        let plays = |segment: &&Segment| {
            let start = f64::from(segment.start);
            start <= time + 1e-4 && time < start + f64::from(host.segment_duration(segment)) - 1e-4
        };
        let under = host
            .slots()
            .iter()
            .find_map(|slot| slot.segments.iter().find(plays));
        under.map_or(Link::Absolute, |segment| self.of(segment.id))
    }

    /// The type of a link, whichever segment it names.
    pub fn from(link: Link) -> Self {
        match link {
            Link::Absolute => Self::Absolute,
            Link::Relative(_) => Self::Relative,
            Link::Proportional(_) => Self::Proportional,
        }
    }
}
