use super::*;
use anim::{graph::nodes::OutputNode, instance::RootMotionMode};
use glam::{Quat, Vec3};

#[test]
fn every_request_reads_and_later_ones_come_later() {
    let script = parse(
        br#"{"seed": 7, "requests": [
            {"at": 2, "do": "stop_montage", "blend_out": 0.5},
            {"at": 0, "do": "play_montage", "montage": "M", "section": "S"},
            {"at": 1, "do": "jump_to_section", "montage": "M", "section": "S"},
            {"at": 1, "do": "set_next_section", "montage": "M", "from": "S"},
            {"at": 1, "do": "pause", "montage": "M"}, {"at": 1, "do": "resume", "montage": "M"},
            {"at": 1, "do": "set_position", "montage": "M", "position": 0.5},
            {"at": 1, "do": "set_play_rate", "montage": "M", "rate": -1},
            {"at": 4, "do": "fade_to_clip", "clip": "C", "duration": 0.2},
            {"at": 3, "do": "force_position", "montage": "M", "to": 0.5},
            {"at": 1, "do": "set_lod", "lod": 2}, {"at": 1, "do": "play_clip", "clip": "C"},
            {"at": 1, "do": "stop_clip"}, {"at": 5, "do": "play_graph", "graph": "G"},
            {"at": 6, "do": "set_parameter", "parameter": "Aim", "value": [1, 2, 3]},
            {"at": 7, "do": "set_parameter", "parameter": "On", "value": true},
            {"at": 8, "do": "set_parameter", "parameter": "Stance", "value": "Crouch"},
            {"at": 9, "do": "stop_graph"},
            {"at": 10, "do": "tell_live", "subject": "S", "curves": {"smile": 0.5},
             "bones": [{"bone": "B", "local": [1,2,3, 0,0,2,0, 1,1,1]}]},
            {"at": 11, "do": "set_external", "stream": "C",
             "bones": [{"bone": "B", "local": [1,2,3, 0,0,2,0, 1,1,1]}]},
            {"at": 12, "do": "carry", "placement": [1,2,3, 0,0,2,0, 1,1,1]}, {"at": 13, "do": "carry"},
            {"at": 14, "do": "teleport", "placement": [1,2,3, 0,0,2,0, 1,1,1]}]}"#,
    )
    .ok()
    .unwrap();
    let (montage, section) = (Name::new("M"), Name::new("S"));
    let asked = |at: usize| {
        script.requests[at]
            .request
            .request(&Graph::default())
            .unwrap()
    };
    assert_eq!(asked(0), Request::play_section(montage, 1.0, section));
    assert_eq!(
        asked(2),
        Request::SetNextSection {
            montage,
            from: section,
            to: None
        }
    );
    assert_eq!(
        asked(11),
        Request::ForcePosition {
            montage,
            from: None,
            to: 0.5
        }
    );
    assert_eq!(
        asked(10),
        Request::StopMontage {
            montage: None,
            blend_out: Some(0.5)
        }
    );
    assert_eq!(
        asked(13),
        Request::PlayGraph {
            graph: Name::new("G")
        }
    );
    let set = |parameter, value| Request::SetParameter {
        parameter: Name::new(parameter),
        value,
    };
    assert_eq!(
        [14, 15, 16, 17].map(asked),
        [
            set("Aim.x", 1.0),
            set("Aim.y", 2.0),
            set("Aim.z", 3.0),
            set("On", 1.0)
        ]
    );
    assert_eq!(
        asked(18),
        set("Stance", name_value(Name::new("Crouch"))),
        "no graph knows better"
    );
    assert_eq!(
        (script.seed, script.requests.len(), asked(19)),
        (7, 25, Request::PlayGraph { graph: Name::NONE })
    );
    let local = Transform::new(
        Vec3::new(1.0, 2.0, 3.0),
        Quat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        Vec3::ONE,
    );
    let [subject, bone, stream] = ["S", "B", "C"].map(Name::new);
    let live = LiveFrame {
        subject,
        bones: vec![(bone, local)],
        curves: vec![(Name::new("smile"), 0.5)],
    };
    assert_eq!(asked(20), Request::TellLive(live.into()));
    let bones = [ExternalBone {
        bone,
        local,
        weight: 1.0,
    }]
    .into();
    assert_eq!(asked(21), Request::SetExternal { stream, bones });
    let carried = [22, 23].map(|at| script.requests[at].request.clone());
    assert_eq!(carried, [Asked::Carry(Some(local)), Asked::Carry(None)]);
    assert_eq!(script.requests[24].request, Asked::Teleport(local));
}

#[test]
fn limits_of_root_motion_are_numbers() {
    let read = |fields: &str| {
        let request =
            format!(r#"{{"requests": [{{"at": 1, "do": "limit_root_motion"{fields}}}]}}"#);
        parse(request.as_bytes()).map(|script| script.requests[0].request.clone())
    };
    let limit = |scale, speed| Ok(Asked::LimitRootMotion(RootLimit { scale, speed }));
    assert_eq!(read(""), limit(1.0, None));
    assert_eq!(
        read(r#", "scale": -0.5, "speed": 2"#),
        limit(-0.5, Some(2.0))
    );
    assert!(read(r#", "speed": -1"#).is_err() && read(r#", "scale": 1e39"#).is_err());
}

#[test]
fn requests_of_montages_read_with_all_their_fields() {
    let read = |request: &str| {
        let add = r#"{"at": 0, "do": "add_character", "name": "B"}"#;
        let script =
            parse(format!(r#"{{"requests": [{add}, {{"at": 1, {request}}}]}}"#).as_bytes())
                .ok()
                .unwrap();
        script.requests[1].request.clone()
    };
    let (montage, section, group) = (Name::new("M"), Name::new("S"), Name::new("G"));
    let play = |start, stop_group| Request::PlayMontage {
        montage,
        rate: 1.0,
        start,
        stop_group,
    };
    for (request, expected) in [
        (
            r#""do": "play_montage", "montage": "M", "position": 0.5"#,
            play(Start::Seconds(0.5), true),
        ),
        (
            r#""do": "play_montage", "montage": "M", "section": "S", "at_end": true, "stop_group": false"#,
            play(Start::SectionEnd(section), false),
        ),
        (
            r#""do": "stop_group", "group": "G", "blend_out": 1"#,
            Request::StopGroup {
                group,
                blend_out: Some(1.0),
            },
        ),
        (
            r#""do": "jump_to_section", "montage": "M", "section": "S", "at_end": true"#,
            Request::JumpToSection {
                montage,
                section,
                at_end: true,
            },
        ),
        (
            r#""do": "follow_montage", "montage": "M", "leader": "S""#,
            Request::FollowMontage {
                montage,
                leader: Some(section),
            },
        ),
        (
            r#""do": "follow_montage", "montage": "M""#,
            Request::FollowMontage {
                montage,
                leader: None,
            },
        ),
        (
            r#""do": "disable_root_motion", "montage": "M""#,
            Request::DisableRootMotion {
                montage,
                disable: true,
            },
        ),
        (
            r#""do": "set_root_motion_mode", "mode": "from_montages_only""#,
            Request::SetRootMotionMode {
                mode: RootMotionMode::FromMontagesOnly,
            },
        ),
        (
            r#""do": "set_time_dilation", "dilation": 0.5"#,
            Request::SetTimeDilation { dilation: 0.5 },
        ),
        (
            r#""do": "set_dedicated_server", "is_server": true"#,
            Request::SetDedicatedServer { is_server: true },
        ),
        (
            r#""do": "filter_notifies", "filter": true"#,
            Request::FilterNotifies { filter: true },
        ),
        (
            r#""do": "snapshot_pose", "snapshot": "S""#,
            Request::SnapshotPose { snapshot: section },
        ),
        (
            r#""do": "merge_states", "merge": true"#,
            Request::MergeStates { merge: true },
        ),
    ] {
        assert_eq!(read(request), Asked::Request(expected), "{request}");
    }
    let theirs = read(r#""do": "follow_montage", "montage": "M", "leader": "S", "of": "B""#);
    assert_eq!(
        theirs,
        Asked::FollowMontage {
            montage,
            leader: (1, section)
        }
    );
    let task = |options| Asked::Task {
        montage: "M".into(),
        play: Request::play(montage, 1.0),
        options,
    };
    assert_eq!(
        read(r#""do": "play_and_wait", "montage": "M""#),
        task(TaskOptions::default())
    );
    let options = TaskOptions {
        stop_when_owner_ends: false,
        interrupt_after_blend_out: true,
    };
    let fields = r#""stop_when_owner_ends": false, "interrupt_after_blend_out": true"#;
    assert_eq!(
        read(&format!(
            r#""do": "play_and_wait", "montage": "M", {fields}"#
        )),
        task(options)
    );
    assert_eq!(
        read(r#""do": "end_task", "montage": "M""#),
        Asked::EndTask(montage)
    );
}

#[test]
fn the_value_of_an_enum_is_the_index_of_its_name() {
    let stance = anim::graph::Parameter {
        name: Name::new("Stance"),
        default: 0.0,
        is_trigger: false,
        values: ["Stand", "Crouch"].map(Name::new).into(),
    };
    let nodes = vec![anim::graph::Node::Output(OutputNode {
        source: anim::graph::NO_NODE,
    })];
    let parts = anim::graph::GraphParts {
        parameters: vec![stance],
        nodes,
        ..Default::default()
    };
    let graph = Graph::new(parts).unwrap();
    let value = |value| match (Asked::Named {
        parameter: Name::new("Stance"),
        value: Name::new(value),
    })
    .request(&graph)
    {
        Some(Request::SetParameter { value, .. }) => value,
        other => panic!("{other:?}"),
    };
    assert_eq!((value("Crouch"), value("Stand")), (1.0, 0.0));
    assert!(value("Prone").is_nan(), "which is refused");
}

#[test]
fn characters_are_told_by_name_or_by_the_order_in_which_they_are_added() {
    let script = parse(
        br#"{"requests": [
            {"at": 1, "do": "add_character", "name": "Second", "skeleton": "S"},
            {"at": 0, "do": "add_character", "graph": "G", "seed": 4},
            {"at": 2, "do": "stop_clip"}, {"at": 2, "do": "stop_clip", "character": 0},
            {"at": 2, "do": "stop_clip", "character": 1}, {"at": 2, "do": "stop_clip", "character": "Second"},
            {"at": 3, "do": "follow", "character": 1, "leader": "Second"},
            {"at": 4, "do": "copy_pose", "character": "Second", "partner": "P", "from": 0},
            {"at": 5, "do": "copy_pose", "character": "Second", "partner": "P"}]}"#,
    );
    let script = script.ok().unwrap();
    assert_eq!(script.names, [None, None, Some("Second".to_owned())]);
    let whom: Vec<CharacterId> = script
        .requests
        .iter()
        .map(|timed| timed.character)
        .collect();
    assert_eq!(whom, [1, 2, 0, 0, 1, 2, 1, 2, 2]);
    let asked = |at: usize| &script.requests[at].request;
    assert_eq!(
        *asked(0),
        Asked::Added(Added {
            skeleton: None,
            graph: Some("G".into()),
            seed: 4
        })
    );
    assert_eq!(
        *asked(1),
        Asked::Added(Added {
            skeleton: Some("S".into()),
            graph: None,
            seed: 0
        })
    );
    assert_eq!(*asked(6), Asked::Follow(Some(2)));
    assert_eq!(
        *asked(7),
        Asked::CopyPose {
            partner: Name::new("P"),
            from: Some(0)
        }
    );
    assert_eq!(
        *asked(8),
        Asked::CopyPose {
            partner: Name::new("P"),
            from: None
        }
    );
    let refusal = |second: &str| {
        let first = r#"{"at": 0, "do": "add_character", "name": "A"}"#;
        parse(format!(r#"{{"requests": [{first}, {second}]}}"#).as_bytes())
            .err()
            .unwrap()
    };
    for (second, expected) in [
        (
            r#"{"at": 0, "do": "add_character", "name": "A"}"#,
            "another character already has this name",
        ),
        (
            r#"{"at": 0, "do": "add_character", "character": "A"}"#,
            "to name an added character, use `name`",
        ),
        (
            r#"{"at": 0, "do": "stop_clip", "character": "B"}"#,
            "character “B” does not exist; add it with a request first",
        ),
        (r#"{"at": 0, "do": "stop_clip", "character": 2}"#, "below 2"),
        (
            r#"{"at": 0, "do": "stop_clip", "character": -1}"#,
            "must be a name or a number",
        ),
        (
            r#"{"at": 0, "do": "follow", "leader": "B"}"#,
            "character “B” does not exist; add it with a request first",
        ),
        (
            r#"{"at": 0, "do": "copy_pose", "partner": "P", "from": 7}"#,
            "below 2",
        ),
    ] {
        let text = refusal(second);
        assert!(
            text.starts_with("/requests/1: ") && text.contains(expected),
            "{text}"
        );
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let refusal = |request: &str| {
        parse(format!(r#"{{"requests": [{request}]}}"#).as_bytes())
            .err()
            .unwrap()
    };
    for (request, expected) in [
        (r#"{"do": "stop_clip"}"#, "“at” is missing"),
        (r#"{"at": -1, "do": "stop_clip"}"#, "0 or more"),
        (r#"{"at": 0, "do": "fly"}"#, "unknown variant `fly`"),
        (r#"{"at": 0, "do": "pause"}"#, "missing field `montage`"),
        (
            r#"{"at": 0, "do": "pause", "montage": "M", "when": 1}"#,
            "unknown field `when`",
        ),
        (
            r#"{"at": 0, "do": "tell_live", "subject": "S", "bones": [{"bone": "B", "local": [0,0,0, 0,0,0,0, 1,1,1]}]}"#,
            "must not be zero",
        ),
        (
            r#"{"at": 0, "do": "set_external", "stream": "C", "bones": [{"bone": "B", "local": [0]}]}"#,
            "length",
        ),
        (
            r#"{"at": 0, "do": "play_and_wait"}"#,
            "missing field `montage`",
        ),
        (
            r#"{"at": 0, "do": "play_montage", "montage": "M", "at_end": true}"#,
            "“at_end” needs a",
        ),
        (
            r#"{"at": 0, "do": "play_montage", "montage": "M", "section": "S", "position": 0}"#,
            "not both",
        ),
        (
            r#"{"at": 0, "do": "follow_montage", "montage": "M", "of": 0}"#,
            "“of” needs a",
        ),
    ] {
        let text = refusal(request);
        assert!(
            text.starts_with("/requests/0: ") && text.contains(expected),
            "{text}"
        );
    }
    assert!(parse(b"{").is_err() && parse(b"{}").is_err());
}
