//! Nodes become bones: every one of a character, whatever it carries, but for those that the writer marked as something
//! else. Invariant: the bones of a character are a tree with one root and parents first.

use super::{
    Options, bounds,
    characters::{self, Grouping},
    identity,
    json::{Node, Root},
    levels::{self, Levels},
    source::no_such,
};
use crate::{
    ImportError, Problem, Report,
    names::{Naming, UniqueNames},
};
use anim::Transform;
use asset::{
    Id,
    skeleton::{Bone, Socket},
};
use glam::{Affine3A, DMat3, DQuat, DVec3, Quat, Vec3};
use std::collections::BTreeSet;

/// One bone of the skeleton's most is kept for a root that joins several.
pub const MAX_NODES: usize = anim::skeleton::MAX_BONES - 1;
/// Deeper chains are imported, with a warning.
const USUAL_DEPTH: usize = 1024;
/// Cosine between two axes from which a matrix counts as sheared.
const SHEAR: f64 = 1e-4;

pub struct Nodes {
    /// At least one.
    pub characters: Vec<Character>,
    /// Of each node, unique among nodes of a kind in a character.
    names: Vec<String>,
    /// Character and bone of each node; None for those that are none.
    place_of: Vec<Option<Place>>,
    pub levels: Levels,
    parents: Vec<Option<usize>>,
}

/// A skeleton in the making.
#[derive(Default)]
pub struct Character {
    /// Of its top node; None where it is the only one.
    pub name: Option<String>,
    pub bones: Vec<Bone>,
    pub sockets: Vec<Socket>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub character: usize,
    pub bone: u32,
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

    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The bone that a node is. None where it is none, or not there.
    pub fn place(&self, node: usize) -> Option<Place> {
        self.place_of.get(node).copied().flatten()
    }

    /// The character whose mesh a node's mesh belongs to.
    pub fn home(&self, root: &Root, node: usize) -> Option<usize> {
        let skin = root.nodes[node].skin.and_then(|skin| root.skins.get(skin.0));
        let carrier = skin.map_or(Some(node), |skin| skin.joints.first().map(|joint| joint.0))?;
        self.place(carrier).or_else(|| self.owner_place(carrier)).map(|place| place.character)
    }

    /// What a node's mesh without a skin follows, and where it stands on it.
    pub fn stand(&self, root: &Root, node: usize, scale: f32) -> (u32, Affine3A) {
        if let Some(place) = self.place(node) {
            return (place.bone, Affine3A::IDENTITY);
        }
        let Some((place, level)) = self.owner_place(node).zip(self.levels.of(node)) else {
            return (0, Affine3A::IDENTITY);
        };
        let local = |node: usize| local(&root.nodes[node], scale, "", &mut Report::default());
        (place.bone, levels::owner_from_node(level.owner, node, &self.parents, local))
    }

    /// Of the node that a node of a coarser level stands in for.
    fn owner_place(&self, node: usize) -> Option<Place> {
        self.levels.of(node).and_then(|level| self.place(level.owner))
    }
}

impl Character {
    fn push(&mut self, bone: Bone) -> u32 {
        self.bones.push(bone);
        self.bones.len() as u32 - 1
    }
}

/// `file` is what ids are derived from.
pub fn read(file: &str, root: &Root, options: &Options, report: &mut Report) -> Result<Nodes, ImportError> {
    if root.nodes.len() > MAX_NODES {
        let problem = Problem::TooLarge { what: "nodes", count: root.nodes.len() as u64, limit: MAX_NODES as u64 };
        return Err(ImportError::new(crate::Place::Path("/nodes".into()), problem));
    }
    let parents = parents(root)?;
    let order = parents_first(root, &parents, report)?;
    check_scenes(root)?;
    let roles = roles(root, &parents);
    let levels = levels::read(root, report);
    let groups = characters::of(root, &parents, &levels, options.whole);
    let claims = identity::claim_order(root, &parents, &order);
    let mut naming = names(root, &roles, &groups, &claims, report);
    let names = std::mem::take(&mut naming.of_node);
    let mut found = Nodes { characters: Vec::new(), place_of: vec![None; names.len()], names, levels, parents };
    let parents = found.parents.clone();
    for character in 0..groups.count {
        let is_top = |node: &usize| {
            parents[*node].is_none() && roles[*node] == Role::Bone && groups.of_node[*node] == Some(character)
        };
        let tops: Vec<usize> = (0..parents.len()).filter(is_top).collect();
        found.characters.push(Character::default());
        if tops.len() != 1 {
            let name = naming.bones[character].unique.claim("root");
            found.characters[character].push(Bone::new(name, None, Transform::IDENTITY));
        }
        if groups.count > 1 {
            let name = tops.first().filter(|_| tops.len() == 1).map_or("scene", |top| found.names[*top].as_str());
            found.characters[character].name = Some(name.to_owned());
        }
    }
    for node in order {
        let Some(character) = groups.of_node[node] else { continue };
        let parent = parents[node].and_then(|parent| found.place_of[parent]).map(|place| place.bone);
        let into = &mut found.characters[character];
        let joined = into.bones.first().filter(|root| root.source.is_none()).map(|_| 0);
        let mut local = || local(&root.nodes[node], options.scale, &format!("/nodes/{node}"), report);
        let name = found.names[node].clone();
        match (roles[node], parent) {
            (Role::Bone, _) => {
                let called = root.nodes[node].name.clone().filter(|given| !given.is_empty() && *given != name);
                let bone = Bone::new(name, parent.or(joined), local());
                let bone = into.push(Bone { source: Some(node as u32), called, ..bone });
                found.place_of[node] = Some(Place { character, bone });
            }
            (Role::Socket, Some(bone)) => {
                let id = Id::derive(&[file, "socket", &name]);
                let key = into.bones[bone as usize].key.clone();
                into.sockets.push(Socket::new(id, name, key, local()));
            }
            (Role::Socket, None) | (Role::Mesh, _) => {}
        }
    }
    for character in &mut found.characters {
        bounds::reference_pose(&mut character.bones, report);
    }
    tell(&mut found, &groups, &roles, report);
    Ok(found)
}

/// Names of a file's nodes, and those that are taken in each character.
struct Names {
    of_node: Vec<String>,
    bones: Vec<Naming>,
}

/// `claims` are all nodes, in the order in which they claim their names.
fn names(root: &Root, roles: &[Role], groups: &Grouping, claims: &[usize], report: &mut Report) -> Names {
    let (mut others, mut sockets) = (Naming::default(), Naming::default());
    let mut bones: Vec<Naming> = (0..groups.count).map(|_| Naming::default()).collect();
    let mut of_node = vec![String::new(); root.nodes.len()];
    for &index in claims {
        let naming = match (roles[index], groups.of_node[index]) {
            (Role::Bone, Some(character)) => &mut bones[character],
            (Role::Socket, _) => &mut sockets,
            (Role::Bone, None) | (Role::Mesh, _) => &mut others,
        };
        of_node[index] = naming.claim(root.nodes[index].name.as_deref(), || format!("node_{index}"));
    }
    bones.iter().for_each(|naming| naming.tell("Nodes", "/nodes", report));
    sockets.tell("Sockets", "/nodes", report);
    Names { of_node, bones }
}

/// Makes the names of several characters unique and says what they are, and what is none.
fn tell(found: &mut Nodes, groups: &Grouping, roles: &[Role], report: &mut Report) {
    if groups.count > 1 {
        let mut unique = UniqueNames::default();
        for character in &mut found.characters {
            character.name = character.name.take().map(|name| unique.claim(&name));
        }
        let names: Vec<String> =
            found.characters.iter().flat_map(|character| &character.name).map(|name| format!("“{name}”")).collect();
        let text = format!("The file holds {}: {}; each has a skeleton of its own.", groups.count, names.join(", "));
        report.note("/nodes", text);
    }
    let is_left_out = |(node, (group, role)): &(usize, (&Option<usize>, &Role))| {
        group.is_none() && **role == Role::Bone && found.levels.of(*node).is_none()
    };
    let left_out = groups.of_node.iter().zip(roles).enumerate().filter(is_left_out).count();
    if left_out > 0 {
        let text = format!(
            "{left_out} nodes belong to no character, such as cameras, lights and the places of skinned meshes; they are no bones."
        );
        report.note("/nodes", text);
    }
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
mod tests;
