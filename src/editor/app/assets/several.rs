//! Several assets that are to go at once: those that nothing else uses.

use crate::{
    app::asking::{QuestionAnswer, button_row, row_with, title_ui},
    parts, theme,
};
use asset::{Id, Project};
use egui::{RichText, Ui};
use std::collections::BTreeSet;
use words::{noun, tr};

/// Several assets that are to go.
pub(crate) struct SeveralDeletions {
    /// Assets that nothing else uses, with their names; users come before the assets that they use.
    going: Vec<(Id, String)>,
    /// Names of those that stay, and of the first that uses each.
    staying: Vec<(String, String)>,
}

impl SeveralDeletions {
    /// Parts those that can go from those that something else uses.
    pub fn of(project: &Project, wanted: &[Id]) -> Self {
        let mut free: BTreeSet<Id> = wanted.iter().copied().collect();
        let mut staying = Vec::new();
        let name = |id: Id| project.asset_name(id).unwrap_or_default().to_owned();
        while let Some((used, user)) = first_used(project, &free) {
            free.remove(&used);
            staying.push((name(used), user));
        }
        let mut going = Vec::new();
        while !free.is_empty() {
            let is_unused = |id: &&Id| project.users(**id).all(|(user, _)| !free.contains(&user));
            // Those that use one another are told apart by the command, which refuses them.
            let next = free.iter().find(is_unused).or(free.first()).copied();
            next.into_iter().for_each(|id| {
                free.remove(&id);
                going.push((id, name(id)));
            });
        }
        Self { going, staying }
    }

    /// Asks; None while there is no answer.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<QuestionAnswer> {
        let count = parts::count(self.going.len(), noun!("asset"));
        let title = if self.going.is_empty() {
            tr!("These assets are in use").to_owned()
        } else {
            tr!("Delete {count}?")
        };
        title_ui(ui, &title);
        let secondary = |text: String| RichText::new(text).color(theme::TEXT_2);
        let line = match (self.going.len(), self.staying.len()) {
            (0, _) => tr!("Other assets use all of them. Remove them there first.").to_owned(),
            (_, 0) => tr!("Nothing else uses them. Undo restores them.").to_owned(),
            (_, 1) => tr!("1 more is in use and stays. Undo restores the others.").to_owned(),
            (_, more) => tr!("{more} more are in use and stay. Undo restores the others."),
        };
        ui.label(secondary(line));
        ui.add_space(8.0);
        egui::ScrollArea::vertical()
            .max_height(260.0)
            .show(ui, |ui| {
                for (_, name) in &self.going {
                    ui.label(name);
                }
                for (name, user) in &self.staying {
                    ui.label(secondary(tr!("{name} stays: {user} uses it")));
                }
            });
        if self.going.is_empty() {
            return row_with(ui, tr!("Close")).then_some(QuestionAnswer::Cancel);
        }
        let delete = |ui: &mut Ui| parts::button(ui, None, &tr!("Delete {count}"), true).clicked();
        let goes = button_row(ui, tr!("Cancel"), delete)?;
        Some(if goes {
            QuestionAnswer::DeleteSeveral(self.going.iter().map(|(id, _)| *id).collect())
        } else {
            QuestionAnswer::Cancel
        })
    }
}

/// One that an asset beside them uses, and the name of that.
fn first_used(project: &Project, assets: &BTreeSet<Id>) -> Option<(Id, String)> {
    assets.iter().find_map(|id| {
        let mut others = project
            .users(*id)
            .filter(|(user, _)| !assets.contains(user));
        others.next().map(|(_, user)| (*id, user.name().to_owned()))
    })
}
