use super::*;
use anim::Transform;
use asset::script::{ScriptPlacement, ScriptValue};

#[test]
fn a_script_is_a_line_a_request() {
    let requests = [
        ScriptRequest {
            at: 0.0,
            character: None,
            what: ScriptRequestKind::PlayGraph { graph: "PG".into() },
        },
        ScriptRequest {
            at: 0.5,
            character: None,
            what: ScriptRequestKind::SetParameter {
                parameter: "Speed".into(),
                value: ScriptValue::Number(1.25),
            },
        },
        ScriptRequest {
            at: 0.5,
            character: None,
            what: ScriptRequestKind::SnapshotPose {
                snapshot: "Fallen".into(),
            },
        },
        ScriptRequest {
            at: 1.0,
            character: None,
            what: ScriptRequestKind::Carry {
                placement: Some(ScriptPlacement(Transform::IDENTITY)),
            },
        },
        ScriptRequest {
            at: 2.0,
            character: None,
            what: ScriptRequestKind::Carry { placement: None },
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
    let read = read(expected.as_bytes()).unwrap();
    assert_eq!(read.requests, requests);
    assert_eq!(read.texts[..3], ["play_graph", "PG", "set_parameter"]);
}
