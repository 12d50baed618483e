use super::*;
use anim::event::EventReason;

fn library() -> Arc<Library> {
    asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

fn at(name: &str, x: f32, y: f32, z: f32) -> (Name, Transform) {
    (
        Name::new(name),
        Transform::from_translation(Vec3::new(x, y, z)),
    )
}

#[test]
fn a_way_ends_where_its_targets_are_and_without_them_where_it_was_authored() {
    let library = library();
    let vault = Name::new("AM_Vault");
    let bare = WarpPath::of(&library, vault, &[]).unwrap();
    assert!(
        bare.ends
            .iter()
            .all(|end| end.event.reason == EventReason::TargetMissing && end.off.is_none())
            && bare.ends.len() == 3
    );
    let targets = [at("Ledge", 0.2, 1.3, 2.4), at("Landing", 0.0, 0.0, 3.6)];
    let warped = WarpPath::of(&library, vault, &targets).unwrap();
    assert!(
        warped.failed().is_none() && warped.ends.len() == 3,
        "{:?}",
        warped.ends
    );
    let landed = warped.ends.last().unwrap().at;
    assert!(
        landed.distance(Vec3::Z * 3.6) < 0.1,
        "within the tick: {landed}"
    );
    assert!(
        bare.way
            .last()
            .unwrap()
            .translation
            .distance(warped.way.last().unwrap().translation)
            > 0.3
    );
    assert!(
        warped
            .ends
            .iter()
            .all(|end| end.off.is_some_and(|off| off < 1e-3))
    );
    let far = WarpPath::of(
        &library,
        Name::new("AM_Lunge"),
        &[at("Enemy", 0.0, 0.0, 9.0)],
    )
    .unwrap();
    let [end] = &far.ends[..] else {
        panic!("one window, one end: {:?}", far.ends)
    };
    assert!(
        end.event.reason == EventReason::SpeedClamp && end.off.unwrap() > 3.0,
        "{end:?}"
    );
    assert!(WarpPath::of(&library, Name::new("none"), &[]).is_none());
}

/// The boundary lies within a centimetre of that of plays a centimetre apart. All around: inside
/// the outline it arrives, outside it does not; and what is told stops what is worked out.
#[test]
fn the_outline_parts_what_arrives_from_what_does_not() {
    let library = library();
    let lunge = Name::new("AM_Lunge");
    let targets = [at("Enemy", 0.3, 0.0, 1.6)];
    let outline = Reach::around(&library, lunge, &targets, 0, (12, || true)).unwrap();
    assert_eq!(outline.len(), 12);
    let arrives = |place: Vec3| {
        let there = [at("Enemy", place.x, 0.0, place.z)];
        WarpPath::of(&library, lunge, &there)
            .unwrap()
            .failed()
            .is_none()
    };
    let mut tried = 0;
    for [near, far] in outline.iter().flatten() {
        assert!(
            arrives(near.lerp(*far, 0.02)) && arrives(near.lerp(*far, 0.98)),
            "{near} {far}"
        );
        if far.length() < 10.0 {
            assert!(!arrives(*far + far.normalize() * 0.01), "{far}");
            tried += 1;
        }
    }
    assert!(tried > 3, "{outline:?}");
    let mut steps = 0;
    let stopped = Reach::around(
        &library,
        lunge,
        &targets,
        0,
        (12, || {
            steps += 1;
            steps < 4
        }),
    );
    assert_eq!((stopped, steps), (None, 4));
}

#[test]
fn the_boundary_is_where_plays_stop_to_arrive_and_says_why() {
    let library = library();
    let lunge = Name::new("AM_Lunge");
    for (x, z) in [(0.6, 1.6), (-0.8, 1.4), (1.0, 6.0)] {
        let targets = [at("Enemy", x, 0.0, z)];
        let reach = Reach::of(&library, lunge, &targets, 0).unwrap();
        let [_, far] = reach.metres.expect("it arrives from somewhere");
        assert!(!reach.is_open[1], "{reach:?}");
        assert_eq!(
            reach.beyond.map(|event| event.reason),
            Some(EventReason::SpeedClamp),
            "{reach:?}"
        );
        let towards = Vec3::new(x, 0.0, z).normalize();
        let arrives = |metres: f32| {
            let place = towards * metres;
            WarpPath::of(&library, lunge, &[at("Enemy", place.x, 0.0, place.z)])
                .unwrap()
                .failed()
                .is_none()
        };
        let sampled = (0..120)
            .map(|nth| far - 0.6 + 0.01 * nth as f32)
            .filter(|metres| arrives(*metres));
        let last = sampled.fold(0.0, f32::max);
        assert!((far - last).abs() < 0.01, "{far} {last}");
        assert!(
            reach
                .metres
                .unwrap()
                .map(|end| end <= far)
                .iter()
                .all(|it| *it)
        );
    }
    assert!(
        Reach::of(&library, lunge, &[at("Other", 1.0, 0.0, 1.0)], 0).is_none(),
        "nothing warps to it"
    );
    assert!(
        Reach::of(&library, lunge, &[at("Enemy", 0.0, 2.0, 0.0)], 0).is_none(),
        "right above: no way to it"
    );
}
