//! The project as it was saved, as it is here, and as others made it on disk: what came of each,
//! and what shall be.

use super::asking::{self, DiskConflictChoice, QuestionAnswer};
use crate::{jobs::Outside, parts, theme};
use asset::{Id, Project};
use document::Document;
use egui::{Align, Layout, RichText, Ui, vec2};
use formats::merge::{AssetConflict, ConflictKey, MergeSide, Merged, changed, merge};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use words::{noun, tr};

/// The most names of assets in a line.
const NAMED: usize = 4;
/// The most characters of a value in the table.
const SHOWN: usize = 34;
/// Widths of the table's columns, points: the field, as it was, here, on disk.
const COLUMNS: [f32; 4] = [230.0, 130.0, 170.0, 170.0];

/// The question, while it is open.
pub(super) struct ThreeWay {
    pub(super) outside: Arc<Outside>,
    pub(super) mine: Arc<Project>,
    /// Fields that are taken from the disk.
    theirs: BTreeSet<ConflictKey>,
    pub(super) merged: Result<Merged, String>,
    changed_here: String,
    changed_there: String,
    /// Names of assets that are here and whose files on disk cannot be read.
    unreadable: BTreeMap<Id, String>,
}

impl ThreeWay {
    /// Compares the saved, the edited and the outside state of the project.
    pub fn new(outside: Arc<Outside>, document: &Document) -> Self {
        let mine = document.project().clone();
        let (since, theirs) = (&outside.since, &outside.theirs);
        let here = |id: &Id| {
            mine.asset_name(*id)
                .or_else(|| since.asset_name(*id))
                .map(str::to_owned)
        };
        let broken = outside.broken.iter().filter_map(|broken| broken.id);
        let unreadable: BTreeMap<Id, String> =
            broken.filter_map(|id| Some((id, here(&id)?))).collect();
        let (changed_here, changed_there) = (
            told(since, &mine, &BTreeMap::new()),
            told(since, theirs, &unreadable),
        );
        let mut three_way = Self {
            merged: Err(String::new()),
            outside,
            mine,
            theirs: BTreeSet::new(),
            changed_here,
            changed_there,
            unreadable,
        };
        three_way.merge();
        three_way
    }

    fn merge(&mut self) {
        let pick = |key: &ConflictKey| {
            if self.theirs.contains(key) {
                MergeSide::Theirs
            } else {
                MergeSide::Mine
            }
        };
        let merged = merge(&self.outside.since, &self.mine, &self.outside.theirs, &pick);
        let merged = merged.map_err(|error| tr!("The merged asset is not valid: {error}"));
        self.merged = merged.and_then(|merged| match self.unreadable_in(&merged.project) {
            Some(name) => Err(tr!(
                "The file of {name} on disk cannot be read, so it cannot be merged. Fix it, or choose below."
            )),
            None => Ok(merged),
        });
    }

    fn unreadable_in(&self, project: &Project) -> Option<&String> {
        self.unreadable
            .iter()
            .find(|(id, _)| project.kind(**id).is_some())
            .map(|(_, name)| name)
    }

    /// Shows the three states and asks; None while there is no answer.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<QuestionAnswer> {
        asking::title_ui(
            ui,
            &tr!("{} was changed on disk by another program", self.mine.name),
        );
        for (where_, what) in [
            (tr!("On disk"), &self.changed_there),
            (tr!("In this window, not saved"), &self.changed_here),
        ] {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("{where_}:")).font(theme::medium()));
                ui.label(RichText::new(what).color(theme::TEXT_2));
            });
        }
        ui.add_space(12.0);
        let mut answer = None;
        let merge_line = match &self.merged {
            Ok(merged) if merged.conflicts.is_empty() => {
                tr!("Nothing is lost: no field changed in both.").to_owned()
            }
            Ok(merged) => tr!(
                "Nothing else is lost. {} changed in both. Choose a version below.",
                parts::count(merged.conflicts.len(), noun!("field"))
            ),
            Err(error) => error.clone(),
        };
        let ways = [
            (
                DiskConflictChoice::Merge,
                tr!("Merge both"),
                merge_line,
                self.merged.is_ok(),
            ),
            (
                DiskConflictChoice::TakeTheirs,
                tr!("Use the version on disk"),
                self.take_line(),
                true,
            ),
            (
                DiskConflictChoice::KeepMine,
                tr!("Keep my version"),
                tr!(
                    "Overwrites the files on disk. Copies of them stay in {} of the project.",
                    files::KEPT
                ),
                true,
            ),
        ];
        for (way, title, line, is_enabled) in ways {
            if ui
                .add_enabled_ui(is_enabled, |ui| asking::way_ui(ui, title, &line, false))
                .inner
            {
                answer = Some(QuestionAnswer::Outside(way));
            }
        }
        self.conflicts_ui(ui);
        asking::row_with(ui, tr!("Not now"))
            .then_some(QuestionAnswer::Cancel)
            .or(answer)
    }

    fn take_line(&self) -> String {
        let names: Vec<&str> = self
            .unreadable
            .values()
            .take(NAMED)
            .map(String::as_str)
            .collect();
        if names.is_empty() {
            tr!("Discards your edits; Undo restores them.").to_owned()
        } else {
            tr!(
                "Discards your edits, and {} until the file on disk is fixed. Undo restores them.",
                names.join(", ")
            )
        }
    }

    fn conflicts_ui(&mut self, ui: &mut Ui) {
        let conflicts = self
            .merged
            .as_ref()
            .map(|merged| merged.conflicts.clone())
            .unwrap_or_default();
        if conflicts.is_empty() {
            return;
        }
        ui.add_space(8.0);
        row_ui(
            ui,
            [
                tr!("Changed in both"),
                tr!("Last saved"),
                tr!("Here"),
                tr!("On disk"),
            ]
            .map(|title| (title.to_owned(), None)),
        );
        ui.separator();
        let mut chosen = None;
        egui::ScrollArea::vertical()
            .max_height(220.0)
            .show(ui, |ui| {
                for conflict in &conflicts {
                    let side = conflict_ui(ui, conflict, self.theirs.contains(&conflict.key()));
                    chosen = chosen.take().or(side.map(|side| (conflict.key(), side)));
                }
            });
        if let Some((key, side)) = chosen {
            match side {
                MergeSide::Theirs => drop(self.theirs.insert(key)),
                MergeSide::Mine => drop(self.theirs.remove(&key)),
            }
            self.merge();
        }
    }
}

/// Returns the side that was chosen.
fn conflict_ui(ui: &mut Ui, conflict: &AssetConflict, is_theirs: bool) -> Option<MergeSide> {
    let place = match conflict.conflict.place.as_str() {
        "" => conflict.name.clone(),
        place => format!("{}: {}", conflict.name, plain(place)),
    };
    let values = [
        &conflict.conflict.base,
        &conflict.conflict.mine,
        &conflict.conflict.theirs,
    ]
    .map(|it| shown(it.as_ref()));
    let [base, mine, theirs] = values;
    let clicked = row_ui(
        ui,
        [
            (place, None),
            (base, None),
            (mine, Some(!is_theirs)),
            (theirs, Some(is_theirs)),
        ],
    );
    match clicked {
        Some(2) => Some(MergeSide::Mine),
        Some(3) => Some(MergeSide::Theirs),
        _ => None,
    }
}

/// Cells that can be chosen say whether they are. Returns the column that was clicked.
fn row_ui(ui: &mut Ui, cells: [(String, Option<bool>); 4]) -> Option<usize> {
    let names = cells.each_ref().map(|(text, _)| text.clone());
    let mut clicked = None;
    ui.horizontal(|ui| {
        for (at, ((text, chosen), width)) in cells.into_iter().zip(COLUMNS).enumerate() {
            ui.allocate_ui_with_layout(
                vec2(width, 22.0),
                Layout::left_to_right(Align::Center),
                |ui| {
                    ui.set_width(width);
                    match chosen {
                        Some(is_chosen) => {
                            let side = if at == 2 { tr!("here") } else { tr!("on disk") };
                            let radio = ui.radio(is_chosen, text);
                            let name = format!("{} {side}", names[0]);
                            radio.widget_info(|| {
                                egui::WidgetInfo::selected(
                                    egui::accesskit::Role::RadioButton,
                                    true,
                                    is_chosen,
                                    &name,
                                )
                            });
                            clicked = clicked.or(radio.clicked().then_some(at));
                        }
                        None => drop(ui.add(
                            egui::Label::new(RichText::new(text).font(theme::small())).truncate(),
                        )),
                    }
                },
            );
        }
    });
    clicked
}

/// A place as people read it: without the ids.
fn plain(place: &str) -> String {
    let part = |part: &str| part.split(" [").next().unwrap_or(part).replace('_', " ");
    place.split('/').map(part).collect::<Vec<_>>().join(" › ")
}

fn shown(value: Option<&Value>) -> String {
    let text = match value {
        None => return tr!("not there").to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Object(fields)) => match fields.get("name").and_then(Value::as_str) {
            Some(name) => name.to_owned(),
            None => parts::count(fields.len(), noun!("field")),
        },
        Some(Value::Array(items)) if items.len() > 4 => parts::count(items.len(), noun!("item")),
        Some(value) => value.to_string(),
    };
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// Changes of assets in words; assets that cannot be read are listed as such.
fn told(from: &Project, to: &Project, unreadable: &BTreeMap<Id, String>) -> String {
    let mut changes = changed(from, to);
    changes.retain(|id, _| !unreadable.contains_key(id));
    let mut by_how: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (id, how) in &changes {
        let name = to
            .asset_name(*id)
            .or_else(|| from.asset_name(*id))
            .unwrap_or_default();
        by_how.entry(how).or_default().push(name);
    }
    let part = |(how, names): (&&str, &Vec<&str>)| {
        let more = names.len().saturating_sub(NAMED);
        let named = names
            .iter()
            .take(NAMED)
            .copied()
            .collect::<Vec<_>>()
            .join(", ");
        let others = if more > 0 {
            tr!(" and {more} more")
        } else {
            String::new()
        };
        format!("{named}{others} {how}")
    };
    let mut told: Vec<String> = by_how.iter().map(part).collect();
    if !unreadable.is_empty() {
        let names: Vec<&str> = unreadable.values().map(String::as_str).collect();
        told.push(part((&tr!("cannot be read"), &names)));
    }
    if from.name != to.name {
        told.push(tr!("called {}", to.name));
    }
    if told.is_empty() {
        tr!("nothing").to_owned()
    } else {
        told.join("; ")
    }
}
