//! How much of each clip is in the pose of a bone, as rows and lines that `simulate` prints.

use crate::Failure;
use anim::{Library, Name};
use engine::{CharacterId, ContributionShare, Evaluator};
use serde::Serialize;
use words::tr;

/// Share of one clip, or of one pose without a clip, in a bone's pose.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareRow {
    /// The clip's name. None for a pose without a clip, such as the reference pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
    /// Seconds on the clip.
    time: f64,
    /// The name of the graph's node that plays it. Empty when the character plays no graph of the
    /// library.
    node: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    montage: Option<String>,
    /// The weight in the bone. Weights of shares that are not additive sum to 1.
    weight: f32,
    additive: bool,
}

/// The bone that was asked for, None when none was. A name that no skeleton has is an error.
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
        Err(Failure::Input(tr!(
            "bone “{text}” does not exist in any skeleton."
        )))
    }
}

/// The shares of a character's bone after a tick. None when the character does not exist or lacks
/// the bone.
pub fn rows(evaluator: &Evaluator, character: CharacterId, bone: Name) -> Option<Vec<ShareRow>> {
    let (instance, proxy) = evaluator
        .instance(character)
        .zip(evaluator.proxy(character))?;
    let bone = instance.skeleton().find(bone)?;
    let (graph, names) = (proxy.graph(), &proxy.library().names);
    let text = |name: Name| names.text(name).to_owned();
    let row = |share: ContributionShare| ShareRow {
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

/// Lines that follow the line of a tick: one for each share, with its percentage.
pub fn lines(shares: &[ShareRow]) -> impl Iterator<Item = String> {
    shares.iter().map(|share| {
        let clip = share.clip.as_deref().unwrap_or(tr!("no clip"));
        let by = share.montage.as_ref().unwrap_or(&share.node);
        let by = if by.is_empty() {
            String::new()
        } else {
            tr!(" by {by}")
        };
        let sign = if share.additive { "+" } else { "" };
        tr!("share {sign}{:.1} % {clip}{by}", share.weight * 100.0)
    })
}
