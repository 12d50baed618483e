//! What commands that bring something into a project take: import, bind and vertex-cache.

use super::values::{clip_rate, id, renamed, scale, up_axis, words};
use anim::limits::FRAME_RATES;
use asset::vertex_cache::Up;
use clap::{Args, ValueEnum};
use formats::{BASE_BUDGET, BUDGET_PER_BYTE, BvhOptions, bvh};
use std::path::PathBuf;
use words::tr;

fn more_memory() -> String {
    let (least, share) = (BASE_BUDGET >> 20, BUDGET_PER_BYTE);
    tr!("Extra memory to read a file, MiB, above the limit of {least} MiB + {share} × file size")
}

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Source files, or folders of source files
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Project folder; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub project: PathBuf,
    /// Update the earlier import of this file, even if the match is uncertain; ID picks one of
    /// several copies by an asset in it
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true, value_parser = id, conflicts_with = "add")]
    pub update: Option<Option<asset::Id>>,
    /// Add the file as new assets, even if it was imported before
    #[arg(long)]
    pub add: bool,
    /// Bind clips and meshes to this skeleton of the project
    #[arg(long, value_name = "NAME")]
    pub skeleton: Option<String>,
    /// Bone that was renamed in the file; can be given several times
    #[arg(long, value_name = "OLD=NEW", value_parser = renamed)]
    pub rename_bone: Vec<(String, String)>,
    /// Skeleton bone that matches a bone of the file, if unclear; can be given several times
    #[arg(long, value_name = "FILE=BONE", value_parser = renamed)]
    pub match_bone: Vec<(String, String)>,
    /// Scale factor for lengths, above 0. For BVH, 1 estimates the unit from the figure's size.
    /// Later imports of the file reuse its options [default: 1]
    #[arg(long, value_name = "M", value_parser = scale)]
    pub scale: Option<f32>,
    /// Use default options, and forget earlier ones
    #[arg(long)]
    pub usual: bool,
    /// FBX: remove name prefixes up to the last colon, such as "mixamorig:"
    #[arg(long)]
    pub strip_namespaces: bool,
    #[command(flatten)]
    pub bvh: BvhArgs,
    #[arg(long, help = more_memory(), value_name = "MIB", default_value = "0", value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
    pub more_memory: u64,
    /// Resolve conflicts with the file's values
    #[arg(long)]
    pub reset: bool,
    /// Turn on root motion for new clips that move the character
    #[arg(long)]
    pub root_motion: bool,
    /// If clips have another rest pose, set translation modes that keep the skeleton's proportions
    #[arg(long)]
    pub keep_proportions: bool,
    /// Skip files that fail or need a choice, and import the rest; the command still fails
    #[arg(long)]
    pub keep_going: bool,
    /// Show what would change; save nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

impl ImportArgs {
    /// Something is said of how files join, so that those that are as they were matter too.
    pub fn is_said(&self) -> bool {
        self.update.is_some()
            || self.add
            || self.reset
            || self.skeleton.is_some()
            || self.keep_proportions
    }
}

/// What BVH files do not say.
#[derive(Debug, Args)]
pub struct BvhArgs {
    /// BVH: position channels add to OFFSET or replace it [default: by their mean]
    #[arg(long, value_name = "HOW")]
    pub bvh_positions: Option<BvhPositions>,
    /// BVH: up axis, y or z
    #[arg(long, value_name = "AXIS", value_parser = up_axis)]
    pub bvh_up: Option<Up>,
    /// BVH: metres per unit, also 1; --scale multiplies it
    #[arg(long, value_name = "M", value_parser = scale)]
    pub bvh_unit: Option<f32>,
    /// BVH: seconds per frame, for a file without a usable frame time
    #[arg(long, value_name = "S", value_parser = scale)]
    pub bvh_frame_time: Option<f32>,
    /// BVH: frame of the rest pose, 0 = first [default: all joints unrotated]
    #[arg(long, value_name = "FRAME")]
    pub bvh_rest: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum BvhPositions {
    Add,
    Replace,
}

impl BvhArgs {
    /// What is not said is as `known`.
    pub fn options(&self, known: BvhOptions) -> BvhOptions {
        let positions = match self.bvh_positions {
            None => known.positions,
            Some(BvhPositions::Add) => bvh::Positions::Add,
            Some(BvhPositions::Replace) => bvh::Positions::Replace,
        };
        BvhOptions {
            positions,
            up: self.bvh_up.unwrap_or(known.up),
            unit: self.bvh_unit.or(known.unit),
            frame_time: self.bvh_frame_time.or(known.frame_time),
            reference_frame: self.bvh_rest.or(known.reference_frame),
        }
    }
}

#[derive(Debug, Args)]
pub struct BindArgs {
    pub project: PathBuf,
    /// Can be given several times
    #[arg(long, value_name = "NAME", required_unless_present = "mesh")]
    pub clip: Vec<String>,
    /// Can be given several times
    #[arg(long, value_name = "NAME")]
    pub mesh: Vec<String>,
    /// Target skeleton
    #[arg(long, value_name = "NAME")]
    pub skeleton: String,
    /// If clips have another rest pose, set translation modes that keep the skeleton's proportions
    #[arg(long)]
    pub keep_proportions: bool,
    /// Show the match; change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct VertexCacheArgs {
    pub project: PathBuf,
    /// A point cache, .pc2 or .mdd
    pub file: PathBuf,
    /// Mesh to animate
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Only parts of this name
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// Name of the morph targets and the new clip [default: file name]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Clip that gets the curves [default: a new clip]
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Max error of a point in any frame, mm
    #[arg(long, value_name = "MM", default_value = "0.2")]
    pub precision: f32,
    /// Frame that matches the mesh's reference pose, 0 = first [default: detected]
    #[arg(long, value_name = "FRAME")]
    pub rest: Option<usize>,
    /// Up axis of the file, y or z [default: detected]
    #[arg(long, value_name = "AXIS", value_parser = up_axis)]
    pub up: Option<Up>,
    #[arg(long, help = format!("Frame rate of a .pc2 file, Hz, {} [default: 24]", words(&FRAME_RATES)), value_name = "HZ", value_parser = clip_rate)]
    pub frames_per_second: Option<f32>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
