//! How every command writes JSON, so that equal values look alike in all results.

use crate::{Failure, Io};
use anim::Transform;
use serde::Serialize;

/// A transform as `[tx,ty,tz,qx,qy,qz,qw,sx,sy,sz]`: metres, a quaternion, factors.
pub type TransformRow = [f32; 10];

/// The numbers of a transform in the order of [`TransformRow`].
pub fn row(transform: &Transform) -> TransformRow {
    let (t, q, s) = (transform.translation, transform.rotation, transform.scale);
    [t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z]
}

/// Writes a value as one JSON document on one line.
pub fn write(io: &mut Io<'_>, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *io.out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(io.out)?)
}

/// A value as the text of a JSON file.
pub fn bytes(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut text = serde_json::to_vec(value).map_err(std::io::Error::from)?;
    text.push(b'\n');
    Ok(text)
}
