//! What was copied, as the JSON text of the clipboard: it names what it belongs to, so that it fits
//! other documents and other projects.

use crate::timeline::{
    TimelineHost,
    item::{self, Item},
};
use anim::Transform;
use asset::{
    BoneKey, Curve, CurveKey, Id, LaneSound, Note, Notify, Skeleton, SyncMarker,
    montage::{Section, Segment},
    skeleton::{BlendProfile, BoneWeights, Socket, VirtualBone},
};
use serde::{Deserialize, Serialize};
use words::tr;

/// Copied items as JSON text, which is what the clipboard holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Copied {
    /// Version of the format; its key also distinguishes this text from any other.
    mutoscope_items: u32,
    /// Copied items, in the order of their ids.
    pub items: Vec<CopiedItem>,
}

const VERSION: u32 = 1;

/// Names stand for what has another id elsewhere.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopiedItem {
    Section(Section),
    Segment {
        slot: String,
        clip: String,
        segment: Segment,
    },
    Notify {
        track: String,
        color: u8,
        notify: Notify,
    },
    /// A track with all its notifies, at their own times.
    Track {
        name: String,
        color: u8,
        notifies: Vec<Notify>,
    },
    SyncMarker(SyncMarker),
    Note(Note),
    Sound {
        /// Name of the sound of the project.
        of: String,
        sound: LaneSound,
    },
    Curve(Curve),
    CurveKey {
        curve: String,
        key: CurveKey,
    },
    Socket {
        id: Id,
        name: String,
        bone: BoneKey,
        translation: [f32; 3],
        rotation: [f32; 4],
        scale: [f32; 3],
    },
    VirtualBone {
        name: String,
        source: BoneKey,
        target: BoneKey,
    },
    Mask {
        name: String,
        weights: BoneWeights,
    },
    BlendProfile {
        name: String,
        mode: anim::mask::ProfileMode,
        factors: BoneWeights,
    },
}

impl Copied {
    /// Copies items of a timeline; an id that cannot be copied is left out.
    pub fn of_timeline(host: &TimelineHost<'_>, ids: impl Iterator<Item = Id>) -> Self {
        Self {
            mutoscope_items: VERSION,
            items: ids
                .filter_map(|id| CopiedItem::on_timeline(host, id))
                .collect(),
        }
    }

    /// Copies a notify track with all that is on it; None where there is no such track.
    pub fn track(host: &TimelineHost<'_>, track: Id) -> Option<Self> {
        let known = host.tracks().iter().find(|known| known.id == track)?;
        let on_it = host.notifies().iter().filter(|it| it.track == track);
        Some(Self {
            mutoscope_items: VERSION,
            items: vec![CopiedItem::Track {
                name: known.name.clone(),
                color: known.color,
                notifies: on_it.cloned().collect(),
            }],
        })
    }

    /// Copies items of a skeleton; an id that cannot be copied is left out.
    pub fn of_skeleton(skeleton: &Skeleton, ids: impl Iterator<Item = Id>) -> Self {
        Self {
            mutoscope_items: VERSION,
            items: ids
                .filter_map(|id| CopiedItem::on_skeleton(skeleton, id))
                .collect(),
        }
    }

    /// The copied items as indented JSON.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The error is one line.
    pub fn read(text: &str) -> Result<Self, String> {
        let copied: Self = serde_json::from_str(text)
            .map_err(|_| tr!("The clipboard has nothing from Mutoscope.").to_owned())?;
        if copied.mutoscope_items == VERSION {
            Ok(copied)
        } else {
            Err(tr!(
                "It was copied from another version of Mutoscope ({}).",
                copied.mutoscope_items
            ))
        }
    }

    /// Start of the earliest item, seconds; 0 if no item has a start.
    pub fn start(&self) -> f32 {
        let start = self
            .items
            .iter()
            .filter_map(CopiedItem::start)
            .fold(f32::INFINITY, f32::min);
        if start.is_finite() { start } else { 0.0 }
    }
}

impl CopiedItem {
    fn on_timeline(host: &TimelineHost<'_>, id: Id) -> Option<Self> {
        Some(match item::find(host, id)? {
            Item::Section(section) => Self::Section(section.clone()),
            Item::Segment(slot, segment) => Self::Segment {
                slot: slot.name.clone(),
                clip: host.clip_name(segment.clip).to_owned(),
                segment: segment.clone(),
            },
            Item::Notify(notify) => {
                let track = host
                    .tracks()
                    .iter()
                    .find(|track| track.id == notify.track)?;
                Self::Notify {
                    track: track.name.clone(),
                    color: track.color,
                    notify: notify.clone(),
                }
            }
            Item::SyncMarker(marker) => Self::SyncMarker(marker.clone()),
            Item::Note(note) => Self::Note(note.clone()),
            Item::Sound(sound) => Self::Sound {
                of: host.project.asset_name(sound.sound)?.to_owned(),
                sound: sound.clone(),
            },
            Item::Curve(curve) => Self::Curve(curve.clone()),
            Item::CurveKey(curve, key) => Self::CurveKey {
                curve: curve.name.clone(),
                key: key.clone(),
            },
        })
    }

    fn on_skeleton(skeleton: &Skeleton, id: Id) -> Option<Self> {
        if let Some(Socket {
            id,
            name,
            bone,
            local,
            ..
        }) = skeleton.socket(id).cloned()
        {
            let Transform {
                translation,
                rotation,
                scale,
            } = local;
            let (translation, scale) = (translation.to_array(), scale.to_array());
            return Some(Self::Socket {
                id,
                name,
                bone,
                translation,
                rotation: rotation.to_array(),
                scale,
            });
        }
        if let Some(VirtualBone {
            name,
            source,
            target,
            ..
        }) = skeleton.virtual_bone(id).cloned()
        {
            return Some(Self::VirtualBone {
                name,
                source,
                target,
            });
        }
        if let Some(BlendProfile {
            name,
            mode,
            factors,
            ..
        }) = skeleton.blend_profile(id).cloned()
        {
            return Some(Self::BlendProfile {
                name,
                mode,
                factors,
            });
        }
        let mask = skeleton.mask(id)?;
        Some(Self::Mask {
            name: mask.name.clone(),
            weights: mask.weights.clone(),
        })
    }

    fn start(&self) -> Option<f32> {
        match self {
            Self::Section(section) => Some(section.start),
            Self::Segment { segment, .. } => Some(segment.start),
            Self::Notify { notify, .. } => Some(notify.time),
            Self::SyncMarker(marker) => Some(marker.time),
            Self::Note(note) => Some(note.time),
            Self::Sound { sound, .. } => Some(sound.time),
            Self::CurveKey { key, .. } => Some(key.time),
            Self::Track { .. }
            | Self::Curve(_)
            | Self::Socket { .. }
            | Self::VirtualBone { .. }
            | Self::Mask { .. }
            | Self::BlendProfile { .. } => None,
        }
    }
}
