//! How much of each clip there is in a bone, in the lines of `simulate`.

use crate::Failure;
use anim::{Library, Name};
use engine::{CharacterId, Evaluator, Share};
use serde::Serialize;

#[derive(Serialize)]
pub struct ShareRow {
    /// None of what shows without a clip, as a reference pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
    /// Seconds on the clip.
    time: f64,
    /// Of the graph; empty where the character plays none of the library.
    node: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    montage: Option<String>,
    /// Those that are not additive sum to 1.
    weight: f32,
    additive: bool,
}

/// Of the name that was asked for. A name that no skeleton has is an error.
pub fn bone(name: Option<&str>, library: &Library) -> Result<Option<Name>, Failure> {
    let Some(text) = name else { return Ok(None) };
    let bone = Name::new(text);
    if library
        .skeletons
        .iter()
        .any(|skeleton| skeleton.find(bone).is_some())
    {
        Ok(Some(bone))
    } else {
        Err(Failure::Input(format!("no skeleton has a bone “{text}”.")))
    }
}

/// None of a character without the bone.
pub fn rows(evaluator: &Evaluator, character: CharacterId, bone: Name) -> Option<Vec<ShareRow>> {
    let (instance, proxy) = evaluator
        .instance(character)
        .zip(evaluator.proxy(character))?;
    let bone = instance.skeleton().find(bone)?;
    let (graph, names) = (proxy.graph(), &proxy.library().names);
    let text = |name: Name| names.text(name).to_owned();
    let row = |share: Share| ShareRow {
        clip: share.clip.map(text),
        time: share.time,
        node: text(graph.node_name(share.node)),
        montage: share.montage.map(text),
        weight: share.weight,
        additive: share.is_additive,
    };
    Some(
        evaluator
            .shares(character, Some(bone))
            .into_iter()
            .map(row)
            .collect(),
    )
}

/// For the lines below that of a tick.
pub fn lines(shares: &[ShareRow]) -> impl Iterator<Item = String> {
    shares.iter().map(|share| {
        let clip = share.clip.as_deref().unwrap_or("no clip");
        let by = share.montage.as_ref().unwrap_or(&share.node);
        let by = if by.is_empty() {
            String::new()
        } else {
            format!(" by {by}")
        };
        let sign = if share.additive { "+" } else { "" };
        format!("share {sign}{:.1} % {clip}{by}", share.weight * 100.0)
    })
}
