//! Edits that may make feet slide less. Whether they do is measured, not guessed.

use crate::kinds::{blend_space::ClipRootMotion, motions, placed};
use anim::{
    Library, Name,
    graph::control::{FeetSettings, PlantLock},
};
use asset::graph::nodes::{BlendSpacePlayerNode, ControlNode};
use asset::{
    BlendSpace, Clip, Id, PoseGraph, Project, SyncMarker,
    blend_space::Sample,
    graph::{
        ControlAlpha, ControlKind, FootPlacement, Input, Node, NodeKind, PlacedLeg, StrideDrive,
        StrideWarping, WarpedFoot,
    },
};
use document::{BlendSpaceCommand, Command, GraphCommand, ItemCommand};
use std::{collections::BTreeMap, sync::Arc};
use studio::{
    drive::MoverFigure,
    slide::{self, Contact, Sole},
};
use words::tr;

pub(super) struct Candidate {
    /// The label of its button.
    pub label: String,
    /// Lines of text that describe the change.
    pub tip: String,
    /// The edit that the candidate tries.
    pub command: Command,
}

/// Tolerance for a sample's place, m/s, and for its rate.
const NEAR: f32 = 0.02;
/// Rates that a clip can be played at without looking like another one.
const RATES: std::ops::RangeInclusive<f32> = 0.5..=2.0;
/// Seconds that a marker may be beside where its foot comes down.
const BESIDE: f64 = 1.0 / 120.0;
/// Greatest shift of a marker, as a share of the clip's length; farther it would mark something
/// else.
const FARTHEST: f64 = 0.25;

pub(super) fn candidates(
    project: &Project,
    library: &Arc<Library>,
    id: Id,
    soles: &[Sole],
) -> Vec<Candidate> {
    let motions = motions(project, library);
    let graph = project.graphs.get(&id);
    let spaces: Vec<Id> = match graph {
        Some(graph) => played(graph),
        None => vec![id],
    };
    let mut found: Vec<Candidate> = Vec::new();
    for (id, space) in spaces
        .iter()
        .filter_map(|id| Some((*id, project.blend_spaces.get(id)?)))
    {
        found.extend(place(project, (id, space), &motions));
        found.extend(rates(project, (id, space), &motions));
        found.extend(markers(project, library, space, soles));
    }
    found.extend(
        graph
            .into_iter()
            .flat_map(|graph| locks(id, graph).into_iter().chain(strides(id, graph))),
    );
    found
}

/// Blend spaces that a graph's players play, each once.
fn played(graph: &PoseGraph) -> Vec<Id> {
    let of = |kind: &NodeKind| match kind {
        NodeKind::BlendSpacePlayer(BlendSpacePlayerNode { space, .. }) => *space,
        _ => None,
    };
    let mut spaces: Vec<Id> = graph
        .wiring
        .nodes
        .iter()
        .filter_map(|node| of(&node.kind))
        .collect();
    spaces.sort();
    spaces.dedup();
    spaces
}

/// Below the name of what is changed, so that the changes stand one to a line.
fn listed(space: &BlendSpace, lines: impl Iterator<Item = String>) -> String {
    std::iter::once(space.name.clone())
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

fn name(project: &Project, id: Id) -> &str {
    project.asset_name(id).unwrap_or_default()
}

/// Samples stand where their clips go.
fn place(
    project: &Project,
    (id, space): (Id, &BlendSpace),
    motions: &BTreeMap<Id, ClipRootMotion>,
) -> Option<Candidate> {
    let moved = |sample: &Sample| {
        let (to, _) = placed(sample, &space.axes, *motions.get(&sample.clip)?)?;
        let far =
            |at: usize| (to.at[at] - sample.at[at]).abs() > NEAR * (1.0 + sample.at[at].abs());
        (0..space.axes.len().min(2))
            .any(far)
            .then(|| (sample.clone(), to))
    };
    let moved: Vec<(Sample, Sample)> = space.samples.iter().filter_map(moved).collect();
    let line = |(from, to): &(Sample, Sample)| {
        let place = |sample: &Sample| {
            let numbers = sample
                .at
                .iter()
                .take(space.axes.len())
                .map(|at| format!("{at:.2}"));
            numbers.collect::<Vec<_>>().join(", ")
        };
        tr!(
            "{}: {} to {}",
            name(project, from.clip),
            place(from),
            place(to)
        )
    };
    let tip = listed(space, moved.iter().map(line));
    let set = |(_, to): (Sample, Sample)| {
        Command::BlendSpace(id, BlendSpaceCommand::Sample(ItemCommand::Put(to)))
    };
    let label = tr!("Place samples at their speed").to_owned();
    let command = Command::Batch(moved.iter().cloned().map(set).collect());
    (!moved.is_empty()).then_some(Candidate {
        label,
        tip,
        command,
    })
}

/// Clips are played as fast as they stand: their stride is scaled in time.
fn rates(
    project: &Project,
    (id, space): (Id, &BlendSpace),
    motions: &BTreeMap<Id, ClipRootMotion>,
) -> Option<Candidate> {
    let axis = space
        .axes
        .iter()
        .take(2)
        .position(|axis| axis.unit == "m/s")?;
    let changed = |sample: &Sample| {
        let motion = motions
            .get(&sample.clip)
            .filter(|motion| !motion.stands())?;
        let rate = (space.place(sample)[axis] / motion.speed * 1000.0).round() / 1000.0;
        let is_new = (rate / sample.rate - 1.0).abs() > NEAR;
        (is_new && RATES.contains(&rate)).then(|| {
            (
                sample.clone(),
                Sample {
                    rate,
                    ..sample.clone()
                },
            )
        })
    };
    let changed: Vec<(Sample, Sample)> = space.samples.iter().filter_map(changed).collect();
    let line = |(from, to): &(Sample, Sample)| {
        tr!(
            "{}: rate {:.2} to {:.2}",
            name(project, from.clip),
            from.rate,
            to.rate
        )
    };
    let tip = listed(space, changed.iter().map(line));
    let set = |(_, to): (Sample, Sample)| {
        Command::BlendSpace(id, BlendSpaceCommand::Sample(ItemCommand::Put(to)))
    };
    let label = tr!("Set rates to match the axes").to_owned();
    let command = Command::Batch(changed.iter().cloned().map(set).collect());
    (!changed.is_empty()).then_some(Candidate {
        label,
        tip,
        command,
    })
}

/// Clips of a space with markers, each with the times at which its feet come down, seconds of the
/// clip.
type ClipFootSteps<'a> = Vec<(Id, &'a Clip, Vec<Contact>)>;

/// Markers of a name lie where the same foot comes down in every clip.
fn markers(
    project: &Project,
    library: &Arc<Library>,
    space: &BlendSpace,
    soles: &[Sole],
) -> Option<Candidate> {
    let mut clips: Vec<Id> = space.samples.iter().map(|sample| sample.clip).collect();
    clips.sort();
    clips.dedup();
    let steps = |id: Id| {
        let clip: &Clip = project
            .clips
            .get(&id)
            .filter(|clip| !clip.sync_markers.is_empty())?;
        Some((
            id,
            clip,
            slide::of_clip(library, Name::new(&clip.name), soles)?,
        ))
    };
    let steps: ClipFootSteps<'_> = clips.into_iter().filter_map(steps).collect();
    let mut names: Vec<&str> = steps
        .iter()
        .flat_map(|(_, clip, _)| &clip.sync_markers)
        .map(|marker| marker.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let mut moved: Vec<(Id, SyncMarker, f64)> = Vec::new();
    for name in names {
        let foot = foot_of(name, &steps, soles.len())?;
        for (id, clip, contacts) in &steps {
            for marker in clip
                .sync_markers
                .iter()
                .filter(|marker| marker.name == name)
            {
                let Some(by) = to_contact(marker, clip, contacts, foot) else {
                    continue;
                };
                if by.abs() > BESIDE && by.abs() < FARTHEST * f64::from(clip.length()) {
                    let time =
                        (f64::from(marker.time) + by).rem_euclid(f64::from(clip.length())) as f32;
                    moved.push((
                        *id,
                        SyncMarker {
                            time,
                            ..marker.clone()
                        },
                        by,
                    ));
                }
            }
        }
    }
    let line = |(id, marker, by): &(Id, SyncMarker, f64)| {
        tr!(
            "{}: {} by {:+.0} ms",
            self::name(project, *id),
            marker.name,
            by * 1000.0
        )
    };
    let tip = listed(space, moved.iter().map(line));
    let set =
        |(id, marker, _): (Id, SyncMarker, f64)| Command::SyncMarker(id, ItemCommand::Set(marker));
    let label = tr!("Shift markers to footfalls").to_owned();
    let command = Command::Batch(moved.iter().cloned().map(set).collect());
    (!moved.is_empty()).then_some(Candidate {
        label,
        tip,
        command,
    })
}

/// Seconds from a marker to the nearest beginning of a contact of a foot, around the end of the
/// clip too.
fn to_contact(marker: &SyncMarker, clip: &Clip, contacts: &[Contact], foot: usize) -> Option<f64> {
    let length = f64::from(clip.length()).max(1e-6);
    let by = |contact: &Contact| {
        let by = (contact.from - f64::from(marker.time)).rem_euclid(length);
        if by > length / 2.0 { by - length } else { by }
    };
    let of = contacts.iter().filter(|contact| contact.foot == foot);
    of.map(by).min_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// The foot that comes down nearest to the markers of a name in all clips.
fn foot_of(name: &str, steps: &ClipFootSteps<'_>, feet: usize) -> Option<usize> {
    let beside = |foot: usize| {
        let mut sum = 0.0;
        for (_, clip, contacts) in steps {
            for marker in clip
                .sync_markers
                .iter()
                .filter(|marker| marker.name == name)
            {
                sum += to_contact(marker, clip, contacts, foot)?.abs() / f64::from(clip.length());
            }
        }
        Some(sum)
    };
    let all = (0..feet).filter_map(|foot| Some((foot, beside(foot)?)));
    all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(foot, _)| foot)
}

/// Feet are held at all, or held farther.
fn locks(id: Id, graph: &PoseGraph) -> Vec<Candidate> {
    let mut found = Vec::new();
    for node in &graph.wiring.nodes {
        let NodeKind::Control(ControlNode {
            source,
            alpha,
            lod_threshold,
            kind: ControlKind::FootPlacement(feet),
        }) = &node.kind
        else {
            continue;
        };
        let title = node.title();
        let with = |lock: PlantLock| {
            let (source, alpha, lod_threshold) = (*source, alpha.clone(), *lod_threshold);
            let kind = NodeKind::Control(ControlNode {
                source,
                alpha,
                lod_threshold,
                kind: ControlKind::FootPlacement(FootPlacement {
                    settings: FeetSettings {
                        lock: Some(lock),
                        ..feet.settings
                    },
                    ..feet.clone()
                }),
            });
            Command::Graph(
                id,
                GraphCommand::SetNode(Box::new(asset::graph::Node {
                    kind,
                    ..node.clone()
                })),
            )
        };
        match feet.settings.lock {
            None => found.push(Candidate {
                label: tr!("Plant feet").into(),
                tip: tr!("Turns on foot planting in {title}: feet that do not move stay locked."),
                command: with(PlantLock::default()),
            }),
            Some(lock) => {
                let radius = lock.radius * 2.0;
                found.push(Candidate {
                    label: tr!("Increase lock radius").into(),
                    tip: tr!(
                        "{title}: lock radius {:.2} m to {radius:.2} m: the animation may move this far from a planted foot.",
                        radius / 2.0
                    ),
                    command: with(PlantLock { radius, ..lock }),
                });
            }
        }
    }
    found
}

/// Factor by which the limits of the stride scale may be widened.
const FARTHER: f64 = 1.5;

/// Strides fit how fast the character goes: by a node before the feet are planted, or farther by
/// one that there is.
fn strides(id: Id, graph: &PoseGraph) -> Vec<Candidate> {
    let mut found = Vec::new();
    for node in &graph.wiring.nodes {
        let NodeKind::Control(ControlNode {
            kind: ControlKind::StrideWarping(stride),
            ..
        }) = &node.kind
        else {
            continue;
        };
        let [low, high] = stride.settings.clamp;
        let clamp = [low / FARTHER, high * FARTHER];
        let mut node = node.clone();
        if let NodeKind::Control(ControlNode {
            kind: ControlKind::StrideWarping(stride),
            ..
        }) = &mut node.kind
        {
            stride.settings.clamp = clamp;
        }
        let title = node.title();
        let [least, most] = clamp;
        found.push(Candidate {
            label: tr!("Widen stride scale").into(),
            tip: tr!("{title}: scale {low:.2} to {high:.2} becomes {least:.2} to {most:.2}."),
            command: Command::Graph(id, GraphCommand::SetNode(Box::new(node))),
        });
    }
    if found.is_empty() {
        found.extend(
            graph
                .wiring
                .nodes
                .iter()
                .find_map(|node| warped(id, graph, node)),
        );
    }
    found
}

/// Candidate that adds stride warping before `planter`, a foot placement; None if the graph has no
/// speed parameter or has the node already.
fn warped(id: Id, graph: &PoseGraph, planter: &Node) -> Option<Candidate> {
    let NodeKind::Control(ControlNode {
        source: Some(source),
        kind: ControlKind::FootPlacement(feet),
        ..
    }) = &planter.kind
    else {
        return None;
    };
    let is_speed = |name: &str| {
        MoverFigure::Speed
            .usual()
            .contains(&name.to_lowercase().as_str())
    };
    let speed = graph
        .wiring
        .parameters
        .iter()
        .find(|it| is_speed(&it.name))?;
    let foot = |it: &PlacedLeg| WarpedFoot {
        ik: it.leg.foot.clone(),
        fk: it.leg.foot.clone(),
        thigh: it.leg.hip.clone(),
    };
    let stride = StrideWarping {
        pelvis: feet.pelvis.clone(),
        feet: feet.legs.iter().map(foot).collect(),
        solves_legs: true,
        drive: StrideDrive::RootMotion {
            speed: Input::expression(&speed.name),
        },
        ..StrideWarping::default()
    };
    let new = Id::derive(&["stride warping", &graph.name, &planter.id.0.to_string()]);
    if graph.wiring.node(new).is_some() {
        return None;
    }
    let kind = NodeKind::Control(ControlNode {
        source: Some(*source),
        alpha: ControlAlpha::default(),
        lod_threshold: 0,
        kind: ControlKind::StrideWarping(stride),
    });
    let mut edits = vec![GraphCommand::AddNode(Box::new(Node::new(new, kind)))];
    edits.push(GraphCommand::SetPage {
        node: new,
        page: graph.layout.pages.get(&planter.id).copied(),
    });
    if let Some([x, y]) = graph.layout.places.get(&planter.id) {
        edits.push(GraphCommand::Place(vec![(new, [x - 24.0, y + 132.0])]));
    }
    edits.push(GraphCommand::Link {
        node: planter.id,
        pin: 0,
        source: Some(new),
    });
    edits.push(GraphCommand::Link {
        node: new,
        pin: 0,
        source: Some(*source),
    });
    let title = planter.title();
    Some(Candidate {
        label: tr!("Scale strides to the speed").into(),
        tip: tr!(
            "Adds Stride Warping before {title}, so stride length matches {}.",
            speed.name
        ),
        command: Command::Batch(
            edits
                .into_iter()
                .map(|edit| Command::Graph(id, edit))
                .collect(),
        ),
    })
}
