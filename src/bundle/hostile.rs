//! Bundles that somebody changed and made the checksum right again.

use crate::{Golden, aligned, layout::Header, read, read::checksum, write};
use anim::{
    Clip, Library, Lod, Mesh, MeshPart, Montage, Name, Notify, Pose, Skeleton, Transform,
    clip::{Keys, Track},
    mask::{BlendProfile, ProfileMode},
    mesh::Joint,
    montage::{Blend, NO_SECTION, Section, Segment, Slot},
    required::RequiredBones,
    skeleton::{Bone, Socket},
    skinning::Skinned,
};
use bytemuck::Zeroable;
use std::sync::Arc;

/// Two bones, a clip that turns one of them, a montage that plays it.
fn library() -> Library {
    let bone =
        |name: &str, parent| Bone { name: Name::new(name), parent, reference: Transform::IDENTITY.into(), reserved: 0 };
    let bones = vec![bone("root", -1), bone("arm", 0)];
    let socket = Socket { name: Name::new("grip"), bone: 1, local: Transform::IDENTITY.into(), reserved: 0 };
    let factors = |mode| BlendProfile { mode, factors: vec![1.0, 0.5] };
    let profiles = vec![
        (Name::new("fast"), factors(ProfileMode::TimeFactor)),
        (Name::new("more"), factors(ProfileMode::WeightFactor)),
    ];
    let skeleton = Skeleton::new(Name::new("s"), bones.into(), vec![socket].into())
        .and_then(|skeleton| skeleton.with_masks(&[(Name::new("upper"), &[0.0, 1.0])]))
        .and_then(|skeleton| skeleton.with_profiles(profiles))
        .unwrap();
    let rotation = Keys { first: 0, count: 3 };
    let track = Track { bone: 1, translation: Keys::default(), rotation, scale: Keys::default() };
    let (name, socket) = (Name::new("n"), socket.name);
    let notify = Notify { id: 1, name, socket, time: 0.5, end: 0.5, ..Notify::zeroed() };
    let clip = Clip {
        name: Name::new("c"),
        skeleton: skeleton.name,
        length: 1.0,
        key_count: 3,
        rate_scale: 1.0,
        tracks: vec![track].into(),
        keys: [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]].concat().into(),
        notifies: vec![notify].into(),
        ..Clip::default()
    };
    let segment = Segment { id: 2, clip: 0, start: 0.0, clip_begin: 0.0, clip_end: 1.0, rate: 1.0, loops: 1 };
    let montage = Montage {
        name: Name::new("m"),
        skeleton: skeleton.name,
        length: 1.0,
        rate_scale: 1.0,
        blend_in: Blend { time: 0.2, profile: Name::new("fast"), ..Blend::default() },
        sections: vec![Section { name: Name::new("a"), start: 0.0, next: NO_SECTION }].into(),
        slots: vec![Slot { name: Name::new("slot"), first_segment: 0, segment_count: 1 }].into(),
        segments: vec![segment].into(),
        notifies: vec![notify].into(),
        ..Montage::default()
    };
    let mut library = Library::default();
    for name in ["s", "root", "arm", "grip", "upper", "fast", "more", "mesh", "c", "n", "m", "a", "slot"] {
        library.names.insert(name).unwrap();
    }
    library.meshes.push(Arc::new(mesh(&skeleton)));
    library.skeletons.push(Arc::new(skeleton));
    library.clips.push(Arc::new(clip));
    library.montages.push(Arc::new(montage));
    library
}

/// One triangle in two levels, the coarser without the second bone.
fn mesh(skeleton: &Skeleton) -> Mesh {
    let part = |bone: u32| {
        let part = MeshPart {
            positions: vec![[0.0, 1.0, 2.0]; 3].into(),
            normals: vec![[0.0, 1.0, 0.0]; 3].into(),
            tangents: vec![[1.0, 0.0, 0.0, 1.0]; 3].into(),
            influences: 1,
            joints: vec![0; 3].into(),
            weights: vec![1.0; 3].into(),
            palette: vec![Joint { bone, inverse_bind: [[1.0; 4]; 3] }].into(),
            indices: vec![0, 1, 2].into(),
            ..MeshPart::default()
        };
        Arc::new(MeshPart::new(part).unwrap())
    };
    let lod = |screen_size, bones: &[u32]| Lod {
        screen_size,
        bones: bones.into(),
        parts: vec![part(bones.len() as u32 - 1)],
    };
    let mesh = Mesh { name: Name::new("mesh"), skeleton: skeleton.name, lods: vec![lod(1.0, &[0, 1]), lod(0.5, &[0])] };
    Mesh::new(mesh, skeleton).unwrap()
}

/// What a mesh that was read as sound must bear.
fn wear(mesh: &Mesh, library: &Library) {
    let skeleton = library.skeleton(mesh.skeleton).unwrap();
    let models = anim::skinning::reference_models(skeleton);
    let (mut required, mut palette, mut skinned) = (RequiredBones::default(), Vec::new(), Skinned::default());
    for level in 0..=mesh.lods.len() {
        library.require(skeleton, level, &mut required);
        assert!(required.bones().contains(&0));
        for part in &mesh.lod(level).parts {
            anim::skinning::palette(part, &models, &mut palette);
            anim::skinning::skin(part, &palette, &[], &mut skinned);
        }
    }
}

fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

fn with_right_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    let header: Header = bytemuck::pod_read_unaligned(&bytes[..size_of::<Header>()]);
    let sum = checksum(&bytes, &header);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_library_comes_back_as_it_was() {
    let (store, length) = aligned(&write(&library(), &Golden::default()));
    assert_eq!(*read(store, length).unwrap().library, library());
}

#[test]
fn changed_bundles_are_refused_or_play() {
    let good = write(&library(), &Golden::default());
    let odd = [0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff];
    let (mut state, mut played, mut refused) = (1, 0, 0);
    for round in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..1 + round % 4 {
            let at = next(&mut state) % bytes.len();
            bytes[at] = odd[next(&mut state) % odd.len()];
        }
        if round % 16 == 0 {
            bytes.truncate(size_of::<Header>() + next(&mut state) % (good.len() - size_of::<Header>()));
        }
        let (store, length) = aligned(&with_right_checksum(bytes));
        let Ok(bundle) = read(store, length) else {
            refused += 1;
            continue;
        };
        played += 1;
        bundle.library.meshes.iter().for_each(|mesh| wear(mesh, &bundle.library));
        let mut pose = Pose::default();
        for clip in &bundle.library.clips {
            let skeleton = bundle.library.skeleton(clip.skeleton).unwrap();
            for time in [0.0, 0.3, f64::from(clip.length), 1e9] {
                clip.sample(skeleton, time, &mut pose);
            }
            clip.root_delta(skeleton, 0.0, clip.length.into());
        }
    }
    assert!(played > 1000 && refused > 1000, "{played} played, {refused} refused");
}
