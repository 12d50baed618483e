//! The section of driving: which parameters take the mover's figures, and how fast it goes.

use crate::{
    action::{EditorAction, GraphAction},
    drive::{Binding, Choices, DriveParameterChoice, PACES, fits, title},
    parts::{self, FieldEdit, NumberField},
    theme,
};
use asset::graph::Parameter;
use egui::{Ui, UiBuilder};
use studio::drive::MoverFigure;
use words::tr;

const WIDTH: f32 = 150.0;

/// `settable` is what a game sets of the open graph.
pub fn drive_ui(
    ui: &mut Ui,
    settable: &[Parameter],
    choices: &Choices,
    actions: &mut Vec<EditorAction>,
) {
    let misfits = MoverFigure::ALL
        .iter()
        .filter(|it| matches!(choices.binding(**it, settable), Binding::Misfit(..)))
        .count();
    if !parts::folded_header(ui, tr!("Drive")) && misfits == 0 {
        return;
    }
    ui.scope_builder(UiBuilder::new().id_salt("drive"), |ui| {
        ui.add_space(4.0);
        for figure in MoverFigure::ALL {
            parts::property(ui, title(figure), |ui| {
                figure_ui(ui, figure, settable, choices, actions)
            });
        }
        let mut pace = choices.pace();
        for (name, unit, most, part) in PACES {
            let value = f64::from(*part(&mut pace));
            let label = tr!("Drive pace {name}");
            let field = NumberField {
                name: &label,
                value,
                unit,
                decimals: 2,
                speed: 0.01,
                range: 0.0..=most,
                width: 84.0,
            };
            parts::property(ui, &name, |ui| {
                if let Some(value) = field.show(ui).and_then(FieldEdit::value) {
                    actions.push(GraphAction::SetDrivePace(name.english(), value as f32).into());
                }
            });
        }
        ui.add_space(8.0);
    });
}

fn figure_ui(
    ui: &mut Ui,
    figure: MoverFigure,
    settable: &[Parameter],
    choices: &Choices,
    actions: &mut Vec<EditorAction>,
) {
    let (now, chosen) = (choices.binding(figure, settable), choices.choice(figure));
    let shown = match &now {
        Binding::Nothing => tr!("nothing"),
        Binding::To(parameter) => &parameter.name,
        Binding::Misfit(name, _) => name,
    };
    let combo = egui::ComboBox::from_id_salt(("figure", title(figure)))
        .selected_text(shown)
        .width(WIDTH)
        .truncate();
    let response = combo.icon(parts::chevron).show_ui(ui, |ui| {
        let named = settable.iter().filter(|known| fits(figure, known));
        let to = named.map(|known| {
            (
                known.name.as_str(),
                DriveParameterChoice::To(known.name.clone()),
            )
        });
        for (label, choice) in [
            (tr!("Automatic: by name"), DriveParameterChoice::Usual),
            (tr!("nothing"), DriveParameterChoice::Nothing),
        ]
        .into_iter()
        .chain(to)
        {
            if ui.selectable_label(chosen == choice, label).clicked() {
                actions.push(GraphAction::BindDrive(figure, choice).into());
            }
        }
    });
    response
        .response
        .accessible_name(tr!("Drive {}", title(figure)));
    if let Binding::Misfit(_, why) = now {
        let text = egui::RichText::new(why)
            .font(theme::small())
            .color(theme::WARN);
        ui.add(egui::Label::new(text).truncate());
    }
}
