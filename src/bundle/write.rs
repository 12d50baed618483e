//! From a library to the bytes of one file; the same library gives the same bytes.

use crate::{Golden, layout::*, sections};
use anim::{
    BoundsBy, Clip, Graph, Library, Lod, Material, MeshPart, Montage, Skeleton,
    additive::AdditiveKind,
    clip::RootLock,
    mask::ProfileMode,
    mesh::SkinMethod,
    montage::Easing,
    notify::{ClassKind, NotifyClass},
    warp::Windows,
};
use bytemuck::Pod;
use std::collections::HashMap;

/// The bytes of a bundle. The same library gives the same bytes.
/// Panics on clips in chunks, whose keys are elsewhere.
pub fn write(library: &Library, golden: &Golden) -> Vec<u8> {
    assert!(
        library.clips.iter().all(|clip| clip.chunked.is_none()),
        "a streamed library already comes from a bundle"
    );
    let mut file = BundleWriter {
        bytes: vec![0; size_of::<Header>()],
        streams: HashMap::new(),
        sections: Vec::new(),
    };
    let (names, text) = name_records(library);
    let lods = || library.meshes.iter().flat_map(|mesh| &mesh.lods);
    let parts: Vec<_> = lods().flat_map(|lod| file.parts(lod)).collect();
    let lods = file.lods(lods());
    let meshes = file.meshes(library);
    let skeletons: Vec<_> = library
        .skeletons
        .iter()
        .map(|skeleton| file.skeleton(skeleton))
        .collect();
    let clips: Vec<_> = library.clips.iter().map(|clip| file.clip(clip)).collect();
    let montages: Vec<_> = library
        .montages
        .iter()
        .map(|montage| file.montage(montage))
        .collect();
    let materials: Vec<Material> = library
        .meshes
        .iter()
        .flat_map(|mesh| mesh.materials.iter().copied())
        .collect();
    file.section(sections::NAMES, &names);
    file.section(sections::TEXT, &text);
    file.section(sections::SKELETONS, &skeletons);
    file.section(sections::CLIPS, &clips);
    file.section(sections::MATERIALS, &materials);
    file.section(sections::MESHES, &meshes);
    file.section(sections::LODS, &lods);
    file.section(sections::PARTS, &parts);
    file.section(sections::MONTAGES, &montages);
    let graphs: Vec<_> = library
        .graphs
        .iter()
        .map(|graph| file.graph(graph))
        .collect();
    file.section(sections::GOLDEN_CLIPS, &golden.clips);
    file.section(sections::GOLDEN_TRACKS, &golden.tracks);
    file.section(sections::GOLDEN_TICKS, &golden.ticks);
    let classes: Vec<_> = library
        .notify_classes
        .iter()
        .map(|class| file.notify_class(class))
        .collect();
    if !classes.is_empty() {
        file.section(sections::NOTIFY_CLASSES, &classes);
    }
    if !graphs.is_empty() {
        // A bundle without any plays in a program that knows none.
        file.section(sections::GRAPHS, &graphs);
        file.section(sections::GOLDEN_GRAPHS, &golden.graphs);
        file.section(sections::GOLDEN_SETTINGS, &golden.settings);
    }
    if !library.sound_cues.is_empty() {
        file.section(sections::SOUND_CUES, &library.sound_cues);
    }
    file.into_bundle(golden.float_rule)
}

struct BundleWriter {
    bytes: Vec<u8>,
    /// Start of each stream of a part, by hash and length.
    streams: HashMap<(u128, usize), u64>,
    sections: Vec<SectionRecord>,
}

impl BundleWriter {
    fn array<T: Pod>(&mut self, items: &[T]) -> ArraySpan {
        self.bytes
            .resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        let offset = self.bytes.len() as u64;
        self.bytes.extend_from_slice(bytemuck::cast_slice(items));
        ArraySpan {
            offset,
            count: items.len() as u64,
        }
    }

    /// Once, however many parts have the same.
    fn stream<T: Pod>(&mut self, items: &[T]) -> ArraySpan {
        let bytes: &[u8] = bytemuck::cast_slice(items);
        let key = (xxhash_rust::xxh3::xxh3_128(bytes), bytes.len());
        if let Some(offset) = self.streams.get(&key) {
            return ArraySpan {
                offset: *offset,
                count: items.len() as u64,
            };
        }
        let span = self.array(items);
        self.streams.insert(key, span.offset);
        span
    }

    fn section<R: Pod>(&mut self, kind: sections::BundleSectionSpec, records: &[R]) {
        let record = SectionRecord {
            tag: kind.tag,
            version: kind.version,
            flags: if kind.required {
                section_flag::REQUIRED
            } else {
                0
            },
            record_size: size_of::<R>() as u32,
            reserved: 0,
            records: self.array(records),
        };
        self.sections.push(record);
    }

    fn into_bundle(mut self, float_rule: u32) -> Vec<u8> {
        let sections = std::mem::take(&mut self.sections);
        let sections = self.array(&sections);
        self.bytes
            .resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        let length = self.bytes.len() as u64;
        let mut header = Header {
            magic: MAGIC,
            version: VERSION,
            float_rule,
            length,
            checksum: 0,
            sections,
        };
        self.bytes[..size_of::<Header>()].copy_from_slice(bytemuck::bytes_of(&header));
        header.checksum = xxhash_rust::xxh3::xxh3_64(&self.bytes);
        self.bytes[..size_of::<Header>()].copy_from_slice(bytemuck::bytes_of(&header));
        self.bytes
    }

    fn skeleton(&mut self, skeleton: &Skeleton) -> SkeletonRecord {
        SkeletonRecord {
            name: skeleton.name,
            bones: self.array(&skeleton.bones),
            sockets: self.array(&skeleton.sockets),
            virtual_bones: self.array(&skeleton.virtual_bones),
            retarget: self.array(&skeleton.retarget),
            masks: self.masks(skeleton),
            profiles: self.profiles(skeleton),
        }
    }

    fn masks(&mut self, skeleton: &Skeleton) -> ArraySpan {
        let mut records = Vec::with_capacity(skeleton.masks.len());
        for (name, mask) in &skeleton.masks {
            let weights: Vec<f32> = (0..skeleton.len()).map(|bone| mask.weight(bone)).collect();
            records.push(WeightsRecord {
                name: *name,
                mode: 0,
                reserved: 0,
                values: self.array(&weights),
            });
        }
        self.array(&records)
    }

    fn profiles(&mut self, skeleton: &Skeleton) -> ArraySpan {
        let mut records = Vec::with_capacity(skeleton.profiles.len());
        for (name, profile) in &skeleton.profiles {
            let mode = ProfileMode::ALL
                .iter()
                .position(|mode| *mode == profile.mode)
                .unwrap_or(0) as u32;
            records.push(WeightsRecord {
                name: *name,
                mode,
                reserved: 0,
                values: self.array(&profile.factors),
            });
        }
        self.array(&records)
    }

    fn clip(&mut self, clip: &Clip) -> ClipRecord {
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        ClipRecord {
            name: clip.name,
            skeleton: clip.skeleton,
            length: clip.length,
            key_count: clip.key_count,
            rate_scale: clip.rate_scale,
            flags: bit(clip.looping, clip_flag::LOOPING)
                | bit(clip.stepped, clip_flag::STEPPED)
                | bit(clip.root_motion.enabled, clip_flag::ROOT_MOTION),
            root_lock: match clip.root_motion.lock {
                RootLock::Reference => 0,
                RootLock::FirstFrame => 1,
                RootLock::Zero => 2,
            },
            additive: match clip.additive {
                None => 0,
                Some(AdditiveKind::Local) => 1,
                Some(AdditiveKind::Mesh) => 2,
                Some(AdditiveKind::LocalBoneFrame) => 3,
            },
            compressed: clip
                .compressed
                .as_ref()
                .map_or(self.array::<u8>(&[]), |keys| self.array(keys.bytes())),
            tracks: self.array(&clip.tracks),
            keys: self.array(&clip.keys),
            curves: self.array(&clip.curves),
            curve_keys: self.array(&clip.curve_keys),
            warps: self.warps(&clip.warps),
            notifies: self.array(&clip.notifies),
            sync_markers: self.array(&clip.markers),
            values: self.array(&clip.values),
            times: self.array(&clip.times),
        }
    }

    fn lods<'a>(&mut self, lods: impl Iterator<Item = &'a Lod>) -> Vec<BundleLodRecord> {
        let mut first_part = 0;
        let record = |lod: &Lod| {
            let part_count = lod.parts.len() as u32;
            first_part += part_count;
            BundleLodRecord {
                screen_size: lod.screen_size,
                first_part: first_part - part_count,
                part_count,
                reserved: 0,
                bones: self.array(&lod.bones),
            }
        };
        lods.map(record).collect()
    }

    fn meshes(&mut self, library: &Library) -> Vec<MeshRecord> {
        let (mut first_lod, mut first_material) = (0, 0);
        let mut records = Vec::new();
        for mesh in &library.meshes {
            let (lod_count, material_count) = (mesh.lods.len() as u32, mesh.materials.len() as u32);
            let (room, fixed) = match mesh.room.by {
                BoundsBy::Vertices => (0, None),
                BoundsBy::Bodies => (1, None),
                BoundsBy::Fixed(fixed) => (2, Some(fixed)),
            };
            records.push(MeshRecord {
                name: mesh.name,
                skeleton: mesh.skeleton,
                first_lod,
                lod_count,
                first_material,
                material_count,
                post_process: mesh.post_process,
                bodies: self.stream(&mesh.room.bodies),
                room,
                post_process_levels: (i32::from(mesh.post_process_lod) + 1).max(0) as u32,
                box_min: fixed.map_or([0.0; 3], |fixed| fixed.min.to_array()),
                box_max: fixed.map_or([0.0; 3], |fixed| fixed.max.to_array()),
            });
            (first_lod, first_material) = (first_lod + lod_count, first_material + material_count);
        }
        records
    }

    fn parts(&mut self, lod: &Lod) -> Vec<PartRecord> {
        lod.parts
            .iter()
            .zip(&lod.materials)
            .map(|(part, material)| self.part(part, *material))
            .collect()
    }

    fn part(&mut self, part: &MeshPart, material: u32) -> PartRecord {
        PartRecord {
            name: part.name,
            influences: part.influences,
            method: match part.method {
                SkinMethod::Linear => 0,
                SkinMethod::DualQuaternion => 1,
            },
            material,
            reserved: 0,
            positions: self.stream(&part.positions),
            normals: self.stream(&part.normals),
            tangents: self.stream(&part.tangents),
            uvs: self.stream(&part.uvs),
            colors: self.stream(&part.colors),
            joints: self.stream(&part.joints),
            weights: self.stream(&part.weights),
            palette: self.stream(&part.palette),
            morphs: self.stream(&part.morphs),
            deltas: self.stream(&part.deltas),
            indices: self.stream(&part.indices),
            delta_tangents: self.stream(&part.delta_tangents),
            attributes: self.stream(&part.attributes),
            attribute_values: self.stream(&part.attribute_values),
            profiles: self.stream(&part.profiles),
            profile_joints: self.stream(&part.profile_joints),
            profile_weights: self.stream(&part.profile_weights),
            cloth_mesh: part.cloth.mesh,
            cloth_part: part.cloth.part,
            cloth_driving: part.cloth.driving,
            cloth_reserved: 0,
            cloth: self.stream(&part.cloth.vertices),
        }
    }

    fn montage(&mut self, montage: &Montage) -> MontageRecord {
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        MontageRecord {
            name: montage.name,
            skeleton: montage.skeleton,
            group: montage.group,
            length: montage.length,
            rate_scale: montage.rate_scale,
            blend_in_time: montage.blend_in.time,
            blend_out_time: montage.blend_out.time,
            blend_in_easing: easing_index(montage.blend_in.easing),
            blend_out_easing: easing_index(montage.blend_out.easing),
            blend_out_trigger: montage.blend_out_trigger,
            flags: bit(montage.auto_blend_out, montage_flag::AUTO_BLEND_OUT)
                | bit(montage.blend_in.inertialize, montage_flag::INERTIALIZE_IN)
                | bit(montage.blend_out.inertialize, montage_flag::INERTIALIZE_OUT)
                | bit(montage.root_translation, montage_flag::ROOT_TRANSLATION)
                | bit(montage.root_rotation, montage_flag::ROOT_ROTATION),
            blend_in_profile: montage.blend_in.profile,
            blend_out_profile: montage.blend_out.profile,
            sections: self.array(&montage.sections),
            slots: self.array(&montage.slots),
            segments: self.array(&montage.segments),
            notifies: self.array(&montage.notifies),
            values: self.array(&montage.values),
            blend_in_curve: self.array(easing_points(&montage.blend_in.easing)),
            blend_out_curve: self.array(easing_points(&montage.blend_out.easing)),
            stretch: self.array(
                montage
                    .stretch
                    .as_ref()
                    .map_or(&[], |stretch| &*stretch.samples),
            ),
            sync_group: montage.sync_group,
            sync_markers: self.array(&montage.markers),
            curves: self.array(&montage.curves),
            curve_keys: self.array(&montage.curve_keys),
            warps: self.warps(&montage.warps),
        }
    }

    fn notify_class(&mut self, class: &NotifyClass) -> NotifyClassRecord {
        NotifyClassRecord {
            name: class.name,
            kind: ClassKind::ALL
                .iter()
                .position(|kind| *kind == class.kind)
                .unwrap_or(0) as u32,
            reserved: 0,
            fields: self.array(&class.fields),
            choices: self.array(&class.choices),
        }
    }

    fn warps(&mut self, windows: &Windows) -> ArraySpan {
        let bytes = if windows.is_empty() {
            Vec::new()
        } else {
            postcard::to_stdvec(windows).unwrap_or_default()
        };
        self.array(&bytes)
    }

    fn graph(&mut self, graph: &Graph) -> GraphRecord {
        let bytes = postcard::to_stdvec(graph.parts()).unwrap_or_default();
        GraphRecord {
            name: graph.name(),
            encoding: GRAPH_ENCODING,
            reserved: 0,
            bytes: self.array(&bytes),
        }
    }
}

fn easing_index(easing: Easing) -> u32 {
    Easing::ALL
        .iter()
        .position(|named| *named == easing)
        .map_or(CUSTOM_EASING, |at| at as u32)
}

fn easing_points(easing: &Easing) -> &[u16] {
    match easing {
        Easing::Custom(curve) => &curve.points,
        _ => &[],
    }
}

fn name_records(library: &Library) -> (Vec<NameRecord>, Vec<u8>) {
    let (mut records, mut text) = (Vec::new(), Vec::new());
    for (name, spelling) in library.names.iter() {
        records.push(NameRecord {
            name,
            first: text.len() as u32,
            length: spelling.len() as u32,
        });
        text.extend_from_slice(spelling.as_bytes());
    }
    (records, text)
}
