//! What the project is previewed with: the ground, obstacles on it, and the places that targets are
//! at.

use super::rows::PropertyRows;
use crate::{
    action::EditorAction,
    icons,
    parts::{self, NumberField},
    session::Session,
    theme,
};
use anim::ground::{Block, Shape, Terrain};
use asset::{Id, PreviewSettings, PreviewTarget, Project};
use document::{Command, ProjectCommand};
use egui::{RichText, Ui};
use std::ops::RangeInclusive;

/// Of the panel's rows: they are no asset's.
const OWN: Id = Id(0);
/// Metres from the middle of the world.
const FAR: RangeInclusive<f64> = -100.0..=100.0;

/// The Preview panel: the ground, obstacles and targets.
pub fn preview_ui(
    ui: &mut Ui,
    project: &Project,
    session: &mut Session,
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut rows = PropertyRows::new(OWN, session, actions);
        ground_ui(ui, &mut rows, &project.preview);
        blocks_ui(ui, &mut rows, &project.preview);
        targets_ui(ui, &mut rows, &project.preview);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            let text =
                "Saved with the project, not in bundles. A game uses its own ground and targets.";
            ui.add(egui::Label::new(RichText::new(text).font(theme::small()).color(theme::TEXT_3)).wrap());
        });
    });
}

fn set(preview: PreviewSettings) -> Command {
    Command::Project(ProjectCommand::SetPreview(Box::new(preview)))
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

fn ground_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, preview: &PreviewSettings) {
    let shapes = shapes(preview.ground.shape);
    let of = std::mem::discriminant(&preview.ground.shape);
    let name = shapes
        .iter()
        .find(|(shape, _)| std::mem::discriminant(shape) == of)
        .map_or("", |(_, name)| name);
    if !parts::group_header(ui, "Ground", name) {
        return;
    }
    let with = |ground: Terrain| {
        set(PreviewSettings {
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
    rows.choice(ui, "Shape", &ground.shape, &shapes, shaped);
    match ground.shape {
        Shape::Flat => {}
        Shape::Slope { angle } => {
            let field = NumberField {
                decimals: 1,
                speed: 0.2,
                ..number("Angle", angle, "°", -60.0..=60.0)
            };
            rows.number(ui, "Angle", field, |angle| shaped(Shape::Slope { angle }));
        }
        Shape::Stairs { rise, run, steps } => {
            rows.number(ui, "Rise", number("Rise", rise, "m", -1.0..=1.0), |rise| {
                shaped(Shape::Stairs { rise, run, steps })
            });
            rows.number(ui, "Run", number("Run", run, "m", 0.05..=5.0), |run| {
                shaped(Shape::Stairs { rise, run, steps })
            });
            let field = NumberField {
                decimals: 0,
                speed: 0.1,
                ..number("Steps", steps.into(), "0 = endless", 0.0..=200.0)
            };
            rows.number(ui, "Steps", field, |steps| {
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
                "Amplitude",
                number("Amplitude", amplitude, "m", 0.0..=1.0),
                |amplitude| shaped(Shape::Waves { amplitude, length }),
            );
            rows.number(
                ui,
                "Length",
                number("Length", length, "m", 0.1..=20.0),
                |length| shaped(Shape::Waves { amplitude, length }),
            );
        }
    }
    let height = number("Height", ground.height, "m", -10.0..=10.0);
    rows.resets(ground.height != 0.0, "0 m", || {
        with(Terrain {
            height: 0.0,
            ..ground.clone()
        })
    });
    rows.number(ui, "Height", height, |height| {
        with(Terrain {
            height,
            ..ground.clone()
        })
    });
    if ground.shape != Shape::Flat {
        let field = NumberField {
            decimals: 0,
            speed: 0.5,
            ..number("Uphill", ground.heading, "° from forward", -180.0..=180.0)
        };
        rows.resets(ground.heading != 0.0, "0°", || {
            with(Terrain {
                heading: 0.0,
                ..ground.clone()
            })
        });
        rows.number(ui, "Uphill", field, |heading| {
            with(Terrain {
                heading,
                ..ground.clone()
            })
        });
    }
}

/// With the numbers of the one that there is.
fn shapes(now: Shape) -> [(Shape, String); 4] {
    let usual = [
        (Shape::Flat, "Flat"),
        (Shape::Slope { angle: 15.0 }, "Slope"),
        (
            Shape::Stairs {
                rise: 0.18,
                run: 0.3,
                steps: 0,
            },
            "Stairs",
        ),
        (
            Shape::Waves {
                amplitude: 0.08,
                length: 1.5,
            },
            "Waves",
        ),
    ];
    let is_now = |shape: &Shape| std::mem::discriminant(shape) == std::mem::discriminant(&now);
    usual.map(|(shape, name)| (if is_now(&shape) { now } else { shape }, name.to_owned()))
}

fn blocks_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, preview: &PreviewSettings) {
    let blocks = &preview.ground.blocks;
    if !parts::group_header(ui, "Obstacles", &blocks.len().to_string()) {
        return;
    }
    let with = |blocks: Vec<Block>| {
        set(PreviewSettings {
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
        if item_ui(
            ui,
            &format!("Obstacle {nth}"),
            &format!("Delete obstacle {nth}"),
        ) {
            let mut rest = blocks.clone();
            rest.remove(at);
            rows.perform(with(rest));
        }
        let sizes = [("width", 0), ("height", 1), ("depth", 2)];
        for (word, axis) in sizes {
            let label = format!("{nth} {word}");
            rows.number(
                ui,
                &label,
                number(&label, block.size[axis], "m", 0.05..=20.0),
                |value| changed(&|block| block.size[axis] = value),
            );
        }
        for (word, axis) in [("aside", 0), ("ahead", 1)] {
            let label = format!("{nth} {word}");
            rows.number(
                ui,
                &label,
                number(&label, block.at[axis], "m", FAR),
                |value| changed(&|block| block.at[axis] = value),
            );
        }
        let label = format!("{nth} turn");
        let field = NumberField {
            decimals: 0,
            speed: 0.5,
            ..number(&label, block.yaw, "°", -180.0..=180.0)
        };
        rows.number(ui, &label, field, |yaw| changed(&|block| block.yaw = yaw));
    }
    let button = |ui: &mut Ui| parts::button(ui, None, "Add obstacle", false).clicked();
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

fn targets_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, preview: &PreviewSettings) {
    let targets = &preview.targets;
    if !parts::group_header(ui, "Targets", &targets.len().to_string()) {
        return;
    }
    let with = |targets: Vec<PreviewTarget>| {
        set(PreviewSettings {
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
        if item_ui(ui, &target.name, &format!("Delete target {}", target.name)) {
            let mut rest = targets.clone();
            rest.remove(at);
            rows.perform(with(rest));
        }
        let name = &target.name;
        rows.text(ui, "Name", name, |name| {
            changed(&|target| target.name.clone_from(&name))
        });
        for (word, axis) in [("aside", 0), ("up", 1), ("ahead", 2)] {
            let label = format!("{name} {word}");
            rows.number(
                ui,
                &label,
                number(&label, target.at[axis].into(), "m", FAR),
                |value| changed(&|target| target.at[axis] = value as f32),
            );
        }
        let label = format!("{name} turn");
        let field = NumberField {
            decimals: 0,
            speed: 0.5,
            ..number(&label, target.turn[1].into(), "°", -180.0..=180.0)
        };
        rows.number(ui, &label, field, |yaw| {
            changed(&|target| target.turn[1] = yaw as f32)
        });
    }
    let button = |ui: &mut Ui| parts::button(ui, None, "Add target", false).clicked();
    if add_ui(ui, button) {
        let taken = |name: &str| targets.iter().any(|target| target.name == name);
        let name = (1..).map(|nth| {
            if nth == 1 {
                "Target".to_owned()
            } else {
                format!("Target {nth}")
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
