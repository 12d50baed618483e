//! What a clip holds beyond keys of bones and morphs, as JSON in the `extras` of its animation;
//! `docs/gltf.md` is its contract.

use super::{ExportError, rig::GltfExportRig};
use anim::clip::RootMotion;
use asset::{
    Clip, Curve, Id, List, Notify, NotifyTrack, SyncMarker,
    clip::{Additive, LoopPolicy},
};
use serde::Serialize;
use serde_json::{Value, json};
use words::tr;

#[derive(Serialize)]
struct ClipExtras<'a> {
    id: Id,
    frame_rate: f32,
    looping: bool,
    loop_policy: LoopPolicy,
    rate_scale: f32,
    root_motion: RootMotion,
    /// Name of the root bone; none if the skeleton's own is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    root_bone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additive: Option<Additive>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tracks: &'a [NotifyTrack],
    #[serde(skip_serializing_if = "List::is_empty")]
    notifies: &'a List<Notify>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    sync_markers: &'a [SyncMarker],
    /// Authored curves, and imported ones that move no morph.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curves: Vec<Curve>,
}

/// The `mutoscope` object of a clip. An Err names a number that is not finite.
pub fn of(rig: &GltfExportRig<'_>, id: Id, clip: &Clip, place: &str) -> Result<Value, ExportError> {
    let is_morph = |name: &String| rig.shapes.iter().any(|shapes| shapes.names.contains(name));
    let others = clip
        .imported_curves()
        .filter(|curve| !is_morph(&curve.name));
    let mut ids = id.0;
    let root_bone = clip
        .root_bone
        .as_ref()
        .and_then(|key| rig.skeleton.index(key));
    let extras = ClipExtras {
        id,
        frame_rate: clip.frame_rate,
        looping: clip.looping,
        loop_policy: clip.loop_policy,
        rate_scale: clip.rate_scale,
        root_motion: clip.root_motion,
        root_bone: root_bone.map(|at| rig.skeleton.bones[at].name.as_str()),
        additive: clip.additive,
        tracks: &clip.tracks,
        notifies: &clip.notifies,
        sync_markers: &clip.sync_markers,
        curves: clip
            .curves
            .iter()
            .cloned()
            .chain(others.map(|curve| Curve::copied(curve, 0, &mut ids)))
            .collect(),
    };
    extras.check(place)?;
    Ok(json!(extras))
}

impl ClipExtras<'_> {
    fn check(&self, place: &str) -> Result<(), ExportError> {
        let bad = |what: String| Err(ExportError::not_finite(format!("{place}, {what}")));
        if ![self.frame_rate, self.rate_scale]
            .iter()
            .all(|number| number.is_finite())
        {
            return bad(tr!("frame rate or rate scale").to_owned());
        }
        let is_finite = |notify: &&Notify| {
            [
                notify.time,
                notify.end(),
                notify.weight_threshold,
                notify.chance,
            ]
            .iter()
            .all(|number| number.is_finite())
        };
        if let Some(notify) = self.notifies.iter().find(|notify| !is_finite(notify)) {
            return bad(tr!("notify “{}”", notify.name));
        }
        if let Some(marker) = self
            .sync_markers
            .iter()
            .find(|marker| !marker.time.is_finite())
        {
            return bad(tr!("sync marker “{}”", marker.name));
        }
        match self
            .curves
            .iter()
            .find(|curve| !curve.keys.iter().all(asset::CurveKey::is_finite))
        {
            Some(curve) => bad(tr!("curve “{}”", curve.name)),
            None => Ok(()),
        }
    }
}
