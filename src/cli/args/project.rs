//! What commands on whole projects take: new, info, notify-schema, export, build, bundles, diff and
//! merge.

use super::values::{influences, levels, seconds, shard};
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct DiffArgs {
    /// A project, or one of its files
    pub from: PathBuf,
    pub to: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Common ancestor: a project or one of its files; an empty file if none exists
    pub base: PathBuf,
    pub mine: PathBuf,
    pub theirs: PathBuf,
    /// Output path [default: replace MINE]
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Resolve all conflicts with this side
    #[arg(long, value_name = "SIDE")]
    pub take: Option<MergeSideArg>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MergeSideArg {
    Mine,
    Theirs,
}

impl From<MergeSideArg> for formats::merge::MergeSide {
    fn from(taken: MergeSideArg) -> Self {
        match taken {
            MergeSideArg::Mine => Self::Mine,
            MergeSideArg::Theirs => Self::Theirs,
        }
    }
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// A new or empty folder
    pub dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct InfoArgs {
    pub file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct NotifySchemaArgs {
    /// A project or a bundle
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    pub project: PathBuf,
    /// Output file; a .glb extension implies --gltf
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace an existing file; never a project file
    #[arg(long)]
    pub force: bool,
    /// Write skeletons, meshes and clips as .glb
    #[arg(long)]
    pub gltf: bool,
    /// Export only this clip; can be given several times
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub clip: Vec<String>,
    /// Bake this montage to one animation; can be given several times
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub montage: Vec<String>,
    /// Bake what this pose graph plays to one animation
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub graph: Option<String>,
    /// Script that drives the graph
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub script: Option<PathBuf>,
    /// Seconds that the graph plays [default: 5 s after the last request]
    #[arg(long, value_name = "S", value_parser = seconds, requires = "graph")]
    pub duration: Option<f64>,
    /// Export only this skeleton with its meshes and clips; can be given several times
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub skeleton: Vec<String>,
    /// Export characters without clips
    #[arg(long, requires = "gltf", conflicts_with_all = ["clip", "montage", "graph"])]
    pub no_clips: bool,
    /// LODs: all, or numbers from 0 (finest), separated by commas; several use MSFT_lod
    #[arg(long, value_name = "all|N,N", value_parser = levels, default_value = "0", requires = "gltf")]
    pub levels: LodSelection,
    /// Max bones per vertex, 4 or 8; many programs support 4
    #[arg(long, value_name = "N", value_parser = influences, default_value = "8", requires = "gltf")]
    pub influences: u8,
    /// Write a key for every bone in every clip, so that no program keeps the pose of another clip
    #[arg(long, requires = "gltf")]
    pub key_every_bone: bool,
}

#[derive(Debug, Args)]
pub struct BuildArgs {
    pub project: PathBuf,
    /// Output folder, made if missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Build only this bundle; can be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Build one share of the bundles: share I of N
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<files::Shard>,
    /// Write NAME.d beside each bundle: its input files, for Make and Ninja
    #[arg(long)]
    pub depfiles: bool,
    /// Build also what is up to date
    #[arg(long)]
    pub rebuild: bool,
    /// Print what would be built; write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Fail if a bundle is not up to date; write nothing
    #[arg(long, conflicts_with = "rebuild")]
    pub check: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("edited").args(["set", "remove"])))]
#[command(group(ArgGroup::new("tagged").args(["tag_asset", "untag_asset"]).multiple(true).requires("tag")))]
#[command(group(ArgGroup::new("by_tag").args(["set", "tag_asset", "untag_asset"]).multiple(true)))]
pub struct BundlesArgs {
    pub project: PathBuf,
    /// Add this bundle, or replace what it takes
    #[arg(long, value_name = "NAME")]
    pub set: Option<String>,
    /// Remove this bundle
    #[arg(long, value_name = "NAME")]
    pub remove: Option<String>,
    /// The bundle takes all assets of this skeleton; can be given several times
    #[arg(long, value_name = "SKELETON", requires = "set")]
    pub character: Vec<String>,
    /// The bundle takes all assets with this tag; with --tag-asset or --untag-asset, the tag that is put on or taken off
    #[arg(long, value_name = "TAG", requires = "by_tag")]
    pub tag: Vec<String>,
    /// Put the tag on this asset; NAME or KIND:NAME; can be given several times
    #[arg(long, value_name = "ASSET")]
    pub tag_asset: Vec<String>,
    /// Take the tag off this asset; NAME or KIND:NAME; can be given several times
    #[arg(long, value_name = "ASSET")]
    pub untag_asset: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LodSelection {
    All,
    /// Ascending.
    These(Vec<usize>),
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("cut").required(true).multiple(true).args(["from", "to", "split", "reverse"])))]
pub struct CutArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub clip: String,
    /// Keep what is from here on, in seconds
    #[arg(long, value_name = "S", conflicts_with_all = ["split", "reverse"])]
    pub from: Option<f32>,
    /// Keep what is up to here, in seconds
    #[arg(long, value_name = "S", conflicts_with_all = ["split", "reverse"])]
    pub to: Option<f32>,
    /// Make a second clip of what follows, in seconds
    #[arg(long, value_name = "S", conflicts_with = "reverse")]
    pub split: Option<f32>,
    /// Name of the second clip
    #[arg(long, value_name = "NAME", requires = "split")]
    pub name: Option<String>,
    /// Play the clip from its last frame to its first
    #[arg(long)]
    pub reverse: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
