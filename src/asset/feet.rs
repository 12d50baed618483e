//! Which bones of a skeleton are feet, as its graphs or the names of its bones say.

#[cfg(test)]
mod tests;

use crate::graph::nodes::ControlNode;
use crate::{
    BoneKey, Id, Project, Skeleton,
    graph::{ControlKind, NodeKind, PlacedLeg},
};
use anim::Name;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// A foot of a skeleton, by the names of its bones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foot {
    /// Name of the bone of the foot, or ankle.
    pub foot: String,
    /// A bone below it that stands on the ground too.
    pub ball: Option<String>,
    /// Above 0.5 while it stands.
    pub contact: Option<String>,
    /// The sync marker of the skeleton's clips that says where it comes down.
    pub marker: Option<String>,
}

impl Foot {
    /// Names of the foot, of the ball below it, of its curve and of its marker.
    pub fn names(&self) -> [Option<Name>; 4] {
        let optional = [&self.ball, &self.contact, &self.marker].map(Option::as_deref);
        [
            Some(self.foot.as_str()),
            optional[0],
            optional[1],
            optional[2],
        ]
        .map(|name| name.map(Name::new))
    }
}

/// Names of bones at the end of a leg (`FEET`) and below it (`BALLS`), in lower case without
/// separators.
const FEET: [&str; 3] = ["foot", "ankle", "paw"];
const BALLS: [&str; 3] = ["ball", "toe", "toebase"];
/// Words of a name for a side (`SIDES`) and for a marker where a foot is lifted (`UP`).
const SIDES: [&str; 2] = ["l", "r"];
const UP: [&str; 4] = ["up", "off", "lift", "out"];

/// Feet that a foot placement of one of the skeleton's graphs puts on the ground, else bones that
/// are called so.
pub fn feet(project: &Project, skeleton: Id) -> Vec<Foot> {
    let Some(rig) = project.skeletons.get(&skeleton) else {
        return Vec::new();
    };
    let name = |key: &BoneKey| Some(rig.bones[rig.index(key)?].name.clone());
    let graphs = project
        .graphs
        .values()
        .filter(|graph| graph.skeleton == skeleton);
    let placed = graphs
        .flat_map(|graph| &graph.wiring.nodes)
        .find_map(|node| match &node.kind {
            NodeKind::Control(ControlNode {
                kind: ControlKind::FootPlacement(feet),
                ..
            }) if !feet.legs.is_empty() => Some(feet),
            _ => None,
        });
    let foot = |placed: &PlacedLeg| {
        let (ball, contact) = (
            placed.ball.as_ref().and_then(name),
            placed.lock_curve.clone(),
        );
        Some(Foot {
            foot: name(&placed.leg.foot)?,
            ball,
            contact,
            marker: None,
        })
    };
    let found: Vec<Foot> =
        placed.map_or_else(Vec::new, |feet| feet.legs.iter().filter_map(foot).collect());
    let mut feet = if found.is_empty() { named(rig) } else { found };
    let markers = markers(project, skeleton);
    let own: Vec<Option<String>> = feet
        .iter()
        .map(|foot| marker(&foot.foot, &feet, &markers))
        .collect();
    feet.iter_mut()
        .zip(own)
        .for_each(|(foot, marker)| foot.marker = marker);
    feet
}

/// Names of sync markers of a skeleton's clips, those of most clips first.
fn markers(project: &Project, skeleton: Id) -> Vec<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for clip in project
        .clips
        .values()
        .filter(|clip| clip.skeleton == skeleton)
    {
        let names: BTreeSet<&str> = clip
            .sync_markers
            .iter()
            .map(|marker| marker.name.as_str())
            .collect();
        names
            .into_iter()
            .for_each(|name| *counts.entry(name).or_default() += 1);
    }
    let mut all: Vec<(&str, usize)> = counts.into_iter().collect();
    all.sort_by_key(|(_, count)| Reverse(*count));
    all.into_iter().map(|(name, _)| name).collect()
}

/// The marker that says the words of a foot's name, or its side where no other foot is on it.
fn marker(foot: &str, feet: &[Foot], markers: &[&str]) -> Option<String> {
    let says = |marker: &&&str, words: &[String]| {
        let said = words_of(marker);
        !words.is_empty() && words.iter().all(|word| said.contains(word))
    };
    let is_up = |marker: &&&str| {
        words_of(marker)
            .iter()
            .any(|word| UP.contains(&word.as_str()))
    };
    let find = |words: &[String]| {
        markers
            .iter()
            .filter(|it| !is_up(it))
            .find(|it| says(it, words))
    };
    let side = |name: &str| {
        words_of(name)
            .into_iter()
            .find(|word| SIDES.contains(&word.as_str()))
    };
    let own = side(foot);
    let is_shared = feet
        .iter()
        .any(|other| other.foot != foot && side(&other.foot) == own);
    let by_side = || {
        own.as_ref()
            .filter(|_| !is_shared)
            .and_then(|own| find(std::slice::from_ref(own)))
    };
    find(&words_of(foot))
        .or_else(by_side)
        .map(|name| name.to_string())
}

/// Words of a name in small letters; a side is one letter.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_small) {
            words.push(String::new());
        }
        words.last_mut().expect("one is begun").extend(
            c.is_alphanumeric()
                .then_some(c)
                .iter()
                .flat_map(|c| c.to_lowercase()),
        );
        was_small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    for word in &mut words {
        for (long, short) in [("left", "l"), ("right", "r")] {
            if word == long {
                short.clone_into(word);
            }
        }
    }
    words
}

fn named(skeleton: &Skeleton) -> Vec<Foot> {
    let is_called = |bone: usize, words: &[&str]| {
        let plain: String = skeleton.bones[bone]
            .name
            .chars()
            .filter(|c| c.is_alphabetic())
            .collect();
        let plain = plain.to_lowercase();
        words.iter().any(|word| plain.contains(word))
    };
    let children = |of: usize| {
        let is_child = move |at: &usize| skeleton.bones[*at].parent == Some(of as u32);
        (0..skeleton.bones.len()).filter(is_child)
    };
    // A foot below a foot, and a helper of one without a leg above it, is none.
    let is_end = |at: &usize| {
        let parent = skeleton.bones[*at].parent.map(|parent| parent as usize);
        is_called(*at, &FEET)
            && parent.is_some_and(|parent| {
                !is_called(parent, &FEET) && skeleton.bones[parent].parent.is_some()
            })
    };
    let foot = |at: usize| {
        let ball = children(at)
            .find(|child| is_called(*child, &BALLS))
            .map(|child| skeleton.bones[child].name.clone());
        Foot {
            foot: skeleton.bones[at].name.clone(),
            ball,
            contact: None,
            marker: None,
        }
    };
    (0..skeleton.bones.len()).filter(is_end).map(foot).collect()
}
