use super::*;
use crate::gltf::json::Int;

fn view(mode: &str, filter: Option<&str>, count: usize, stride: usize) -> Meshopt {
    Meshopt {
        buffer: Int(0),
        byte_offset: None,
        byte_length: Int(1),
        byte_stride: Int(stride),
        count: Int(count),
        mode: mode.into(),
        filter: filter.map(str::to_owned),
    }
}

fn filtered<const N: usize, T: bytemuck::Pod>(
    filter: &str,
    stride: usize,
    values: [T; N],
) -> Vec<T> {
    let mut bytes: Vec<u8> = bytemuck::cast_slice(&values).to_vec();
    let count = bytes.len() / stride;
    apply_filter(filter, &mut bytes, count, stride);
    bytemuck::pod_collect_to_vec(&bytes)
}

#[test]
fn filters_match_the_worked_examples() {
    let octahedral = |x: i8, y: i8| filtered("OCTAHEDRAL", 4, [x, y, 127, 0])[..3].to_vec();
    assert_eq!(octahedral(127, 0), [127, 0, 0]);
    assert_eq!(octahedral(-64, -64), [-90, -90, -1]);
    assert_eq!(octahedral(100, 100), [42, 42, -113]);
    assert_eq!(
        filtered("QUATERNION", 8, [0i16, 0, 32767, 32767]),
        [0, 0, 23170, 23170]
    );
    let floats: Vec<f32> =
        bytemuck::pod_collect_to_vec(&filtered("EXPONENTIAL", 4, [0xfe00_0006u32, 0xf0ff_ffff]));
    assert_eq!(floats, [1.5, -1.0 / 65536.0]);
}

#[test]
fn an_attribute_group_matches_the_worked_example() {
    // Sixteen one-byte deltas in 4-bit groups, in the first byte of 4-byte elements; the other
    // bytes stay 0.
    let group = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
    let mut stream = vec![0xa0, 0b10];
    stream.extend(group);
    stream.extend([0, 0, 0]);
    stream.extend([0u8; 32]);
    let bytes = decode(&view("ATTRIBUTES", None, 16, 4), 64, &stream, "/v").unwrap();
    let mut last = 0u8;
    let deltas: Vec<i8> = bytes
        .chunks(4)
        .map(|b| b[0].wrapping_sub(std::mem::replace(&mut last, b[0])) as i8)
        .collect();
    assert_eq!(
        deltas,
        [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]
    );
}

#[test]
fn encoded_streams_come_back_and_cut_ones_are_errors() {
    let indices: Vec<u32> = vec![0, 1, 2, 2, 1, 3, 4, 5, 6];
    let encoded = meshopt::encode_index_buffer(&indices, 7).unwrap();
    let triangles = view("TRIANGLES", None, 9, 4);
    let bytes = decode(&triangles, 36, &encoded, "/v").unwrap();
    let decoded: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
    let turned = |t: &[u32]| {
        [t[0], t[1], t[2], t[0], t[1]]
            .windows(3)
            .any(|w| indices.chunks(3).any(|i| i == w))
    };
    assert!(decoded.chunks(3).all(turned));
    for end in 0..encoded.len() {
        assert!(
            decode(&triangles, 36, &encoded[..end], "/v").is_err(),
            "{end}"
        );
    }
}

#[test]
fn strides_fit_their_mode_and_filter_or_do_not() {
    let fits = |mode: &str, filter: &str, count: usize| {
        (0..=300)
            .filter(|stride| check(mode, filter, count, *stride).is_ok())
            .collect::<Vec<usize>>()
    };
    let fours: Vec<usize> = (1..=64).map(|n| n * 4).collect();
    assert_eq!(fits("ATTRIBUTES", "NONE", 5), fours);
    assert_eq!(fits("ATTRIBUTES", "EXPONENTIAL", 5), fours);
    assert_eq!(fits("ATTRIBUTES", "OCTAHEDRAL", 5), [4, 8]);
    assert_eq!(fits("ATTRIBUTES", "COLOR", 5), [4, 8]);
    assert_eq!(fits("ATTRIBUTES", "QUATERNION", 5), [8]);
    assert_eq!(
        (fits("TRIANGLES", "NONE", 6), fits("TRIANGLES", "NONE", 5)),
        (vec![2, 4], vec![])
    );
    assert_eq!(
        (fits("INDICES", "NONE", 5), fits("INDICES", "OCTAHEDRAL", 5)),
        (vec![2, 4], vec![])
    );
    assert!(fits("OTHER", "NONE", 3).is_empty() && fits("ATTRIBUTES", "OTHER", 3).is_empty());
}

#[test]
fn sizes_that_the_extension_forbids_are_refused() {
    let bad = [
        (view("ATTRIBUTES", None, 1, 3), 3),
        (view("ATTRIBUTES", None, 1, 260), 260),
        (view("ATTRIBUTES", None, 1, 0), 0),
        (view("ATTRIBUTES", Some("QUATERNION"), 1, 4), 4),
        (view("ATTRIBUTES", Some("OCTAHEDRAL"), 1, 12), 12),
        (view("TRIANGLES", None, 4, 2), 8),
        (view("INDICES", None, 4, 1), 4),
        (view("INDICES", Some("EXPONENTIAL"), 4, 4), 16),
        (view("OTHER", None, 4, 4), 16),
        (view("ATTRIBUTES", None, 2, 4), 12),
        (view("ATTRIBUTES", None, usize::MAX, 4), 12),
    ];
    for (view, length) in bad {
        assert!(
            decode(&view, length, &[0xa0; 64], "/v").is_err(),
            "{view:?}"
        );
    }
}

#[test]
fn strides_and_counts_fit_what_a_view_holds() {
    let fits = |mode: &str, filter: &str, count: usize, stride: usize| {
        check(mode, filter, count, stride).is_ok()
    };
    for (mode, filter, sound, broken) in [
        (
            "ATTRIBUTES",
            "NONE",
            &[4, 8, 252, 256][..],
            &[0, 2, 6, 257, 260][..],
        ),
        ("ATTRIBUTES", "OCTAHEDRAL", &[4, 8], &[12, 16]),
        ("ATTRIBUTES", "COLOR", &[4, 8], &[12]),
        ("ATTRIBUTES", "QUATERNION", &[8], &[4, 12]),
        ("ATTRIBUTES", "EXPONENTIAL", &[4, 8, 12], &[0, 2]),
        ("TRIANGLES", "NONE", &[2, 4], &[0, 1, 3, 8]),
        ("INDICES", "NONE", &[2, 4], &[0, 1, 3, 8]),
    ] {
        for stride in sound {
            assert!(fits(mode, filter, 3, *stride), "{mode} {filter} {stride}");
        }
        for stride in broken {
            assert!(!fits(mode, filter, 3, *stride), "{mode} {filter} {stride}");
        }
    }
    assert!(fits("TRIANGLES", "NONE", 3, 2) && !fits("TRIANGLES", "NONE", 4, 2));
    assert!(!fits("TRIANGLES", "COLOR", 3, 4) && !fits("INDICES", "OCTAHEDRAL", 3, 4));
    assert!(!fits("POINTS", "NONE", 3, 4) && !fits("ATTRIBUTES", "BLUR", 3, 4));
}
