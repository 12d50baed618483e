//! Skins: palettes of bones with inverse binds, and the influences of vertices on them.
//! Invariant: weights that leave here are finite, of 0 or more, and sum to 1 a vertex, heaviest first.

use super::{
    accessor::Shape,
    bounds, json,
    nodes::Nodes,
    source::{Source, no_such},
};
use crate::{ImportError, Problem, Report};
use anim::{
    Array,
    mesh::{Joint, MAX_INFLUENCES},
    skinning::{inverse_bind_rows, weights},
};
use asset::skeleton::Bone;
use glam::{Affine3A, Mat4, Vec3A};

/// By how much joints may differ at rest from how they were bound.
const REST: f32 = 1e-3;

/// The palette that a vertex of a rigid primitive follows.
pub fn rigid((bone, bone_from_mesh): (u32, Affine3A)) -> Array<Joint> {
    vec![Joint { bone, inverse_bind: inverse_bind_rows(&bone_from_mesh) }].into()
}

/// The palettes of all skins, in their order.
pub fn palettes(source: &mut Source<'_>, nodes: &Nodes) -> Result<Vec<Array<Joint>>, ImportError> {
    let models: Vec<Vec<Affine3A>> =
        nodes.characters.iter().map(|character| reference_models(&character.bones)).collect();
    let root = source.root;
    root.skins.iter().enumerate().map(|(index, skin)| palette(source, nodes, &models, index, skin)).collect()
}

fn palette(
    source: &mut Source<'_>,
    nodes: &Nodes,
    models: &[Vec<Affine3A>],
    index: usize,
    skin: &json::Skin,
) -> Result<Array<Joint>, ImportError> {
    let place = format!("/skins/{index}");
    if skin.joints.is_empty() {
        return Err(ImportError::invalid(place, "the skin has no joints"));
    }
    if skin.joints.len() > usize::from(u16::MAX) + 1 {
        let problem = Problem::TooLarge { what: "joints of one skin", count: skin.joints.len() as u64, limit: 1 << 16 };
        return Err(ImportError::new(place.into(), problem));
    }
    let (mut bones, mut models_of) = (Vec::with_capacity(skin.joints.len()), &models[0]);
    for joint in &skin.joints {
        let found = nodes.place(joint.0).ok_or_else(|| no_such("node", joint.0, nodes.count(), &place))?;
        bones.push(found.bone);
        models_of = &models[found.character];
    }
    let models = models_of;
    warn_of_doubles(&bones, &place, source.report);
    let binds = inverse_binds(source, skin, &place)?;
    let binds = binds.unwrap_or_else(|| vec![Affine3A::IDENTITY; bones.len()]);
    let singular = binds.iter().filter(|bind| !is_usable(bind)).count();
    if singular > 0 {
        let text = format!(
            "{singular} inverse bind matrices are not invertible or too large; the rest pose was taken for them."
        );
        source.report.warn(place.as_str(), text);
    }
    note_other_rest(&bones, &binds, models, &place, source.report);
    let joint = |(bone, bind): (&u32, &Affine3A)| {
        let bind = if is_usable(bind) { *bind } else { inverse_of(&models[*bone as usize]) };
        Joint { bone: *bone, inverse_bind: inverse_bind_rows(&bind) }
    };
    Ok(bones.iter().zip(&binds).map(joint).collect())
}

/// At rest, joints that stand where they were bound all move the mesh alike.
fn note_other_rest(bones: &[u32], binds: &[Affine3A], models: &[Affine3A], place: &str, report: &mut Report) {
    let usable = bones.iter().zip(binds).filter(|(_, bind)| is_usable(bind));
    let mut moves = usable.map(|(bone, bind)| (models[*bone as usize], models[*bone as usize] * *bind));
    let Some((_, first)) = moves.next() else {
        return;
    };
    let size = first.to_cols_array().iter().fold(1f32, |most, x| most.max(x.abs()));
    let (mut others, mut furthest) = (0, 0f32);
    for (model, other) in moves.filter(|(_, other)| !other.abs_diff_eq(first, REST * size)) {
        let bound = first * other.inverse() * model;
        others += 1;
        furthest = furthest.max(bound.translation.distance(model.translation));
    }
    if others > 0 {
        let by =
            if furthest > 0.0 && furthest.is_finite() { format!(", by up to {furthest:.3} m") } else { String::new() };
        let text = format!(
            "Without a clip the mesh stands otherwise than it was modelled: {others} joints are turned or moved{by}. Clips are not affected."
        );
        report.note(place, text);
    }
}

fn is_usable(bind: &Affine3A) -> bool {
    let is_bearable = |column: Vec3A| column.abs().max_element() <= bounds::CHAIN;
    let columns = [bind.matrix3.x_axis, bind.matrix3.y_axis, bind.matrix3.z_axis, bind.translation];
    bind.is_finite() && columns.into_iter().all(is_bearable) && bind.matrix3.determinant() != 0.0
}

fn warn_of_doubles(bones: &[u32], place: &str, report: &mut Report) {
    let mut sorted = bones.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        report.warn(place, "The skin lists a joint twice; each entry keeps its own inverse bind.");
    }
}

fn inverse_binds(
    source: &mut Source<'_>,
    skin: &json::Skin,
    place: &str,
) -> Result<Option<Vec<Affine3A>>, ImportError> {
    let Some(accessor) = skin.inverse_bind_matrices else {
        return Ok(None);
    };
    let header = source.accessor(accessor.0, &[Shape::Mat4], place)?;
    if header.count < skin.joints.len() {
        return Err(ImportError::invalid(place, "the skin has fewer inverse bind matrices than joints"));
    }
    let values = source.floats(&header)?;
    let scale = source.scale;
    let matrix = |m: &[f32]| {
        let bind = Affine3A::from_mat4(Mat4::from_cols_array(&std::array::from_fn(|i| m[i])));
        Affine3A { translation: bind.translation * scale, ..bind }
    };
    Ok(Some(values.chunks_exact(16).map(matrix).collect()))
}

fn reference_models(bones: &[Bone]) -> Vec<Affine3A> {
    let mut models: Vec<Affine3A> = Vec::with_capacity(bones.len());
    for bone in bones {
        let local = bone.reference.to_affine();
        models.push(bone.parent.map_or(local, |parent| models[parent as usize] * local));
    }
    models
}

fn inverse_of(model: &Affine3A) -> Affine3A {
    let inverse = model.inverse();
    if inverse.is_finite() { inverse } else { Affine3A::IDENTITY }
}

/// Influences of every vertex of one primitive.
#[derive(Clone, Debug, PartialEq)]
pub struct Influences {
    pub per_vertex: u32,
    pub joints: Array<u16>,
    pub weights: Array<f32>,
    /// The highest palette slot that has any weight.
    pub highest: u16,
}

impl Influences {
    pub fn rigid(vertices: usize) -> Self {
        Self { per_vertex: 1, joints: vec![0; vertices].into(), weights: vec![1.0; vertices].into(), highest: 0 }
    }
}

/// One `JOINTS_n`, `WEIGHTS_n` pair: four of each a vertex.
pub struct Set {
    pub joints: Vec<u32>,
    pub weights: Vec<f32>,
}

#[derive(Default)]
struct Repairs {
    broken: usize,
    unweighted: usize,
    unnormalised: usize,
    /// Vertices that followed more joints than can be kept, and the shares of their weight that were dropped.
    dropped: usize,
    dropped_sum: f64,
    dropped_most: f32,
}

/// Merges the sets of a primitive: at most eight influences a vertex, the largest, normalised.
pub fn influences(sets: &[Set], vertices: usize, place: &str, report: &mut Report) -> Result<Influences, ImportError> {
    let mut repairs = Repairs::default();
    let mut found: Vec<[(u16, f32); MAX_INFLUENCES]> = Vec::with_capacity(vertices);
    let mut most = 0;
    let mut scratch = Vec::new();
    for vertex in 0..vertices {
        gather(sets, vertex, &mut scratch, &mut repairs, place)?;
        most = most.max(scratch.len());
        found.push(std::array::from_fn(|i| scratch.get(i).copied().unwrap_or((0, 0.0))));
    }
    say(&repairs, place, report);
    let per_vertex = if most <= 4 { 4 } else { MAX_INFLUENCES };
    let each = || found.iter().flat_map(|vertex| vertex[..per_vertex].iter());
    Ok(Influences {
        per_vertex: per_vertex as u32,
        joints: each().map(|(joint, _)| *joint).collect(),
        weights: each().map(|(_, weight)| *weight).collect(),
        highest: each().map(|(joint, _)| *joint).max().unwrap_or(0),
    })
}

/// The influences of one vertex, heaviest first, at most eight, summing to 1.
fn gather(
    sets: &[Set],
    vertex: usize,
    out: &mut Vec<(u16, f32)>,
    repairs: &mut Repairs,
    place: &str,
) -> Result<(), ImportError> {
    out.clear();
    let range = vertex * 4..vertex * 4 + 4;
    let mut is_broken = false;
    for set in sets {
        for (&joint, &weight) in set.joints[range.clone()].iter().zip(&set.weights[range.clone()]) {
            is_broken |= !weight.is_finite() || weight < 0.0;
            if weight.is_finite() && weight > 0.0 {
                let slot = u16::try_from(joint);
                let slot =
                    slot.map_err(|_| ImportError::invalid(place, format!("vertex {vertex} has joint {joint}")))?;
                out.push((slot, weight));
            }
        }
    }
    repairs.broken += usize::from(is_broken);
    let sum: f32 = out.iter().map(|(_, weight)| weight).sum();
    let reduced = weights::reduce(out, MAX_INFLUENCES);
    repairs.unweighted += usize::from(reduced.is_unweighted);
    repairs.unnormalised += usize::from(!reduced.is_unweighted && (sum - 1.0).abs() > 0.02);
    repairs.dropped += usize::from(reduced.dropped > 0.0);
    repairs.dropped_sum += f64::from(reduced.dropped);
    repairs.dropped_most = repairs.dropped_most.max(reduced.dropped);
    Ok(())
}

fn say(repairs: &Repairs, place: &str, report: &mut Report) {
    let mut warn = |count: usize, what: &str| {
        if count > 0 {
            report.warn(place, format!("{count} vertices {what}"));
        }
    };
    warn(repairs.broken, "have weights that are negative or not numbers; those were left out.");
    warn(repairs.unweighted, "have no weights; they follow the first joint.");
    warn(repairs.unnormalised, "have weights that do not sum to 1; they were brought to 1.");
    if repairs.dropped > 0 {
        let mean = repairs.dropped_sum / repairs.dropped as f64 * 100.0;
        let most = repairs.dropped_most * 100.0;
        let lost = format!("on average {mean:.1} %, at most {most:.1} % of their weight");
        warn(repairs.dropped, &format!("follow more than 8 joints; the 8 heaviest were kept, without {lost}."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_rest_pose_than_that_of_the_mesh_is_said_with_what_it_does() {
        let at = |x: f32| Affine3A::from_translation(glam::Vec3::new(x, 1.0, 0.0));
        let noted = |models: [Affine3A; 3]| {
            let (mut report, binds) = (Report::default(), [0.0, 1.0, 2.0].map(|x| at(x).inverse()));
            note_other_rest(&[0, 1, 2], &binds, &models, "/skins/0", &mut report);
            report.entries.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>()
        };
        let placed = Affine3A::from_rotation_y(1.0) * at(5.0);
        assert!(noted([placed * at(0.0), placed * at(1.0), placed * at(2.0)]).is_empty(), "moved as a whole");
        let moved = noted([at(0.0), at(1.0), at(2.25)]);
        assert!(moved[0].contains("1 joints") && moved[0].contains("by up to 0.250 m"), "{moved:?}");
        assert!(moved[0].starts_with("Without a clip the mesh stands otherwise"));
        let half_turn = Affine3A::from_scale(glam::Vec3::new(-1.0, 1.0, -1.0));
        let turned = noted([at(0.0), at(1.0), at(2.0) * half_turn]);
        assert!(turned[0].contains("1 joints are turned or moved. "), "{turned:?}");
        assert!(noted([at(0.0), at(1.0), at(2.00095)]).is_empty(), "a thousandth is none");
        assert_eq!(noted([at(0.0), at(1.0), at(2.00105)]).len(), 1);
    }

    fn merged(joints: &[u32], weights: &[f32]) -> (Vec<(u16, f32)>, Report) {
        let sets: Vec<Set> = joints
            .chunks(4)
            .zip(weights.chunks(4))
            .map(|(j, w)| Set { joints: j.to_vec(), weights: w.to_vec() })
            .collect();
        let mut report = Report::default();
        let found = influences(&sets, 1, "/p", &mut report).unwrap();
        (found.joints.iter().copied().zip(found.weights.iter().copied()).collect(), report)
    }

    #[test]
    fn eight_of_twelve_are_kept_heaviest_first() {
        let weights = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.09, 0.1, 0.1, 0.2, 0.25, 0.05];
        let (found, report) = merged(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], &weights);
        assert_eq!(found.len(), 8);
        assert_eq!(found[..4].iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [10, 9, 7, 8]);
        assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(report.entries[0].text.contains("on average 10.0 %, at most 10.0 %"), "{report:?}");
    }

    #[test]
    fn one_joint_named_twice_counts_once() {
        let (found, report) = merged(&[3, 3, 5, 0], &[0.25, 0.5, 0.25, 0.0]);
        assert_eq!(found, [(3, 0.75), (5, 0.25), (0, 0.0), (0, 0.0)]);
        assert!(report.entries.is_empty());
    }

    #[test]
    fn weights_up_to_half_a_step_of_16_bits_are_dropped_and_the_rest_sums_to_one() {
        let (least, more) = (weights::LEAST_WEIGHT * 0.99, weights::LEAST_WEIGHT * 1.01);
        let (found, report) = merged(&[1, 2, 3, 4], &[least, 0.6 - least - more, more, 0.4]);
        let sum = 1.0 - least;
        assert_eq!(found.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [2, 4, 3, 0]);
        assert!((found[1].1 - 0.4 / sum).abs() < 1e-7 && (found[2].1 - more / sum).abs() < 1e-9, "{found:?}");
        assert_eq!((found[3].1, report.entries.len()), (0.0, 0));
    }

    #[test]
    fn broken_weights_are_left_out_and_reported() {
        for weights in [[f32::NAN, 0.5, 0.5, 0.0], [-1.0, 0.5, 0.5, 0.0], [0.0; 4], [2.0, 2.0, 0.0, 0.0], [f32::MAX; 4]]
        {
            let (found, report) = merged(&[1, 2, 3, 4], &weights);
            assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6, "{weights:?}");
            assert!(report.has_warnings(), "{weights:?}");
        }
    }
}
