//! Nodes become bones: every one, whatever it carries, but for those that the writer marked as something else.
//! Invariant: the result is a tree with one root and parents first.

use super::{
    bounds,
    json::{Node, Root},
    source::no_such,
};
use crate::{ImportError, Place, Problem, Report, names::Naming};
use anim::{Transform, retarget::Retarget};
use asset::{
    Id,
    skeleton::{Bone, Socket},
};
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use std::collections::BTreeSet;

/// One bone of the skeleton's most is kept for a root that joins several.
pub const MAX_NODES: usize = anim::skeleton::MAX_BONES - 1;
/// Deeper chains are imported, with a warning.
const USUAL_DEPTH: usize = 1024;
/// Cosine between two axes from which a matrix counts as sheared.
const SHEAR: f64 = 1e-4;

pub struct Nodes {
    pub bones: Vec<Bone>,
    pub sockets: Vec<Socket>,
    /// Bone of each node; None for those that are none.
    pub bone_of: Vec<Option<u32>>,
    /// Of each node, unique among nodes of a kind.
    names: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Bone,
    /// Has a bone above it.
    Socket,
    /// Carries a skinned mesh, which does not follow it.
    Mesh,
}

impl Nodes {
    pub fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// The bone that a node's mesh without a skin follows.
    pub fn bone(&self, node: usize) -> u32 {
        self.bone_of[node].unwrap_or(0)
    }

    fn push(&mut self, name: String, parent: Option<u32>, reference: Transform, source: Option<u32>) -> u32 {
        self.bones.push(Bone { name, parent, reference, source, retarget: Retarget::Animation });
        self.bones.len() as u32 - 1
    }
}

/// `file` is what ids are derived from, `scale` metres of one unit of length.
pub fn read(file: &str, root: &Root, scale: f32, report: &mut Report) -> Result<Nodes, ImportError> {
    if root.nodes.len() > MAX_NODES {
        let problem = Problem::TooLarge { what: "nodes", count: root.nodes.len() as u64, limit: MAX_NODES as u64 };
        return Err(ImportError::new(Place::Path("/nodes".into()), problem));
    }
    let parents = parents(root)?;
    let order = parents_first(root, &parents, report)?;
    check_scenes(root)?;
    let roles = roles(root, &parents);
    let mut naming = [Naming::default(), Naming::default(), Naming::default()];
    let name =
        |(i, node): (usize, &Node)| naming[roles[i] as usize].claim(node.name.as_deref(), || format!("node_{i}"));
    let names: Vec<String> = root.nodes.iter().enumerate().map(name).collect();
    naming[Role::Bone as usize].tell("Nodes", "/nodes", report);
    naming[Role::Socket as usize].tell("Sockets", "/nodes", report);
    let mut found =
        Nodes { bones: Vec::new(), sockets: Vec::new(), bone_of: vec![None; names.len()], names: names.clone() };
    let tops = (0..names.len()).filter(|node| parents[*node].is_none() && roles[*node] == Role::Bone).count();
    let joined = (tops != 1).then(|| found.push(naming[0].unique.claim("root"), None, Transform::IDENTITY, None));
    for node in order {
        let parent = parents[node].and_then(|parent| found.bone_of[parent]);
        let mut local = || local(&root.nodes[node], scale, &format!("/nodes/{node}"), report);
        let name = names[node].clone();
        match (roles[node], parent) {
            (Role::Bone, _) => {
                found.bone_of[node] = Some(found.push(name, parent.or(joined), local(), Some(node as u32)));
            }
            (Role::Socket, Some(bone)) => {
                let id = Id::derive(&[file, "socket", &name]);
                found.sockets.push(Socket::new(id, name, bone, local()));
            }
            (Role::Socket, None) | (Role::Mesh, _) => {}
        }
    }
    bounds::reference_pose(&mut found.bones, report);
    Ok(found)
}

/// A mark counts only where the node can be nothing else: it has no children, and no skin moves by it.
fn roles(root: &Root, parents: &[Option<usize>]) -> Vec<Role> {
    let joints: BTreeSet<usize> = root.skins.iter().flat_map(|skin| &skin.joints).map(|joint| joint.0).collect();
    let role = |(index, node): (usize, &Node)| {
        let is_end = node.children.is_empty() && !joints.contains(&index);
        if is_end && node.extras.is_mesh && node.mesh.is_some() && node.skin.is_some() {
            Role::Mesh
        } else if is_end && node.extras.is_socket && node.mesh.is_none() && parents[index].is_some() {
            Role::Socket
        } else {
            Role::Bone
        }
    };
    root.nodes.iter().enumerate().map(role).collect()
}

fn parents(root: &Root) -> Result<Vec<Option<usize>>, ImportError> {
    let mut parents = vec![None; root.nodes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        for child in &node.children {
            let place = format!("/nodes/{index}/children");
            let parent = parents.get_mut(child.0).ok_or_else(|| no_such("node", child.0, root.nodes.len(), &place))?;
            if parent.replace(index).is_some() {
                return Err(ImportError::invalid(place, format!("node {} has two parents", child.0)));
            }
        }
    }
    Ok(parents)
}

fn parents_first(root: &Root, parents: &[Option<usize>], report: &mut Report) -> Result<Vec<usize>, ImportError> {
    let mut order = Vec::with_capacity(parents.len());
    let mut open: Vec<(usize, usize)> =
        (0..parents.len()).rev().filter(|i| parents[*i].is_none()).map(|i| (i, 1)).collect();
    let mut deepest = 0;
    while let Some((node, depth)) = open.pop() {
        order.push(node);
        deepest = deepest.max(depth);
        open.extend(root.nodes[node].children.iter().rev().map(|child| (child.0, depth + 1)));
    }
    if order.len() < parents.len() {
        return Err(ImportError::invalid("/nodes", "some nodes are their own ancestors"));
    }
    if deepest > USUAL_DEPTH {
        report.warn("/nodes", format!("The hierarchy is {deepest} nodes deep, which is hardly meant; it was kept."));
    }
    Ok(order)
}

fn check_scenes(root: &Root) -> Result<(), ImportError> {
    if let Some(scene) = root.scene.filter(|scene| scene.0 >= root.scenes.len()) {
        return Err(no_such("scene", scene.0, root.scenes.len(), "/scene"));
    }
    for (index, scene) in root.scenes.iter().enumerate() {
        if let Some(node) = scene.nodes.iter().find(|node| node.0 >= root.nodes.len()) {
            return Err(no_such("node", node.0, root.nodes.len(), &format!("/scenes/{index}/nodes")));
        }
    }
    Ok(())
}

fn local(node: &Node, unit_scale: f32, place: &str, report: &mut Report) -> Transform {
    let has_trs = node.translation.is_some() || node.rotation.is_some() || node.scale.is_some();
    let (translation, rotation, scale) = match &node.matrix {
        Some(matrix) => {
            if has_trs {
                report.warn(place, "The node has a matrix and its parts; the matrix was taken.");
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
    let found = Transform { translation: translation.as_vec3(), rotation: rotation.as_quat(), scale: scale.as_vec3() };
    finite(found, place, report)
}

fn unit(rotation: [f64; 4], place: &str, report: &mut Report) -> DQuat {
    let rotation = DQuat::from_array(rotation);
    let length = rotation.length();
    if length < 1e-6 || !length.is_finite() {
        report.warn(place, "The rotation has no length; the node was left unturned.");
        return DQuat::IDENTITY;
    }
    if (length - 1.0).abs() > 1e-3 {
        report.warn(place, format!("The rotation has length {length:.3}; it was brought to 1."));
    }
    rotation / length
}

fn finite(found: Transform, place: &str, report: &mut Report) -> Transform {
    let mut bounded = found;
    if !found.is_finite() {
        report.warn(place, "The transform has numbers beyond what can be kept; they were replaced by none.");
        let vector = |v: Vec3, or: f32| Vec3::from(v.to_array().map(|x| if x.is_finite() { x } else { or }));
        let rotation = if found.rotation.is_finite() { found.rotation } else { Quat::IDENTITY };
        bounded = Transform { translation: vector(found.translation, 0.0), rotation, scale: vector(found.scale, 1.0) };
    }
    if !bounds::transform(&mut bounded) {
        let text = format!(
            "The transform moves by more than {:e} m or scales by more than {:e}; it was brought to that.",
            bounds::LENGTH,
            bounds::FACTOR
        );
        report.warn(place, text);
    }
    bounded
}

/// Translation, rotation and scale of a column-major matrix; shear is left out and reported.
fn taken_apart(matrix: &[f64; 16], place: &str, report: &mut Report) -> (DVec3, DQuat, DVec3) {
    let column = |c: usize| DVec3::new(matrix[c * 4], matrix[c * 4 + 1], matrix[c * 4 + 2]);
    let columns = DMat3::from_cols(column(0), column(1), column(2));
    let lengths = DVec3::new(columns.x_axis.length(), columns.y_axis.length(), columns.z_axis.length());
    let sign = if columns.determinant() < 0.0 { -1.0 } else { 1.0 };
    let x = (columns.x_axis * sign).try_normalize();
    let y = columns.y_axis.try_normalize();
    let z = columns.z_axis.try_normalize();
    let is_sheared =
        [(x, y), (y, z), (z, x)].iter().any(|(a, b)| a.zip(*b).is_some_and(|(a, b)| a.dot(b).abs() > SHEAR));
    if is_sheared {
        report.warn(place, "The matrix is sheared, which bones cannot be; the shear was left out.");
    }
    if lengths.min_element() == 0.0 {
        report.warn(place, "The matrix has an axis of no length; the scale along it is 0.");
    }
    let rotation = DQuat::from_mat3(&axes(x, y, z)).normalize();
    (column(3), rotation, DVec3::new(lengths.x * sign, lengths.y, lengths.z))
}

/// Perpendicular unit axes, as near to the given ones as there are any.
fn axes(x: Option<DVec3>, y: Option<DVec3>, z: Option<DVec3>) -> DMat3 {
    let x = match (x, y, z) {
        (Some(x), ..) => x,
        (None, Some(y), Some(z)) => y.cross(z).try_normalize().unwrap_or_else(|| y.any_orthonormal_vector()),
        (None, Some(axis), None) | (None, None, Some(axis)) => axis.any_orthonormal_vector(),
        (None, None, None) => return DMat3::IDENTITY,
    };
    let y = y.or(z.map(|z| z.cross(x))).and_then(|y| (y - x * x.dot(y)).try_normalize());
    let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
    DMat3::from_cols(x, y, x.cross(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(json: &str) -> (Result<Nodes, ImportError>, Report) {
        let root: Root = serde_json::from_str(&format!(r#"{{"asset":{{"version":"2.0"}},"nodes":{json}}}"#)).unwrap();
        let mut report = Report::default();
        (read("file", &root, 1.0, &mut report), report)
    }

    fn names(json: &str) -> Vec<(String, Option<u32>)> {
        nodes(json).0.unwrap().bones.into_iter().map(|bone| (bone.name, bone.parent)).collect()
    }

    #[test]
    fn parents_come_first_whatever_the_file_order() {
        let found = names(r#"[{"name":"hand"},{"name":"hips","children":[2,3]},{"children":[0]},{"name":"hips"}]"#);
        let expected = [("hips", None), ("node_2", Some(0)), ("hand", Some(1)), ("hips_1", Some(0))];
        assert_eq!(found, expected.map(|(name, parent)| (name.to_owned(), parent)));
    }

    #[test]
    fn several_roots_get_one_above_them() {
        assert_eq!(
            names(r#"[{"name":"root"},{}]"#),
            [("root_1".into(), None), ("root".into(), Some(0)), ("node_1".into(), Some(0))]
        );
        assert_eq!(names("[]"), [("root".into(), None)]);
    }

    #[test]
    fn marked_ends_are_sockets_and_places_of_meshes() {
        let mesh = r#"{"name":"hips","mesh":0,"skin":0,"extras":{"mutoscopeMesh":true}}"#;
        let socket = r#"{"name":"hips","translation":[1,2,3],"extras":{"mutoscopeSocket":true}}"#;
        let json = format!(r#"[{{"name":"hips","children":[1]}},{socket},{mesh}]"#);
        let found = nodes(&json).0.unwrap();
        assert_eq!((found.bones.len(), found.bone_of.as_slice()), (1, &[Some(0), None, None][..]));
        let socket = &found.sockets[0];
        assert_eq!((socket.name.as_str(), socket.bone, socket.local.translation.z), ("hips", 0, 3.0));
    }

    #[test]
    fn marks_that_cannot_be_true_leave_a_bone() {
        let odd = [
            r#"[{"extras":{"mutoscopeSocket":true}}]"#,
            r#"[{"extras":{"mutoscopeMesh":true}}]"#,
            r#"[{"mesh":0,"extras":{"mutoscopeMesh":true}}]"#,
            r#"[{"children":[1]},{"mesh":0,"extras":{"mutoscopeSocket":[7]}}]"#,
            r#"[{"children":[1],"mesh":0,"skin":0,"extras":{"mutoscopeMesh":true}},{}]"#,
        ];
        for json in odd {
            let found = nodes(json).0.unwrap();
            assert!(found.sockets.is_empty() && found.bone_of.iter().all(Option::is_some), "{json}");
        }
    }

    #[test]
    fn what_is_not_a_forest_is_refused() {
        for bad in [r#"[{"children":[0]}]"#, r#"[{"children":[1]},{"children":[0]}]"#, r#"[{"children":[7]}]"#] {
            assert!(nodes(bad).0.is_err(), "{bad}");
        }
        assert!(nodes(r#"[{"children":[2]},{"children":[2]},{}]"#).0.is_err());
    }

    #[test]
    fn a_matrix_is_taken_apart() {
        let json = r#"[{"name":"a","matrix":[0,2,0,0, -3,0,0,0, 0,0,-4,0, 5,6,7,1]}]"#;
        let (found, report) = nodes(json);
        let local = found.unwrap().bones[0].reference.to_affine();
        assert!(report.entries.is_empty());
        assert!(local.transform_point3(Vec3::ONE).abs_diff_eq(Vec3::new(2.0, 8.0, 3.0), 1e-5));
    }

    #[test]
    fn odd_transforms_are_repaired_and_reported() {
        let odd = [
            r#"{"matrix":[1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1]}"#,
            r#"{"matrix":[0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,1]}"#,
            r#"{"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1],"translation":[1,2,3]}"#,
            r#"{"rotation":[0,0,0,0]}"#,
            r#"{"rotation":[0,0,0,7]}"#,
            r#"{"translation":[1e39,0,0]}"#,
        ];
        for node in odd {
            let (found, report) = nodes(&format!("[{node}]"));
            let local = found.unwrap().bones[0].reference;
            assert!(report.has_warnings() && local.is_finite() && local.rotation.is_normalized(), "{node}");
        }
    }
}
