//! Whatever comes: bad numbers, and random groups.

use super::scene::{GROUP, Player, Scene, clip, run, walk};
use crate::{
    Clip, Name,
    sync::{GroupFrame, NEAREST_MARKERS, Part, PlayerState, Role, SyncMarker},
};

#[test]
fn bad_input_does_no_harm() {
    let nan = Player {
        weight: f32::NAN,
        rate: f32::NAN,
        ..Player::new(walk(), f64::NAN, 1.0)
    };
    let empty = Player::new(clip(0.0, &[]), 0.0, 1.0);
    let huge = Player {
        rate: f32::MAX,
        ..Player::new(run(), 0.0, 0.5)
    };
    let mut scene = Scene::new(vec![nan, empty, huge]);
    scene.tick(f64::NAN);
    assert_eq!(scene.time(2), 0.0, "no time has passed");
    scene.tick(1.0);
    assert!(
        scene
            .players
            .iter()
            .all(|player| player.state.time.is_finite())
    );
    assert_eq!(
        (scene.part(0), scene.part(1), scene.leader()),
        (Part::Follower, Part::Alone, 2)
    );
    let far = Clip {
        markers: vec![SyncMarker::new(Name::new("L"), 2.0)].into(),
        ..walk()
    };
    assert_eq!(Clip::new(far, 1), Err(crate::clip::ClipError::Markers));
}

/// What a random group does in a tick: seconds, rates, weights, who is there.
type Step = (f64, [f32; 3], [f32; 3], [bool; 3]);

fn any_clip() -> impl proptest::strategy::Strategy<Value = Clip> {
    use proptest::prelude::*;
    (
        0.2f32..3.0,
        prop::collection::vec((0usize..3, 0.0f32..1.0), 0..6),
        prop::bool::weighted(0.8),
    )
        .prop_map(|(length, markers, looping)| {
            let mut times: Vec<(&str, f32)> = markers
                .iter()
                .map(|(n, t)| (["L", "R", "X"][*n], t * length))
                .collect();
            times.sort_by(|a, b| a.1.total_cmp(&b.1));
            times.dedup_by(|a, b| a.1 - b.1 < NEAREST_MARKERS);
            Clip {
                looping,
                ..clip(length, &times)
            }
        })
}

fn any_step() -> impl proptest::strategy::Strategy<Value = Step> {
    use proptest::prelude::*;
    let three = |range: std::ops::Range<f32>| prop::array::uniform3(range);
    (
        0.0f64..0.2,
        three(-2.0..3.0),
        three(0.0..1.0),
        prop::array::uniform3(prop::bool::weighted(0.9)),
    )
}

proptest::proptest! {
    /// Whatever happens, times stay in their clips, a tick's ranges begin where the last one's
    /// ended unless the player jumped, and looping members of a group by markers stand between
    /// markers of the same names.
    #[test]
    fn whatever_joins_and_leaves_ranges_tile_and_phases_agree(
        clips in proptest::array::uniform3(any_clip()),
        roles in proptest::array::uniform3(0usize..6),
        steps in proptest::collection::vec(any_step(), 1..60),
    ) {
        let role = [
            Role::CanBeLeader,
            Role::AlwaysFollower,
            Role::AlwaysLeader,
            Role::TransitionLeader,
            Role::TransitionFollower,
            Role::ExclusiveAlwaysLeader,
        ];
        let players = clips.into_iter().zip(roles).map(|(clip, at)| Player::new(clip, 0.0, 0.5).role(role[at]));
        let mut scene = Scene::new(players.collect());
        let mut ends = [0.0; 3];
        for (dt, rates, weights, on) in steps {
            for at in 0..3 {
                let player = &mut scene.players[at];
                if on[at] && !player.on {
                    player.state = PlayerState::at(0.0);
                    ends[at] = 0.0;
                }
                (player.rate, player.weight, player.on) = (rates[at], weights[at], on[at]);
            }
            scene.tick(dt);
            for record in scene.groups.records() {
                let (at, length) = (record.player as usize, f64::from(record.clip.length));
                let mut from = None;
                let mut to = record.state.time;
                record.ranges(|range| {
                    from.get_or_insert(range);
                    to = range.to;
                    assert!((0.0..=length).contains(&range.from) && (0.0..=length).contains(&range.to));
                });
                proptest::prop_assert_eq!(to, record.state.time);
                let from = from.unwrap();
                proptest::prop_assert!(from.from == ends[at] || from.include_from || record.travelled() == 0.0);
                ends[at] = record.state.time;
                let position = scene.groups.group(GROUP).and_then(GroupFrame::position);
                let pair = record.state.markers().filter(|_| record.clip.looping && record.part != Part::Alone);
                if let (Some(position), Some((prev, next))) = (position, pair) {
                    let valid = &scene.groups.group(GROUP).unwrap().valid;
                    let own: Vec<Name> =
                        record.clip.markers.iter().map(|m| m.name).filter(|name| valid.contains(name)).collect();
                    let name = |at: i64| own[at.rem_euclid(own.len() as i64) as usize];
                    let in_span = position.prev != Name::NONE && position.next != Name::NONE;
                    proptest::prop_assert!(!in_span || name(next) == position.next || name(prev) == position.prev);
                }
            }
        }
    }
}
