//! An asset that is to go, and what uses it.

use crate::{
    app::asking::{QuestionAnswer, button_row, row_with, title_ui},
    parts, theme,
    timeline::TimelineHost,
};
use asset::{AssetKind, Id, Project};
use egui::{RichText, Ui};
use words::tr;

/// A place where an asset is used.
pub(crate) struct AssetUse {
    asset: Id,
    item: Option<Id>,
    name: String,
    place: String,
}

/// An asset that is to go.
pub(crate) struct Deletion {
    pub(super) asset: Id,
    pub(super) name: String,
    pub(super) uses: Vec<AssetUse>,
    /// Assets that can take the place of the deleted asset.
    pub(super) candidates: Vec<(Id, String)>,
    /// The chosen candidate; None if no candidate is chosen.
    pub(super) chosen: Option<Id>,
}

impl Deletion {
    /// Asks; None while there is no answer.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<QuestionAnswer> {
        title_ui(ui, &tr!("Delete {}?", self.name));
        if self.uses.is_empty() {
            ui.label(RichText::new(tr!("Nothing uses it. Undo restores it.")).color(theme::TEXT_2));
            let delete =
                |ui: &mut Ui| parts::button(ui, None, &tr!("Delete {}", self.name), true).clicked();
            let goes = button_row(ui, tr!("Cancel"), delete)?;
            return Some(if goes {
                QuestionAnswer::Delete(self.asset)
            } else {
                QuestionAnswer::Cancel
            });
        }
        let line = tr!(
            "It cannot be deleted while {} it. Click a user to open it, or choose a replacement.",
            if self.uses.len() == 1 {
                tr!("1 place uses").to_owned()
            } else {
                tr!("{} places use", self.uses.len())
            }
        );
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(8.0);
        let mut answer = None;
        egui::ScrollArea::vertical()
            .max_height(260.0)
            .show(ui, |ui| {
                for used in &self.uses {
                    let text = RichText::new(format!("{}  ·  {}", used.name, used.place))
                        .font(theme::text());
                    let button = egui::Button::new(text)
                        .min_size(egui::vec2(ui.available_width(), theme::ROW))
                        .truncate();
                    if ui.add(button).on_hover_text(tr!("Go to user")).clicked() {
                        answer = Some(QuestionAnswer::Show(used.asset, used.item));
                    }
                }
            });
        if self.candidates.is_empty() {
            return row_with(ui, tr!("Close"))
                .then_some(QuestionAnswer::Cancel)
                .or(answer);
        }
        self.candidates_ui(ui);
        let chosen = self.chosen;
        let replace = |ui: &mut Ui| {
            let button = |ui: &mut Ui| parts::button(ui, None, tr!("Replace and delete"), true);
            let response = ui.add_enabled_ui(chosen.is_some(), button).inner;
            response
                .on_disabled_hover_text(tr!("Choose a replacement first"))
                .clicked()
        };
        match (button_row(ui, tr!("Close"), replace), chosen) {
            (Some(true), Some(to)) => Some(QuestionAnswer::Replace(self.asset, to)),
            (Some(false), _) => Some(QuestionAnswer::Cancel),
            _ => answer,
        }
    }

    fn candidates_ui(&mut self, ui: &mut Ui) {
        ui.add_space(8.0);
        let chosen = self
            .candidates
            .iter()
            .find(|(id, _)| Some(*id) == self.chosen);
        let shown = chosen.map_or(tr!("Choose a replacement"), |(_, name)| name);
        ui.horizontal(|ui| {
            ui.label(tr!("Replace with"));
            let list = egui::ComboBox::from_id_salt("replacement").width(260.0);
            let response = list.selected_text(shown).show_ui(ui, |ui| {
                for (id, name) in &self.candidates {
                    ui.selectable_value(&mut self.chosen, Some(*id), name);
                }
            });
            response.response.accessible_name(tr!("Replacement"));
        });
    }
}

/// Uses of `asset`, ordered by the using asset, then by time.
pub(crate) fn uses(project: &Project, asset: Id) -> Vec<AssetUse> {
    let mut found = Vec::new();
    for (id, user) in project.users(asset) {
        let known = found.len();
        let mut add = |item, place| {
            found.push(AssetUse {
                asset: id,
                item,
                name: user.name().to_owned(),
                place,
            })
        };
        if let Some(host) = TimelineHost::new(project, id) {
            for slot in host.slots() {
                let of_it = slot.segments.iter().filter(|segment| segment.clip == asset);
                of_it.for_each(|it| {
                    add(
                        Some(it.id),
                        tr!("segment at {:.3} s on {}", it.start, slot.name),
                    )
                });
            }
            let notifies = host
                .notifies()
                .iter()
                .filter(|notify| notify.uses().any(|used| used == asset));
            notifies.for_each(|it| add(Some(it.id), tr!("notify {} at {:.3} s", it.name, it.time)));
        }
        if let Some(graph) = project.graphs.get(&id) {
            let nodes = graph
                .wiring
                .nodes
                .iter()
                .filter(|node| node.kind.uses().contains(&asset));
            nodes.for_each(|node| add(Some(node.id), tr!("graph node").to_owned()));
        }
        if found.len() == known {
            let place = match project.kind(asset) {
                Some(AssetKind::Skeleton) => tr!("plays on this skeleton"),
                Some(AssetKind::Montage) => tr!("child montage"),
                Some(AssetKind::Texture) => tr!("uses it as a texture"),
                _ => tr!("uses it"),
            };
            found.push(AssetUse {
                asset: id,
                item: None,
                name: user.name().to_owned(),
                place: place.to_owned(),
            });
        }
    }
    found
}
