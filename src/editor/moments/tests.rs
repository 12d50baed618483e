//! Poses of other moments are measured against a player that begins at each of them.

use super::*;
use anim::{Name, instance::RootMotionMode};
use studio::{MontageScope, Player, TICK, Transport};

fn library() -> Arc<anim::Library> {
    let project = mannequin::excerpt();
    let compiled = files::compile(
        &project,
        &mut asset::Cache::default(),
        &files::ClipCache::default(),
    );
    compiled.library
}

fn order(library: &Arc<anim::Library>, subject: PreviewSubject) -> ReelOrder {
    ReelOrder {
        library: library.clone(),
        subject,
        root_motion: RootMotionMode::FromEverything,
        scope: MontageScope::default(),
        lod: 0,
        parameters: Vec::new(),
        inputs: Vec::new(),
        ground: None,
        targets: Arc::from([]),
        partners: Arc::from([]),
    }
}

/// As a window shows it, put to a time.
fn put(library: &Arc<anim::Library>, subject: PreviewSubject, time: f64) -> Arc<PreviewFrame> {
    let mut player = Player::new(engine::WorkerMode::Inline, library.clone());
    let orders = [
        Transport::SetRootMotionMode(RootMotionMode::FromEverything),
        Transport::Show(subject),
        Transport::Seek(time),
    ];
    player.step(0.0, &orders.map(Into::into));
    Arc::new(PreviewFrame::of(&player, 0).unwrap())
}

fn wish(bones: &[usize]) -> MomentWish {
    MomentWish {
        ghosts: Some(GhostSettings {
            before: 2,
            after: 3,
            step: 4,
        }),
        bones: bones.to_vec(),
        span: 0.3,
        rate: Some(30.0),
    }
}

fn followed(
    moments: &mut Moments,
    frame: &Arc<PreviewFrame>,
    order: &ReelOrder,
    wish: &MomentWish,
) -> u32 {
    let mut calls = 1;
    while moments.follow(frame, order.clone(), wish.clone()) {
        calls += 1;
        assert!(calls < 100);
    }
    calls
}

fn walk() -> PreviewSubject {
    PreviewSubject::Clip(Name::new("Walk_Fwd"))
}

#[test]
fn ghosts_stand_as_and_where_the_character_does_at_their_frames() {
    let library = library();
    let mut moments = Moments::default();
    for (time, offsets) in [
        (0.0, &[12, 8, 4][..]),
        (0.5, &[12, -8, 8, -4, 4]),
        (0.517, &[12, -8, 8, -4, 4]),
        (0.2, &[12, 8, -4, 4]),
    ] {
        let frame = put(&library, walk(), time);
        followed(&mut moments, &frame, &order(&library, walk()), &wish(&[]));
        let found: Vec<i64> = moments.shown.ghosts.iter().map(|it| it.offset).collect();
        assert_eq!(found, offsets, "{time}");
        for ghost in &moments.shown.ghosts {
            let there = ((time * 30.0).round() + ghost.offset as f64) / 30.0;
            let then = put(&library, walk(), there);
            assert!(
                ghost
                    .frame
                    .models
                    .iter()
                    .zip(&then.models)
                    .all(|(a, b)| a.abs_diff_eq(*b, 1e-5))
            );
            let away = ghost.frame.placement.translation - then.placement.translation;
            assert!(away.length() < 1e-4, "{time} {} {away}", ghost.offset);
            assert!((0.0..1.0).contains(&ghost.nearness));
        }
    }
}

#[test]
fn who_was_carried_elsewhere_has_ghosts_and_paths_around_where_it_is() {
    let library = library();
    let home = put(&library, walk(), 0.5);
    let moved = Transform::new(
        Vec3::new(3.0, 0.0, -2.0),
        glam::Quat::from_rotation_y(1.2),
        Vec3::ONE,
    );
    let elsewhere = Arc::new(PreviewFrame {
        placement: moved.compose(&home.placement),
        ..PreviewFrame::clone(&home)
    });
    let (mut at_home, mut away) = (Moments::default(), Moments::default());
    followed(
        &mut at_home,
        &home,
        &order(&library, walk()),
        &wish(&[0, 3]),
    );
    followed(
        &mut away,
        &elsewhere,
        &order(&library, walk()),
        &wish(&[0, 3]),
    );
    let to_elsewhere = moved.to_affine();
    assert_eq!(at_home.shown.ghosts.len(), 5);
    for (one, other) in at_home.shown.ghosts.iter().zip(&away.shown.ghosts) {
        let wanted = to_elsewhere.transform_point3(one.frame.placement.translation);
        assert!(wanted.distance(other.frame.placement.translation) < 1e-4);
    }
    for (one, other) in at_home.shown.paths.iter().zip(&away.shown.paths) {
        let points = one.before.iter().chain(&one.after);
        for (a, b) in points.zip(other.before.iter().chain(&other.after)) {
            assert!(to_elsewhere.transform_point3(*a).distance(*b) < 1e-4);
        }
    }
}

#[test]
fn a_path_goes_through_the_bone_at_every_frame() {
    let library = library();
    let time = 0.4;
    let frame = put(&library, walk(), time);
    let mut moments = Moments::default();
    let bone = 5;
    followed(
        &mut moments,
        &frame,
        &order(&library, walk()),
        &wish(&[bone]),
    );
    let [path] = &moments.shown.paths[..] else {
        panic!("one path")
    };
    assert_eq!((path.before.len(), path.after.len()), (10, 10));
    assert_eq!(path.before.last(), path.after.first());
    let all = path.before.iter().chain(&path.after[1..]);
    for (nth, point) in all.enumerate() {
        let then = put(&library, walk(), (12 - 9 + nth) as f64 / 30.0);
        let place = then.placement.to_affine() * then.models[bone];
        assert!(point.distance(place.translation.into()) < 1e-4, "{nth}");
    }
}

#[test]
fn long_paths_are_worked_out_over_several_passes_and_then_kept() {
    let library = library();
    let montage = PreviewSubject::Montage(Name::new("AM_ChargedAttack"));
    let frame = put(&library, montage, 1.0);
    let mut moments = Moments::default();
    let long = MomentWish {
        span: 10.0,
        ..wish(&[4])
    };
    assert!(followed(&mut moments, &frame, &order(&library, montage), &long) > 1);
    let known = moments.known.len();
    let next = put(&library, montage, 1.0 + 1.0 / 30.0);
    assert_eq!(
        followed(&mut moments, &next, &order(&library, montage), &long),
        1
    );
    assert!(moments.known.len() <= known + 1);
    assert!(
        moments
            .known
            .values()
            .all(|frame| frame.montages.len() == 1)
    );
}

#[test]
fn an_edit_forgets_what_was_known() {
    let (library, edited) = (library(), library());
    let frame = put(&library, walk(), 0.5);
    let mut moments = Moments::default();
    followed(&mut moments, &frame, &order(&library, walk()), &wish(&[]));
    moments.known.clear();
    assert!(!moments.follow(&frame, order(&library, walk()), wish(&[])));
    assert!(moments.known.is_empty(), "nothing has changed");
    assert!(!moments.follow(&frame, order(&edited, walk()), wish(&[])));
    assert_eq!(moments.known.len(), 5);
    assert!(Arc::ptr_eq(
        &moments.reel.as_ref().unwrap().0.library,
        &edited
    ));
}

/// A graph of the excerpt, tick by tick.
#[test]
fn a_graph_has_the_ghosts_that_it_showed_and_none_of_its_future() {
    let project = mannequin::sample();
    let compiled = files::compile(
        &project,
        &mut asset::Cache::default(),
        &files::ClipCache::default(),
    );
    let library = compiled.library;
    let graph = library.graphs[0].name();
    let subject = PreviewSubject::Graph(graph);
    let mut player = Player::new(engine::WorkerMode::Inline, library.clone());
    player.step(
        0.0,
        &[Transport::Show(subject), Transport::Play].map(Into::into),
    );
    let mut moments = Moments::default();
    let plain = MomentWish {
        rate: None,
        ..wish(&[0])
    };
    let mut shown: Vec<Arc<PreviewFrame>> = Vec::new();
    let mut tick = |orders: &[studio::PlayerOrder], moments: &mut Moments| {
        player.step(if orders.is_empty() { TICK } else { 0.0 }, orders);
        let frame = Arc::new(PreviewFrame::of(&player, 0).unwrap());
        moments.remember(&frame, subject);
        assert!(!moments.follow(&frame, order(&library, subject), plain.clone()));
        frame
    };
    for _ in 0..60 {
        shown.push(tick(&[], &mut moments));
    }
    let last = shown.last().unwrap().time;
    let offsets: Vec<i64> = moments.shown.ghosts.iter().map(|it| it.offset).collect();
    assert_eq!(offsets, [-8, -4]);
    for ghost in &moments.shown.ghosts {
        let wanted = last + ghost.offset as f64 / 30.0;
        assert!((ghost.frame.time - wanted).abs() < 0.02);
        assert!(
            shown
                .iter()
                .any(|it| it.pose.hash() == ghost.frame.pose.hash())
        );
    }
    assert!(moments.shown.paths[0].before.len() >= 18);
    let back = tick(&[Transport::StepTicks(-30).into()], &mut moments);
    assert!(back.time < last - 0.4);
    assert!(moments.past.iter().all(|past| past.time <= back.time));
    assert!(moments.past.len() > 20);
    let anew = tick(&[Transport::Show(subject).into()], &mut moments);
    assert_eq!((moments.past.len(), moments.shown.ghosts.len()), (1, 0));
    assert_eq!(anew.time, 0.0);
}
