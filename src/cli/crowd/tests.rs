use super::*;

#[test]
fn everybody_has_room_and_a_moment() {
    let one = Bounds {
        min: Vec3::new(-0.5, 0.0, -0.2),
        max: Vec3::new(0.5, 1.8, 0.2),
    };
    for count in [1, 2, 3, 7, 100, 1000] {
        let members = members(count, one);
        assert_eq!(members.len(), count as usize);
        assert_eq!(
            members[0].ahead, 0.0,
            "the first is the one that is asked for"
        );
        let around = Bounds::of_points(members.iter().map(|member| member.place));
        assert!(around.center().length() < 1e-3 * around.size().max_element().max(1.0));
        for (at, a) in members.iter().enumerate() {
            assert!(
                members[..at]
                    .iter()
                    .all(|b| a.place.distance(b.place) > 1.0 && a.ahead != b.ahead)
            );
        }
    }
}

#[test]
fn a_lap_is_told() {
    let late = Member {
        place: Vec3::ZERO,
        ahead: 0.75,
    };
    assert_eq!(moment(&late, 0.25, 0.1, 2.0), (1.75, false));
    assert_eq!(moment(&late, 0.75, 0.25, 2.0), (0.25, true));
    assert_eq!(moment(&late, 0.75, 0.5, 0.0), (0.75, false));
    assert_eq!(
        moment(&Member { ahead: 0.0, ..late }, 3.5, 3.4, 2.0),
        (3.5, false),
        "past the end: the end"
    );
}
