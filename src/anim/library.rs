//! Everything compiled that instances may play, with the indices that tie it together.

mod shared;

pub use shared::Shared;

use crate::{
    Clip, Graph, Mesh, Montage, Name, Names, Skeleton,
    event::{Event, Source},
    lod::{ALL_LEVELS, runs_at},
    mirror::MirrorTable,
    notify::{Notify, NotifyClass, Payload, PayloadError},
    required::{RequiredBones, Wanted},
    room::RoomBy,
};
use std::sync::Arc;

/// Immutable and shared by all instances. Each list ascends by name; names are unique within a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    pub names: Names,
    pub skeletons: Vec<Arc<Skeleton>>,
    pub clips: Vec<Arc<Clip>>,
    pub meshes: Vec<Arc<Mesh>>,
    pub montages: Vec<Arc<Montage>>,
    pub graphs: Vec<Arc<Graph>>,
    /// What notifies carry for a game.
    pub notify_classes: Vec<Arc<NotifyClass>>,
    /// Contract: once a character plays it, the lists are not changed but in a copy.
    pub shared: Shared,
}

impl Library {
    pub fn skeleton(&self, name: Name) -> Option<&Arc<Skeleton>> {
        find(&self.skeletons, name, |skeleton| skeleton.name).map(|at| &self.skeletons[at])
    }

    pub fn clip(&self, name: Name) -> Option<&Arc<Clip>> {
        self.clip_index(name).map(|at| &self.clips[at])
    }

    pub fn clip_index(&self, name: Name) -> Option<usize> {
        find(&self.clips, name, |clip| clip.name)
    }

    /// Sets what a character of a skeleton works out at a level of detail: the bones of every mesh that it may wear, or
    /// all of them where there is none.
    pub fn require(&self, skeleton: &Skeleton, lod: usize, required: &mut RequiredBones) {
        self.require_for(skeleton, lod, &Graph::default(), required);
    }

    /// The graphs that work over the pose of a character of a skeleton: those of the meshes that it may wear, in the
    /// order of these, each once, and the coarsest level of detail of a character at which one of them wants it; -1 for all.
    pub fn post_processes(&self, skeleton: &Skeleton) -> impl Iterator<Item = (&Arc<Graph>, i8)> {
        let worn = move |mesh: &&Arc<Mesh>| mesh.skeleton == skeleton.name && mesh.post_process != Name::NONE;
        let wants = move |name: Name| self.meshes.iter().filter(worn).filter(move |mesh| mesh.post_process == name);
        let is_first = move |mesh: &Arc<Mesh>| wants(mesh.post_process).next().is_some_and(|it| Arc::ptr_eq(it, mesh));
        let widest = move |name: Name| {
            let thresholds = wants(name).map(|mesh| mesh.post_process_threshold());
            thresholds.reduce(|a, b| if a < 0 || b < 0 { ALL_LEVELS } else { a.max(b) }).unwrap_or(ALL_LEVELS)
        };
        let first = self.meshes.iter().filter(worn).filter(move |mesh| is_first(mesh));
        let graphs = first.filter_map(move |mesh| Some((self.graph(mesh.post_process)?, widest(mesh.post_process))));
        graphs.filter(|(graph, _)| graph.skeleton() == skeleton.name)
    }

    /// As [`Library::require`], with the bones that a graph reads and those of bodies that tell how much room a mesh takes,
    /// and at the finest level both ends of virtual bones and those with sockets. At a coarser one a socket whose bone is left out rests on the nearest bone above it that is
    /// not.
    pub fn require_for(&self, skeleton: &Skeleton, lod: usize, graph: &Graph, required: &mut RequiredBones) {
        let worn = self.meshes.iter().filter(|mesh| mesh.skeleton == skeleton.name);
        let mut bones: Vec<usize> =
            worn.flat_map(|mesh| mesh.lod(lod).bones.iter().map(|bone| *bone as usize)).collect();
        if bones.is_empty() {
            bones.extend(0..skeleton.len());
        }
        let worn = self.meshes.iter().filter(|mesh| mesh.skeleton == skeleton.name);
        let told = worn.filter(|mesh| mesh.room.by == RoomBy::Bodies).flat_map(|mesh| mesh.room.bodies.iter());
        bones.extend(told.map(|body| body.bone as usize));
        if lod == 0 {
            bones.extend(skeleton.sockets.iter().map(|socket| socket.bone as usize));
        }
        let over = self.post_processes(skeleton).filter(|(_, threshold)| runs_at(*threshold, lod as u32));
        let graphs: Vec<&Graph> = over.map(|(graph, _)| &**graph).chain([graph]).collect();
        graphs.iter().for_each(|graph| graph.for_each_read_bone(lod as u32, skeleton, |bone| bones.push(bone)));
        let links = if lod == 0 { skeleton.virtual_bones.len() } else { 0 };
        let virtual_bones: Vec<usize> = (0..links).collect();
        let mirrors: Vec<&MirrorTable> =
            graphs.iter().flat_map(|graph| graph.mirrors()).map(|mirror| &**mirror).collect();
        let wanted = Wanted { bones: &bones, virtual_bones: &virtual_bones, mirrors: &mirrors, ..Wanted::default() };
        required.set(skeleton, &wanted);
    }

    pub fn montage(&self, name: Name) -> Option<&Arc<Montage>> {
        find(&self.montages, name, |montage| montage.name).map(|at| &self.montages[at])
    }

    pub fn graph(&self, name: Name) -> Option<&Arc<Graph>> {
        find(&self.graphs, name, |graph| graph.name()).map(|at| &self.graphs[at])
    }

    pub fn notify_class(&self, name: Name) -> Option<&Arc<NotifyClass>> {
        find(&self.notify_classes, name, |class| class.name).map(|at| &self.notify_classes[at])
    }

    /// What the notify of an event carries. None where it has no class, the event is no notify's, and of a notify that
    /// this library does not have. Looks the notify up by its id and allocates nothing.
    pub fn payload(&self, event: &Event) -> Option<Payload<'_>> {
        let (notify, values) = self.carrier(event)?;
        self.carried(notify, values)
    }

    /// The notify of an event. None of an event that is no notify's, and of a notify that this library does not have.
    pub fn notify_of(&self, event: &Event) -> Option<&Notify> {
        self.carrier(event).map(|(notify, _)| notify)
    }

    /// Beside the notify, the values of the clip or montage that it is on.
    fn carrier(&self, event: &Event) -> Option<(&Notify, &[u64])> {
        let (notifies, values) = match event.source {
            Source::Montage(_) => self.montage(event.asset).map(|montage| (&montage.notifies, &montage.values))?,
            Source::Segment(..) | Source::Node(_) => {
                self.clip(event.asset).map(|clip| (&clip.notifies, &clip.values))?
            }
        };
        Some((notifies.iter().find(|notify| notify.id == event.id)?, values))
    }

    /// What a notify carries, given the values of the clip or montage that it is on.
    pub fn carried<'a>(&'a self, notify: &Notify, values: &'a [u64]) -> Option<Payload<'a>> {
        let class = self.notify_class(notify.class)?;
        Payload::new(class, values.get(notify.values())?, &self.names)
    }

    /// Whether every notify of a class has the values that the class asks for.
    pub fn check_payloads(&self) -> Result<(), PayloadError> {
        let of_clips = self.clips.iter().map(|clip| (&clip.notifies, &clip.values));
        let of_montages = self.montages.iter().map(|montage| (&montage.notifies, &montage.values));
        for (notifies, values) in of_clips.chain(of_montages) {
            for notify in notifies.iter() {
                self.check_payload(notify, values)?;
            }
        }
        Ok(())
    }

    fn check_payload(&self, notify: &Notify, values: &[u64]) -> Result<(), PayloadError> {
        if notify.class == Name::NONE {
            return if notify.value_count == 0 { Ok(()) } else { Err(PayloadError::Count { notify: notify.id }) };
        }
        let class = self.notify_class(notify.class).ok_or(PayloadError::Class { notify: notify.id })?;
        if !class.kind.takes(notify.is_state()) {
            return Err(PayloadError::Kind { notify: notify.id });
        }
        let values = values.get(notify.values()).ok_or(PayloadError::Count { notify: notify.id })?;
        class.check(notify.id, values, &self.names)
    }
}

fn find<T>(list: &[Arc<T>], name: Name, name_of: impl Fn(&T) -> Name) -> Option<usize> {
    list.binary_search_by_key(&name, |item| name_of(item)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::nodes::{OutputNode, ReferencePoseNode};
    use crate::{
        Lod, fixture,
        graph::{AimOffset, GraphParts, LookAt, LookSource, Node, Value},
        room::{Body, Room},
        skeleton::{Socket, VirtualBone},
    };

    #[test]
    fn a_character_works_out_what_any_of_its_meshes_shows_or_all_its_bones() {
        let skeleton = fixture::chain(4);
        let lod =
            |bones: &[u32]| Lod { screen_size: 1.0, bones: bones.into(), parts: Vec::new(), materials: Vec::new() };
        let mesh = |name, skeleton, lods| Arc::new(Mesh { name: Name(name), skeleton, lods, ..Mesh::default() });
        let library = Library {
            meshes: vec![
                mesh(1, skeleton.name, vec![lod(&[0, 1, 2, 3]), lod(&[0])]),
                mesh(2, skeleton.name, vec![lod(&[0, 1])]),
                mesh(3, Name(99), vec![lod(&[0, 1, 2, 3])]),
            ],
            ..Library::default()
        };
        let required = |library: &Library, level| {
            let mut required = RequiredBones::default();
            library.require(&skeleton, level, &mut required);
            required.bones().to_vec()
        };
        assert_eq!([0, 1, 7].map(|level| required(&library, level).len()), [4, 2, 2]);
        assert_eq!(required(&Library::default(), 3), [0, 1, 2, 3]);
    }

    /// What hangs on bones that no mesh of the level shows.
    #[test]
    fn sockets_ends_of_virtual_bones_and_what_a_graph_reads_are_worked_out_too() {
        let parents: Vec<i32> = (0..12).map(|bone| if bone == 0 { -1 } else { 0 }).collect();
        let local = crate::PackedTransform::from(crate::Transform::IDENTITY);
        let socket = |name, bone| Socket { name: Name(name), bone, local, reserved: 0 };
        let (source, target) = (3, 4);
        let skeleton = fixture::skeleton(&parents, |_| crate::Transform::IDENTITY);
        let sockets = vec![socket(80, 2), socket(81, 7)].into();
        let skeleton = Skeleton::new(Name(1), skeleton.bones.clone(), sockets).unwrap();
        let link = VirtualBone { name: Name(90), source, target };
        let skeleton = skeleton.with_virtual_bones(vec![link].into()).unwrap();
        let lod = |bones: &[u32]| Lod { screen_size: 1.0, bones: bones.into(), parts: vec![], materials: vec![] };
        let lods = vec![lod(&[0, 1, 2]), lod(&[0, 1])];
        let mesh = Arc::new(Mesh { name: Name(1), skeleton: skeleton.name, lods, ..Mesh::default() });
        let library = Library { meshes: vec![mesh], ..Library::default() };
        let look = LookAt {
            target: [Value::Number(0.0); 3],
            source: LookSource::Socket(1),
            axes: [glam::Vec3::X, glam::Vec3::Z, glam::Vec3::Y],
        };
        let partners = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 11];
        let mirror = MirrorTable::new(&skeleton, Default::default(), &partners, Default::default()).unwrap();
        let parts = GraphParts {
            aims: vec![AimOffset { look: Some(look), lod: 1, ..AimOffset::default() }],
            mirrors: vec![Arc::new(mirror)],
            ..GraphParts::from(&[Node::ReferencePose(ReferencePoseNode), Node::Output(OutputNode { source: 0 })])
        };
        let graph = Graph::new(parts).unwrap();
        let found = |level, graph: &Graph| {
            let mut required = RequiredBones::default();
            library.require_for(&skeleton, level, graph, &mut required);
            (required.bones().to_vec(), required.virtual_bones().to_vec())
        };
        assert_eq!(found(0, &Graph::default()), (vec![0, 1, 2, 3, 4, 7], vec![0]));
        assert_eq!(found(1, &Graph::default()), (vec![0, 1], vec![]), "sockets and virtual bones rest on what is left");
        assert_eq!([1, 2].map(|level| found(level, &graph).0.contains(&7)), [true, false]);
    }

    /// At every level, or the room that a character takes would stand still where its limbs move.
    #[test]
    fn bones_of_bodies_are_worked_out_where_bodies_tell_the_room() {
        let skeleton = fixture::chain(5);
        let lod = |bones: &[u32]| Lod { screen_size: 1.0, bones: bones.into(), parts: vec![], materials: vec![] };
        let body = |bone| Body { bone, radius: 0.1, from: [0.0; 3], to: [0.0; 3] };
        let required = |by, level| {
            let room = Room { by, bodies: vec![body(1), body(3)].into() };
            let lods = vec![lod(&[0, 1, 2]), lod(&[0])];
            let mesh = Mesh { name: Name(1), skeleton: skeleton.name, lods, room, ..Mesh::default() };
            let library = Library { meshes: vec![mesh.into()], ..Library::default() };
            let mut required = RequiredBones::default();
            library.require(&skeleton, level, &mut required);
            required.bones().to_vec()
        };
        assert_eq!([0, 1].map(|level| required(RoomBy::Bodies, level)), [vec![0, 1, 2, 3], vec![0, 1, 2, 3]]);
        assert_eq!([0, 1].map(|level| required(RoomBy::Vertices, level)), [vec![0, 1, 2], vec![0]]);
    }

    /// Of meshes that share it the widest threshold counts, and where it rests nothing is worked out for it.
    #[test]
    fn the_graph_of_meshes_reads_bones_down_to_the_coarsest_level_that_any_of_them_wants() {
        let skeleton = fixture::chain(6);
        let parts = GraphParts {
            aims: vec![AimOffset {
                look: Some(LookAt {
                    target: [Value::Number(0.0); 3],
                    source: LookSource::Bone(5),
                    axes: [glam::Vec3::X, glam::Vec3::Z, glam::Vec3::Y],
                }),
                ..AimOffset::default()
            }],
            skeleton: skeleton.name,
            name: Name(50),
            ..GraphParts::from(&[Node::ReferencePose(ReferencePoseNode), Node::Output(OutputNode { source: 0 })])
        };
        let graph = Arc::new(Graph::new(parts).unwrap());
        let (wearing, other) = (skeleton.name, Name(99));
        let found = |thresholds: &[(Name, i8)]| {
            let lod = Lod { screen_size: 1.0, bones: vec![0].into(), parts: vec![], materials: vec![] };
            let lods = vec![lod; 4];
            let mesh = |(at, (skeleton, post_process_lod)): (usize, &(Name, i8))| {
                let (name, post_process) = (Name(at as u64 + 1), graph.name());
                let (skeleton, post_process_lod, lods) = (*skeleton, *post_process_lod, lods.clone());
                Arc::new(Mesh { name, skeleton, lods, post_process, post_process_lod, ..Mesh::default() })
            };
            let meshes = thresholds.iter().enumerate().map(mesh).collect();
            let library = Library { meshes, graphs: vec![graph.clone()], ..Library::default() };
            let over: Vec<i8> = library.post_processes(&skeleton).map(|(_, threshold)| threshold).collect();
            let reads = [0, 1, 2, 9].map(|level| {
                let mut required = RequiredBones::default();
                library.require(&skeleton, level, &mut required);
                required.bones().len() == 6
            });
            (over, reads)
        };
        assert_eq!(found(&[(wearing, 0)]), (vec![0], [true, false, false, false]));
        assert_eq!(found(&[(wearing, 0), (wearing, 2), (wearing, 1)]), (vec![2], [true, true, true, false]));
        assert_eq!(found(&[(wearing, 1), (wearing, ALL_LEVELS), (wearing, 0)]), (vec![ALL_LEVELS], [true; 4]));
        assert_eq!(found(&[(wearing, 0), (other, ALL_LEVELS)]), (vec![0], [true, false, false, false]));
        assert_eq!(found(&[(wearing, 3)]), (vec![ALL_LEVELS], [true; 4]), "the coarsest is shown at all beyond it");
        assert_eq!(found(&[]), (vec![], [true; 4]), "without a mesh all bones are worked out");
    }

    #[test]
    fn everything_is_found_by_its_name() {
        let mut clips = ["a", "b", "c"].map(|name| fixture::clip_along(name, 0.0)).to_vec();
        clips.sort_by_key(|clip| clip.name);
        let skeletons = vec![Arc::new(fixture::chain(1))];
        let library = Library { clips, skeletons, ..Library::default() };
        for name in ["a", "b", "c"].map(Name::new) {
            assert_eq!(library.clip(name).map(|clip| clip.name), Some(name));
        }
        assert!(library.clip(Name::new("d")).is_none() && library.montage(Name::new("a")).is_none());
        assert!(library.skeleton(Name(1)).is_some() && library.skeleton(Name(2)).is_none());
    }
}
