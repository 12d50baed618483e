//! Buffer views compressed by `EXT_meshopt_compression` or `KHR_meshopt_compression`. Invariant:
//! what the extension requires of sizes is checked before the decoder, which is C++, is called.

#[cfg(test)]
mod tests;

use super::json::Meshopt;
use crate::ImportError;
use meshopt::ffi;
use std::ffi::{c_int, c_void};
use words::tr;

/// Largest element, in bytes.
const MAX_STRIDE: usize = 256;

/// Decodes a compressed view to its `length` bytes. An Err means that sizes contradict each other
/// or the stream is broken.
pub fn decode(
    view: &Meshopt,
    length: usize,
    bytes: &[u8],
    place: &str,
) -> Result<Vec<u8>, ImportError> {
    let (count, stride) = (view.count.0, view.byte_stride.0);
    let invalid = |what: &str| {
        ImportError::invalid(place, tr!("the meshopt-compressed view is damaged: {what}"))
    };
    if count.checked_mul(stride) != Some(length) {
        return Err(invalid(tr!("count times byteStride is not byteLength")));
    }
    let filter = view.filter.as_deref().unwrap_or("NONE");
    check(&view.mode, filter, count, stride).map_err(invalid)?;
    let mut out = vec![0u8; length];
    if decoded(&view.mode, &mut out, count, stride, bytes) != 0 {
        return Err(invalid(tr!("its stream cannot be decoded")));
    }
    apply_filter(filter, &mut out, count, stride);
    Ok(out)
}

fn check(mode: &str, filter: &str, count: usize, stride: usize) -> Result<(), &'static str> {
    let stride_fits = match mode {
        "ATTRIBUTES" => stride > 0 && stride.is_multiple_of(4) && stride <= MAX_STRIDE,
        "TRIANGLES" | "INDICES" => stride == 2 || stride == 4,
        _ => return Err(tr!("its mode is unknown")),
    };
    let filter_fits = match filter {
        "NONE" => true,
        "OCTAHEDRAL" | "COLOR" => stride == 4 || stride == 8,
        "QUATERNION" => stride == 8,
        "EXPONENTIAL" => stride.is_multiple_of(4),
        _ => return Err(tr!("its filter is unknown")),
    };
    if !stride_fits || !filter_fits {
        return Err(tr!("byteStride does not fit its mode and filter"));
    }
    if mode != "ATTRIBUTES" && filter != "NONE" {
        return Err(tr!("only attributes may have a filter"));
    }
    if mode == "TRIANGLES" && !count.is_multiple_of(3) {
        return Err(tr!("count is not a multiple of 3"));
    }
    Ok(())
}

#[expect(unsafe_code, reason = "the decoders are C")]
fn decoded(mode: &str, out: &mut [u8], count: usize, stride: usize, bytes: &[u8]) -> c_int {
    let to = out.as_mut_ptr().cast::<c_void>();
    // SAFETY: `out` holds count × stride bytes, `bytes` is readable for its length, and `check` has
    // held count and stride against what each decoder demands; the decoders themselves are made for
    // hostile streams.
    unsafe {
        match mode {
            "ATTRIBUTES" => {
                ffi::meshopt_decodeVertexBuffer(to, count, stride, bytes.as_ptr(), bytes.len())
            }
            "TRIANGLES" => {
                ffi::meshopt_decodeIndexBuffer(to, count, stride, bytes.as_ptr(), bytes.len())
            }
            _ => ffi::meshopt_decodeIndexSequence(to, count, stride, bytes.as_ptr(), bytes.len()),
        }
    }
}

#[expect(unsafe_code, reason = "the filters are C")]
fn apply_filter(filter: &str, out: &mut [u8], count: usize, stride: usize) {
    // The filters read their elements as 16- or 32-bit words, and a byte vector promises no
    // alignment.
    let mut words: Vec<u32> = out
        .chunks_exact(4)
        .map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
        .collect();
    let to = words.as_mut_ptr().cast::<c_void>();
    // SAFETY: `words` holds count × stride bytes, aligned to 4, and `check` has held stride against
    // each filter.
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
