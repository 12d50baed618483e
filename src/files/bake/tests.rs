use super::*;
use anim::retarget::Retarget;
use asset::{AssetKind, montage::Section};

fn baked(project: &Project) -> Clip {
    let (id, _) = project.list(AssetKind::Montage)[0];
    montage(project, id).unwrap_or_else(|error| panic!("{error}"))
}

fn edited(edit: impl FnOnce(&mut Montage)) -> Project {
    let mut project = mannequin::excerpt();
    edit(Arc::make_mut(project.montages.values_mut().next().unwrap()));
    project
}

#[test]
fn what_the_graphs_of_its_meshes_set_is_baked_with_it() {
    let of = |project: &Project| {
        baked(project)
            .source
            .curves
            .iter()
            .map(|it| it.name.clone())
            .collect::<Vec<_>>()
    };
    let project = mannequin::sample();
    let clip = baked(&project);
    for name in ["elbow_l", "elbow_r", "knee_l", "knee_r"] {
        let curve = clip
            .source
            .curves
            .iter()
            .find(|curve| curve.name == name)
            .unwrap();
        let most = curve.channel.values.iter().copied().fold(0.0, f32::max);
        assert!(most > 0.1, "{name} never folds: {most}");
    }
    let mut bare = project.clone();
    bare.meshes
        .values_mut()
        .for_each(|mesh| Arc::make_mut(mesh).post_process = None);
    assert!(of(&bare).iter().all(|name| !name.starts_with("elbow")));
}

/// Windup, a hold that leads back to itself, strike and recovery: each begins where its clip does.
#[test]
fn a_pass_shows_the_clips_of_its_sections_and_loops_once() {
    let project = mannequin::excerpt();
    let authored = project.montages.values().next().unwrap();
    let clip = baked(&project);
    assert!(
        (clip.source.duration - 2.4).abs() < 1e-4,
        "{}",
        clip.source.duration
    );
    let skeleton = &project.skeletons[&authored.skeleton];
    for segment in &authored.slots[0].segments {
        let played = &project.clips[&segment.clip];
        for rest in &skeleton.bones[1..] {
            let local = |clip: &Clip, time: f32| {
                let track = clip
                    .source
                    .tracks
                    .iter()
                    .find(|track| track.bone == rest.key);
                track.map_or(rest.reference, |track| {
                    track.evaluate(time, &rest.reference)
                })
            };
            let (found, expected) = (local(&clip, segment.start + 0.1), local(played, 0.1));
            let is_near = found.translation.distance(expected.translation) < 1e-4
                && found.rotation.dot(expected.rotation).abs() > 1.0 - 1e-5;
            assert!(
                is_near,
                "{} {}: {found:?} {expected:?}",
                played.name, rest.name
            );
        }
    }
}

#[test]
fn sections_come_in_the_order_of_their_links() {
    let project = edited(|montage| {
        let link = |sections: &mut [Section], from: usize, to: Option<usize>| {
            sections[from].next = to.map(|to| sections[to].id);
        };
        link(&mut montage.sections, 0, Some(2));
        link(&mut montage.sections, 2, Some(1));
        link(&mut montage.sections, 1, None);
    });
    let clip = baked(&project);
    let montage = project.montages.values().next().unwrap();
    let length = |at: usize| montage.sections[at + 1].start - montage.sections[at].start;
    assert!((clip.source.duration - length(0) - length(1) - length(2)).abs() < 1e-4);
    let glow = clip
        .notifies
        .iter()
        .find(|notify| notify.name == "HoldGlow")
        .unwrap();
    let before = montage
        .notifies
        .iter()
        .find(|notify| notify.name == "HoldGlow")
        .unwrap();
    assert!(
        (glow.time - before.time - length(2)).abs() < 1e-4,
        "the hold plays after the strike"
    );
    assert!(
        clip.notifies
            .iter()
            .all(|notify| notify.name != "Foot_L_back"),
        "the recovery is not linked"
    );
}

#[test]
fn a_last_section_that_leads_back_ends_the_pass() {
    let project = edited(|montage| {
        let first = montage.sections[0].id;
        montage.sections.last_mut().unwrap().next = Some(first);
    });
    let whole = baked(&mannequin::excerpt()).source.duration;
    assert!((baked(&project).source.duration - whole).abs() < 1e-4);
}

#[test]
fn what_does_not_move_has_one_key_and_what_moves_one_a_frame() {
    let mut project = mannequin::excerpt();
    let rig = project.montages.values().next().unwrap().skeleton;
    let skeleton = Arc::make_mut(project.skeletons.get_mut(&rig).unwrap());
    let head = skeleton
        .bones
        .iter_mut()
        .find(|bone| bone.name == "head")
        .unwrap();
    head.retarget = Retarget::Animation;
    let key = head.key.clone();
    // Held above where it rests, all through.
    for clip in project.clips.values_mut() {
        let source = Arc::make_mut(&mut Arc::make_mut(clip).source);
        source.tracks.retain(|track| track.bone != key);
        let translation = Some(Channel {
            times: vec![0.0],
            values: vec![0.0, 0.3, 0.0],
            ..Channel::default()
        });
        source.tracks.push(Track {
            bone: key.clone(),
            translation,
            ..Track::default()
        });
    }
    let clip = baked(&project);
    let channels: Vec<&Channel> = clip
        .source
        .tracks
        .iter()
        .flat_map(Track::channels)
        .collect();
    let frames = channels
        .iter()
        .map(|channel| channel.times.len())
        .max()
        .unwrap();
    let (mut still, mut moving) = (0, 0);
    for channel in channels {
        let size = channel.values.len() / channel.times.len();
        let is_near = |value: &[f32]| {
            value
                .iter()
                .zip(&channel.values)
                .all(|(a, b)| (a - b).abs() <= 1e-6)
        };
        let is_still = channel.values.chunks(size).all(is_near);
        assert_eq!(channel.times.len(), if is_still { 1 } else { frames });
        *if is_still { &mut still } else { &mut moving } += 1;
    }
    assert!(still > 0 && moving > 0, "{still} {moving}");
}

#[test]
fn a_rate_of_less_than_a_frame_bakes_the_start_and_the_end() {
    let slow = edited(|montage| montage.frame_rate = 0.05);
    assert_eq!(
        baked(&slow)
            .source
            .tracks
            .iter()
            .flat_map(Track::channels)
            .map(|it| it.times.len())
            .max(),
        Some(2)
    );
}

#[test]
fn what_does_not_play_is_refused() {
    let id = |project: &Project| project.list(AssetKind::Montage)[0].0;
    let empty = edited(|montage| {
        montage
            .slots
            .iter_mut()
            .for_each(|slot| slot.segments.clear())
    });
    assert!(
        montage(&empty, id(&empty))
            .unwrap_err()
            .contains("plays nothing")
    );
    let fast = edited(|montage| montage.frame_rate = 1e9);
    assert!(
        montage(&fast, id(&fast))
            .unwrap_err()
            .contains("frame rate")
    );
    assert!(montage(&empty, Id(0)).is_err());
}
