use super::*;

#[test]
fn files_beside_are_allowed() {
    for (uri, path) in [
        ("a.bin", "a.bin"),
        ("./Box%20With/b.bin", "Box With/b.bin"),
        ("a..b/c", "a..b/c"),
    ] {
        assert_eq!(read(uri), Ok(Uri::Path(path.into())), "{uri}");
    }
}

#[test]
fn ways_out_are_refused() {
    let out = [
        "/etc/passwd",
        "../a",
        "a/../../b",
        "..%2f..%2fa",
        "file:///a",
        "http://h/a",
        "\\\\h\\a",
        "C:\\a",
        "a%00b",
        "",
        ".",
    ];
    for uri in out {
        assert!(
            matches!(read(uri), Err(ImportProblem::Forbidden { .. })),
            "{uri}"
        );
    }
}

#[test]
fn data_is_base64_only() {
    assert_eq!(
        read("data:;base64,AQI="),
        Ok(Uri::Data {
            bytes: vec![1, 2],
            has_type: false
        })
    );
    assert_eq!(
        read("DATA:a/b;base64,AQI"),
        Ok(Uri::Data {
            bytes: vec![1, 2],
            has_type: true
        })
    );
    for bad in [
        "data:a/b,AQI=",
        "data:a/b;base64",
        "data:;base64,!!!!",
        "data:;base64,%A",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}
