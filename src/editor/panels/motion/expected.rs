//! Expectations of motion tests in words, and what of them is a number that people set.

use crate::parts::NumberField;
use asset::{
    scenario::{Expectation, ScenarioExpectation},
    script::Whom,
};
use words::{noun, tr};

/// What an expectation says, without what is allowed.
pub fn expectation_text(expectation: &ScenarioExpectation) -> String {
    let text = what_text(&expectation.what);
    match &expectation.character {
        None => text,
        Some(Whom::Number(number)) => tr!("Character {number}: {text}"),
        Some(Whom::Name(name)) => format!("{name}: {text}"),
    }
}

fn what_text(what: &Expectation) -> String {
    match what {
        Expectation::Events { events, .. } => {
            let one = |it: &asset::scenario::ExpectedEvent| format!("{} {:.3} s", it.name, it.at);
            let all: Vec<_> = events.iter().map(one).collect();
            let count = words::count(events.len(), noun!("event"));
            tr!("{count}: {}", all.join(", "))
        }
        Expectation::NoEvents { names, from, to } => {
            let names = names.join(", ");
            tr!("Never {names}{}", span_text(*from, *to))
        }
        Expectation::States { machine, states } => {
            format!("{machine}: {}", states.join(" → "))
        }
        Expectation::Planted { bone, from, to, .. } => {
            tr!("{bone} stands from {from:.3} s to {to:.3} s")
        }
        Expectation::BoneAt {
            bone, at, place, ..
        } => tr!("{bone} at {} after {at:.3} s", place_text(*place)),
        Expectation::RootAt {
            at, place, facing, ..
        } => {
            let place = place_text(*place);
            match facing {
                Some(facing) => tr!("Root at {place}, facing {facing:.1}°, after {at:.3} s"),
                None => tr!("Root at {place} after {at:.3} s"),
            }
        }
        Expectation::NoPop {
            bones, from, to, ..
        } => {
            let span = span_text(*from, *to);
            match bones.len() {
                0 => tr!("No bone jumps{span}"),
                _ => tr!("No jump of {}{span}", bones.join(", ")),
            }
        }
        Expectation::PosesAsBefore { every, bones, .. } => match bones.len() {
            0 => tr!("Poses as before, every {every} ticks"),
            _ => tr!("{} as before, every {every} ticks", bones.join(", ")),
        },
        Expectation::CostBelow { clip, .. } => tr!("Cost, in costs of playing {clip}"),
    }
}

fn span_text(from: Option<f64>, to: Option<f64>) -> String {
    match (from, to) {
        (Some(from), None) => tr!(" from {from:.3} s on"),
        (None, Some(to)) => tr!(" up to {to:.3} s"),
        (Some(from), Some(to)) => tr!(" from {from:.3} s to {to:.3} s"),
        _ => String::new(),
    }
}

fn place_text([x, y, z]: [f64; 3]) -> String {
    format!("{x:.2} {y:.2} {z:.2} m")
}

/// How far off is allowed; None of an expectation that holds or does not.
pub fn allowance(what: &mut Expectation) -> Option<(&mut f64, NumberField<'static>)> {
    let (value, unit, decimals, most) = match what {
        Expectation::Events { within, .. } => (within, "s", 3, 10.0),
        Expectation::Planted { within_mm, .. }
        | Expectation::BoneAt { within_mm, .. }
        | Expectation::RootAt { within_mm, .. }
        | Expectation::PosesAsBefore { within_mm, .. } => (within_mm, "mm", 1, 10_000.0),
        Expectation::NoPop { most_cm, .. } => (most_cm, "cm", 1, 10_000.0),
        Expectation::CostBelow { most, .. } => (most, "×", 2, 10_000.0),
        Expectation::NoEvents { .. } | Expectation::States { .. } => return None,
    };
    let field = NumberField {
        name: tr!("Allowed"),
        value: *value,
        unit,
        decimals,
        speed: 10_f64.powi(-(decimals as i32)),
        range: 0.0..=most,
        width: 84.0,
    };
    Some((value, field))
}
