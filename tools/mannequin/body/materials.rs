//! The two materials of the body, apart since the texture atlas and the parts must agree on them.

use crate::sculpt::piece::Finish;

/// Names of the materials in their order, with the finishes that each shows.
pub(super) const MATERIALS: [(&str, &[Finish]); 2] = [
    ("Shell", &[Finish::Shell, Finish::Accent, Finish::Light]),
    ("Joint", &[Finish::Rubber, Finish::Visor]),
];
