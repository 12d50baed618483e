use super::*;

#[test]
fn a_track_reads_back_as_it_is_written() {
    let mut track = BoneTrack::default();
    track.push([0.0, 1.23456, -0.00004]);
    track.push([-0.1, -0.00051, 2.0]);
    let text = String::from(track.clone());
    assert_eq!(text, "0 1234.6 0 -100 -0.5 2000");
    assert_eq!(BoneTrack::try_from(text), Ok(track.clone()));
    assert_eq!(track.get(1), Some([-0.1, -0.0005, 2.0]));
    assert_eq!(track.get(2), None);
    for bad in ["1 2", "1 2 x", "1 2 1e12", "1 2 NaN"] {
        assert!(BoneTrack::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

#[test]
fn a_scenario_reads_back_and_refuses_what_it_does_not_know() {
    let text = r#"{"name":"Walk","script":{"seed":0,"requests":[
        {"at":0.0,"do":"play_graph","graph":"PG"}]},"duration":2.0,"expect":[
        {"that":"planted","bone":"foot_l","from":0.1,"to":0.2,"within_mm":2.0},
        {"character":1,"that":"no_pop","most_cm":3.0}]}"#;
    let scenario: Scenario = serde_json::from_str(text).unwrap();
    assert_eq!(scenario.dt, [1.0 / 60.0]);
    assert_eq!(scenario.expect[1].character, Some(Whom::Number(1)));
    let written = serde_json::to_string(&scenario).unwrap();
    assert_eq!(
        serde_json::from_str::<Scenario>(&written).unwrap(),
        scenario
    );
    assert_eq!(written, text.replace("\n        ", ""));
    for (good, bad) in [
        ("within_mm", "within_cm"),
        ("planted", "plant"),
        ("\"graph\"", "\"grph\""),
    ] {
        assert!(
            serde_json::from_str::<Scenario>(&text.replace(good, bad)).is_err(),
            "{bad}"
        );
    }
}
