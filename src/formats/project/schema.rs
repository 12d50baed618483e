//! JSON Schemas of a project's files, made of the types that they are read into.

use super::records::{
    File, ProjectClipRecord, ProjectMeshRecord, RootFile, ScenarioRecord, SoundRecord,
    TextureRecord,
};
use asset::{AssetKind, BlendSpace, Montage, NotifyClass, PoseAsset, PoseGraph, Skeleton};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};

/// Schema of `project.json`.
pub fn root_schema() -> Schema {
    generator().into_root_schema_for::<RootFile>()
}

/// Schema of the file of an asset.
pub fn asset_schema(kind: AssetKind) -> Schema {
    match kind {
        AssetKind::Montage => of::<Montage>(),
        AssetKind::Graph => of::<PoseGraph>(),
        AssetKind::BlendSpace => of::<BlendSpace>(),
        AssetKind::PoseAsset => of::<PoseAsset>(),
        AssetKind::Clip => of::<ProjectClipRecord>(),
        AssetKind::Skeleton => of::<Skeleton>(),
        AssetKind::Mesh => of::<ProjectMeshRecord>(),
        AssetKind::Texture => of::<TextureRecord>(),
        AssetKind::NotifyClass => of::<NotifyClass>(),
        AssetKind::Sound => of::<SoundRecord>(),
        AssetKind::Scenario => of::<ScenarioRecord>(),
    }
}

fn of<T: JsonSchema>() -> Schema {
    generator().into_root_schema_for::<File<T>>()
}

/// Draft 2020-12, of what a file may have when it is read.
fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}
