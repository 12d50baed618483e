//! Adding: one list at the pointer of every kind of node, and of what the project has to play, found by a few letters.

use super::{
    catalogue::catalogue,
    look::{self, Family},
    page,
    shelf::{DIGITS, Part, Shelf},
    state::{End, Page},
};
use crate::{parts, theme};
use anim::graph::TransitionEnd;
use asset::{
    AssetKind, Id, PoseGraph, Project,
    graph::{Alias, Input, Machine, Node, NodeKind, Play, State, StateKind, Transition},
};
use document::{Command, GraphCommand};
use egui::{
    Align2, Event, Key, Modifiers, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};

const WIDTH: f32 = 352.0;
const MOST_ROWS: usize = 14;

/// The list, while it is open.
#[derive(Clone, Debug)]
pub struct Adding {
    /// Where what is chosen lands; points of the page.
    pub at: Pos2,
    /// Where the list stands; points of the screen.
    pub screen: Pos2,
    /// The wire that was let go.
    pub end: Option<End>,
    /// On the page of a machine: the state that a transition comes from.
    pub from: Option<Id>,
    pub text: String,
    row: usize,
}

impl Adding {
    pub fn new(at: Pos2, screen: Pos2) -> Self {
        Self { at, screen, end: None, from: None, text: String::new(), row: 0 }
    }
}

/// What a choice adds.
#[derive(Clone, Debug)]
pub enum What {
    Node(Box<NodeKind>),
    State,
    Conduit,
    Alias,
    /// A state that shows this.
    StateOf(Box<NodeKind>),
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub title: String,
    /// The family, or the kind of asset.
    pub place: &'static str,
    /// Other words that it is found by.
    also: &'static str,
    pub what: What,
}

impl Choice {
    /// The same in every project and at every start.
    pub fn key(&self) -> String {
        format!("{}/{}", self.place, self.title)
    }
}

/// What can be added on the page, the best first; while nothing is typed what was added last, then what is starred.
pub fn choices(project: &Project, graph: &PoseGraph, page: Page, (adding, shelf): (&Adding, &Shelf)) -> Vec<Choice> {
    let all = match page {
        Page::Machine(_) => of_machine(project, graph),
        Page::Nodes(part) => of_nodes(project, graph, part),
    };
    let fits = |choice: &Choice| match (&choice.what, adding.end) {
        // The pose that hangs at the pointer must go somewhere.
        (What::Node(kind), Some(End::Pose(_))) => takes_a_pose(kind),
        _ => true,
    };
    let text = adding.text.trim().to_lowercase();
    let mut found: Vec<(i32, Choice)> = all
        .into_iter()
        .filter(fits)
        .filter_map(|choice| {
            let of_title = parts::score(&choice.title, &adding.text).map(|score| score + 4);
            // Letters here and there are of no use in a list of words.
            let of_other = || choice.also.contains(text.as_str()).then_some(7 * text.len() as i32);
            let of_place = || parts::score(choice.place, &adding.text).map(|score| score - 8);
            Some((of_title.max(of_other()).or_else(of_place)?, choice))
        })
        .collect();
    if text.is_empty() {
        found.sort_by_cached_key(|(_, choice)| shelf.part(&choice.key()));
    } else {
        found.sort_by_key(|(score, _)| -score);
    }
    found.into_iter().map(|(_, choice)| choice).collect()
}

/// A linked graph gets its pins with the graph.
fn takes_a_pose(kind: &NodeKind) -> bool {
    !kind.pins().is_empty()
}

fn of_nodes(project: &Project, graph: &PoseGraph, part: Option<Id>) -> Vec<Choice> {
    let bone = project.skeletons.get(&graph.skeleton).and_then(|rig| rig.bones.last()).map(|bone| bone.key.clone());
    let choice = |title: String, place: &'static str, also: &'static str, kind: NodeKind| Choice {
        title,
        place,
        also,
        what: What::Node(Box::new(kind)),
    };
    let mut kinds = catalogue(&bone.unwrap_or_default());
    kinds.sort_by_key(|(kind, _)| look::family(kind));
    let word = |kind: &NodeKind| match kind {
        NodeKind::Inertialization { dead_blend: Some(_), .. } => "Dead Blending".to_owned(),
        kind => kind.word().to_owned(),
    };
    let of_kinds = kinds.into_iter().map(|(kind, also)| choice(word(&kind), look::family(&kind).title(), also, kind));
    let is_transition = part.is_some_and(|part| {
        graph.wiring.machines().any(|(_, machine)| machine.transitions.iter().any(|it| it.id == part))
    });
    let ends = [TransitionEnd::From, TransitionEnd::To].into_iter().filter(|_| is_transition).map(|end| {
        let kind = NodeKind::TransitionPose { end };
        choice(kind.word().to_owned(), Family::Poses.title(), "custom transition", kind)
    });
    let saved = graph.wiring.nodes.iter().filter(|node| matches!(node.kind, NodeKind::SavedPose { .. })).map(|node| {
        choice(format!("Use {}", node.title()), "Cached pose", "use", NodeKind::UsedPose { saved: Some(node.id) })
    });
    let assets = played(project, graph).into_iter().map(|(title, place, kind)| choice(title, place, "", kind));
    ends.chain(of_kinds).chain(saved).chain(assets).collect()
}

/// Nodes that play what the project has for the skeleton.
fn played(project: &Project, graph: &PoseGraph) -> Vec<(String, &'static str, NodeKind)> {
    let kinds = [(AssetKind::Clip, "Clip"), (AssetKind::BlendSpace, "Blend space"), (AssetKind::Graph, "Pose graph")];
    let of = |(kind, word)| {
        let all = project.list(kind).into_iter();
        let played = all.filter_map(move |(id, name)| Some((name.to_owned(), word, player_of(project, graph, id)?)));
        played.collect::<Vec<_>>()
    };
    kinds.into_iter().flat_map(of).collect()
}

/// The node that plays an asset; None of one that is for another skeleton, or that no node plays.
pub fn player_of(project: &Project, graph: &PoseGraph, id: Id) -> Option<NodeKind> {
    let fits = |skeleton: Id| skeleton == graph.skeleton;
    if project.clips.get(&id).is_some_and(|clip| fits(clip.skeleton)) {
        return Some(player(id));
    }
    if project.blend_spaces.get(&id).is_some_and(|space| fits(space.skeleton)) {
        let (x, y) = (Input::Number(0.0), Input::Number(0.0));
        return Some(NodeKind::BlendSpacePlayer { space: Some(id), x, y, play: Play::default(), looping: true });
    }
    let other = project.graphs.get(&id).filter(|other| fits(other.skeleton) && other.name != graph.name);
    other.map(|_| linked(project, id))
}

/// What an asset that is dropped on a page becomes there.
pub fn of_asset(project: &Project, graph: &PoseGraph, page: Page, id: Id) -> Option<Choice> {
    let kind = Box::new(player_of(project, graph, id)?);
    let title = project.asset_name(id)?.to_owned();
    let what = if let Page::Machine(_) = page { What::StateOf(kind) } else { What::Node(kind) };
    Some(Choice { title, place: "", also: "", what })
}

fn player(clip: Id) -> NodeKind {
    NodeKind::SequencePlayer { clip: Some(clip), play: Play::default() }
}

/// With a pin for each of its input poses.
pub fn linked(project: &Project, graph: Id) -> NodeKind {
    let nodes = project.graphs.get(&graph).into_iter().flat_map(|graph| &graph.wiring.nodes);
    let names = nodes.filter_map(|node| match &node.kind {
        NodeKind::InputPose { pose } => Some(pose.clone()),
        _ => None,
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    let inputs = names.into_iter().map(|pose| asset::graph::LinkedPose { pose, source: None }).collect();
    NodeKind::LinkedGraph { graph: Some(graph), inputs, values: Default::default(), swap: None }
}

/// The edit that lets a player play another asset of its kind.
pub fn replaced(graph: &PoseGraph, node: Id, choice: &Choice) -> Option<GraphCommand> {
    let What::Node(kind) = &choice.what else { return None };
    let mut node = graph.wiring.node(node)?.clone();
    match (&mut node.kind, &**kind) {
        (NodeKind::SequencePlayer { clip, .. }, NodeKind::SequencePlayer { clip: to, .. }) => *clip = *to,
        (NodeKind::BlendSpacePlayer { space, .. }, NodeKind::BlendSpacePlayer { space: to, .. }) => *space = *to,
        _ => return None,
    }
    Some(GraphCommand::SetNode(Box::new(node)))
}

fn of_machine(project: &Project, graph: &PoseGraph) -> Vec<Choice> {
    let plain = |title: &str, also, what| Choice { title: title.to_owned(), place: "State machine", also, what };
    let own = [
        plain("State", "pose node", What::State),
        plain("Conduit", "crossing junction rule", What::Conduit),
        plain("Alias", "any state global transition from", What::Alias),
        plain("State Machine", "nested sub", What::StateOf(Box::new(NodeKind::StateMachine(Machine::default())))),
    ];
    let of = |(title, place, kind)| Choice { title, place, also: "state", what: What::StateOf(Box::new(kind)) };
    own.into_iter().chain(played(project, graph).into_iter().map(of)).collect()
}

/// The edit that adds a choice, with the wire or transition that was let go, and what it added.
pub fn command(
    (asset, graph, page): (Id, &PoseGraph, Page),
    adding: &Adding,
    choice: &Choice,
    id: &mut dyn FnMut() -> Id,
) -> Option<(Command, Id)> {
    let mut edits = Vec::new();
    let added = match (page, &choice.what) {
        (Page::Nodes(part), What::Node(kind)) => {
            let node = Node::new(id(), (**kind).clone());
            let new = node.id;
            let pins = !node.kind.pins().is_empty();
            edits.push(GraphCommand::AddNode(Box::new(node)));
            edits.push(GraphCommand::SetPage { node: new, page: part });
            edits.push(GraphCommand::Place(vec![(new, adding.at.into())]));
            match adding.end {
                Some(End::Pose(source)) if pins => {
                    edits.push(GraphCommand::Link { node: new, pin: 0, source: Some(source) });
                }
                Some(End::Pin(target)) => edits.extend(page::link(graph, page, target, Some(new))),
                _ => {}
            }
            new
        }
        (Page::Machine(machine), what) => state(graph, machine, adding, what, choice, id, &mut edits)?,
        _ => return None,
    };
    Some((Command::Batch(edits.into_iter().map(|edit| Command::Graph(asset, edit)).collect()), added))
}

fn state(
    graph: &PoseGraph,
    at: Id,
    adding: &Adding,
    what: &What,
    choice: &Choice,
    id: &mut dyn FnMut() -> Id,
    edits: &mut Vec<GraphCommand>,
) -> Option<Id> {
    let node = graph.wiring.node(at)?;
    let NodeKind::StateMachine(machine) = &node.kind else { return None };
    let mut machine = machine.clone();
    let new = id();
    let wanted = match what {
        What::StateOf(_) if choice.title != "State Machine" => choice.title.as_str(),
        What::Alias => "Alias",
        What::Conduit => "Conduit",
        _ => "State",
    };
    let name = free_name(wanted, &machine);
    let mut shown = None;
    match what {
        What::Alias => machine.aliases.push(Alias { id: new, name, states: None }),
        What::Conduit => {
            let kind = StateKind::Conduit { rule: "true".into() };
            machine.states.push(State { id: new, name, kind });
        }
        What::State => machine.states.push(State { id: new, name, kind: StateKind::pose(None) }),
        What::StateOf(kind) => {
            let node = Node::new(id(), (**kind).clone());
            shown = Some(node.id);
            edits.push(GraphCommand::AddNode(Box::new(node)));
            machine.states.push(State { id: new, name, kind: StateKind::pose(shown) });
        }
        What::Node(_) => return None,
    }
    if !matches!(what, What::Alias) {
        machine.entry = machine.entry.or(Some(new));
        if let Some(from) = adding.from {
            machine.transitions.push(transition(id(), from, new));
        }
    }
    edits.push(GraphCommand::SetNode(Box::new(Node { kind: NodeKind::StateMachine(machine), ..node.clone() })));
    edits.push(GraphCommand::Place(vec![(new, adding.at.into())]));
    if let Some(shown) = shown {
        edits.push(GraphCommand::SetPage { node: shown, page: Some(new) });
        edits.push(GraphCommand::Place(vec![(shown, [0.0, 0.0])]));
    }
    Some(new)
}

/// Whose rule is to be written.
pub fn transition(id: Id, from: Id, to: Id) -> Transition {
    Transition::new(id, from, to, "false", 0.2)
}

fn free_name(wanted: &str, machine: &Machine) -> String {
    let taken = |name: &str| {
        machine.states.iter().any(|state| state.name == name) || machine.aliases.iter().any(|alias| alias.name == name)
    };
    if !taken(wanted) {
        return wanted.to_owned();
    }
    (2..).map(|nth| format!("{wanted} {nth}")).find(|name| !taken(name)).unwrap_or_default()
}

/// The list; returns what was chosen, and closes itself then, on Esc and on a click elsewhere.
pub fn list_ui(ui: &Ui, open: &mut Option<Adding>, choices: &[Choice], shelf: &mut Shelf) -> Option<Choice> {
    let mut adding = open.take()?;
    adding.row = adding.row.min(choices.len().saturating_sub(1));
    let (up, down, stars, enter, escape) = ui.input_mut(|input| {
        let mut pressed = |modifiers, key| input.consume_key(modifiers, key);
        let (up, down) = (pressed(Modifiers::NONE, Key::ArrowUp), pressed(Modifiers::NONE, Key::ArrowDown));
        let stars = pressed(Modifiers::SHIFT, Key::Enter);
        (up, down, stars, pressed(Modifiers::NONE, Key::Enter), pressed(Modifiers::NONE, Key::Escape))
    });
    adding.row = (adding.row + usize::from(down)).min(choices.len().saturating_sub(1)).saturating_sub(usize::from(up));
    let mut chosen = enter.then_some(adding.row).or_else(|| typed_digit(ui, &adding, choices, shelf));
    let mut starred = stars.then_some(adding.row);
    let id = egui::Id::unique("add node");
    let area = egui::Area::new(id).order(egui::Order::Foreground).fixed_pos(adding.screen).constrain(true);
    let shown = area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            let hint = match adding.end {
                Some(End::Pose(_)) => "Add a node that takes this pose",
                Some(End::Pin(_)) => "Add a node for this pin",
                None => "Search what to add",
            };
            let field = egui::TextEdit::singleline(&mut adding.text).hint_text(hint).desired_width(WIDTH);
            let response = ui.add(field).accessible_name("Search what to add");
            response.request_focus();
            if response.changed() {
                adding.row = 0;
            }
            ui.add_space(4.0);
            let scroll =
                egui::ScrollArea::vertical().max_height(MOST_ROWS as f32 * theme::ROW).auto_shrink([false, true]);
            scroll.show(ui, |ui| {
                for (row, choice) in choices.iter().enumerate() {
                    if row > 0 && adding.text.trim().is_empty() && begins_part(shelf, &choices[row - 1], choice) {
                        let line = ui.allocate_exact_size(vec2(WIDTH - 8.0, 5.0), Sense::hover()).0;
                        ui.painter().hline(line.x_range(), line.center().y, Stroke::new(1.0, theme::HAIR_STRONG));
                    }
                    match row_ui(ui, (choice, shelf), row == adding.row, up || down) {
                        Some(Used::Added) => chosen = Some(row),
                        Some(Used::Starred) => starred = Some(row),
                        None => {}
                    }
                }
            });
            if choices.is_empty() {
                ui.label(egui::RichText::new(format!("No match for “{}”", adding.text)).color(theme::TEXT_2));
            }
            ui.add_space(4.0);
            let keys = "Enter adds · Shift+Enter stars · 1–9 add what is starred";
            ui.label(egui::RichText::new(keys).font(theme::small()).color(theme::TEXT_3));
        });
    });
    if let Some(choice) = starred.and_then(|row| choices.get(row)) {
        shelf.toggle_star(&choice.key());
    }
    let is_away = ui.input(|input| {
        let press = input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten();
        press.is_some_and(|at| !shown.response.rect.contains(at))
    });
    match chosen.and_then(|row| choices.get(row)) {
        Some(choice) => {
            *open = Some(adding);
            Some(choice.clone())
        }
        None => {
            if !(escape || is_away) {
                *open = Some(adding);
            }
            None
        }
    }
}

/// The row of the starred choice whose digit was typed before anything else; then that is no text.
fn typed_digit(ui: &Ui, adding: &Adding, choices: &[Choice], shelf: &Shelf) -> Option<usize> {
    if !adding.text.is_empty() {
        return None;
    }
    let typed = |event: &Event| match event {
        Event::Text(text) => text.parse::<usize>().ok().filter(|digit| (1..=DIGITS).contains(digit)),
        _ => None,
    };
    let row = |digit: usize| choices.iter().position(|choice| shelf.digit(&choice.key()) == Some(digit));
    ui.input_mut(|input| {
        let (at, row) = input.events.iter().enumerate().find_map(|(at, event)| Some((at, row(typed(event)?)?)))?;
        input.events.remove(at);
        Some(row)
    })
}

fn begins_part(shelf: &Shelf, before: &Choice, choice: &Choice) -> bool {
    let part = |choice: &Choice| std::mem::discriminant::<Part>(&shelf.part(&choice.key()));
    part(before) != part(choice)
}

/// What was done to a row.
enum Used {
    Added,
    Starred,
}

/// At the right of a row: filled where it is starred, with its digit.
fn star_ui(ui: &Ui, row: Rect, (choice, shelf): (&Choice, &Shelf), is_shown: bool) -> bool {
    let key = choice.key();
    let room = Rect::from_min_max(pos2(row.right() - 40.0, row.top()), row.max);
    let response = ui.interact(room, ui.scope_id().with(("star", &key)), Sense::click());
    let (star, digit) = (shelf.star(&key), shelf.digit(&key));
    response.widget_info(|| WidgetInfo::selected(Role::Switch, true, star.is_some(), format!("Star {}", choice.title)));
    if star.is_some() || is_shown || response.hovered() {
        let at = pos2(room.left() + 12.0, room.center().y);
        let points = (0..10).map(|nth| {
            let (angle, reach) = (nth as f32 * std::f32::consts::PI / 5.0, if nth % 2 == 0 { 6.0 } else { 2.6 });
            at + vec2(angle.sin(), -angle.cos()) * reach
        });
        let (points, stroke) = (points.collect::<Vec<_>>(), Stroke::new(1.0, theme::TEXT_2));
        match star {
            // The points of a star stand around no convex shape: it is filled from its middle.
            Some(_) => (0..10).for_each(|nth| {
                let part = vec![at, points[nth], points[(nth + 1) % 10]];
                ui.painter().add(Shape::convex_polygon(part, theme::ACCENT, Stroke::new(0.5, theme::ACCENT)));
            }),
            None => {
                ui.painter().add(Shape::closed_line(points, stroke));
            }
        }
    }
    if let Some(digit) = digit {
        let at = room.right_center() - vec2(6.0, 0.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, digit.to_string(), theme::small(), theme::TEXT_2);
    }
    let held = digit.map_or(String::new(), |digit| format!(": hold {digit} and click the canvas to add it there"));
    let tip = if star.is_some() { format!("Starred{held}") } else { "Star it: starred ones stand first".to_owned() };
    response.on_hover_text(tip).clicked()
}

fn row_ui(ui: &mut Ui, (choice, shelf): (&Choice, &Shelf), is_active: bool, follows: bool) -> Option<Used> {
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH - 8.0, theme::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItem, true, is_active, format!("Add {}", choice.title)));
    if is_active && follows {
        response.scroll_to_me(None);
    }
    if is_active || response.hovered() {
        ui.painter().rect_filled(rect, 3.0, if is_active { theme::ACCENT_FILL } else { theme::HAIR });
    }
    let color = match &choice.what {
        What::Node(kind) | What::StateOf(kind) => page::family_color(look::family(kind)),
        What::State | What::Conduit | What::Alias => theme::OK,
    };
    let dot = rect.left_center() + vec2(12.0, 0.0);
    ui.painter().circle_filled(dot, 3.5, color);
    let title = Rect::from_min_max(rect.min + vec2(24.0, 0.0), rect.max - vec2(168.0, 0.0));
    parts::text_in(ui, title, Align2::LEFT_CENTER, &choice.title, theme::text(), theme::TEXT);
    let at = rect.right_center() - vec2(44.0, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, choice.place, theme::small(), theme::TEXT_3);
    if star_ui(ui, rect, (choice, shelf), is_active || response.hovered()) {
        return Some(Used::Starred);
    }
    response.clicked().then_some(Used::Added)
}
