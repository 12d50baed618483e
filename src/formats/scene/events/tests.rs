use super::*;
use asset::source::ClipSource;
use std::sync::Arc;

fn clip() -> Clip {
    Clip::new("walk", Id(1), Arc::new(ClipSource::default()), 30.0)
}

fn track(id: u64, name: &str) -> NotifyTrack {
    NotifyTrack {
        id: Id(id),
        name: name.into(),
        color: 0,
        locked: false,
    }
}

#[test]
fn a_notify_whose_track_is_missing_goes_to_the_first_one() {
    let events = |tracks: Vec<NotifyTrack>| SaidEvents {
        tracks,
        notifies: vec![
            Notify::instant(Id(10), Id(2), "a", 0.1),
            Notify::instant(Id(11), Id(99), "b", 0.2),
        ],
        ..SaidEvents::default()
    };
    let mut with = clip();
    events(vec![track(2, "Steps"), track(3, "FX")]).apply(&mut with);
    let tracks: Vec<Id> = with.notifies.iter().map(|notify| notify.track).collect();
    assert_eq!(tracks, [Id(2), Id(2)]);
    let mut without = clip();
    events(Vec::new()).apply(&mut without);
    assert_eq!(without.tracks.len(), 1);
    let home = without.tracks[0].id;
    assert!(without.notifies.iter().all(|notify| notify.track == home));
}

#[test]
fn what_has_a_taken_id_or_name_or_is_one_too_many_is_left_out() {
    let marker = |id| SyncMarker {
        id: Id(id),
        name: "m".into(),
        time: 0.0,
    };
    let curve = |id, name: &str| Curve::new(Id(id), name, 0);
    let events = SaidEvents {
        tracks: vec![track(2, "Steps"), track(2, "FX")],
        notifies: vec![Notify::instant(Id(2), Id(2), "a", 0.1)],
        sync_markers: (3..).take(MOST_MARKERS + 7).map(marker).collect(),
        curves: vec![curve(90_001, "c"), curve(90_002, "c"), curve(90_003, "d")],
    };
    let mut clip = clip();
    events.apply(&mut clip);
    assert_eq!((clip.tracks.len(), clip.notifies.len()), (1, 0));
    assert_eq!(clip.sync_markers.len(), MOST_MARKERS);
    let names: Vec<&str> = clip.curves.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["c", "d"]);
}
