//! Who is previewed beside a character: copied, hit, carried or fought with.

use crate::{AssetKind, Id, Project, Skeleton};
use anim::Transform;
use glam::Quat;
use serde::{Deserialize, Serialize};
use words::tr;

/// A second character of a scene, as it is authored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PreviewPartner {
    /// Unique among the partners of the scene.
    pub id: Id,
    /// Unique among them; Copy Pose nodes name the partner so.
    pub name: String,
    /// Skeleton of the partner.
    pub skeleton: Id,
    /// A clip, montage or graph of that skeleton, again and again; None stands in the reference
    /// pose.
    #[serde(default)]
    pub plays: Option<Id>,
    /// World space, metres.
    pub at: [f32; 3],
    /// Degrees about +Y from facing +Z.
    #[serde(default)]
    pub turn: f32,
    /// The partner stays there, whatever the root motion of what plays.
    #[serde(default)]
    pub stays: bool,
    /// Whether the partner or the previewed character takes the other's pose.
    #[serde(default)]
    pub pose: PoseTie,
    /// Name of the previewed character in the partner's Copy Pose nodes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub our_name: String,
    /// The partner's montage goes where that of the previewed character goes.
    #[serde(default)]
    pub follows_montage: bool,
    /// Warp targets of the previewed character that go where the partner is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<PartnerTarget>,
}

/// Whether a partner or the previewed character takes the other's pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PoseTie {
    /// Copy Pose nodes of the previewed character that name the partner show the partner's.
    #[default]
    IsCopied,
    /// Copy Pose nodes of the partner that name the previewed character show its pose.
    Copies,
    /// The partner shows the pose of the previewed character, by the names of bones.
    Follows,
    /// Nobody takes anybody's.
    Apart,
}

/// A warp target that goes where a partner is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartnerTarget {
    /// Unique among those of the partner.
    pub id: Id,
    /// Name of the warp target.
    pub target: String,
    /// A bone or socket of the partner by name; empty is where the partner stands.
    #[serde(default)]
    pub of: String,
    /// Offset of the warp target in the frame of the bone or socket `of`, metres.
    #[serde(default)]
    pub offset: [f32; 3],
    /// Degrees about the y axis of that bone or socket.
    #[serde(default)]
    pub turn: f32,
}

impl PartnerTarget {
    /// The target in the frame of what it follows, with a scale of 1.
    pub fn local(&self) -> Transform {
        Transform {
            rotation: Quat::from_rotation_y(self.turn.to_radians()),
            ..Transform::from_translation(self.offset.into())
        }
    }
}

/// A fault that keeps a partner from playing as its settings ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartnerFault {
    /// The skeleton is not in the project, or has no bones.
    SkeletonMissing,
    /// The asset that the partner plays is not in the project.
    AssetMissing,
    /// The asset that the partner plays is not a clip, a montage or a graph.
    NotPlayable(String),
    /// The asset that the partner plays is on another skeleton.
    OtherSkeleton(String),
    /// A target follows what the skeleton has not, by the target's id.
    BoneMissing(Id, String),
    /// A montage is to follow one, and the partner plays none.
    NoMontage,
    /// The partner copies, but not by any name.
    NamelessCopy,
}

impl PartnerFault {
    /// Text that says what is wrong and what to do.
    pub fn text(&self, project: &Project, partner: &PreviewPartner) -> String {
        let rig = project.asset_name(partner.skeleton).unwrap_or_default();
        match self {
            Self::SkeletonMissing => {
                tr!("The skeleton is missing or has no bones. Choose another.").to_owned()
            }
            Self::AssetMissing => {
                tr!("What this partner plays is not in the project. Choose another asset.")
                    .to_owned()
            }
            Self::NotPlayable(name) => {
                tr!("{name} cannot be played here. Choose a clip, montage or graph.")
            }
            Self::OtherSkeleton(name) => {
                tr!("{name} is not for {rig}. Choose an asset of that skeleton.")
            }
            Self::BoneMissing(_, name) => {
                tr!("{rig} has no bone or socket {name}. Choose another.")
            }
            Self::NoMontage => tr!("Only a montage can follow ours. Choose a montage.").to_owned(),
            Self::NamelessCopy => {
                tr!("Enter the name that this partner's Copy Pose nodes have for us.").to_owned()
            }
        }
    }
}

impl PreviewPartner {
    /// A partner of that name and skeleton, who stands ahead of the previewed character, faces it
    /// and plays nothing.
    pub fn new(id: Id, name: String, skeleton: Id) -> Self {
        Self {
            id,
            name,
            skeleton,
            plays: None,
            at: [0.0, 0.0, 1.5],
            turn: 180.0,
            stays: false,
            pose: PoseTie::default(),
            our_name: String::new(),
            follows_montage: false,
            targets: Vec::new(),
        }
    }

    /// World from partner, with a scale of 1.
    pub fn place(&self) -> Transform {
        Transform {
            rotation: Quat::from_rotation_y(self.turn.to_radians()),
            ..Transform::from_translation(self.at.into())
        }
    }

    /// Whether every number is any.
    pub fn is_finite(&self) -> bool {
        let targets = self.targets.iter();
        let offsets = targets.flat_map(|it| it.offset.iter().chain([&it.turn]));
        let mut numbers = self.at.iter().chain([&self.turn]).chain(offsets);
        numbers.all(|number| number.is_finite())
    }

    /// Faults that keep the partner from playing as its settings ask, in the order of its fields.
    pub fn faults(&self, project: &Project) -> Vec<PartnerFault> {
        let rig = project.skeletons.get(&self.skeleton);
        let Some(rig) = rig.filter(|rig| !rig.bones.is_empty()) else {
            return vec![PartnerFault::SkeletonMissing];
        };
        let mut faults: Vec<_> = self.fault_of_asset(project).into_iter().collect();
        if self.pose == PoseTie::Copies && self.our_name.is_empty() {
            faults.push(PartnerFault::NamelessCopy);
        }
        let is_montage = self
            .plays
            .is_some_and(|id| project.montages.contains_key(&id));
        if self.follows_montage && !is_montage {
            faults.push(PartnerFault::NoMontage);
        }
        let missing = self.targets.iter().filter(|it| !has_place(rig, &it.of));
        faults.extend(missing.map(|it| PartnerFault::BoneMissing(it.id, it.of.clone())));
        faults
    }

    fn fault_of_asset(&self, project: &Project) -> Option<PartnerFault> {
        let id = self.plays?;
        let Some(asset) = project.asset(id) else {
            return Some(PartnerFault::AssetMissing);
        };
        let name = asset.name().to_owned();
        match asset.kind() {
            AssetKind::Clip | AssetKind::Montage | AssetKind::Graph => asset
                .uses()
                .first()
                .is_none_or(|rig| *rig != self.skeleton)
                .then_some(PartnerFault::OtherSkeleton(name)),
            _ => Some(PartnerFault::NotPlayable(name)),
        }
    }
}

fn has_place(rig: &Skeleton, name: &str) -> bool {
    name.is_empty()
        || rig.bones.iter().any(|bone| bone.name == name)
        || rig.virtual_bones.iter().any(|bone| bone.name == name)
        || rig.sockets.iter().any(|socket| socket.name == name)
}
