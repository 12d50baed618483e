use super::*;

fn library() -> Arc<Library> {
    let project = mannequin::excerpt();
    let compiled = files::compile(
        &project,
        &mut asset::Cache::default(),
        &files::ClipCache::default(),
    );
    compiled.library
}

fn order(library: &Arc<Library>, subject: PreviewSubject) -> ReelOrder {
    ReelOrder {
        library: library.clone(),
        subject,
        root_motion: RootMotionMode::default(),
        scope: MontageScope::default(),
        lod: 0,
        parameters: Vec::new(),
        inputs: Vec::new(),
        ground: None,
        targets: Arc::from([]),
        partners: Arc::from([]),
    }
}

#[test]
fn a_clip_shows_the_pose_of_its_time_from_wherever_it_begins() {
    let library = library();
    let clip = library.clips.iter().find(|clip| clip.length > 0.5).unwrap();
    let wanted = order(&library, PreviewSubject::Clip(clip.name));
    let mut whole = Reel::new(&wanted, 0.0);
    let mut late = Reel::new(&wanted, 0.25);
    let first = whole.at(0.0).unwrap();
    assert_eq!(first.position, 0.0);
    let (a, b) = (whole.at(0.4).unwrap(), late.at(0.4).unwrap());
    assert!((a.position - 0.4).abs() < 1e-6 && (b.position - 0.4).abs() < 1e-6);
    assert_ne!(a.pose.hash(), first.pose.hash());
    for (one, other) in a.models.iter().zip(&b.models) {
        assert!(one.abs_diff_eq(*other, 1e-4));
    }
}

#[test]
fn a_montage_plays_its_sections_and_moves_its_root() {
    let library = library();
    let montage = library
        .montages
        .iter()
        .max_by(|a, b| a.length.total_cmp(&b.length))
        .unwrap();
    let mut reel = Reel::new(&order(&library, PreviewSubject::Montage(montage.name)), 0.0);
    let first = reel.at(0.0).unwrap();
    assert_eq!(first.montages.len(), 1);
    let later = reel.at(0.3).unwrap();
    assert!((later.position - 0.3).abs() < 1e-3, "{}", later.position);
    assert!(later.tick > first.tick);
    let again = reel.at(0.1).unwrap();
    assert_eq!(again.tick, later.tick, "time does not go back");
}

#[test]
fn the_same_order_gives_the_same_frames() {
    let library = library();
    let montage = library.montages[0].name;
    let wanted = order(&library, PreviewSubject::Montage(montage));
    let poses = || {
        let mut reel = Reel::new(&wanted, 0.1);
        (0..20)
            .map(|at| reel.at(0.1 + f64::from(at) / 24.0).unwrap().pose.hash())
            .collect::<Vec<_>>()
    };
    assert_eq!(poses(), poses());
}

#[test]
fn what_does_not_exist_shows_nobody() {
    let wanted = order(&library(), PreviewSubject::Clip(Name::new("nothing")));
    assert!(Reel::new(&wanted, 0.0).at(1.0).is_none());
}

#[test]
fn a_reel_is_put_to_any_time_as_if_it_began_there() {
    let library = library();
    let clip = library.clips.iter().find(|clip| clip.length > 0.5).unwrap();
    let montage = library
        .montages
        .iter()
        .max_by(|a, b| a.length.total_cmp(&b.length))
        .unwrap();
    for (subject, length) in [
        (PreviewSubject::Clip(clip.name), clip.length),
        (PreviewSubject::Montage(montage.name), montage.length),
    ] {
        let wanted = order(&library, subject);
        let mut reel = Reel::new(&wanted, 0.0);
        for share in [0.5, 0.1, 0.93, 0.1, 0.0, 0.999, 0.31] {
            let time = f64::from(length) * share;
            let there = reel.put(time).unwrap();
            let begun = Reel::new(&wanted, time).at(time).unwrap();
            assert!((there.position - time).abs() < 1e-5, "{subject:?} {time}");
            for (one, other) in there.models.iter().zip(&begun.models) {
                assert!(one.abs_diff_eq(*other, 1e-5), "{subject:?} {time}");
            }
            let away = there.placement.relative_to(&begun.placement);
            assert!(away.translation.length() < 1e-5, "{subject:?} {time}");
        }
    }
}
