//! What goes into a glTF file, and how: the choice while it is made.

use crate::{parts, theme};
use asset::{AssetKind, Id, Project};
use egui::{Align, Layout, RichText, Ui};
use files::GltfExport;
use formats::gltf::Style;
use std::collections::BTreeSet;
use words::{Word, tr, word};

const WIDTH: f32 = 460.0;
/// Height of the list of assets, points.
const HEIGHT: f32 = 260.0;
const KINDS: [(AssetKind, Word); 3] = [
    (AssetKind::Skeleton, word!("Characters")),
    (AssetKind::Clip, word!("Clips")),
    (AssetKind::Montage, word!("Montages, baked")),
];

/// The choice, while it is made and until the place is known.
#[derive(Default)]
pub struct GltfChoice {
    /// Skeletons, clips and montages.
    wanted: BTreeSet<Id>,
    all_levels: bool,
    four_influences: bool,
    key_every_bone: bool,
    /// The dialog is on the screen.
    pub is_open: bool,
}

pub(super) enum GltfChoiceStep {
    Choose,
    Cancel,
}

impl GltfChoice {
    /// Opens the choice with its last options, but with every character and clip and no montage.
    pub(super) fn open(&mut self, project: &Project) {
        self.wanted = project
            .skeletons
            .keys()
            .chain(project.clips.keys())
            .copied()
            .collect();
        self.is_open = true;
    }

    /// Clips and montages come with their characters, and only with those.
    pub fn export(&self, project: &Project) -> GltfExport {
        let wanted = |kind| -> Vec<Id> {
            project
                .list(kind)
                .into_iter()
                .map(|(id, _)| id)
                .filter(|id| self.wanted.contains(id))
                .collect()
        };
        let most = project
            .meshes
            .values()
            .map(|mesh| mesh.lods.len())
            .max()
            .unwrap_or(1);
        let skeletons = wanted(AssetKind::Skeleton);
        let plays = |id: &Id| {
            skeleton_of(project, *id).is_some_and(|skeleton| skeletons.contains(&skeleton))
        };
        GltfExport {
            clips: wanted(AssetKind::Clip).into_iter().filter(plays).collect(),
            montages: wanted(AssetKind::Montage)
                .into_iter()
                .filter(plays)
                .collect(),
            played: Vec::new(),
            style: Style {
                levels: (0..if self.all_levels { most } else { 1 }).collect(),
                influences: if self.four_influences { 4 } else { 8 },
                key_every_bone: self.key_every_bone,
            },
            skeletons,
        }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, project: &Project) -> Option<GltfChoiceStep> {
        ui.set_width(WIDTH);
        ui.label(RichText::new(tr!("Export as glTF")).font(theme::title()));
        ui.add_space(8.0);
        egui::ScrollArea::vertical()
            .max_height(HEIGHT)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                KINDS
                    .iter()
                    .for_each(|(kind, title)| self.kind_ui(ui, project, *kind, title));
            });
        ui.add_space(8.0);
        let levels = project.meshes.values().any(|mesh| mesh.lods.len() > 1);
        ui.add_enabled_ui(levels, |ui| {
            option_ui(
                ui,
                &mut self.all_levels,
                tr!("All LODs"),
                tr!("All LODs (MSFT_lod)"),
            )
        });
        option_ui(
            ui,
            &mut self.four_influences,
            tr!("Four bones per vertex"),
            tr!("Max 4 bones per vertex, for programs that support no more"),
        );
        option_ui(
            ui,
            &mut self.key_every_bone,
            tr!("Key every bone"),
            tr!("Writes a key for every bone in every clip, for Blender"),
        );
        ui.add_space(12.0);
        self.buttons_ui(ui, project)
    }

    fn kind_ui(&mut self, ui: &mut Ui, project: &Project, kind: AssetKind, title: &str) {
        let listed = project.list(kind);
        if listed.is_empty() {
            return;
        }
        let is_all = listed.iter().all(|(id, _)| self.wanted.contains(id));
        ui.horizontal(|ui| {
            if parts::check_box(ui, is_all, &tr!("All: {title}")) {
                listed.iter().for_each(|(id, _)| self.set(*id, !is_all));
            }
            ui.label(RichText::new(title).font(theme::medium()));
        });
        for (id, name) in listed {
            let follows =
                skeleton_of(project, id).is_none_or(|skeleton| self.wanted.contains(&skeleton));
            ui.add_enabled_ui(follows, |ui| {
                ui.horizontal(|ui| {
                    ui.add_space(20.0);
                    let is_wanted = self.wanted.contains(&id);
                    if parts::check_box(ui, is_wanted, &tr!("Export {name}")) {
                        self.set(id, !is_wanted);
                    }
                    ui.label(name);
                });
            });
        }
    }

    fn set(&mut self, id: Id, is_wanted: bool) {
        if is_wanted {
            self.wanted.insert(id);
        } else {
            self.wanted.remove(&id);
        }
    }

    fn buttons_ui(&self, ui: &mut Ui, project: &Project) -> Option<GltfChoiceStep> {
        let mut step = None;
        let what = self.export(project);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let go_on = ui.add_enabled_ui(!what.skeletons.is_empty(), |ui| {
                parts::button(ui, None, tr!("Export…"), true)
            });
            if ui.ctx().memory(|memory| memory.focused().is_none()) {
                go_on.inner.request_focus();
            }
            if go_on.inner.clicked() {
                step = Some(GltfChoiceStep::Choose);
            }
            if parts::button(ui, None, tr!("Cancel"), false).clicked() {
                step = Some(GltfChoiceStep::Cancel);
            }
            let (clips, montages) = (what.clips.len(), what.montages.len());
            let counted = tr!(
                "{} characters, {} animations",
                what.skeletons.len(),
                clips + montages
            );
            ui.label(
                RichText::new(counted)
                    .font(theme::small())
                    .color(theme::TEXT_2),
            );
        });
        step
    }
}

/// Skeleton of a clip or montage; None for other assets.
fn skeleton_of(project: &Project, id: Id) -> Option<Id> {
    let clip = project.clips.get(&id).map(|clip| clip.skeleton);
    clip.or(project.montages.get(&id).map(|montage| montage.skeleton))
}

fn option_ui(ui: &mut Ui, on: &mut bool, name: &str, line: &str) {
    ui.horizontal(|ui| {
        if parts::check_box(ui, *on, name) {
            *on = !*on;
        }
        ui.label(line);
    });
}
