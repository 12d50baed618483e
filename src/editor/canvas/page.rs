//! What lies on a page of nodes: cards and the wires between them, in points of the page.

use super::{
    look,
    nesting::{Nesting, PageLink},
    place,
    state::{Page, WireTarget},
};
use crate::icons;
use asset::{
    Id, PoseGraph, Project,
    graph::{
        Comment, Family, Input, Node, NodeKind, PageEnd, Pin, StateKind, SubGraph,
        form::NodeFormField,
    },
};
use document::GraphCommand;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};
use words::{noun, tr};

/// Height of a card's title, points of the page.
pub const TITLE: f32 = 28.0;
/// Height of the line below the title, points of the page.
pub const LINE: f32 = 20.0;
/// Height of a row of pins or of a number, points of the page.
pub const ROW: f32 = 22.0;
const FOOT: f32 = 6.0;
const WIDTH: std::ops::RangeInclusive<f32> = 168.0..=264.0;
/// Numbers that a card lists; the details have them all.
const MOST_NUMBERS: usize = 4;

/// An input for a pose.
pub struct PosePin {
    /// The input that the pin feeds.
    pub target: WireTarget,
    /// The name of the pin; for a sub-graph with the title of its node.
    pub label: String,
    /// The node whose pose it takes; None for a free pin.
    pub source: Option<Id>,
    /// The left edge of the card, points of the page.
    pub at: Pos2,
    /// Title of the node that gives the pin its pose, if that node lies elsewhere.
    pub elsewhere: Option<String>,
    /// Whether the pin takes a pose in component space; otherwise it takes a pose in local space.
    pub is_in_model_space: bool,
}

/// The output of a card for a pose.
pub struct Out {
    /// The node whose pose it is.
    pub source: Id,
    /// “Pose”, or the title of the node at the edge of a sub-graph.
    pub label: String,
    /// The right edge of the card, points of the page.
    pub at: Pos2,
    /// The pose is in component space; else in local space.
    pub is_in_model_space: bool,
}

/// A value that a card lists.
pub struct Number {
    /// The label of the field in the details.
    pub label: String,
    /// An expression; of an input of a blend space also a constant.
    pub input: Input,
    /// The type of the value, which colours its mark.
    pub sort: look::Sort,
}

/// Conversion of a pose from one space to the other; consecutive controls stay in component space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceCrossing {
    ToModel,
    ToLocal,
}

impl SpaceCrossing {
    fn between(from_model: bool, to_model: bool) -> Option<Self> {
        match (from_model, to_model) {
            (false, true) => Some(Self::ToModel),
            (true, false) => Some(Self::ToLocal),
            _ => None,
        }
    }

    /// The words on a long wire.
    pub fn text(self) -> &'static str {
        match self {
            Self::ToModel => tr!("local → comp"),
            Self::ToLocal => tr!("comp → local"),
        }
    }

    /// Short label of the conversion, for narrow places.
    pub fn short(self) -> &'static str {
        match self {
            Self::ToModel => tr!("→ comp"),
            Self::ToLocal => tr!("→ local"),
        }
    }

    /// Tooltip text of the conversion.
    pub fn why(self) -> &'static str {
        match self {
            Self::ToModel => {
                tr!("Converts from local space to component space, which skeletal controls use")
            }
            Self::ToLocal => tr!("Converts from component space to local space"),
        }
    }
}

/// The part of a page that a card represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardRole {
    Node,
    SubGraph,
    /// Output end of the page: the pose that the page shows, or the pose that leaves it.
    Output,
    /// Input end of a sub-graph's page: the poses that enter the sub-graph.
    Input,
}

/// One box on a page of nodes.
pub struct Card {
    /// The node or sub-graph of the card; None for the ends of the page.
    pub id: Option<Id>,
    /// Id under which the layout lists the position of the card.
    pub place: Id,
    /// A node, a sub-graph, or an end of the page.
    pub role: CardRole,
    /// Points of the page.
    pub rect: Rect,
    /// The user's name for the node, else what it plays or its type.
    pub title: String,
    /// One line below the title: what the node does here.
    pub line: String,
    /// One of [`crate::icons`].
    pub icon: &'static str,
    /// Index in the palette of the theme; None is the accent.
    pub color: Option<u8>,
    /// Inputs, from top to bottom.
    pub pins: Vec<PosePin>,
    /// The first four fields that an expression drives, and the inputs of a blend space.
    pub numbers: Vec<Number>,
    /// Outputs, from top to bottom.
    pub outs: Vec<Out>,
    /// The page that opens from the card.
    pub opens: Option<Page>,
    /// The node is left out: its first input passes.
    pub is_disabled: bool,
}

/// A link between two cards of the page.
pub struct Wire {
    /// The node whose pose it carries.
    pub source: Id,
    /// The input that it leads to.
    pub target: WireTarget,
    /// The output, points of the page.
    pub from: Pos2,
    /// The input, points of the page.
    pub to: Pos2,
    /// Reroutes of the wire, with their positions.
    pub via: Vec<(Id, Pos2)>,
    /// Conversion between spaces on the wire; None if the pose stays in its space.
    pub crossing: Option<SpaceCrossing>,
    /// The pose is in component space at the end of the wire.
    pub is_in_model_space: bool,
}

impl Wire {
    /// Points of the wire from the pose to the pin.
    pub fn points(&self) -> Vec<Pos2> {
        let via = self.via.iter().map(|(_, at)| *at);
        std::iter::once(self.from)
            .chain(via)
            .chain([self.to])
            .collect()
    }

    /// The middle of the wire's first part, up to its first reroute.
    pub fn middle(&self) -> Pos2 {
        self.from
            .lerp(self.via.first().map_or(self.to, |(_, via)| *via), 0.5)
    }
}

/// Everything on one page of nodes, in points of the page.
pub struct Scene {
    /// Nodes, then sub-graphs, then the ends of the page.
    pub cards: Vec<Card>,
    /// Links with both ends on the page.
    pub wires: Vec<Wire>,
    /// Comments that lie on the page.
    pub comments: Vec<Comment>,
}

/// The page that a node, or a part of a machine, lies on.
pub fn page_of(graph: &PoseGraph, item: Id) -> Page {
    let machine = graph
        .wiring
        .machines()
        .find(|(_, machine)| machine.item_text(item).is_some());
    match machine {
        Some((node, _)) => Page::Machine(node),
        None => Page::Nodes(graph.layout.pages.get(&item).copied()),
    }
}

/// The page that one is opened from; None of the first.
pub fn parent(graph: &PoseGraph, page: Page) -> Option<Page> {
    match page {
        Page::Nodes(None) => None,
        // A ring is not a way.
        Page::Nodes(Some(part)) if graph.layout.pages.get(&part) == Some(&part) => None,
        Page::Nodes(Some(part)) => Some(page_of(graph, part)),
        Page::Machine(machine) => Some(Page::Nodes(graph.layout.pages.get(&machine).copied())),
    }
}

/// Whether it is there, after edits and undo.
pub fn is_sound(graph: &PoseGraph, page: Page) -> bool {
    match page {
        Page::Nodes(None) => true,
        Page::Nodes(Some(part)) => {
            let is_part = || {
                graph
                    .wiring
                    .machines()
                    .any(|(_, machine)| machine.item_text(part).is_some())
            };
            graph.layout.sub_graph(part).is_some() || is_part()
        }
        Page::Machine(id) => matches!(
            graph.wiring.node(id),
            Some(Node {
                kind: NodeKind::StateMachine(_),
                ..
            })
        ),
    }
}

/// Pages from the first page down to `page`, with their titles.
pub fn way(graph: &PoseGraph, page: Page) -> Vec<(Page, String)> {
    let name = |page: Page| match page {
        Page::Nodes(None) => tr!("Pose graph").to_owned(),
        Page::Nodes(Some(part)) => {
            let machines = graph.wiring.machines();
            let text = |machine: &asset::graph::Machine| {
                let transition = machine
                    .transitions
                    .iter()
                    .find(|transition| transition.id == part);
                let of_transition =
                    || transition.map(|transition| machine.transition_text(transition));
                machine
                    .name_of(part)
                    .map(str::to_owned)
                    .or_else(of_transition)
            };
            let own = graph
                .layout
                .sub_graph(part)
                .map(|sub_graph| sub_graph.name.clone());
            own.or_else(|| machines.into_iter().find_map(|(_, machine)| text(machine)))
                .unwrap_or_default()
        }
        Page::Machine(id) => graph
            .wiring
            .node(id)
            .map_or(String::new(), |node| node.title().to_owned()),
    };
    let mut way = vec![(page, name(page))];
    while let Some(above) = parent(graph, way[0].0)
        && way.iter().all(|(page, _)| *page != above)
    {
        way.insert(0, (above, name(above)));
    }
    way
}

/// The node whose pose the page shows; None if there is none.
pub fn result(graph: &PoseGraph, page: Page) -> Option<Id> {
    let Page::Nodes(Some(part)) = page else {
        return graph.wiring.output;
    };
    let (node, pin) = result_pin(graph, part)?;
    graph.wiring.node(node)?.kind.pins().get(pin)?.source
}

/// Pin of a state, or of a transition with its own graph: the machine and the index of the pin.
fn result_pin(graph: &PoseGraph, part: Id) -> Option<(Id, usize)> {
    graph.wiring.machines().find_map(|(node, _)| {
        let pins = graph.wiring.node(node)?.kind.pins();
        pins.iter()
            .position(|pin| pin.state == Some(part))
            .map(|pin| (node, pin))
    })
}

/// The edit that leads a pose, or nothing, to a target.
pub fn link(
    graph: &PoseGraph,
    page: Page,
    target: WireTarget,
    source: Option<Id>,
) -> Option<GraphCommand> {
    Some(match (target, page) {
        (WireTarget::Node(node, pin), _) => GraphCommand::Link { node, pin, source },
        (WireTarget::Result, Page::Nodes(Some(part))) if graph.layout.sub_graph(part).is_none() => {
            let (node, pin) = result_pin(graph, part)?;
            GraphCommand::Link { node, pin, source }
        }
        (WireTarget::Result, _) => GraphCommand::SetOutput(source),
    })
}

impl Scene {
    /// Lays out a page; None for the first. Cards without an authored place get one.
    pub fn new(project: &Project, graph: &PoseGraph, page: Option<Id>) -> Self {
        let here = |id: &Id| graph.layout.pages.get(id).copied() == page;
        let nesting = Nesting::new(graph);
        let links = nesting.links(page);
        let mut pins: BTreeMap<Id, Vec<&PageLink>> = BTreeMap::new();
        links
            .iter()
            .for_each(|link| pins.entry(link.node).or_default().push(link));
        let nodes = graph.wiring.nodes.iter().filter(|node| here(&node.id));
        let mut cards: Vec<Card> = nodes
            .map(|node| {
                card(
                    project,
                    graph,
                    node,
                    pins.get(&node.id).map_or(&[], |it| it),
                )
            })
            .collect();
        let sub_graphs = graph.layout.sub_graphs.iter().filter(|it| here(&it.id));
        cards.extend(sub_graphs.map(|it| {
            Inside {
                project,
                graph,
                nesting: &nesting,
                links: &links,
                page,
            }
            .card(it)
        }));
        match page.and_then(|page| graph.layout.sub_graph(page)) {
            Some(_) => cards.extend(
                Inside {
                    project,
                    graph,
                    nesting: &nesting,
                    links: &links,
                    page,
                }
                .ends(),
            ),
            None => cards.push(result_card(page, result(graph, Page::Nodes(page)))),
        }
        place::place(graph, &mut cards);
        let wires = wires(project, graph, page, &mut cards);
        let comments = graph
            .layout
            .comments
            .iter()
            .filter(|comment| comment.page == page)
            .cloned()
            .collect();
        Self {
            cards,
            wires,
            comments,
        }
    }

    /// Point at which the pose of a node leaves a card; None if no card gives that pose.
    pub fn out(&self, source: Id) -> Option<Pos2> {
        self.cards
            .iter()
            .flat_map(|card| &card.outs)
            .find(|out| out.source == source)
            .map(|out| out.at)
    }

    /// The card of this node or sub-graph; None where the page has none.
    pub fn card(&self, id: Id) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == Some(id))
    }

    /// Around all cards and comments; [`Rect::NOTHING`] for an empty page.
    pub fn bounds(&self) -> Rect {
        let comments = self.comments.iter().map(comment_rect);
        self.cards
            .iter()
            .map(|card| card.rect)
            .chain(comments)
            .fold(Rect::NOTHING, Rect::union)
    }

    /// Inputs of all cards.
    pub fn pins(&self) -> impl Iterator<Item = &PosePin> {
        self.cards.iter().flat_map(|card| &card.pins)
    }

    /// Reroutes of all wires by id; one that two wires share comes twice.
    pub fn reroutes(&self) -> impl Iterator<Item = (Id, Pos2)> {
        self.wires.iter().flat_map(|wire| wire.via.iter().copied())
    }
}

fn wires(project: &Project, graph: &PoseGraph, page: Option<Id>, cards: &mut [Card]) -> Vec<Wire> {
    mark_spaces(graph, cards);
    let outs: BTreeMap<Id, (Pos2, bool)> = cards
        .iter()
        .flat_map(|card| &card.outs)
        .map(|out| (out.source, (out.at, out.is_in_model_space)))
        .collect();
    let via = |source: Id| {
        let of_wire = graph.layout.reroutes.iter().filter(|it| it.wire == source);
        let here = of_wire.filter(|it| graph.layout.pages.get(&it.id).copied() == page);
        here.filter_map(|it| Some((it.id, (*graph.layout.places.get(&it.id)?).into())))
            .collect()
    };
    let mut wires = Vec::new();
    for pin in cards.iter_mut().flat_map(|card| &mut card.pins) {
        let Some(source) = pin.source else { continue };
        match outs.get(&source) {
            Some((from, is_in_model_space)) => {
                let crossing = SpaceCrossing::between(*is_in_model_space, pin.is_in_model_space);
                let (from, to, via) = (*from, pin.at, via(source));
                let (target, is_in_model_space) = (pin.target, pin.is_in_model_space);
                wires.push(Wire {
                    source,
                    target,
                    from,
                    to,
                    via,
                    crossing,
                    is_in_model_space,
                });
            }
            None => {
                pin.elsewhere = graph
                    .wiring
                    .node(source)
                    .map(|node| look::title(project, graph, node))
            }
        }
    }
    wires
}

/// Marks the space of every pin, also at the edge of a sub-graph, as that of the node it belongs
/// to.
fn mark_spaces(graph: &PoseGraph, cards: &mut [Card]) {
    let nodes = graph
        .wiring
        .nodes
        .iter()
        .filter(|node| look::is_in_model_space(&node.kind));
    let controls: BTreeSet<Id> = nodes.map(|node| node.id).collect();
    for card in cards {
        for pin in &mut card.pins {
            pin.is_in_model_space =
                matches!(pin.target, WireTarget::Node(node, _) if controls.contains(&node));
        }
        card.outs
            .iter_mut()
            .for_each(|out| out.is_in_model_space = controls.contains(&out.source));
    }
}

/// The comment's rectangle, points of the page.
pub fn comment_rect(comment: &Comment) -> Rect {
    Rect::from_min_size(comment.at.into(), comment.size.into())
}

/// Distance from the top of a card to the middle of the `nth` row of pins.
fn row(nth: usize) -> f32 {
    TITLE + LINE + (nth as f32 + 0.5) * ROW
}

fn size(title: &str, line: &str, labels: impl Iterator<Item = usize>, rows: usize) -> Vec2 {
    let letters = (title.chars().count() + 8)
        .max(line.chars().count())
        .max(labels.max().unwrap_or(0) + 7);
    let width = (letters as f32 * 6.6 + 28.0).clamp(*WIDTH.start(), *WIDTH.end());
    vec2(
        (width / 8.0).ceil() * 8.0,
        TITLE + LINE + rows as f32 * ROW + FOOT,
    )
}

/// Card of a node at the origin, where [`place::place`] finds it.
fn card(project: &Project, graph: &PoseGraph, node: &Node, links: &[&PageLink]) -> Card {
    // Of a machine, what its states show lies on their pages.
    let is_machine = matches!(node.kind, NodeKind::StateMachine(_));
    let shown = links
        .iter()
        .filter(|link| !is_machine || link.from.is_some_and(|from| from != node.id));
    let pins = shown.map(|link| (link.index, &link.pin));
    card_with(project, graph, node, pins)
}

/// Corner of a new node that puts its first pose or pin at point `at` of the page. The node does
/// not need to be in the graph.
pub fn corner_of_new(
    project: &Project,
    graph: &PoseGraph,
    node: &Node,
    (at, is_left_of_it): (Pos2, bool),
) -> Pos2 {
    let pins = node.kind.pins();
    let card = card_with(project, graph, node, pins.iter().enumerate());
    let width = if is_left_of_it {
        card.rect.width()
    } else {
        0.0
    };
    at - vec2(width, row(0))
}

fn card_with<'a>(
    project: &Project,
    graph: &PoseGraph,
    node: &Node,
    pins: impl Iterator<Item = (usize, &'a Pin)>,
) -> Card {
    let title = look::title(project, graph, node);
    let line = look::line(graph, node);
    let is_machine = matches!(node.kind, NodeKind::StateMachine(_));
    let mut numbers = Vec::new();
    node.kind.read_fields(&mut |label, field| {
        let NodeFormField::Input {
            value: input,
            measure,
        } = field
        else {
            return;
        };
        let is_shown = matches!(input, Input::Expression(_)) || look::is_axis(&node.kind, label);
        let named = look::field_label(project, &node.kind, label);
        if let Some((name, _)) = named.filter(|_| is_shown && numbers.len() < MOST_NUMBERS) {
            let sort = look::sort(project, &node.kind, label, measure);
            numbers.push(Number {
                sort,
                label: name,
                input: input.clone(),
            });
        }
    });
    let pins = pins.map(|(index, pin)| PosePin {
        target: WireTarget::Node(node.id, index),
        label: pin.label.clone(),
        source: pin.source,
        at: Pos2::ZERO,
        elsewhere: None,
        is_in_model_space: false,
    });
    let out = Out {
        source: node.id,
        label: tr!("Pose").into(),
        at: Pos2::ZERO,
        is_in_model_space: false,
    };
    let card = Card {
        id: Some(node.id),
        place: node.id,
        role: CardRole::Node,
        rect: Rect::ZERO,
        title,
        line,
        icon: look::icon(&node.kind),
        color: Some(look::family_color(node.kind.family())),
        pins: pins.collect(),
        numbers,
        outs: vec![out],
        opens: is_machine.then_some(Page::Machine(node.id)),
        is_disabled: node.is_disabled,
    };
    card.sized()
}

/// A sub-graph as it looks from outside and from inside.
struct Inside<'a> {
    project: &'a Project,
    graph: &'a PoseGraph,
    nesting: &'a Nesting<'a>,
    /// Links as the page has them.
    links: &'a [PageLink],
    page: Option<Id>,
}

impl Inside<'_> {
    fn title(&self, node: Id) -> String {
        self.graph.wiring.node(node).map_or(String::new(), |node| {
            look::title(self.project, self.graph, node)
        })
    }

    fn pin(&self, link: &PageLink) -> PosePin {
        let pins = self
            .graph
            .wiring
            .node(link.node)
            .map_or(0, |node| node.kind.pins().len());
        let title = self.title(link.node);
        let label = if pins == 1 {
            title
        } else {
            tr!("{} of {title}", link.pin.label)
        };
        let target = WireTarget::Node(link.node, link.index);
        PosePin {
            target,
            label,
            source: link.pin.source,
            at: Pos2::ZERO,
            elsewhere: None,
            is_in_model_space: false,
        }
    }

    fn out(&self, source: Id) -> Out {
        Out {
            source,
            label: self.title(source),
            at: Pos2::ZERO,
            is_in_model_space: false,
        }
    }

    /// Card of a sub-graph, with the wires that lead in and out, free pins, and unused poses.
    fn card(&self, it: &SubGraph) -> Card {
        let own = Some(it.id);
        let wants = |link: &&PageLink| match link.pin.source {
            Some(_) => link.from != own,
            None => link.pin.state.is_none(),
        };
        let pins = self
            .links
            .iter()
            .filter(|link| link.to == own)
            .filter(wants)
            .map(|link| self.pin(link))
            .collect();
        let led: BTreeSet<Id> = self
            .links
            .iter()
            .filter_map(|link| link.pin.source)
            .collect();
        let leaving = self
            .links
            .iter()
            .filter(|link| link.to != own)
            .filter_map(|link| link.pin.source);
        let leaving: BTreeSet<Id> = leaving.chain(self.graph.wiring.output).collect();
        let members: Vec<&Node> = self
            .graph
            .wiring
            .nodes
            .iter()
            .filter(|node| self.nesting.on(self.page, node.id) == own)
            .collect();
        let is_out = |node: &&&Node| {
            let is_loose = !led.contains(&node.id) && !matches!(node.kind, NodeKind::SavedPose(_));
            leaving.contains(&node.id) || is_loose
        };
        let mut outs: Vec<Out> = members
            .iter()
            .filter(is_out)
            .map(|node| self.out(node.id))
            .collect();
        if let [only] = &mut outs[..] {
            only.label = tr!("Pose").into();
        }
        let card = Card {
            id: own,
            place: it.id,
            role: CardRole::SubGraph,
            rect: Rect::ZERO,
            title: it.name.clone(),
            line: tr!(
                "Sub-graph · {}",
                crate::parts::count(members.len(), noun!("node"))
            ),
            icon: icons::STACK,
            color: Some(look::family_color(Family::Links)),
            pins,
            numbers: Vec::new(),
            outs,
            opens: Some(Page::Nodes(own)),
            is_disabled: false,
        };
        card.sized()
    }

    /// Cards on the page of a sub-graph for what leaves it and for what comes in.
    fn ends(&self) -> Vec<Card> {
        let leaving = self
            .links
            .iter()
            .filter(|link| link.from.is_some() && link.to.is_none());
        let mut pins: Vec<PosePin> = leaving.map(|link| self.pin(link)).collect();
        let result = self
            .graph
            .wiring
            .output
            .filter(|output| self.nesting.on(self.page, *output).is_some());
        pins.extend(result.map(|_| PosePin {
            target: WireTarget::Result,
            label: tr!("Final pose").into(),
            source: result,
            at: Pos2::ZERO,
            elsewhere: None,
            is_in_model_space: false,
        }));
        let coming = self
            .links
            .iter()
            .filter(|link| link.from.is_none() && link.to.is_some());
        let coming: BTreeSet<Id> = coming.filter_map(|link| link.pin.source).collect();
        let outs: Vec<Out> = coming.into_iter().map(|source| self.out(source)).collect();
        let line = if pins.is_empty() {
            tr!("No output")
        } else {
            tr!("Outputs of the sub-graph")
        };
        let output = Card {
            pins,
            ..end_card(PageEnd::Output, self.page, line)
        };
        let input = Card {
            outs,
            ..end_card(PageEnd::Input, self.page, tr!("Inputs from outside"))
        };
        let has_input = !input.outs.is_empty();
        std::iter::once(output)
            .chain(has_input.then_some(input))
            .map(Card::sized)
            .collect()
    }
}

fn end_card(end: PageEnd, page: Option<Id>, line: &str) -> Card {
    let (role, title) = match end {
        PageEnd::Input => (CardRole::Input, tr!("Input")),
        PageEnd::Output => (CardRole::Output, tr!("Output")),
    };
    Card {
        id: None,
        place: end.place(page),
        role,
        rect: Rect::ZERO,
        title: title.into(),
        line: line.into(),
        icon: icons::PERSON,
        color: None,
        pins: Vec::new(),
        numbers: Vec::new(),
        outs: Vec::new(),
        opens: None,
        is_disabled: false,
    }
}

fn result_card(page: Option<Id>, source: Option<Id>) -> Card {
    let line = if page.is_none() {
        tr!("Final pose")
    } else {
        tr!("Pose of this page")
    };
    let (target, label) = (WireTarget::Result, tr!("Pose").to_owned());
    let pin = PosePin {
        target,
        label,
        source,
        at: Pos2::ZERO,
        elsewhere: None,
        is_in_model_space: false,
    };
    Card {
        pins: vec![pin],
        ..end_card(PageEnd::Output, page, line)
    }
    .sized()
}

impl Card {
    /// Puts the left top corner there, with the pins.
    pub fn move_to(&mut self, at: Pos2) {
        self.rect = Rect::from_min_size(at, self.rect.size());
        for (nth, pin) in self.pins.iter_mut().enumerate() {
            pin.at = pos2(at.x, at.y + row(nth));
        }
        let right = self.rect.right();
        for (nth, out) in self.outs.iter_mut().enumerate() {
            out.at = pos2(right, at.y + row(nth));
        }
    }

    /// The card at the size of its content, at the origin.
    fn sized(mut self) -> Self {
        let letters = |text: &str| text.chars().count();
        let numbers = self
            .numbers
            .iter()
            .map(|it| letters(&it.label) + letters(&look::input_text(&it.input)));
        let pin = |nth: usize| self.pins.get(nth).map_or(0, |pin| letters(&pin.label));
        let out = |nth: usize| self.outs.get(nth).map_or(0, |out| letters(&out.label));
        let rows = self.pins.len().max(self.outs.len());
        // Beside the one word of a node a label has room; those of a sub-graph are as long as
        // titles.
        let ends = (0..rows)
            .map(|nth| pin(nth) + out(nth))
            .filter(|_| self.role == CardRole::SubGraph);
        let size = size(
            &self.title,
            &self.line,
            numbers.chain(ends),
            rows.max(1) + self.numbers.len(),
        );
        self.rect = Rect::from_min_size(
            Pos2::ZERO,
            if self.id.is_none() {
                vec2(168.0, size.y)
            } else {
                size
            },
        );
        self.move_to(Pos2::ZERO);
        self
    }

    /// Largest weight among the poses of the card, with the weights that `of` gives; None for the
    /// ends of the page.
    pub fn weight(&self, of: impl Fn(Id) -> f32) -> Option<f32> {
        self.id?;
        Some(
            self.outs
                .iter()
                .map(|out| of(out.source))
                .fold(0.0, f32::max),
        )
    }

    /// Y of the middle of a number's row, below the pins, points of the page.
    pub fn number_y(&self, nth: usize) -> f32 {
        let rows = self.pins.len().max(self.outs.len()).max(1) + nth;
        self.rect.top() + TITLE + LINE + (rows as f32 + 0.5) * ROW
    }
}

/// Colour of a node family, the same for every kind of node in the family.
pub fn family_color(family: Family) -> egui::Color32 {
    crate::theme::category(look::family_color(family))
}

/// Whether a part of a machine, or a sub-graph, has a page of its own.
pub fn can_show(graph: &PoseGraph, part: Id) -> bool {
    graph.layout.sub_graph(part).is_some()
        || graph.wiring.machines().any(|(_, machine)| {
            machine
                .state(part)
                .is_some_and(|state| matches!(state.kind, StateKind::Pose { .. }))
                || machine
                    .transitions
                    .iter()
                    .any(|transition| transition.id == part && transition.is_custom())
        })
}
