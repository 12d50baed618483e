//! Where a notify is used in the project, and its new name everywhere at once.

pub(crate) mod wanted;

use super::assets::{filter_ui, kind};
use crate::{
    action::{EditAction, EditorAction, SelectAction, TransportAction, ViewAction},
    icons, parts, theme,
};
use asset::{AssetKind, Id, Notify, NotifyTrack, Project, QuickSlot};
use document::{Command, NotifyCommand, ProjectCommand, Selection};
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use wanted::FindUses;
use words::{noun, tr};

/// A place where the name stands.
struct NotifyUse<'a> {
    asset: Option<(Id, AssetKind)>,
    name: &'a str,
    place: String,
    kind: &'static str,
    of: NotifyUseSource<'a>,
    fate: Fate,
}

enum NotifyUseSource<'a> {
    Notify(Id, &'a Notify),
    Slot(&'a QuickSlot),
}

/// What a rename does at one use.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// No new name is given.
    Found,
    Renamed,
    /// Another one there is called so already.
    Taken,
    Locked,
}

impl Fate {
    fn chip(self) -> Option<(&'static str, Color32)> {
        match self {
            Fate::Found => None,
            Fate::Renamed => Some(("renamed", theme::OK)),
            Fate::Taken => Some((tr!("name taken"), theme::WARN)),
            Fate::Locked => Some(("locked", theme::TEXT_2)),
        }
    }
}

/// The panel: a name, its uses, and renaming all of them.
pub fn find_uses_ui(
    ui: &mut Ui,
    project: &Project,
    find: &mut FindUses,
    actions: &mut Vec<EditorAction>,
) {
    filter_ui(ui, tr!("Find notify by full name"), &mut find.name);
    let name = find.name.trim().to_owned();
    if name.is_empty() {
        let line = tr!("Type the name of a notify, or choose Find all uses in its menu.");
        parts::empty_state(
            ui,
            icons::MAGNIFYING_GLASS,
            tr!("Nothing to find"),
            line,
            None,
        );
        return;
    }
    let new_name = find.rename_to.trim().to_owned();
    let new_name = Some(new_name).filter(|new_name| !new_name.is_empty() && *new_name != name);
    let uses = uses(project, &name, new_name.as_deref());
    if uses.is_empty() {
        let line = tr!("The project has no notify “{name}”.");
        parts::empty_state(ui, icons::MAGNIFYING_GLASS, tr!("No uses"), &line, None);
        return;
    }
    let merges = find.merges;
    rename_ui(ui, find, &uses, new_name.as_deref(), actions);
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        theme::LOG_ROW,
        uses.len(),
        |ui, range| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for found in &uses[range] {
                row_ui(ui, found, merges, actions);
            }
        },
    );
}

/// The new name, how many it is for, and the button that gives it to them.
fn rename_ui(
    ui: &mut Ui,
    find: &mut FindUses,
    uses: &[NotifyUse<'_>],
    new_name: Option<&str>,
    actions: &mut Vec<EditorAction>,
) {
    let taken = uses.iter().filter(|it| it.fate == Fate::Taken).count();
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.label(egui::RichText::new(tr!("Rename to")).color(theme::TEXT_2));
        let width = (ui.available_width() - 120.0).max(60.0);
        let field = egui::TextEdit::singleline(&mut find.rename_to).desired_width(width);
        ui.add(field).accessible_name(tr!("New name of the notify"));
        let merges = find.merges;
        let chosen: Vec<&NotifyUse<'_>> = uses
            .iter()
            .filter(|it| it.fate == Fate::Renamed || (merges && it.fate == Fate::Taken))
            .collect();
        let label = tr!("Rename {}", chosen.len());
        ui.add_enabled_ui(new_name.is_some() && !chosen.is_empty(), |ui| {
            if parts::button(ui, None, &label, true).clicked()
                && let Some(new_name) = new_name
            {
                let commands = chosen.iter().map(|it| renamed(it, new_name)).collect();
                actions.push(EditAction::Perform(Command::Batch(commands), None).into());
                find.name = new_name.to_owned();
                find.rename_to.clear();
            }
        });
    });
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let assets: std::collections::BTreeSet<_> = uses
            .iter()
            .filter_map(|it| it.asset.map(|(id, _)| id))
            .collect();
        let told = tr!(
            "{} in {}",
            parts::count(uses.len(), noun!("use")),
            parts::count(assets.len(), noun!("asset"))
        );
        ui.label(
            egui::RichText::new(told)
                .font(theme::small())
                .color(theme::TEXT_3),
        );
        if taken > 0 {
            if parts::check_box(ui, find.merges, tr!("Rename where the name is taken")) {
                find.merges = !find.merges;
            }
            let text = tr!("{taken} would share the name with another notify on the same timeline");
            ui.label(
                egui::RichText::new(text)
                    .font(theme::small())
                    .color(theme::WARN),
            );
        }
    });
    ui.add_space(2.0);
}

fn renamed(found: &NotifyUse<'_>, name: &str) -> Command {
    match &found.of {
        NotifyUseSource::Notify(host, notify) => Command::Notify(
            *host,
            NotifyCommand::Set(Notify {
                name: name.to_owned(),
                ..(*notify).clone()
            }),
        ),
        NotifyUseSource::Slot(slot) => {
            let notify = Notify {
                name: name.to_owned(),
                ..slot.notify.clone()
            };
            Command::Project(ProjectCommand::SetQuickSlot(Box::new(QuickSlot {
                notify,
                ..(*slot).clone()
            })))
        }
    }
}

/// Montages, then clips, each by name and time; then quick slots. Children have theirs from their
/// parents.
fn uses<'a>(project: &'a Project, name: &str, new_name: Option<&str>) -> Vec<NotifyUse<'a>> {
    let own = project
        .montages
        .iter()
        .filter(|(_, montage)| montage.parent.is_none());
    let montages = own.map(|(id, it)| {
        (
            (*id, AssetKind::Montage),
            it.name.as_str(),
            &it.notifies,
            &it.tracks,
        )
    });
    let clips = project.clips.iter();
    let clips = clips.map(|(id, it)| {
        (
            (*id, AssetKind::Clip),
            it.name.as_str(),
            &it.notifies,
            &it.tracks,
        )
    });
    let mut hosts: Vec<_> = montages.chain(clips).collect();
    hosts.sort_by(|a, b| (a.0.1, a.1).cmp(&(b.0.1, b.1)));
    let mut found = Vec::new();
    for (asset, asset_name, notifies, tracks) in hosts {
        let is_taken =
            new_name.is_some_and(|new_name| notifies.iter().any(|notify| notify.name == new_name));
        let mut here: Vec<&Notify> = notifies
            .iter()
            .filter(|notify| notify.name == name)
            .collect();
        here.sort_by(|a, b| a.time.total_cmp(&b.time));
        found.extend(
            here.into_iter()
                .map(|notify| of_notify(asset, asset_name, (notify, tracks), new_name, is_taken)),
        );
    }
    found.extend(
        project
            .quick_slots
            .iter()
            .filter(|slot| slot.notify.name == name)
            .map(|slot| NotifyUse {
                asset: None,
                name: tr!("Quick slot"),
                place: slot.digit.to_string(),
                kind: tr!("preset"),
                of: NotifyUseSource::Slot(slot),
                fate: if new_name.is_some() {
                    Fate::Renamed
                } else {
                    Fate::Found
                },
            }),
    );
    found
}

fn of_notify<'a>(
    asset: (Id, AssetKind),
    name: &'a str,
    (notify, tracks): (&'a Notify, &[NotifyTrack]),
    new_name: Option<&str>,
    is_taken: bool,
) -> NotifyUse<'a> {
    let track = tracks.iter().find(|track| track.id == notify.track);
    let fate = match new_name {
        None => Fate::Found,
        Some(_) if track.is_some_and(|track| track.locked) => Fate::Locked,
        Some(_) if is_taken => Fate::Taken,
        Some(_) => Fate::Renamed,
    };
    let kind = match (notify.duration.is_some(), notify.branching) {
        (true, _) => tr!("notify state"),
        (false, true) => tr!("branching point"),
        (false, false) => tr!("notify"),
    };
    let place = format!(
        "{:.3} s, {}",
        notify.time,
        track.map_or(tr!("no track"), |track| track.name.as_str())
    );
    NotifyUse {
        asset: Some(asset),
        name,
        place,
        kind,
        of: NotifyUseSource::Notify(asset.0, notify),
        fate,
    }
}

fn row_ui(ui: &mut Ui, found: &NotifyUse<'_>, merges: bool, actions: &mut Vec<EditorAction>) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    let label = tr!("Use {} {}", found.name, found.place);
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &label));
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme::HAIR);
    }
    let icon = found
        .asset
        .map_or(icons::KEYBOARD, |(_, kind)| kind::kind_icon(kind));
    let at = rect.left_center() + vec2(18.0, 0.0);
    ui.painter().text(
        at,
        Align2::CENTER_CENTER,
        icon,
        theme::icon(14.0),
        theme::TEXT_2,
    );
    let words = rect
        .shrink2(vec2(34.0, 0.0))
        .with_max_x(rect.right() - 88.0);
    let cell = |from: f32, to: f32| {
        let x = |part: f32| words.left() + words.width() * part;
        Rect::from_min_max(
            pos2(x(from), words.top()),
            pos2(x(to) - 8.0, words.bottom()),
        )
    };
    parts::text_in(
        ui,
        cell(0.0, 0.4),
        Align2::LEFT_CENTER,
        found.name,
        theme::small(),
        theme::TEXT,
    );
    parts::text_in(
        ui,
        cell(0.4, 0.8),
        Align2::LEFT_CENTER,
        &found.place,
        theme::small(),
        theme::TEXT_2,
    );
    parts::text_in(
        ui,
        cell(0.8, 1.0),
        Align2::LEFT_CENTER,
        found.kind,
        theme::small(),
        theme::TEXT_2,
    );
    let fate = if merges && found.fate == Fate::Taken {
        Fate::Renamed
    } else {
        found.fate
    };
    if let Some((text, color)) = fate.chip() {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), theme::small(), color);
        let size = galley.size() + vec2(10.0, 2.0);
        let chip = Rect::from_min_size(
            pos2(rect.right() - 8.0 - size.x, rect.center().y - size.y / 2.0),
            size,
        );
        ui.painter()
            .rect_filled(chip, 3.0, theme::over(theme::PANEL, color, 0.16));
        ui.painter()
            .galley(chip.min + vec2(5.0, 1.0), galley, color);
    }
    if response.clicked()
        && let NotifyUseSource::Notify(host, notify) = &found.of
    {
        actions.push(ViewAction::OpenAsset(*host).into());
        actions.push(TransportAction::Seek(notify.time.into()).into());
        actions.push(SelectAction::These(Selection::item(*host, notify.id)).into());
        // Where documents of that kind have no such panel open.
        actions.push(ViewAction::FindUses.into());
    }
    response.on_hover_text(tr!("Click to go there"));
}
