//! What is to be told of a child montage beside what is of every one.

use crate::{Id, Montage, Project, child::Orphan, compile::Output, diagnostic::Kind};
use std::sync::Arc;
use words::tr;

/// The montage that has no parent; itself of one that is no child.
pub(super) fn root(project: &Project, id: Id) -> Result<Arc<Montage>, Orphan> {
    project
        .root_montage(id)
        .map(|root| project.montages[&root].clone())
}

/// False of one that has no root.
pub(super) fn check(project: &Project, id: Id, montage: &Montage, out: &mut Output) -> bool {
    if montage.parent.is_none() {
        return true;
    }
    let root = match root(project, id) {
        Ok(root) => root,
        Err(why) => {
            out.error(id, None, Kind::NoRootMontage { why });
            return false;
        }
    };
    for other in &montage.overrides {
        let Some(((_, was), (_, is))) = root
            .segment(other.segment)
            .zip(montage.segment(other.segment))
        else {
            out.warn(
                id,
                None,
                Kind::OverrideMissing {
                    clip: clip_name(project, other.clip),
                },
            );
            continue;
        };
        if (is.clip_begin, is.clip_end) != (was.clip_begin, was.clip_end) {
            out.warn(
                id,
                Some(is.id),
                Kind::OverrideShort {
                    clip: clip_name(project, other.clip),
                },
            );
        }
    }
    true
}

fn clip_name(project: &Project, clip: Id) -> String {
    project
        .asset_name(clip)
        .unwrap_or(tr!("a deleted clip"))
        .to_owned()
}
