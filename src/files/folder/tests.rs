use super::*;

#[test]
fn a_path_that_leads_out_is_seen() {
    assert!(
        ["project.json", "clips/a b.json", ".kept/clips/x.2.json"]
            .into_iter()
            .all(is_inside)
    );
    let bad = [
        "",
        "/etc/passwd",
        "../x",
        "clips/../../x",
        "a//b",
        "C:x",
        "a\\b",
        "clips/",
        "./x",
    ];
    assert!(!bad.into_iter().any(is_inside));
}
