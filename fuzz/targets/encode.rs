//! Small motions of any numbers: refused, or compressed to within the precision or reported red,
//! and finite.
#![no_main]

use anim::{
    Pose, Transform,
    additive::AdditiveKind,
    codec::{
        Bound, EncoderSettings, EncoderSource, Span, encode,
        keyframes::{self, HEADER_BYTES, Receiver, Reduction},
    },
};
use fuzz::{shells, skeleton};
use glam::{Quat, Vec3};
use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};

#[derive(Arbitrary, Debug)]
struct Motion {
    /// Bone, property, component, frame and what is put there.
    values: Vec<(u8, u8, u8, u8, f32)>,
    frames: u8,
    additive: Option<bool>,
    /// Micrometres.
    precision: u16,
    p99: bool,
    /// Tenths of a degree, tenths of a millimetre, hundredths of a second.
    reduction: (u8, u8, u8),
}

fuzz_target!(|motion: Motion| {
    let skeleton = skeleton();
    let mut frames = vec![Pose::reference(&skeleton); usize::from(motion.frames % 80)];
    for (bone, property, component, frame, value) in &motion.values {
        let (bone, count) = (usize::from(*bone) % skeleton.len(), frames.len());
        let Some(pose) = frames.get_mut(usize::from(*frame) % count.max(1)) else {
            continue;
        };
        let local = changed(pose.get(bone), *property, usize::from(*component), *value);
        pose.set(bone, &local);
    }
    let additive = motion.additive.map(|mesh| {
        if mesh {
            AdditiveKind::Mesh
        } else {
            AdditiveKind::Local
        }
    });
    let shells = shells();
    let source = EncoderSource {
        skeleton: &skeleton,
        additive,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let bound = if motion.p99 { Bound::P99 } else { Bound::Max };
    let settings = EncoderSettings {
        precision: f32::from(motion.precision) * 1e-6,
        bound,
        ..EncoderSettings::default()
    };
    if let Ok((clip, report)) = encode(&source, &settings) {
        assert!(bound == Bound::P99 || report.max_error <= settings.precision || report.is_red());
        for frame in 0..frames.len() as u32 {
            let mut pose = Pose::reference(&skeleton);
            clip.sample(
                Span {
                    frame,
                    fraction: 0.0,
                },
                &mut pose,
            );
            assert!(pose.iter().all(|local| local.is_finite()));
        }
    }
    let (rotation, translation, delay) = motion.reduction;
    let reduction = Reduction {
        rotation: f32::from(rotation) * 0.1,
        translation: f32::from(translation) * 1e-4,
        delay: f32::from(delay) * 0.01,
        ..Reduction::default()
    };
    if let Ok((bytes, report)) = keyframes::encode(
        &source,
        frames.len().saturating_sub(1) as f32 / 30.0,
        &reduction,
    ) {
        let mut receiver = Receiver::new(&bytes[..HEADER_BYTES], &skeleton).unwrap();
        receiver.push(&bytes[HEADER_BYTES..]).unwrap();
        assert!(receiver.is_complete() && report.bytes == bytes.len());
        let mut pose = Pose::reference(&skeleton);
        assert!(!receiver.sample(0.51, &mut pose) && pose.iter().all(|local| local.is_finite()));
    }
});

fn changed(mut local: Transform, property: u8, component: usize, value: f32) -> Transform {
    match property % 3 {
        0 => {
            let mut rotation = local.rotation.to_array();
            rotation[component % 4] = value;
            // What is far from unit length is no motion; what is near it is made so by every
            // importer.
            local.rotation = Quat::from_array(rotation);
            if local.rotation.is_finite() && local.rotation.length() > 1e-3 {
                local.rotation = local.rotation.normalize();
            }
        }
        1 => local.translation = with(local.translation, component, value),
        _ => local.scale = with(local.scale, component, value),
    }
    local
}

fn with(mut vector: Vec3, component: usize, value: f32) -> Vec3 {
    vector[component % 3] = value;
    vector
}
