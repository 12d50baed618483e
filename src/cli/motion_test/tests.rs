use super::*;

#[test]
fn junit_has_a_case_a_scenario_and_escapes_names() {
    let failure = ScenarioFailure {
        expectation: Some(1),
        word: "planted",
        character: 0,
        tick: Some((7, 0.1333)),
        values: Some([f64::NAN, 2.0]),
        unit: "mm",
        text: "bone “a<b>” & \u{1}".into(),
    };
    let outcome = |name: &str, failures: Vec<ScenarioFailure>| ScenarioOutcome {
        id: Id(1),
        name: name.to_owned(),
        ticks: 60,
        expectations: 2,
        failures,
    };
    let report = report(&[outcome("A", vec![]), outcome("\"B\"", vec![failure])]);
    let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mutoscope test" tests="2" failures="1">
  <testsuite name="P&amp;Q" tests="2" failures="1">
    <testcase classname="P&amp;Q" name="A"/>
    <testcase classname="P&amp;Q" name="&quot;B&quot;">
      <failure type="planted" message="bone “a&lt;b&gt;” &amp; �">#1 planted, tick 7 (0.1333 s): bone “a&lt;b&gt;” &amp; �</failure>
    </testcase>
  </testsuite>
</testsuites>
"#;
    assert_eq!(junit::text("P&Q", &report), expected);
    // What is no number has no place in JSON.
    let value = serde_json::to_value(&report).unwrap();
    assert!(value["scenarios"][1]["failures"][0].get("found").is_none());
    assert_eq!(value["scenarios"][1]["failures"][0]["allowed"], 2.0);
}
