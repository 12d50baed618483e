//! Edits of skin weights: what each part of a mesh becomes. Made apart from the document, for they take their time.

use crate::MeshCommand;
use asset::{
    Mesh,
    mesh::Part,
    skin::{Census, Pruned, Pruning, Skin, Transferred},
};
use std::sync::Arc;

/// A part of the finest level and those of its name in the others, or all parts; their own weights, or those of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    name: Option<String>,
    profile: Option<String>,
}

/// A part, where it is, and what it is called.
type Placed<'a> = ((usize, usize), &'a Part);

impl Parts {
    pub const ALL: Parts = Parts { name: None, profile: None };

    pub fn named(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), profile: None }
    }

    /// What they follow under a profile, which is made by the first edit where there is none of that name.
    pub fn under(self, profile: Option<&str>) -> Self {
        Self { profile: profile.map(|profile| profile.trim().to_owned()), ..self }
    }

    /// What a part follows.
    pub fn skin(&self, mesh: &Mesh, part: &Part) -> Skin {
        Skin::under(mesh, part, self.profile.as_deref())
    }

    /// None where nothing changes.
    fn set(&self, ((lod, part), known): Placed<'_>, before: Skin, after: Skin) -> Option<MeshCommand> {
        let is_new = self.profile.as_ref().is_some_and(|profile| !known.profiles.contains(profile));
        let profile = self.profile.clone();
        (is_new || before != after).then(|| MeshCommand::SetSkin { lod, part, profile, skin: Arc::new(after) })
    }

    /// The finest level first.
    pub fn of<'a>(&self, mesh: &'a Mesh) -> impl Iterator<Item = Placed<'a>> {
        let each = |(lod, level): (usize, &'a asset::mesh::Lod)| {
            level.parts.iter().enumerate().map(move |(at, part)| ((lod, at), part))
        };
        let all = mesh.lods.iter().enumerate().flat_map(each);
        all.filter(move |(_, part)| self.name.as_ref().is_none_or(|name| part.name == *name))
    }
}

/// Without the influences that are too light or too many.
pub fn prune(mesh: &Mesh, parts: &Parts, pruning: &Pruning) -> (Vec<MeshCommand>, Pruned) {
    let (mut commands, mut found) = (Vec::new(), Pruned::default());
    for (at, part) in parts.of(mesh) {
        let before = parts.skin(mesh, part);
        let (after, pruned) = before.pruned(pruning);
        found.vertices += pruned.vertices;
        found.changed += pruned.changed;
        found.dropped += pruned.dropped;
        found.heaviest = found.heaviest.max(pruned.heaviest);
        commands.extend(parts.set((at, part), before, after));
    }
    (commands, found)
}

/// The weights that the nearest points of another mesh's finest level have, both as they were bound; of a mesh itself,
/// those of its finest level for the coarser ones; under a profile what that says there, too. `most` is how many joints a vertex may follow, 1 to 8. None where
/// there is no triangle to take from.
pub fn transfer(mesh: &Mesh, parts: &Parts, from: &Mesh, most: usize) -> Option<(Vec<MeshCommand>, Transferred)> {
    let is_own = std::ptr::eq(mesh, from);
    let source: Vec<_> = from.lod(0).parts.iter().map(|part| (&*part.data, parts.skin(from, part))).collect();
    let (mut commands, mut found, mut sum) = (Vec::new(), Transferred::default(), 0.0);
    for (at, part) in parts.of(mesh).filter(|((lod, _), _)| !is_own || *lod > 0) {
        let before = parts.skin(mesh, part);
        let (after, taken) = Skin::taken_over(&part.data, &before, &source, most)?;
        found.farthest = found.farthest.max(taken.farthest);
        sum += f64::from(taken.mean) * taken.vertices as f64;
        found.vertices += taken.vertices;
        commands.extend(parts.set((at, part), before, after));
    }
    found.mean = (sum / found.vertices.max(1) as f64) as f32;
    Some((commands, found))
}

/// The profile with the parts' own weights, where they have none of that name.
pub fn make_profile(mesh: &Mesh, parts: &Parts) -> Vec<MeshCommand> {
    let make = |(at, part): Placed<'_>| {
        let skin = parts.skin(mesh, part);
        parts.set((at, part), skin.clone(), skin)
    };
    parts.of(mesh).filter_map(make).collect()
}

/// Of all parts together.
pub fn census(mesh: &Mesh, parts: &Parts) -> Census {
    let mut all = Census { lightest: 1.0, ..Census::default() };
    for (_, part) in parts.of(mesh) {
        let census = parts.skin(mesh, part).census();
        all.vertices += census.vertices;
        all.by_count.iter_mut().zip(census.by_count).for_each(|(all, count)| *all += count);
        all.off = all.off.max(census.off);
        all.lightest = all.lightest.min(census.lightest);
        all.idle += census.idle;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Document};
    use asset::{Id, Project, mesh::Lod};

    /// The mannequin, and a coarser level that is cut out of it.
    fn mannequin() -> (Id, Project) {
        let mut project = mannequin::sample();
        let (&id, mesh) = project.meshes.iter().max_by_key(|(_, mesh)| mesh.lod(0).triangles()).unwrap();
        let mut mesh = (**mesh).clone();
        mesh.lods.truncate(1);
        mesh.lods.push(Lod { screen_size: 0.5, ..mesh.lods[0].clone() });
        project.meshes.insert(id, Arc::new(mesh));
        (id, project)
    }

    fn perform(document: &mut Document, id: Id, commands: Vec<MeshCommand>) {
        let commands = commands.into_iter().map(|command| Command::Mesh(id, command)).collect();
        document.perform(&Command::Batch(commands), None).unwrap();
    }

    #[test]
    fn all_parts_or_those_of_a_name_lose_what_is_light() {
        let (id, project) = mannequin();
        let mesh = project.meshes[&id].clone();
        let name = mesh.lods[0].parts[0].name.clone();
        let pruning = Pruning { least: 0.05, most: 2 };
        let (some, found) = prune(&mesh, &Parts::named(&name), &pruning);
        assert!(found.changed > 100 && found.heaviest > 0.0, "{found:?}");
        let mut document = Document::new(project);
        perform(&mut document, id, some);
        let after = document.project().meshes[&id].clone();
        let most = |mesh: &Mesh, parts: &Parts| {
            let census = census(mesh, parts);
            census.by_count.iter().rposition(|count| *count > 0).unwrap()
        };
        assert!(most(&mesh, &Parts::named(&name)) > 2);
        assert_eq!(most(&after, &Parts::named(&name)), 2);
        assert!(prune(&after, &Parts::named(&name), &pruning).0.is_empty(), "once is enough");
        assert_eq!(census(&after, &Parts::named("nobody")).vertices, 0);
    }

    #[test]
    fn a_coarser_level_gets_the_weights_of_its_finest_back() {
        let (id, project) = mannequin();
        let mesh = project.meshes[&id].clone();
        let mut document = Document::new(project);
        let spoilt = Pruning { least: 1.0, most: 1 };
        let coarse = prune(&mesh, &Parts::ALL, &spoilt).0;
        let coarse = coarse.into_iter().filter(|it| matches!(it, MeshCommand::SetSkin { lod: 1, .. })).collect();
        perform(&mut document, id, coarse);
        let rigid = document.project().meshes[&id].clone();
        assert_eq!(rigid.lods[1].parts[0].data.influences, 1);
        let (commands, found) = transfer(&rigid, &Parts::ALL, &rigid, 8).unwrap();
        assert!(commands.iter().all(|it| matches!(it, MeshCommand::SetSkin { lod: 1, .. })) && found.farthest < 1e-6);
        perform(&mut document, id, commands);
        let after = &document.project().meshes[&id];
        let (a, b) = (&after.lods[0].parts, &after.lods[1].parts);
        for (fine, coarse) in a.iter().zip(b) {
            let [mine, theirs] = [fine, coarse].map(|part| weights_by_bone(after, part));
            let is_same = |(a, b): (&Weights, &Weights)| {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-4)
            };
            let same = mine.iter().zip(&theirs).filter(|pair| is_same(*pair)).count();
            assert!(
                same * 100 > mine.len() * 97,
                "{same} of {} in {}: seams lie on one another",
                mine.len(),
                fine.name
            );
        }
    }

    /// Of one vertex, by the name of the bone.
    type Weights = Vec<(String, f32)>;

    fn weights_by_bone(mesh: &Mesh, part: &Part) -> Vec<Weights> {
        let skin = Skin::of(mesh, part);
        let width = skin.influences as usize;
        let vertex = |(slots, weights): (&[u16], &[f32])| {
            let named = slots.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
            let mut named: Weights =
                named.map(|(slot, weight)| (skin.palette[usize::from(*slot)].bone.to_string(), *weight)).collect();
            named.sort_by(|a, b| a.0.cmp(&b.0));
            named
        };
        skin.slots.chunks_exact(width).zip(skin.weights.chunks_exact(width)).map(vertex).collect()
    }
}
