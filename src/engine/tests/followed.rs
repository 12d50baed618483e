//! Warp targets that go along with somebody: where they are is worked out here from what was shown.

use crate::{CharacterId, EngineInput, Evaluator, WorkerMode};
use anim::{Name, Request, Transform, instance::Refusal};
use glam::{Quat, Vec3};

const FOLLOWER: CharacterId = 1;
const LEADER: CharacterId = 2;
const TARGET: Name = Name::new("Partner");
const DT: f64 = 1.0 / 60.0;

fn offset() -> Transform {
    Transform::new(
        Vec3::new(0.1, -0.2, 0.3),
        Quat::from_rotation_x(0.4),
        Vec3::ONE,
    )
}

/// The leader walks from a place of its own.
fn world() -> Evaluator {
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let skeleton = library.skeletons[0].name;
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let start = Transform::new(
        Vec3::new(3.0, 0.5, -2.0),
        Quat::from_rotation_y(0.7),
        Vec3::ONE,
    );
    let walk = Request::PlayClip {
        clip: Name::new("Walk_Fwd"),
        position: 0.0,
        rate: 1.0,
    };
    let refused = evaluator.step(
        DT,
        &[
            EngineInput::AddCharacter {
                character: FOLLOWER,
                skeleton,
                seed: 0,
            },
            EngineInput::AddCharacter {
                character: LEADER,
                skeleton,
                seed: 0,
            },
            EngineInput::Place {
                character: LEADER,
                placement: start,
            },
            EngineInput::Request {
                character: LEADER,
                request: walk,
            },
        ],
    );
    assert_eq!(refused, []);
    evaluator
}

fn follow(of: Option<(CharacterId, &str)>) -> EngineInput {
    let of = of.map(|(of, bone)| {
        (
            of,
            if bone.is_empty() {
                Name::NONE
            } else {
                Name::new(bone)
            },
        )
    });
    EngineInput::FollowWarpTarget {
        character: FOLLOWER,
        target: TARGET,
        of,
        offset: offset(),
    }
}

fn target(evaluator: &Evaluator) -> Option<Transform> {
    evaluator
        .instance(FOLLOWER)
        .unwrap()
        .warp_targets()
        .get(TARGET)
        .copied()
}

/// Where a point a metre along each axis of the target lies.
fn corners(place: &Transform) -> [Vec3; 3] {
    [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| place.rotation * axis + place.translation)
}

/// From the shown pose: of a bone or of the character itself, and of a socket by its bone.
fn expected(evaluator: &Evaluator, name: &str) -> [Vec3; 3] {
    let instance = evaluator.instance(LEADER).unwrap();
    let (skeleton, placement) = (instance.skeleton(), *evaluator.placement(LEADER).unwrap().0);
    let models = evaluator.shown(LEADER).unwrap().models();
    let socket = skeleton
        .sockets
        .iter()
        .find(|socket| socket.name == Name::new(name));
    let bone = socket
        .map(|socket| socket.bone as usize)
        .or_else(|| skeleton.find(Name::new(name)));
    let local = socket.map_or(Transform::IDENTITY, |socket| socket.local.into());
    let through = |point: Vec3, by: &Transform| by.rotation * (point * by.scale) + by.translation;
    corners(&offset()).map(|point| {
        let point = through(point, &local);
        let point = bone.map_or(point, |bone| models[bone].transform_point3(point));
        through(point, &placement)
    })
}

#[test]
fn a_target_goes_where_a_bone_a_socket_or_the_character_was_shown_last() {
    for name in ["", "hand_r", "hand_r_weapon"] {
        let mut evaluator = world();
        let is_socket = |evaluator: &Evaluator| {
            evaluator
                .instance(LEADER)
                .unwrap()
                .skeleton()
                .sockets
                .iter()
                .any(|it| it.name == Name::new(name))
        };
        assert_eq!(is_socket(&evaluator), name == "hand_r_weapon");
        let mut last = None;
        for tick in 0..40 {
            let wanted = expected(&evaluator, name);
            let inputs = if tick == 0 {
                vec![follow(Some((LEADER, name)))]
            } else {
                Vec::new()
            };
            assert_eq!(evaluator.step(DT, &inputs), []);
            let found = target(&evaluator).unwrap();
            for (found, wanted) in corners(&found).into_iter().zip(wanted) {
                assert!(
                    found.distance(wanted) < 1e-4,
                    "{name:?}, tick {tick}: {found} for {wanted}"
                );
            }
            assert_ne!(last.replace(found), Some(found), "{name:?}: it goes along");
        }
        assert_eq!(evaluator.step(DT, &[follow(None)]), []);
        let stays = target(&evaluator);
        (0..5).for_each(|_| drop(evaluator.step(DT, &[])));
        assert_eq!(
            target(&evaluator),
            stays,
            "without somebody to follow it stays"
        );
    }
}

#[test]
fn a_target_of_somebody_who_is_gone_is_removed_and_one_of_nobody_is_refused() {
    let mut evaluator = world();
    evaluator.step(DT, &[follow(Some((LEADER, "hand_r")))]);
    evaluator.step(DT, &[EngineInput::RemoveCharacter { character: LEADER }]);
    evaluator.step(DT, &[]);
    assert_eq!(target(&evaluator), None);
    let mut evaluator = world();
    for (of, why) in [
        ((9, "hand_r"), Refusal::CharacterUnknown),
        ((LEADER, "nobody"), Refusal::BoneUnknown),
    ] {
        let refused = evaluator.step(DT, &[follow(Some(of))]);
        assert_eq!(
            refused.into_iter().map(|it| it.why).collect::<Vec<_>>(),
            [why]
        );
        assert_eq!(target(&evaluator), None);
    }
}

/// What the follower is told of a target by somebody else stands once nobody is followed with it
/// any more.
#[test]
fn of_two_who_are_followed_the_one_who_stays_is_followed_on() {
    const OTHER: (CharacterId, Name) = (3, Name::new("Other"));
    let mut evaluator = world();
    let skeleton = evaluator.library().skeletons[0].name;
    let second = EngineInput::FollowWarpTarget {
        character: FOLLOWER,
        target: OTHER.1,
        of: Some((OTHER.0, Name::NONE)),
        offset: offset(),
    };
    let come = EngineInput::AddCharacter {
        character: OTHER.0,
        skeleton,
        seed: 0,
    };
    assert_eq!(
        evaluator.step(DT, &[come, follow(Some((LEADER, "hand_r"))), second]),
        []
    );
    evaluator.step(DT, &[EngineInput::RemoveCharacter { character: OTHER.0 }]);
    evaluator.step(DT, &[]);
    let request = Request::SetWarpTarget {
        target: OTHER.1,
        place: Transform::IDENTITY,
    };
    assert_eq!(
        evaluator.step(
            DT,
            &[EngineInput::Request {
                character: FOLLOWER,
                request
            }]
        ),
        []
    );
    for _ in 0..5 {
        let wanted = expected(&evaluator, "hand_r");
        evaluator.step(DT, &[]);
        for (found, wanted) in corners(&target(&evaluator).unwrap())
            .into_iter()
            .zip(wanted)
        {
            assert!(found.distance(wanted) < 1e-4, "{found} for {wanted}");
        }
        let told = evaluator
            .instance(FOLLOWER)
            .unwrap()
            .warp_targets()
            .get(OTHER.1)
            .copied();
        assert_eq!(told, Some(Transform::IDENTITY), "nobody moves it any more");
    }
}
