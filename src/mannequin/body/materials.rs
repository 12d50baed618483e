//! The body has two materials, each of which shows some of its finishes.

use crate::sculpt::piece::Finish;

/// In their order, with what they show.
pub(super) const MATERIALS: [(&str, &[Finish]); 2] = [
    ("Shell", &[Finish::Shell, Finish::Accent, Finish::Light]),
    ("Joint", &[Finish::Rubber, Finish::Visor]),
];
