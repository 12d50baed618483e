use super::*;
use crate::{Clip, sync::PlayerState};
use std::sync::Arc;

fn chosen(members: &[(Role, f32)], last: Option<u32>) -> Option<usize> {
    let clip = Arc::new(Clip {
        length: 1.0,
        ..Clip::default()
    });
    let record = |(at, (role, weight)): (usize, &(Role, f32))| {
        let record = TickRecord::new(at as u32, clip.clone(), PlayerState::at(0.0));
        TickRecord {
            role: *role,
            weight: *weight,
            ..record
        }
    };
    let records: Vec<TickRecord> = members.iter().enumerate().map(record).collect();
    choose(records.iter(), last)
}

#[test]
fn the_heaviest_leads_and_of_equal_ones_the_last_leader_or_the_first() {
    let equal = [(Role::CanBeLeader, 0.5); 3];
    assert_eq!(
        [
            chosen(&equal, None),
            chosen(&equal, Some(2)),
            chosen(&equal, Some(1))
        ],
        [Some(0), Some(2), Some(1)]
    );
    assert_eq!(
        chosen(&[(Role::CanBeLeader, 1.0); 3], None),
        Some(0),
        "full weight is no insisting"
    );
    assert_eq!(
        chosen(
            &[(Role::CanBeLeader, 0.5), (Role::CanBeLeader, 0.6)],
            Some(0)
        ),
        Some(1)
    );
    let weightless = [(Role::CanBeLeader, 0.0); 2];
    assert_eq!(
        [chosen(&weightless, None), chosen(&weightless, Some(1))],
        [Some(0), Some(1)]
    );
    assert_eq!(chosen(&[], None), None);
}

#[test]
fn those_that_insist_lead_by_their_rank_and_of_one_rank_the_last() {
    let ranks = [
        Role::AlwaysFollower,
        Role::CanBeLeader,
        Role::AlwaysLeader,
        Role::TransitionLeader,
        Role::ExclusiveAlwaysLeader,
    ];
    for high in 1..ranks.len() {
        for low in 0..high {
            assert_eq!(
                chosen(&[(ranks[high], 0.1), (ranks[low], 1.0)], Some(1)),
                Some(0),
                "{:?}",
                ranks[high]
            );
        }
    }
    for role in &ranks[2..] {
        assert_eq!(
            chosen(&[(*role, 1.0), (*role, 0.5)], Some(0)),
            Some(1),
            "{role:?}"
        );
    }
    for role in [Role::AlwaysFollower, Role::TransitionFollower] {
        assert_eq!(
            chosen(&[(role, 0.1), (role, 0.9)], Some(1)),
            Some(0),
            "{role:?}"
        );
    }
}
