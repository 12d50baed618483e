use super::*;

#[test]
fn a_script_is_a_line_a_request() {
    let requests = [
        Timed {
            at: 0.0,
            what: Asked::PlayGraph { graph: "PG".into() },
        },
        Timed {
            at: 0.5,
            what: Asked::SetParameter {
                parameter: "Speed".into(),
                value: 1.25,
            },
        },
        Timed {
            at: 0.5,
            what: Asked::SnapshotPose {
                snapshot: "Fallen".into(),
            },
        },
        Timed {
            at: 1.0,
            what: Asked::carry(Some(&Transform::IDENTITY)),
        },
        Timed {
            at: 2.0,
            what: Asked::carry(None),
        },
    ];
    let expected = r#"{"requests": [
  {"at":0.0,"do":"play_graph","graph":"PG"},
  {"at":0.5,"do":"set_parameter","parameter":"Speed","value":1.25},
  {"at":0.5,"do":"snapshot_pose","snapshot":"Fallen"},
  {"at":1.0,"do":"carry","placement":[0.0,0.0,0.0,0.0,0.0,0.0,1.0,1.0,1.0,1.0]},
  {"at":2.0,"do":"carry"}
]}
"#;
    assert_eq!(
        String::from_utf8(write(&requests).unwrap()).unwrap(),
        expected
    );
}
