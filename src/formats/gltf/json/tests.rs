use super::*;

#[test]
fn whole_numbers_may_have_a_decimal_point() {
    assert_eq!(serde_json::from_str::<Int>("3.0").unwrap(), Int(3));
    for bad in ["3.5", "-1", "-1.0", "\"3\"", "1e300", "null"] {
        assert!(serde_json::from_str::<Int>(bad).is_err(), "{bad}");
    }
}

#[test]
fn extras_may_be_anything_and_as_deep_as_it_likes() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for extras in [
        "1",
        "\"a\"",
        "null",
        "true",
        "[1]",
        "{}",
        &deep,
        &format!("{{\"a\":{deep}}}"),
    ] {
        let mesh: GltfMesh = serde_json::from_str(&format!("{{\"extras\":{extras}}}")).unwrap();
        assert!(mesh.extras.target_names.as_ref().is_none_or(Vec::is_empty));
    }
    let named: GltfMesh =
        serde_json::from_str(r#"{"extras":{"x":{},"targetNames":["smile"]}}"#).unwrap();
    assert_eq!(
        named.extras.target_names.as_deref(),
        Some(&["smile".to_owned()][..])
    );
}
