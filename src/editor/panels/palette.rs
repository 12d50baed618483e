//! The command palette: every action and asset by name, fuzzily, from the keyboard.

use crate::{
    action::{ActionContext, EditorAction, Entry, GraphAction, SelectAction, ViewAction, menus},
    canvas, icons, parts,
    session::Session,
    theme,
    views::PanelViews,
};
use asset::{AssetKind, PoseGraph, Project};
use document::{Document, Selection};
use egui::{Align2, Id, Key, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

const WIDTH: f32 = 520.0;
const MOST_ROWS: usize = 12;

/// The text typed so far and the row that Enter takes.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    text: String,
    row: usize,
}

struct PaletteMatch {
    score: i32,
    title: String,
    /// Accessible name; it includes the place if another match may have the same title.
    name: String,
    place: String,
    key: String,
    refusal: Option<&'static str>,
    actions: Vec<EditorAction>,
}

/// Shown while there is one; closes itself when something is chosen, on Esc and on a click outside.
pub fn palette_ui(
    ctx: &egui::Context,
    open: &mut Option<Palette>,
    document: &Document,
    (session, views): (&Session, &PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let Some(mut palette) = open.take() else {
        return;
    };
    let found = search(&session.situation(views, document), session, &palette.text);
    palette.row = palette.row.min(found.len().saturating_sub(1));
    let (up, down, enter) = ctx.input_mut(|input| {
        let mut pressed = |key| input.consume_key(egui::Modifiers::NONE, key);
        (
            pressed(Key::ArrowUp),
            pressed(Key::ArrowDown),
            pressed(Key::Enter),
        )
    });
    palette.row = (palette.row + usize::from(down))
        .min(found.len().saturating_sub(1))
        .saturating_sub(usize::from(up));
    let area = egui::Modal::default_area(Id::unique("palette"))
        .anchor(Align2::CENTER_TOP, vec2(0.0, 64.0));
    let mut chosen = enter.then_some(palette.row);
    let modal = egui::Modal::new(Id::unique("palette"))
        .area(area)
        .show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            let hint = tr!(
                "{}  Search commands, assets, bones and nodes",
                icons::MAGNIFYING_GLASS
            );
            let field = egui::TextEdit::singleline(&mut palette.text)
                .hint_text(hint)
                .desired_width(WIDTH);
            let response = ui
                .add(field)
                .accessible_name(tr!("Search commands and assets"));
            response.request_focus();
            if response.changed() {
                palette.row = 0;
            }
            ui.add_space(6.0);
            for (row, found) in found.iter().enumerate() {
                if row_ui(ui, found, row == palette.row) {
                    chosen = Some(row);
                }
            }
            if found.is_empty() {
                ui.label(
                    egui::RichText::new(tr!("No match for “{}”", palette.text))
                        .color(theme::TEXT_2),
                );
            }
        });
    if let Some(found) = chosen.and_then(|row| found.into_iter().nth(row)) {
        match found.refusal {
            None => actions.extend(found.actions),
            Some(_) => *open = Some(palette),
        }
    } else if !modal.should_close() {
        *open = Some(palette);
    }
}

fn search(now: &ActionContext<'_>, session: &Session, text: &str) -> Vec<PaletteMatch> {
    let document = now.document;
    let commands =
        menus().flat_map(|(menu, entries)| entries.iter().map(move |entry| (menu, entry)));
    let command = |(menu, entry): (&'static str, &Entry)| {
        let action = (entry.action)();
        let refusal = action.refusal(now);
        let key = session.keymap.label(entry);
        Some(PaletteMatch {
            score: parts::score(&entry.title, text)?,
            title: entry.title.into(),
            name: entry.title.into(),
            place: menu.to_owned(),
            key,
            refusal,
            actions: vec![action],
        })
    };
    // A texture, a sound and a scenario have no document of their own.
    let kinds = AssetKind::ALL.into_iter().filter(|kind| {
        !matches!(
            kind,
            AssetKind::Texture | AssetKind::Sound | AssetKind::Scenario
        )
    });
    let assets = kinds.flat_map(|kind| document.project().list(kind));
    let asset = |(id, name): (asset::Id, &str)| {
        Some(PaletteMatch {
            score: parts::score(name, text)?,
            title: name.to_owned(),
            name: name.to_owned(),
            place: tr!("Asset").to_owned(),
            key: String::new(),
            refusal: None,
            actions: vec![ViewAction::OpenAsset(id).into()],
        })
    };
    let mut found: Vec<PaletteMatch> = commands
        .filter_map(command)
        .chain(assets.filter_map(asset))
        .collect();
    if !text.trim().is_empty() {
        found.extend(parts_of_assets(document, session, text));
    }
    found.sort_by_key(|found| -found.score);
    found.truncate(MOST_ROWS);
    found
}

/// Bones of the shown skeleton, and the nodes, states, transitions and parameters of all graphs.
fn parts_of_assets<'a>(
    document: &'a Document,
    session: &'a Session,
    text: &'a str,
) -> impl Iterator<Item = PaletteMatch> + 'a {
    let project = document.project();
    let found = move |title: String, place: String, actions: Vec<EditorAction>| {
        Some(PaletteMatch {
            // A command or an asset of the same name comes first.
            score: parts::score(&title, text)? - 1,
            name: format!("{title}, {place}"),
            title,
            place,
            key: String::new(),
            refusal: None,
            actions,
        })
    };
    let skeleton = super::skeleton::shown_skeleton(document, session);
    let bones = skeleton.and_then(|id| project.skeletons.get(&id));
    let bones = bones.into_iter().flat_map(|it| &it.bones).enumerate();
    let bones = bones.filter_map(move |(at, bone)| {
        let action = SelectAction::Bone(Some(at));
        found(
            bone.name.clone(),
            tr!("Bone").to_owned(),
            vec![action.into()],
        )
    });
    let items = project.graphs.iter().flat_map(move |(id, graph)| {
        items_of(project, graph)
            .into_iter()
            .map(move |it| (*id, graph, it))
    });
    let items = items.filter_map(move |(id, graph, (item, word, title))| {
        let is_parameter = graph.wiring.parameters.iter().any(|it| it.id == item);
        let shows = if is_parameter {
            GraphAction::EditParameter(item).into()
        } else {
            SelectAction::These(Selection::item(id, item)).into()
        };
        let actions = vec![ViewAction::OpenAsset(id).into(), shows];
        found(title, tr!("{word} in {}", graph.name), actions)
    });
    bones.chain(items)
}

/// Searchable items of a graph, each as id, word for its type, and name.
fn items_of(project: &Project, graph: &PoseGraph) -> Vec<(asset::Id, &'static str, String)> {
    let wiring = &graph.wiring;
    let nodes = wiring.nodes.iter();
    let nodes = nodes.map(|node| (node.id, tr!("Node"), canvas::title(project, graph, node)));
    let parameters = wiring.parameters.iter();
    let parameters = parameters.map(|it| (it.id, tr!("Parameter"), it.name.clone()));
    let states = wiring.machines().flat_map(|(_, machine)| {
        let states = machine.states.iter();
        let states = states.map(|it| (it.id, tr!("State"), it.name.clone()));
        let transitions = machine.transitions.iter();
        states.chain(transitions.map(|it| (it.id, tr!("Transition"), machine.transition_text(it))))
    });
    nodes.chain(parameters).chain(states).collect()
}

fn row_ui(ui: &mut Ui, found: &PaletteMatch, active: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, 28.0), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::MenuItem, found.refusal.is_none(), active, &found.name)
    });
    if active || response.hovered() {
        ui.painter().rect_filled(
            rect,
            3.0,
            if active {
                theme::ACCENT_FILL
            } else {
                theme::HAIR
            },
        );
    }
    let color = if found.refusal.is_some() {
        theme::TEXT_3
    } else {
        theme::TEXT
    };
    let title = Rect::from_min_max(rect.min + vec2(10.0, 0.0), rect.max - vec2(190.0, 0.0));
    parts::text_in(
        ui,
        title,
        Align2::LEFT_CENTER,
        &found.title,
        theme::medium(),
        color,
    );
    let place = found.refusal.unwrap_or(&found.place);
    ui.painter().text(
        rect.right_center() - vec2(110.0, 0.0),
        Align2::RIGHT_CENTER,
        place,
        theme::small(),
        theme::TEXT_2,
    );
    ui.painter().text(
        rect.right_center() - vec2(10.0, 0.0),
        Align2::RIGHT_CENTER,
        &found.key,
        theme::small(),
        theme::TEXT_3,
    );
    response.clicked()
}
