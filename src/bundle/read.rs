//! From the bytes of a file to a library whose arrays are used in place; every byte is checked.

use crate::{
    BundleError,
    layout::*,
    sections::{self, Sections},
};
use anim::{
    Array, Bounds, BoundsBy, Clip, Graph, Library, Lod, Material, Mesh, MeshBounds, MeshPart,
    Montage, Name, Names, Skeleton, Store,
    additive::AdditiveKind,
    clip::{RootLock, RootMotion},
    codec::Compressed,
    graph::GraphParts,
    limits,
    mask::{BlendProfile, ProfileMode},
    mesh::{Cloth, SkinMethod},
    mesh_bounds::Body,
    montage::{Blend, BlendCurve, Easing, StretchCurve},
    notify::{ClassKind, NotifyClass},
    sound_cue::{self, SoundCue},
    warp::Windows,
};
use bytemuck::Pod;
use std::{collections::BTreeSet, fmt::Display, sync::Arc};
use words::tr;

/// Poses and events recorded when the bundle was written; playback must give the same ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Golden {
    /// [`anim::float::RULE`] of the program that recorded it: by another one bits may be others.
    pub float_rule: u32,
    /// Clips, each sampled at several times.
    pub clips: Array<GoldenClip>,
    /// Montages, each played from its start.
    pub tracks: Array<GoldenTrack>,
    /// Ranges of it belong to the tracks and graphs.
    pub ticks: Array<GoldenTick>,
    /// Graphs, each played from its start while its parameters change.
    pub graphs: Array<GoldenGraph>,
    /// Ranges of it belong to the graphs.
    pub settings: Array<GoldenSetting>,
}

/// A bundle that was read and checked.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Everything that plays; its arrays view the bytes of the file.
    pub library: Arc<Library>,
    /// Recorded results that playback must give; empty where the file holds no golden vectors.
    pub golden: Golden,
}

/// Validates every byte and index; the arrays of the result view `store`. `length` is the file's,
/// in bytes. Memory that is there already, such as that of a program or of a mapped file, is read
/// in place; [`Store::read`] reads a file once, [`Store::of`] copies bytes that lie anywhere.
pub fn read(store: Store, length: usize) -> Result<Bundle, BundleError> {
    let header = checked_header(&store, length)?;
    let sections = Sections::new(store, header.sections)?;
    let names = names(&sections)?;
    let file = BundleReader(sections, names);
    let skeletons: Vec<Arc<Skeleton>> =
        file.list(sections::SKELETONS, |record| file.skeleton(record))?;
    let find = |skeleton: Name| skeletons.iter().find(|s| s.name == skeleton);
    let bones = |skeleton: Name| find(skeleton).map(|s| s.len());
    let clips = file.list(sections::CLIPS, |record| file.clip(record, bones))?;
    let meshes = file.meshes(find)?;
    let montages = file.list(sections::MONTAGES, |record| {
        file.montage(record, clips.len())
    })?;
    let graphs = file.list(sections::GRAPHS, |record| file.graph(record, &clips, find))?;
    let notify_classes = file.list(sections::NOTIFY_CLASSES, |record| file.notify_class(record))?;
    ordered("skeletons", skeletons.iter().map(|item| item.name))?;
    ordered("clips", clips.iter().map(|item| item.name))?;
    ordered("meshes", meshes.iter().map(|item| item.name))?;
    ordered("montages", montages.iter().map(|item| item.name))?;
    ordered("graphs", graphs.iter().map(|item| item.name()))?;
    ordered(
        tr!("notify classes"),
        notify_classes.iter().map(|item| item.name),
    )?;
    let works_over = |mesh: &Mesh, graph: &Graph| {
        graph.name() == mesh.post_process && graph.skeleton() == mesh.skeleton
    };
    for mesh in meshes.iter().filter(|mesh| mesh.post_process != Name::NONE) {
        if !graphs.iter().any(|graph| works_over(mesh, graph)) {
            return Err(file.content(
                "mesh",
                mesh.name,
                tr!("its post-process graph is missing or uses another skeleton"),
            ));
        }
    }
    check_cloth(&file, &meshes)?;
    let sound_cues: Vec<SoundCue> = file.0.records(sections::SOUND_CUES)?;
    if !sound_cue::are_cues(&sound_cues) {
        return Err(content(
            tr!("sound cues"),
            tr!("one is out of order or out of range"),
        ));
    }
    let golden = Golden {
        float_rule: header.float_rule,
        clips: file.0.array(sections::GOLDEN_CLIPS)?,
        tracks: file.0.array(sections::GOLDEN_TRACKS)?,
        ticks: file.0.array(sections::GOLDEN_TICKS)?,
        graphs: file.0.array(sections::GOLDEN_GRAPHS)?,
        settings: file.0.array(sections::GOLDEN_SETTINGS)?,
    };
    check_golden(&golden)?;
    let library = Library {
        names: file.1,
        skeletons,
        clips,
        meshes,
        montages,
        graphs,
        notify_classes,
        sound_cues,
        ..Library::default()
    };
    library
        .check_payloads()
        .map_err(|error| content(tr!("a notify"), format!("{error:?}")))?;
    Ok(Bundle {
        library: Arc::new(library),
        golden,
    })
}

/// Times, steps and settings that can be played.
fn check_golden(golden: &Golden) -> Result<(), BundleError> {
    let steps = golden
        .tracks
        .iter()
        .map(|track| track.dt)
        .chain(golden.graphs.iter().map(|graph| graph.dt));
    let times = golden.clips.iter().map(|clip| clip.time);
    let settings = golden.settings.iter().map(|setting| setting.value);
    if steps
        .chain(times)
        .chain(settings)
        .all(|number| number.abs() <= limits::LARGEST.into())
    {
        Ok(())
    } else {
        Err(content(
            tr!("golden vectors"),
            tr!("one of their numbers is not finite or too large"),
        ))
    }
}

/// Checks that parts followed as cloth exist and have as many vertices as their followers record.
fn check_cloth(file: &BundleReader, meshes: &[Arc<Mesh>]) -> Result<(), BundleError> {
    let finest = meshes.iter().flat_map(|mesh| {
        mesh.lods
            .iter()
            .take(1)
            .flat_map(|lod| &lod.parts)
            .map(move |part| (mesh, part))
    });
    let there: BTreeSet<(Name, Name, Name, usize)> = finest
        .map(|(mesh, part)| (mesh.skeleton, mesh.name, part.name, part.vertex_count()))
        .collect();
    let parts = meshes.iter().flat_map(|mesh| {
        mesh.lods
            .iter()
            .flat_map(|lod| &lod.parts)
            .map(move |part| (mesh, part))
    });
    for (mesh, part) in parts.filter(|(_, part)| !part.cloth.vertices.is_empty()) {
        let Cloth {
            mesh: driver,
            part: by,
            driving,
            ..
        } = part.cloth;
        if !there.contains(&(mesh.skeleton, driver, by, driving as usize)) {
            return Err(file.content(
                tr!("mesh part"),
                part.name,
                tr!("its cloth is missing or has other vertices"),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) fn aligned(bytes: &[u8]) -> (Store, usize) {
    (Store::of(bytes), bytes.len())
}

/// Bytes at the start of a file that [`check_start`] looks at.
pub const START: usize = size_of::<Header>();

/// Whether a file that begins like this and is `length` bytes long can be a bundle, before memory
/// for all of it is taken.
pub fn check_start(start: &[u8], length: u64) -> Result<(), BundleError> {
    started(start, length).map(drop)
}

fn started(start: &[u8], length: u64) -> Result<Header, BundleError> {
    let head = start.get(..START).filter(|head| head[..8] == MAGIC);
    let header: Header = head
        .map(bytemuck::pod_read_unaligned)
        .ok_or(BundleError::NotABundle)?;
    if header.version != VERSION {
        return Err(BundleError::Version {
            found: header.version,
        });
    }
    if header.length != length {
        return Err(BundleError::Length {
            stated: header.length,
            found: length,
        });
    }
    Ok(header)
}

fn checked_header(store: &Store, length: usize) -> Result<Header, BundleError> {
    let all = store.bytes();
    let bytes = all.get(..length).unwrap_or(all);
    let header = started(bytes, length as u64)?;
    if all.len() < length {
        return Err(BundleError::Length {
            stated: header.length,
            found: all.len() as u64,
        });
    }
    let found = checksum(bytes, &header);
    if header.checksum != found {
        return Err(BundleError::Checksum {
            stated: header.checksum,
            found,
        });
    }
    Ok(header)
}

pub(crate) fn checksum(bytes: &[u8], header: &Header) -> u64 {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    hash.update(bytemuck::bytes_of(&Header {
        checksum: 0,
        ..*header
    }));
    hash.update(&bytes[size_of::<Header>()..]);
    hash.digest()
}

/// The sections of a file, and what its names are spelled as.
struct BundleReader(Sections, Names);

impl BundleReader {
    fn array<T: Pod>(&self, span: ArraySpan, what: &str) -> Result<Array<T>, BundleError> {
        self.0.view(span, what)
    }

    fn list<R: Pod, T>(
        &self,
        kind: sections::BundleSectionSpec,
        item: impl Fn(&R) -> Result<T, BundleError>,
    ) -> Result<Vec<Arc<T>>, BundleError> {
        self.0
            .records::<R>(kind)?
            .iter()
            .map(|record| item(record).map(Arc::new))
            .collect()
    }

    fn meshes<'a>(
        &self,
        find: impl Fn(Name) -> Option<&'a Arc<Skeleton>>,
    ) -> Result<Vec<Arc<Mesh>>, BundleError> {
        let materials: Vec<Material> = self.0.records(sections::MATERIALS)?;
        let parts: Vec<PartRecord> = self.0.records(sections::PARTS)?;
        let which: Vec<u32> = parts.iter().map(|part| part.material).collect();
        let parts: Vec<Arc<MeshPart>> = parts
            .iter()
            .map(|part| self.part(part).map(Arc::new))
            .collect::<Result<_, _>>()?;
        let lods: Vec<BundleLodRecord> = self.0.records(sections::LODS)?;
        let lods: Vec<Lod> = lods
            .iter()
            .map(|lod| self.lod(lod, &parts, &which))
            .collect::<Result<_, _>>()?;
        self.list(sections::MESHES, |record: &MeshRecord| {
            let bodies = self.array(record.bodies, "bodies")?;
            mesh(record, (&lods, &materials), bodies, &find)
                .map_err(|problem| self.content("mesh", record.name, problem))
        })
    }

    /// A problem of an asset, which is called by its name.
    fn content(&self, what: &str, name: Name, problem: impl Display) -> BundleError {
        match self.1.text(name) {
            "" => content(&tr!("a {what} without a name"), problem),
            text => content(&tr!("the {what} “{text}”"), problem),
        }
    }

    fn skeleton(&self, record: &SkeletonRecord) -> Result<Skeleton, BundleError> {
        let (bones, sockets) = (
            self.array(record.bones, "bones")?,
            self.array(record.sockets, "sockets")?,
        );
        let (virtual_bones, retarget) = (
            self.array(record.virtual_bones, tr!("virtual bones"))?,
            self.array(record.retarget, tr!("retarget modes"))?,
        );
        let records: Array<WeightsRecord> = self.array(record.masks, "masks")?;
        let weights: Vec<Array<f32>> = records
            .iter()
            .map(|mask| self.array(mask.values, "weights"))
            .collect::<Result<_, _>>()?;
        let masks: Vec<_> = records
            .iter()
            .zip(&weights)
            .map(|(mask, weights)| (mask.name, &**weights))
            .collect();
        let profiles: Array<WeightsRecord> = self.array(record.profiles, tr!("blend profiles"))?;
        let profiles = profiles
            .iter()
            .map(|profile| self.profile(profile))
            .collect::<Result<_, _>>()?;
        Skeleton::new(record.name, bones, sockets)
            .and_then(Skeleton::with_sound_places)
            .and_then(|skeleton| skeleton.with_virtual_bones(virtual_bones))
            .and_then(|skeleton| skeleton.with_retarget(retarget))
            .and_then(|skeleton| skeleton.with_masks(&masks))
            .and_then(|skeleton| skeleton.with_profiles(profiles))
            .map_err(|error| self.content("skeleton", record.name, error))
    }

    fn profile(&self, record: &WeightsRecord) -> Result<(Name, BlendProfile), BundleError> {
        let mode = ProfileMode::ALL.get(record.mode as usize).copied();
        let mode = mode.ok_or_else(|| {
            self.content(
                tr!("blend profile"),
                record.name,
                tr!("its mode is unknown"),
            )
        })?;
        let factors: Array<f32> = self.array(record.values, "factors")?;
        Ok((
            record.name,
            BlendProfile {
                mode,
                factors: factors.to_vec(),
            },
        ))
    }

    fn clip(
        &self,
        record: &ClipRecord,
        bones: impl Fn(Name) -> Option<usize>,
    ) -> Result<Clip, BundleError> {
        let lock = match record.root_lock {
            0 => RootLock::Reference,
            1 => RootLock::FirstFrame,
            2 => RootLock::Zero,
            other => return Err(self.content("clip", record.name, tr!("root lock {other}"))),
        };
        let additive = match record.additive {
            0 => None,
            1 => Some(AdditiveKind::Local),
            2 => Some(AdditiveKind::Mesh),
            3 => Some(AdditiveKind::LocalBoneFrame),
            other => {
                return Err(self.content("clip", record.name, tr!("additive kind {other}")));
            }
        };
        let bones = bones(record.skeleton)
            .ok_or_else(|| self.content("clip", record.name, tr!("its skeleton is missing")))?;
        let compressed: Array<u8> = self.array(record.compressed, tr!("compressed keys"))?;
        let compressed = if compressed.is_empty() {
            None
        } else {
            Some(
                Compressed::unsummed(compressed, record.key_count, bones)
                    .map_err(|e| self.content("clip", record.name, e))?,
            )
        };
        let on = |bit: u32| record.flags & bit != 0;
        let clip = Clip {
            name: record.name,
            skeleton: record.skeleton,
            length: record.length,
            key_count: record.key_count,
            times: self.array(record.times, tr!("times of keys"))?,
            rate_scale: record.rate_scale,
            looping: on(clip_flag::LOOPING),
            stepped: on(clip_flag::STEPPED),
            root_motion: RootMotion {
                enabled: on(clip_flag::ROOT_MOTION),
                lock,
            },
            additive,
            compressed,
            chunked: None,
            tracks: self.array(record.tracks, "tracks")?,
            keys: self.array(record.keys, "keys")?,
            curves: self.array(record.curves, "curves")?,
            curve_keys: self.array(record.curve_keys, tr!("curve keys"))?,
            notifies: self.array(record.notifies, "notifies")?,
            values: self.array(record.values, tr!("values of notifies"))?,
            markers: self.array(record.sync_markers, tr!("sync markers"))?,
            warps: self.warps(record.warps)?,
        };
        Clip::new(clip, bones).map_err(|error| self.content("clip", record.name, error))
    }

    fn part(&self, record: &PartRecord) -> Result<MeshPart, BundleError> {
        let method = match record.method {
            0 => SkinMethod::Linear,
            1 => SkinMethod::DualQuaternion,
            other => {
                return Err(self.content(
                    tr!("mesh part"),
                    record.name,
                    tr!("skinning method {other}"),
                ));
            }
        };
        let part = MeshPart {
            name: record.name,
            method,
            influences: record.influences,
            positions: self.array(record.positions, "positions")?,
            normals: self.array(record.normals, "normals")?,
            tangents: self.array(record.tangents, "tangents")?,
            uvs: self.array(record.uvs, "uvs")?,
            colors: self.array(record.colors, "colours")?,
            joints: self.array(record.joints, "joints")?,
            weights: self.array(record.weights, "weights")?,
            palette: self.array(record.palette, "palette")?,
            morphs: self.array(record.morphs, "morphs")?,
            deltas: self.array(record.deltas, tr!("morph deltas"))?,
            indices: self.array(record.indices, "indices")?,
            delta_tangents: self.array(record.delta_tangents, tr!("tangents of morph deltas"))?,
            attributes: self.array(record.attributes, "attributes")?,
            attribute_values: self.array(record.attribute_values, tr!("values of attributes"))?,
            profiles: self.array(record.profiles, tr!("skin-weight profiles"))?,
            profile_joints: self.array(record.profile_joints, tr!("joints of profiles"))?,
            profile_weights: self.array(record.profile_weights, tr!("weights of profiles"))?,
            cloth: Cloth {
                mesh: record.cloth_mesh,
                part: record.cloth_part,
                driving: record.cloth_driving,
                vertices: self.array(record.cloth, "cloth")?,
            },
        };
        MeshPart::new(part).map_err(|error| self.content(tr!("mesh part"), record.name, error))
    }

    fn lod(
        &self,
        record: &BundleLodRecord,
        parts: &[Arc<MeshPart>],
        materials: &[u32],
    ) -> Result<Lod, BundleError> {
        let parts = sub_list(parts, record.first_part, record.part_count);
        let materials = sub_list(materials, record.first_part, record.part_count);
        let (parts, materials) = parts
            .zip(materials)
            .ok_or_else(|| content(tr!("a level of detail"), tr!("its parts")))?;
        Ok(Lod {
            screen_size: record.screen_size,
            bones: self.array(record.bones, tr!("bones of a level of detail"))?,
            parts: parts.to_vec(),
            materials: materials.to_vec(),
        })
    }

    fn montage(&self, record: &MontageRecord, clip_count: usize) -> Result<Montage, BundleError> {
        let on = |bit: u32| record.flags & bit != 0;
        let stretch: Array<f32> = self.array(record.stretch, tr!("a time-stretch curve"))?;
        let montage = Montage {
            name: record.name,
            skeleton: record.skeleton,
            group: record.group,
            length: record.length,
            rate_scale: record.rate_scale,
            blend_in: Blend {
                time: record.blend_in_time,
                easing: self.easing(record.blend_in_easing, record.blend_in_curve)?,
                inertialize: on(montage_flag::INERTIALIZE_IN),
                profile: record.blend_in_profile,
            },
            blend_out: Blend {
                time: record.blend_out_time,
                easing: self.easing(record.blend_out_easing, record.blend_out_curve)?,
                inertialize: on(montage_flag::INERTIALIZE_OUT),
                profile: record.blend_out_profile,
            },
            blend_out_trigger: record.blend_out_trigger,
            auto_blend_out: on(montage_flag::AUTO_BLEND_OUT),
            root_translation: on(montage_flag::ROOT_TRANSLATION),
            root_rotation: on(montage_flag::ROOT_ROTATION),
            sections: self.array(record.sections, "sections")?,
            slots: self.array(record.slots, "slots")?,
            segments: self.array(record.segments, "segments")?,
            notifies: self.array(record.notifies, "notifies")?,
            values: self.array(record.values, tr!("values of notifies"))?,
            stretch: (!stretch.is_empty()).then_some(StretchCurve { samples: stretch }),
            sync_group: record.sync_group,
            markers: self.array(record.sync_markers, tr!("sync markers"))?,
            curves: self.array(record.curves, "curves")?,
            curve_keys: self.array(record.curve_keys, tr!("curve keys"))?,
            warps: self.warps(record.warps)?,
        };
        Montage::new(montage, clip_count)
            .map_err(|error| self.content("montage", record.name, error))
    }

    fn warps(&self, span: ArraySpan) -> Result<Windows, BundleError> {
        if span.count == 0 {
            return Ok(Windows::default());
        }
        let bytes: Array<u8> = self.array(span, tr!("windows of motion warping"))?;
        match postcard::take_from_bytes::<Windows>(&bytes) {
            Ok((windows, [])) if windows.is_sound() => Ok(windows),
            Ok(_) => Err(content(
                tr!("windows of motion warping"),
                tr!("they are not valid"),
            )),
            Err(error) => Err(content(tr!("windows of motion warping"), error)),
        }
    }

    fn notify_class(&self, record: &NotifyClassRecord) -> Result<NotifyClass, BundleError> {
        let kind = ClassKind::ALL.get(record.kind as usize).copied();
        let class = NotifyClass {
            name: record.name,
            kind: kind
                .ok_or_else(|| self.content(tr!("notify class"), record.name, tr!("its kind")))?,
            fields: self.array(record.fields, tr!("fields of a notify class"))?,
            choices: self.array(record.choices, tr!("choices of a notify class"))?,
        };
        NotifyClass::new(class)
            .map_err(|error| self.content(tr!("notify class"), record.name, format!("{error:?}")))
    }

    fn easing(&self, index: u32, points: ArraySpan) -> Result<Easing, BundleError> {
        let points: Array<u16> = self.array(points, tr!("a blend curve"))?;
        let named = Easing::ALL
            .get(index as usize)
            .copied()
            .filter(|_| points.is_empty());
        let custom = || {
            let points = (*points)
                .try_into()
                .ok()
                .filter(|_: &[u16; BlendCurve::POINTS]| index == CUSTOM_EASING)?;
            Some(Easing::Custom(BlendCurve { points }))
        };
        named
            .or_else(custom)
            .ok_or_else(|| content(tr!("a montage"), tr!("its easing is unknown")))
    }

    fn graph<'a>(
        &self,
        record: &GraphRecord,
        clips: &[Arc<Clip>],
        find: impl Fn(Name) -> Option<&'a Arc<Skeleton>>,
    ) -> Result<Graph, BundleError> {
        if record.encoding != GRAPH_ENCODING {
            return Err(BundleError::Graph {
                encoding: record.encoding,
            });
        }
        let bytes: Array<u8> = self.array(record.bytes, tr!("a graph"))?;
        let (parts, rest) = postcard::take_from_bytes::<GraphParts>(&bytes)
            .map_err(|error| self.content("graph", record.name, error))?;
        if !rest.is_empty() || parts.name != record.name {
            return Err(self.content(
                "graph",
                record.name,
                tr!("its data belongs to another graph"),
            ));
        }
        let skeleton = find(parts.skeleton)
            .ok_or_else(|| self.content("graph", record.name, tr!("its skeleton is missing")))?;
        let graph = Graph::new(parts)
            .and_then(Graph::with_sound_numbers)
            .map_err(|error| self.content("graph", record.name, error))?;
        graph
            .fits(clips, skeleton)
            .map_err(|error| self.content("graph", record.name, error))?;
        Ok(graph)
    }
}

fn mesh<'a>(
    record: &MeshRecord,
    (lods, materials): (&[Lod], &[Material]),
    bodies: Array<Body>,
    find: impl Fn(Name) -> Option<&'a Arc<Skeleton>>,
) -> Result<Mesh, String> {
    let lods = sub_list(lods, record.first_lod, record.lod_count)
        .ok_or_else(|| tr!("its LODs are missing").to_owned())?;
    let materials = sub_list(materials, record.first_material, record.material_count);
    let materials = materials.ok_or_else(|| tr!("its materials are missing").to_owned())?;
    let skeleton =
        find(record.skeleton).ok_or_else(|| tr!("its skeleton is missing").to_owned())?;
    let (name, skeleton_name, post_process) = (record.name, record.skeleton, record.post_process);
    let (lods, materials) = (lods.to_vec(), materials.to_vec());
    let by = match record.room {
        0 => BoundsBy::Vertices,
        1 => BoundsBy::Bodies,
        2 => BoundsBy::Fixed(Bounds {
            min: record.box_min.into(),
            max: record.box_max.into(),
        }),
        other => return Err(tr!("room by {other}")),
    };
    let room = MeshBounds { by, bodies };
    let post_process_lod = i64::from(record.post_process_levels) - 1;
    let post_process_lod = i8::try_from(post_process_lod).map_err(|_| {
        tr!(
            "a post-process graph at {} levels",
            record.post_process_levels
        )
    })?;
    let mesh = Mesh {
        name,
        skeleton: skeleton_name,
        lods,
        materials,
        post_process,
        post_process_lod,
        room,
    };
    Mesh::new(mesh, skeleton).map_err(|error| error.to_string())
}

fn names(sections: &Sections) -> Result<Names, BundleError> {
    let text = sections.array::<u8>(sections::TEXT)?;
    let mut names = Names::default();
    for record in sections.records::<NameRecord>(sections::NAMES)? {
        let range =
            record.first as usize..(record.first as usize).saturating_add(record.length as usize);
        let spelling = text
            .get(range)
            .and_then(|bytes| std::str::from_utf8(bytes).ok());
        let spelling = spelling.filter(|text| Name::new(text) == record.name);
        names
            .insert(spelling.ok_or_else(|| content(tr!("a name"), tr!("its spelling")))?)
            .map_err(|_| content(tr!("a name"), tr!("its spelling")))?;
    }
    Ok(names)
}

fn sub_list<T>(list: &[T], first: u32, count: u32) -> Option<&[T]> {
    list.get(first as usize..(first as usize).saturating_add(count as usize))
}

fn ordered(what: &str, names: impl Iterator<Item = Name>) -> Result<(), BundleError> {
    if names.is_sorted_by(|a, b| a < b) {
        Ok(())
    } else {
        Err(content(what, tr!("not in order of name")))
    }
}

fn content(what: &str, problem: impl Display) -> BundleError {
    BundleError::Content {
        what: format!("{what}: {problem}"),
    }
}
