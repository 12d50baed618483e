//! Nodes of the file as nodes of a scene. Invariant: the transforms that leave here are finite and
//! within bounds.

use super::json::{self, GltfRoot};
use crate::{
    ImportError, ImportReport, bounds,
    scene::{LevelList, Mark, ParsedNode},
};
use anim::Transform;
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use words::tr;

/// Cosine between two axes above which a matrix counts as sheared.
const SHEAR: f64 = 1e-4;

/// Reads all nodes, by their indices in the file. `scale` is
/// [`Options::scale`](crate::Options::scale). An Err means that a scene refers to something that
/// does not exist.
pub fn read(
    root: &GltfRoot,
    scale: f32,
    report: &mut ImportReport,
) -> Result<Vec<ParsedNode>, ImportError> {
    check_scenes(root)?;
    Ok(root
        .nodes
        .iter()
        .enumerate()
        .map(|(index, node)| read_node(index, node, scale, report))
        .collect())
}

fn read_node(
    index: usize,
    node: &json::GltfNode,
    scale: f32,
    report: &mut ImportReport,
) -> ParsedNode {
    let mark = match (node.extras.is_mesh, node.extras.is_socket) {
        (true, _) if node.mesh.is_some() => Mark::Mesh,
        (_, true) => Mark::Socket,
        _ => Mark::None,
    };
    let levels = node.extensions.lod.as_ref().map(|lod| LevelList {
        ids: lod.ids.iter().map(|id| id.0).collect(),
        coverage: node.extras.coverage.clone(),
    });
    ParsedNode {
        name: node.name.clone(),
        children: node.children.iter().map(|child| child.0).collect(),
        local: local(node, scale, &format!("/nodes/{index}"), report),
        mesh: node.mesh.map(|mesh| mesh.0),
        skin: node.skin.map(|skin| skin.0),
        weights: node.weights.clone(),
        mark,
        levels,
        properties: Default::default(),
        removed_bones: node.extras.removed_bones.clone(),
    }
}

fn check_scenes(root: &GltfRoot) -> Result<(), ImportError> {
    if let Some(scene) = root.scene.filter(|scene| scene.0 >= root.scenes.len()) {
        return Err(ImportError::no_such(
            "scene",
            scene.0,
            root.scenes.len(),
            "/scene",
        ));
    }
    for (index, scene) in root.scenes.iter().enumerate() {
        if let Some(node) = scene.nodes.iter().find(|node| node.0 >= root.nodes.len()) {
            return Err(ImportError::no_such(
                "node",
                node.0,
                root.nodes.len(),
                &format!("/scenes/{index}/nodes"),
            ));
        }
    }
    Ok(())
}

fn local(
    node: &json::GltfNode,
    unit_scale: f32,
    place: &str,
    report: &mut ImportReport,
) -> Transform {
    let has_trs = node.translation.is_some() || node.rotation.is_some() || node.scale.is_some();
    let (translation, rotation, scale) = match &node.matrix {
        Some(matrix) => {
            if has_trs {
                report.warn(
                    place,
                    tr!("The node has a matrix and separate parts; the matrix is used."),
                );
            }
            taken_apart(matrix, place, report)
        }
        None => (
            DVec3::from(node.translation.unwrap_or_default()),
            unit(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]), place, report),
            DVec3::from(node.scale.unwrap_or([1.0; 3])),
        ),
    };
    let translation = translation * f64::from(unit_scale);
    let found = Transform {
        translation: translation.as_vec3(),
        rotation: rotation.as_quat(),
        scale: scale.as_vec3(),
    };
    finite(found, place, report)
}

fn unit(rotation: [f64; 4], place: &str, report: &mut ImportReport) -> DQuat {
    let rotation = DQuat::from_array(rotation);
    let length = rotation.length();
    if length < 1e-6 || !length.is_finite() {
        report.warn(place, tr!("The rotation is zero; the node is not rotated."));
        return DQuat::IDENTITY;
    }
    if (length - 1.0).abs() > 1e-3 {
        report.warn(
            place,
            tr!("The rotation has length {length:.3}; it was normalized."),
        );
    }
    rotation / length
}

fn finite(found: Transform, place: &str, report: &mut ImportReport) -> Transform {
    let mut bounded = found;
    if !found.is_finite() {
        report.warn(
            place,
            tr!("The transform has invalid numbers; their defaults are used."),
        );
        let vector =
            |v: Vec3, or: f32| Vec3::from(v.to_array().map(|x| if x.is_finite() { x } else { or }));
        let rotation = if found.rotation.is_finite() {
            found.rotation
        } else {
            Quat::IDENTITY
        };
        bounded = Transform {
            translation: vector(found.translation, 0.0),
            rotation,
            scale: vector(found.scale, 1.0),
        };
    }
    if !bounds::transform(&mut bounded) {
        let text = tr!(
            "The transform moves by more than {:e} m or scales by more than {:e}; it was clamped.",
            bounds::LENGTH,
            bounds::FACTOR
        );
        report.warn(place, text);
    }
    bounded
}

/// Decomposes a column-major matrix; shear is left out and reported.
fn taken_apart(
    matrix: &[f64; 16],
    place: &str,
    report: &mut ImportReport,
) -> (DVec3, DQuat, DVec3) {
    let column = |c: usize| DVec3::new(matrix[c * 4], matrix[c * 4 + 1], matrix[c * 4 + 2]);
    let columns = DMat3::from_cols(column(0), column(1), column(2));
    let lengths = DVec3::new(
        columns.x_axis.length(),
        columns.y_axis.length(),
        columns.z_axis.length(),
    );
    let sign = if columns.determinant() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let x = (columns.x_axis * sign).try_normalize();
    let y = columns.y_axis.try_normalize();
    let z = columns.z_axis.try_normalize();
    let is_sheared = [(x, y), (y, z), (z, x)]
        .iter()
        .any(|(a, b)| a.zip(*b).is_some_and(|(a, b)| a.dot(b).abs() > SHEAR));
    if is_sheared {
        report.warn(
            place,
            tr!("The matrix is sheared, which bones cannot be; the shear was left out."),
        );
    }
    if lengths.min_element() == 0.0 {
        report.warn(
            place,
            tr!("The matrix has an axis of length 0; the scale along it is 0."),
        );
    }
    let rotation = DQuat::from_mat3(&axes(x, y, z)).normalize();
    (
        column(3),
        rotation,
        DVec3::new(lengths.x * sign, lengths.y, lengths.z),
    )
}

/// The nearest perpendicular unit axes.
fn axes(x: Option<DVec3>, y: Option<DVec3>, z: Option<DVec3>) -> DMat3 {
    let x = match (x, y, z) {
        (Some(x), ..) => x,
        (None, Some(y), Some(z)) => y
            .cross(z)
            .try_normalize()
            .unwrap_or_else(|| y.any_orthonormal_vector()),
        (None, Some(axis), None) | (None, None, Some(axis)) => axis.any_orthonormal_vector(),
        (None, None, None) => return DMat3::IDENTITY,
    };
    let y = y
        .or(z.map(|z| z.cross(x)))
        .and_then(|y| (y - x * x.dot(y)).try_normalize());
    let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
    DMat3::from_cols(x, y, x.cross(y))
}
