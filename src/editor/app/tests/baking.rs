//! Warping that is baked into a clip.

use super::{tuning::sample_in, *};
use crate::action::MontageAction;
use anim::{Name, Transform};
use studio::WarpPath;

fn targets(window: &Window) -> Vec<(Name, Transform)> {
    project(window)
        .preview
        .scene
        .targets
        .iter()
        .map(|target| (Name::new(&target.name), target.place()))
        .collect()
}

/// The baked montage goes without targets where it went with them, in one step that can be taken
/// back; bones, notifies and curves are those of the clip that it played.
#[test]
fn a_baked_vault_goes_without_targets_where_it_went_with_them() {
    let mut window = sample_in("AM_Vault");
    let id = window.state().session.active.unwrap();
    let name = Name::new("AM_Vault");
    let library = window.state().compiled.library.clone();
    let before = WarpPath::of(&library, name, &targets(&window)).unwrap();
    let bare = WarpPath::of(&library, name, &[]).unwrap();
    assert!(before.failed().is_none() && before.ends.len() == 3);
    let steps = window.state().document.step_count();
    let old = project(&window).montages[&id].clone();
    click_button(&mut window, "Montage");
    click(&mut window, "Bake warping into a clip");
    settle(&mut window);
    assert_eq!(window.state().document.step_count(), steps + 1);
    assert!(
        window
            .query_by_label_contains("AM_Vault plays AM_Vault_Baked")
            .is_some()
    );
    let montage = project(&window).montages[&id].clone();
    assert!(montage.notifies.iter().all(|notify| notify.warp.is_none()));
    assert_eq!(
        montage.notifies.len() + 3,
        old.notifies.len(),
        "every other notify is there"
    );
    let (slot, was) = (&montage.slots[0], &old.slots[0]);
    assert_eq!(slot.segments.len(), 1);
    let clip = project(&window).clips[&slot.segments[0].clip].clone();
    let source = project(&window).clips[&was.segments[0].clip].clone();
    assert!(
        clip.name == "AM_Vault_Baked"
            && clip.origin.is_none()
            && clip.root_motion == source.root_motion
    );
    assert_eq!(clip.notifies.len(), source.notifies.len());
    let is_used =
        |track: &asset::NotifyTrack| clip.notifies.iter().any(|notify| notify.track == track.id);
    let was_used = |name: &str| {
        let track = source
            .tracks
            .iter()
            .find(|track| track.name == name)
            .unwrap();
        source
            .notifies
            .iter()
            .any(|notify| notify.track == track.id)
    };
    assert!(
        clip.tracks
            .iter()
            .all(|track| is_used(track) || !was_used(&track.name)),
        "no track was left behind empty"
    );
    assert_eq!(clip.curves.len(), source.curves.len());
    wait_until(&mut window, "the compiled clip", |app| {
        app.compiled
            .library
            .clip(Name::new("AM_Vault_Baked"))
            .is_some()
    });
    let library = window.state().compiled.library.clone();
    let after = WarpPath::of(&library, name, &[]).unwrap();
    assert!(after.ends.is_empty());
    assert!(
        before.way.len().abs_diff(after.way.len()) <= 1,
        "{} {}",
        before.way.len(),
        after.way.len()
    );
    let apart = before
        .way
        .iter()
        .zip(&after.way)
        .map(|(a, b)| a.translation.distance(b.translation))
        .fold(0.0, f32::max);
    let warped = before
        .way
        .iter()
        .zip(&bare.way)
        .map(|(a, b)| a.translation.distance(b.translation))
        .fold(0.0, f32::max);
    assert!(
        apart < 0.02 && warped > 0.1,
        "{apart} m apart, where warping moved it by {warped}"
    );
    // Bones but the root are as they were.
    let (rig, [old, new]) = (
        &library.skeletons[0],
        [&source.name, &clip.name].map(|name| library.clip(Name::new(name)).unwrap().clone()),
    );
    let rig = library.skeleton(new.skeleton).unwrap_or(rig);
    for nth in 0..20 {
        let time = f64::from(was.segments[0].clip_begin) + f64::from(nth) * 0.06;
        let (mut a, mut b) = (anim::Pose::default(), anim::Pose::default());
        old.sample(rig, time, &mut a);
        new.sample(rig, time - f64::from(was.segments[0].clip_begin), &mut b);
        for bone in 1..rig.len() {
            assert!(
                a.rotation(bone).dot(b.rotation(bone)).abs() > 0.999,
                "bone {bone} at {time}"
            );
            assert!(
                a.translation(bone).distance(b.translation(bone)) < 2e-3,
                "bone {bone} at {time}"
            );
        }
    }
    // It is kept with the project, keys and all.
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("project");
    ::files::save_project(&path, project(&window), &::files::Saving::since(None)).unwrap();
    let ::files::Opened::Project {
        project: opened,
        broken,
        ..
    } = ::files::open(&path).unwrap()
    else {
        panic!("a project")
    };
    assert!(broken.is_empty());
    let kept = opened
        .clips
        .values()
        .find(|known| known.name == clip.name)
        .unwrap();
    assert!(
        kept.source == clip.source && kept.notifies == clip.notifies && kept.curves == clip.curves
    );
    window.state_mut().document.undo();
    settle(&mut window);
    assert!(*project(&window).montages[&id] == *old_montage(&window, id));
}

fn old_montage(window: &Window, id: Id) -> std::sync::Arc<Montage> {
    let sample = mannequin::sample();
    let name = &project(window).montages[&id].name;
    sample
        .montages
        .values()
        .find(|montage| montage.name == *name)
        .unwrap()
        .clone()
}

#[test]
fn what_cannot_be_baked_says_why() {
    let mut window = sample_in("AM_Wave");
    let ctx = window.ctx.clone();
    let root = project(&window).clone();
    window
        .state_mut()
        .act(&ctx, MontageAction::BakeWarping.into());
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("has no warp window")
            .is_some()
    );
    assert!(std::sync::Arc::ptr_eq(&root, project(&window)));
    let mut window = sample_in("AM_Vault");
    let id = window.state().session.active.unwrap();
    let slot = project(&window).montages[&id].slots[0].id;
    let lock = document::Command::Montage(id, document::MontageCommand::SetSlotLocked(slot, true));
    window.state_mut().perform(&lock, None);
    settle(&mut window);
    window
        .state_mut()
        .act(&ctx, MontageAction::BakeWarping.into());
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("is locked. Unlock it first")
            .is_some()
    );
}
