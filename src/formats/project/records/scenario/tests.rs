use super::*;
use asset::script::Whom;

#[test]
fn a_scenario_reads_back_and_refuses_what_it_does_not_know() {
    let text = r#"{"name":"Walk","script":{"seed":0,"requests":[
        {"at":0.0,"do":"play_graph","graph":"PG"}]},"duration":2.0,"expect":[
        {"that":"planted","bone":"foot_l","from":0.1,"to":0.2,"within_mm":2.0},
        {"character":1,"that":"no_pop","most_cm":3.0}]}"#;
    let scenario: ScenarioRecord = serde_json::from_str(text).unwrap();
    assert_eq!(scenario.dt, [1.0 / 60.0]);
    assert_eq!(scenario.expect[1].character, Some(Whom::Number(1)));
    let written = serde_json::to_string(&scenario).unwrap();
    assert_eq!(written, text.replace("\n        ", ""));
    for (good, bad) in [
        ("within_mm", "within_cm"),
        ("planted", "plant"),
        ("\"graph\"", "\"grph\""),
        ("\"script\"", "\"sesion\""),
    ] {
        assert!(
            serde_json::from_str::<ScenarioRecord>(&text.replace(good, bad)).is_err(),
            "{bad}"
        );
    }
}
