//! What may stand on the command line. Invariant: values out of range never reach a command.

use asset::{mesh::LOD_THRESHOLDS, vertex_cache::Up};
use clap::{Args, Parser, Subcommand, ValueEnum, error::ErrorKind};
use formats::{BvhOptions, bvh};
use std::{ffi::OsString, path::PathBuf};
use studio::TickSteps;

/// What a command line asks for.
#[derive(Debug)]
pub enum Invocation {
    Editor {
        /// Opened at the start.
        open: Option<PathBuf>,
        /// Ends when the character is on the screen, and tells how long that took.
        time_start: bool,
    },
    Command(CliCommand),
}

/// Nothing is to be run: print the text and exit.
#[derive(Debug)]
pub struct Stop {
    pub text: String,
    /// 0 when help was asked for, else 2.
    pub code: u8,
}

#[derive(Debug, Parser)]
#[command(
    name = "mutoscope",
    version,
    about = "An editor for character animation. Without a command it opens the editor.",
    args_conflicts_with_subcommands = true
)]
struct CommandLine {
    /// A project, source file or bundle to open in the editor
    #[arg(value_name = "PROJECT|FILE")]
    open: Option<PathBuf>,
    /// Print the seconds until the character is on screen, then close the editor
    #[arg(long)]
    time_start: bool,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Write the sample project into a new folder
    New(NewArgs),
    /// List the contents of a file
    Info(InfoArgs),
    /// Print a JSON schema of notify payloads, with one definition per notify class
    NotifySchema(NotifySchemaArgs),
    /// Import source files into a project
    Import(ImportArgs),
    /// Read a file for another process of the program, over the standard streams
    #[command(name = files::foreign::ARGUMENT, hide = true)]
    ReadFbx,
    /// Bind clips or meshes to another skeleton of the project
    Bind(BindArgs),
    /// Print poses of a clip at given times
    Sample(SampleArgs),
    /// Compress a clip; print its size and error
    Compress(CompressArgs),
    /// Play a script of requests and print every tick
    Simulate(SimulateArgs),
    /// Play a montage at many frame rates; list what changes with the rate
    Sweep(SweepArgs),
    /// Measure foot slide across a blend space, or in the transitions of a graph
    Slide(SlideArgs),
    /// Write a project as a bundle or as glTF
    Export(ExportArgs),
    /// Check that a bundle is intact and plays as recorded
    Verify(VerifyArgs),
    /// Render pictures and videos of what plays
    Render(Box<RenderArgs>),
    /// List, create, import or remove LODs (levels of detail) of a mesh
    Levels(LevelsArgs),
    /// Show, prune or transfer skin weights
    Weights(WeightsArgs),
    /// Show or change which cloth a mesh part follows
    Cloth(ClothArgs),
    /// Import a vertex cache as morph targets and a clip
    VertexCache(VertexCacheArgs),
    /// Show or set mesh bounds: from vertices, bodies or a fixed box
    Bounds(BoundsArgs),
    /// List differences between two versions of a project, field by field
    Diff(DiffArgs),
    /// Merge two versions of a project; list conflicts
    Merge(MergeArgs),
    /// Print the licences of all linked libraries
    Notices,
}

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
    /// Max bones per mesh section in a bundle, 24 to 4096, 0 = no limit; larger parts are split
    #[arg(long, value_name = "N")]
    pub bones_a_section: Option<u32>,
    /// Remove weights below this percentage and normalize the rest; the largest weight stays
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub prune: Option<f32>,
    /// Max bones per vertex, 1 to 8; the largest weights stay
    #[arg(long, value_name = "N", value_parser = most_bones)]
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
    /// Frame rate of a .pc2 file, Hz, 1 to 1000 [default: 24]
    #[arg(long, value_name = "HZ", value_parser = clip_rate)]
    pub frames_per_second: Option<f32>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
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
    /// Extra memory to read a file, MiB, above the limit of 64 MiB + 40 × file size
    #[arg(long, value_name = "MIB", default_value = "0", value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SampleSpace {
    /// Relative to the parent bone
    Local,
    Model,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SkinningMode {
    Cpu,
    /// Before anything is drawn
    Gpu,
    /// In the vertex shader, as for meshes that do not fit in the skin cache
    GpuVertex,
}

#[derive(Debug, Args)]
pub struct SampleArgs {
    pub file: PathBuf,
    /// Clip to sample [default: the reference pose]
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Times in seconds, separated by commas; times after the end give the last pose
    #[arg(long, value_delimiter = ',', value_parser = seconds, default_value = "0")]
    pub times: Vec<f64>,
    #[arg(long, value_enum, default_value_t = SampleSpace::Local)]
    pub space: SampleSpace,
    /// Add skinned vertices, in component space
    #[arg(long, value_enum)]
    pub skin: Option<SkinningMode>,
    /// Skin-weight profile, for parts that have it
    #[arg(long, value_name = "NAME", requires = "skin")]
    pub profile: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorBound {
    /// No bone exceeds the tolerance in any frame
    Max,
    /// 1 % of bones and frames may exceed the tolerance
    P99,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorSpace {
    /// Component space: errors of parent bones add up
    Object,
    /// Parent space: each bone on its own
    Parent,
}

#[derive(Debug, Args)]
pub struct CompressArgs {
    pub file: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub clip: String,
    /// Tolerance, max error of a point, with a unit: um, mm, cm or m, 0.1um to 1m; 0.01cm suits a
    /// human-sized character
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub error: Option<f32>,
    #[arg(long, value_enum, default_value_t = ErrorBound::Max)]
    pub bound: ErrorBound,
    /// Space in which errors are measured
    #[arg(long, value_enum, default_value_t = ErrorSpace::Object)]
    pub space: ErrorSpace,
    /// Write sparse keys for streaming instead
    #[arg(long, conflicts_with_all = ["error", "bound", "space"])]
    pub keyframes: bool,
    /// Max error of a point after key reduction, with a unit, unless thresholds are given
    #[arg(long, value_name = "LENGTH", value_parser = length, default_value = "0.5cm", requires = "keyframes",
        conflicts_with_all = ["threshold", "distance"])]
    pub within: f32,
    /// Rotation threshold, degrees, 0 to 36000: root of the summed squared errors between two keys
    #[arg(long, value_name = "DEG", value_parser = threshold, requires = "keyframes")]
    pub threshold: Option<f32>,
    /// Translation threshold with a unit: root of the summed squared errors between two keys
    #[arg(long, value_name = "LENGTH", value_parser = length, requires = "keyframes")]
    pub distance: Option<f32>,
    /// Max seconds between two keys of a bone; 0 = no limit
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0", requires = "keyframes")]
    pub delay: f64,
    /// Write the key stream to a file, and read it back
    #[arg(long, value_name = "FILE", requires = "keyframes")]
    pub out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SimulateArgs {
    #[arg(value_name = "PROJECT|BUNDLE")]
    pub file: PathBuf,
    /// Timed requests, see docs/simulate.md
    #[arg(long, value_name = "FILE")]
    pub script: PathBuf,
    /// Seconds per tick, up to 1; fractions such as 1/60 are exact. Several values, separated by
    /// commas, repeat in turn; one may be 0
    #[arg(long, value_name = "S,S", value_parser = steps, default_value = "1/60")]
    pub dt: TickSteps,
    /// Make the first tick at or after AT this long, above 0 to 1 s; can be given several times
    #[arg(long, value_name = "AT:SECONDS", value_parser = hitch)]
    pub hitch: Vec<(f64, f64)>,
    /// Vary each step at random by up to this fraction, 0 to 1; uses the script's seed
    #[arg(long, value_name = "PART", value_parser = jitter, default_value = "0")]
    pub jitter: f64,
    /// Length in seconds [default: 5 s after the last request]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub duration: Option<f64>,
    /// Also list events that did not fire, with the reason
    #[arg(long)]
    pub why: bool,
    /// Also list each clip's share of this bone
    #[arg(long, value_name = "BONE")]
    pub share: Option<String>,
    /// Replay the recorded inputs from the start and from saved states; fail if a tick differs
    #[arg(long)]
    pub replay: bool,
    /// Evaluate on worker threads one step behind, as a pipelined game does; fail if a newer step
    /// is visible. Output is the same
    #[arg(long)]
    pub pipelined: bool,
    /// Bundles: stream keys of long clips in chunks, with at most this many KiB in memory; a frame
    /// is held until its keys load
    #[arg(long, value_name = "KIB", conflicts_with = "replay")]
    pub stream: Option<usize>,
    /// Chunk length in seconds, above 0; clips of two or more chunks are streamed
    #[arg(long, value_name = "S", value_parser = chunk, default_value = "4", requires = "stream")]
    pub chunk: f32,
    /// Print one JSON line per tick
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    pub file: PathBuf,
    /// Montage to play, from its start
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "script",
        conflicts_with = "script"
    )]
    pub montage: Option<String>,
    /// Timed requests instead of a montage, see docs/simulate.md
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Frame rates in Hz, 1 to 1000, separated by commas [default:
    /// 15,20,24,30,50,60,90,120,144,240]
    #[arg(long, value_name = "HZ,HZ", value_delimiter = ',', value_parser = rate)]
    pub rates: Option<Vec<f64>>,
    /// Max seconds that an event may be late
    #[arg(long, value_name = "S", value_parser = seconds, default_value_t = studio::sweep::LATE)]
    pub late: f64,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SlideArgs {
    pub project: PathBuf,
    /// Blend space to measure
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "graph",
        conflicts_with = "graph"
    )]
    pub blend_space: Option<String>,
    /// Grid points along each axis, 2 to 64
    #[arg(long, value_name = "N,N", value_parser = places, default_value = "9,9")]
    pub places: [usize; 2],
    /// Graph to measure on a course: walk, jog, sprint, stop, strafe, turn, crouch, jump
    #[arg(long, value_name = "NAME")]
    pub graph: Option<String>,
    /// Timed requests instead of the course, see docs/simulate.md
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub script: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
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
    /// Export only this skeleton with its meshes and clips; can be given several times
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub skeleton: Vec<String>,
    /// Export characters without clips
    #[arg(long, requires = "gltf", conflicts_with_all = ["clip", "montage"])]
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LodSelection {
    All,
    /// Ascending.
    These(Vec<usize>),
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    pub bundle: PathBuf,
}

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("played").args(["clip", "graph", "montage", "blend_space"])))]
#[command(group(clap::ArgGroup::new("endless").args(["graph", "blend_space"])))]
#[command(group(clap::ArgGroup::new("ranged").args(["video", "frames", "sheet"])))]
pub struct RenderArgs {
    pub file: PathBuf,
    /// Clip to draw [default: the reference pose]
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Pose graph to play instead of a clip
    #[arg(long, value_name = "NAME", conflicts_with = "clip")]
    pub graph: Option<String>,
    /// Montage to play instead of a clip
    #[arg(long, value_name = "NAME")]
    pub montage: Option<String>,
    /// Blend space to play instead of a clip
    #[arg(long, value_name = "NAME")]
    pub blend_space: Option<String>,
    /// Place on the axes of the blend space
    #[arg(long, value_name = "X[,Y]", value_parser = axes, default_value = "0,0", allow_hyphen_values = true, requires = "blend_space", conflicts_with_all = ["clip", "graph", "montage"])]
    pub at: [f64; 2],
    /// Timed requests for the graph, see docs/simulate.md
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub script: Option<PathBuf>,
    /// Seconds to play the graph or blend space for --video, --frames and --sheet
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "5", requires = "endless", conflicts_with_all = ["clip", "montage"])]
    pub duration: f64,
    /// Time in seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0", conflicts_with = "frames")]
    pub time: f64,
    /// Picture size in pixels, each side 1 to 16384
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1280x800")]
    pub size: (u32, u32),
    /// Output .png file, .avi with --video; sequences add a number to the name
    #[arg(long, value_name = "FILE", value_parser = picture_or_video)]
    pub out: PathBuf,
    /// Write one video (Motion JPEG) of what plays, or of one turn with --turntable
    #[arg(long, conflicts_with_all = ["frames", "sheet"])]
    pub video: bool,
    /// Frames per second of the video, 1 to 240, such as 29.97 or 30000/1001
    #[arg(long, value_name = "FPS", value_parser = frame_rate, default_value = "30", requires = "video")]
    pub rate: footage::FrameRate,
    /// Start of the range for --video, --frames and --sheet, seconds [default: 0]
    #[arg(long, value_name = "S", value_parser = seconds, requires = "ranged", conflicts_with = "turntable")]
    pub from: Option<f64>,
    /// End of the range, seconds [default: the end of what plays]
    #[arg(long, value_name = "S", value_parser = seconds, requires = "ranged", conflicts_with = "turntable")]
    pub to: Option<f64>,
    /// Write text into each picture: name, time, frame and state, or only those listed
    #[arg(long, value_name = "WHAT", value_parser = burn_in, num_args = 0..=1, require_equals = true, default_missing_value = "name,time,frame,state")]
    pub burn_in: Option<footage::BurnIn>,
    /// Draw no ground grid and no shadow on it
    #[arg(long)]
    pub no_grid: bool,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
    /// Rotate the camera by this angle, degrees, to the character's left
    #[arg(
        long,
        value_name = "DEG",
        default_value = "0",
        allow_negative_numbers = true
    )]
    pub turn: f32,
    /// Frame this bone instead of the whole character
    #[arg(long, value_name = "BONE")]
    pub focus: Option<String>,
    /// LOD to draw, 0 = finest; numbers past the last LOD draw the last one
    #[arg(long, value_name = "N", default_value = "0")]
    pub lod: usize,
    /// Skin-weight profile, for parts that have it
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Hide preview meshes of sockets
    #[arg(long)]
    pub no_props: bool,
    /// Show a mesh on all sockets of this name; can be given several times
    #[arg(long, value_name = "SOCKET=MESH", value_parser = held)]
    pub prop: Vec<(String, String)>,
    /// Number of pictures around the character, 1 to 10000
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "frames")]
    pub turntable: Option<u32>,
    /// Number of pictures across what plays, with its end, 1 to 10000
    #[arg(long, value_name = "N", value_parser = count, requires = "played")]
    pub frames: Option<u32>,
    /// Number of moments in one contact sheet, each at the full picture size, 1 to 10000
    #[arg(long, value_name = "N", value_parser = count, requires = "played", conflicts_with_all = ["frames", "turntable", "time"])]
    pub sheet: Option<u32>,
    /// Number of characters in a square, each at another time of the clip, 1 to 10000
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["sheet", "focus"])]
    pub crowd: Option<u32>,
    /// Skin cache size, MiB; meshes that do not fit are skinned while they are drawn
    #[arg(long, value_name = "MIB", default_value = "128")]
    pub skin_cache: u64,
    /// Colour pixels by screen motion over 1/60 s
    #[arg(long, conflicts_with = "sheet")]
    pub motion: bool,
    /// Print GPU times for each picture: skinning and drawing
    #[arg(long, conflicts_with = "sheet")]
    pub times: bool,
}

/// Reads a command line, the program's name first.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Invocation, Stop> {
    let line = CommandLine::try_parse_from(args).map_err(|error| Stop::new(&error))?;
    match (line.command, line.open) {
        (Some(command), _) => Ok(Invocation::Command(command)),
        (None, Some(open)) if !open.exists() => Err(Stop {
            text: format!(
                "mutoscope: “{}” is not a command or a file. Run `mutoscope --help` for a list of commands.\n",
                open.display()
            ),
            code: 2,
        }),
        (None, open) => Ok(Invocation::Editor {
            open,
            time_start: line.time_start,
        }),
    }
}

impl Stop {
    fn new(error: &clap::Error) -> Self {
        let is_asked_for = matches!(
            error.kind(),
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
        );
        Stop {
            text: error.to_string(),
            code: if is_asked_for { 0 } else { 2 },
        }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        Ok(_) => Err("must be 0 s or more".to_owned()),
        Err(_) => Err("must be a number of seconds".to_owned()),
    }
}

fn chunk(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| "must be a number of seconds above 0".to_owned())
}

/// Degrees.
fn threshold(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| (0.0..=36_000.0).contains(value));
    value.ok_or_else(|| "must be 0 to 36000 degrees".to_owned())
}

/// Metres.
fn length(text: &str) -> Result<f32, String> {
    let text = text.trim();
    let split = text
        .find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let metres = match unit {
        "um" => 1e-6,
        "mm" => 1e-3,
        "cm" => 1e-2,
        "m" => 1.0,
        _ => return Err("needs a unit: um, mm, cm or m, such as 0.01cm".to_owned()),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (1e-7..=1.0).contains(&(value * metres)) => Ok((value * metres) as f32),
        _ => Err("must be 0.1um to 1m".to_owned()),
    }
}

fn levels(text: &str) -> Result<LodSelection, String> {
    if text.trim() == "all" {
        return Ok(LodSelection::All);
    }
    let level = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|level| *level < 100)
    };
    let mut levels = text.split(',').map(level).collect::<Option<Vec<usize>>>();
    if let Some(levels) = &mut levels {
        levels.sort_unstable();
        levels.dedup();
    }
    levels
        .map(LodSelection::These)
        .ok_or_else(|| "must be “all” or LOD numbers, such as 0,2".to_owned())
}

fn lod_threshold() -> clap::builder::RangedI64ValueParser<i8> {
    clap::value_parser!(i8)
        .range(i64::from(*LOD_THRESHOLDS.start())..=i64::from(*LOD_THRESHOLDS.end()))
}

fn share(text: &str) -> Result<f32, String> {
    let share = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "must be above 0 and below 1, such as 0.5".to_owned())
}

fn percent(text: &str) -> Result<f32, String> {
    let percent = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "must be 0 to 100".to_owned())
}

fn up_axis(text: &str) -> Result<Up, String> {
    match text.trim() {
        "y" | "Y" => Ok(Up::Y),
        "z" | "Z" => Ok(Up::Z),
        _ => Err("must be y or z".to_owned()),
    }
}

fn clip_rate(text: &str) -> Result<f32, String> {
    let rate = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|rate| anim::limits::FRAME_RATES.contains(rate));
    rate.ok_or_else(|| "must be 1 to 1000".to_owned())
}

fn most_bones(text: &str) -> Result<u8, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|n| (1..=8).contains(n))
        .ok_or_else(|| "must be 1 to 8".to_owned())
}

fn influences(text: &str) -> Result<u8, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|n| [4, 8].contains(n))
        .ok_or_else(|| "must be 4 or 8".to_owned())
}

fn scale(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| "must be above 0".to_owned())
}

fn steps(text: &str) -> Result<TickSteps, String> {
    let steps = text.split(',').map(step).collect::<Result<_, _>>()?;
    TickSteps::new(steps)
        .ok_or_else(|| "must be above 0 and up to 1 s; one of several may be 0".to_owned())
}

fn step(text: &str) -> Result<f64, String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Ok(seconds(above)? / seconds(below)?)
}

fn hitch(text: &str) -> Result<(f64, f64), String> {
    let (at, length) = text
        .split_once(':')
        .ok_or("must be two times in seconds, such as 1.5:0.25")?;
    let (at, length) = (seconds(at)?, step(length)?);
    if length > 0.0 && length <= 1.0 {
        Ok((at, length))
    } else {
        Err("a hitch must be above 0 and up to 1 s".to_owned())
    }
}

fn jitter(text: &str) -> Result<f64, String> {
    let part = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "must be 0 to 1".to_owned())
}

fn places(text: &str) -> Result<[usize; 2], String> {
    let numbers: Option<Vec<usize>> = text
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect();
    let is_fit = |number: &usize| (2..=64).contains(number);
    match numbers.as_deref() {
        Some([one]) if is_fit(one) => Ok([*one; 2]),
        Some([a, b]) if is_fit(a) && is_fit(b) => Ok([*a, *b]),
        _ => Err("must be one or two numbers, 2 to 64, such as 9,9".to_owned()),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|rate| studio::sweep::RATE_LIMITS.contains(rate));
    rate.ok_or_else(|| "must be 1 to 1000 Hz".to_owned())
}

const MOST_PIXELS: u32 = 16_384;

fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|side| (1..=MOST_PIXELS).contains(side))
    };
    let sides = text
        .split_once(['x', 'X'])
        .and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("must be WIDTHxHEIGHT in pixels, each 1 to {MOST_PIXELS}"))
}

fn picture_or_video(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_known = path.extension().is_some_and(|ending| {
        ending.eq_ignore_ascii_case("png") || ending.eq_ignore_ascii_case("avi")
    });
    if is_known {
        Ok(path)
    } else {
        Err("must end in .png, or in .avi with --video".to_owned())
    }
}

fn frame_rate(text: &str) -> Result<footage::FrameRate, String> {
    text.parse()
}

fn axes(text: &str) -> Result<[f64; 2], String> {
    let (x, y) = text.split_once(',').unwrap_or((text, "0"));
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
    };
    number(x)
        .zip(number(y))
        .map(|(x, y)| [x, y])
        .ok_or_else(|| "must be one or two numbers, such as 250,-30".to_owned())
}

fn burn_in(text: &str) -> Result<footage::BurnIn, String> {
    let mut burn_in = footage::BurnIn::default();
    for word in text.split(',') {
        match word.trim() {
            "name" => burn_in.name = true,
            "time" => burn_in.time = true,
            "frame" => burn_in.frame = true,
            "state" => burn_in.state = true,
            _ => {
                return Err(
                    "must be name, time, frame or state, or several such as name,time".to_owned(),
                );
            }
        }
    }
    Ok(burn_in)
}

fn pair(text: &str) -> Option<(String, String)> {
    text.split_once('=')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
}

fn held(text: &str) -> Result<(String, String), String> {
    pair(text).ok_or_else(|| "must be SOCKET=MESH".to_owned())
}

fn renamed(text: &str) -> Result<(String, String), String> {
    pair(text).ok_or_else(|| "must be two bone names with “=” between".to_owned())
}

fn id(text: &str) -> Result<asset::Id, String> {
    let id = (text.len() == 16)
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten();
    id.map(asset::Id)
        .ok_or_else(|| "an ID has 16 hex digits".to_owned())
}

const MOST_PICTURES: u32 = 10_000;

fn count(text: &str) -> Result<u32, String> {
    let count = text
        .parse::<u32>()
        .ok()
        .filter(|count| (1..=MOST_PICTURES).contains(count));
    count.ok_or_else(|| format!("must be a whole number, 1 to {MOST_PICTURES}"))
}
