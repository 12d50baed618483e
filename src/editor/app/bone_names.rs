//! Which bones were renamed: asked where an update loses some and brings others.

use super::{
    asking::{QuestionAnswer, button_row, title_ui},
    incoming::{Incoming, file_name},
};
use crate::{icons, parts, theme};
use document::import::{BoneChanges, ImportChoices, Renames};
use egui::{Align, ComboBox, Layout, RichText, Ui, vec2};
use words::tr;

/// Points that the old names take.
const NAMES: f32 = 220.0;

/// An update that waits for the names of its bones.
pub(super) struct BoneNames {
    /// The import, which goes on once the names are known.
    pub incoming: Incoming,
    changes: BoneChanges,
    /// Chosen renames; the other old bones are gone.
    renames: Renames,
}

impl BoneNames {
    /// Begins with the renames that were guessed.
    pub fn new(incoming: Incoming, changes: BoneChanges) -> Self {
        Self {
            incoming,
            renames: changes.guessed.clone(),
            changes,
        }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui) -> Option<QuestionAnswer> {
        title_ui(
            ui,
            &tr!("Were bones of {} renamed?", file_name(&self.incoming.path)),
        );
        let line = tr!(
            "The file does not have {} of these bones, and has {} new ones. A renamed bone keeps its keys, weights and sockets. Items of a missing bone stay inactive.",
            self.changes.gone.len(),
            self.changes.new.len()
        );
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(12.0);
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                for bone in self.changes.gone.clone() {
                    self.bone_ui(ui, &bone);
                }
            });
        let choices = || {
            let known = self.incoming.choices.clone();
            let renames = known
                .renames
                .clone()
                .into_iter()
                .chain(self.renames.clone())
                .collect();
            ImportChoices { renames, ..known }
        };
        button_row(ui, tr!("Cancel"), |ui| {
            parts::button(ui, Some(icons::CHECK_CIRCLE), tr!("Import"), true).clicked()
        })
        .map(|is_sure| {
            if is_sure {
                QuestionAnswer::Import(choices())
            } else {
                QuestionAnswer::Cancel
            }
        })
    }

    fn bone_ui(&mut self, ui: &mut Ui, bone: &str) {
        let chosen = self.renames.get(bone).cloned();
        let free: Vec<&String> = self
            .changes
            .new
            .iter()
            .filter(|name| !self.is_taken(name, bone))
            .collect();
        let mut answer = None;
        ui.horizontal(|ui| {
            ui.allocate_ui_with_layout(
                vec2(NAMES, theme::ROW),
                Layout::left_to_right(Align::Center),
                |ui| {
                    ui.set_width(NAMES);
                    ui.add(egui::Label::new(RichText::new(bone).color(theme::TEXT)).truncate());
                },
            );
            let shown = chosen
                .as_ref()
                .map_or(tr!("Missing").to_owned(), |name| tr!("Now {name}"));
            let combo = ComboBox::from_id_salt(("now", bone))
                .selected_text(shown)
                .width(220.0)
                .truncate();
            let response = combo.icon(parts::chevron).show_ui(ui, |ui| {
                if ui
                    .selectable_label(chosen.is_none(), tr!("Missing"))
                    .clicked()
                {
                    answer = Some(None);
                }
                for name in free {
                    if ui
                        .selectable_label(chosen.as_ref() == Some(name), tr!("Now {name}"))
                        .clicked()
                    {
                        answer = Some(Some(name.clone()));
                    }
                }
            });
            response.response.accessible_name(tr!("New name of {bone}"));
        });
        match answer {
            Some(Some(name)) => drop(self.renames.insert(bone.to_owned(), name)),
            Some(None) => drop(self.renames.remove(bone)),
            None => {}
        }
    }

    /// Two bones cannot become one.
    fn is_taken(&self, name: &str, by_another_than: &str) -> bool {
        self.renames
            .iter()
            .any(|(bone, now)| now == name && bone != by_another_than)
    }
}
