//! Three versions of small values: what comes of lists in other orders, and of fields that belong
//! together.

use super::super::values::Merging;
use super::*;

/// The merged value and the places of conflicts.
fn merged(
    [base, mine, theirs]: [&Value; 3],
    side: MergeSide,
) -> (Value, Vec<(String, Option<Value>)>) {
    let pick = |_: &str| side;
    let mut merging = Merging {
        pick: &pick,
        conflicts: Vec::new(),
    };
    let value = merging.merged("", Some(base), Some(mine), Some(theirs));
    let conflicts = merging.conflicts.into_iter();
    (
        value.unwrap_or_default(),
        conflicts.map(|it| (it.place, it.base)).collect(),
    )
}

/// Items of these ids, each at a time if a digit follows it.
fn list(items: &str) -> Value {
    let item = |text: &str| match text[1..].parse::<f64>() {
        Ok(time) => json!({"id": text[..1], "time": time}),
        Err(_) => json!({"id": text}),
    };
    json!({"list": items.split(' ').map(item).collect::<Vec<_>>()})
}

fn ids(value: &Value) -> String {
    let items = value["list"].as_array().unwrap().iter();
    items.map(|item| item["id"].as_str().unwrap()).collect()
}

#[test]
fn an_order_that_one_side_changed_is_taken_and_two_new_ones_are_a_conflict() {
    use MergeSide::{Mine, Theirs};
    for (versions, side, order, is_conflict) in [
        (["a b c", "b a c", "a b c"], Theirs, "bac", false),
        (["a b c", "a b c", "b a c"], Mine, "bac", false),
        (["a b c", "b a c", "b a c"], Mine, "bac", false),
        (["a b c", "b a c", "a c b"], Mine, "bac", true),
        (["a b c", "b a c", "a c b"], Theirs, "acb", true),
        // What one added is no other order of what all have.
        (["a b c", "b a c", "a b c d"], Theirs, "bacd", false),
        (["a b c", "d a b c", "a c b"], Theirs, "dacb", false),
        // Items at times are sorted by them.
        (["a0 b0 c0", "b0 a0 c0", "a0 c0 b0"], Theirs, "bac", false),
        (["a0 b0 c0", "b0 a0 c0", "c0 a0 b0 d0"], Mine, "bdac", false),
        (["a0 b0 c0", "b0 a0 c0", "c0 a5 b0"], Mine, "bac", true),
        (["a0 b0 c0", "c0 a5 b0", "b0 a0 c0"], Mine, "cab", true),
        (["c0 a5 b0", "a5 b6 c7", "b0 c1 a5"], Mine, "abc", true),
    ] {
        let values = versions.map(list);
        let (value, conflicts) = merged(values.each_ref(), side);
        assert_eq!(ids(&value), order, "{versions:?} {side:?}");
        let about_order = conflicts.iter().filter(|(place, _)| place == "list/order");
        assert_eq!(
            about_order.count(),
            usize::from(is_conflict),
            "{versions:?}"
        );
    }
}

#[test]
fn fields_that_belong_together_come_from_one_side_of_each_kind_of_asset() {
    for fields in [
        ["keys", "bones", "keys_edited"],
        ["parts", "bones", "materials"],
        ["parts", "lods", "bones"],
        ["width", "height", "texels"],
    ] {
        let of = |values: [u32; 3]| {
            let mut value = json!({"name": "it"});
            for (field, number) in fields.iter().zip(values) {
                value[*field] = json!(number);
            }
            value
        };
        let base = of([0, 0, 0]);
        let (mine, theirs) = (of([0, 1, 0]), of([0, 0, 2]));
        for (side, taken) in [(MergeSide::Mine, &mine), (MergeSide::Theirs, &theirs)] {
            let (value, conflicts) = merged([&base, &mine, &theirs], side);
            assert_eq!(value, *taken, "{fields:?}");
            assert_eq!(conflicts, [(fields[0].to_owned(), Some(json!(0)))]);
        }
        for (versions, taken) in [
            ([&base, &mine, &base], &mine),
            ([&base, &base, &theirs], &theirs),
            ([&base, &mine, &mine], &mine),
        ] {
            assert_eq!(merged(versions, MergeSide::Mine), (taken.clone(), vec![]));
        }
    }
}

#[test]
fn lists_of_plain_values_are_one_field_with_what_was_there_before() {
    let of = |items: Value| json!({"list": items});
    let versions = [of(json!([1, 2])), of(json!([1, 3])), of(json!([2]))];
    let (value, conflicts) = merged(versions.each_ref(), MergeSide::Theirs);
    assert_eq!(value, versions[2]);
    assert_eq!(conflicts, [("list".to_owned(), Some(json!([1, 2])))]);
    let none = json!({});
    let (_, conflicts) = merged([&none, &versions[1], &versions[2]], MergeSide::Mine);
    assert_eq!(conflicts, [("list".to_owned(), None)]);
}

#[test]
fn a_conflict_in_the_project_itself_has_the_name_that_it_has_here() {
    let versions = ["Base", "Mine", "Theirs"].map(|name| Project {
        name: name.into(),
        ..base()
    });
    let merged = merge(&versions[0], &versions[1], &versions[2], &theirs).unwrap();
    let [conflict] = &merged.conflicts[..] else {
        panic!("{:?}", merged.conflicts)
    };
    assert_eq!((conflict.asset, conflict.name.as_str()), (None, "Mine"));
    assert_eq!(conflict.conflict.place, "name");
    assert_eq!(merged.project.name, "Theirs");
}

#[test]
fn what_is_equal_is_not_changed_though_it_was_read_anew() {
    let base = base();
    let mut again = project::read(&project::write(&base)).unwrap().0;
    assert!(base.assets().all(|(id, _)| !base.shares(&again, id)));
    assert_eq!(changed(&base, &again), BTreeMap::new());
    let clips: Vec<Id> = base.clips.keys().copied().collect();
    again.clips.remove(&clips[0]);
    Arc::make_mut(again.clips.get_mut(&clips[1]).unwrap()).rate_scale = 0.25;
    assert_eq!(
        changed(&base, &again),
        [(clips[0], "removed"), (clips[1], "changed")].into()
    );
    assert_eq!(changed(&again, &base)[&clips[0]], "added");
}

#[test]
fn fields_that_both_added_come_from_one_side_too() {
    let base = json!({"name": "it"});
    let with = |texels: u32| json!({"name": "it", "width": texels, "height": 1, "texels": texels});
    let (mine, theirs) = (with(1), with(2));
    for (side, taken) in [(MergeSide::Mine, &mine), (MergeSide::Theirs, &theirs)] {
        let (value, conflicts) = merged([&base, &mine, &theirs], side);
        assert_eq!(value, *taken);
        assert_eq!(conflicts, [("width".to_owned(), None)]);
    }
}
