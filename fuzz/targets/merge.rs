//! Three versions of a file of a project: refused, or what comes of them holds what only one side
//! changed.
#![no_main]

use formats::merge::{MergeSide, merged_text};
use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

/// An edit of a value somewhere in a file.
#[derive(Arbitrary, Debug)]
struct Edit {
    way: Vec<u8>,
    what: What,
}

#[derive(Arbitrary, Debug)]
enum What {
    Number(i16),
    Text(String),
    Null,
    Remove,
    Turn,
    Double,
}

#[derive(Arbitrary, Debug)]
struct Hands {
    mine: Vec<Edit>,
    theirs: Vec<Edit>,
    has_base: bool,
    takes_theirs: bool,
}

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let project = mannequin::sample();
    let id = *project.graphs.keys().next().expect("the sample has graphs");
    let (path, files) = formats::project::asset_files(&project, id).expect("it is there");
    files.files[&path].clone()
});

fn edited(edits: &[Edit]) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(&GOOD).expect("it is JSON");
    for edit in edits {
        change(&mut value["asset"], &edit.way, &edit.what);
    }
    serde_json::to_vec(&value).expect("it is JSON")
}

fn change(value: &mut Value, way: &[u8], what: &What) {
    let Some((step, rest)) = way.split_first() else {
        return match what {
            What::Number(number) => *value = Value::from(*number),
            What::Text(text) => *value = Value::from(text.as_str()),
            What::Null => *value = Value::Null,
            What::Remove => drop(value.as_array_mut().and_then(Vec::pop)),
            What::Turn => value
                .as_array_mut()
                .into_iter()
                .for_each(|items| items.reverse()),
            What::Double => value
                .as_array_mut()
                .into_iter()
                .for_each(|items| items.extend(items.last().cloned())),
        };
    };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let at = usize::from(*step) % fields.len();
            fields
                .values_mut()
                .nth(at)
                .into_iter()
                .for_each(|value| change(value, rest, what));
        }
        Value::Array(items) if !items.is_empty() => {
            let at = usize::from(*step) % items.len();
            change(&mut items[at], rest, what);
        }
        _ => change(value, &[], what),
    }
}

/// The items of a list that is merged item by item.
fn items(value: &Value) -> Option<BTreeMap<&str, &Value>> {
    let list = value.as_array()?;
    let items: BTreeMap<&str, &Value> = list
        .iter()
        .map(|item| Some((item.get("id")?.as_str()?, item)))
        .collect::<Option<_>>()?;
    (items.len() == list.len()).then_some(items)
}

fn fields(value: Option<&Value>) -> BTreeMap<&str, &Value> {
    let fields = value.and_then(Value::as_object).into_iter().flatten();
    fields.map(|(key, value)| (key.as_str(), value)).collect()
}

/// What only one side changed is as that side has it, at any depth: base, mine, theirs, and what
/// came of them.
fn check(versions: [Option<&Value>; 4], place: &str) {
    let [base, mine, theirs, merged] = versions;
    if theirs == base || mine == theirs {
        assert_eq!(merged, mine, "{place}: as it is in mine");
    } else if mine == base {
        assert_eq!(merged, theirs, "{place}: as it is in theirs");
    } else if let Some(parts) = parts(versions) {
        let keys: BTreeSet<&str> = parts.iter().flat_map(|part| part.keys().copied()).collect();
        for key in keys {
            let [base, mine, theirs, merged] = &parts;
            let found = [base, mine, theirs, merged].map(|part| part.get(key).copied());
            check(found, &format!("{place}/{key}"));
        }
    } else {
        assert!(merged == mine || merged == theirs, "{place}: of one side");
    }
}

/// None of what is one field.
fn parts(versions: [Option<&Value>; 4]) -> Option<[BTreeMap<&str, &Value>; 4]> {
    let [base, sides @ ..] = versions;
    if sides.iter().all(|side| side.is_some_and(Value::is_object)) {
        return Some(versions.map(fields));
    }
    let base = match base {
        Some(base) if base.is_array() => items(base)?,
        _ => BTreeMap::new(),
    };
    Some([
        base,
        items(sides[0]?)?,
        items(sides[1]?)?,
        items(sides[2]?)?,
    ])
}

fuzz_target!(|hands: Hands| {
    let (base, mine, theirs) = (GOOD.as_slice(), edited(&hands.mine), edited(&hands.theirs));
    let side = if hands.takes_theirs {
        MergeSide::Theirs
    } else {
        MergeSide::Mine
    };
    let value = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("it is JSON");
    let merged = |mine: &[u8], theirs: &[u8]| {
        let (text, conflicts) = merged_text(hands.has_base.then_some(base), mine, theirs, side)
            .expect("these are files");
        (value(&text), conflicts.len())
    };
    let both = merged(&mine, &theirs).0;
    let (known, own, other) = (value(base), value(&mine), value(&theirs));
    let of = |file: &'_ Value| file.get("asset").cloned();
    let versions = [
        of(&known).filter(|_| hands.has_base),
        of(&own),
        of(&other),
        of(&both),
    ];
    check(versions.each_ref().map(Option::as_ref), "");
    assert_eq!(merged(&mine, &mine), (value(&mine), 0));
    if hands.has_base {
        assert_eq!(merged(&mine, base), (value(&mine), 0), "only mine");
        assert_eq!(merged(base, &theirs), (value(&theirs), 0), "only theirs");
    }
});
