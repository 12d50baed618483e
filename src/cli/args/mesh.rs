//! What commands on meshes take: levels, bounds, weights and cloth.

use super::values::{MOST_BONES, lod_threshold, most_bones, percent, share, words};
use asset::mesh::BONE_LIMITS;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what"))]
pub struct LevelsArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Create LODs with these triangle ratios, descending, e.g. 0.5,0.25; replaces existing LODs
    #[arg(long, value_name = "SHARE,SHARE", value_parser = share, value_delimiter = ',', group = "what")]
    pub make: Option<Vec<f32>>,
    /// Import the mesh of this file as a LOD
    #[arg(long, value_name = "FILE", groups = ["what", "of_level"])]
    pub from: Option<PathBuf>,
    /// Remove these bones and their children from the LOD; replaces its earlier list
    #[arg(long, value_name = "BONE,BONE", value_delimiter = ',', groups = ["what", "of_level"], requires = "level")]
    pub without: Option<Vec<String>>,
    /// Remove bones with no vertex, socket or virtual bone from the LOD
    #[arg(long, groups = ["what", "of_level"], requires = "level")]
    pub without_idle: bool,
    /// Keep all bones in the LOD
    #[arg(long, groups = ["what", "of_level"], requires = "level")]
    pub all_bones: bool,
    /// LOD to replace or to change [default: add a new last LOD]
    #[arg(long, value_name = "N", requires = "of_level")]
    pub level: Option<usize>,
    /// Screen size of a new LOD, 0 to 1: the mesh's share of picture height below which it is drawn
    #[arg(long, value_name = "SIZE", value_parser = share, requires = "from")]
    pub below: Option<f32>,
    /// Mesh to import, if the file has several
    #[arg(long, value_name = "NAME", requires = "from")]
    pub file_mesh: Option<String>,
    /// Remove this LOD
    #[arg(long, value_name = "N", group = "what")]
    pub remove: Option<usize>,
    /// Highest LOD that runs the mesh's post-process graph, 0 = finest; -1 for all
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = lod_threshold())]
    pub post_process_lod: Option<i8>,
}

#[derive(Debug, Args)]
pub struct BoundsArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Source of the bounds
    #[arg(long, value_enum)]
    pub by: Option<By>,
    /// Create a capsule for each bone with vertices; replaces existing bodies
    #[arg(long)]
    pub make_bodies: bool,
    /// Remove all bodies
    #[arg(long, conflicts_with = "make_bodies")]
    pub remove_bodies: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Boxes around the vertices of each bone
    Vertices,
    Bodies,
    /// The box of the reference pose, for every pose
    Fixed,
}

#[derive(Debug, Args)]
pub struct WeightsArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Only parts of this name
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// Skin-weight profile to show or edit; created if it does not exist
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Remove this skin-weight profile
    #[arg(long, value_name = "NAME", conflicts_with_all = ["profile", "part", "prune", "most", "from"])]
    pub remove_profile: Option<String>,
    #[arg(long, help = format!("Max bones per mesh section in a bundle, {}, 0 = no limit; larger parts are split", words(&BONE_LIMITS)), value_name = "N")]
    pub bones_a_section: Option<u32>,
    /// Remove weights below this percentage and normalize the rest; the largest weight stays
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub prune: Option<f32>,
    #[arg(long, help = format!("Max bones per vertex, {}; the largest weights stay", words(&MOST_BONES)), value_name = "N", value_parser = most_bones)]
    pub most: Option<u8>,
    /// Mesh to copy weights from, by nearest point in the bind pose; the mesh itself copies LOD 0
    /// to coarser LODs
    #[arg(long, value_name = "MESH")]
    pub from: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ClothArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Part that follows, if the mesh has several
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// Mesh to follow, on the same skeleton
    #[arg(long, value_name = "MESH")]
    pub on: Option<String>,
    /// Part to follow, if that mesh has several
    #[arg(long, value_name = "NAME", requires = "on")]
    pub on_part: Option<String>,
    /// Per-vertex number attribute with the follow weight, 0 to 1 [default: 1 for all]
    #[arg(long, value_name = "ATTRIBUTE", requires = "on")]
    pub weight: Option<String>,
    /// Stop following
    #[arg(long, conflicts_with = "on")]
    pub remove: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
