//! URIs of a glTF file: data inside it, or a file in its own folder or below. Invariant: nothing
//! absolute, no other scheme and no way upwards ever reaches the caller's resolver.

#[cfg(test)]
mod tests;

use crate::ImportProblem;
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use words::tr;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Most letters of a URI that a message shows.
const SHOWN: usize = 60;

/// A URI that is allowed.
#[derive(Debug, PartialEq, Eq)]
pub enum Uri {
    /// A data URI.
    Data {
        /// Decoded bytes.
        bytes: Vec<u8>,
        /// Whether it has a media type before its data.
        has_type: bool,
    },
    /// A relative path with forward slashes, without percent escapes.
    Path(String),
}

/// Parses a URI. An Err is [`ImportProblem::Invalid`] for broken data, and
/// [`ImportProblem::Forbidden`] for a path that is not below the file's folder.
pub fn read(uri: &str) -> Result<Uri, ImportProblem> {
    match uri.get(..5) {
        Some(scheme) if scheme.eq_ignore_ascii_case("data:") => data(&uri[5..]),
        _ => path(uri).map(Uri::Path),
    }
}

fn data(rest: &str) -> Result<Uri, ImportProblem> {
    let Some((header, text)) = rest.split_once(',') else {
        return Err(ImportProblem::Invalid {
            what: tr!("the data URI has no comma before its data").into(),
        });
    };
    let Some(media_type) = header.strip_suffix(";base64") else {
        return Err(ImportProblem::Invalid {
            what: tr!("the data URI is not written as base64").into(),
        });
    };
    let decoded = percent_decoded(text).ok_or_else(|| ImportProblem::Invalid {
        what: tr!("the data URI has an invalid % escape").into(),
    })?;
    match BASE64.decode(decoded) {
        Ok(bytes) => Ok(Uri::Data {
            bytes,
            has_type: !media_type.is_empty(),
        }),
        Err(error) => Err(ImportProblem::Invalid {
            what: tr!("the data URI is not base64 ({error})"),
        }),
    }
}

fn path(uri: &str) -> Result<String, ImportProblem> {
    let forbidden = || ImportProblem::Forbidden { uri: shown(uri) };
    let decoded = percent_decoded(uri)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(forbidden)?;
    let escapes = decoded.split('/').any(|part| part == "..");
    let is_odd = |c: char| matches!(c, ':' | '\\' | '\0') || c.is_control();
    if decoded.starts_with('/') || escapes || decoded.contains(is_odd) {
        return Err(forbidden());
    }
    let parts: Vec<&str> = decoded
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    if parts.is_empty() {
        Err(forbidden())
    } else {
        Ok(parts.join("/"))
    }
}

/// A URI as messages show it, cut to a bearable length.
pub fn shown(uri: &str) -> String {
    match uri.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &uri[..end]),
        None => uri.to_owned(),
    }
}

fn percent_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| byte.and_then(|b| char::from(b).to_digit(16));
        out.push((digit(bytes.next())? * 16 + digit(bytes.next())?) as u8);
    }
    Some(out)
}
