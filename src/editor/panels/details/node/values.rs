//! What the fields of a node offer, and what is typed into them.

use asset::{BoneKey, Skeleton, graph::Input};
use words::tr;

/// Virtual bones, then bones, by their keys, as they are offered.
pub fn places(rig: &Skeleton) -> impl Iterator<Item = (BoneKey, String)> {
    let between = rig
        .virtual_bones
        .iter()
        .map(|bone| (bone.key.clone(), tr!("{} (virtual)", bone.name)));
    between.chain(
        rig.bones
            .iter()
            .map(|bone| (bone.key.clone(), bone.name.clone())),
    )
}

/// Parses typed text into an input: a finite number, or else an expression.
pub fn input_of(text: &str) -> Input {
    let text = text.trim();
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Input::Number(number),
        _ => Input::expression(text),
    }
}
