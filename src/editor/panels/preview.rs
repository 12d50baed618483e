//! Where the open asset is previewed: the ground, obstacles on it, and the places that targets are
//! at; of the project, or of the asset alone.

mod partners;
mod props;

use super::rows::PropertyRows;
use crate::{
    action::EditorAction,
    icons,
    parts::{self, NumberField},
    session::Session,
    theme,
    views::PanelViews,
};
use anim::ground::{Block, Shape, Terrain};
use asset::{Id, PreviewScene, PreviewSettings, PreviewTarget, Project};
use document::{Command, ProjectCommand};
use egui::{RichText, Ui};
use std::ops::RangeInclusive;
use words::tr;

/// Asset id for the panel's rows, which belong to no asset.
const OWN: Id = Id(0);
/// Metres from the middle of the world.
const FAR: RangeInclusive<f64> = -100.0..=100.0;

/// The Preview panel: the ground, obstacles and targets.
pub fn preview_ui(
    ui: &mut Ui,
    project: &Project,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut rows = PropertyRows::new(OWN, (session, views), actions);
        let active = rows.session.active;
        let scene = SceneEdit::new(project, active);
        whose_ui(ui, &mut rows, &scene);
        ground_ui(ui, &mut rows, &scene);
        blocks_ui(ui, &mut rows, &scene);
        targets_ui(ui, &mut rows, &scene);
        partners::partners_ui(ui, &mut rows, &scene);
        props::props_ui(ui, &mut rows, &scene);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            let text =
                tr!("Saved with the project, not in bundles. A game uses its own ground and targets.");
            ui.add(egui::Label::new(RichText::new(text).font(theme::small()).color(theme::TEXT_3)).wrap());
        });
    });
}

/// The scene that is edited: that of the open asset, or of the project.
struct SceneEdit<'a> {
    project: &'a Project,
    /// Id of the open asset; None if no asset is open.
    asset: Option<Id>,
    scene: &'a PreviewScene,
}

impl<'a> SceneEdit<'a> {
    fn new(project: &'a Project, asset: Option<Id>) -> Self {
        Self {
            project,
            asset,
            scene: project.preview.scene_of(asset),
        }
    }

    /// Id of the open asset's skeleton, or else of any; None if the project has no skeleton.
    fn skeleton(&self) -> Option<Id> {
        let rigs = &self.project.skeletons;
        let uses = |id: Id| self.project.asset(id).map(|asset| asset.uses());
        let used = self.asset.and_then(uses).unwrap_or_default();
        let mut known = self.asset.into_iter().chain(used);
        known
            .find(|id| rigs.contains_key(id))
            .or(rigs.keys().next().copied())
    }

    fn set(&self, scene: PreviewScene) -> Command {
        set(self.project.preview.with_scene(self.asset, scene))
    }
}

fn set(preview: PreviewSettings) -> Command {
    Command::Project(ProjectCommand::SetPreview(Box::new(preview)))
}

/// Whether the open asset is previewed in a scene of its own. One that it gets begins as that of
/// the project.
fn whose_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, edit: &SceneEdit<'_>) {
    let known = edit
        .asset
        .and_then(|id| Some((id, edit.project.asset_name(id)?)));
    let Some((id, name)) = known else {
        return;
    };
    let preview = &edit.project.preview;
    let is_own = preview.scenes.contains_key(&id);
    let options = [
        (false, tr!("The project's").to_owned()),
        (true, tr!("Only {name}'s")),
    ];
    ui.add_space(4.0);
    rows.choice(ui, tr!("Scene"), &is_own, &options, |is_own| {
        let mut changed = preview.clone();
        changed.scenes.remove(&id);
        if is_own {
            changed.scenes.insert(id, preview.scene.clone());
        }
        set(changed)
    });
    let line = if is_own {
        tr!("Changes below count for this asset only.")
    } else {
        tr!("Changes below count for every asset without a scene of its own.")
    };
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let line = RichText::new(line)
            .font(theme::small())
            .color(theme::TEXT_3);
        ui.add(egui::Label::new(line).wrap());
    });
    ui.add_space(4.0);
}

fn number<'a>(
    name: &'a str,
    value: f64,
    unit: &'a str,
    range: RangeInclusive<f64>,
) -> NumberField<'a> {
    NumberField {
        name,
        value,
        unit,
        decimals: 2,
        speed: 0.01,
        range,
        width: 84.0,
    }
}

fn ground_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, edit: &SceneEdit<'_>) {
    let preview = edit.scene;
    let shapes = shapes(preview.ground.shape);
    let of = std::mem::discriminant(&preview.ground.shape);
    let name = shapes
        .iter()
        .find(|(shape, _)| std::mem::discriminant(shape) == of)
        .map_or("", |(_, name)| name);
    if !parts::group_header(ui, tr!("Ground"), name) {
        return;
    }
    let with = |ground: Terrain| {
        edit.set(PreviewScene {
            ground,
            ..preview.clone()
        })
    };
    let ground = &preview.ground;
    let shaped = |shape: Shape| {
        with(Terrain {
            shape,
            ..ground.clone()
        })
    };
    rows.choice(ui, tr!("Shape"), &ground.shape, &shapes, shaped);
    match ground.shape {
        Shape::Flat => {}
        Shape::Slope { angle } => {
            let field = NumberField {
                decimals: 1,
                speed: 0.2,
                ..number(tr!("Angle"), angle, "°", -60.0..=60.0)
            };
            rows.number(ui, tr!("Angle"), field, |angle| {
                shaped(Shape::Slope { angle })
            });
        }
        Shape::Stairs { rise, run, steps } => {
            rows.number(
                ui,
                tr!("Rise"),
                number(tr!("Rise"), rise, "m", -1.0..=1.0),
                |rise| shaped(Shape::Stairs { rise, run, steps }),
            );
            rows.number(
                ui,
                tr!("Run"),
                number(tr!("Run"), run, "m", 0.05..=5.0),
                |run| shaped(Shape::Stairs { rise, run, steps }),
            );
            let field = NumberField {
                decimals: 0,
                speed: 0.1,
                ..number(tr!("Steps"), steps.into(), tr!("0 = endless"), 0.0..=200.0)
            };
            rows.number(ui, tr!("Steps"), field, |steps| {
                shaped(Shape::Stairs {
                    rise,
                    run,
                    steps: steps.round().max(0.0) as u32,
                })
            });
        }
        Shape::Waves { amplitude, length } => {
            rows.number(
                ui,
                tr!("Amplitude"),
                number(tr!("Amplitude"), amplitude, "m", 0.0..=1.0),
                |amplitude| shaped(Shape::Waves { amplitude, length }),
            );
            rows.number(
                ui,
                tr!("Length"),
                number(tr!("Length"), length, "m", 0.1..=20.0),
                |length| shaped(Shape::Waves { amplitude, length }),
            );
        }
    }
    let height = number(tr!("Height"), ground.height, "m", -10.0..=10.0);
    rows.resets(ground.height != 0.0, "0 m", || {
        with(Terrain {
            height: 0.0,
            ..ground.clone()
        })
    });
    rows.number(ui, tr!("Height"), height, |height| {
        with(Terrain {
            height,
            ..ground.clone()
        })
    });
    if ground.shape != Shape::Flat {
        let field = NumberField {
            decimals: 0,
            speed: 0.5,
            ..number(
                tr!("Uphill"),
                ground.heading,
                tr!("° from forward"),
                -180.0..=180.0,
            )
        };
        rows.resets(ground.heading != 0.0, "0°", || {
            with(Terrain {
                heading: 0.0,
                ..ground.clone()
            })
        });
        rows.number(ui, tr!("Uphill"), field, |heading| {
            with(Terrain {
                heading,
                ..ground.clone()
            })
        });
    }
}

/// The shapes to choose from with their names; the present shape keeps its own numbers.
fn shapes(now: Shape) -> [(Shape, String); 4] {
    let usual = [
        (Shape::Flat, tr!("Flat")),
        (Shape::Slope { angle: 15.0 }, tr!("Slope")),
        (
            Shape::Stairs {
                rise: 0.18,
                run: 0.3,
                steps: 0,
            },
            tr!("Stairs"),
        ),
        (
            Shape::Waves {
                amplitude: 0.08,
                length: 1.5,
            },
            tr!("Waves"),
        ),
    ];
    let is_now = |shape: &Shape| std::mem::discriminant(shape) == std::mem::discriminant(&now);
    usual.map(|(shape, name)| (if is_now(&shape) { now } else { shape }, name.to_owned()))
}

fn blocks_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, edit: &SceneEdit<'_>) {
    let preview = edit.scene;
    let blocks = &preview.ground.blocks;
    if !parts::group_header(ui, tr!("Obstacles"), &blocks.len().to_string()) {
        return;
    }
    let with = |blocks: Vec<Block>| {
        edit.set(PreviewScene {
            ground: Terrain {
                blocks,
                ..preview.ground.clone()
            },
            ..preview.clone()
        })
    };
    for (at, block) in blocks.iter().enumerate() {
        let nth = at + 1;
        let changed = |change: &dyn Fn(&mut Block)| {
            let mut blocks = blocks.clone();
            change(&mut blocks[at]);
            with(blocks)
        };
        if item_ui(ui, &tr!("Obstacle {nth}"), &tr!("Delete obstacle {nth}")) {
            let mut rest = blocks.clone();
            rest.remove(at);
            rows.perform(with(rest));
        }
        let sizes = [(tr!("width"), 0), (tr!("height"), 1), (tr!("depth"), 2)];
        for (word, axis) in sizes {
            let label = format!("{nth} {word}");
            rows.number(
                ui,
                &label,
                number(&label, block.size[axis], "m", 0.05..=20.0),
                |value| changed(&|block| block.size[axis] = value),
            );
        }
        for (word, axis) in [(tr!("aside"), 0), (tr!("ahead"), 1)] {
            let label = format!("{nth} {word}");
            rows.number(
                ui,
                &label,
                number(&label, block.at[axis], "m", FAR),
                |value| changed(&|block| block.at[axis] = value),
            );
        }
        let label = tr!("{nth} turn");
        let field = NumberField {
            decimals: 0,
            speed: 0.5,
            ..number(&label, block.yaw, "°", -180.0..=180.0)
        };
        rows.number(ui, &label, field, |yaw| changed(&|block| block.yaw = yaw));
    }
    let button = |ui: &mut Ui| parts::button(ui, None, tr!("Add obstacle"), false).clicked();
    if add_ui(ui, button) {
        let ahead = 1.5 + blocks.len() as f64;
        let mut more = blocks.clone();
        more.push(Block {
            at: [0.0, ahead],
            size: [1.6, 1.0, 0.4],
            yaw: 0.0,
        });
        rows.perform(with(more));
    }
}

fn targets_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, edit: &SceneEdit<'_>) {
    let preview = edit.scene;
    let targets = &preview.targets;
    if !parts::group_header(ui, tr!("Targets"), &targets.len().to_string()) {
        return;
    }
    let with = |targets: Vec<PreviewTarget>| {
        edit.set(PreviewScene {
            targets,
            ..preview.clone()
        })
    };
    for (at, target) in targets.iter().enumerate() {
        let changed = |change: &dyn Fn(&mut PreviewTarget)| {
            let mut targets = targets.clone();
            change(&mut targets[at]);
            with(targets)
        };
        if item_ui(ui, &target.name, &tr!("Delete target {}", target.name)) {
            let mut rest = targets.clone();
            rest.remove(at);
            rows.perform(with(rest));
        }
        let name = &target.name;
        rows.text(ui, tr!("Name"), name, |name| {
            changed(&|target| target.name.clone_from(&name))
        });
        for (word, axis) in [(tr!("aside"), 0), (tr!("up"), 1), (tr!("ahead"), 2)] {
            let label = format!("{name} {word}");
            rows.number(
                ui,
                &label,
                number(&label, target.at[axis].into(), "m", FAR),
                |value| changed(&|target| target.at[axis] = value as f32),
            );
        }
        let label = tr!("{name} turn");
        let field = NumberField {
            decimals: 0,
            speed: 0.5,
            ..number(&label, target.turn[1].into(), "°", -180.0..=180.0)
        };
        rows.number(ui, &label, field, |yaw| {
            changed(&|target| target.turn[1] = yaw as f32)
        });
    }
    let button = |ui: &mut Ui| parts::button(ui, None, tr!("Add target"), false).clicked();
    if add_ui(ui, button) {
        let taken = |name: &str| targets.iter().any(|target| target.name == name);
        let name = (1..).map(|nth| {
            if nth == 1 {
                tr!("Target").to_owned()
            } else {
                tr!("Target {nth}")
            }
        });
        let name = name
            .into_iter()
            .find(|name| !taken(name))
            .unwrap_or_default();
        let id = Id::derive(&["preview target", &name]);
        let mut more = targets.clone();
        more.push(PreviewTarget {
            id,
            name,
            at: [0.0, 0.0, 1.5],
            turn: [0.0; 3],
        });
        rows.perform(with(more));
    }
}

/// Something a user reads while the pointer is over a row.
fn explained<R>(ui: &mut Ui, tip: &str, row: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = ui.scope(row);
    shown.response.on_hover_text(tip);
    shown.inner
}

/// Error text below the row that it is about.
fn fault_ui(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let icon = RichText::new(icons::X_CIRCLE).font(theme::icon(14.0));
        ui.label(icon.color(theme::ERROR));
        ui.add_space(4.0);
        let text = RichText::new(text).font(theme::small()).color(theme::ERROR);
        ui.add(egui::Label::new(text).wrap());
    });
}

/// `wanted`, or the first of `wanted 2`, `wanted 3` … that is not taken.
fn free_name(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    let mut nth = 2;
    while taken(&name) {
        name = format!("{wanted} {nth}");
        nth += 1;
    }
    name
}

/// An id that none of the others is.
fn free_id(kind: &str, others: impl Fn(Id) -> bool) -> Id {
    let mut nth = 0;
    loop {
        let id = Id::derive(&[kind, &nth.to_string()]);
        if !others(id) {
            return id;
        }
        nth += 1;
    }
}

/// The head of an item, with its delete button.
fn item_ui(ui: &mut Ui, title: &str, delete: &str) -> bool {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.label(RichText::new(title).font(theme::small()).color(theme::TEXT));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(8.0);
            parts::icon_button(ui, icons::TRASH, delete, false).clicked()
        })
        .inner
    })
    .inner
}

fn add_ui(ui: &mut Ui, button: impl FnOnce(&mut Ui) -> bool) -> bool {
    ui.add_space(6.0);
    let clicked = ui.horizontal(|ui| {
        ui.add_space(12.0);
        button(ui)
    });
    ui.add_space(6.0);
    clicked.inner
}
