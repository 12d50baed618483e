//! The bones of Unity's Humanoid (`UnityEngine.HumanBodyBones`), by which VMC names what it moves,
//! and how skeletons of other makers spell them. They are apart from the protocol and from
//! skeletons, which both go by them.

#[cfg(test)]
mod tests;

use std::{collections::HashMap, sync::LazyLock};

/// The index of a bone in [`bones`].
pub(crate) type Human = usize;

/// Number of bones of a humanoid: as many as `HumanBodyBones` has.
pub(crate) const COUNT: usize = 55;
pub(crate) const HIPS: Human = 0;

pub(crate) struct HumanBone {
    /// The bone's name as the protocol spells it.
    pub(crate) name: String,
    /// The bone that this one hangs on, which comes before it. None for the hips.
    pub(crate) parent: Option<Human>,
    /// The side of the body: +1 left, -1 right, 0 neither.
    pub(crate) side: f32,
    /// The next bone of the arm, toward the hand. None for other bones and at the arm's end.
    pub(crate) next_in_arm: Option<Human>,
    /// Spellings of other makers, in the form that [`normal`] gives. The first one that a skeleton
    /// has counts.
    spellings: Vec<String>,
}

/// Name, parent and other spellings of the bones in the middle of the body. [`SPINES`] has those of
/// the spine.
const MIDDLE: [(&str, &str, &[&str]); 7] = [
    ("Hips", "", &["hips", "pelvis", "hip"]),
    ("Spine", "Hips", &[]),
    ("Chest", "Spine", &[]),
    ("UpperChest", "Chest", &[]),
    ("Neck", "UpperChest", &["neck", "neck01"]),
    ("Head", "Neck", &["head"]),
    ("Jaw", "Head", &["jaw"]),
];
const SIDED: [(&str, &str, &[&str]); 9] = [
    ("Eye", "Head", &["eye", "faceeye"]),
    (
        "Shoulder",
        "UpperChest",
        &["shoulder", "clavicle", "collar"],
    ),
    ("UpperArm", "Shoulder", &["upperarm", "arm"]),
    ("LowerArm", "UpperArm", &["lowerarm", "forearm"]),
    ("Hand", "LowerArm", &["hand", "wrist"]),
    ("UpperLeg", "Hips", &["upperleg", "thigh", "upleg"]),
    ("LowerLeg", "UpperLeg", &["lowerleg", "calf", "shin", "leg"]),
    ("Foot", "LowerLeg", &["foot", "ankle"]),
    ("Toes", "Foot", &["toes", "toe", "toebase", "ball"]),
];
const FINGERS: [(&str, &[&str]); 5] = [
    ("Thumb", &["thumb", "handthumb"]),
    ("Index", &["index", "handindex", "findex"]),
    ("Middle", &["middle", "handmiddle", "fmiddle"]),
    ("Ring", &["ring", "handring", "fring"]),
    ("Little", &["little", "pinky", "handpinky", "fpinky"]),
];
const PHALANGES: [&str; 3] = ["Proximal", "Intermediate", "Distal"];

/// Names of spine, chest and upper chest: the first row that a skeleton has as a whole counts.
const SPINES: [&[&str]; 12] = [
    &["spine", "chest", "upperchest"],
    &["spine01", "spine03", "spine05"],
    &["spine01", "spine02", "spine03"],
    &["spine", "spine1", "spine2"],
    &["spine1", "spine2", "spine3"],
    &["spine", "chest"],
    &["spine01", "spine02"],
    &["spine", "spine1"],
    &["spine1", "spine2"],
    &["spine"],
    &["spine01"],
    &["spine1"],
];
/// Prefixes that some rigs put before all their names.
const PREFIXES: [&str; 6] = ["mixamorig", "jbip", "jadj", "bip001", "bip01", "def"];

pub(crate) fn bones() -> &'static [HumanBone] {
    static BONES: LazyLock<Vec<HumanBone>> = LazyLock::new(all);
    &BONES
}

/// The bone with this name in the protocol. None for other names.
pub(crate) fn find(name: &str) -> Option<Human> {
    bones().iter().position(|bone| bone.name == name)
}

fn all() -> Vec<HumanBone> {
    let mut bones: Vec<HumanBone> = Vec::with_capacity(COUNT);
    let mut add = |name: String, parent: &str, side: f32, spellings: Vec<String>| {
        let parent = bones.iter().position(|bone| bone.name == parent);
        bones.push(HumanBone {
            name,
            parent,
            side,
            next_in_arm: None,
            spellings,
        });
    };
    for (name, parent, stems) in MIDDLE {
        let of = |stem: &&str| [(*stem).to_owned(), format!("c{stem}")];
        add(
            name.to_owned(),
            parent,
            0.0,
            stems.iter().flat_map(of).collect(),
        );
    }
    for (word, side) in [("Left", 1.0), ("Right", -1.0)] {
        for (name, parent, stems) in SIDED {
            let is_middle = MIDDLE.iter().any(|(middle, ..)| *middle == parent);
            let parent = if is_middle {
                parent.to_owned()
            } else {
                format!("{word}{parent}")
            };
            add(
                format!("{word}{name}"),
                &parent,
                side,
                stems.iter().flat_map(|stem| sided(word, stem)).collect(),
            );
        }
        for (finger, stems) in FINGERS {
            let mut parent = format!("{word}Hand");
            for (nth, phalanx) in (1..).zip(PHALANGES) {
                let of = |stem: &&str| {
                    [
                        format!("{stem}0{nth}"),
                        format!("{stem}{nth}"),
                        format!("{stem}{}", phalanx.to_lowercase()),
                    ]
                };
                let stems = stems.iter().flat_map(of);
                let name = format!("{word}{finger}{phalanx}");
                add(
                    name.clone(),
                    &parent,
                    side,
                    stems.flat_map(|stem| sided(word, &stem)).collect(),
                );
                parent = name;
            }
        }
    }
    for (bone, next) in [("UpperArm", "LowerArm"), ("LowerArm", "Hand")] {
        for word in ["Left", "Right"] {
            let place = |name: &str| {
                bones
                    .iter()
                    .position(|bone| bone.name == format!("{word}{name}"))
            };
            if let (Some(at), next) = (place(bone), place(next)) {
                bones[at].next_in_arm = next;
            }
        }
    }
    bones
}

/// The four spellings of a bone of a side, such as `leftarm`, `arml`, `larm` and `armleft`.
fn sided(word: &str, stem: &str) -> [String; 4] {
    let word = word.to_lowercase();
    let letter = &word[..1];
    [
        format!("{word}{stem}"),
        format!("{stem}{letter}"),
        format!("{letter}{stem}"),
        format!("{stem}{word}"),
    ]
}

/// A name as letters and digits in lower case, without a namespace (`rig:`) and without what a rig
/// puts before every name. A name that is nothing but such a prefix stays.
pub(crate) fn normal(name: &str) -> String {
    let own = name.rsplit(':').next().unwrap_or(name);
    let text: String = own
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    let stripped = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix));
    stripped
        .filter(|rest| !rest.is_empty())
        .unwrap_or(&text)
        .to_owned()
}

/// Index of each humanoid bone in a list of names; None if the list lacks the bone. No two bones
/// share an index.
pub(crate) fn places<'a>(names: impl Iterator<Item = &'a str>) -> [Option<usize>; COUNT] {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (at, name) in names.enumerate() {
        by_name.entry(normal(name)).or_insert(at);
    }
    let mut places = [None; COUNT];
    for (place, bone) in places.iter_mut().zip(bones()) {
        *place = bone
            .spellings
            .iter()
            .find_map(|spelling| by_name.get(spelling))
            .copied();
    }
    let find = |name: &str| {
        by_name
            .get(name)
            .or_else(|| by_name.get(&format!("c{name}")))
            .copied()
    };
    let spine = SPINES.iter().find_map(|row| {
        row.iter()
            .map(|name| find(name))
            .collect::<Option<Vec<_>>>()
    });
    for (bone, place) in (HIPS + 1..).zip(spine.unwrap_or_default()) {
        places[bone] = Some(place);
    }
    places
}
