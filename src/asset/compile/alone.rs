//! One clip of a project compiled by itself, with other settings than its own.

use super::{Cache, CompileOptions, compile};
use crate::{Clip, Id, Project};
use anim::codec::{CodecReport, Compressed, EncodeError, EncoderSettings};
use std::sync::Arc;

/// Compresses a clip of a project with other settings, as
/// [`Work::compress`](super::Work::compress). None where it does not compile.
pub fn compress_authored(
    project: &Project,
    id: Id,
    settings: &EncoderSettings,
) -> Option<Result<(Compressed, CodecReport), EncodeError>> {
    let clip = |id: Id| Some((id, project.clips.get(&id)?.clone()));
    let (_, own) = clip(id)?;
    let base = own
        .additive
        .and_then(|additive| clip(additive.base.clip()?));
    let own = Arc::new(Clip {
        compression: Some(*settings),
        ..(*own).clone()
    });
    let clips = base.into_iter().chain([(id, own)]).collect();
    let alone = Project {
        clips,
        montages: Default::default(),
        graphs: Default::default(),
        ..project.clone()
    };
    let pending = compile(&alone, &mut Cache::default(), CompileOptions::deferred()).pending;
    Some(
        pending
            .into_iter()
            .find(|work| work.id == id)?
            .compress()
            .result,
    )
}
