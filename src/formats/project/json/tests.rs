use super::*;
use serde_json::{Value, json};

#[test]
fn short_lists_stay_on_a_line() {
    let value = json!({"a": [1, 2.5, null, true], "b": [], "c": [[1], {"d": [2]}], "e": "[1,\n \\\"2]", "f": ["x"],
                   "g\\": ["\\", "\\\"", "[\\\\"], "h": [[]], "i": "", "é[": [1, "]"], "j": [{}, 1]});
    let wanted = r#"{
  "a": [1, 2.5, null, true],
  "b": [],
  "c": [
    [1],
    {
      "d": [2]
    }
  ],
  "e": "[1,\n \\\"2]",
  "f": [
    "x"
  ],
  "g\\": [
    "\\",
    "\\\"",
    "[\\\\"
  ],
  "h": [
    []
  ],
  "i": "",
  "é[": [
    1,
    "]"
  ],
  "j": [
    {},
    1
  ]
}
"#;
    assert_eq!(String::from_utf8(text(&value)).unwrap(), wanted);
    assert_eq!(serde_json::from_str::<Value>(wanted).unwrap(), value);
}

#[test]
fn long_lists_keep_a_line_an_item() {
    let value: Vec<u32> = (0..100).collect();
    assert_eq!(
        String::from_utf8(text(&value)).unwrap().lines().count(),
        102
    );
    // Brackets and all, as long as a line may be, and one more.
    let lines = |value: &[u32]| String::from_utf8(text(&value)).unwrap().lines().count();
    assert_eq!(
        (lines(&[10; 25]), lines(&[&[10; 24][..], &[100]].concat())),
        (1, 27)
    );
}

#[test]
fn a_text_alone_is_a_value_too() {
    for word in ["", "a", "a\\", "\"", "[1"] {
        let found = String::from_utf8(text(&word)).unwrap();
        assert_eq!(found, format!("{}\n", json!(word)));
    }
}

#[test]
fn a_list_after_an_empty_text_is_on_a_line() {
    let value = json!({"a": "", "b": [1, 2], "": [], "c": ["", ""], "d": [3]});
    let wanted = "{\n  \"a\": \"\",\n  \"b\": [1, 2],\n  \"\": [],\n  \"c\": [\n    \"\",\n    \"\"\n  ],\n  \"d\": [3]\n}\n";
    assert_eq!(String::from_utf8(text(&value)).unwrap(), wanted);
}
