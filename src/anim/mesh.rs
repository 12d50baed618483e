//! One drawable piece of a character: vertices, skin weights, morph targets.
//! Invariant: every index is in range, weights of a vertex sum to 1; [`MeshPart::new`] refuses anything else.

mod cloth;
mod numbers;
mod sections;

pub use cloth::{Cloth, ClothVertex, Near};
pub use sections::TooMany;

use crate::{Array, Name};
use bytemuck::{Pod, Zeroable};

/// The most joint influences a vertex may have.
pub const MAX_INFLUENCES: usize = 8;

/// A named shape. Its weight is the curve of the same name, or `default_weight` where no such curve plays.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Morph {
    pub name: Name,
    pub default_weight: f32,
    /// Range in [`MeshPart::deltas`].
    pub first_delta: u32,
    pub delta_count: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MorphDelta {
    pub vertex: u32,
    /// Mesh space, metres.
    pub position: [f32; 3],
    pub normal: [f32; 3],
}

/// The most numbers of a vertex in one attribute.
pub const MAX_COMPONENTS: u32 = 4;

/// Numbers of the maker's own, or further coordinates and colours: so many a vertex. Nothing here uses them; games do.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Attribute {
    pub name: Name,
    /// 1 to [`MAX_COMPONENTS`].
    pub components: u32,
    /// In [`MeshPart::attribute_values`]: vertex after vertex.
    pub first: u32,
}

/// Other weights of the same vertices, chosen by name while they play.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Profile {
    pub name: Name,
    /// Joints of one vertex: 1, 4 or 8.
    pub influences: u32,
    /// In [`MeshPart::profile_joints`] and [`MeshPart::profile_weights`]: vertex after vertex.
    pub first: u32,
}

/// The joint that a palette slot follows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Joint {
    /// Bone of the skeleton.
    pub bone: u32,
    /// `bone_from_mesh` at bind time: three rows of four, row-major.
    pub inverse_bind: [[f32; 4]; 3],
}

/// How a vertex that follows several joints is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinMethod {
    /// The weighted sum of the joints' matrices: cheap, exact for scales, thin where limbs twist.
    #[default]
    Linear,
    /// The weighted sum of their scales, then of their turns and moves: keeps volume where limbs twist.
    DualQuaternion,
}

/// The vertex streams, all of `positions.len()` entries, or empty where said so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshPart {
    pub name: Name,
    pub method: SkinMethod,
    /// Mesh space, metres.
    pub positions: Array<[f32; 3]>,
    /// Unit length.
    pub normals: Array<[f32; 3]>,
    /// May be empty. xyz unit length, at right angles to the normal; w 1 or -1: `normal × tangent · w` is up in the
    /// picture.
    pub tangents: Array<[f32; 4]>,
    /// May be empty. v runs downwards.
    pub uvs: Array<[f32; 2]>,
    /// May be empty. Linear RGBA.
    pub colors: Array<[f32; 4]>,
    /// Joints of one vertex: 1, 4 or 8.
    pub influences: u32,
    /// `influences` palette slots a vertex, heaviest first.
    pub joints: Array<u16>,
    /// `influences` weights a vertex; they sum to 1.
    pub weights: Array<f32>,
    pub palette: Array<Joint>,
    pub morphs: Array<Morph>,
    pub deltas: Array<MorphDelta>,
    /// May be empty, else one a delta: what it adds to the tangent.
    pub delta_tangents: Array<[f32; 3]>,
    pub attributes: Array<Attribute>,
    pub attribute_values: Array<f32>,
    pub profiles: Array<Profile>,
    /// Of all profiles, as `joints` and `weights`.
    pub profile_joints: Array<u16>,
    pub profile_weights: Array<f32>,
    pub cloth: Cloth,
    /// Triangles, counter-clockwise.
    pub indices: Array<u32>,
}

/// What is wrong with a mesh part, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshError {
    /// The stream does not have one entry a vertex.
    StreamLength {
        stream: &'static str,
    },
    /// An entry of the stream has a number that is none, or one beyond [`crate::limits::FARTHEST_BONE`] in a place or a
    /// matrix, and else [`crate::limits::LARGEST`].
    Number {
        stream: &'static str,
        at: usize,
    },
    Influences,
    PaletteSlot {
        vertex: usize,
    },
    Weights {
        vertex: usize,
    },
    Morph {
        morph: usize,
    },
    Attribute {
        attribute: usize,
    },
    /// It has no name of its own, or not a slot and weight for each of the part's own, or they are no good.
    Profile {
        profile: usize,
    },
    /// It follows nothing that is there, or as much as no vertex does.
    Cloth {
        vertex: usize,
    },
    Index {
        at: usize,
    },
}

impl MeshPart {
    pub fn new(part: MeshPart) -> Result<Self, MeshError> {
        part.check()?;
        Ok(part)
    }

    /// What is wrong with one that somebody put together.
    pub fn check(&self) -> Result<(), MeshError> {
        self.check_streams()?;
        self.check_numbers()?;
        self.check_skin()?;
        self.check_morphs()?;
        self.check_attributes()?;
        self.check_profiles()?;
        self.check_cloth()?;
        let vertices = self.positions.len() as u32;
        if let Some(at) = self.indices.iter().position(|index| *index >= vertices) {
            return Err(MeshError::Index { at });
        }
        if !self.indices.len().is_multiple_of(3) {
            return Err(MeshError::StreamLength { stream: "indices" });
        }
        Ok(())
    }

    /// Address and length of each stream that goes by vertices, but for the cloth, which is made of them: parts that agree in
    /// all of them share their vertices.
    pub fn places(&self) -> [(usize, usize); 15] {
        fn place<T>(items: &[T]) -> (usize, usize) {
            (items.as_ptr().addr(), items.len())
        }
        [
            place(&self.positions),
            place(&self.normals),
            place(&self.tangents),
            place(&self.uvs),
            place(&self.colors),
            place(&self.joints),
            place(&self.weights),
            place(&self.deltas),
            place(&self.indices),
            place(&self.delta_tangents),
            place(&self.attributes),
            place(&self.attribute_values),
            place(&self.profiles),
            place(&self.profile_joints),
            place(&self.profile_weights),
        ]
    }

    /// With the weights of a profile in place of its own; as it is where it has no profile of that name.
    pub fn under(&self, profile: Name) -> Self {
        let Some(found) = self.profiles.iter().find(|known| known.name == profile) else { return self.clone() };
        let range = self.range_of(found);
        let (joints, weights) = (self.profile_joints.part(range.clone()), self.profile_weights.part(range));
        Self { influences: found.influences, joints, weights, ..self.clone() }
    }

    pub fn has_profile(&self, name: Name) -> bool {
        self.profiles.iter().any(|profile| profile.name == name)
    }

    fn range_of(&self, profile: &Profile) -> std::ops::Range<usize> {
        let first = profile.first as usize;
        first..first.saturating_add(self.positions.len().saturating_mul(profile.influences as usize))
    }

    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    fn check_streams(&self) -> Result<(), MeshError> {
        let vertices = self.positions.len();
        let optional = |len: usize| len == 0 || len == vertices;
        let bad = |stream| Err(MeshError::StreamLength { stream });
        if self.normals.len() != vertices {
            return bad("normals");
        }
        if !optional(self.tangents.len()) {
            return bad("tangents");
        }
        if !optional(self.uvs.len()) {
            return bad("uvs");
        }
        if !optional(self.colors.len()) {
            return bad("colors");
        }
        Ok(())
    }

    fn check_skin(&self) -> Result<(), MeshError> {
        let influences = self.influences as usize;
        if !matches!(influences, 1 | 4 | MAX_INFLUENCES) {
            return Err(MeshError::Influences);
        }
        let expected = self.positions.len() * influences;
        if self.joints.len() != expected || self.weights.len() != expected {
            return Err(MeshError::StreamLength { stream: "weights" });
        }
        self.check_weights(influences, &self.joints, &self.weights)
    }

    fn check_weights(&self, influences: usize, joints: &[u16], weights: &[f32]) -> Result<(), MeshError> {
        let slots = self.palette.len();
        if let Some(at) = joints.iter().position(|joint| usize::from(*joint) >= slots) {
            return Err(MeshError::PaletteSlot { vertex: at / influences });
        }
        let is_off = |weights: &[f32]| {
            (weights.iter().sum::<f32>() - 1.0).abs().partial_cmp(&1e-3) != Some(std::cmp::Ordering::Less)
        };
        match weights.chunks_exact(influences).position(is_off) {
            Some(vertex) => Err(MeshError::Weights { vertex }),
            None => Ok(()),
        }
    }

    fn check_profiles(&self) -> Result<(), MeshError> {
        if self.profile_joints.len() != self.profile_weights.len() {
            return Err(MeshError::StreamLength { stream: "weights of profiles" });
        }
        let is_sound = |(at, it): (usize, &Profile)| {
            let is_own = it.name != Name::NONE && self.profiles[..at].iter().all(|other| other.name != it.name);
            let (joints, weights) =
                (self.profile_joints.get(self.range_of(it)), self.profile_weights.get(self.range_of(it)));
            let width = it.influences as usize;
            let fits = |(joints, weights): (&[u16], &[f32])| self.check_weights(width, joints, weights).is_ok();
            is_own && matches!(width, 1 | 4 | MAX_INFLUENCES) && joints.zip(weights).is_some_and(fits)
        };
        match self.profiles.iter().enumerate().position(|it| !is_sound(it)) {
            Some(profile) => Err(MeshError::Profile { profile }),
            None => Ok(()),
        }
    }

    /// Of an attribute: as many a vertex as it says.
    pub fn values(&self, attribute: &Attribute) -> &[f32] {
        let first = attribute.first as usize;
        let end = first.saturating_add(self.positions.len().saturating_mul(attribute.components as usize));
        self.attribute_values.get(first..end).unwrap_or_default()
    }

    fn check_attributes(&self) -> Result<(), MeshError> {
        let is_sound = |it: &Attribute| {
            let values = self.values(it);
            let count = self.positions.len() * it.components as usize;
            (1..=MAX_COMPONENTS).contains(&it.components) && values.len() == count
        };
        match self.attributes.iter().position(|it| !is_sound(it)) {
            Some(attribute) => Err(MeshError::Attribute { attribute }),
            None => Ok(()),
        }
    }

    fn check_morphs(&self) -> Result<(), MeshError> {
        if ![0, self.deltas.len()].contains(&self.delta_tangents.len()) {
            return Err(MeshError::StreamLength { stream: "tangents of deltas" });
        }
        let vertices = self.positions.len() as u32;
        for (morph, m) in self.morphs.iter().enumerate() {
            let range = m.first_delta as usize..(m.first_delta as usize).saturating_add(m.delta_count as usize);
            let deltas = self.deltas.get(range).ok_or(MeshError::Morph { morph })?;
            if deltas.iter().any(|delta| delta.vertex >= vertices) {
                return Err(MeshError::Morph { morph });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three vertices of four influences each, a triangle, a morph of one vertex, two slots.
    fn good() -> MeshPart {
        let joint = |bone| Joint { bone, inverse_bind: [[0.0; 4]; 3] };
        let delta = |vertex| MorphDelta { vertex, position: [0.0; 3], normal: [0.0; 3] };
        MeshPart {
            positions: vec![[0.0; 3]; 3].into(),
            normals: vec![[0.0, 1.0, 0.0]; 3].into(),
            tangents: vec![[1.0, 0.0, 0.0, 1.0]; 3].into(),
            uvs: vec![[0.0; 2]; 3].into(),
            colors: vec![[1.0; 4]; 3].into(),
            influences: 4,
            joints: vec![1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].into(),
            weights: vec![0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.75, 0.25, 0.0, 0.0].into(),
            palette: vec![joint(7), joint(9)].into(),
            morphs: vec![morph(0, 1), morph(1, 1)].into(),
            deltas: vec![delta(0), delta(2)].into(),
            delta_tangents: vec![[0.5; 3]; 2].into(),
            attributes: vec![attribute(1, 0), attribute(2, 3)].into(),
            attribute_values: vec![0.25; 9].into(),
            profiles: vec![profile("slim", 1, 12), profile("wide", 4, 0)].into(),
            profile_joints: vec![0; 15].into(),
            profile_weights: [[0.25, 0.75, 0.0, 0.0].repeat(3), vec![1.0; 3]].concat().into(),
            indices: vec![0, 1, 2].into(),
            ..MeshPart::default()
        }
    }

    fn profile(name: &str, influences: u32, first: u32) -> Profile {
        Profile { name: Name::new(name), influences, first }
    }

    fn attribute(components: u32, first: u32) -> Attribute {
        Attribute { name: Name::NONE, components, first }
    }

    fn morph(first_delta: u32, delta_count: u32) -> Morph {
        Morph { name: Name::NONE, default_weight: 0.0, first_delta, delta_count, reserved: 0 }
    }

    fn refusal(change: impl FnOnce(&mut MeshPart)) -> Option<MeshError> {
        let mut part = good();
        change(&mut part);
        MeshPart::new(part).err()
    }

    #[test]
    fn every_stream_has_an_entry_a_vertex_or_none() {
        assert_eq!(refusal(|_| ()), None);
        let bad = |stream| Some(MeshError::StreamLength { stream });
        assert_eq!(refusal(|p| p.normals = Array::default()), bad("normals"));
        for count in [2, 4] {
            assert_eq!(refusal(|p| p.normals = vec![[0.0; 3]; count].into()), bad("normals"));
            assert_eq!(refusal(|p| p.tangents = vec![[0.0; 4]; count].into()), bad("tangents"));
            assert_eq!(refusal(|p| p.uvs = vec![[0.0; 2]; count].into()), bad("uvs"));
            assert_eq!(refusal(|p| p.colors = vec![[0.0; 4]; count].into()), bad("colors"));
            assert_eq!(refusal(|p| p.indices = vec![0; count].into()), bad("indices"));
        }
        assert_eq!(refusal(|p| p.joints = vec![0; 11].into()), bad("weights"));
        assert_eq!(refusal(|p| p.weights = vec![0.25; 13].into()), bad("weights"));
        let bare = |p: &mut MeshPart| {
            (p.tangents, p.uvs, p.colors) = (Array::default(), Array::default(), Array::default());
            (p.morphs, p.deltas, p.indices) = (Array::default(), Array::default(), Array::default());
            (p.attributes, p.delta_tangents) = (Array::default(), Array::default());
            (p.profiles, p.profile_joints, p.profile_weights) = Default::default();
        };
        assert_eq!(refusal(bare), None);
    }

    #[test]
    fn a_vertex_follows_one_four_or_eight_joints() {
        for influences in 0..=9 {
            let refused = refusal(|p| {
                p.influences = influences;
                p.joints = vec![0; 3 * influences as usize].into();
                p.weights = vec![1.0 / influences as f32; 3 * influences as usize].into();
            });
            let is_good = [1, 4, 8].contains(&influences);
            assert_eq!(refused, (!is_good).then_some(MeshError::Influences), "{influences}");
        }
    }

    fn edited<T: Pod>(items: &mut Array<T>, at: usize, value: T) {
        let mut all = items.to_vec();
        all[at] = value;
        *items = all.into();
    }

    #[test]
    fn slots_are_of_the_palette_and_weights_sum_to_one() {
        assert_eq!(refusal(|p| edited(&mut p.joints, 7, 2)), Some(MeshError::PaletteSlot { vertex: 1 }));
        for (weight, is_good) in [(0.25095, true), (0.24905, true), (0.25105, false), (0.24895, false)] {
            let refused = refusal(|p| edited(&mut p.weights, 9, weight));
            assert_eq!(refused, (!is_good).then_some(MeshError::Weights { vertex: 2 }), "{weight}");
        }
        for weight in [f32::NAN, -0.5, 1.5] {
            let refused = refusal(|p| edited(&mut p.weights, 9, weight));
            assert_eq!(refused, Some(MeshError::Number { stream: "weights", at: 9 }), "{weight}");
        }
    }

    #[test]
    fn morphs_and_triangles_name_what_is_there() {
        for bad in [morph(1, 2), morph(2, 1), morph(u32::MAX, u32::MAX)] {
            assert_eq!(refusal(|p| edited(&mut p.morphs, 1, bad)), Some(MeshError::Morph { morph: 1 }), "{bad:?}");
        }
        assert_eq!(refusal(|p| edited(&mut p.morphs, 1, morph(2, 0))), None);
        let delta = MorphDelta { vertex: 3, position: [0.0; 3], normal: [0.0; 3] };
        assert_eq!(refusal(|p| edited(&mut p.deltas, 1, delta)), Some(MeshError::Morph { morph: 1 }));
        assert_eq!(refusal(|p| edited(&mut p.indices, 1, 3)), Some(MeshError::Index { at: 1 }));
    }

    #[test]
    fn attributes_have_one_to_four_numbers_a_vertex_that_are_there() {
        let bad = Some(MeshError::Attribute { attribute: 1 });
        for odd in [attribute(0, 0), attribute(5, 0), attribute(2, 4), attribute(1, u32::MAX), attribute(u32::MAX, 0)] {
            assert_eq!(refusal(|p| edited(&mut p.attributes, 1, odd)), bad, "{odd:?}");
        }
        let number = Some(MeshError::Number { stream: "values of attributes", at: 8 });
        assert_eq!(refusal(|p| edited(&mut p.attribute_values, 8, f32::NAN)), number);
        assert_eq!(refusal(|p| edited(&mut p.attributes, 1, attribute(3, 0))), None, "two may overlap");
        assert_eq!(good().values(&attribute(2, 3)), [0.25; 6]);
        let tangents = Some(MeshError::StreamLength { stream: "tangents of deltas" });
        assert_eq!(refusal(|p| p.delta_tangents = vec![[0.0; 3]; 1].into()), tangents);
        assert_eq!(refusal(|p| p.delta_tangents = Array::default()), None);
    }

    #[test]
    fn a_profile_has_a_name_of_its_own_and_weights_as_the_part() {
        let bad = |profile| Some(MeshError::Profile { profile });
        for odd in [profile("slim", 4, 0), profile("", 4, 0), profile("wide", 2, 0), profile("wide", 8, 0)] {
            assert_eq!(refusal(|p| edited(&mut p.profiles, 1, odd)), bad(1), "{odd:?}");
        }
        for first in [13, 1, u32::MAX] {
            assert_eq!(refusal(|p| edited(&mut p.profiles, 0, profile("slim", 1, first))), bad(0), "{first}");
        }
        assert_eq!(refusal(|p| edited(&mut p.profile_joints, 11, 2)), bad(1));
        assert_eq!(refusal(|p| edited(&mut p.profile_weights, 14, 0.1)), bad(0));
        let short = Some(MeshError::StreamLength { stream: "weights of profiles" });
        assert_eq!(refusal(|p| p.profile_joints = vec![0; 14].into()), short);
        assert_eq!(refusal(|p| p.profile_weights = Array::default()), short);
        let part = good();
        assert_eq!(part.under(Name::new("nobody")), part);
        let [slim, wide] = ["slim", "wide"].map(|name| part.under(Name::new(name)));
        assert_eq!((slim.influences, &slim.joints[..], &slim.weights[..]), (1, &[0; 3][..], &[1.0; 3][..]));
        assert_eq!((wide.influences, &wide.weights[..4]), (4, &[0.25, 0.75, 0.0, 0.0][..]));
        assert_eq!(wide.weights.as_ptr(), part.profile_weights.as_ptr(), "a view");
        assert_eq!(wide.places().iter().zip(part.places()).filter(|(a, b)| **a != *b).count(), 2);
        assert!(MeshPart::new(wide).is_ok() && MeshPart::new(slim).is_ok());
    }

    #[test]
    fn a_cloth_has_every_vertex_near_a_triangle_that_is_there() {
        let near = Near { shares: [0.5, 0.75, -0.25], away: -0.1 };
        let vertex = ClothVertex { corners: [4, 0, 2], weight: 0.5, position: near, normal: near, tangent: near };
        let cloth =
            Cloth { mesh: Name::new("coarse"), part: Name::new("robe"), driving: 5, vertices: vec![vertex; 3].into() };
        let refused = |edit: &dyn Fn(&mut Cloth)| {
            let mut cloth = cloth.clone();
            edit(&mut cloth);
            refusal(|part| part.cloth = cloth)
        };
        let second = |odd: ClothVertex| refused(&|cloth| edited(&mut cloth.vertices, 1, odd));
        let bad = Some(MeshError::Cloth { vertex: 1 });
        assert_eq!((refused(&|_| {}), second(ClothVertex { weight: 1.0, ..vertex })), (None, None));
        assert_eq!(second(ClothVertex::default()), None, "what weighs nothing follows nothing");
        for odd in [-0.1, 1.1, f32::NAN] {
            assert_eq!(second(ClothVertex { weight: odd, ..vertex }), bad, "{odd}");
        }
        assert_eq!(second(ClothVertex { corners: [0, 5, 0], ..vertex }), bad);
        assert_eq!(second(ClothVertex { corners: [0, 5, 0], ..ClothVertex::default() }), bad);
        for odd in [
            Near { away: f32::INFINITY, ..near },
            Near { shares: [1.0; 3], ..near },
            Near { shares: [f32::NAN; 3], ..near },
        ] {
            assert_eq!(second(ClothVertex { normal: odd, ..vertex }), bad, "{odd:?}");
        }
        let stream = Some(MeshError::StreamLength { stream: "cloth" });
        assert_eq!(refused(&|cloth| cloth.vertices = vec![vertex; 2].into()), stream);
        assert_eq!(
            (refused(&|cloth| cloth.mesh = Name::NONE), refused(&|cloth| cloth.part = Name::NONE)),
            (stream, stream)
        );
        assert_eq!(refused(&|cloth| cloth.vertices = Array::default()), Some(MeshError::Cloth { vertex: 0 }));
    }

    #[test]
    fn parts_with_one_store_lie_at_one_place() {
        let part = good();
        assert_eq!(part.places(), part.clone().places());
        assert!(part.places().iter().zip(good().places()).all(|(a, b)| a.0 != b.0 && a.1 == b.1));
        assert_eq!(part.places().map(|place| place.1), [3, 3, 3, 3, 3, 12, 12, 2, 3, 2, 2, 9, 2, 15, 15]);
        assert_eq!(part.vertex_count(), 3);
    }
}
