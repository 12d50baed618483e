//! What memory a project holds that another one does not, for whoever keeps many that differ
//! little.
//!
//! An estimate from what assets are made of: no less than half of what an allocator counts, and no
//! more than twice as much.

mod weight;

use crate::{
    Clip, List, Mesh, Project, Scenario, Skeleton, SoundFile, Texture, mesh::Part, source::Channel,
};
use anim::MeshPart;
use serde::Serialize;
use std::{mem::size_of_val, sync::Arc};
pub use weight::weight;

/// Bytes of an entry in one of the project's lists of assets.
const ENTRY: usize = 24;
/// Bytes that an allocation adds to its content, together with what an element's weight leaves out:
/// the text of a name.
const BESIDE: usize = 32;

impl Project {
    /// Bytes that would be free if this went and the other stayed.
    pub fn held_beyond(&self, other: &Project) -> usize {
        let own = size_of::<Self>() + weight(&self.head()) + self.assets().count() * ENTRY;
        own + self.lists_beyond(other)
    }
}

/// Declares how each kind weighs: by itself, and what of it the other shares.
macro_rules! kinds {
    ($($list:ident $weigh:expr;)+) => {
        impl Project {
            fn lists_beyond(&self, other: &Project) -> usize {
                let mut bytes = 0;
                $(for (id, asset) in &self.$list {
                    let known = other.$list.get(id);
                    if known.is_none_or(|known| !Arc::ptr_eq(known, asset)) {
                        bytes += size_of_val(&**asset) + BESIDE + $weigh(asset, known.map(|known| &**known));
                    }
                })+
                bytes
            }
        }
    };
}

kinds! {
    montages |montage: &crate::Montage, known: Option<&crate::Montage>| {
        let notifies = list(&montage.notifies, known.map(|known| &known.notifies));
        notifies + weight(&crate::Montage { notifies: List::new(), ..montage.clone() })
    };
    graphs |graph: &crate::PoseGraph, known: Option<&crate::PoseGraph>| {
        let (wiring, layout) = (known.map(|known| &known.wiring), known.map(|known| &known.layout));
        shared(&graph.wiring, wiring, |wiring| weight(&**wiring) + left_out(&wiring.nodes)) + shared(&graph.layout, layout, |layout| weight(&**layout))
    };
    blend_spaces |space: &_, _| weight(space);
    pose_assets |poses: &_, _| weight(poses);
    clips clip;
    skeletons |skeleton: &_, _| rig(skeleton);
    meshes mesh;
    textures |texture: &Texture, known: Option<&Texture>| {
        shared(&texture.rgba, known.map(|known| &known.rgba), |rgba| rgba.len())
    };
    notify_classes |class: &_, _| weight(class);
    sounds |sound: &SoundFile, known: Option<&SoundFile>| {
        shared(&sound.bytes, known.map(|known| &known.bytes), |bytes| bytes.len())
    };
    tests |scenario: &Scenario, known: Option<&Scenario>| {
        let bytes = |it: &Scenario| it.session().map(|it| it.bytes.clone());
        let own = bytes(scenario).map_or(0, |own| {
            shared(&own, known.and_then(bytes).as_ref(), |own| own.len())
        });
        own + weight(scenario)
    };
}

fn shared<T: ?Sized>(
    value: &Arc<T>,
    known: Option<&Arc<T>>,
    weigh: impl Fn(&Arc<T>) -> usize,
) -> usize {
    if known.is_some_and(|known| Arc::ptr_eq(known, value)) {
        0
    } else {
        weigh(value)
    }
}

/// Bytes of the list's spine, and of the pieces that `known` does not have at the same distance
/// from either end.
fn list<T: Serialize>(list: &List<T>, known: Option<&List<T>>) -> usize {
    let (pieces, known) = (list.pieces(), known.map_or(&[][..], |known| known.pieces()));
    let first = pieces
        .iter()
        .zip(known)
        .take_while(|(a, b)| Arc::ptr_eq(a, b))
        .count();
    let ends = pieces[first..]
        .iter()
        .rev()
        .zip(known[first..].iter().rev());
    let own = &pieces[first..pieces.len() - ends.take_while(|(a, b)| Arc::ptr_eq(a, b)).count()];
    // What an element's own files leave out is in its size, what hangs on it in its weight.
    let element = |element: &T| weight(element).max(size_of::<T>() + BESIDE);
    let own = own
        .iter()
        .map(|piece| 2 * BESIDE + piece.iter().map(element).sum::<usize>());
    pieces.len() * (size_of::<usize>() + size_of::<u32>()) + own.sum::<usize>()
}

/// Bytes by which the size of `elements` exceeds their weight: files leave out defaults, memory
/// does not.
fn left_out<T: Serialize>(elements: &[T]) -> usize {
    elements
        .iter()
        .map(|element| size_of::<T>().saturating_sub(weight(element)))
        .sum()
}

fn clip(clip: &Clip, known: Option<&Clip>) -> usize {
    let source = shared(&clip.source, known.map(|known| &known.source), |source| {
        let channels: usize = source.channels().map(channel).sum();
        channels + size_of_val(&*source.tracks) + size_of_val(&*source.curves)
    });
    let rest = (
        &clip.tracks,
        &clip.sync_markers,
        &clip.curves,
        &clip.notes,
        &clip.sounds,
        &clip.origin,
    );
    let keys: usize = clip.curves.iter().map(|curve| left_out(&curve.keys)).sum();
    source + keys + list(&clip.notifies, known.map(|known| &known.notifies)) + weight(&rest)
}

fn channel(channel: &Channel) -> usize {
    size_of_val(&*channel.times) + size_of_val(&*channel.values) + 2 * BESIDE
}

/// Elements that have a name each.
fn named<T>(elements: &[T]) -> usize {
    size_of_val(elements) + elements.len() * BESIDE
}

fn rig(skeleton: &Skeleton) -> usize {
    let weights = skeleton.masks.iter().map(|mask| mask.weights.len());
    let factors = skeleton
        .blend_profiles
        .iter()
        .map(|profile| profile.factors.len());
    let stands = skeleton
        .retarget_sources
        .iter()
        .map(|source| source.translations.len());
    let bones = named(&skeleton.bones) + named(&skeleton.absent) + named(&skeleton.virtual_bones);
    let rest = named(&skeleton.sockets) + weight(&(&skeleton.mirror, &skeleton.origin));
    bones + rest + weights.chain(factors).chain(stands).sum::<usize>() * BESIDE
}

fn mesh(mesh: &Mesh, known: Option<&Mesh>) -> usize {
    let bones = shared(&mesh.bones, known.map(|known| &known.bones), |bones| {
        size_of_val(&**bones)
    });
    let parts = mesh.lods.iter().flat_map(|lod| &lod.parts);
    let others: Vec<&Part> = known
        .iter()
        .flat_map(|known| &known.lods)
        .flat_map(|lod| &lod.parts)
        .collect();
    let of_part = |(at, part): (usize, &Part)| {
        let spellings = [&part.morphs, &part.attributes, &part.profiles].map(|names| named(names));
        let data = shared(
            &part.data,
            others.get(at).map(|other| &other.data),
            |data| vertices(data, others.get(at).map(|other| &*other.data)),
        );
        size_of::<Part>() + BESIDE + spellings.iter().sum::<usize>() + data
    };
    let rest = named(&mesh.materials) + named(&mesh.bodies) + weight(&mesh.origin);
    bones + rest + parts.enumerate().map(of_part).sum::<usize>()
}

fn vertices(data: &MeshPart, known: Option<&MeshPart>) -> usize {
    let mut bytes = size_of::<MeshPart>();
    macro_rules! streams {
        ($($stream:ident)+) => {
            $(if known.is_none_or(|known| known.$stream.as_ptr() != data.$stream.as_ptr()) {
                bytes += size_of_val(&*data.$stream);
            })+
        };
    }
    streams! {
        positions normals tangents uvs colors joints weights palette morphs deltas delta_tangents attributes attribute_values
        profiles profile_joints profile_weights indices
    }
    bytes
}
