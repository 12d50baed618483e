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

#[test]
fn every_byte_may_be_written_by_its_number() {
    for byte in 0x20..0x7fu8 {
        let text = format!("a%{byte:02x}b%{byte:02X}");
        let plain = format!("a{0}b{0}", char::from(byte));
        assert_eq!(percent_decoded(&text), Some(plain.into_bytes()), "{text}");
    }
    assert_eq!(percent_decoded("%C3%9f"), Some("ß".into()));
    for broken in ["%", "%4", "a%4", "%g0", "%0g", "%G0", "% 1", "%%"] {
        assert_eq!(percent_decoded(broken), None, "{broken}");
    }
}
