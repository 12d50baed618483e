//! What is wrong with scenes that assets are previewed in. Nothing of them plays in a game.

#[cfg(test)]
mod tests;

use super::Output;
use crate::{Project, diagnostic::Kind};

/// Reports on scenes that belong to one asset: partners that cannot do what is set, and missing
/// props. The project's scene is checked where it is shown.
pub(super) fn report(project: &Project, out: &mut Output) {
    for (id, scene) in &project.preview.scenes {
        for partner in &scene.partners {
            for fault in partner.faults(project) {
                let why = fault.text(project, partner);
                let name = partner.name.clone();
                out.warn(*id, None, Kind::Partner { name, why });
            }
        }
        let lost = scene
            .props
            .iter()
            .filter(|prop| !project.meshes.contains_key(&prop.mesh));
        lost.for_each(|_| out.warn(*id, None, Kind::PropMissing));
    }
}
