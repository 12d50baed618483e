//! The name and the icon of each kind of asset.

use crate::icons;
use asset::AssetKind;

pub(super) fn kind_name(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Montage => "Montages",
        AssetKind::Graph => "Pose graphs",
        AssetKind::BlendSpace => "Blend spaces",
        AssetKind::PoseAsset => "Pose assets",
        AssetKind::Clip => "Clips",
        AssetKind::Skeleton => "Skeletons",
        AssetKind::Mesh => "Meshes",
        AssetKind::Texture => "Textures",
        AssetKind::NotifyClass => "Notify classes",
        AssetKind::Sound => "Sounds",
    }
}

/// The icon of a type of asset.
pub fn kind_icon(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Montage => icons::FILM_STRIP,
        AssetKind::Graph => icons::PATH,
        AssetKind::BlendSpace => icons::GRID_FOUR,
        AssetKind::PoseAsset => icons::PERSON,
        AssetKind::Clip => icons::WAVEFORM,
        AssetKind::Skeleton => icons::BONE,
        AssetKind::Mesh => icons::CUBE,
        AssetKind::Texture => icons::IMAGE,
        AssetKind::NotifyClass => icons::DIAMOND,
        AssetKind::Sound => icons::SPEAKER_SIMPLE_HIGH,
    }
}
