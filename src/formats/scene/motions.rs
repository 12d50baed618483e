//! Splits takes among the characters that they move.

use super::{
    ParsedScene, ParsedTake, Said, SaidBase, SaidEvents,
    nodes::{Character, Nodes},
};
use crate::{ImportReport, bounds, names::Naming};
use asset::source::{Channel, SourceCurve, Track};
use std::collections::BTreeMap;
use words::tr;

/// Seconds above which the length of a clip is reported as odd.
const USUAL_LENGTH: f32 = 24.0 * 3600.0;

/// A take of one character, before its morph weights have names.
pub struct CharacterTake {
    /// Name of the clip, unique in the file.
    pub name: String,
    /// Character that it moves.
    pub character: usize,
    /// Length in seconds.
    pub duration: f32,
    /// Frames a second; None if the file gives none.
    pub frame_rate: Option<f32>,
    /// Settings of a clip that was exported from a project.
    pub said: Option<Said>,
    /// What happens on the timeline of such a clip.
    pub events: SaidEvents,
    /// What such a clip adds to.
    pub base: SaidBase,
    /// Place of the take in the report.
    pub place: String,
    /// Keys of the take for the character.
    pub moved: CharacterMotion,
}

/// Keys of a take for one character.
#[derive(Default)]
pub struct CharacterMotion {
    /// Tracks of the take, by bone.
    pub tracks: BTreeMap<u32, Track>,
    /// Morph weights by node, one channel for each target.
    pub weights: BTreeMap<usize, Vec<Channel>>,
    /// Curves of other properties, under their names in the file.
    pub curves: Vec<SourceCurve>,
}

/// Splits takes into motions, at least one for each take.
pub fn motions(
    takes: Vec<ParsedTake>,
    scene: &ParsedScene,
    nodes: &Nodes,
    report: &mut ImportReport,
) -> Vec<CharacterTake> {
    let mut names = Naming::default();
    let mut motions = Vec::new();
    for mut take in takes {
        let place = format!("/animations/{}", take.index);
        if take.duration > USUAL_LENGTH {
            let text = tr!(
                "The clip lasts {:e} s, which is unusually long; it is unchanged.",
                take.duration
            );
            report.warn(place.as_str(), text);
        }
        let moved = by_character(scene, nodes, &mut take, &place, report);
        let is_split = moved.len() > 1;
        if is_split {
            report.note(
                place.as_str(),
                tr!(
                    "It moves {} characters; each has its own clip.",
                    moved.len()
                ),
            );
        }
        for (character, mut moved) in moved {
            let of = &nodes.characters[character];
            bounds::motion(&mut moved.tracks, &of.bones, &place, report);
            let name = name(&take, of, is_split, &mut names);
            let (duration, frame_rate, said) = (take.duration, take.frame_rate, take.said.clone());
            motions.push(CharacterTake {
                name,
                character,
                duration,
                frame_rate,
                said,
                events: take.events.clone(),
                base: take.base,
                place: place.clone(),
                moved,
            });
        }
    }
    names.tell(tr!("Clips"), "/animations", report);
    motions
}

fn name(take: &ParsedTake, of: &Character, is_split: bool, names: &mut Naming) -> String {
    let own = of
        .name
        .as_ref()
        .filter(|_| is_split)
        .map_or(String::new(), |name| format!("_{name}"));
    let given = take
        .name
        .as_ref()
        .filter(|name| !name.is_empty())
        .map(|name| format!("{name}{own}"));
    names.claim(given.as_deref(), || format!("clip_{}{own}", take.index))
}

/// Keys for each character. A take that moves none becomes an empty motion of the first.
fn by_character(
    scene: &ParsedScene,
    nodes: &Nodes,
    take: &mut ParsedTake,
    place: &str,
    report: &mut ImportReport,
) -> BTreeMap<usize, CharacterMotion> {
    let mut moved: BTreeMap<usize, CharacterMotion> = BTreeMap::new();
    let mut others = 0;
    for (node, track) in std::mem::take(&mut take.tracks) {
        match nodes.place(node) {
            Some(found) => drop(
                moved
                    .entry(found.character)
                    .or_default()
                    .tracks
                    .insert(found.bone, track),
            ),
            None => others += 1,
        }
    }
    for (node, channels) in std::mem::take(&mut take.weights) {
        match nodes.home(scene, node) {
            Some(character) => drop(
                moved
                    .entry(character)
                    .or_default()
                    .weights
                    .insert(node, channels),
            ),
            None => others += 1,
        }
    }
    for (node, curve) in std::mem::take(&mut take.curves) {
        match nodes.place(node) {
            Some(found) => moved.entry(found.character).or_default().curves.push(curve),
            None => others += 1,
        }
    }
    if others > 0 {
        report.note(
            place,
            tr!("Animation of {others} nodes was left out, because they are not bones."),
        );
    }
    if moved.is_empty() {
        moved.insert(0, CharacterMotion::default());
    }
    moved
}
