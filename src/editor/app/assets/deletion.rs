//! An asset that is to go, and what uses it.

use crate::{
    app::asking::{QuestionAnswer, button_row, row_with, title_ui},
    parts, theme,
    timeline::TimelineHost,
};
use asset::{AssetKind, Id, Project};
use egui::{RichText, Ui};

/// Where an asset is used.
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
}

impl Deletion {
    /// Asks; None while there is no answer.
    pub fn ui(&self, ui: &mut Ui) -> Option<QuestionAnswer> {
        title_ui(ui, &format!("Delete {}?", self.name));
        if self.uses.is_empty() {
            ui.label(RichText::new("Nothing uses it. Undo restores it.").color(theme::TEXT_2));
            let delete = |ui: &mut Ui| {
                parts::button(ui, None, &format!("Delete {}", self.name), true).clicked()
            };
            let goes = button_row(ui, "Cancel", delete)?;
            return Some(if goes {
                QuestionAnswer::Delete(self.asset)
            } else {
                QuestionAnswer::Cancel
            });
        }
        let line = format!(
            "It cannot be deleted while {} it. Click a user to open it, and replace the asset there.",
            if self.uses.len() == 1 {
                "1 place uses".to_owned()
            } else {
                format!("{} places use", self.uses.len())
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
                    if ui.add(button).on_hover_text("Go to user").clicked() {
                        answer = Some(QuestionAnswer::Show(used.asset, used.item));
                    }
                }
            });
        if row_with(ui, "Close") {
            Some(QuestionAnswer::Cancel)
        } else {
            answer
        }
    }
}

/// By asset, then in order of time.
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
                        format!("segment at {:.3} s on {}", it.start, slot.name),
                    )
                });
            }
            let notifies = host
                .notifies()
                .iter()
                .filter(|notify| notify.uses().any(|used| used == asset));
            notifies.for_each(|it| {
                add(
                    Some(it.id),
                    format!("notify {} at {:.3} s", it.name, it.time),
                )
            });
        }
        if let Some(graph) = project.graphs.get(&id) {
            let nodes = graph
                .wiring
                .nodes
                .iter()
                .filter(|node| node.kind.uses().contains(&asset));
            nodes.for_each(|node| add(Some(node.id), "graph node".to_owned()));
        }
        if found.len() == known {
            let place = match project.kind(asset) {
                Some(AssetKind::Skeleton) => "plays on this skeleton",
                Some(AssetKind::Montage) => "child montage",
                Some(AssetKind::Texture) => "uses it as a texture",
                _ => "uses it",
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
