//! What the plain library of the other tests does not have: several meshes of several parts,
//! profiles of every mode, golden records; and where all of it lies.

use crate::{
    Golden, GoldenClip, GoldenGraph, GoldenSetting, GoldenTick, GoldenTrack, aligned,
    altered::{header, section},
    hostile::library,
    layout::*,
    read, sections, write,
};
use anim::{
    Library, Lod, Material, Mesh, MeshPart, Name, Skeleton,
    mask::{BlendProfile, ProfileMode},
    mesh::SkinMethod,
};
use std::sync::Arc;

fn part(of: &MeshPart, x: f32, method: SkinMethod) -> Arc<MeshPart> {
    Arc::new(MeshPart {
        positions: vec![[x, 0.0, 0.0]; 3].into(),
        method,
        ..of.clone()
    })
}

/// Two meshes, of two levels and one, of two parts and one each, no two alike.
fn crowded() -> Library {
    let plain = library();
    let one = plain.meshes[0].lods[1].parts[0].clone();
    let lod = |screen_size, parts: Vec<Arc<MeshPart>>| {
        let materials = (0..parts.len() as u32).collect();
        Lod {
            screen_size,
            bones: vec![0].into(),
            parts,
            materials,
        }
    };
    let (linear, dual) = (SkinMethod::Linear, SkinMethod::DualQuaternion);
    let first = vec![
        lod(1.0, vec![part(&one, 1.0, linear), part(&one, 2.0, dual)]),
        lod(0.25, vec![part(&one, 3.0, linear)]),
    ];
    let second = vec![lod(
        1.0,
        vec![part(&one, 4.0, dual), part(&one, 5.0, linear)],
    )];
    let skeleton = plain.skeletons[0].name;
    let materials = |name: &str| {
        let look = |at| Material {
            base_color: [at; 4],
            ..plain.meshes[0].materials[name.len() % 2]
        };
        [1.0, 2.0].map(look).to_vec()
    };
    let mut meshes = [("mesh", first), ("other mesh", second)]
        .map(|(name, lods)| {
            Arc::new(Mesh {
                name: Name::new(name),
                skeleton,
                lods,
                materials: materials(name),
                ..Mesh::default()
            })
        })
        .to_vec();
    meshes.sort_by_key(|mesh| mesh.name);
    let profile = |mode| BlendProfile {
        mode,
        factors: vec![0.25, 0.75],
    };
    let mut profiles: Vec<_> = [("fast", 0), ("more", 1), ("mask", 2)]
        .map(|(name, mode)| (Name::new(name), profile(ProfileMode::ALL[mode])))
        .to_vec();
    profiles.sort_by_key(|profile| profile.0);
    let skeleton = Skeleton::clone(&plain.skeletons[0])
        .with_profiles(profiles)
        .unwrap();
    let skeleton = skeleton.with_retarget(vec![0, 2].into()).unwrap();
    let mut names = plain.names.clone();
    names
        .insert("other mesh")
        .and_then(|_| names.insert("mask"))
        .unwrap();
    Library {
        names,
        meshes,
        skeletons: vec![Arc::new(skeleton)],
        ..plain
    }
}

fn golden() -> Golden {
    let tick = |n: u64| GoldenTick {
        pose: n,
        events: n + 1,
        placement: n + 2,
    };
    let clip = |n: u64| GoldenClip {
        clip: Name(n),
        time: n as f64 / 2.0,
        pose: n * 3,
    };
    Golden {
        float_rule: 3,
        clips: vec![clip(1), clip(2), clip(3)].into(),
        tracks: vec![GoldenTrack {
            montage: Name(7),
            dt: 0.125,
            first_tick: 0,
            tick_count: 3,
        }]
        .into(),
        ticks: vec![tick(10), tick(20), tick(30)].into(),
        graphs: vec![GoldenGraph {
            graph: Name(8),
            dt: 0.25,
            first_tick: 0,
            tick_count: 3,
            first_setting: 0,
            setting_count: 3,
        }]
        .into(),
        settings: [1, 2, 3]
            .map(|tick| GoldenSetting {
                parameter: Name(9),
                value: 0.5,
                tick,
                reserved: 0,
            })
            .to_vec()
            .into(),
    }
}

fn records<R: bytemuck::Pod>(bytes: &[u8], span: ArraySpan) -> Vec<R> {
    let start = span.offset as usize;
    let end = start + span.count as usize * size_of::<R>();
    bytes[start..end]
        .chunks_exact(size_of::<R>())
        .map(bytemuck::pod_read_unaligned)
        .collect()
}

#[test]
fn meshes_profiles_and_golden_records_come_back_as_they_were() {
    let (store, length) = aligned(&write(&crowded(), &golden()));
    let back = read(store, length).unwrap();
    assert_eq!(*back.library, crowded());
    assert_eq!(back.golden, golden());
}

#[test]
fn the_same_library_gives_the_same_bytes_and_their_length_is_stated() {
    let bytes = write(&crowded(), &golden());
    assert_eq!(bytes, write(&crowded(), &golden()));
    assert_eq!(
        (header(&bytes).length, bytes.len() % ALIGNMENT),
        (bytes.len() as u64, 0)
    );
    assert_eq!(
        (header(&bytes).float_rule, header(&bytes).version),
        (golden().float_rule, VERSION)
    );
    let empty = write(&Library::default(), &Golden::default());
    // Of graphs, notify classes and sound cues there are none, and no sections.
    let table = (sections::ALL.len() - 5) * size_of::<SectionRecord>();
    assert_eq!(
        empty.len(),
        (size_of::<Header>() + table).next_multiple_of(ALIGNMENT)
    );
    let (store, length) = aligned(&empty);
    assert_eq!(*read(store, length).unwrap().library, Library::default());
}

#[test]
fn every_array_starts_at_a_multiple_of_sixteen_and_without_gaps_beyond_that() {
    let bytes = write(&crowded(), &golden());
    let parts: Vec<PartRecord> = records(&bytes, section(&bytes, sections::PARTS));
    let streams = parts.iter().flat_map(|p| {
        [
            p.positions,
            p.normals,
            p.weights,
            p.joints,
            p.indices,
            p.palette,
        ]
    });
    let tables = sections::ALL.map(|kind| section(&bytes, kind));
    for span in streams.chain(tables).chain([header(&bytes).sections]) {
        assert_eq!(span.offset % ALIGNMENT as u64, 0);
    }
    assert_eq!(
        parts[0].positions.offset,
        size_of::<Header>().next_multiple_of(ALIGNMENT) as u64
    );
    let table = header(&bytes).sections;
    let last = section(&bytes, sections::SOUND_CUES);
    let cues = crowded().sound_cues.len() * size_of::<anim::SoundCue>();
    assert_eq!(
        (last.offset + cues as u64).next_multiple_of(16),
        table.offset
    );
    let end = table.offset + table.count * size_of::<SectionRecord>() as u64;
    assert_eq!(end.next_multiple_of(16), header(&bytes).length);
}

#[test]
fn a_stream_that_parts_share_is_stored_once_and_others_are_not() {
    let bytes = write(&crowded(), &golden());
    let parts: Vec<PartRecord> = records(&bytes, section(&bytes, sections::PARTS));
    let different = |of: fn(&PartRecord) -> ArraySpan| {
        let mut offsets: Vec<u64> = parts.iter().map(|part| of(part).offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        offsets.len()
    };
    assert_eq!(
        (
            parts.len(),
            different(|p| p.positions),
            different(|p| p.normals)
        ),
        (5, 5, 1)
    );
    assert!(
        parts
            .iter()
            .all(|part| part.normals.count == 3 && part.indices.count == 3)
    );
}

#[test]
fn what_is_not_used_is_written_as_zero() {
    let bytes = write(&crowded(), &golden());
    let (text, ticks) = (
        section(&bytes, sections::TEXT),
        section(&bytes, sections::GOLDEN_TICKS),
    );
    let text_end = (text.offset + text.count) as usize;
    let ticks_end = ticks.offset as usize + 3 * size_of::<GoldenTick>();
    for end in [text_end, ticks_end] {
        let padding = &bytes[end..end.next_multiple_of(ALIGNMENT)];
        assert!(!padding.is_empty() && padding.iter().all(|byte| *byte == 0));
    }
    assert!(
        records::<BundleLodRecord>(&bytes, section(&bytes, sections::LODS))
            .iter()
            .all(|lod| lod.reserved == 0)
    );
    for skeleton in records::<SkeletonRecord>(&bytes, section(&bytes, sections::SKELETONS)) {
        let masks = records::<WeightsRecord>(&bytes, skeleton.masks);
        assert!(
            !masks.is_empty()
                && masks
                    .iter()
                    .all(|mask| (mask.mode, mask.reserved) == (0, 0))
        );
        let profiles = records::<WeightsRecord>(&bytes, skeleton.profiles);
        assert!(profiles.len() == 3 && profiles.iter().all(|profile| profile.reserved == 0));
    }
}
