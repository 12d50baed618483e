//! Values as every command writes them in JSON.

use crate::{Failure, Io};
use anim::Transform;
use serde::Serialize;

/// `[tx,ty,tz,qx,qy,qz,qw,sx,sy,sz]`
pub type TransformRow = [f32; 10];

pub fn row(transform: &Transform) -> TransformRow {
    let (t, q, s) = (transform.translation, transform.rotation, transform.scale);
    [t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z]
}

/// One document on one line.
pub fn write(io: &mut Io<'_>, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *io.out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(io.out)?)
}
