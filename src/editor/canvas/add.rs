//! Adding: every kind of node, and what the project has to play, found by a few letters.

use super::{
    camera, look, page,
    shelf::Shelf,
    state::{Page, WireEnd},
};
use crate::{parts, timeline::item};
use anim::graph::TransitionEnd;
use asset::graph::nodes::{
    BlendSpacePlayerNode, InertializationNode, InputPoseNode, LinkedGraphNode, SequencePlayerNode,
    TransitionPoseNode, UsedPoseNode,
};
use asset::{
    AssetKind, Id, PoseGraph, PreviewTarget, Project,
    graph::{
        Alias, Family, Input, Machine, Node, NodeKind, Offer, Play, State, StateKind, TargetSpace,
        Transition, offered,
    },
};
use document::{Command, GraphCommand, ProjectCommand};
use egui::Pos2;
use words::tr;

/// The list, while it is open.
#[derive(Clone, Debug)]
pub struct Adding {
    /// Position of the chosen item, points of the page.
    pub at: Pos2,
    /// Position of the list, points of the screen.
    pub screen: Pos2,
    /// The wire that was let go.
    pub end: Option<WireEnd>,
    /// On the page of a machine, the state that the new transition comes from.
    pub from: Option<Id>,
    /// The typed text; if it is empty, the list shows the items added last, then the starred items.
    pub text: String,
    /// The row that Enter takes, 0 for the first.
    pub row: usize,
    /// Whether the list also shows items that the wire cannot connect to; for such an item, the
    /// wire goes back.
    pub shows_all: bool,
}

impl Adding {
    /// Opens the list for no wire: `at` on the page, `screen` for the list itself.
    pub fn new(at: Pos2, screen: Pos2) -> Self {
        Self {
            at,
            screen,
            end: None,
            from: None,
            text: String::new(),
            row: 0,
            shows_all: false,
        }
    }
}

/// The item that a choice adds.
#[derive(Clone, Debug)]
pub enum What {
    Node(Box<NodeKind>),
    State,
    Conduit,
    Alias,
    /// A state that shows this.
    StateOf(Box<NodeKind>),
}

/// One row of the list.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The type of node, or the name of the asset that it plays.
    pub title: String,
    /// The family, or the kind of asset.
    pub place: &'static str,
    /// Other words that it is found by.
    also: &'static str,
    /// The node or state that is added.
    pub what: What,
}

impl Choice {
    /// Identifier of the choice, the same in every project and at every start.
    pub fn key(&self) -> String {
        format!("{}/{}", self.place, self.title)
    }
}

/// Items that can be added on the page, the best first; without typed text, those added last come
/// first, then the starred items.
pub fn choices(
    project: &Project,
    graph: &PoseGraph,
    page: Page,
    (adding, shelf): (&Adding, &Shelf),
) -> Vec<Choice> {
    let all = match page {
        Page::Machine(_) => of_machine(project, graph),
        Page::Nodes(part) => of_nodes(project, graph, part),
    };
    let fits = |choice: &Choice| match (&choice.what, adding.end) {
        // The pose that hangs at the pointer must go somewhere.
        (What::Node(kind), Some(WireEnd::Pose(_))) => adding.shows_all || takes_a_pose(kind),
        _ => true,
    };
    let text = adding.text.trim().to_lowercase();
    let mut found: Vec<(i32, Choice)> = all
        .into_iter()
        .filter(fits)
        .filter_map(|choice| {
            let of_title = parts::score(&choice.title, &adding.text).map(|score| score + 4);
            // Letters here and there are of no use in a list of words.
            let of_other = || {
                choice
                    .also
                    .contains(text.as_str())
                    .then_some(7 * text.len() as i32)
            };
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
    let rig = project.skeletons.get(&graph.skeleton).map(|rig| &**rig);
    let bone = rig
        .and_then(|rig| rig.bones.last())
        .map(|bone| bone.key.clone());
    let choice = |title: String, place: &'static str, also: &'static str, kind: NodeKind| Choice {
        title,
        place,
        also,
        what: What::Node(Box::new(kind)),
    };
    let mut kinds = offered(&Offer {
        rig,
        bone: bone.unwrap_or_default(),
    });
    kinds.sort_by_key(|(kind, _)| kind.family());
    let word = |kind: &NodeKind| match kind {
        NodeKind::Inertialization(InertializationNode {
            dead_blend: Some(_),
            ..
        }) => tr!("Dead Blending").to_owned(),
        kind => kind.word().to_owned(),
    };
    let of_kinds = kinds
        .into_iter()
        .map(|(kind, also)| choice(word(&kind), look::family_title(kind.family()), also, kind));
    let is_transition = part.is_some_and(|part| {
        graph
            .wiring
            .machines()
            .any(|(_, machine)| machine.transitions.iter().any(|it| it.id == part))
    });
    let ends = [TransitionEnd::From, TransitionEnd::To]
        .into_iter()
        .filter(|_| is_transition)
        .map(|end| {
            let kind = NodeKind::TransitionPose(TransitionPoseNode { end });
            choice(
                kind.word().to_owned(),
                look::family_title(Family::Poses),
                tr!("custom transition"),
                kind,
            )
        });
    let saved = graph
        .wiring
        .nodes
        .iter()
        .filter(|node| matches!(node.kind, NodeKind::SavedPose(_)))
        .map(|node| {
            choice(
                tr!("Use {}", node.title()),
                tr!("Cached pose"),
                "use",
                NodeKind::UsedPose(UsedPoseNode {
                    saved: Some(node.id),
                }),
            )
        });
    let assets = played(project, graph)
        .into_iter()
        .map(|(title, place, kind)| choice(title, place, "", kind));
    ends.chain(of_kinds).chain(saved).chain(assets).collect()
}

/// Nodes that play what the project has for the skeleton.
fn played(project: &Project, graph: &PoseGraph) -> Vec<(String, &'static str, NodeKind)> {
    let kinds = [
        (AssetKind::Clip, tr!("Clip")),
        (AssetKind::BlendSpace, tr!("Blend space")),
        (AssetKind::Graph, tr!("Pose graph")),
    ];
    let of = |(kind, word)| {
        let all = project.list(kind).into_iter();
        let played = all.filter_map(move |(id, name)| {
            Some((name.to_owned(), word, player_of(project, graph, id)?))
        });
        played.collect::<Vec<_>>()
    };
    kinds.into_iter().flat_map(of).collect()
}

/// The node that plays an asset; None of one that is for another skeleton, or that no node plays.
pub fn player_of(project: &Project, graph: &PoseGraph, id: Id) -> Option<NodeKind> {
    let fits = |skeleton: Id| skeleton == graph.skeleton;
    if project
        .clips
        .get(&id)
        .is_some_and(|clip| fits(clip.skeleton))
    {
        return Some(player(id));
    }
    if project
        .blend_spaces
        .get(&id)
        .is_some_and(|space| fits(space.skeleton))
    {
        let (x, y) = (Input::Number(0.0), Input::Number(0.0));
        return Some(NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
            space: Some(id),
            x,
            y,
            play: Play::default(),
            looping: true,
        }));
    }
    let other = project
        .graphs
        .get(&id)
        .filter(|other| fits(other.skeleton) && other.name != graph.name);
    other.map(|_| linked(project, id))
}

/// Choice that adds an asset dropped on a page; None if no node of the graph can play the asset.
pub fn of_asset(project: &Project, graph: &PoseGraph, page: Page, id: Id) -> Option<Choice> {
    let kind = Box::new(player_of(project, graph, id)?);
    let title = project.asset_name(id)?.to_owned();
    let what = if let Page::Machine(_) = page {
        What::StateOf(kind)
    } else {
        What::Node(kind)
    };
    Some(Choice {
        title,
        place: "",
        also: "",
        what,
    })
}

fn player(clip: Id) -> NodeKind {
    NodeKind::SequencePlayer(SequencePlayerNode {
        clip: Some(clip),
        play: Play::default(),
    })
}

/// Settings of a node that links to a graph, with a pin for each input pose of the graph.
pub fn linked(project: &Project, graph: Id) -> NodeKind {
    let nodes = project
        .graphs
        .get(&graph)
        .into_iter()
        .flat_map(|graph| &graph.wiring.nodes);
    let names = nodes.filter_map(|node| match &node.kind {
        NodeKind::InputPose(InputPoseNode { pose }) => Some(pose.clone()),
        _ => None,
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    let inputs = names
        .into_iter()
        .map(|pose| asset::graph::LinkedPose { pose, source: None })
        .collect();
    NodeKind::LinkedGraph(LinkedGraphNode {
        graph: Some(graph),
        inputs,
        values: Default::default(),
        swap: None,
    })
}

/// The edit that lets a player play another asset of its kind.
pub fn replaced(graph: &PoseGraph, node: Id, choice: &Choice) -> Option<GraphCommand> {
    let What::Node(kind) = &choice.what else {
        return None;
    };
    let mut node = graph.wiring.node(node)?.clone();
    match (&mut node.kind, &**kind) {
        (
            NodeKind::SequencePlayer(SequencePlayerNode { clip, .. }),
            NodeKind::SequencePlayer(SequencePlayerNode { clip: to, .. }),
        ) => *clip = *to,
        (
            NodeKind::BlendSpacePlayer(BlendSpacePlayerNode { space, .. }),
            NodeKind::BlendSpacePlayer(BlendSpacePlayerNode { space: to, .. }),
        ) => *space = *to,
        _ => return None,
    }
    Some(GraphCommand::SetNode(Box::new(node)))
}

fn of_machine(project: &Project, graph: &PoseGraph) -> Vec<Choice> {
    let plain = |title: &str, also, what| Choice {
        title: title.to_owned(),
        place: tr!("State machine"),
        also,
        what,
    };
    let own = [
        plain(tr!("State"), tr!("pose node"), What::State),
        plain(tr!("Conduit"), tr!("crossing junction rule"), What::Conduit),
        plain(
            tr!("Alias"),
            tr!("any state global transition from"),
            What::Alias,
        ),
        plain(
            tr!("State Machine"),
            tr!("nested sub"),
            What::StateOf(Box::new(NodeKind::StateMachine(Machine::default()))),
        ),
    ];
    let of = |(title, place, kind)| Choice {
        title,
        place,
        also: "state",
        what: What::StateOf(Box::new(kind)),
    };
    own.into_iter()
        .chain(played(project, graph).into_iter().map(of))
        .collect()
}

/// The edit that adds a choice, with the wire or transition that was let go, and what it added.
pub fn command(
    project: &Project,
    (asset, graph, page): (Id, &PoseGraph, Page),
    adding: &Adding,
    choice: &Choice,
    id: &mut dyn FnMut() -> Id,
) -> Option<(Command, Id)> {
    let (mut edits, mut placed) = (Vec::new(), None);
    let added = match (page, &choice.what) {
        (Page::Nodes(part), What::Node(kind)) => {
            let mut node = Node::new(id(), (**kind).clone());
            placed = own_target(project, (asset, graph), &mut node.kind);
            let new = node.id;
            let pins = !node.kind.pins().is_empty();
            let at = match adding.end {
                Some(end) => {
                    let is_left_of_it = matches!(end, WireEnd::Pin(_));
                    let at = page::corner_of_new(project, graph, &node, (adding.at, is_left_of_it));
                    camera::snapped(at)
                }
                None => adding.at,
            };
            edits.push(GraphCommand::AddNode(Box::new(node)));
            edits.push(GraphCommand::SetPage {
                node: new,
                page: part,
            });
            edits.push(GraphCommand::Place(vec![(new, at.into())]));
            match adding.end {
                Some(WireEnd::Pose(source)) if pins => {
                    edits.push(GraphCommand::Link {
                        node: new,
                        pin: 0,
                        source: Some(source),
                    });
                }
                Some(WireEnd::Pin(target)) => {
                    edits.extend(page::link(graph, page, target, Some(new)))
                }
                _ => {}
            }
            new
        }
        (Page::Machine(machine), what) => {
            state(graph, machine, adding, what, choice, id, &mut edits)?
        }
        _ => return None,
    };
    let edits = edits.into_iter().map(|edit| Command::Graph(asset, edit));
    Some((Command::Batch(edits.chain(placed).collect()), added))
}

/// A new node that reaches for a target of its own gets a free name for it, and the preview a place
/// where it can be seen: ahead of the character, as high as the bone that reaches.
fn own_target(
    project: &Project,
    (asset, graph): (Id, &PoseGraph),
    kind: &mut NodeKind,
) -> Option<Command> {
    let NodeKind::Control(control) = kind else {
        return None;
    };
    let rig = project.skeletons.get(&graph.skeleton)?;
    let bone = control.kind.needs().pop().cloned();
    let place = bone.and_then(|bone| {
        let models = rig.reference_models();
        models.get(rig.index(&bone)?).map(|model| model.translation)
    });
    let height = place.map_or(1.5, |place| place.y);
    let target = control.kind.targets_mut().into_iter().flatten().next()?;
    let TargetSpace::WarpTarget(name) = &mut target.space else {
        return None;
    };
    let taken = project.warp_targets();
    *name = item::free_name(name, taken.iter().copied());
    let mut scene = project.preview.scene_of(Some(asset)).clone();
    scene.targets.push(PreviewTarget {
        id: Id::derive(&["preview target", name]),
        name: name.clone(),
        at: [0.0, height, 2.0],
        turn: [0.0; 3],
    });
    let preview = project.preview.with_scene(Some(asset), scene);
    let command = ProjectCommand::SetPreview(Box::new(preview));
    Some(Command::Project(command))
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
    let NodeKind::StateMachine(machine) = &node.kind else {
        return None;
    };
    let mut machine = machine.clone();
    let new = id();
    let wanted = match what {
        What::StateOf(kind) if !matches!(**kind, NodeKind::StateMachine(_)) => {
            choice.title.as_str()
        }
        What::Alias => "Alias",
        What::Conduit => "Conduit",
        _ => "State",
    };
    let name = free_name(wanted, &machine);
    let mut shown = None;
    match what {
        What::Alias => machine.aliases.push(Alias {
            id: new,
            name,
            states: None,
        }),
        What::Conduit => {
            let kind = StateKind::Conduit {
                rule: "true".into(),
            };
            machine.states.push(State {
                id: new,
                name,
                kind,
            });
        }
        What::State => machine.states.push(State {
            id: new,
            name,
            kind: StateKind::pose(None),
        }),
        What::StateOf(kind) => {
            let node = Node::new(id(), (**kind).clone());
            shown = Some(node.id);
            edits.push(GraphCommand::AddNode(Box::new(node)));
            machine.states.push(State {
                id: new,
                name,
                kind: StateKind::pose(shown),
            });
        }
        What::Node(_) => return None,
    }
    if !matches!(what, What::Alias) {
        machine.entry = machine.entry.or(Some(new));
        if let Some(from) = adding.from {
            machine.transitions.push(transition(id(), from, new));
        }
    }
    edits.push(GraphCommand::SetNode(Box::new(Node {
        kind: NodeKind::StateMachine(machine),
        ..node.clone()
    })));
    edits.push(GraphCommand::Place(vec![(new, adding.at.into())]));
    if let Some(shown) = shown {
        edits.push(GraphCommand::SetPage {
            node: shown,
            page: Some(new),
        });
        edits.push(GraphCommand::Place(vec![(shown, [0.0, 0.0])]));
    }
    Some(new)
}

/// New transition from one state to another, whose rule is still to be written.
pub fn transition(id: Id, from: Id, to: Id) -> Transition {
    Transition::new(id, from, to, "false", 0.2)
}

fn free_name(wanted: &str, machine: &Machine) -> String {
    let states = machine.states.iter().map(|state| state.name.as_str());
    let aliases = machine.aliases.iter().map(|alias| alias.name.as_str());
    item::free_name(wanted, states.chain(aliases))
}
