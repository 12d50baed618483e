//! What was decided, done: skeletons first, for meshes and clips refer to their bones.

#[cfg(test)]
mod tests;

use super::{
    bind::{Onto, rebound_clip, rebound_mesh},
    bones::{carried_over, told},
    copies,
    decide::is_stand_in,
    fit::moves,
    merge::Merge,
    pairs::followed,
    request::{Import, Renames},
    rest::OtherRest,
    told::{ImportOutcome, ImportedAsset},
};
use crate::{
    level::taken_over,
    mesh::{set_shapes, set_skin},
};
use asset::{
    Asset, AssetKind, Bones, Clip, Id, Mesh, NotifyClass, Origin, Project, Skeleton, Texture,
    looping::loops,
    mesh::{Lod, Part},
    mover::{Mover, mover},
    said::{
        COARSER_LEVELS, FINEST_LEVEL, FRAME_RATE, REMOVED_BONES, SCREEN_SIZES, material_field,
        socket_field, weights_field,
    },
    skeleton::Socket,
    skin::Skin,
    source::{ClipSource, Track},
    vertex_cache::carried,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

impl Import {
    /// The project with the file in it, and what became of each asset.
    pub fn joined(&self, project: &Project) -> (Project, Vec<ImportedAsset>) {
        let mut join = Join::of(project, self);
        for (id, skeleton) in &self.file.skeletons {
            join.skeleton(*id, skeleton);
        }
        for (id, texture) in &self.file.textures {
            join.texture(*id, texture);
        }
        for (id, mesh) in &self.file.meshes {
            join.mesh(*id, mesh);
        }
        for (id, clip) in &self.file.clips {
            join.clip(*id, clip);
        }
        join.tell_kept(project);
        (join.out, join.told)
    }
}

/// The skeleton of the project that a skeleton of the file is about to update.
pub(super) fn updated_skeleton<'a>(
    project: &'a Project,
    import: &Import,
    id: Id,
) -> Option<&'a Skeleton> {
    let here = Join::of(project, import).here(id);
    project
        .skeletons
        .get(&here)
        .filter(|_| !import.bindings.contains_key(&id))
        .map(|known| &**known)
}

struct Join<'a> {
    import: &'a Import,
    out: Project,
    /// Id in the project of each asset of the file.
    ids: BTreeMap<Id, Id>,
    told: Vec<ImportedAsset>,
}

impl<'a> Join<'a> {
    fn of(project: &Project, import: &'a Import) -> Self {
        let mut join = Self {
            import,
            out: project.clone(),
            ids: BTreeMap::new(),
            told: Vec::new(),
        };
        join.identify(project);
        join
    }

    fn identify(&mut self, project: &Project) {
        let updates = self.import.updates.as_deref();
        let known =
            updates.map(|path| copies::of_copy(project, &self.import.file, path, self.import.copy));
        let known = known.unwrap_or_default();
        for (id, _) in self.import.file.origins() {
            let adopted = self.import.adopts.get(&id).copied();
            let known = adopted.or(known.get(&id).copied());
            let id_here = known.unwrap_or_else(|| self.free_id(id));
            self.ids.insert(id, id_here);
        }
    }

    fn free_id(&self, id: Id) -> Id {
        let mut free = id;
        while self.out.kind(free).is_some() || self.ids.values().any(|taken| *taken == free) {
            free = copies::again(free);
        }
        free
    }

    fn here(&self, id: Id) -> Id {
        self.ids.get(&id).copied().unwrap_or(id)
    }

    fn tell(
        &mut self,
        id: Id,
        kind: AssetKind,
        name: &str,
        whats: impl IntoIterator<Item = ImportOutcome>,
    ) {
        self.told
            .extend(whats.into_iter().map(|what| ImportedAsset {
                id,
                kind,
                name: name.to_owned(),
                what,
            }));
    }

    fn merge(&self, here: &dyn Asset, file: &dyn Asset) -> Merge {
        Merge::of(
            here.origin().map(|origin| &origin.said),
            &here.said(),
            &file.said(),
            self.import.reset,
        )
    }

    /// Free name for an asset that wants `wanted`. Reports under this name that the asset was
    /// added, or updated by a merge.
    fn named(&mut self, id: Id, kind: AssetKind, wanted: &str, merge: Option<Merge>) -> String {
        let name = self.out.free_name(kind, wanted, Some(id));
        let first = if merge.is_some() {
            ImportOutcome::Updated
        } else {
            ImportOutcome::Added
        };
        let conflicts = merge.into_iter().flat_map(|merge| merge.conflicts);
        self.tell(id, kind, &name, [first].into_iter().chain(conflicts));
        name
    }

    fn skeleton(&mut self, id: Id, new: &Arc<Skeleton>) {
        if self.import.bindings.contains_key(&id) {
            return;
        }
        let (id, kind) = (self.here(id), AssetKind::Skeleton);
        let Some(known) = self.out.skeletons.get(&id).cloned() else {
            let name = self.named(id, kind, &new.name, None);
            self.out.skeletons.insert(
                id,
                Arc::new(Skeleton {
                    name,
                    ..(**new).clone()
                }),
            );
            return;
        };
        let merge = self.merge(&*known, &**new);
        let (mut now, alike) = carried_over(
            (&known, &followed(&self.out, &known)),
            new,
            &self.import.renames,
        );
        now.origin.clone_from(&new.origin);
        if merge.takes("name") {
            now.name.clone_from(&new.name);
        }
        for socket in new
            .sockets
            .iter()
            .filter(|socket| merge.takes(&socket_field(socket.id)))
        {
            take_socket(&mut now, new, socket);
        }
        now.virtual_bones
            .retain(|bone| now.bones.iter().all(|other| other.name != bone.name));
        now.name = self.named(id, kind, &now.name, Some(merge));
        self.tell(
            id,
            kind,
            &now.name,
            (!alike.is_empty()).then_some(ImportOutcome::Alike(alike)),
        );
        self.told.extend(told(id, &known, &now));
        self.out.skeletons.insert(id, Arc::new(now));
    }

    fn texture(&mut self, id: Id, new: &Arc<Texture>) {
        let (id, kind) = (self.here(id), AssetKind::Texture);
        let mut texture = (**new).clone();
        let known = self.out.textures.get(&id).cloned();
        let merge = known.as_ref().map(|known| self.merge(&**known, &**new));
        if let (Some(known), Some(merge)) = (&known, &merge)
            && !merge.takes("name")
        {
            texture.name.clone_from(&known.name);
        }
        texture.name = self.named(id, kind, &texture.name, merge);
        self.out.textures.insert(id, Arc::new(texture));
    }

    /// The skeleton that an asset of the file's skeleton plays on. Where people bound it to another
    /// one it stays there.
    fn target(&self, skeleton: Id, known: Option<Id>) -> (Id, Option<Arc<Skeleton>>) {
        let bound = self.import.bindings.get(&skeleton).copied();
        let kept = known.filter(|_| !self.import.rebinds);
        let id = kept.or(bound).unwrap_or_else(|| self.here(skeleton));
        (id, self.out.skeletons.get(&id).cloned())
    }

    /// The file's own skeleton, and the one that its asset plays on from now on.
    fn rigs(&self, skeleton: Id, known: Option<Id>) -> Option<(Arc<Skeleton>, Id, Arc<Skeleton>)> {
        let (id, target) = self.target(skeleton, known);
        Some((
            self.import.file.skeletons.get(&skeleton)?.clone(),
            id,
            target?,
        ))
    }

    /// Map of bones from `own` to a target; the import's matches apply if the file's skeleton is
    /// bound to the target.
    fn onto<'b>(&self, own: &'b Skeleton, (id, target): (Id, &'b Skeleton)) -> Onto<'b> {
        let nothing = Renames::new();
        let is_bound = self.import.bindings.values().any(|bound| *bound == id);
        Onto::new(
            &self.out,
            own,
            (id, target),
            if is_bound {
                &self.import.matches
            } else {
                &nothing
            },
        )
    }

    /// Whether there is something to see of the skeleton that one of the file is bound to.
    fn has_body(&self, skeleton: Id) -> bool {
        let bound = self.import.bindings.get(&skeleton);
        bound.is_some_and(|bound| self.out.meshes.values().any(|mesh| mesh.skeleton == *bound))
    }

    fn mesh(&mut self, id: Id, new: &Arc<Mesh>) {
        let (id, kind) = (self.here(id), AssetKind::Mesh);
        let known = self.out.meshes.get(&id).cloned();
        if known.is_none() && is_stand_in(new) && self.has_body(new.skeleton) {
            return;
        }
        let mut mesh = (**new).clone();
        let rigs = self.rigs(new.skeleton, known.as_ref().map(|known| known.skeleton));
        if let Some((own, skeleton, target)) = &rigs {
            mesh = rebound_mesh(&mesh, &self.onto(own, (*skeleton, target)));
        }
        let ids = &self.ids;
        let here = |texture: &mut Option<Id>| {
            *texture = texture.map(|id| ids.get(&id).copied().unwrap_or(id))
        };
        for material in &mut mesh.materials {
            here(&mut material.texture);
            here(&mut material.normal_texture);
        }
        let merge = known.as_ref().map(|known| self.merge(&**known, &**new));
        if let (Some(known), Some(merge)) = (&known, &merge) {
            if !merge.takes("name") {
                mesh.name.clone_from(&known.name);
            }
            if !merge.takes(SCREEN_SIZES) {
                keep_sizes(known, &mut mesh);
            }
            if !merge.takes(REMOVED_BONES) {
                keep_removed_bones(known, &mut mesh);
            }
            keep_levels(known, &mut mesh, merge);
            keep_weights(known, &mut mesh, merge);
            keep_profiles(known, &mut mesh);
            keep_shapes(known, &mut mesh, &self.driven());
            keep_materials(known, &mut mesh, merge);
            keep_methods(known, &mut mesh);
            keep_cloth(known, &mut mesh);
            (mesh.post_process, mesh.post_process_lod) =
                (known.post_process, known.post_process_lod);
            mesh.bone_limit = known.bone_limit;
            (mesh.room, mesh.bodies) = (known.room, known.bodies.clone());
        }
        mesh.name = self.named(id, kind, &mesh.name, merge);
        if let Some((_, _, target)) =
            rigs.filter(|_| self.import.bindings.contains_key(&new.skeleton))
        {
            let missing = Bones::of(&target).missing(mesh.keys());
            self.tell(
                id,
                kind,
                &mesh.name,
                [ImportOutcome::Bound {
                    skeleton: target.name.clone(),
                    missing,
                }],
            );
        }
        self.out.meshes.insert(id, Arc::new(mesh));
    }

    fn clip(&mut self, id: Id, new: &Arc<Clip>) {
        let (id, kind) = (self.here(id), AssetKind::Clip);
        let known = self.out.clips.get(&id).cloned();
        let mut clip = (**new).clone();
        let rigs = self.rigs(new.skeleton, known.as_ref().map(|known| known.skeleton));
        if let Some((own, skeleton, target)) = &rigs {
            let onto = self.onto(own, (*skeleton, target));
            clip = rebound_clip(&without_resting_strays(&clip, own, &onto), &onto);
        }
        let merge = known.as_ref().map(|known| self.merge(&**known, &**new));
        if let (Some(known), Some(merge)) = (&known, &merge) {
            clip = reimported(known, clip, merge);
        } else if let (Some(settings), Some((.., target))) = (&mut clip.compression, &rigs) {
            settings.precision = asset::authored_precision(target);
        }
        if merge.is_none() {
            clip.name = self.told_apart(&clip);
        }
        let is_new = merge.is_none();
        if is_new {
            self.refer_here(&mut clip);
        }
        clip.name = self.named(id, kind, &clip.name, merge);
        if is_new {
            let moves = self.root_motion(&mut clip);
            self.tell(id, kind, &clip.name.clone(), moves);
        }
        if let Some((_, _, target)) =
            rigs.filter(|_| self.import.bindings.contains_key(&new.skeleton))
        {
            let missing =
                Bones::of(&target).missing(clip.source.tracks.iter().map(|track| &track.bone));
            let bound = ImportOutcome::Bound {
                skeleton: target.name.clone(),
                missing,
            };
            let other_rest = OtherRest::of(&clip, &target).map(ImportOutcome::OtherRest);
            self.tell(id, kind, &clip.name, [bound].into_iter().chain(other_rest));
        }
        self.out.clips.insert(id, Arc::new(clip));
    }

    /// Turns ids of the file in a new clip into those of the project: the clip that it adds to, and
    /// the classes of its notifies, which come along.
    fn refer_here(&mut self, clip: &mut Clip) {
        if let Some(additive) = &mut clip.additive {
            additive.base = additive.base.with_clip(|id| self.here(id));
        }
        let used: BTreeSet<Id> = clip.notifies.iter().filter_map(|it| it.class).collect();
        let here: BTreeMap<Id, Id> = used.iter().map(|id| (*id, self.class(*id))).collect();
        let is_moved = here.iter().any(|(id, here)| id != here);
        if is_moved {
            for notify in clip.notifies.iter_mut() {
                notify.class = notify.class.map(|id| here[&id]);
            }
        }
    }

    /// The class of the project for one of the file: the one of its id, one that is the same, or a
    /// new one. A class that the file does not have stays what it is.
    fn class(&mut self, id: Id) -> Id {
        let Some(class) = self.import.file.notify_classes.get(&id).cloned() else {
            return id;
        };
        if let Some(known) = self.ids.get(&id) {
            return *known;
        }
        let known = &self.out.notify_classes;
        let same = known.iter().find(|(_, known)| ***known == *class);
        let found = (known.contains_key(&id).then_some(id)).or(same.map(|(same, _)| *same));
        let here = found.unwrap_or_else(|| self.free_id(id));
        self.ids.insert(id, here);
        if found.is_none() {
            let name = self.named(here, AssetKind::NotifyClass, &class.name, None);
            let class = NotifyClass {
                name,
                ..(*class).clone()
            };
            self.out.notify_classes.insert(here, Arc::new(class));
        }
        here
    }

    /// Turns root motion of a new clip on if the import asks for it, and gives the outcome; None if
    /// no root moves.
    fn root_motion(&self, clip: &mut Clip) -> Option<ImportOutcome> {
        let skeleton = self.out.skeletons.get(&clip.skeleton)?;
        let Mover { bone, metres } =
            mover(&clip.source, skeleton).filter(|_| clip.additive.is_none())?;
        if self.import.root_motion && !clip.root_motion.enabled {
            let key = &skeleton.bones[bone].key;
            clip.root_motion.enabled = true;
            clip.root_bone = (bone > 0).then(|| key.clone());
            clip.looping |= loops(&clip.source, Some(key));
        }
        let is_on = clip.root_motion.enabled;
        Some(ImportOutcome::RootMoves {
            bone: skeleton.bones[bone].name.clone(),
            metres,
            is_on,
        })
    }

    /// The name of a clip that is added; behind that of its file where a clip of another file has
    /// it.
    fn told_apart(&self, clip: &Clip) -> String {
        let file = clip
            .origin
            .as_ref()
            .map_or("", |origin| origin.file.as_str());
        let is_other = |other: &Arc<Clip>| {
            other.name == clip.name
                && other
                    .origin
                    .as_ref()
                    .is_some_and(|origin| origin.file != file)
        };
        let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if self.out.clips.values().any(is_other) && !stem.is_empty() {
            format!("{stem}_{}", clip.name)
        } else {
            clip.name.clone()
        }
    }

    /// Reports assets that the source had and no longer has.
    fn tell_kept(&mut self, project: &Project) {
        let Some(file) = &self.import.updates else {
            return;
        };
        let is_left = |(id, origin): &(Id, &Origin)| {
            let has = |(other, known): (Id, &Origin)| {
                known.place == origin.place && self.import.file.kind(other) == project.kind(*id)
            };
            self.ids.values().all(|known| known != id) && !self.import.file.origins().any(has)
        };
        let of_source = project.origins().filter(|(_, origin)| origin.file == *file);
        for id in of_source
            .filter(is_left)
            .map(|(id, _)| id)
            .collect::<Vec<_>>()
        {
            let kind = project.kind(id).unwrap_or(AssetKind::Clip);
            let name = project.asset_name(id).unwrap_or_default().to_owned();
            self.tell(id, kind, &name, [ImportOutcome::Kept]);
        }
    }

    /// Names of curves whose keys no file has.
    fn driven(&self) -> BTreeSet<String> {
        let own = self
            .out
            .clips
            .values()
            .filter(|clip| clip.origin.is_none() || clip.keys_edited);
        own.flat_map(|clip| &clip.source.curves)
            .map(|curve| curve.name.clone())
            .collect()
    }
}

fn take_socket(now: &mut Skeleton, new: &Skeleton, socket: &Socket) {
    let bone = new
        .index(&socket.bone)
        .map(|bone| now.bones[bone].key.clone());
    let taken = Socket {
        bone: bone.unwrap_or_else(|| socket.bone.clone()),
        ..socket.clone()
    };
    match now.sockets.iter().position(|known| known.id == socket.id) {
        Some(at) => {
            now.sockets[at] = Socket {
                preview: now.sockets[at].preview,
                ..taken
            }
        }
        None if now.sockets.iter().all(|known| known.name != socket.name) => {
            now.sockets.push(taken)
        }
        None => {}
    }
}

/// The clip without tracks that keep a node at rest and have no bone in the target skeleton: nodes
/// that carry meshes, cameras and armatures.
fn without_resting_strays(clip: &Clip, own: &Skeleton, onto: &Onto<'_>) -> Clip {
    let says = |track: &&Track| {
        own.index(&track.bone)
            .is_none_or(|bone| onto.knows(bone) || moves(track, &own.bones[bone].reference))
    };
    let tracks: Vec<Track> = clip.source.tracks.iter().filter(says).cloned().collect();
    if tracks.len() == clip.source.tracks.len() {
        return clip.clone();
    }
    Clip {
        source: Arc::new(ClipSource {
            tracks,
            ..(*clip.source).clone()
        }),
        ..clip.clone()
    }
}

/// Keeps the skinning methods that people set for parts of the same names.
fn keep_methods(known: &Mesh, new: &mut Mesh) {
    for part in new.lods.iter_mut().flat_map(|lod| &mut lod.parts) {
        let method = known
            .parts()
            .find(|other| other.name == part.name)
            .map(|other| other.data.method);
        if let Some(method) = method.filter(|method| *method != part.data.method) {
            Arc::make_mut(&mut part.data).method = method;
        }
    }
}

/// Keeps the cloth settings of parts of the same names, which no file has.
fn keep_cloth(known: &Mesh, new: &mut Mesh) {
    for part in new.lods.iter_mut().flat_map(|lod| &mut lod.parts) {
        let was = known.parts().find(|other| other.name == part.name);
        part.cloth = was.and_then(|was| was.cloth.clone());
    }
}

/// Materials that people edited here, with the pictures that they chose.
fn keep_materials(known: &Mesh, new: &mut Mesh, merge: &Merge) {
    for material in &mut new.materials {
        let was = known
            .materials
            .iter()
            .find(|known| known.name == material.name);
        if let Some(was) = was.filter(|was| merge.keeps(&material_field(&was.name))) {
            *material = was.clone();
        }
    }
}

/// Weights that people edited here: those of the same vertices, or else of the nearest places of
/// the part that was.
fn keep_weights(known: &Mesh, new: &mut Mesh, merge: &Merge) {
    let mut kept = Vec::new();
    for (at, part) in new.lods[0]
        .parts
        .iter()
        .enumerate()
        .filter(|(at, part)| merge.keeps(&weights_field(*at, &part.name)))
    {
        let Some(was) = known.lods[0]
            .parts
            .get(at)
            .filter(|was| was.name == part.name)
        else {
            continue;
        };
        let (own, edited) = (Skin::of(new, part), Skin::of(known, was));
        let most = edited.influences as usize;
        kept.push((
            at,
            if was.data.positions == part.data.positions {
                Some(edited)
            } else {
                Skin::taken_over(&part.data, &own, &[(&was.data, edited)], most)
                    .map(|(skin, _)| skin)
            },
        ));
    }
    for (at, skin) in kept.into_iter().filter_map(|(at, skin)| Some((at, skin?))) {
        // What does not fit the vertices is not kept: the file's weights are sound.
        let _ = set_skin(new, (0, at), None, &skin);
    }
}

/// Skin-weight profiles, which no file has, of parts of the same names: those of the same vertices,
/// or else of the nearest places of the part that was; of a level that is new those of the finest.
fn keep_profiles(known: &Mesh, new: &mut Mesh) {
    let mut kept = Vec::new();
    for (lod, level) in new.lods.iter().enumerate() {
        for (at, part) in level.parts.iter().enumerate() {
            let levels = known.lods.get(lod).into_iter().chain(known.lods.first());
            let Some(was) = levels
                .flat_map(|level| &level.parts)
                .find(|was| was.name == part.name)
            else {
                continue;
            };
            let own = Skin::of(new, part);
            for profile in was
                .profiles
                .iter()
                .filter(|profile| !part.profiles.contains(profile))
            {
                let skin = Skin::under(known, was, Some(profile));
                let most = skin.influences as usize;
                let skin = if was.data.positions == part.data.positions {
                    Some(skin)
                } else {
                    Skin::taken_over(&part.data, &own, &[(&was.data, skin)], most)
                        .map(|(skin, _)| skin)
                };
                kept.extend(skin.map(|skin| ((lod, at), profile.clone(), skin)));
            }
        }
    }
    for (at, profile, skin) in kept {
        let _ = set_skin(new, at, Some(&profile), &skin);
    }
}

/// Morph targets that a clip drives and the file lacks, as those of a vertex cache, of parts of the
/// same names.
fn keep_shapes(known: &Mesh, new: &mut Mesh, driven: &BTreeSet<String>) {
    let mut kept = Vec::new();
    for (lod, level) in new.lods.iter().enumerate() {
        for (at, part) in level.parts.iter().enumerate() {
            let levels = known.lods.get(lod).into_iter().chain(known.lods.first());
            let was = levels
                .flat_map(|level| &level.parts)
                .find(|was| was.name == part.name);
            let is_kept =
                |name: &str| driven.contains(name) && part.morphs.iter().all(|known| known != name);
            kept.extend(was.map(|was| ((lod, at), carried(was, &part.data, is_kept))));
        }
    }
    for (at, shapes) in kept {
        // They fit: they were made for these vertices.
        let _ = set_shapes(new, at, &[], &shapes);
    }
}

/// Levels of detail that were made or taken from other files here, in place of the file's.
fn keep_levels(known: &Mesh, new: &mut Mesh, merge: &Merge) {
    if merge.keeps(FINEST_LEVEL) {
        new.lods[0].parts = parts_in(new, known, 0);
    }
    if merge.keeps(COARSER_LEVELS) {
        new.lods.truncate(1);
        for (at, level) in known.lods.iter().enumerate().skip(1) {
            let parts = parts_in(new, known, at);
            new.lods.push(Lod {
                parts,
                ..level.clone()
            });
        }
    }
}

/// The parts of a level of a mesh of the same skeleton, with what they need of bones and materials.
fn parts_in(new: &mut Mesh, known: &Mesh, level: usize) -> Vec<Part> {
    let parts = known.lods[level].parts.clone();
    let from = Mesh {
        lods: vec![Lod::finest(parts)],
        ..known.clone()
    };
    taken_over(new, &from).unwrap_or_default()
}

/// Keeps the removed bones of levels that both have.
fn keep_removed_bones(known: &Mesh, new: &mut Mesh) {
    for (level, was) in new.lods.iter_mut().zip(&known.lods).skip(1) {
        level.removed_bones.clone_from(&was.removed_bones);
    }
}

/// Keeps the screen sizes of levels that both have, while they fall.
fn keep_sizes(known: &Mesh, new: &mut Mesh) {
    let mut finer = 1.0;
    for (level, was) in new.lods.iter_mut().zip(&known.lods).skip(1) {
        if was.screen_size < finer {
            level.screen_size = was.screen_size;
        }
        finer = level.screen_size;
    }
}

/// The clip with people's edits, and with what the file changed since.
fn reimported(known: &Clip, new: Clip, merge: &Merge) -> Clip {
    let mut clip = known.clone();
    if merge.takes("name") {
        clip.name = new.name;
    }
    if merge.takes(FRAME_RATE) {
        clip.frame_rate = new.frame_rate;
    }
    if merge.takes("looping") {
        clip.looping = new.looping;
    }
    if merge.takes("keys") || !known.keys_edited {
        clip.source = new.source;
        clip.keys_edited = false;
    }
    clip.skeleton = new.skeleton;
    clip.origin = new.origin;
    clip
}
