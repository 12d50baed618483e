use super::*;
use serde_json::json;

#[test]
fn only_what_differs_is_found_and_ids_are_not() {
    let before = json!({"id": 1, "a": 1.0, "f": {"x": {"vector": [1, 2, 3]}, "y": 1}, "gone": 2});
    let after = json!({"id": 2, "a": 1.0, "f": {"x": {"vector": [1, 5, 3]}, "y": 1}, "new": 3});
    let mut found = Vec::new();
    differences("", &before, &after, &mut found);
    assert_eq!(found, ["/f/x/vector/1", "/new", "/gone"]);
}

#[test]
fn a_value_is_put_where_it_stands() {
    let mut record = json!({"a": 1, "f": {"x": [1, 2]}});
    put(&mut record, "/f/x/1", Some(json!(7)));
    put(&mut record, "/b", Some(json!(true)));
    put(&mut record, "/a", None);
    assert_eq!(record, json!({"b": true, "f": {"x": [1, 7]}}));
}
