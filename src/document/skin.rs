//! Edits of skin weights: what each part of a mesh becomes. Made apart from the document, for they
//! take their time.

#[cfg(test)]
mod tests;

use crate::MeshCommand;
use asset::{
    Mesh,
    mesh::Part,
    skin::{Census, Pruned, Pruning, Skin, Transferred},
};
use std::sync::Arc;

/// A part of the finest level and those of its name in the others, or all parts; their own weights,
/// or those of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    name: Option<String>,
    profile: Option<String>,
}

/// A part, where it is, and what it is called.
type MeshPartEntry<'a> = ((usize, usize), &'a Part);

impl Parts {
    /// Every part of every level, with its own weights.
    pub const ALL: Parts = Parts {
        name: None,
        profile: None,
    };

    /// The parts of this name, at every level, with their own weights.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: Some(name.into()),
            profile: None,
        }
    }

    /// The same parts with their weights under a profile. If no profile has that name, the first
    /// edit adds it.
    pub fn under(self, profile: Option<&str>) -> Self {
        Self {
            profile: profile.map(|profile| profile.trim().to_owned()),
            ..self
        }
    }

    /// Skin weights of a part, under the chosen profile.
    pub fn skin(&self, mesh: &Mesh, part: &Part) -> Skin {
        Skin::under(mesh, part, self.profile.as_deref())
    }

    /// Command that sets the skin; None if nothing changes.
    fn set(
        &self,
        ((lod, part), known): MeshPartEntry<'_>,
        before: Skin,
        after: Skin,
    ) -> Option<MeshCommand> {
        let is_new = self
            .profile
            .as_ref()
            .is_some_and(|profile| !known.profiles.contains(profile));
        let profile = self.profile.clone();
        (is_new || before != after).then(|| MeshCommand::SetSkin {
            lod,
            part,
            profile,
            skin: Arc::new(after),
        })
    }

    /// The finest level first.
    pub fn of<'a>(&self, mesh: &'a Mesh) -> impl Iterator<Item = MeshPartEntry<'a>> {
        let each = |(lod, level): (usize, &'a asset::mesh::Lod)| {
            level
                .parts
                .iter()
                .enumerate()
                .map(move |(at, part)| ((lod, at), part))
        };
        let all = mesh.lods.iter().enumerate().flat_map(each);
        all.filter(move |(_, part)| self.name.as_ref().is_none_or(|name| part.name == *name))
    }
}

/// Commands that remove the influences that are too light or too many.
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

/// The weights that the nearest points of another mesh's finest level have, both as they were
/// bound; of a mesh itself, those of its finest level for the coarser ones; under a profile what
/// that says there, too. `most` is how many joints a vertex may follow, 1 to 8. None where there is
/// no triangle to take from.
pub fn transfer(
    mesh: &Mesh,
    parts: &Parts,
    from: &Mesh,
    most: usize,
) -> Option<(Vec<MeshCommand>, Transferred)> {
    let is_own = std::ptr::eq(mesh, from);
    let source: Vec<_> = from
        .lod(0)
        .parts
        .iter()
        .map(|part| (&*part.data, parts.skin(from, part)))
        .collect();
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
    let make = |(at, part): MeshPartEntry<'_>| {
        let skin = parts.skin(mesh, part);
        parts.set((at, part), skin.clone(), skin)
    };
    parts.of(mesh).filter_map(make).collect()
}

/// A census of all parts together.
pub fn census(mesh: &Mesh, parts: &Parts) -> Census {
    let mut all = Census {
        lightest: 1.0,
        ..Census::default()
    };
    for (_, part) in parts.of(mesh) {
        let census = parts.skin(mesh, part).census();
        all.vertices += census.vertices;
        all.by_count
            .iter_mut()
            .zip(census.by_count)
            .for_each(|(all, count)| *all += count);
        all.off = all.off.max(census.off);
        all.lightest = all.lightest.min(census.lightest);
        all.idle += census.idle;
    }
    all
}
