//! Parts of a node that there may be any number of: poses, layers, clips, edits.

use super::Fields;
use crate::{icons, parts};
use anim::montage::Easing;
use asset::{
    AssetKind, BoneKey, Id,
    graph::{
        Branch, CompositePart, CurveChange, CurveEdit, DriverTarget, Input, Layer, ListPose, NodeKind, RandomEntry,
    },
};

pub fn lists_ui(fields: &mut Fields<'_, '_>) {
    match &fields.node.kind {
        NodeKind::BlendList { poses, easing, inertialize, restarts, .. } => {
            list_ui(fields, poses, (*easing, *inertialize, *restarts));
        }
        NodeKind::LayeredPerBone { layers, .. } => layers_ui(fields, layers),
        NodeKind::RandomPlayer { entries, restarts, is_ignored_by_rules, .. } => {
            random_ui(fields, entries, (*restarts, *is_ignored_by_rules));
        }
        NodeKind::SequenceComposite { parts, looping, restarts, .. } => {
            composite_ui(fields, parts, (*looping, *restarts));
        }
        NodeKind::ModifyCurve { edits, .. } => edits_ui(fields, edits),
        NodeKind::PoseDriver { bones, targets, .. } => driver_ui(fields, bones, targets),
        _ => {}
    }
}

fn header(fields: &mut Fields<'_, '_>, title: &str, count: usize) -> bool {
    parts::group_header(fields.ui, title, &count.to_string())
}

/// What takes one part out of a list.
fn remove(fields: &mut Fields<'_, '_>, label: &str, change: impl FnOnce(&mut NodeKind)) {
    if fields.button(icons::TRASH, label) {
        let command = fields.set(change);
        fields.rows.perform(command);
    }
}

fn add(fields: &mut Fields<'_, '_>, label: &str, change: impl FnOnce(&mut NodeKind)) {
    if fields.button(icons::PLUS, label) {
        let command = fields.set(change);
        fields.rows.perform(command);
    }
}

fn list_ui(fields: &mut Fields<'_, '_>, all: &[ListPose], (easing, inertialize, restarts): (Easing, bool, bool)) {
    fn of(kind: &mut NodeKind) -> Option<&mut Vec<ListPose>> {
        if let NodeKind::BlendList { poses, .. } = kind { Some(poses) } else { None }
    }
    if !header(fields, "Poses", all.len()) {
        return;
    }
    fields.easing(easing, |kind, to| {
        if let NodeKind::BlendList { easing, .. } = kind {
            *easing = to;
        }
    });
    fields.toggle("Inertialize", inertialize, "the new pose at once, the jump decays", |kind, to| {
        if let NodeKind::BlendList { inertialize, .. } = kind {
            *inertialize = to;
        }
    });
    fields.toggle("Restarts", restarts, "a pose without weight begins anew", |kind, to| {
        if let NodeKind::BlendList { restarts, .. } = kind {
            *restarts = to;
        }
    });
    let NodeKind::BlendList { profile, .. } = fields.node.kind else { return };
    fields.profile(profile, |kind, to| {
        if let NodeKind::BlendList { profile, .. } = kind {
            *profile = to;
        }
    });
    for (at, pose) in all.iter().enumerate() {
        fields.number((&format!("Time to pose {at}"), "s"), pose.time, 0.0..=60.0, |kind, to| {
            of(kind).into_iter().for_each(|poses| poses[at].time = to);
        });
    }
    add(fields, "Add pose", |kind| {
        of(kind).into_iter().for_each(|poses| poses.push(ListPose { source: None, time: 0.2 }));
    });
    if all.len() > 1 {
        remove(fields, "Remove last pose", |kind| of(kind).into_iter().for_each(|poses| _ = poses.pop()));
    }
}

fn layers_ui(fields: &mut Fields<'_, '_>, all: &[Layer]) {
    fn of(kind: &mut NodeKind, at: usize) -> Option<&mut Layer> {
        if let NodeKind::LayeredPerBone { layers, .. } = kind { layers.get_mut(at) } else { None }
    }
    fn layers(kind: &mut NodeKind) -> Option<&mut Vec<Layer>> {
        if let NodeKind::LayeredPerBone { layers, .. } = kind { Some(layers) } else { None }
    }
    for (at, layer) in all.iter().enumerate() {
        if !parts::group_header(fields.ui, &format!("Layer {at}"), "") {
            continue;
        }
        masks_ui(fields, &format!("Mask {at}"), &layer.mask, "None: by branches", |kind, to| {
            of(kind, at).into_iter().for_each(|layer| layer.mask = to);
        });
        for (nth, branch) in layer.branches.iter().enumerate() {
            fields.bone(&format!("Branch {at}.{nth}"), &branch.bone, |kind, to| {
                of(kind, at).into_iter().for_each(|layer| layer.branches[nth].bone.clone_from(&to));
            });
            fields.whole((&format!("Depth {at}.{nth}"), "levels"), branch.depth.into(), -1..=64, |kind, to| {
                of(kind, at).into_iter().for_each(|layer| layer.branches[nth].depth = to as i32);
            });
        }
        let bone = first_bone(fields);
        add(fields, &format!("Add branch to layer {at}"), |kind| {
            of(kind, at).into_iter().for_each(|layer| layer.branches.push(Branch { bone: bone.clone(), depth: 0 }));
        });
        if !layer.branches.is_empty() {
            remove(fields, &format!("Remove last branch of layer {at}"), |kind| {
                of(kind, at).into_iter().for_each(|layer| _ = layer.branches.pop());
            });
        }
    }
    if header(fields, "Layers", all.len()) {
        add(fields, "Add layer", |kind| {
            let new = Layer { source: None, weight: Input::Number(1.0), mask: None, branches: Vec::new() };
            layers(kind).into_iter().for_each(|layers| layers.push(new.clone()));
        });
        if all.len() > 1 {
            remove(fields, "Remove last layer", |kind| {
                layers(kind).into_iter().for_each(|layers| _ = layers.pop());
            });
        }
    }
}

fn masks_ui(
    fields: &mut Fields<'_, '_>,
    label: &str,
    mask: &Option<Id>,
    none: &str,
    set: impl Fn(&mut NodeKind, Option<Id>),
) {
    let rig = fields.project.skeletons.get(&fields.graph.skeleton);
    let masks = rig.into_iter().flat_map(|rig| &rig.masks).map(|mask| (Some(mask.id), mask.name.clone()));
    let options: Vec<_> = std::iter::once((None, none.to_owned())).chain(masks).collect();
    fields.choice(label, mask, &options, set);
}

fn first_bone(fields: &Fields<'_, '_>) -> BoneKey {
    let rig = fields.project.skeletons.get(&fields.graph.skeleton);
    rig.and_then(|rig| rig.bones.first()).map(|bone| bone.key.clone()).unwrap_or_default()
}

/// Which bones a difference is added to.
pub(super) fn added_to_ui(fields: &mut Fields<'_, '_>, mask: &Option<Id>, all: &[Branch]) {
    fn of(kind: &mut NodeKind) -> Option<&mut Vec<Branch>> {
        if let NodeKind::ApplyAdditive { branches, .. } = kind { Some(branches) } else { None }
    }
    let none = if all.is_empty() { "None: every bone" } else { "None: by branches" };
    masks_ui(fields, "Bone mask", mask, none, |kind, to| {
        if let NodeKind::ApplyAdditive { mask, .. } = kind {
            *mask = to;
        }
    });
    for (nth, branch) in all.iter().enumerate() {
        fields.bone(&format!("Branch {nth}"), &branch.bone, |kind, to| {
            of(kind).into_iter().for_each(|branches| branches[nth].bone.clone_from(&to));
        });
        fields.whole((&format!("Depth {nth}"), "levels"), branch.depth.into(), -1..=64, |kind, to| {
            of(kind).into_iter().for_each(|branches| branches[nth].depth = to as i32);
        });
    }
    let bone = first_bone(fields);
    add(fields, "Add branch", |kind| {
        of(kind).into_iter().for_each(|branches| branches.push(Branch { bone: bone.clone(), depth: 0 }));
    });
    if !all.is_empty() {
        remove(fields, "Remove last branch", |kind| of(kind).into_iter().for_each(|branches| _ = branches.pop()));
    }
}

fn random_ui(fields: &mut Fields<'_, '_>, all: &[RandomEntry], (restarts, is_ignored): (bool, bool)) {
    fn of(kind: &mut NodeKind) -> Option<&mut Vec<RandomEntry>> {
        if let NodeKind::RandomPlayer { entries, .. } = kind { Some(entries) } else { None }
    }
    if !header(fields, "Clips", all.len()) {
        return;
    }
    fields.toggle("Restarts", restarts, "whenever it had no weight", |kind, to| {
        if let NodeKind::RandomPlayer { restarts, .. } = kind {
            *restarts = to;
        }
    });
    fields.toggle("Hidden from rules", is_ignored, "they do not ask about it", |kind, to| {
        if let NodeKind::RandomPlayer { is_ignored_by_rules, .. } = kind {
            *is_ignored_by_rules = to;
        }
    });
    for (at, entry) in all.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut RandomEntry)| {
            of(kind).and_then(|all| all.get_mut(at)).into_iter().for_each(change);
        };
        fields.asset(&format!("Clip {at}"), AssetKind::Clip, entry.clip, |kind, to| set(kind, &mut |it| it.clip = to));
        fields.number((&format!("Chance {at}"), "×"), entry.chance, 0.0..=1000.0, |kind, to| {
            set(kind, &mut |it| it.chance = to);
        });
        for (nth, word) in ["At least", "At most"].into_iter().enumerate() {
            let label = format!("{word} {at}");
            fields.whole((&label, "times"), entry.loops[nth].into(), 1..=1000, |kind, to| {
                set(kind, &mut |it| it.loops[nth] = to as u32);
            });
        }
        fields.number((&format!("Blend {at}"), "s"), entry.blend, 0.0..=60.0, |kind, to| {
            set(kind, &mut |it| it.blend = to);
        });
        remove(fields, &format!("Remove clip {at}"), |kind| of(kind).into_iter().for_each(|all| _ = all.remove(at)));
    }
    add(fields, "Add clip", |kind| {
        let new = RandomEntry { clip: None, chance: 1.0, loops: [1, 1], blend: 0.2, easing: Easing::default() };
        of(kind).into_iter().for_each(|all| all.push(new.clone()));
    });
}

fn composite_ui(fields: &mut Fields<'_, '_>, all: &[CompositePart], (looping, restarts): (bool, bool)) {
    fn of(kind: &mut NodeKind) -> Option<&mut Vec<CompositePart>> {
        if let NodeKind::SequenceComposite { parts, .. } = kind { Some(parts) } else { None }
    }
    if !header(fields, "Parts", all.len()) {
        return;
    }
    fields.toggle("Loops", looping, "", |kind, to| {
        if let NodeKind::SequenceComposite { looping, .. } = kind {
            *looping = to;
        }
    });
    fields.toggle("Restarts", restarts, "whenever it had no weight", |kind, to| {
        if let NodeKind::SequenceComposite { restarts, .. } = kind {
            *restarts = to;
        }
    });
    for (at, part) in all.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut CompositePart)| {
            of(kind).and_then(|all| all.get_mut(at)).into_iter().for_each(change);
        };
        fields.asset(&format!("Clip {at}"), AssetKind::Clip, part.clip, |kind, to| set(kind, &mut |it| it.clip = to));
        fields.number((&format!("Begin {at}"), "s"), part.begin.into(), 0.0..=3600.0, |kind, to| {
            set(kind, &mut |it| it.begin = to as f32);
        });
        fields.number((&format!("End {at}"), "s"), part.end.into(), 0.0..=3600.0, |kind, to| {
            set(kind, &mut |it| it.end = to as f32);
        });
        fields.number((&format!("Rate {at}"), "×"), part.rate.into(), -8.0..=8.0, |kind, to| {
            set(kind, &mut |it| it.rate = to as f32);
        });
        fields.whole((&format!("Loops {at}"), "times"), part.loops.into(), 1..=1000, |kind, to| {
            set(kind, &mut |it| it.loops = to as u32);
        });
        remove(fields, &format!("Remove part {at}"), |kind| of(kind).into_iter().for_each(|all| _ = all.remove(at)));
    }
    add(fields, "Add part", |kind| {
        let new = CompositePart { clip: None, begin: 0.0, end: 1.0, rate: 1.0, loops: 1 };
        of(kind).into_iter().for_each(|all| all.push(new.clone()));
    });
}

fn edits_ui(fields: &mut Fields<'_, '_>, all: &[CurveEdit]) {
    fn of(kind: &mut NodeKind) -> Option<&mut Vec<CurveEdit>> {
        if let NodeKind::ModifyCurve { edits, .. } = kind { Some(edits) } else { None }
    }
    if !header(fields, "Curves", all.len()) {
        return;
    }
    let changes = [
        (CurveChange::Add, "Adds the value"),
        (CurveChange::Scale, "Times the value"),
        (CurveChange::Blend(Input::Number(1.0)), "Towards the value, by a weight"),
        (CurveChange::Average, "Averages, the value is the weight"),
        (CurveChange::Remap, "From the value on, up to 1"),
    ]
    .map(|(change, name)| (change, name.to_owned()));
    for (at, edit) in all.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut CurveEdit)| {
            of(kind).and_then(|all| all.get_mut(at)).into_iter().for_each(change);
        };
        fields.text(&format!("Curve {at}"), &edit.curve, |kind, to| set(kind, &mut |it| it.curve.clone_from(&to)));
        // Whatever its weight is.
        let now = match edit.change {
            CurveChange::Blend(_) => CurveChange::Blend(Input::Number(1.0)),
            ref other => other.clone(),
        };
        fields.choice(&format!("Change {at}"), &now, &changes, |kind, to| {
            set(kind, &mut |it| it.change = to.clone());
        });
        remove(fields, &format!("Remove curve {at}"), |kind| of(kind).into_iter().for_each(|all| _ = all.remove(at)));
    }
    add(fields, "Add curve", |kind| {
        let new = CurveEdit { curve: "Curve".into(), value: Input::Number(1.0), change: CurveChange::Add };
        of(kind).into_iter().for_each(|all| all.push(new.clone()));
    });
}

fn driver_ui(fields: &mut Fields<'_, '_>, bones: &[BoneKey], targets: &[DriverTarget]) {
    fn of(kind: &mut NodeKind) -> Option<(&mut Vec<BoneKey>, &mut Vec<DriverTarget>)> {
        if let NodeKind::PoseDriver { bones, targets, .. } = kind { Some((bones, targets)) } else { None }
    }
    if !header(fields, "Targets", targets.len()) {
        return;
    }
    for (at, bone) in bones.iter().enumerate() {
        fields.bone(&format!("Driving bone {at}"), bone, |kind, to| {
            of(kind).into_iter().for_each(|(bones, _)| bones[at].clone_from(&to));
        });
    }
    for (at, target) in targets.iter().enumerate() {
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut DriverTarget)| {
            of(kind).and_then(|(_, all)| all.get_mut(at)).into_iter().for_each(change);
        };
        fields.text(&format!("Curve {at}"), &target.curve, |kind, to| set(kind, &mut |it| it.curve.clone_from(&to)));
        for (bone, turn) in target.turns.iter().enumerate() {
            for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
                let label = format!("Turn {at}.{bone} {name}");
                fields.number((&label, "°"), turn[axis].into(), -180.0..=180.0, |kind, to| {
                    set(kind, &mut |it| it.turns[bone][axis] = to as f32);
                });
            }
        }
        fields.number((&format!("Reach {at}"), "× radius"), target.scale, 0.01..=100.0, |kind, to| {
            set(kind, &mut |it| it.scale = to);
        });
        remove(fields, &format!("Remove target {at}"), |kind| {
            of(kind).into_iter().for_each(|(_, all)| _ = all.remove(at));
        });
    }
    add(fields, "Add target", |kind| {
        if let Some((bones, all)) = of(kind) {
            all.push(DriverTarget { curve: "Corrective".into(), turns: vec![[0.0; 3]; bones.len()], scale: 1.0 });
        }
    });
}

impl Fields<'_, '_> {
    /// Of the skeleton.
    pub fn profile(&mut self, value: Option<Id>, change: impl FnOnce(&mut NodeKind, Option<Id>)) {
        let rig = self.project.skeletons.get(&self.graph.skeleton);
        let profiles = rig.into_iter().flat_map(|rig| &rig.blend_profiles).map(|it| (Some(it.id), it.name.clone()));
        let none = (None, "None: bones together".to_owned());
        let options: Vec<_> = std::iter::once(none).chain(profiles).collect();
        self.choice("Profile", &value, &options, change);
    }
}
