//! Whom a scene of a project has beside the previewed character, as the preview is told.

use anim::{Name, Transform};
use asset::{AssetKind, Id, PoseTie, PreviewPartner, PreviewScene, Project};
use std::sync::Arc;
use studio::{PartnerOrder, PartnerTie, PreviewSubject};

/// The partners of a scene, in its order.
pub fn partner_orders(project: &Project, scene: &PreviewScene) -> Arc<[PartnerOrder]> {
    scene
        .partners
        .iter()
        .map(|partner| partner_order(project, partner))
        .collect()
}

fn partner_order(project: &Project, partner: &PreviewPartner) -> PartnerOrder {
    let skeleton = project.asset_name(partner.skeleton).unwrap_or_default();
    let targets = partner.targets.iter().map(|it| {
        let of = if it.of.is_empty() {
            Name::NONE
        } else {
            Name::new(&it.of)
        };
        (Name::new(&it.target), of, it.local())
    });
    PartnerOrder {
        name: Name::new(&partner.name),
        skeleton: Name::new(skeleton),
        plays: partner
            .plays
            .map_or(PreviewSubject::None, |id| played(project, id)),
        home: partner.place(),
        stays: partner.stays,
        tie: match partner.pose {
            PoseTie::IsCopied => PartnerTie::IsCopied,
            PoseTie::Copies => PartnerTie::Copies(Name::new(&partner.our_name)),
            PoseTie::Follows => PartnerTie::Follows,
            PoseTie::Apart => PartnerTie::Apart,
        },
        follows_montage: partner.follows_montage,
        targets: targets.collect(),
    }
}

fn played(project: &Project, id: Id) -> PreviewSubject {
    let name = Name::new(project.asset_name(id).unwrap_or_default());
    match project.kind(id) {
        Some(AssetKind::Clip) => PreviewSubject::Clip(name),
        Some(AssetKind::Montage) => PreviewSubject::Montage(name),
        Some(AssetKind::Graph) => PreviewSubject::Graph(name),
        _ => PreviewSubject::None,
    }
}

/// The targets of a scene, and those of its partners in their reference pose, for work without
/// playing. A target of a partner replaces a scene target of the same name.
pub fn standing_targets(project: &Project, scene: &PreviewScene) -> Vec<(String, Transform)> {
    let mut all: Vec<(String, Transform)> = Vec::new();
    for partner in &scene.partners {
        for target in &partner.targets {
            let local = standing_bone(project, partner, &target.of);
            let place = local.map(|local| partner.place().compose(&local).compose(&target.local()));
            all.extend(place.map(|place| (target.target.clone(), place)));
        }
    }
    for target in &scene.targets {
        if all.iter().all(|(name, _)| *name != target.name) {
            all.push((target.name.clone(), target.place()));
        }
    }
    all
}

/// Transform of a bone or socket in the partner's reference pose, model space. Identity for an
/// empty name; None if the partner has nothing of that name.
fn standing_bone(project: &Project, partner: &PreviewPartner, name: &str) -> Option<Transform> {
    if name.is_empty() {
        return Some(Transform::IDENTITY);
    }
    let rig = project.skeletons.get(&partner.skeleton)?;
    let models = rig.reference_models();
    let model = |bone: usize| models.get(bone).map(Transform::from_affine);
    match rig.bones.iter().position(|bone| bone.name == name) {
        Some(bone) => model(bone),
        None => {
            let socket = rig.sockets.iter().find(|socket| socket.name == name)?;
            Some(model(rig.index(&socket.bone)?)?.compose(&socket.local))
        }
    }
}
