//! What lies on a page of nodes: cards and the wires between them, in points of the page.

use super::{
    look::{self, Family},
    place,
    state::{Page, Target},
};
use crate::icons;
use asset::{
    Id, PoseGraph, Project,
    graph::{Comment, Input, Node, NodeKind, StateKind},
};
use document::GraphCommand;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::BTreeMap;

pub const TITLE: f32 = 28.0;
pub const LINE: f32 = 20.0;
pub const ROW: f32 = 22.0;
const FOOT: f32 = 6.0;
const WIDTH: std::ops::RangeInclusive<f32> = 168.0..=264.0;
/// Numbers that a card lists; the details have them all.
const MOST_NUMBERS: usize = 4;

/// An input for a pose.
pub struct Pin {
    pub target: Target,
    pub label: String,
    pub source: Option<Id>,
    pub at: Pos2,
    /// Its pose comes from a node that lies elsewhere, which has this title.
    pub elsewhere: Option<String>,
}

/// A node, or what the page shows.
pub struct Card {
    /// None is what the page shows.
    pub id: Option<Id>,
    pub rect: Rect,
    pub title: String,
    pub line: String,
    pub icon: &'static str,
    /// In the palette of the theme; None is the accent.
    pub color: Option<u8>,
    pub pins: Vec<Pin>,
    /// Labels and values.
    pub numbers: Vec<(String, Input)>,
    /// Where its pose leaves it.
    pub out: Option<Pos2>,
    /// It opens.
    pub opens: Option<Page>,
}

pub struct Wire {
    pub source: Id,
    pub target: Target,
    pub from: Pos2,
    pub to: Pos2,
}

pub struct Scene {
    pub cards: Vec<Card>,
    pub wires: Vec<Wire>,
    pub comments: Vec<Comment>,
}

/// The page that a node, or a part of a machine, lies on.
pub fn page_of(graph: &PoseGraph, item: Id) -> Page {
    let machine = graph.wiring.machines().find(|(_, machine)| machine.item_text(item).is_some());
    match machine {
        Some((node, _)) => Page::Machine(node),
        None => Page::Nodes(graph.layout.pages.get(&item).copied()),
    }
}

/// The page that one is opened from; None of the first.
pub fn parent(graph: &PoseGraph, page: Page) -> Option<Page> {
    match page {
        Page::Nodes(None) => None,
        Page::Nodes(Some(part)) => Some(page_of(graph, part)),
        Page::Machine(machine) => Some(Page::Nodes(graph.layout.pages.get(&machine).copied())),
    }
}

/// Whether it is there, after edits and undo.
pub fn is_sound(graph: &PoseGraph, page: Page) -> bool {
    match page {
        Page::Nodes(None) => true,
        Page::Nodes(Some(part)) => graph.wiring.machines().any(|(_, machine)| machine.item_text(part).is_some()),
        Page::Machine(id) => matches!(graph.wiring.node(id), Some(Node { kind: NodeKind::StateMachine(_), .. })),
    }
}

/// From the first page down to this one, with what they are called.
pub fn way(graph: &PoseGraph, page: Page) -> Vec<(Page, String)> {
    let name = |page: Page| match page {
        Page::Nodes(None) => "Pose graph".to_owned(),
        Page::Nodes(Some(part)) => {
            let machines = graph.wiring.machines();
            let text = |machine: &asset::graph::Machine| {
                let transition = machine.transitions.iter().find(|transition| transition.id == part);
                let of_transition = || transition.map(|transition| machine.transition_text(transition));
                machine.name_of(part).map(str::to_owned).or_else(of_transition)
            };
            machines.into_iter().find_map(|(_, machine)| text(machine)).unwrap_or_default()
        }
        Page::Machine(id) => graph.wiring.node(id).map_or(String::new(), |node| node.title().to_owned()),
    };
    let mut way = vec![(page, name(page))];
    while let Some(above) = parent(graph, way[0].0) {
        way.insert(0, (above, name(above)));
    }
    way
}

/// What the page shows: the node whose pose it is.
pub fn result(graph: &PoseGraph, page: Page) -> Option<Id> {
    let Page::Nodes(Some(part)) = page else { return graph.wiring.output };
    let (node, pin) = result_pin(graph, part)?;
    graph.wiring.node(node)?.kind.pins().get(pin)?.source
}

/// Of a state, or of a transition with a graph of its own: the machine and the index of its pin.
fn result_pin(graph: &PoseGraph, part: Id) -> Option<(Id, usize)> {
    graph.wiring.machines().find_map(|(node, _)| {
        let pins = graph.wiring.node(node)?.kind.pins();
        pins.iter().position(|pin| pin.state == Some(part)).map(|pin| (node, pin))
    })
}

/// The edit that leads a pose, or nothing, to a target.
pub fn link(graph: &PoseGraph, page: Page, target: Target, source: Option<Id>) -> Option<GraphCommand> {
    Some(match (target, page) {
        (Target::Node(node, pin), _) => GraphCommand::Link { node, pin, source },
        (Target::Result, Page::Nodes(Some(part))) => {
            let (node, pin) = result_pin(graph, part)?;
            GraphCommand::Link { node, pin, source }
        }
        (Target::Result, _) => GraphCommand::SetOutput(source),
    })
}

impl Scene {
    pub fn new(project: &Project, graph: &PoseGraph, page: Option<Id>) -> Self {
        let here = |id: &Id| graph.layout.pages.get(id).copied() == page;
        let nodes: Vec<&Node> = graph.wiring.nodes.iter().filter(|node| here(&node.id)).collect();
        let mut cards: Vec<Card> = nodes.iter().map(|node| card(project, graph, node, page)).collect();
        let shown = result(graph, Page::Nodes(page));
        cards.push(result_card(page, shown));
        place::place(graph, &mut cards);
        let outs: BTreeMap<Id, Pos2> = cards.iter().filter_map(|card| Some((card.id?, card.out?))).collect();
        let mut wires = Vec::new();
        for pin in cards.iter_mut().flat_map(|card| &mut card.pins) {
            let Some(source) = pin.source else { continue };
            match outs.get(&source) {
                Some(from) => wires.push(Wire { source, target: pin.target, from: *from, to: pin.at }),
                None => pin.elsewhere = graph.wiring.node(source).map(|node| look::title(project, graph, node)),
            }
        }
        let comments = graph.layout.comments.iter().filter(|comment| comment.page == page).cloned().collect();
        Self { cards, wires, comments }
    }

    pub fn card(&self, id: Id) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == Some(id))
    }

    pub fn bounds(&self) -> Rect {
        let comments = self.comments.iter().map(comment_rect);
        self.cards.iter().map(|card| card.rect).chain(comments).fold(Rect::NOTHING, Rect::union)
    }

    pub fn pins(&self) -> impl Iterator<Item = &Pin> {
        self.cards.iter().flat_map(|card| &card.pins)
    }
}

pub fn comment_rect(comment: &Comment) -> Rect {
    Rect::from_min_size(comment.at.into(), comment.size.into())
}

fn size(title: &str, line: &str, labels: impl Iterator<Item = usize>, rows: usize) -> Vec2 {
    let letters = (title.chars().count() + 8).max(line.chars().count()).max(labels.max().unwrap_or(0) + 7);
    let width = (letters as f32 * 6.6 + 28.0).clamp(*WIDTH.start(), *WIDTH.end());
    vec2((width / 8.0).ceil() * 8.0, TITLE + LINE + rows as f32 * ROW + FOOT)
}

/// At the origin, where [`place::place`] finds it.
fn card(project: &Project, graph: &PoseGraph, node: &Node, page: Option<Id>) -> Card {
    let title = look::title(project, graph, node);
    let line = look::line(graph, node);
    let lies_here = |source: Option<Id>| source.is_some_and(|id| graph.layout.pages.get(&id).copied() == page);
    // Of a machine, what its states show lies on their pages.
    let is_machine = matches!(node.kind, NodeKind::StateMachine(_));
    let all = node.kind.pins().into_iter().enumerate();
    let pins: Vec<_> = all.filter(|(_, pin)| !is_machine || lies_here(pin.source)).collect();
    let mut kind = if is_machine { NodeKind::ReferencePose } else { node.kind.clone() };
    let numbers: Vec<(String, Input)> = kind
        .inputs_mut()
        .into_iter()
        .filter(|(_, input)| matches!(input, Input::Expression(_)))
        .take(MOST_NUMBERS)
        .map(|(label, input)| (label.into_owned(), input.clone()))
        .collect();
    let labels = numbers.iter().map(|(label, input)| label.chars().count() + look::input_text(input).chars().count());
    let rows = pins.len().max(1) + numbers.len();
    let rect = Rect::from_min_size(Pos2::ZERO, size(&title, &line, labels, rows));
    let pins = pins.into_iter().map(|(index, pin)| Pin {
        target: Target::Node(node.id, index),
        label: pin.label,
        source: pin.source,
        at: Pos2::ZERO,
        elsewhere: None,
    });
    let mut card = Card {
        id: Some(node.id),
        rect,
        title,
        line,
        icon: look::icon(&node.kind),
        color: Some(look::family(&node.kind).color()),
        pins: pins.collect(),
        numbers,
        out: Some(Pos2::ZERO),
        opens: is_machine.then_some(Page::Machine(node.id)),
    };
    card.move_to(Pos2::ZERO);
    card
}

fn result_card(page: Option<Id>, source: Option<Id>) -> Card {
    let line = if page.is_none() { "Final pose" } else { "What is shown here" };
    let pin = Pin { target: Target::Result, label: "Pose".into(), source, at: Pos2::ZERO, elsewhere: None };
    let rect = Rect::from_min_size(Pos2::ZERO, vec2(144.0, TITLE + LINE + ROW + FOOT));
    let mut card = Card {
        id: None,
        rect,
        title: "Output".into(),
        line: line.into(),
        icon: icons::PERSON,
        color: None,
        pins: vec![pin],
        numbers: Vec::new(),
        out: None,
        opens: None,
    };
    card.move_to(Pos2::ZERO);
    card
}

impl Card {
    pub fn move_to(&mut self, at: Pos2) {
        self.rect = Rect::from_min_size(at, self.rect.size());
        let row = |nth: usize| at.y + TITLE + LINE + (nth as f32 + 0.5) * ROW;
        for (nth, pin) in self.pins.iter_mut().enumerate() {
            pin.at = pos2(at.x, row(nth));
        }
        let right = self.rect.right();
        self.out = self.out.map(|_| pos2(right, row(0)));
    }

    /// Of its numbers, below its pins.
    pub fn number_y(&self, nth: usize) -> f32 {
        let rows = self.pins.len().max(1) + nth;
        self.rect.top() + TITLE + LINE + (rows as f32 + 0.5) * ROW
    }
}

/// Of a family's colour, whatever kind it is of.
pub fn family_color(family: Family) -> egui::Color32 {
    crate::theme::category(family.color())
}

/// The state, conduit or transition that a page is of, where it shows something of its own.
pub fn can_show(graph: &PoseGraph, part: Id) -> bool {
    graph.wiring.machines().any(|(_, machine)| {
        machine.state(part).is_some_and(|state| matches!(state.kind, StateKind::Pose { .. }))
            || machine.transitions.iter().any(|transition| transition.id == part && transition.is_custom())
    })
}
