//! User-defined properties of nodes whose values do not change. Animated ones become curves of
//! takes.

use crate::{ImportReport, scene::ParsedNode};
use asset::{Project, origin::Fields};
use std::sync::Arc;
use ufbx::{Prop, PropFlags, PropType};
use words::tr;

/// Most properties of a file that are kept.
const MOST: usize = 4096;
/// Most bytes of one value.
const LONGEST: usize = 4096;

/// Fills [`ParsedNode::properties`]. What is too much is left out, with one warning.
pub fn read(root: &ufbx::Scene, nodes: &mut [ParsedNode], report: &mut ImportReport) {
    let (mut left, mut over) = (MOST, 0);
    for (node, of) in nodes.iter_mut().zip(root.nodes.iter().skip(1)) {
        let props = of
            .element
            .props
            .props
            .iter()
            .filter(|prop| prop.flags.has_any(PropFlags::USER_DEFINED));
        for (prop, value) in props.filter_map(|prop| Some((prop, value(prop)?))) {
            if left == 0 || value.len() > LONGEST {
                over += 1;
                continue;
            }
            left -= 1;
            node.properties.insert(prop.name.to_string(), value);
        }
    }
    if over > 0 {
        let text = tr!(
            "{over} node properties were left out: the limit is {MOST}, with up to {LONGEST} bytes each, without curves."
        );
        report.warn("/nodes", text);
    }
}

/// Value as text. None of a type that is not read, and of an empty text.
fn value(prop: &Prop) -> Option<String> {
    let vector = prop.value_vec4;
    let numbers = |numbers: &[f64]| {
        numbers
            .iter()
            .map(f64::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    match prop.type_ {
        PropType::Boolean => Some((prop.value_int != 0).to_string()),
        PropType::Integer => Some(prop.value_int.to_string()),
        PropType::Number | PropType::Distance => Some(numbers(&[vector.x])),
        PropType::Vector
        | PropType::Color
        | PropType::Translation
        | PropType::Rotation
        | PropType::Scaling => Some(numbers(&[vector.x, vector.y, vector.z])),
        PropType::ColorWithAlpha => Some(numbers(&[vector.x, vector.y, vector.z, vector.w])),
        PropType::String | PropType::DateTime => {
            Some(prop.value_str.to_string()).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

/// Stores the properties in the origin of each skeleton, by bone and name, as in `Hips.side`.
/// `found` is by node of the scene.
pub fn remember(project: &mut Project, found: &[Fields]) {
    for skeleton in project.skeletons.values_mut() {
        let of_bone = |bone: &asset::skeleton::Bone| {
            let of_node = found.get(bone.source? as usize)?.iter();
            let name = bone.name.clone();
            Some(
                of_node.map(move |(property, value)| (format!("{name}.{property}"), value.clone())),
            )
        };
        let properties: Fields = skeleton
            .bones
            .iter()
            .filter_map(of_bone)
            .flatten()
            .collect();
        if let Some(origin) = Arc::make_mut(skeleton)
            .origin
            .as_mut()
            .filter(|_| !properties.is_empty())
        {
            origin.properties = properties;
        }
    }
}
