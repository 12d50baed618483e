use super::*;
use crate::{
    ImportReport,
    gltf::json::GltfRoot,
    reading::{Budget, Reading},
};

fn read(json: &str, bin: &[u8]) -> (Result<Vec<f32>, ImportError>, ImportReport) {
    let root: GltfRoot = serde_json::from_str(json).unwrap();
    let mut report = ImportReport::default();
    let mut resolve = |_: &str| Err("none".to_owned());
    let budget = Budget::for_file(bin.len());
    let reading = Reading {
        report: &mut report,
        budget,
        progress: &|_| true,
    };
    let mut source = GltfSource::new(&root, Some(bin), &mut resolve, reading);
    let values = source
        .accessor(0, &[AccessorShape::Scalar, AccessorShape::Vec3], "/x")
        .and_then(|header| source.floats(&header));
    (values, report)
}

fn document(accessor: &str, views: &str, bytes: usize) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"accessors":[{accessor}],"bufferViews":[{views}],"buffers":[{{"byteLength":{bytes}}}]}}"#
    )
}

fn scalar(kind: u32, normalized: bool, bytes: &[u8]) -> f32 {
    let accessor = format!(
        r#"{{"bufferView":0,"componentType":{kind},"count":1,"type":"SCALAR","normalized":{normalized}}}"#
    );
    let view = format!(r#"{{"buffer":0,"byteLength":{}}}"#, bytes.len());
    read(&document(&accessor, &view, bytes.len()), bytes)
        .0
        .unwrap()[0]
}

#[test]
fn normalised_integers_match_the_worked_examples() {
    assert_eq!(scalar(5120, true, &[0x80]), -1.0);
    assert!((scalar(5120, true, &[64]) - 0.503937).abs() < 1e-6);
    assert_eq!(scalar(5122, true, &(-32768i16).to_le_bytes()), -1.0);
    assert!((scalar(5121, true, &[128]) - 0.501961).abs() < 1e-6);
    assert_eq!(scalar(5121, false, &[128]), 128.0);
    assert_eq!(scalar(5120, true, &[127]), 1.0);
    assert_eq!(scalar(5122, true, &32767i16.to_le_bytes()), 1.0);
    assert!(
        (f64::from(scalar(5122, true, &16384i16.to_le_bytes())) - 16384.0 / 32767.0).abs() < 1e-7
    );
    assert_eq!(scalar(5123, true, &65535u16.to_le_bytes()), 1.0);
    assert!(
        (f64::from(scalar(5123, true, &32768u16.to_le_bytes())) - 32768.0 / 65535.0).abs() < 1e-7
    );
    assert_eq!(scalar(5122, false, &(-300i16).to_le_bytes()), -300.0);
    assert_eq!(scalar(5126, false, &1.5f32.to_le_bytes()), 1.5);
}

#[test]
fn sparse_values_replace_zeros() {
    let accessor = r#"{"componentType":5121,"count":6,"type":"SCALAR","sparse":{"count":2,
            "indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0,"byteOffset":2}}}"#;
    let json = document(accessor, r#"{"buffer":0,"byteLength":4}"#, 4);
    let (values, report) = read(&json, &[1, 4, 7, 9]);
    assert_eq!(values.unwrap(), [0.0, 7.0, 0.0, 0.0, 9.0, 0.0]);
    assert!(report.entries.is_empty());
    assert!(read(&json, &[4, 1, 7, 9]).1.has_warnings());
    assert!(read(&json, &[1, 6, 7, 9]).0.is_err());
}

#[test]
fn a_stride_skips_what_lies_between() {
    let accessor =
        r#"{"bufferView":0,"byteOffset":1,"componentType":5121,"count":2,"type":"VEC3"}"#;
    let json = document(accessor, r#"{"buffer":0,"byteLength":8,"byteStride":4}"#, 8);
    assert_eq!(
        read(&json, &[9, 1, 2, 3, 9, 4, 5, 6]).0.unwrap(),
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    );
}

#[test]
fn counts_beyond_the_bytes_are_refused_before_they_are_allocated() {
    for count in [3usize, 1 << 40, usize::MAX / 2] {
        let accessor =
            format!(r#"{{"bufferView":0,"componentType":5126,"count":{count},"type":"SCALAR"}}"#);
        let (values, _) = read(
            &document(&accessor, r#"{"buffer":0,"byteLength":8}"#, 8),
            &[0; 8],
        );
        assert!(matches!(
            values.unwrap_err().problem,
            ImportProblem::Truncated { .. }
        ));
    }
    let (values, _) = read(
        &document(
            r#"{"componentType":5126,"count":4000000000,"type":"VEC3"}"#,
            "",
            8,
        ),
        &[0; 8],
    );
    assert!(matches!(
        values.unwrap_err().problem,
        ImportProblem::Memory { .. }
    ));
}

#[test]
fn an_accessor_is_of_a_kind_that_its_use_has_a_word_for() {
    let view = r#"{"buffer":0,"byteLength":8}"#;
    let error = |accessor: &str| {
        read(&document(accessor, view, 8), &[0; 8])
            .0
            .unwrap_err()
            .to_string()
    };
    let accessor = |kind: u32, count: usize, shape: &str| {
        format!(r#"{{"bufferView":0,"componentType":{kind},"count":{count},"type":"{shape}"}}"#)
    };
    for kind in [5119, 5124, 5127] {
        assert!(
            error(&accessor(kind, 1, "SCALAR"))
                .contains(&format!("componentType {kind} is unknown"))
        );
    }
    for shape in ["VEC2", "VEC4", "MAT4", "MAT2", ""] {
        assert!(
            error(&accessor(5121, 1, shape)).contains("does not fit"),
            "{shape}"
        );
    }
    assert!(error(&accessor(5121, 0, "SCALAR")).contains("count is 0"));
    for (kind, size) in [
        (5120, 1),
        (5121, 1),
        (5122, 2),
        (5123, 2),
        (5125, 4),
        (5126, 4),
    ] {
        let values = |count: usize| {
            read(
                &document(&accessor(kind, count, "SCALAR"), view, 8),
                &[0; 8],
            )
            .0
        };
        assert_eq!(values(8 / size).unwrap().len(), 8 / size, "{kind}");
        assert!(values(8 / size + 1).is_err(), "{kind}");
    }
}

#[test]
fn elements_lie_in_their_view_to_the_last_byte() {
    let with = |offset: usize, count: usize, stride: usize| {
        let accessor = format!(
            r#"{{"bufferView":0,"byteOffset":{offset},"componentType":5121,"count":{count},"type":"VEC3"}}"#
        );
        let view = format!(r#"{{"buffer":0,"byteLength":11,"byteStride":{stride}}}"#);
        read(&document(&accessor, &view, 11), &[0; 11])
            .0
            .map(|values| values.len())
    };
    assert_eq!(
        (with(0, 3, 4), with(4, 2, 4), with(0, 2, 8)),
        (Ok(9), Ok(6), Ok(6))
    );
    for (offset, count, stride) in [
        (1, 3, 4),
        (0, 4, 4),
        (0, 2, 12),
        (12, 1, 4),
        (usize::MAX, 1, 4),
    ] {
        let error = with(offset, count, stride).unwrap_err();
        assert!(
            matches!(error.problem, ImportProblem::Truncated { .. }),
            "{offset} {count} {stride}: {error}"
        );
    }
    assert!(
        with(0, 1, 3).is_err() && with(0, 1, 253).is_err(),
        "no stride of a view"
    );
    let floats = r#"{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}"#;
    let narrow = read(
        &document(floats, r#"{"buffer":0,"byteLength":12,"byteStride":8}"#, 12),
        &[0; 12],
    )
    .0;
    assert!(
        narrow
            .unwrap_err()
            .to_string()
            .contains("smaller than an element")
    );
}

#[test]
fn numbers_off_their_alignment_are_read_with_a_word() {
    let is_said = |of_view: usize, of_accessor: usize, stride: &str| {
        let accessor = format!(
            r#"{{"bufferView":0,"byteOffset":{of_accessor},"componentType":5123,"count":2,"type":"SCALAR"}}"#
        );
        let view = format!(r#"{{"buffer":0,"byteOffset":{of_view},"byteLength":16{stride}}}"#);
        let (values, report) = read(&document(&accessor, &view, 20), &[0; 20]);
        assert_eq!(values.unwrap(), [0.0; 2]);
        report.has_warnings()
    };
    assert_eq!(
        [is_said(0, 0, ""), is_said(1, 1, ""), is_said(2, 4, "")],
        [false; 3]
    );
    assert_eq!(
        [
            is_said(1, 0, ""),
            is_said(0, 1, ""),
            is_said(0, 0, r#","byteStride":5"#)
        ],
        [true; 3]
    );
}

#[test]
fn replacements_are_no_more_than_there_are_elements_and_named_by_integers() {
    let with = |count: usize, kind: u32| {
        let accessor = format!(
            r#"{{"componentType":5121,"count":2,"type":"SCALAR","sparse":{{"count":{count},
                "indices":{{"bufferView":0,"componentType":{kind}}},"values":{{"bufferView":0,"byteOffset":4}}}}}}"#
        );
        read(
            &document(&accessor, r#"{"buffer":0,"byteLength":8}"#, 8),
            &[0, 1, 2, 3, 7, 8, 9, 10],
        )
        .0
    };
    assert_eq!(with(2, 5121).unwrap(), [7.0, 8.0]);
    assert!(
        with(3, 5121)
            .unwrap_err()
            .to_string()
            .contains("larger than count")
    );
    for kind in [5120, 5122, 5126, 7] {
        assert!(
            with(1, kind)
                .unwrap_err()
                .to_string()
                .contains("not unsigned integers"),
            "{kind}"
        );
    }
}

/// Every byte of a number counts, whatever it is read as.
#[test]
fn numbers_of_every_kind_are_read_from_all_their_bytes() {
    let bytes = [0x81u8, 0xf2, 0x13, 0x44];
    for (kind, number, share) in [
        (5120, -127.0, -1.0),
        (5121, 129.0, 129.0 / 255.0),
        (5122, -3455.0, -3455.0 / 32767.0),
        (5123, 62081.0, 62081.0 / 65535.0),
        (5125, 1_142_157_953.0, 1_142_157_953.0),
        (5126, 591.789_1, 591.789_1),
    ] {
        let size = match kind {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            _ => 4,
        };
        let read = |normalized| scalar(kind, normalized, &bytes[..size]);
        assert_eq!((read(false), read(true)), (number, share), "{kind}");
    }
}
