//! Who plays: the characters of a scenario, the skeleton of a script's first one, and errors for what
//! is not there.

use crate::{
    play::script_of,
    script::{Asked, FIRST, Script},
};
use anim::{Library, Name, Request};
use asset::{AssetKind, Scenario, scenario::ScenarioSource, script::Whom};
use engine::CharacterId;
use std::collections::BTreeSet;
use words::tr;

/// Who plays in a scenario, for expectations.
pub struct ScenarioCast {
    /// Names of a script's characters, by their numbers. None for a session: its characters have
    /// numbers alone, and which there are, it says as it plays.
    names: Option<Vec<Option<String>>>,
}

impl ScenarioCast {
    /// The error says what is wrong in the script.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        let names = match &scenario.source {
            ScenarioSource::Script(take) => Some(script_of(take)?.names),
            ScenarioSource::Session(_) => None,
        };
        Ok(Self { names })
    }

    /// Number of the character that an expectation looks at. The error says why there is none.
    pub fn find(&self, whom: Option<&Whom>) -> Result<CharacterId, String> {
        match (whom, &self.names) {
            (None, _) => Ok(FIRST),
            (Some(whom), Some(names)) => whom.find(names),
            (Some(Whom::Number(number)), None) => Ok(*number),
            (Some(Whom::Name(name)), None) => Err(tr!(
                "character “{name}” does not exist; characters of a session have numbers"
            )),
        }
    }

    /// How an expectation names a character; None for the first.
    pub fn whom(&self, number: CharacterId) -> Option<Whom> {
        let mut names = self.names.iter().flatten();
        let name = names.nth(number as usize).cloned().flatten();
        (number != FIRST).then_some(name.map_or(Whom::Number(number), Whom::Name))
    }
}

/// The skeleton of this name in the library.
pub fn named_skeleton(library: &Library, name: &str) -> Result<Name, String> {
    let found = library
        .skeleton(Name::new(name))
        .map(|skeleton| skeleton.name);
    let refusal = || {
        tr!(
            "skeleton “{name}” does not exist. Available skeletons: “{}”.",
            skeleton_names(library)
        )
    };
    found.ok_or_else(refusal)
}

fn skeleton_names(library: &Library) -> String {
    library
        .skeletons
        .iter()
        .map(|skeleton| library.names.text(skeleton.name))
        .collect::<Vec<_>>()
        .join("”, “")
}

/// The one that the script names, else the one that the first asset of its first character was made
/// for, else the only one.
pub fn skeleton(library: &Library, script: &Script) -> Result<Name, String> {
    if let Some(name) = &script.character {
        return named_skeleton(library, name);
    }
    let mut own = script
        .requests
        .iter()
        .filter(|timed| timed.character == FIRST);
    let of_asset = own.find_map(|timed| match &timed.request {
        Asked::Request(Request::PlayGraph { graph }) => {
            library.graph(*graph).map(|graph| graph.skeleton())
        }
        Asked::Request(Request::PlayMontage { montage, .. })
        | Asked::Task {
            play: Request::PlayMontage { montage, .. },
            ..
        } => library.montage(*montage).map(|it| it.skeleton),
        Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
            library.clip(*clip).map(|clip| clip.skeleton)
        }
        _ => None,
    });
    match (of_asset, &library.skeletons[..]) {
        (Some(name), _) => Ok(name),
        (None, [only]) => Ok(only.name),
        (None, []) => Err(tr!("the file has no skeleton to play on.").to_owned()),
        (None, _) => {
            let known = skeleton_names(library);
            let unknown = unknown_asset(library, script);
            let unknown = unknown.map_or_else(String::new, |what| {
                tr!("the script uses {what}, which does not exist; ")
            });
            Err(tr!(
                "{unknown}add `\"character\": \"SKELETON\"` to the script. Available skeletons: “{known}”."
            ))
        }
    }
}

/// The first that a script plays and that is not there.
fn unknown_asset(library: &Library, script: &Script) -> Option<String> {
    let told = |kind: &str, name: Name| Some(format!("{kind} “{}”", script.text(name)?));
    script
        .requests
        .iter()
        .find_map(|timed| match &timed.request {
            Asked::Request(Request::PlayGraph { graph }) if library.graph(*graph).is_none() => {
                told("graph", *graph)
            }
            Asked::Request(Request::PlayMontage { montage, .. })
            | Asked::Task {
                play: Request::PlayMontage { montage, .. },
                ..
            } if library.montage(*montage).is_none() => told("montage", *montage),
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. })
                if library.clip(*clip).is_none() =>
            {
                told("clip", *clip)
            }
            _ => None,
        })
}

/// Names of additive clips that are played by themselves, where a full pose is expected.
pub fn additive_clips<'a>(library: &'a Library, script: &Script) -> BTreeSet<&'a str> {
    let played = script
        .requests
        .iter()
        .filter_map(|timed| match &timed.request {
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
                library.clip(*clip).filter(|clip| clip.additive.is_some())
            }
            _ => None,
        });
    played.map(|clip| library.names.text(clip.name)).collect()
}

/// The error for an unknown name. It lists the known names, each once and in order.
pub fn missing(kind: AssetKind, name: &str, names: impl Iterator<Item = String>) -> String {
    let names: BTreeSet<String> = names.collect();
    let names: Vec<String> = names.into_iter().map(|name| format!("“{name}”")).collect();
    let word = kind.title();
    let there = if names.is_empty() {
        tr!("none").to_owned()
    } else {
        names.join(", ")
    };
    tr!("{word} “{name}” does not exist. Available: {there}.")
}
