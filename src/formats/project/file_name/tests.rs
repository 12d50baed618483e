use super::*;

#[test]
fn names_become_plain() {
    let long = "x".repeat(500);
    for (name, expected) in [
        ("Walk Fwd", "Walk_Fwd"),
        ("../a\\b:c*", "___a_b_c_"),
        ("", "_"),
        ("con", "con_"),
        ("Prn", "Prn_"),
        ("aux", "aux_"),
        ("NUL", "NUL_"),
        ("com1", "com1_"),
        ("LPT9", "LPT9_"),
        ("com", "com"),
        ("Comet", "Comet"),
        ("walk", "walk"),
        ("a-b", "a-b"),
        ("走る", "走る"),
    ] {
        assert_eq!(plain(name), expected);
    }
    assert_eq!(plain(&long).len(), 80);
    let wide = "ß".repeat(50);
    assert_eq!(plain(&wide), "ß".repeat(40), "of two bytes each");
    assert_eq!(plain(&format!("x{wide}")), format!("x{}", "ß".repeat(39)));
    assert_eq!(
        asset(AssetKind::Clip, "Run", Id(5)),
        "clips/Run.0000000000000005.json"
    );
}

#[test]
fn blob_names_lead_nowhere_else() {
    assert!(is_blob(&blob(b"abc", "bin")));
    for bad in [
        "",
        "../../etc/passwd",
        "0123.bin",
        "0123456789abcdef0123456789abcdef.exe",
        "0123456789abcdef0123456789ABCDEF.bin",
    ] {
        assert!(!is_blob(bad), "{bad}");
    }
}
