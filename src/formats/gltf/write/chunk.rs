//! The `.glb` container: a header, the JSON chunk and the binary chunk, each padded to a multiple
//! of four bytes (glTF 2.0, chapter 4.4).

use super::ExportError;
use serde_json::Value;
use words::tr;

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// Assembles the file. Without `bytes` there is no binary chunk. An Err means 4 GiB or more.
pub fn glb(root: &Value, bytes: &[u8]) -> Result<Vec<u8>, ExportError> {
    let json = root.to_string().into_bytes();
    let mut out = vec![0; HEADER];
    chunk(&mut out, b"JSON", &json, b' ')?;
    if !bytes.is_empty() {
        chunk(&mut out, b"BIN\0", bytes, 0)?;
    }
    let length = word(out.len())?;
    out[..4].copy_from_slice(b"glTF");
    out[4..8].copy_from_slice(&2u32.to_le_bytes());
    out[8..12].copy_from_slice(&length);
    Ok(out)
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8], padding: u8) -> Result<(), ExportError> {
    let padded = data.len().next_multiple_of(4);
    out.reserve(CHUNK_HEADER + padded);
    out.extend(word(padded)?);
    out.extend(kind);
    out.extend(data);
    out.extend(std::iter::repeat_n(padding, padded - data.len()));
    Ok(())
}

fn word(bytes: usize) -> Result<[u8; 4], ExportError> {
    let too_large = || {
        ExportError::new(
            tr!("the file"),
            tr!("the file would exceed 4 GiB. Export fewer clips at a time."),
        )
    };
    Ok(u32::try_from(bytes).map_err(|_| too_large())?.to_le_bytes())
}
