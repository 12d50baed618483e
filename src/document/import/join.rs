//! What was decided, done: skeletons first, for meshes and clips refer to their bones.

use super::{
    bind::{key_of, rebound_clip, rebound_mesh},
    bones::{carried_over, told},
    copies,
    fit::moves,
    merge::Merge,
    request::Import,
    told::{Joined, What},
};
use crate::level::taken_over;
use asset::{
    Asset, AssetKind, Bones, Clip, Id, Mesh, Origin, Project, Skeleton, Texture,
    mesh::{Lod, Part},
    origin::{COARSER_LEVELS, FINEST_LEVEL},
    skeleton::Socket,
    source::{ClipSource, Track},
};
use std::{collections::BTreeMap, sync::Arc};

impl Import {
    /// The project with the file in it, and what became of each asset.
    pub fn joined(&self, project: &Project) -> (Project, Vec<Joined>) {
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
pub(super) fn updated_skeleton<'a>(project: &'a Project, import: &Import, id: Id) -> Option<&'a Skeleton> {
    let here = Join::of(project, import).here(id);
    project.skeletons.get(&here).filter(|_| !import.bindings.contains_key(&id)).map(|known| &**known)
}

struct Join<'a> {
    import: &'a Import,
    out: Project,
    /// In the project, of each asset of the file.
    ids: BTreeMap<Id, Id>,
    told: Vec<Joined>,
}

impl<'a> Join<'a> {
    fn of(project: &Project, import: &'a Import) -> Self {
        let mut join = Self { import, out: project.clone(), ids: BTreeMap::new(), told: Vec::new() };
        join.identify(project);
        join
    }

    fn identify(&mut self, project: &Project) {
        let updates = self.import.updates.as_deref();
        let known = updates.map(|path| copies::of_copy(project, &self.import.file, path, self.import.copy));
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

    fn tell(&mut self, id: Id, kind: AssetKind, name: &str, whats: impl IntoIterator<Item = What>) {
        self.told.extend(whats.into_iter().map(|what| Joined { id, kind, name: name.to_owned(), what }));
    }

    fn merge(&self, here: &dyn Asset, file: &dyn Asset) -> Merge {
        Merge::of(here.origin().map(|origin| &origin.said), &here.said(), &file.said(), self.import.reset)
    }

    fn skeleton(&mut self, id: Id, new: &Arc<Skeleton>) {
        if self.import.bindings.contains_key(&id) {
            return;
        }
        let (id, kind) = (self.here(id), AssetKind::Skeleton);
        let Some(known) = self.out.skeletons.get(&id).cloned() else {
            let name = self.out.free_name(kind, &new.name, Some(id));
            self.tell(id, kind, &name, [What::Added]);
            self.out.skeletons.insert(id, Arc::new(Skeleton { name, ..(**new).clone() }));
            return;
        };
        let merge = self.merge(&*known, &**new);
        let mut now = carried_over(&known, new, &self.import.renames);
        now.origin.clone_from(&new.origin);
        if merge.takes("name") {
            now.name = self.out.free_name(kind, &new.name, Some(id));
        }
        for socket in new.sockets.iter().filter(|socket| merge.takes(&format!("socket {}", socket.id))) {
            take_socket(&mut now, new, socket);
        }
        now.virtual_bones.retain(|bone| now.bones.iter().all(|other| other.name != bone.name));
        self.tell(id, kind, &now.name, [What::Updated].into_iter().chain(merge.conflicts));
        self.told.extend(told(id, &known, &now));
        self.out.skeletons.insert(id, Arc::new(now));
    }

    fn texture(&mut self, id: Id, new: &Arc<Texture>) {
        let (id, kind) = (self.here(id), AssetKind::Texture);
        let mut texture = (**new).clone();
        match self.out.textures.get(&id).cloned() {
            Some(known) => {
                let merge = self.merge(&*known, &**new);
                if !merge.takes("name") {
                    texture.name.clone_from(&known.name);
                }
                self.tell(id, kind, &texture.name, [What::Updated].into_iter().chain(merge.conflicts));
            }
            None => self.tell(id, kind, &new.name, [What::Added]),
        }
        texture.name = self.out.free_name(kind, &texture.name, Some(id));
        self.out.textures.insert(id, Arc::new(texture));
    }

    /// The skeleton that an asset of the file's skeleton plays on. Where people bound it to another one it stays there.
    fn target(&self, skeleton: Id, known: Option<Id>) -> (Id, Option<Arc<Skeleton>>) {
        let bound = self.import.bindings.get(&skeleton).copied();
        let kept = known.filter(|_| !self.import.rebinds);
        let id = kept.or(bound).unwrap_or_else(|| self.here(skeleton));
        (id, self.out.skeletons.get(&id).cloned())
    }

    /// The file's own skeleton, and the one that its asset plays on from now on.
    fn rigs(&self, skeleton: Id, known: Option<Id>) -> Option<(Arc<Skeleton>, Id, Arc<Skeleton>)> {
        let (id, target) = self.target(skeleton, known);
        Some((self.import.file.skeletons.get(&skeleton)?.clone(), id, target?))
    }

    fn mesh(&mut self, id: Id, new: &Arc<Mesh>) {
        let (id, kind) = (self.here(id), AssetKind::Mesh);
        let known = self.out.meshes.get(&id).cloned();
        let mut mesh = (**new).clone();
        let rigs = self.rigs(new.skeleton, known.as_ref().map(|known| known.skeleton));
        if let Some((own, skeleton, target)) = &rigs {
            mesh = rebound_mesh(&mesh, own, (*skeleton, target));
        }
        let ids = &self.ids;
        let here = |texture: &mut Option<Id>| *texture = texture.map(|id| ids.get(&id).copied().unwrap_or(id));
        for material in &mut mesh.materials {
            here(&mut material.texture);
            here(&mut material.normal_texture);
        }
        match &known {
            Some(known) => {
                let merge = self.merge(&**known, &**new);
                if !merge.takes("name") {
                    mesh.name.clone_from(&known.name);
                }
                if !merge.takes("screen sizes") {
                    keep_sizes(known, &mut mesh);
                }
                keep_levels(known, &mut mesh, &merge);
                keep_methods(known, &mut mesh);
                self.tell(id, kind, &mesh.name, [What::Updated].into_iter().chain(merge.conflicts));
            }
            None => self.tell(id, kind, &new.name, [What::Added]),
        }
        if let Some((_, _, target)) = rigs.filter(|_| self.import.bindings.contains_key(&new.skeleton)) {
            let missing = Bones::of(&target).missing(mesh.keys());
            self.tell(id, kind, &mesh.name, [What::Bound { skeleton: target.name.clone(), missing }]);
        }
        mesh.name = self.out.free_name(kind, &mesh.name, Some(id));
        self.out.meshes.insert(id, Arc::new(mesh));
    }

    fn clip(&mut self, id: Id, new: &Arc<Clip>) {
        let (id, kind) = (self.here(id), AssetKind::Clip);
        let known = self.out.clips.get(&id).cloned();
        let mut clip = (**new).clone();
        let rigs = self.rigs(new.skeleton, known.as_ref().map(|known| known.skeleton));
        if let Some((own, skeleton, target)) = &rigs {
            clip = rebound_clip(&without_resting_strays(&clip, own, target), own, (*skeleton, target));
        }
        match &known {
            Some(known) => {
                let merge = self.merge(&**known, &**new);
                clip = reimported(known, clip, &merge);
                self.tell(id, kind, &clip.name, [What::Updated].into_iter().chain(merge.conflicts));
            }
            None => {
                let target = rigs.as_ref().map(|(.., target)| &**target);
                if let (Some(settings), Some(target)) = (&mut clip.compression, target) {
                    settings.precision = asset::authored_precision(target);
                }
                self.tell(id, kind, &new.name, [What::Added]);
            }
        }
        if let Some((_, _, target)) = rigs.filter(|_| self.import.bindings.contains_key(&new.skeleton)) {
            let missing = Bones::of(&target).missing(clip.source.tracks.iter().map(|track| &track.bone));
            self.tell(id, kind, &clip.name, [What::Bound { skeleton: target.name.clone(), missing }]);
        }
        clip.name = self.out.free_name(kind, &clip.name, Some(id));
        self.out.clips.insert(id, Arc::new(clip));
    }

    /// What the source had and no longer has.
    fn tell_kept(&mut self, project: &Project) {
        let Some(file) = &self.import.updates else { return };
        let is_left = |(id, origin): &(Id, &Origin)| {
            let has = |(other, known): (Id, &Origin)| {
                known.place == origin.place && self.import.file.kind(other) == project.kind(*id)
            };
            self.ids.values().all(|known| known != id) && !self.import.file.origins().any(has)
        };
        let of_source = project.origins().filter(|(_, origin)| origin.file == *file);
        for id in of_source.filter(is_left).map(|(id, _)| id).collect::<Vec<_>>() {
            let kind = project.kind(id).unwrap_or(AssetKind::Clip);
            let name = project.asset_name(id).unwrap_or_default().to_owned();
            self.tell(id, kind, &name, [What::Kept]);
        }
    }
}

fn take_socket(now: &mut Skeleton, new: &Skeleton, socket: &Socket) {
    let bone = new.index(&socket.bone).map(|bone| now.bones[bone].key.clone());
    let taken = Socket { bone: bone.unwrap_or_else(|| socket.bone.clone()), ..socket.clone() };
    match now.sockets.iter().position(|known| known.id == socket.id) {
        Some(at) => now.sockets[at] = Socket { preview: now.sockets[at].preview, ..taken },
        None if now.sockets.iter().all(|known| known.name != socket.name) => now.sockets.push(taken),
        None => {}
    }
}

/// Tracks that keep a node at rest say nothing to a skeleton that has no such bone: nodes that carry meshes, cameras and
/// armatures.
fn without_resting_strays(clip: &Clip, own: &Skeleton, target: &Skeleton) -> Clip {
    let says = |track: &&Track| {
        let bone = own.index(&track.bone).map(|bone| &own.bones[bone]);
        bone.is_none_or(|bone| target.knows(&key_of(target, &bone.name)) || moves(track, &bone.reference))
    };
    let tracks: Vec<Track> = clip.source.tracks.iter().filter(says).cloned().collect();
    if tracks.len() == clip.source.tracks.len() {
        return clip.clone();
    }
    Clip { source: Arc::new(ClipSource { tracks, ..(*clip.source).clone() }), ..clip.clone() }
}

/// How parts of the same names are skinned stays as people left it.
fn keep_methods(known: &Mesh, new: &mut Mesh) {
    for part in new.lods.iter_mut().flat_map(|lod| &mut lod.parts) {
        let method = known.parts().find(|other| other.name == part.name).map(|other| other.data.method);
        if let Some(method) = method.filter(|method| *method != part.data.method) {
            Arc::make_mut(&mut part.data).method = method;
        }
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
            new.lods.push(Lod { parts, ..level.clone() });
        }
    }
}

/// The parts of a level of a mesh of the same skeleton, with what they need of bones and materials.
fn parts_in(new: &mut Mesh, known: &Mesh, level: usize) -> Vec<Part> {
    let parts = known.lods[level].parts.clone();
    let from = Mesh { lods: vec![Lod::finest(parts)], ..known.clone() };
    taken_over(new, &from).unwrap_or_default()
}

/// Of levels that both have, while they fall.
fn keep_sizes(known: &Mesh, new: &mut Mesh) {
    let mut finer = 1.0;
    for (level, was) in new.lods.iter_mut().zip(&known.lods).skip(1) {
        if was.screen_size < finer {
            level.screen_size = was.screen_size;
        }
        finer = level.screen_size;
    }
}

/// What people made of the clip, with what the file changed since.
fn reimported(known: &Clip, new: Clip, merge: &Merge) -> Clip {
    let mut clip = known.clone();
    if merge.takes("name") {
        clip.name = new.name;
    }
    if merge.takes("frame rate") {
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

#[cfg(test)]
mod tests {
    use super::*;
    use anim::Transform;
    use asset::{
        skeleton::Bone,
        source::{Channel, ClipSource},
    };

    fn socket(id: u64, name: &str, x: f32) -> Socket {
        let local = Transform { scale: [x; 3].into(), ..Transform::IDENTITY };
        Socket::new(Id(id), name, "root".into(), local)
    }

    fn rig(bones: &[&str], sockets: Vec<Socket>) -> Skeleton {
        let bones = bones.iter().map(|name| Bone::new(*name, None, Transform::IDENTITY)).collect();
        Skeleton { name: "rig".into(), bones, sockets, ..Skeleton::default() }
    }

    #[test]
    fn a_file_s_socket_is_its_own_again_or_new_under_a_name_that_is_free() {
        let shown = Socket { preview: Some(Id(9)), ..socket(1, "hand", 1.0) };
        let taken = |taken: Socket| {
            let mut now = rig(&["root"], vec![shown.clone(), socket(2, "hip", 1.0)]);
            take_socket(&mut now, &rig(&["root"], vec![]), &taken);
            now.sockets
        };
        let moved = Socket { preview: Some(Id(9)), ..socket(1, "hand", 2.0) };
        assert_eq!(taken(socket(1, "hand", 2.0)), [moved, socket(2, "hip", 1.0)]);
        assert_eq!(taken(socket(3, "hip", 2.0)), [shown.clone(), socket(2, "hip", 1.0)]);
        assert_eq!(taken(socket(3, "foot", 2.0)), [shown.clone(), socket(2, "hip", 1.0), socket(3, "foot", 2.0)]);
    }

    #[test]
    fn tracks_are_left_out_where_they_rest_on_what_the_target_lacks() {
        let track = |bone: &str, x: f32| {
            let channel = Channel { times: vec![0.0], values: vec![x, 0.0, 0.0], ..Channel::default() };
            Track { bone: bone.into(), translation: Some(channel), ..Track::default() }
        };
        let tracks = vec![track("root", 0.0), track("camera", 0.0), track("tail", 1.0), track("stray", 0.0)];
        let source = ClipSource { tracks, ..ClipSource::default() };
        let clip = Clip::new("c", Id(1), Arc::new(source), 30.0);
        let own = rig(&["root", "camera", "tail"], vec![]);
        let left = without_resting_strays(&clip, &own, &rig(&["root"], vec![]));
        let bones: Vec<&str> = left.source.tracks.iter().map(|track| track.bone.as_str()).collect();
        assert_eq!(bones, ["root", "tail", "stray"]);
    }

    fn levels(sizes: &[f32]) -> Mesh {
        let mut mesh = Mesh::new("mesh", (Id(1), Arc::new([])), vec![], vec![]);
        mesh.lods = sizes.iter().map(|size| Lod { screen_size: *size, ..Lod::finest(vec![]) }).collect();
        mesh
    }

    #[test]
    fn screen_sizes_are_kept_of_levels_that_both_have_while_they_fall() {
        let kept = |known: &[f32], file: &[f32]| -> Vec<f32> {
            let mut now = levels(file);
            keep_sizes(&levels(known), &mut now);
            now.lods.iter().map(|lod| lod.screen_size).collect()
        };
        assert_eq!(kept(&[1.0, 0.95, 0.4], &[1.0, 0.5, 0.3]), [1.0, 0.95, 0.4]);
        assert_eq!(kept(&[1.0, 0.95, 0.4], &[1.0, 0.5]), [1.0, 0.95]);
        assert_eq!(kept(&[1.0, 0.6], &[1.0, 0.5, 0.3]), [1.0, 0.6, 0.3]);
        assert_eq!(kept(&[1.0, 1.0, 0.5, 0.2], &[1.0, 0.5, 0.3, 0.1]), [1.0, 0.5, 0.3, 0.2]);
    }

    /// An update by a file of these clips, of a project of these clips and files.
    fn updated(known: &[(u64, &str, &str)], new: &[&str], updates: Option<&str>) -> (Project, Vec<Joined>) {
        let clip = |id: u64, file: &str, name: &str| {
            let (file, place) = (file.to_owned(), format!("clip {name}"));
            let clip = Clip::new(name, Id(1), Default::default(), 30.0);
            let said = clip.said();
            (Id(id), Arc::new(Clip { origin: Some(Origin { file, place, content: "c".into(), said }), ..clip }))
        };
        let file = new.iter().zip(10..).map(|(name, id)| clip(id, "/a.glb", name)).collect();
        let import = Import {
            file: Arc::new(Project { clips: file, ..Project::default() }),
            updates: updates.map(str::to_owned),
            copy: 0,
            adopts: Default::default(),
            bindings: Default::default(),
            rebinds: false,
            renames: Default::default(),
            reset: false,
        };
        let clips = known.iter().map(|(id, file, name)| clip(*id, file, name)).collect();
        import.joined(&Project { clips, ..Project::default() })
    }

    #[test]
    fn what_the_file_no_longer_has_is_told_of_and_nothing_of_other_files() {
        let known = [(10, "/a.glb", "walk"), (20, "/a.glb", "run"), (30, "/b.glb", "jump")];
        let told = |updates| -> Vec<(u64, What)> {
            updated(&known, &["walk"], updates).1.into_iter().map(|it| (it.id.0, it.what)).collect()
        };
        assert_eq!(told(Some("/a.glb")), [(10, What::Updated), (20, What::Kept)]);
        let added = told(None);
        assert_eq!((added.len(), &added[0].1), (1, &What::Added));
        assert!(![10, 20, 30].contains(&added[0].0));
    }

    #[test]
    fn what_is_added_again_gets_ids_and_names_of_its_own() {
        let (project, told) = updated(&[(10, "/a.glb", "walk")], &["walk", "run"], None);
        let again = copies::again(Id(10));
        let names: BTreeMap<Id, &str> = project.clips.iter().map(|(id, clip)| (*id, clip.name.as_str())).collect();
        assert_eq!(names, [(Id(10), "walk"), (Id(11), "run"), (again, "walk_1")].into());
        assert!(told.iter().all(|it| it.what == What::Added));
    }

    #[test]
    fn a_clip_keeps_what_people_changed_and_takes_what_the_file_did() {
        let source = |duration| Arc::new(ClipSource { duration, ..ClipSource::default() });
        let known = Clip { keys_edited: true, looping: true, ..Clip::new("here", Id(1), source(1.0), 30.0) };
        let new = || Clip { skeleton: Id(2), ..Clip::new("file", Id(2), source(2.0), 60.0) };
        let said = known.said();
        for field in ["name", "frame rate", "looping", "keys"] {
            let mut file = said.clone();
            file.insert(field.into(), "other".into());
            let now = reimported(&known, new(), &Merge::of(Some(&said), &said, &file, false));
            let taken = [now.name == "file", now.frame_rate == 60.0, !now.looping, now.source.duration == 2.0];
            assert_eq!(taken, ["name", "frame rate", "looping", "keys"].map(|it| it == field), "{field}");
            assert_eq!((now.keys_edited, now.skeleton), (field != "keys", Id(2)));
        }
        let untouched = Clip { keys_edited: false, ..known };
        let now = reimported(&untouched, new(), &Merge::of(None, &said, &said, false));
        assert!(now.source.duration == 2.0 && now.name == "here", "keys that nobody edited are the file's");
    }

    #[test]
    fn what_is_bound_tells_what_its_skeleton_lacks_and_a_copy_shows_its_own_textures() {
        let origin = |place: &str| Origin {
            file: "/a.glb".into(),
            place: place.into(),
            content: "c".into(),
            said: Default::default(),
        };
        let own = Skeleton { origin: Some(origin("skeleton")), ..rig(&["root", "tail"], vec![]) };
        let channel = Channel { times: vec![0.0], values: vec![1.0; 3], ..Channel::default() };
        let track = Track { bone: "tail".into(), translation: Some(channel), ..Track::default() };
        let source = ClipSource { tracks: vec![track], ..ClipSource::default() };
        let clip = Clip { origin: Some(origin("clip walk")), ..Clip::new("walk", Id(1), Arc::new(source), 30.0) };
        let material = asset::Material { texture: Some(Id(4)), ..Default::default() };
        let palette = vec![anim::mesh::Joint { bone: 1, inverse_bind: [[0.0; 4]; 3] }].into();
        let data = Arc::new(anim::MeshPart { influences: 1, palette, ..Default::default() });
        let part = Part { name: "p".into(), source: None, material: 0, morphs: Vec::new(), data };
        let mesh = Mesh::new("body", (Id(1), own.keys()), vec![part], vec![material]);
        let mesh = Mesh { origin: Some(origin("mesh")), ..mesh };
        let (name, rgba) = ("skin".into(), Arc::new([0; 4]));
        let skin = Texture { name, origin: Some(origin("texture skin")), width: 1, height: 1, rgba };
        let mut file = Project::default();
        file.skeletons.insert(Id(1), Arc::new(own));
        file.clips.insert(Id(2), Arc::new(clip));
        file.meshes.insert(Id(3), Arc::new(mesh));
        file.textures.insert(Id(4), Arc::new(skin));
        let bindings = [(Id(1), Id(9))].into();
        let (adopts, renames) = Default::default();
        let (updates, copy, rebinds, reset) = (None, 0, false, false);
        let import = Import { file: Arc::new(file), updates, copy, adopts, bindings, rebinds, renames, reset };
        let mut project = Project::default();
        project.skeletons.insert(Id(9), Arc::new(rig(&["root"], vec![])));
        let (once, told) = import.joined(&project);
        let bound = || What::Bound { skeleton: "rig".into(), missing: vec!["tail".into()] };
        let whats: Vec<_> = told.into_iter().map(|it| (it.id.0, it.what)).collect();
        assert_eq!(whats, [(4, What::Added), (3, What::Added), (3, bound()), (2, What::Added), (2, bound())]);
        assert_eq!(
            (once.clips[&Id(2)].skeleton, once.meshes[&Id(3)].skeleton, once.skeletons.len()),
            (Id(9), Id(9), 1)
        );
        let twice = import.joined(&once).0;
        let [mesh, skin] = [3, 4].map(|id| copies::again(Id(id)));
        assert_eq!(twice.meshes[&mesh].materials[0].texture, Some(skin));
        assert_eq!([twice.asset_name(mesh), twice.asset_name(skin)], [Some("body_1"), Some("skin_1")]);
    }
}
