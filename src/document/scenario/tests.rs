use super::*;
use crate::{Command, Document, NewAsset, ProjectCommand};
use asset::scenario::{Expectation, ScenarioExpectation, ScenarioSession, ScenarioSource};

const TEST: Id = Id(7);

fn scenario(name: &str, expectations: usize, most_cm: f64) -> Scenario {
    let expectation = ScenarioExpectation {
        character: None,
        what: Expectation::NoPop {
            most_cm,
            bones: Vec::new(),
            from: None,
            to: None,
        },
    };
    Scenario {
        name: name.to_owned(),
        description: String::new(),
        source: ScenarioSource::Session(ScenarioSession {
            seconds: 1.0,
            bytes: [1, 2, 3].into(),
        }),
        expect: vec![expectation; expectations],
    }
}

fn change(document: &mut Document, scenario: Scenario) -> Result<bool, EditError> {
    let change = ProjectCommand::SetScenario(TEST, Box::new(scenario));
    document.perform(&Command::Project(change), None)
}

#[test]
fn a_scenario_changes_under_its_name_and_undo_brings_back_what_was() {
    let mut document = Document::new(Project::default());
    assert_eq!(
        change(&mut document, scenario("Walk", 1, 1.0)),
        Err(EditError::AssetMissing)
    );
    let add = ProjectCommand::Add(TEST, NewAsset::from(scenario("Walk", 1, 1.0)));
    document.perform(&Command::Project(add), None).unwrap();
    let first = document.project().tests[&TEST].clone();
    assert_eq!(change(&mut document, (*first).clone()), Ok(false));
    assert_eq!(change(&mut document, scenario("Other", 2, 3.0)), Ok(true));
    let now = document.project().tests[&TEST].clone();
    assert_eq!((&*now.name, now.expect.len()), ("Walk", 2));
    assert!(document.undo());
    assert_eq!(document.project().tests[&TEST], first);
}

#[test]
fn numbers_that_are_none_and_too_many_expectations_are_refused() {
    let mut document = Document::new(Project::default());
    let add = ProjectCommand::Add(TEST, NewAsset::from(scenario("Walk", 1, 1.0)));
    document.perform(&Command::Project(add), None).unwrap();
    let most = Scenario::MOST_EXPECTATIONS;
    assert!(change(&mut document, scenario("Walk", 1, f64::NAN)).is_err());
    assert!(change(&mut document, scenario("Walk", most + 1, 1.0)).is_err());
    assert_eq!(change(&mut document, scenario("Walk", most, 1.0)), Ok(true));
}
