//! The name and the icon of each kind of asset.

use crate::icons;
use asset::AssetKind;
use words::tr;

pub(super) fn kind_name(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Montage => tr!("Montages"),
        AssetKind::Graph => tr!("Pose graphs"),
        AssetKind::BlendSpace => tr!("Blend spaces"),
        AssetKind::PoseAsset => tr!("Pose assets"),
        AssetKind::Clip => tr!("Clips"),
        AssetKind::Skeleton => tr!("Skeletons"),
        AssetKind::Mesh => tr!("Meshes"),
        AssetKind::Texture => tr!("Textures"),
        AssetKind::NotifyClass => tr!("Notify classes"),
        AssetKind::Sound => tr!("Sounds"),
        AssetKind::Scenario => tr!("Scenarios"),
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
        AssetKind::Scenario => icons::CHECK_CIRCLE,
    }
}
