//! Nodes become bones: every one of a character, whatever it carries, but for those that the writer
//! marked as something else. Invariant: the bones of a character are a tree with one root and
//! parents first.

use super::{
    Mark, ParsedNode, ParsedScene,
    characters::{self, CharacterGrouping},
    identity,
    levels::{self, Levels},
};
use crate::{
    ImportError, ImportProblem, ImportReport, Options, bounds,
    names::{Naming, UniqueNames},
};
use anim::Transform;
use asset::{
    Id,
    skeleton::{Bone, Socket},
};
use glam::Affine3A;
use std::collections::BTreeSet;
use words::tr;

/// Most nodes of a file. One bone of the largest skeleton is kept for a root that joins several.
pub const MAX_NODES: usize = anim::skeleton::MAX_BONES - 1;
/// Depth of the hierarchy above which it is reported as odd.
const USUAL_DEPTH: usize = 1024;

/// The characters of a scene, and what became of each node.
pub struct Nodes {
    /// Characters, at least one.
    pub characters: Vec<Character>,
    /// Name of each node, unique among bones of a character, sockets, or other nodes.
    names: Vec<String>,
    /// Bone of each node; None for nodes that are none.
    place_of: Vec<Option<CharacterBonePlace>>,
    /// Levels of detail of the nodes.
    pub levels: Levels,
    parents: Vec<Option<usize>>,
}

/// A skeleton that is being made.
#[derive(Default)]
pub struct Character {
    /// Name of its top node, unique in the file; None where it is the only character.
    pub name: Option<String>,
    /// Bones, parents first and one root.
    pub bones: Vec<Bone>,
    /// Sockets on those bones.
    pub sockets: Vec<Socket>,
}

/// A bone of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterBonePlace {
    /// Index of the character.
    pub character: usize,
    /// Index of the bone in its skeleton.
    pub bone: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SceneNodeRole {
    Bone,
    /// A socket on its parent bone.
    Socket,
    /// Carries a skinned mesh and is no bone.
    Mesh,
}

impl Nodes {
    /// Name of a node, made unique; nodes without one are called `node_` and their index.
    pub fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// The bone that a node became. None if it is no bone or does not exist.
    pub fn place(&self, node: usize) -> Option<CharacterBonePlace> {
        self.place_of.get(node).copied().flatten()
    }

    /// Character that the mesh of a node belongs to: that of its first joint, or of the node. None
    /// if neither is a bone.
    pub fn home(&self, scene: &ParsedScene, node: usize) -> Option<usize> {
        let skin = scene.nodes[node]
            .skin
            .and_then(|skin| scene.skins.get(skin));
        let carrier = skin.map_or(Some(node), |skin| skin.joints.first().copied())?;
        self.place(carrier)
            .or_else(|| self.owner_place(carrier))
            .map(|place| place.character)
    }

    /// Bone that a node's mesh without a skin follows, and the transform from the mesh to it.
    pub fn stand(&self, scene: &ParsedScene, node: usize) -> (u32, Affine3A) {
        if let Some(place) = self.place(node) {
            return (place.bone, Affine3A::IDENTITY);
        }
        let Some((place, level)) = self.owner_place(node).zip(self.levels.of(node)) else {
            return (0, Affine3A::IDENTITY);
        };
        let local = |node: usize| scene.nodes[node].local;
        (
            place.bone,
            levels::owner_from_node(level.owner, node, &self.parents, local),
        )
    }

    /// Bone of the node that lists the level to which a node belongs.
    fn owner_place(&self, node: usize) -> Option<CharacterBonePlace> {
        self.levels
            .of(node)
            .and_then(|level| self.place(level.owner))
    }
}

impl Character {
    fn push(&mut self, bone: Bone) -> u32 {
        self.bones.push(bone);
        self.bones.len() as u32 - 1
    }
}

/// Reads the nodes. `file` is the identity of the file, from which ids are derived. An Err means
/// too many nodes, a node with two parents or a cycle.
pub fn read(
    file: &str,
    scene: &ParsedScene,
    options: &Options,
    report: &mut ImportReport,
) -> Result<Nodes, ImportError> {
    if scene.nodes.len() > MAX_NODES {
        let problem = ImportProblem::TooLarge {
            what: "nodes",
            count: scene.nodes.len() as u64,
            limit: MAX_NODES as u64,
        };
        return Err(ImportError::new(
            crate::ImportErrorPlace::Path("/nodes".into()),
            problem,
        ));
    }
    let parents = scene.parents()?;
    let order = parents_first(scene, &parents, report)?;
    let roles = roles(scene, &parents);
    let levels = levels::read(scene, report);
    let groups = characters::of(scene, &parents, &levels, options.whole);
    let claims = identity::claim_order(scene, &parents, &order);
    let mut naming = names(scene, &roles, &groups, &claims, report);
    let names = std::mem::take(&mut naming.of_node);
    let mut found = Nodes {
        characters: Vec::new(),
        place_of: vec![None; names.len()],
        names,
        levels,
        parents,
    };
    for character in 0..groups.count {
        let is_top = |node: &usize| {
            found.parents[*node].is_none()
                && roles[*node] == SceneNodeRole::Bone
                && groups.of_node[*node] == Some(character)
        };
        let tops: Vec<usize> = (0..found.parents.len()).filter(is_top).collect();
        found.begin_character(&tops, groups.count > 1, &mut naming.bones[character]);
    }
    for node in order {
        if let Some(character) = groups.of_node[node] {
            found.add_node(file, node, &scene.nodes[node], character, roles[node]);
        }
    }
    for character in &mut found.characters {
        bounds::reference_pose(&mut character.bones, report);
    }
    tell(&mut found, &groups, &roles, report);
    Ok(found)
}

impl Nodes {
    /// Adds a character whose bones hang on these top nodes: on a root of its own, unless there is
    /// just one.
    fn begin_character(&mut self, tops: &[usize], is_one_of_several: bool, naming: &mut Naming) {
        let mut character = Character::default();
        if tops.len() != 1 {
            let name = naming.unique.claim("root");
            character.push(Bone::new(name, None, Transform::IDENTITY));
        }
        if is_one_of_several {
            let name = match tops {
                [top] => self.names[*top].clone(),
                _ => "scene".to_owned(),
            };
            character.name = Some(name);
        }
        self.characters.push(character);
    }

    /// Adds a node to its character as the bone or the socket that it is. Contract: its parent was
    /// placed before.
    fn add_node(
        &mut self,
        file: &str,
        node: usize,
        read: &ParsedNode,
        character: usize,
        role: SceneNodeRole,
    ) {
        let parent = self.parents[node]
            .and_then(|parent| self.place_of[parent])
            .map(|place| place.bone);
        let into = &mut self.characters[character];
        let name = self.names[node].clone();
        match (role, parent) {
            (SceneNodeRole::Bone, _) => {
                let root = into.bones.first();
                let joined = root.filter(|root| root.source.is_none()).map(|_| 0);
                let given = read.name.clone();
                let called = given.filter(|given| !given.is_empty() && *given != name);
                let bone = into.push(Bone {
                    source: Some(node as u32),
                    called,
                    ..Bone::new(name, parent.or(joined), read.local)
                });
                self.place_of[node] = Some(CharacterBonePlace { character, bone });
            }
            (SceneNodeRole::Socket, Some(bone)) => {
                let id = Id::derive(&[file, "socket", &name]);
                let key = into.bones[bone as usize].key.clone();
                into.sockets.push(Socket::new(id, name, key, read.local));
            }
            (SceneNodeRole::Socket, None) | (SceneNodeRole::Mesh, _) => {}
        }
    }
}

/// Names of all nodes, and the names that are taken in each character.
struct SceneNodeNames {
    of_node: Vec<String>,
    bones: Vec<Naming>,
}

/// Gives every node its name. `claims` are all nodes in the order in which they claim.
fn names(
    scene: &ParsedScene,
    roles: &[SceneNodeRole],
    groups: &CharacterGrouping,
    claims: &[usize],
    report: &mut ImportReport,
) -> SceneNodeNames {
    let (mut others, mut sockets) = (Naming::default(), Naming::default());
    let mut bones: Vec<Naming> = (0..groups.count).map(|_| Naming::default()).collect();
    let mut of_node = vec![String::new(); scene.nodes.len()];
    for &index in claims {
        let naming = match (roles[index], groups.of_node[index]) {
            (SceneNodeRole::Bone, Some(character)) => &mut bones[character],
            (SceneNodeRole::Socket, _) => &mut sockets,
            (SceneNodeRole::Bone, None) | (SceneNodeRole::Mesh, _) => &mut others,
        };
        of_node[index] = naming.claim(scene.nodes[index].name.as_deref(), || {
            format!("node_{index}")
        });
    }
    bones
        .iter()
        .for_each(|naming| naming.tell(tr!("Nodes"), "/nodes", report));
    sockets.tell(tr!("Sockets"), "/nodes", report);
    SceneNodeNames { of_node, bones }
}

/// Makes names of characters unique, and reports them and the nodes that belong to none.
fn tell(
    found: &mut Nodes,
    groups: &CharacterGrouping,
    roles: &[SceneNodeRole],
    report: &mut ImportReport,
) {
    if groups.count > 1 {
        let mut unique = UniqueNames::default();
        for character in &mut found.characters {
            character.name = character.name.take().map(|name| unique.claim(&name));
        }
        let names: Vec<String> = found
            .characters
            .iter()
            .flat_map(|character| &character.name)
            .map(|name| format!("“{name}”"))
            .collect();
        let text = tr!(
            "The file has {} characters: {}; each has its own skeleton.",
            groups.count,
            names.join(", ")
        );
        report.note("/nodes", text);
    }
    let is_left_out = |(node, (group, role)): &(usize, (&Option<usize>, &SceneNodeRole))| {
        group.is_none() && **role == SceneNodeRole::Bone && found.levels.of(*node).is_none()
    };
    let left_out = groups
        .of_node
        .iter()
        .zip(roles)
        .enumerate()
        .filter(is_left_out)
        .count();
    if left_out > 0 {
        let text = tr!(
            "{left_out} nodes belong to no character, such as cameras, lights and skinned-mesh nodes; they are not bones."
        );
        report.note("/nodes", text);
    }
}

/// Role of each node. A mark is believed only where the node can be nothing else: it has no
/// children and is no joint.
fn roles(scene: &ParsedScene, parents: &[Option<usize>]) -> Vec<SceneNodeRole> {
    let joints: BTreeSet<usize> = scene
        .skins
        .iter()
        .flat_map(|skin| &skin.joints)
        .copied()
        .collect();
    let role = |(index, node): (usize, &ParsedNode)| {
        let is_end = node.children.is_empty() && !joints.contains(&index);
        if is_end && node.mark == Mark::Mesh && node.mesh.is_some() && node.skin.is_some() {
            SceneNodeRole::Mesh
        } else if is_end
            && node.mark == Mark::Socket
            && node.mesh.is_none()
            && parents[index].is_some()
        {
            SceneNodeRole::Socket
        } else {
            SceneNodeRole::Bone
        }
    };
    scene.nodes.iter().enumerate().map(role).collect()
}

fn parents_first(
    scene: &ParsedScene,
    parents: &[Option<usize>],
    report: &mut ImportReport,
) -> Result<Vec<usize>, ImportError> {
    let mut order = Vec::with_capacity(parents.len());
    let mut open: Vec<(usize, usize)> = (0..parents.len())
        .rev()
        .filter(|i| parents[*i].is_none())
        .map(|i| (i, 1))
        .collect();
    let mut deepest = 0;
    while let Some((node, depth)) = open.pop() {
        order.push(node);
        deepest = deepest.max(depth);
        open.extend(
            scene.nodes[node]
                .children
                .iter()
                .rev()
                .map(|child| (*child, depth + 1)),
        );
    }
    if order.len() < parents.len() {
        return Err(ImportError::invalid(
            "/nodes",
            tr!("some nodes are their own ancestors"),
        ));
    }
    if deepest > USUAL_DEPTH {
        report.warn(
            "/nodes",
            tr!("The hierarchy is {deepest} nodes deep, which is unusual; it is unchanged."),
        );
    }
    Ok(order)
}

#[cfg(test)]
mod tests;
