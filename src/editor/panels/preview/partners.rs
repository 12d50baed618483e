//! Who is there beside the previewed character: whose bones, what plays, where, and how both are
//! bound.

use super::{FAR, SceneEdit, add_ui, explained, fault_ui, free_id, free_name, item_ui, number};
use crate::{
    panels::rows::PropertyRows,
    parts::{self, NumberField},
};
use asset::{
    AssetKind, Id, PartnerTarget, PoseTie, PreviewPartner, PreviewScene, Project, Skeleton,
};
use document::Command;
use egui::Ui;
use words::tr;

/// The rows of all partners, and a button for one more.
pub(super) fn partners_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, edit: &SceneEdit<'_>) {
    let partners = &edit.scene.partners;
    if !parts::group_header(ui, tr!("Partners"), &partners.len().to_string()) {
        return;
    }
    for at in 0..partners.len() {
        partner_ui(ui, rows, &PartnerEdit { edit, at });
    }
    let tip = tr!(
        "A second character beside the one that is shown: to copy poses from, to be \
               reached for, or with a montage in step"
    );
    let button = |ui: &mut Ui| {
        parts::button(ui, None, tr!("Add partner"), false)
            .on_hover_text(tip)
            .clicked()
    };
    if add_ui(ui, button)
        && let Some(skeleton) = edit.skeleton()
    {
        let taken = |name: &str| partners.iter().any(|it| it.name == name);
        let id = free_id("preview partner", |id| {
            partners.iter().any(|it| it.id == id)
        });
        let new = PreviewPartner::new(id, free_name("Partner", taken), skeleton);
        rows.perform(with(edit, |all| all.push(new)));
    }
}

fn with(edit: &SceneEdit<'_>, change: impl FnOnce(&mut Vec<PreviewPartner>)) -> Command {
    let mut partners = edit.scene.partners.clone();
    change(&mut partners);
    edit.set(PreviewScene {
        partners,
        ..edit.scene.clone()
    })
}

/// One partner of the scene.
struct PartnerEdit<'a> {
    edit: &'a SceneEdit<'a>,
    at: usize,
}

impl PartnerEdit<'_> {
    fn partner(&self) -> &PreviewPartner {
        &self.edit.scene.partners[self.at]
    }

    fn project(&self) -> &Project {
        self.edit.project
    }

    fn changed(&self, change: impl FnOnce(&mut PreviewPartner)) -> Command {
        with(self.edit, |all| change(&mut all[self.at]))
    }
}

fn partner_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, it: &PartnerEdit<'_>) {
    let partner = it.partner();
    let name = &partner.name;
    if item_ui(ui, name, &tr!("Delete partner {name}")) {
        rows.perform(with(it.edit, |all| drop(all.remove(it.at))));
    }
    explained(ui, tr!("Copy Pose nodes name the partner so"), |ui| {
        rows.text(ui, &tr!("{name}: name"), name, |name| {
            it.changed(|partner| partner.name = name)
        });
    });
    who_ui(ui, rows, it);
    place_ui(ui, rows, it);
    tie_ui(ui, rows, it);
    for nth in 0..partner.targets.len() {
        target_ui(ui, rows, it, nth);
    }
    for fault in partner.faults(it.project()) {
        fault_ui(ui, &fault.text(it.project(), partner));
    }
    let label = tr!("Add warp target at {name}");
    let tip = tr!("Warp windows and nodes that reach for this target go where the partner is");
    let button = |ui: &mut Ui| {
        parts::button(ui, None, &label, false)
            .on_hover_text(tip)
            .clicked()
    };
    if add_ui(ui, button) {
        let targets = &partner.targets;
        let known = it.project().warp_targets();
        let is_taken = |name: &str| targets.iter().any(|it| it.target == name);
        let unused = known.iter().find(|name| !is_taken(name));
        let target = unused.map_or_else(|| free_name("Target", is_taken), |it| (*it).to_owned());
        let id = free_id("partner target", |id| targets.iter().any(|it| it.id == id));
        rows.perform(it.changed(|partner| {
            partner.targets.push(PartnerTarget {
                id,
                target,
                of: String::new(),
                offset: [0.0; 3],
                // Who comes to a partner usually faces it.
                turn: 180.0,
            })
        }));
    }
}

/// Rows for the partner's skeleton and meshes, and for what it plays.
fn who_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, it: &PartnerEdit<'_>) {
    let (partner, project) = (it.partner(), it.project());
    let name = &partner.name;
    let rigs = project.list(AssetKind::Skeleton).into_iter();
    let rigs: Vec<_> = rigs.map(|(id, name)| (id, name.to_owned())).collect();
    explained(ui, tr!("Whose bones and meshes the partner has"), |ui| {
        let label = tr!("{name}: skeleton");
        rows.choice(ui, &label, &partner.skeleton, &rigs, |skeleton| {
            it.changed(|partner| {
                partner.skeleton = skeleton;
                // What plays on other bones would only be a fault.
                partner.plays = None;
            })
        });
    });
    let mut plays = vec![(None, tr!("Nothing (reference pose)").to_owned())];
    for kind in [AssetKind::Clip, AssetKind::Montage, AssetKind::Graph] {
        let of = |id: Id| {
            let uses = project.asset(id).map(|asset| asset.uses());
            uses.is_some_and(|uses| uses.first() == Some(&partner.skeleton))
        };
        let all = project.list(kind).into_iter().filter(|(id, _)| of(*id));
        plays.extend(all.map(|(id, name)| (Some(id), name.to_owned())));
    }
    explained(ui, tr!("A clip, montage or graph, again and again"), |ui| {
        rows.choice(ui, &tr!("{name}: plays"), &partner.plays, &plays, |plays| {
            it.changed(|partner| partner.plays = plays)
        });
    });
}

fn place_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, it: &PartnerEdit<'_>) {
    let partner = it.partner();
    let name = &partner.name;
    for (word, axis) in [(tr!("aside"), 0), (tr!("up"), 1), (tr!("ahead"), 2)] {
        let label = format!("{name}: {word}");
        let field = number(&label, partner.at[axis].into(), "m", FAR);
        rows.number(ui, &label, field, |value| {
            it.changed(|partner| partner.at[axis] = value as f32)
        });
    }
    let label = tr!("{name}: turn");
    let field = NumberField {
        decimals: 0,
        speed: 0.5,
        ..number(&label, partner.turn.into(), "°", -180.0..=180.0)
    };
    explained(
        ui,
        tr!("About the up axis: 0° faces as the character does"),
        |ui| {
            rows.number(ui, &label, field, |turn| {
                it.changed(|partner| partner.turn = turn as f32)
            });
        },
    );
    let tip = tr!("Off: root motion of what plays moves the partner from there");
    explained(ui, tip, |ui| {
        let label = tr!("{name}: held");
        rows.toggle(
            ui,
            &label,
            partner.stays,
            tr!("stays there: no root motion"),
            |stays| it.changed(|partner| partner.stays = stays),
        );
    });
}

/// Row for how the partner and the character are linked.
fn tie_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, it: &PartnerEdit<'_>) {
    let partner = it.partner();
    let name = &partner.name;
    let ties = [
        (PoseTie::IsCopied, tr!("Our Copy Pose copies {name}")),
        (PoseTie::Copies, tr!("{name} copies us (Copy Pose)")),
        (PoseTie::Follows, tr!("{name} shows our whole pose")),
        (PoseTie::Apart, tr!("None").to_owned()),
    ];
    let tip =
        tr!("Who takes whose pose in the same tick. Copy Pose nodes of a graph name a partner");
    explained(ui, tip, |ui| {
        rows.choice(
            ui,
            &tr!("{name}: pose link"),
            &partner.pose,
            &ties,
            |pose| it.changed(|partner| partner.pose = pose),
        );
    });
    if partner.pose == PoseTie::Copies {
        let label = tr!("{name}: calls us");
        explained(ui, tr!("As the partner's Copy Pose nodes name us"), |ui| {
            rows.text(ui, &label, &partner.our_name, |our_name| {
                it.changed(|partner| partner.our_name = our_name)
            });
        });
    }
    let plays = partner.plays;
    let is_montage = plays.is_some_and(|id| it.project().montages.contains_key(&id));
    if is_montage || partner.follows_montage {
        let tip =
            tr!("The partner's montage goes where the open montage goes: its jumps, its rate");
        explained(ui, tip, |ui| {
            let label = tr!("{name}: in step");
            let note = tr!("its montage follows ours");
            rows.toggle(ui, &label, partner.follows_montage, note, |follows| {
                it.changed(|partner| partner.follows_montage = follows)
            });
        });
    }
}

fn target_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, it: &PartnerEdit<'_>, nth: usize) {
    let partner = it.partner();
    let (target, name) = (&partner.targets[nth], &partner.name);
    let number_of = nth + 1;
    let changed = |change: &dyn Fn(&mut PartnerTarget)| {
        it.changed(|partner| change(&mut partner.targets[nth]))
    };
    let title = tr!("Warp target {} at {name}", target.target);
    if item_ui(ui, &title, &tr!("Delete warp target {number_of} at {name}")) {
        rows.perform(it.changed(|partner| drop(partner.targets.remove(nth))));
    }
    let known: Vec<&str> = it.project().warp_targets().into_iter().collect();
    let label = tr!("{name} {number_of}: target");
    rows.text_of(ui, &label, &target.target, &known, |name| {
        changed(&|target| target.target.clone_from(&name))
    });
    let mut places = vec![(String::new(), tr!("Position of the partner").to_owned())];
    if let Some(rig) = it.project().skeletons.get(&partner.skeleton) {
        places.extend(names(rig).map(|name| (name.to_owned(), name.to_owned())));
    }
    if places.iter().all(|(name, _)| *name != target.of) {
        places.push((target.of.clone(), tr!("{} (missing)", target.of)));
    }
    explained(ui, tr!("A bone or socket of the partner"), |ui| {
        let label = tr!("{name} {number_of}: at");
        rows.choice(ui, &label, &target.of, &places, |of| {
            changed(&|target| target.of.clone_from(&of))
        });
    });
    for (word, axis) in [("x", 0), ("y", 1), ("z", 2)] {
        let label = format!("{name} {number_of}: {word}");
        let field = number(&label, target.offset[axis].into(), "m", FAR);
        explained(ui, tr!("In the frame of that bone or socket"), |ui| {
            rows.number(ui, &label, field, |value| {
                changed(&|target| target.offset[axis] = value as f32)
            });
        });
    }
    let label = tr!("{name} {number_of}: turn");
    let field = NumberField {
        decimals: 0,
        speed: 0.5,
        ..number(&label, target.turn.into(), "°", -180.0..=180.0)
    };
    let tip =
        tr!("About the y axis of that bone or socket. 180° where we come to face the partner");
    explained(ui, tip, |ui| {
        rows.number(ui, &label, field, |turn| {
            changed(&|target| target.turn = turn as f32)
        });
    });
}

fn names(rig: &Skeleton) -> impl Iterator<Item = &str> {
    let sockets = rig.sockets.iter().map(|socket| socket.name.as_str());
    sockets.chain(rig.bones.iter().map(|bone| bone.name.as_str()))
}
