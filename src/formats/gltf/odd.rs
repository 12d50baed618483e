//! Odd, harmless things: the one policy for all of them.
//!
//! What is clear is used. What is not is left out and told with its place, and the file comes in. A file is refused only
//! for what is dangerous (paths out of its folder, sizes without bound), for what contradicts itself where bones,
//! vertices or keys would be guessed (a reference to what is not there, an index out of range, too few numbers, times
//! that go back), and for what it requires and is not known here.

use super::json::Root;
use crate::{ImportError, Report};
use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use std::{fmt, marker::PhantomData, ops::Deref};

/// Leaves out what `what`, a full clause, says of a place; refuses the file where nothing that is clear would be left.
pub(super) fn left_out(
    report: &mut Report,
    place: impl Into<crate::Place>,
    what: &str,
    is_clear: bool,
) -> Result<(), ImportError> {
    let place = place.into();
    if !is_clear {
        return Err(ImportError::invalid(place, what));
    }
    report.warn(place, format!("It is odd: {what}; it was left out."));
    Ok(())
}

/// Fields that hold something else than they are for, told with their places.
pub(super) fn tell(root: &Root, report: &mut Report) {
    let mut told = |is_odd: bool, place: &dyn Fn() -> String| {
        if is_odd {
            report.warn(place(), "It is odd: it holds something else than it is for; it was left out.");
        }
    };
    for (index, node) in root.nodes.iter().enumerate() {
        told(node.name.is_odd(), &|| format!("/nodes/{index}/name"));
    }
    for (index, mesh) in root.meshes.iter().enumerate() {
        told(mesh.name.is_odd(), &|| format!("/meshes/{index}/name"));
        told(mesh.extras.target_names.is_odd(), &|| format!("/meshes/{index}/extras/targetNames"));
    }
    for (index, animation) in root.animations.iter().enumerate() {
        told(animation.name.is_odd(), &|| format!("/animations/{index}/name"));
        for (at, sampler) in animation.samplers.iter().enumerate() {
            told(sampler.interpolation.is_odd(), &|| format!("/animations/{index}/samplers/{at}/interpolation"));
        }
    }
    for (index, image) in root.images.iter().enumerate() {
        told(image.name.is_odd(), &|| format!("/images/{index}/name"));
    }
    for (index, material) in root.materials.iter().enumerate() {
        told(material.name.is_odd(), &|| format!("/materials/{index}/name"));
        told(material.alpha_mode.is_odd(), &|| format!("/materials/{index}/alphaMode"));
        told(material.alpha_cutoff.is_odd(), &|| format!("/materials/{index}/alphaCutoff"));
        told(material.double_sided.is_odd(), &|| format!("/materials/{index}/doubleSided"));
        let factor = &material.pbr_metallic_roughness.base_color_factor;
        told(factor.is_odd(), &|| format!("/materials/{index}/pbrMetallicRoughness/baseColorFactor"));
    }
}

/// A value that may be anything: None where it is not there or not what it is for.
#[derive(Debug)]
pub struct Odd<T> {
    value: Option<T>,
    is_odd: bool,
}

impl<T> Odd<T> {
    /// Whether there is something else than it is for.
    pub fn is_odd(&self) -> bool {
        self.is_odd
    }
}

impl<T> Default for Odd<T> {
    fn default() -> Self {
        Self { value: None, is_odd: false }
    }
}

impl<T> Deref for Odd<T> {
    type Target = Option<T>;

    fn deref(&self) -> &Option<T> {
        &self.value
    }
}

/// What an [`Odd`] value is read as. Nothing of it recurses, so that nesting costs no stack.
pub trait Plain: Sized {
    fn text(_: &str) -> Option<Self> {
        None
    }

    fn number(_: f64) -> Option<Self> {
        None
    }

    fn truth(_: bool) -> Option<Self> {
        None
    }

    fn list<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl Plain for String {
    fn text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Plain for f64 {
    fn number(number: f64) -> Option<Self> {
        Some(number)
    }
}

impl Plain for bool {
    fn truth(truth: bool) -> Option<Self> {
        Some(truth)
    }
}

impl Plain for Vec<String> {
    fn list<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = seq.next_element::<Odd<String>>()? {
            names.push(name.value.unwrap_or_default());
        }
        Ok(Some(names))
    }
}

impl Plain for [f64; 4] {
    fn list<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        let (mut numbers, mut count) = ([0.0; 4], 0);
        while let Some(number) = seq.next_element::<Odd<f64>>()? {
            if let (Some(into), Some(number)) = (numbers.get_mut(count), *number) {
                *into = number;
                count += 1;
            } else {
                count = usize::MAX / 2;
            }
        }
        Ok((count == 4).then_some(numbers))
    }
}

impl<'de, T: Plain> Deserialize<'de> for Odd<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OddVisitor(PhantomData))
    }
}

struct OddVisitor<T>(PhantomData<T>);

fn read<T, E>(value: Option<T>) -> Result<Odd<T>, E> {
    Ok(Odd { is_odd: value.is_none(), value })
}

impl<'de, T: Plain> Visitor<'de> for OddVisitor<T> {
    type Value = Odd<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Odd<T>, E> {
        Ok(Odd::default())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Odd<T>, E> {
        read(T::text(text))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Odd<T>, E> {
        read(T::truth(truth))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Odd<T>, E> {
        read(T::number(number as f64))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Odd<T>, E> {
        read(T::number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Odd<T>, E> {
        read(T::number(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Odd<T>, A::Error> {
        read(T::list(seq)?)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Odd<T>, A::Error> {
        read(T::fields(map)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Builder, imported, parts, triangle, warnings};
    use serde_json::{Value, json};

    /// Puts a value at a place of a file with a node, a mesh, a material and a morph target.
    fn with(place: &str, value: Value) -> Builder {
        let mut builder = triangle(json!({"nodes": [{"name": "hips", "mesh": 0}], "materials": [{"name": "skin"}]}));
        let target = builder.vec3(&[[0.0, 0.0, 1.0]; 3]);
        builder.json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": target}]);
        builder.json["meshes"][0]["extras"] = json!({"targetNames": ["smile"]});
        let mut at = &mut builder.json;
        for step in place.split('/').skip(1) {
            at = match step.parse::<usize>() {
                Ok(index) => &mut at[index],
                Err(_) => &mut at[step],
            };
        }
        *at = value;
        builder
    }

    #[test]
    fn a_field_of_another_type_costs_that_field_and_is_told_with_its_place() {
        let deep: Value = (0..60).fold(json!(1), |inside, _| json!([inside]));
        let places = [
            "/nodes/0/name",
            "/meshes/0/name",
            "/meshes/0/extras/targetNames",
            "/materials/0/name",
            "/materials/0/alphaMode",
            "/materials/0/alphaCutoff",
            "/materials/0/doubleSided",
            "/materials/0/pbrMetallicRoughness/baseColorFactor",
        ];
        for place in places {
            for odd in [json!({"0": "A"}), deep.clone(), json!({"a": deep.clone()})] {
                let is_list = place.ends_with("targetNames") && odd.is_array();
                let found = imported(&with(place, odd.clone()).finish());
                assert_eq!((parts(&found.project).len(), parts(&found.project)[0].morphs.len()), (1, 1));
                let is_told = warnings(&found).iter().any(|text| text.contains(place));
                assert_eq!(is_told, !is_list, "{place} {odd} {:?}", warnings(&found));
            }
            let none = imported(&with(place, Value::Null).finish());
            assert!(warnings(&none).is_empty(), "{place}: {:?}", warnings(&none));
        }
    }

    #[test]
    fn names_that_are_none_among_others_cost_only_themselves() {
        let found = imported(&with("/meshes/0/extras/targetNames", json!([{"a": [1]}, "late"])).finish());
        assert_eq!(parts(&found.project)[0].morphs, ["tri_morph_0"]);
    }

    #[test]
    fn looks_that_do_not_fit_are_left_out() {
        for (name, width, kind) in
            [("NORMAL", 3, "VEC3"), ("TANGENT", 4, "VEC4"), ("TEXCOORD_0", 2, "VEC2"), ("COLOR_0", 4, "VEC4")]
        {
            let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
            let numbers = builder.floats(kind, width, &vec![0.5; 2 * width]);
            builder.json["meshes"][0]["primitives"][0]["attributes"][name] = json!(numbers);
            let found = imported(&builder.finish());
            let place = format!("/meshes/0/primitives/0/attributes/{name}");
            assert!(warnings(&found).iter().any(|text| text.contains(&place)), "{name}: {:?}", warnings(&found));
            assert_eq!(parts(&found.project).len(), 1);
        }
        let found = imported(&with("/meshes/0/primitives/0/material", json!(7)).finish());
        assert!(warnings(&found)[0].contains("/meshes/0/primitives/0") && warnings(&found)[0].contains("material 7"));
    }

    #[test]
    fn null_is_as_if_it_were_not_there() {
        for list in ["cameras", "skins", "animations", "textures", "images", "extensionsUsed", "scenes"] {
            let found = imported(&with(&format!("/{list}"), Value::Null).finish());
            assert!(warnings(&found).is_empty() && parts(&found.project).len() == 1, "{list}");
        }
    }
}
