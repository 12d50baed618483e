//! What is offered holds on the play that it was measured from, and no longer when that is broken.

use crate::{
    edit::{node, notifies},
    sample::{library, scenarios},
};
use anim::Library;
use asset::{Cache, Id, Project, Scenario};
use scenario::{offers, run_scenarios};
use serde_json::json;
use std::{collections::BTreeSet, sync::Arc};

/// The sample's scenarios with nothing to expect but what is offered.
fn offered(library: &Arc<Library>, project: &Project) -> Vec<(Id, Scenario)> {
    let of = |(id, scenario): (Id, &Scenario)| {
        let expect = offers(library, scenario).unwrap();
        let scenario = scenario.clone();
        (id, Scenario { expect, ..scenario })
    };
    scenarios(project).into_iter().map(of).collect()
}

/// Scenarios of which an offer fails when the sample is edited, each with the word of the offer.
fn failing(edit: fn(&mut Project)) -> BTreeSet<(String, &'static str)> {
    let (mut project, mut cache) = (mannequin::sample(), Cache::default());
    let known = offered(&library(&project, &mut cache), &project);
    edit(&mut project);
    let edited = library(&project, &mut cache);
    let known: Vec<_> = known.iter().map(|(id, it)| (*id, it)).collect();
    let outcomes = run_scenarios(&edited, &known);
    let words = |it: &scenario::ScenarioOutcome| {
        let name = it.name.clone();
        let words: Vec<_> = it.failures.iter().map(|it| it.word).collect();
        words.into_iter().map(move |word| (name.clone(), word))
    };
    outcomes.iter().flat_map(words).collect()
}

#[test]
fn every_offer_of_every_scenario_of_the_sample_holds() {
    let none = failing(|_| {});
    assert!(none.is_empty(), "{none:?}");
}

#[test]
fn every_sort_of_offer_is_made_and_survives_the_file() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let all = offered(&library, &project);
    let expectations = all.iter().flat_map(|(_, it)| &it.expect);
    let words: BTreeSet<_> = expectations.clone().map(|it| it.what.word()).collect();
    let known = [
        "bone_at",
        "events",
        "no_pop",
        "planted",
        "poses_as_before",
        "root_at",
        "states",
    ];
    assert!(words.into_iter().eq(known));
    for offer in expectations {
        let text = serde_json::to_string(offer).unwrap();
        let back: asset::scenario::ScenarioExpectation = serde_json::from_str(&text).unwrap();
        assert!(back == *offer, "{text}");
    }
}

#[test]
fn an_edit_fails_the_offers_that_it_breaks() {
    let found = failing(|it| {
        node(it, "Feet on the ground", |node| {
            node["alpha"] =
                json!({"input": {"value": 0.0}, "scale": 1.0, "bias": 0.0, "bounds": [0.0, 1.0]});
        });
    });
    let has = |name: &str, word| found.contains(&(name.to_owned(), word));
    assert!(has("Stairs", "poses_as_before"), "{found:?}");
    assert!(found.iter().all(|it| it.1 != "events"), "{found:?}");

    let found = failing(|it| {
        notifies(it, "AM_AttackCombo", |all| {
            all.retain(|it| it.name != "Whoosh_1");
        });
    });
    assert!(found.contains(&("Combo".to_owned(), "events")), "{found:?}");
    assert!(found.iter().all(|it| it.1 == "events"), "{found:?}");
}
