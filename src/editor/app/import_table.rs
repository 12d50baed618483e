//! The table of an import of many files: what is in each, and what will become of it.

use super::{
    App,
    asking::{self, QuestionAnswer},
    batch::rows::{Batch, ImportRowState, ImportTableRow},
    question::ways::ways,
};
use crate::{icons, parts, theme};
use asset::{AssetKind, Id, Project};
use document::import::{ImportChoices, ImportMode, ImportOutcome, ImportedAsset};
use egui::{
    Align, Align2, ComboBox, Layout, Rect, RichText, Sense, Ui, WidgetInfo, accesskit::Role, pos2,
    vec2,
};
use formats::Options;
use words::{Word, noun, tr, word};

pub(super) const WIDTH: f32 = 900.0;
/// Widths of the columns behind the check box, points: file, contents, skeleton, import action.
const COLUMNS: [f32; 4] = [220.0, 190.0, 170.0, 280.0];
const TITLES: [Word; 4] = [
    word!("File"),
    word!("Contents"),
    word!("Skeleton"),
    word!("Import action"),
];
const BOX: f32 = 24.0;
const MOST_HEIGHT: f32 = 420.0;
/// Bytes that a file may be allowed beyond what its size lets one think.
const MORE: u64 = 4 << 30;
/// The most lines of a tip.
const LINES: usize = 12;

/// A change that a row offers.
struct ImportRowOffer {
    title: String,
    what: ImportRowChange,
}

enum ImportRowChange {
    Join(ImportChoices),
    ReadWith(Options),
}

impl App {
    pub(super) fn many_ui(&self, ui: &mut Ui, batch: &mut Batch) -> Option<QuestionAnswer> {
        let project = self.document.project();
        batch.plan(project);
        asking::title_ui(ui, tr!("Files to import"));
        let files = parts::count(batch.rows.len(), noun!("file"));
        let line = tr!(
            "{files}. Nothing is imported until you click Import. One undo reverts the whole import."
        );
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(8.0);
        self.reading_ui(ui, batch);
        prefixes_ui(ui, batch);
        all_ui(ui, batch);
        let (rect, _) =
            ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
        for (title, cell) in TITLES.into_iter().zip(cells(rect)) {
            parts::text_in(
                ui,
                cell,
                Align2::LEFT_CENTER,
                title,
                theme::small(),
                theme::TEXT_3,
            );
        }
        ui.separator();
        let (mut changed, rows, after) = (false, batch.rows.len(), batch.after.clone());
        let area = egui::ScrollArea::vertical()
            .max_height(MOST_HEIGHT)
            .auto_shrink([false, true]);
        area.show_rows(ui, theme::ROW, rows, |ui, shown| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for row in &mut batch.rows[shown] {
                changed |= row_ui(ui, row, &after);
            }
        });
        if changed {
            batch.changed();
        }
        footer_ui(ui, batch)
    }

    /// Shows the progress of reading.
    fn reading_ui(&self, ui: &mut Ui, batch: &Batch) {
        let job = batch
            .job()
            .and_then(|job| self.jobs.running_as(job))
            .filter(|_| batch.is_reading());
        let Some(job) = job else { return };
        ui.horizontal(|ui| {
            let bar = egui::ProgressBar::new(job.progress())
                .desired_width(WIDTH - 200.0)
                .desired_height(6.0);
            ui.add(bar);
            ui.label(
                RichText::new(job.standing())
                    .font(theme::small())
                    .color(theme::TEXT_2),
            );
        });
        ui.add_space(4.0);
        ui.ctx().request_repaint_after_secs(0.1);
    }
}

/// One choice for all rows.
fn all_ui(ui: &mut Ui, batch: &mut Batch) {
    let mut wish = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("All files")).color(theme::TEXT_2));
        let combo = ComboBox::from_id_salt("all files")
            .selected_text(tr!("Set all…"))
            .width(240.0)
            .truncate();
        let response = combo.icon(parts::chevron).show_ui(ui, |ui| {
            for ImportRowOffer { title, what } in usual(&batch.after) {
                if ui.selectable_label(false, title).clicked() {
                    wish = Some(what);
                }
            }
        });
        response
            .response
            .accessible_name(tr!("Import action for all files"));
    });
    ui.add_space(4.0);
    if let Some(ImportRowChange::Join(choices)) = wish {
        batch
            .rows
            .iter_mut()
            .for_each(|row| row.choices = choices.clone());
        batch.changed();
    }
}

/// Whether it was changed.
fn row_ui(ui: &mut Ui, row: &mut ImportTableRow, after: &Project) -> bool {
    let name = row.name.clone();
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(Role::Row, true, format!("{name}: {}", happens(row))));
    response.on_hover_text(parts::tip(&row.path.display().to_string(), &lines(row)));
    let [file, inside, skeleton, what] = cells(rect);
    let can = matches!(row.state, ImportRowState::Read { .. });
    let check = Rect::from_min_size(rect.min, vec2(BOX, theme::ROW));
    let mut changed = false;
    ui.scope_builder(
        egui::UiBuilder::new()
            .max_rect(check)
            .layout(Layout::left_to_right(Align::Center)),
        |ui| {
            ui.add_enabled_ui(can, |ui| {
                if parts::check_box(ui, row.is_in && can, &tr!("Import {name}")) {
                    (row.is_in, changed) = (!row.is_in, true);
                }
            });
        },
    );
    let color = if row.is_in && can {
        theme::TEXT
    } else {
        theme::TEXT_3
    };
    parts::text_in(
        ui,
        file,
        Align2::LEFT_CENTER,
        name.clone(),
        theme::text(),
        color,
    );
    parts::text_in(
        ui,
        inside,
        Align2::LEFT_CENTER,
        contents(row),
        theme::small(),
        theme::TEXT_2,
    );
    parts::text_in(
        ui,
        skeleton,
        Align2::LEFT_CENTER,
        skeleton_of(row),
        theme::small(),
        theme::TEXT_2,
    );
    ui.scope_builder(
        egui::UiBuilder::new()
            .max_rect(what)
            .layout(Layout::left_to_right(Align::Center)),
        |ui| {
            changed |= happens_ui(ui, row, after, &name);
        },
    );
    changed
}

fn happens_ui(ui: &mut Ui, row: &mut ImportTableRow, after: &Project, name: &str) -> bool {
    let offers = offers(row, after);
    let text = RichText::new(happens(row))
        .font(theme::small())
        .color(tone(row));
    if offers.is_empty() {
        ui.add(egui::Label::new(text).truncate());
        return false;
    }
    let mut wish = None;
    let combo = ComboBox::from_id_salt(("happens", &row.path))
        .selected_text(text)
        .width(COLUMNS[3] - 8.0)
        .truncate();
    let response = combo.icon(parts::chevron).show_ui(ui, |ui| {
        for ImportRowOffer { title, what } in offers {
            if ui.selectable_label(false, title).clicked() {
                wish = Some(what);
            }
        }
    });
    response
        .response
        .accessible_name(tr!("Import action for {name}"));
    match wish {
        None => return false,
        Some(ImportRowChange::Join(choices)) => (row.choices, row.is_in) = (choices, true),
        Some(ImportRowChange::ReadWith(options)) => row.read_with(options),
    }
    true
}

fn offers(row: &ImportTableRow, after: &Project) -> Vec<ImportRowOffer> {
    let again = |title: &str, options: Options| ImportRowOffer {
        title: title.to_owned(),
        what: ImportRowChange::ReadWith(options),
    };
    match &row.state {
        ImportRowState::Asked { .. } | ImportRowState::Reading => Vec::new(),
        ImportRowState::Unchanged => vec![again(tr!("Import again"), row.options)],
        ImportRowState::Failed {
            is_greedy: true, ..
        } => {
            vec![again(
                tr!("Allow up to 4 GB more memory"),
                Options {
                    more_memory: MORE,
                    ..row.options
                },
            )]
        }
        ImportRowState::Failed { .. } => vec![again(tr!("Try again"), row.options)],
        ImportRowState::Read { report, .. } => {
            let doubt = row
                .planned
                .as_ref()
                .and_then(|planned| planned.as_ref().err());
            let ways = doubt.map_or_else(Vec::new, |doubt| ways(after, &row.choices, doubt));
            // What is open has answers of its own; other skeletons may still be meant.
            let is_bind = |offer: &ImportRowOffer| matches!(&offer.what, ImportRowChange::Join(choices) if choices.skeleton.is_some());
            let known: Vec<Option<Id>> = ways.iter().map(|way| way.choices.skeleton).collect();
            let is_new = |offer: &ImportRowOffer| !matches!(&offer.what, ImportRowChange::Join(choices) if known.contains(&choices.skeleton));
            let usual = usual(after).into_iter();
            let usual = usual.filter(|offer| known.is_empty() || (is_bind(offer) && is_new(offer)));
            let ways = ways.into_iter().map(|way| ImportRowOffer {
                title: way.title,
                what: ImportRowChange::Join(way.choices),
            });
            let fixes = report.entries.iter().filter_map(|entry| {
                let fix = entry.fix?;
                Some(again(
                    &crate::jobs::again_label(fix)?,
                    fix.apply(row.options),
                ))
            });
            ways.chain(usual).chain(fixes).collect()
        }
    }
}

/// Offers that apply to any file.
fn usual(project: &Project) -> Vec<ImportRowOffer> {
    let join = |title: String, choices: ImportChoices| ImportRowOffer {
        title,
        what: ImportRowChange::Join(choices),
    };
    let bind = |(id, name): (Id, &str)| {
        let choices = ImportChoices {
            skeleton: Some(id),
            ..ImportChoices::default()
        };
        join(tr!("Bind to {name}"), choices)
    };
    let found = join(
        tr!("Automatic: by source and bones").to_owned(),
        ImportChoices::default(),
    );
    let beside = ImportChoices {
        mode: ImportMode::Add,
        ..ImportChoices::default()
    };
    let beside = join(tr!("Add as new assets").to_owned(), beside);
    [found, beside]
        .into_iter()
        .chain(project.list(AssetKind::Skeleton).into_iter().map(bind))
        .collect()
}

/// If names have prefixes, shows a button that removes them from all files at once.
fn prefixes_ui(ui: &mut Ui, batch: &mut Batch) {
    let told: Vec<String> = batch
        .rows
        .iter()
        .filter_map(|row| row.prefixes().map(str::to_owned))
        .collect();
    let Some(first) = told.first() else { return };
    let files = parts::count(told.len(), noun!("file"));
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("Names in {files} have prefixes. {first}")).color(theme::WARN));
        if parts::button(ui, None, tr!("Remove prefixes"), false).clicked() {
            for row in batch.rows.iter_mut().filter(|row| row.prefixes().is_some()) {
                row.read_with(Options {
                    strip_namespaces: true,
                    ..row.options
                });
            }
        }
    });
    ui.add_space(4.0);
}

fn cells(row: Rect) -> [Rect; 4] {
    let mut left = row.left() + BOX;
    COLUMNS.map(|width| {
        let cell = Rect::from_min_max(
            pos2(left, row.top()),
            pos2(left + width - 8.0, row.bottom()),
        );
        left += width;
        cell
    })
}

/// Contents of a row, as in “2 clips, 4.2 s; 1 mesh”.
fn contents(row: &ImportTableRow) -> String {
    let ImportRowState::Read { incoming, .. } = &row.state else {
        return String::new();
    };
    let file = &incoming.file;
    let mut all = Vec::new();
    if !file.clips.is_empty() {
        let seconds: f32 = file.clips.values().map(|clip| clip.source.duration).sum();
        all.push(format!(
            "{}, {seconds:.1} s",
            parts::count(file.clips.len(), noun!("clip"))
        ));
    }
    match file.meshes.len() {
        0 => {}
        1 => all.push(tr!("1 mesh").to_owned()),
        count => all.push(tr!("{count} meshes")),
    }
    if all.is_empty() && !file.skeletons.is_empty() {
        all.push(parts::count(file.skeletons.len(), noun!("skeleton")));
    }
    if all.is_empty() {
        tr!("nothing").to_owned()
    } else {
        all.join("; ")
    }
}

/// Skeleton for the clips and meshes of a row; empty if none is known.
fn skeleton_of(row: &ImportTableRow) -> String {
    let ImportRowState::Read { incoming, .. } = &row.state else {
        return String::new();
    };
    if let Some(Ok(planned)) = &row.planned {
        let bound = |joined: &ImportedAsset| match &joined.what {
            ImportOutcome::Bound { skeleton, .. } => Some(skeleton.clone()),
            _ => None,
        };
        if let Some(bound) = planned.joined.iter().find_map(bound) {
            return bound;
        }
    }
    let mut own = incoming.file.skeletons.values();
    match (own.next(), own.count()) {
        (None, _) => String::new(),
        (Some(skeleton), 0) => format!(
            "{}, {}",
            skeleton.name,
            parts::count(skeleton.bones.len(), noun!("bone"))
        ),
        (Some(skeleton), more) => tr!("{} and {more} more", skeleton.name),
    }
}

fn happens(row: &ImportTableRow) -> String {
    match (&row.state, &row.planned) {
        (ImportRowState::Asked { .. } | ImportRowState::Reading, _) => tr!("Reading…").to_owned(),
        (ImportRowState::Unchanged, _) => tr!("Unchanged since the last import").to_owned(),
        (ImportRowState::Failed { .. }, _) => tr!("Cannot be read: see tooltip").to_owned(),
        (ImportRowState::Read { .. }, _) if !row.is_in => tr!("Skipped").to_owned(),
        (ImportRowState::Read { .. }, None) => String::new(),
        (ImportRowState::Read { .. }, Some(Err(_))) => tr!("Choose an action…").to_owned(),
        (ImportRowState::Read { .. }, Some(Ok(planned))) if planned.changes.is_some() => {
            tr!("Asks after the other files").to_owned()
        }
        (ImportRowState::Read { .. }, Some(Ok(planned))) => intent(&planned.joined),
    }
}

/// What an import will do, as in “Update 2, add 5, bind to Hero”.
fn intent(joined: &[ImportedAsset]) -> String {
    let count =
        |is: fn(&ImportOutcome) -> bool| joined.iter().filter(|joined| is(&joined.what)).count();
    let counts = [
        (count(|what| *what == ImportOutcome::Updated), tr!("update")),
        (count(|what| *what == ImportOutcome::Added), tr!("add")),
        (
            count(|what| *what == ImportOutcome::Kept),
            tr!("keep assets missing in the file:"),
        ),
    ];
    let bound = joined.iter().find_map(|joined| match &joined.what {
        ImportOutcome::Bound { skeleton, missing } if missing.is_empty() => {
            Some(tr!("bind to {skeleton}"))
        }
        ImportOutcome::Bound { skeleton, missing } => Some(tr!(
            "bind to {skeleton}, which does not have {}",
            missing.join(", ")
        )),
        _ => None,
    });
    let counts = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{what} {count}"));
    let text = counts.chain(bound).collect::<Vec<_>>().join(", ");
    match text.chars().next() {
        None => tr!("Empty file").to_owned(),
        Some(first) => first.to_uppercase().chain(text.chars().skip(1)).collect(),
    }
}

fn tone(row: &ImportTableRow) -> egui::Color32 {
    match (&row.state, &row.planned) {
        (ImportRowState::Failed { .. }, _) => theme::ERROR,
        (ImportRowState::Read { .. }, Some(Err(_))) if row.is_in => theme::WARN,
        (ImportRowState::Read { .. }, Some(Ok(planned))) if planned.changes.is_some() => {
            theme::WARN
        }
        (ImportRowState::Read { .. }, _) if row.is_in => theme::TEXT,
        _ => theme::TEXT_3,
    }
}

/// Further lines about a row, for its tip.
fn lines(row: &ImportTableRow) -> Vec<String> {
    let mut lines = Vec::new();
    match &row.state {
        ImportRowState::Failed { why, .. } => lines.push(why.clone()),
        ImportRowState::Read { report, .. } => {
            match &row.planned {
                Some(Err(doubt)) => lines.push(doubt.to_string()),
                Some(Ok(planned)) => {
                    lines.extend(planned.joined.iter().map(|joined| joined.to_string()))
                }
                None => {}
            }
            lines.extend(report.entries.iter().map(|entry| entry.to_string()));
        }
        _ => {}
    }
    let more = lines.len().saturating_sub(LINES);
    lines.truncate(LINES);
    lines.extend((more > 0).then(|| tr!("and {more} more")));
    lines
}

fn footer_ui(ui: &mut Ui, batch: &Batch) -> Option<QuestionAnswer> {
    let coming = batch.rows.iter().filter(|row| row.comes_in()).count();
    let open = |row: &&ImportTableRow| row.is_in && matches!(row.planned, Some(Err(_)));
    let counts = [
        (
            batch.rows.iter().filter(open).count(),
            tr!("without a choice"),
        ),
        (
            batch
                .rows
                .iter()
                .filter(|row| matches!(row.state, ImportRowState::Unchanged))
                .count(),
            tr!("unchanged"),
        ),
        (
            batch
                .rows
                .iter()
                .filter(|row| matches!(row.state, ImportRowState::Failed { .. }))
                .count(),
            tr!("cannot be read"),
        ),
    ];
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if !told.is_empty() {
        ui.add_space(4.0);
        ui.label(
            RichText::new(tr!("Not imported: {}.", told.join(", ")))
                .font(theme::small())
                .color(theme::TEXT_2),
        );
    }
    let label = tr!("Import {}", parts::count(coming, noun!("file")));
    let can = coming > 0 && !batch.is_reading();
    let button = |ui: &mut Ui| parts::button(ui, Some(icons::CHECK_CIRCLE), &label, true);
    asking::button_row(ui, tr!("Cancel"), |ui| {
        ui.add_enabled_ui(can, button).inner.clicked()
    })
    .map(|goes_on| {
        if goes_on {
            QuestionAnswer::ImportMany
        } else {
            QuestionAnswer::Cancel
        }
    })
}
