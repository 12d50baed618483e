//! Where the sample's montages go from one section to the next: the pose goes on from where it was.

use crate::sample;
use anim::{AnimInstance, AnimInstanceProxy, Library, Name, Request};
use glam::{Quat, Vec3};
use std::{collections::BTreeSet, sync::Arc};

/// So short that nothing goes far in it.
const TICK: f64 = 1e-3;
/// Metres and degrees that a bone may go in it where one clip ends and the next begins.
const MOST: (f32, f32) = (0.001, 0.3);
/// Long enough that chance leads out of every loop.
const SECONDS: f64 = 12.0;

struct Stage {
    instance: AnimInstance,
    proxy: AnimInstanceProxy,
}

impl Stage {
    fn new(library: &Arc<Library>, montage: Name) -> Self {
        let skeleton = library
            .skeleton(library.montage(montage).unwrap().skeleton)
            .unwrap()
            .clone();
        let mut instance = AnimInstance::new(library.clone(), skeleton, 7);
        instance.request(&Request::play(montage, 1.0)).unwrap();
        Self {
            instance,
            proxy: AnimInstanceProxy::default(),
        }
    }

    /// Where bones are, model space, and the section that plays.
    fn tick(&mut self) -> (Vec<(Vec3, Quat)>, Option<Name>) {
        let Self { instance, proxy } = self;
        instance.begin_frame(TICK);
        instance.update_montages(&mut anim::instance::Silent);
        instance.pre_update(proxy);
        proxy.run_tick(&mut Default::default());
        instance.complete(proxy, &mut anim::instance::Silent);
        let at = |model: &glam::Affine3A| {
            let (_, rotation, translation) = model.to_scale_rotation_translation();
            (translation, rotation)
        };
        let section = instance.montage_states().next().map(|state| state.section);
        (proxy.models().iter().map(at).collect(), section)
    }
}

#[test]
fn sections_follow_one_another_without_a_pop() {
    let library: Arc<Library> = asset::compile(
        &sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut failures = Vec::new();
    let mut seams = BTreeSet::new();
    for montage in sample().montages.values() {
        let mut stage = Stage::new(&library, Name::new(&montage.name));
        let (mut before, mut played) = stage.tick();
        for _ in 0..(SECONDS / TICK) as usize {
            let (now, section) = stage.tick();
            if section.is_none() {
                break;
            }
            if section != played {
                let text = |name: Option<Name>| {
                    name.map_or("", |name| library.names.text(name)).to_owned()
                };
                let seam = format!("{}: {} to {}", montage.name, text(played), text(section));
                let far = before
                    .iter()
                    .zip(&now)
                    .map(|(a, b)| a.0.distance(b.0))
                    .fold(0.0, f32::max);
                let turn = before
                    .iter()
                    .zip(&now)
                    .map(|(a, b)| a.1.angle_between(b.1))
                    .fold(0.0, f32::max)
                    .to_degrees();
                if far > MOST.0 || turn > MOST.1 {
                    failures.push(format!("{seam}: {:.1} mm, {turn:.2}°", far * 1e3));
                }
                seams.insert(seam);
            }
            (before, played) = (now, section);
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(
        seams.iter().any(|seam| seam.ends_with("Hold to Release")),
        "{seams:?}"
    );
    assert!(
        seams.iter().any(|seam| seam.ends_with("Hold to Strike")),
        "{seams:?}"
    );
}
