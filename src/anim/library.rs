//! Everything compiled that instances may play, with the indices that tie it together.

mod shared;
#[cfg(test)]
mod tests;

pub use shared::Shared;

use crate::{
    Clip, Graph, Mesh, Montage, Name, Names, Skeleton,
    event::{Event, Source},
    mesh_bounds::BoundsBy,
    mesh_levels::{ALL_LEVELS, runs_at},
    mirror::MirrorTable,
    notify::{Notify, NotifyClass, Payload, PayloadError},
    required::{RequiredBones, Wanted},
    sound_cue::{self, SoundCue},
};
use std::sync::Arc;

/// Immutable and shared by all instances. Each list ascends by name; names are unique within a
/// list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// Spelling of the names in the compiled data.
    pub names: Names,
    /// Skeletons of all that is listed here.
    pub skeletons: Vec<Arc<Skeleton>>,
    /// Clips; a segment of a montage names its clip by its place in this list.
    pub clips: Vec<Arc<Clip>>,
    /// Meshes that characters wear.
    pub meshes: Vec<Arc<Mesh>>,
    /// Montages that a game plays by name.
    pub montages: Vec<Arc<Montage>>,
    /// Graphs that characters, meshes and other graphs play.
    pub graphs: Vec<Arc<Graph>>,
    /// Classes of notifies: the fields that notifies carry for a game.
    pub notify_classes: Vec<Arc<NotifyClass>>,
    /// Sounds that play along with clips and montages, for a game to play; by host, then by time.
    pub sound_cues: Vec<SoundCue>,
    /// Contract: once a character plays it, the lists are not changed but in a copy.
    pub shared: Shared,
}

impl Library {
    /// Finds the skeleton of the given name; None if the library has no such skeleton.
    pub fn skeleton(&self, name: Name) -> Option<&Arc<Skeleton>> {
        find(&self.skeletons, name, |skeleton| skeleton.name).map(|at| &self.skeletons[at])
    }

    /// Finds the clip of the given name; None if the library has no such clip.
    pub fn clip(&self, name: Name) -> Option<&Arc<Clip>> {
        self.clip_index(name).map(|at| &self.clips[at])
    }

    /// Index in `clips` of the clip of the given name; None if the library has no such clip.
    pub fn clip_index(&self, name: Name) -> Option<usize> {
        find(&self.clips, name, |clip| clip.name)
    }

    /// Sets the bones that a character of a skeleton evaluates at a level of detail: the bones of
    /// every mesh that the character may wear, or all bones if there is no such mesh.
    pub fn require(&self, skeleton: &Skeleton, lod: usize, required: &mut RequiredBones) {
        self.require_for(skeleton, lod, &Graph::default(), required);
    }

    /// The graphs that work over the pose of a character of a skeleton: those of the meshes that it
    /// may wear, in the order of these, each once, and the coarsest level of detail of a character
    /// at which one of them wants it; -1 for all.
    pub fn post_processes(&self, skeleton: &Skeleton) -> impl Iterator<Item = (&Arc<Graph>, i8)> {
        let worn = move |mesh: &&Arc<Mesh>| {
            mesh.skeleton == skeleton.name && mesh.post_process != Name::NONE
        };
        let wants = move |name: Name| {
            self.meshes
                .iter()
                .filter(worn)
                .filter(move |mesh| mesh.post_process == name)
        };
        let is_first = move |mesh: &Arc<Mesh>| {
            wants(mesh.post_process)
                .next()
                .is_some_and(|it| Arc::ptr_eq(it, mesh))
        };
        let widest = move |name: Name| {
            let thresholds = wants(name).map(|mesh| mesh.post_process_threshold());
            thresholds
                .reduce(|a, b| if a < 0 || b < 0 { ALL_LEVELS } else { a.max(b) })
                .unwrap_or(ALL_LEVELS)
        };
        let first = self
            .meshes
            .iter()
            .filter(worn)
            .filter(move |mesh| is_first(mesh));
        let graphs = first.filter_map(move |mesh| {
            Some((self.graph(mesh.post_process)?, widest(mesh.post_process)))
        });
        graphs.filter(|(graph, _)| graph.skeleton() == skeleton.name)
    }

    /// Same as [`Library::require`], with the bones that a graph reads and the bones of bodies that
    /// bound a mesh. The finest level also has both ends of virtual bones and the bones with
    /// sockets. At a coarser level a socket whose bone is left out follows the nearest bone above
    /// it that is kept.
    pub fn require_for(
        &self,
        skeleton: &Skeleton,
        lod: usize,
        graph: &Graph,
        required: &mut RequiredBones,
    ) {
        let worn = self
            .meshes
            .iter()
            .filter(|mesh| mesh.skeleton == skeleton.name);
        let mut bones: Vec<usize> = worn
            .flat_map(|mesh| mesh.lod(lod).bones.iter().map(|bone| *bone as usize))
            .collect();
        if bones.is_empty() {
            bones.extend(0..skeleton.len());
        }
        let worn = self
            .meshes
            .iter()
            .filter(|mesh| mesh.skeleton == skeleton.name);
        let told = worn
            .filter(|mesh| mesh.room.by == BoundsBy::Bodies)
            .flat_map(|mesh| mesh.room.bodies.iter());
        bones.extend(told.map(|body| body.bone as usize));
        if lod == 0 {
            bones.extend(skeleton.sockets.iter().map(|socket| socket.bone as usize));
        }
        let over = self
            .post_processes(skeleton)
            .filter(|(_, threshold)| runs_at(*threshold, lod as u32));
        let graphs: Vec<&Graph> = over.map(|(graph, _)| &**graph).chain([graph]).collect();
        graphs.iter().for_each(|graph| {
            graph.for_each_read_bone(lod as u32, skeleton, |bone| bones.push(bone))
        });
        let links = if lod == 0 {
            skeleton.virtual_bones.len()
        } else {
            0
        };
        let virtual_bones: Vec<usize> = (0..links).collect();
        let mirrors: Vec<&MirrorTable> = graphs
            .iter()
            .flat_map(|graph| graph.mirrors())
            .map(|mirror| &**mirror)
            .collect();
        let wanted = Wanted {
            bones: &bones,
            virtual_bones: &virtual_bones,
            mirrors: &mirrors,
            ..Wanted::default()
        };
        required.set(skeleton, &wanted);
    }

    /// Finds the montage of the given name; None if the library has no such montage.
    pub fn montage(&self, name: Name) -> Option<&Arc<Montage>> {
        find(&self.montages, name, |montage| montage.name).map(|at| &self.montages[at])
    }

    /// Finds the graph of the given name; None if the library has no such graph.
    pub fn graph(&self, name: Name) -> Option<&Arc<Graph>> {
        find(&self.graphs, name, |graph| graph.name()).map(|at| &self.graphs[at])
    }

    /// Finds the notify class of the given name; None if the library has no such notify class.
    pub fn notify_class(&self, name: Name) -> Option<&Arc<NotifyClass>> {
        find(&self.notify_classes, name, |class| class.name).map(|at| &self.notify_classes[at])
    }

    /// Sounds that play along with the clip of that name, ascending by time.
    pub fn sounds_of_clip(&self, name: Name) -> &[SoundCue] {
        sound_cue::of_host(&self.sound_cues, (0, name))
    }

    /// Sounds that play along with the montage of that name, ascending by time.
    pub fn sounds_of_montage(&self, name: Name) -> &[SoundCue] {
        sound_cue::of_host(&self.sound_cues, (1, name))
    }

    /// Values that the notify of an event carries. None if the notify has no class, the event comes
    /// from no notify, or this library does not have the notify. The call looks the notify up by
    /// its id and allocates nothing.
    pub fn payload(&self, event: &Event) -> Option<Payload<'_>> {
        let (notify, values) = self.carrier(event)?;
        self.carried(notify, values)
    }

    /// The notify of an event. None of an event that is no notify's, and of a notify that this
    /// library does not have.
    pub fn notify_of(&self, event: &Event) -> Option<&Notify> {
        self.carrier(event).map(|(notify, _)| notify)
    }

    /// Beside the notify, the values of the clip or montage that it is on.
    fn carrier(&self, event: &Event) -> Option<(&Notify, &[u64])> {
        let (notifies, values) = match event.source {
            Source::Montage(_) => self
                .montage(event.asset)
                .map(|montage| (&montage.notifies, &montage.values))?,
            Source::Segment(..) | Source::Node(_) => self
                .clip(event.asset)
                .map(|clip| (&clip.notifies, &clip.values))?,
        };
        Some((
            notifies.iter().find(|notify| notify.id == event.id)?,
            values,
        ))
    }

    /// Values that a notify carries, given the values of the notify's clip or montage; None if the
    /// library does not have the class of the notify or the values do not fit.
    pub fn carried<'a>(&'a self, notify: &Notify, values: &'a [u64]) -> Option<Payload<'a>> {
        let class = self.notify_class(notify.class)?;
        Payload::new(class, values.get(notify.values())?, &self.names)
    }

    /// Whether every notify of a class has the values that the class asks for.
    pub fn check_payloads(&self) -> Result<(), PayloadError> {
        let of_clips = self.clips.iter().map(|clip| (&clip.notifies, &clip.values));
        let of_montages = self
            .montages
            .iter()
            .map(|montage| (&montage.notifies, &montage.values));
        for (notifies, values) in of_clips.chain(of_montages) {
            for notify in notifies.iter() {
                self.check_payload(notify, values)?;
            }
        }
        Ok(())
    }

    fn check_payload(&self, notify: &Notify, values: &[u64]) -> Result<(), PayloadError> {
        if notify.class == Name::NONE {
            return if notify.value_count == 0 {
                Ok(())
            } else {
                Err(PayloadError::Count { notify: notify.id })
            };
        }
        let class = self
            .notify_class(notify.class)
            .ok_or(PayloadError::Class { notify: notify.id })?;
        if !class.kind.takes(notify.is_state()) {
            return Err(PayloadError::Kind { notify: notify.id });
        }
        let values = values
            .get(notify.values())
            .ok_or(PayloadError::Count { notify: notify.id })?;
        class.check(notify.id, values, &self.names)
    }
}

fn find<T>(list: &[Arc<T>], name: Name, name_of: impl Fn(&T) -> Name) -> Option<usize> {
    list.binary_search_by_key(&name, |item| name_of(item)).ok()
}
