use super::*;
use asset::{NotifyTrack, Project};

#[test]
fn nothing_lies_over_another_and_touching_states_share_a_row() {
    let state = |time: f32, duration: f32| Notify::state(Id(1), Id(2), "n", time, duration);
    let at = |time: f32| Notify::instant(Id(1), Id(2), "n", time);
    let rows = |all: &[Notify]| stacked(all.iter(), 0.02);
    assert_eq!(rows(&[]), (vec![], 1));
    assert_eq!(
        rows(&[state(0.0, 0.5), state(0.5, 0.5), at(1.0)]),
        (vec![0, 0, 0], 1)
    );
    assert_eq!(
        rows(&[state(0.0, 0.5), at(0.2), state(0.3, 1.0), at(0.6)]),
        (vec![0, 1, 1, 0], 2)
    );
    assert_eq!(
        rows(&[at(0.2), at(0.2), at(0.2), at(0.22)]),
        (vec![0, 1, 2, 0], 3)
    );
    assert_eq!(rows(&[state(0.0, f32::INFINITY), at(9.0), at(9.5)]).1, 2);
}

#[test]
fn it_is_kept_until_an_edit_and_in_order_of_time_then_of_tracks() {
    let mut project = Project::default();
    let track = |id| NotifyTrack {
        id: Id(id),
        name: String::new(),
        color: 0,
        locked: false,
    };
    let at = |id, track, time| Notify::instant(Id(id), Id(track), "n", time);
    let clip = Clip {
        tracks: vec![track(8), track(7)],
        notifies: vec![at(1, 7, 0.5), at(2, 8, 0.5), at(3, 7, 0.1), at(4, 6, 0.2)].into(),
        ..Clip::new("C", Id(0), Arc::default(), 30.0)
    };
    project.clips.insert(Id(9), clip.into());
    let mut known = Vec::new();
    let first = Arranged::of(&TimelineHost::new(&project, Id(9)).unwrap(), &mut known).unwrap();
    assert_eq!(first.order, [2, 3, 1, 0]);
    assert_eq!(first.track(Id(7)).notifies, [2, 0]);
    assert_eq!(
        (first.track(Id(5)).notifies.len(), first.track(Id(5)).count),
        (0, 1)
    );
    let again = Arranged::of(&TimelineHost::new(&project, Id(9)).unwrap(), &mut known).unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    // Another timeline beside it does not push it out; many others do.
    project.clips.insert(Id(10), project.clips[&Id(9)].clone());
    let beside = Arranged::of(&TimelineHost::new(&project, Id(10)).unwrap(), &mut known).unwrap();
    let again = Arranged::of(&TimelineHost::new(&project, Id(9)).unwrap(), &mut known).unwrap();
    assert!(Arc::ptr_eq(&first, &again) && !Arc::ptr_eq(&first, &beside));
    for id in 20..40 {
        project.clips.insert(Id(id), project.clips[&Id(9)].clone());
        Arranged::of(&TimelineHost::new(&project, Id(id)).unwrap(), &mut known).unwrap();
    }
    assert_eq!(known.len(), MOST);
    drop((first, again, beside));
    Arc::make_mut(project.clips.get_mut(&Id(9)).unwrap())
        .notifies
        .pop();
    let edited = Arranged::of(&TimelineHost::new(&project, Id(9)).unwrap(), &mut known).unwrap();
    assert_eq!((edited.order.clone(), known.len()), (vec![2, 1, 0], MOST));
}
