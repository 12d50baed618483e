//! An aim offset as a form: a clip for each of nine ways to look.

use super::PropertyRows;
use crate::parts;
use asset::{
    AssetKind, BlendSpace, Id, Project,
    blend_space::{Axis, Sample},
};
use document::{BlendSpaceCommand, Command, ItemCommand};
use egui::Ui;
use words::{Word, tr, word};

const WAYS: [(Word, [f32; 2]); 9] = [
    (word!("Left up"), [-1.0, 1.0]),
    (word!("Up"), [0.0, 1.0]),
    (word!("Right up"), [1.0, 1.0]),
    (word!("Left"), [-1.0, 0.0]),
    (word!("Ahead"), [0.0, 0.0]),
    (word!("Right"), [1.0, 0.0]),
    (word!("Left down"), [-1.0, -1.0]),
    (word!("Down"), [0.0, -1.0]),
    (word!("Right down"), [1.0, -1.0]),
];

/// Two axes of degrees, and nothing in it but differences.
pub fn is_aim(project: &Project, space: &BlendSpace) -> bool {
    let degrees = |axis: &Axis| matches!(axis.unit.as_str(), "°" | "deg");
    let is_difference = |sample: &Sample| {
        project
            .clips
            .get(&sample.clip)
            .is_none_or(|clip| clip.additive.is_some())
    };
    space.axes.len() == 2
        && space.axes.iter().all(degrees)
        && space.samples.iter().all(is_difference)
}

fn place(space: &BlendSpace, way: [f32; 2]) -> [f32; 2] {
    let at = |axis: &Axis, part: f32| {
        let middle = (axis.min + axis.max) / 2.0;
        middle + part * (axis.max - axis.min) / 2.0
    };
    [at(&space.axes[0], way[0]), at(&space.axes[1], way[1])]
}

/// The sample that stands there, within a hundredth of the axes.
fn there(space: &BlendSpace, at: [f32; 2]) -> Option<&Sample> {
    let near = |axis: &Axis, a: f32, b: f32| (a - b).abs() <= (axis.max - axis.min) * 0.01;
    let is_there =
        |sample: &&Sample| (0..2).all(|axis| near(&space.axes[axis], sample.at[axis], at[axis]));
    space.samples.iter().find(is_there)
}

/// The clips of an aim offset, one row for each direction.
pub fn aim_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, space: &BlendSpace) {
    let filled = WAYS
        .iter()
        .filter(|(_, way)| there(space, place(space, *way)).is_some())
        .count();
    if !parts::group_header(
        ui,
        tr!("Aim offset"),
        &tr!("{filled} of {} directions", WAYS.len()),
    ) {
        return;
    }
    let fits = |clip: &asset::Clip| clip.skeleton == space.skeleton && clip.additive.is_some();
    let clips = project
        .list(AssetKind::Clip)
        .into_iter()
        .filter(|(id, _)| fits(&project.clips[id]));
    let clips = clips.map(|(id, name)| (Some(id), name.to_owned()));
    let options: Vec<(Option<Id>, String)> = std::iter::once((None, tr!("No clip").to_owned()))
        .chain(clips)
        .collect();
    let id = rows.asset;
    for (name, way) in WAYS {
        let at = place(space, way);
        let known = there(space, at);
        let new = rows.views.edits.id();
        rows.choice(
            ui,
            &name,
            &known.map(|sample| sample.clip),
            &options,
            |clip| {
                Command::BlendSpace(
                    id,
                    match (clip, known) {
                        (Some(clip), known) => {
                            let sample = known.cloned().unwrap_or(Sample {
                                id: new,
                                clip,
                                at,
                                rate: 1.0,
                            });
                            BlendSpaceCommand::Sample(ItemCommand::Put(Sample { clip, ..sample }))
                        }
                        (None, Some(known)) => {
                            BlendSpaceCommand::Sample(ItemCommand::Remove(known.id))
                        }
                        (None, None) => BlendSpaceCommand::Sample(ItemCommand::Remove(new)),
                    },
                )
            },
        );
    }
    let differences = options.len() - 1;
    if differences == 0 {
        let line = tr!("No clip is additive yet. Set Additive in a clip's details.");
        ui.horizontal_wrapped(|ui| {
            ui.add_space(12.0);
            ui.label(
                egui::RichText::new(line)
                    .font(crate::theme::small())
                    .color(crate::theme::TEXT_2),
            );
        });
    }
}
