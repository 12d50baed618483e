//! Buffer views compressed by `EXT_meshopt_compression` or `KHR_meshopt_compression`.
//! Invariant: what the extension requires of sizes is checked before the decoder, which is C++, is called.

use super::json::Meshopt;
use crate::ImportError;
use meshopt::ffi;
use std::ffi::{c_int, c_void};

/// How large the largest element is.
const MAX_STRIDE: usize = 256;

/// The `length` bytes that a compressed view stands for.
pub fn decode(view: &Meshopt, length: usize, bytes: &[u8], place: &str) -> Result<Vec<u8>, ImportError> {
    let (count, stride) = (view.count.0, view.byte_stride.0);
    let invalid = |what: &str| ImportError::invalid(place, format!("the meshopt compressed view is broken: {what}"));
    if count.checked_mul(stride) != Some(length) {
        return Err(invalid("count times byteStride is not byteLength"));
    }
    let filter = view.filter.as_deref().unwrap_or("NONE");
    check(&view.mode, filter, count, stride).map_err(invalid)?;
    let mut out = vec![0u8; length];
    if decoded(&view.mode, &mut out, count, stride, bytes) != 0 {
        return Err(invalid("its stream cannot be decoded"));
    }
    apply_filter(filter, &mut out, count, stride);
    Ok(out)
}

fn check(mode: &str, filter: &str, count: usize, stride: usize) -> Result<(), &'static str> {
    let stride_fits = match mode {
        "ATTRIBUTES" => stride > 0 && stride.is_multiple_of(4) && stride <= MAX_STRIDE,
        "TRIANGLES" | "INDICES" => stride == 2 || stride == 4,
        _ => return Err("its mode is unknown"),
    };
    let filter_fits = match filter {
        "NONE" => true,
        "OCTAHEDRAL" | "COLOR" => stride == 4 || stride == 8,
        "QUATERNION" => stride == 8,
        "EXPONENTIAL" => stride.is_multiple_of(4),
        _ => return Err("its filter is unknown"),
    };
    if !stride_fits || !filter_fits {
        return Err("byteStride does not fit its mode and filter");
    }
    if mode != "ATTRIBUTES" && filter != "NONE" {
        return Err("only attributes may have a filter");
    }
    if mode == "TRIANGLES" && !count.is_multiple_of(3) {
        return Err("count is not a multiple of 3");
    }
    Ok(())
}

#[expect(unsafe_code, reason = "the decoders are C")]
fn decoded(mode: &str, out: &mut [u8], count: usize, stride: usize, bytes: &[u8]) -> c_int {
    let to = out.as_mut_ptr().cast::<c_void>();
    // SAFETY: `out` holds count × stride bytes, `bytes` is readable for its length, and `check` has held count and
    // stride against what each decoder demands; the decoders themselves are made for hostile streams.
    unsafe {
        match mode {
            "ATTRIBUTES" => ffi::meshopt_decodeVertexBuffer(to, count, stride, bytes.as_ptr(), bytes.len()),
            "TRIANGLES" => ffi::meshopt_decodeIndexBuffer(to, count, stride, bytes.as_ptr(), bytes.len()),
            _ => ffi::meshopt_decodeIndexSequence(to, count, stride, bytes.as_ptr(), bytes.len()),
        }
    }
}

#[expect(unsafe_code, reason = "the filters are C")]
fn apply_filter(filter: &str, out: &mut [u8], count: usize, stride: usize) {
    // The filters read their elements as 16- or 32-bit words, and a byte vector promises no alignment.
    let mut words: Vec<u32> = out.chunks_exact(4).map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]])).collect();
    let to = words.as_mut_ptr().cast::<c_void>();
    // SAFETY: `words` holds count × stride bytes, aligned to 4, and `check` has held stride against each filter.
    unsafe {
        match filter {
            "OCTAHEDRAL" => ffi::meshopt_decodeFilterOct(to, count, stride),
            "QUATERNION" => ffi::meshopt_decodeFilterQuat(to, count, stride),
            "EXPONENTIAL" => ffi::meshopt_decodeFilterExp(to, count, stride),
            "COLOR" => ffi::meshopt_decodeFilterColor(to, count, stride),
            _ => return,
        }
    }
    out.copy_from_slice(bytemuck::cast_slice(&words));
}

#[cfg(test)]
mod tests {
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

    fn filtered<const N: usize, T: bytemuck::Pod>(filter: &str, stride: usize, values: [T; N]) -> Vec<T> {
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
        assert_eq!(filtered("QUATERNION", 8, [0i16, 0, 32767, 32767]), [0, 0, 23170, 23170]);
        let floats: Vec<f32> = bytemuck::pod_collect_to_vec(&filtered("EXPONENTIAL", 4, [0xfe00_0006u32, 0xf0ff_ffff]));
        assert_eq!(floats, [1.5, -1.0 / 65536.0]);
    }

    #[test]
    fn an_attribute_group_matches_the_worked_example() {
        // Sixteen one-byte deltas in 4-bit groups, in the first byte of 4-byte elements; the other bytes stay 0.
        let group = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
        let mut stream = vec![0xa0, 0b10];
        stream.extend(group);
        stream.extend([0, 0, 0]);
        stream.extend([0u8; 32]);
        let bytes = decode(&view("ATTRIBUTES", None, 16, 4), 64, &stream, "/v").unwrap();
        let mut last = 0u8;
        let deltas: Vec<i8> =
            bytes.chunks(4).map(|b| b[0].wrapping_sub(std::mem::replace(&mut last, b[0])) as i8).collect();
        assert_eq!(deltas, [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]);
    }

    #[test]
    fn encoded_streams_come_back_and_cut_ones_are_errors() {
        let indices: Vec<u32> = vec![0, 1, 2, 2, 1, 3, 4, 5, 6];
        let encoded = meshopt::encode_index_buffer(&indices, 7).unwrap();
        let triangles = view("TRIANGLES", None, 9, 4);
        let bytes = decode(&triangles, 36, &encoded, "/v").unwrap();
        let decoded: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
        let turned = |t: &[u32]| [t[0], t[1], t[2], t[0], t[1]].windows(3).any(|w| indices.chunks(3).any(|i| i == w));
        assert!(decoded.chunks(3).all(turned));
        for end in 0..encoded.len() {
            assert!(decode(&triangles, 36, &encoded[..end], "/v").is_err(), "{end}");
        }
    }

    #[test]
    fn strides_fit_their_mode_and_filter_or_do_not() {
        let fits = |mode: &str, filter: &str, count: usize| {
            (0..=300).filter(|stride| check(mode, filter, count, *stride).is_ok()).collect::<Vec<usize>>()
        };
        let fours: Vec<usize> = (1..=64).map(|n| n * 4).collect();
        assert_eq!(fits("ATTRIBUTES", "NONE", 5), fours);
        assert_eq!(fits("ATTRIBUTES", "EXPONENTIAL", 5), fours);
        assert_eq!(fits("ATTRIBUTES", "OCTAHEDRAL", 5), [4, 8]);
        assert_eq!(fits("ATTRIBUTES", "COLOR", 5), [4, 8]);
        assert_eq!(fits("ATTRIBUTES", "QUATERNION", 5), [8]);
        assert_eq!((fits("TRIANGLES", "NONE", 6), fits("TRIANGLES", "NONE", 5)), (vec![2, 4], vec![]));
        assert_eq!((fits("INDICES", "NONE", 5), fits("INDICES", "OCTAHEDRAL", 5)), (vec![2, 4], vec![]));
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
            assert!(decode(&view, length, &[0xa0; 64], "/v").is_err(), "{view:?}");
        }
    }
}
