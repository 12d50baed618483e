//! JSON Schemas of what commands print with `--json`, made of the types that they print.

use crate::{
    bind::BindingRow, bounds::MeshBoundsReport, build::BuildRow, bundles::BundlesReport,
    cloth::ClothReport, compress::ClipCompressionReport, cut::CutReport, import::FileRow,
    info::Info, keyframes::KeyframeCostReport, merge::DifferenceRow, motion_test::MotionTestReport,
    replay::ReplayReport, sample::Sampled, session_find::FoundMoment, session_info::SessionInfo,
    slide::SlideReport, sweep::SweepSummary, tick_row::TickRow, vertex_cache::VertexCacheReport,
    weights::SkinWeightsReport, why::WhyReport,
};
use schemars::{JsonSchema, Schema, generate::SchemaSettings};

/// Name of each command with the schema of its result, in order of the names. That of `simulate` is
/// of one line.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("bind", of::<Vec<BindingRow>>()),
        ("bounds", of::<MeshBoundsReport<'_>>()),
        ("build", of::<Vec<BuildRow<'_>>>()),
        ("bundles", of::<BundlesReport<'_>>()),
        ("cloth", of::<ClothReport<'_>>()),
        ("compress", of::<ClipCompressionReport<'_>>()),
        ("compress_keyframes", of::<KeyframeCostReport<'_>>()),
        ("cut", of::<CutReport<'_>>()),
        ("diff", of::<Vec<DifferenceRow<'_>>>()),
        ("import", of::<Vec<FileRow>>()),
        ("info", of::<Info>()),
        ("replay", of::<Vec<ReplayReport>>()),
        ("sample", of::<Sampled<'_>>()),
        ("session_find", of::<FoundMoment>()),
        ("session_info", of::<SessionInfo>()),
        ("simulate", of::<TickRow>()),
        ("slide", of::<SlideReport>()),
        ("sweep", of::<SweepSummary>()),
        ("test", of::<MotionTestReport>()),
        ("vertex_cache", of::<VertexCacheReport<'_>>()),
        ("weights", of::<SkinWeightsReport<'_>>()),
        ("why", of::<WhyReport>()),
    ]
}

/// Draft 2020-12, of what is printed.
fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
