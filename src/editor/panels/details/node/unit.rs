//! What the inputs of nodes are counted in.

use asset::graph::NodeKind;

/// Of an input by its label; nothing where it is a part, a choice, or whatever its graph makes of it.
pub fn of(kind: &NodeKind, label: &str) -> &'static str {
    let vector = label.rsplit_once(' ').filter(|(_, axis)| matches!(*axis, "x" | "y" | "z")).map(|(name, _)| name);
    match (kind, vector.unwrap_or(label)) {
        (NodeKind::LinkedGraph { .. } | NodeKind::ModifyCurve { .. }, _) => "",
        (_, "Effector" | "Pole" | "Target" | "Move") if vector.is_some() => "m",
        (_, "Turn") if vector.is_some() => "°",
        (_, "Scale" | "Rate" | "Multiplier") => "×",
        (_, "Yaw" | "Pitch" | "Angle") => "°",
        (_, "Speed") => "m/s",
        (NodeKind::SequenceEvaluator { .. }, "Time") => "s",
        (NodeKind::BlendSpaceEvaluator { .. }, "Time") => "of its length",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use asset::graph::{ControlAlpha, ControlKind, EndRotation, NodeKind, Space, Target};

    #[test]
    fn places_are_in_metres_and_turns_in_degrees() {
        let target = || Target::new([0.0; 3].map(Into::into), Space::Model);
        let reach = ControlKind::TwoBoneIk {
            end: "hand_l".into(),
            effector: target(),
            pole: target(),
            end_rotation: EndRotation::Take([0.0; 3].map(Into::into)),
            stretch: None,
            twist_axis: None,
            too_close: Default::default(),
        };
        let mut node =
            NodeKind::Control { source: None, alpha: ControlAlpha::default(), lod_threshold: -1, kind: reach };
        let labels: Vec<String> = node.inputs_mut().into_iter().map(|(label, _)| label.into_owned()).collect();
        let units: Vec<&str> = labels.iter().map(|label| of(&node, label)).filter(|unit| !unit.is_empty()).collect();
        assert_eq!(units, ["m", "m", "m", "m", "m", "m", "°", "°", "°"], "{labels:?}");
        assert_eq!(of(&node, "Turn"), "", "of an input that is no direction");
    }
}
