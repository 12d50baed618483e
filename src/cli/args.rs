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
    /// Close the editor once the character is on the screen, and print the seconds that it took
    #[arg(long)]
    time_start: bool,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Write the sample project into a new folder
    New(NewArgs),
    /// Print what a file holds
    Info(InfoArgs),
    /// Print the JSON schema of what notifies carry, with a definition a notify class
    NotifySchema(NotifySchemaArgs),
    /// Add the assets of source files to a project
    Import(ImportArgs),
    /// Read a file for another process of the program, over the standard streams
    #[command(name = files::foreign::ARGUMENT, hide = true)]
    ReadFbx,
    /// Bind a clip or mesh of a project to another of its skeletons
    Bind(BindArgs),
    /// Print poses of a clip at given times
    Sample(SampleArgs),
    /// Compress a clip and print what it costs and how far it is off
    Compress(CompressArgs),
    /// Run a script of requests and print every tick
    Simulate(SimulateArgs),
    /// Play a montage at many frame rates and print what depends on the rate
    Sweep(SweepArgs),
    /// Print how far feet slide while they stand: all over a blend space, or in the transitions of
    /// a graph
    Slide(SlideArgs),
    /// Compile a project and write the bundle, or write glTF
    Export(ExportArgs),
    /// Check a bundle: every byte, and that it still plays as recorded
    Verify(VerifyArgs),
    /// Draw pictures of a clip
    Render(Box<RenderArgs>),
    /// Make, take from a file, or remove levels of detail of a mesh, and print them
    Levels(LevelsArgs),
    /// Print how vertices follow bones, and put that in order: drop what is light, take it from
    /// another mesh
    Weights(WeightsArgs),
    /// Print or change what parts of a mesh follow where a game simulates cloth
    Cloth(ClothArgs),
    /// Bring points over time that another program wrote to a mesh: morph targets, and the clip
    /// that drives them
    VertexCache(VertexCacheArgs),
    /// Print how much room a mesh takes, and what tells it: its vertices, bodies that go with
    /// bones, or a fixed box
    Bounds(BoundsArgs),
    /// Print what differs between two versions of a project, field by field
    Diff(DiffArgs),
    /// Make one of two versions of a project, and name what both changed
    Merge(MergeArgs),
    /// Print the licences of everything that the program is linked with
    Notices,
}

#[derive(Debug, Args)]
pub struct DiffArgs {
    /// A project, or one file of it
    pub from: PathBuf,
    pub to: PathBuf,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// What both were made from: a project, or one file of it; an empty file where there was none
    pub base: PathBuf,
    pub mine: PathBuf,
    pub theirs: PathBuf,
    /// Where the result goes; without it, in place of mine
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// What both changed is taken from this side, and is no failure
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
    /// Coarser levels with these shares of the triangles, falling, in place of those that there are
    #[arg(long, value_name = "SHARE,SHARE", value_parser = share, value_delimiter = ',', group = "what")]
    pub make: Option<Vec<f32>>,
    /// The mesh of this file as a level
    #[arg(long, value_name = "FILE", groups = ["what", "of_level"])]
    pub from: Option<PathBuf>,
    /// Bones that the level does without, with all that hangs on them, in place of those that it
    /// did without
    #[arg(long, value_name = "BONE,BONE", value_delimiter = ',', groups = ["what", "of_level"], requires = "level")]
    pub without: Option<Vec<String>>,
    /// The level does without all bones that move no vertex of it, carry no socket and are no end
    /// of a virtual bone
    #[arg(long, groups = ["what", "of_level"], requires = "level")]
    pub without_idle: bool,
    /// The level has all bones
    #[arg(long, groups = ["what", "of_level"], requires = "level")]
    pub all_bones: bool,
    /// The level that the file's mesh replaces (without it, a new one after the last), or whose
    /// bones are said
    #[arg(long, value_name = "N", requires = "of_level")]
    pub level: Option<usize>,
    /// Part of the picture's height below which a new level is drawn
    #[arg(long, value_name = "SIZE", value_parser = share, requires = "from")]
    pub below: Option<f32>,
    /// Where the file has several
    #[arg(long, value_name = "NAME", requires = "from")]
    pub file_mesh: Option<String>,
    #[arg(long, value_name = "N", group = "what")]
    pub remove: Option<usize>,
    /// The coarsest level at which the mesh's post-process graph works; -1 for all
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = lod_threshold())]
    pub post_process_lod: Option<i8>,
}

#[derive(Debug, Args)]
pub struct BoundsArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// What tells how much room it takes
    #[arg(long, value_enum)]
    pub by: Option<By>,
    /// A capsule for each bone that vertices follow, in place of the bodies that there are
    #[arg(long)]
    pub make_bodies: bool,
    #[arg(long, conflicts_with = "make_bodies")]
    pub remove_bodies: bool,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The boxes of what follows each bone
    Vertices,
    Bodies,
    /// The box of the reference pose, whatever the pose
    Fixed,
}

#[derive(Debug, Args)]
pub struct WeightsArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Its parts of this name alone
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// What vertices follow under this skin-weight profile, in place of their own; made where there
    /// is none of that name
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Takes this skin-weight profile away
    #[arg(long, value_name = "NAME", conflicts_with_all = ["profile", "part", "prune", "most", "from"])]
    pub remove_profile: Option<String>,
    /// The most bones that a part may follow in a bundle, 24 to 4096: one that follows more is cut
    /// into several; 0 for no limit
    #[arg(long, value_name = "N")]
    pub bones_a_section: Option<u32>,
    /// Influences below so many per cent go, and what stays sums to 1; the heaviest stays
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub prune: Option<f32>,
    /// How many bones a vertex may follow, 1 to 8: the heaviest stay
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub most: Option<u8>,
    /// The weights of the nearest places of this mesh, both as they were bound; of the mesh itself,
    /// those of its finest level for the coarser ones
    #[arg(long, value_name = "MESH")]
    pub from: Option<String>,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ClothArgs {
    pub project: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Its part that follows, where it has several
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// The mesh that it follows from now on, on the same skeleton
    #[arg(long, value_name = "MESH")]
    pub on: Option<String>,
    /// The part of that mesh, where it has several
    #[arg(long, value_name = "NAME", requires = "on")]
    pub on_part: Option<String>,
    /// The attribute of the part itself, of one number a vertex, that says how much each follows, 0
    /// to 1: all without it
    #[arg(long, value_name = "ATTRIBUTE", requires = "on")]
    pub weight: Option<String>,
    /// It follows nothing any more
    #[arg(long, conflicts_with = "on")]
    pub remove: bool,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct VertexCacheArgs {
    pub project: PathBuf,
    /// A point cache, .pc2 or .mdd
    pub file: PathBuf,
    /// Whose vertices the points are
    #[arg(long, value_name = "NAME")]
    pub mesh: String,
    /// Its parts of this name alone
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// What morph targets and the new clip are called; the file's name where it is not said
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// A clip of the project that gets the curves, in place of a clip of their own
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// How far a point may be off in any frame, millimetres
    #[arg(long, value_name = "MM", default_value = "0.2")]
    pub precision: f32,
    /// The frame in which the points lie where the mesh has its vertices, 0 the first; it is looked
    /// for where it is not said
    #[arg(long, value_name = "FRAME")]
    pub rest: Option<usize>,
    /// The axis that is up in the file, y or z; it is looked for where it is not said
    #[arg(long, value_name = "AXIS", value_parser = up_axis)]
    pub up: Option<Up>,
    /// Of a .pc2, which does not tell; 24 where it is not said
    #[arg(long, value_name = "HZ", value_parser = clip_rate)]
    pub frames_per_second: Option<f32>,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// A folder that is not there yet, or is empty
    pub dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct InfoArgs {
    pub file: PathBuf,
    /// One JSON document instead of text
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
    /// Source files, and folders of them
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Made if it is not there
    #[arg(long, value_name = "DIR")]
    pub project: PathBuf,
    /// Update what came from the file before, also where that is not certain; of a file that was
    /// added several times the copy that the asset of this id belongs to
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true, value_parser = id, conflicts_with = "add")]
    pub update: Option<Option<asset::Id>>,
    /// Add the file's assets beside those that are there, whatever came from it before
    #[arg(long)]
    pub add: bool,
    /// Bind clips and meshes to this skeleton of the project
    #[arg(long, value_name = "NAME")]
    pub skeleton: Option<String>,
    /// A bone that the file calls otherwise than before; may be given several times
    #[arg(long, value_name = "OLD=NEW", value_parser = renamed)]
    pub rename_bone: Vec<(String, String)>,
    /// Which bone of the skeleton one of the file is, where names and places leave it open; may be
    /// given several times
    #[arg(long, value_name = "FILE=BONE", value_parser = renamed)]
    pub match_bone: Vec<(String, String)>,
    /// Metres of one unit of length in the file; of a BVH file 1 stands for a guess by the size of
    /// its figure. What a file was read with is remembered, here and below: 1 where it is new
    #[arg(long, value_name = "M", value_parser = scale)]
    pub scale: Option<f32>,
    /// Read files as if they were new, and forget what they were read with before
    #[arg(long)]
    pub usual: bool,
    /// Leave out of the names of an FBX file's bones what stands before the last colon, such as
    /// "mixamorig:"
    #[arg(long)]
    pub strip_namespaces: bool,
    #[command(flatten)]
    pub bvh: BvhArgs,
    /// MiB that reading a file may take beyond 64 and 40 times its own size
    #[arg(long, value_name = "MIB", default_value = "0", value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
    pub more_memory: u64,
    /// Take the file's values where they were changed in the project too
    #[arg(long)]
    pub reset: bool,
    /// Turn root motion on for new clips that carry their figure along
    #[arg(long)]
    pub root_motion: bool,
    /// Where clips were made for a figure that rests otherwise than the skeleton, set translation
    /// modes that keep its proportions
    #[arg(long)]
    pub keep_proportions: bool,
    /// Import the others where a file cannot be read or leaves a doubt; the command still fails
    #[arg(long)]
    pub keep_going: bool,
    /// Say what would happen, and save nothing
    #[arg(long)]
    pub dry_run: bool,
    /// One JSON document instead of text
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
    /// Of a BVH file: whether its position channels come on top of OFFSETs or stand in their place;
    /// by their mean where it is not said
    #[arg(long, value_name = "HOW")]
    pub bvh_positions: Option<BvhPositions>,
    /// Of a BVH file: the axis that is up, y or z
    #[arg(long, value_name = "AXIS", value_parser = up_axis)]
    pub bvh_up: Option<Up>,
    /// Of a BVH file: metres of one unit of length, also where that is 1; --scale comes on top
    #[arg(long, value_name = "M", value_parser = scale)]
    pub bvh_unit: Option<f32>,
    /// Of a BVH file that says no frame time that can be used: seconds of a frame
    #[arg(long, value_name = "S", value_parser = scale)]
    pub bvh_frame_time: Option<f32>,
    /// Of a BVH file: the frame, 0 the first, in which the figure rests; all joints unturned where
    /// it is not said
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
    /// May be given several times
    #[arg(long, value_name = "NAME", required_unless_present = "mesh")]
    pub clip: Vec<String>,
    /// May be given several times
    #[arg(long, value_name = "NAME")]
    pub mesh: Vec<String>,
    /// What they shall play on
    #[arg(long, value_name = "NAME")]
    pub skeleton: String,
    /// Where clips were made for a figure that rests otherwise than the skeleton, set translation
    /// modes that keep its proportions
    #[arg(long)]
    pub keep_proportions: bool,
    /// Print how they match, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// One JSON document instead of text
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
    /// In the vertex stage, as what finds no room in the skin cache
    GpuVertex,
}

#[derive(Debug, Args)]
pub struct SampleArgs {
    pub file: PathBuf,
    /// Without it the reference pose is sampled
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Seconds, separated by commas; times after the clip's end give its end
    #[arg(long, value_delimiter = ',', value_parser = seconds, default_value = "0")]
    pub times: Vec<f64>,
    #[arg(long, value_enum, default_value_t = SampleSpace::Local)]
    pub space: SampleSpace,
    /// Adds the skinned vertices, model space
    #[arg(long, value_enum)]
    pub skin: Option<SkinningMode>,
    /// A skin-weight profile that every part follows which has it
    #[arg(long, value_name = "NAME", requires = "skin")]
    pub profile: Option<String>,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorBound {
    /// No bone in any frame may be further off
    Max,
    /// One bone and frame in a hundred may
    P99,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorSpace {
    /// In the model: what is wrong above a bone counts at it
    Object,
    /// Each bone by itself, in the frame of its parent
    Parent,
}

#[derive(Debug, Args)]
pub struct CompressArgs {
    pub file: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub clip: String,
    /// How far a point may be off in the model, with its unit: um, mm, cm or m. 0.01cm for a figure
    /// of a human's size, ten times that for one ten times as large
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub error: Option<f32>,
    #[arg(long, value_enum, default_value_t = ErrorBound::Max)]
    pub bound: ErrorBound,
    /// Where errors are measured
    #[arg(long, value_enum, default_value_t = ErrorSpace::Object)]
    pub space: ErrorSpace,
    /// As sparse keys for a network instead
    #[arg(long, conflicts_with_all = ["error", "bound", "space"])]
    pub keyframes: bool,
    /// How far left-out keys may move a point in the model, with its unit, unless thresholds are
    /// given
    #[arg(long, value_name = "LENGTH", value_parser = length, default_value = "0.5cm", requires = "keyframes",
        conflicts_with_all = ["threshold", "distance"])]
    pub within: f32,
    /// Root of the summed squared errors between two keys: of rotations in degrees
    #[arg(long, value_name = "DEG", value_parser = threshold, requires = "keyframes")]
    pub threshold: Option<f32>,
    /// The same of translations, with its unit
    #[arg(long, value_name = "LENGTH", value_parser = length, requires = "keyframes")]
    pub distance: Option<f32>,
    /// Seconds between two keys of a bone at most; 0 sets no limit
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0", requires = "keyframes")]
    pub delay: f64,
    /// Writes the keys as a network would send them, and reads them back
    #[arg(long, value_name = "FILE", requires = "keyframes")]
    pub out: Option<PathBuf>,
    /// Replaces a file of this name, whoever has written it
    #[arg(long, requires = "out")]
    pub force: bool,
    /// One JSON document instead of text
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
    /// Seconds a tick, up to 1; a fraction such as 1/60 is exact. Several, separated by commas,
    /// repeat in turn; 0 is a tick of no time
    #[arg(long, value_name = "S,S", value_parser = steps, default_value = "1/60")]
    pub dt: TickSteps,
    /// The first tick at or after AT seconds has this length; may be given several times
    #[arg(long, value_name = "AT:SECONDS", value_parser = hitch)]
    pub hitch: Vec<(f64, f64)>,
    /// Each step is longer or shorter by up to this part of it, 0 to 1, drawn from the script's
    /// seed
    #[arg(long, value_name = "PART", value_parser = jitter, default_value = "0")]
    pub jitter: f64,
    /// Seconds; without it, 5 after the last request
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub duration: Option<f64>,
    /// Adds what did not fire, and the reason
    #[arg(long)]
    pub why: bool,
    /// Adds how much of each clip there is in this bone
    #[arg(long, value_name = "BONE")]
    pub share: Option<String>,
    /// Plays the recorded inputs again, from the start and from states on the way, and fails where
    /// a tick differs
    #[arg(long)]
    pub replay: bool,
    /// Makes steps as a pipelined game does, on worker threads and with everything seen one step
    /// later, and fails where what is seen meanwhile is not the step before; the lines are the same
    #[arg(long)]
    pub pipelined: bool,
    /// Of a bundle: keys of long clips come in chunks, of which no more than so many KiB are in
    /// memory. What a tick needs is there by the next tick; until then a frame is held
    #[arg(long, value_name = "KIB", conflicts_with = "replay")]
    pub stream: Option<usize>,
    /// Seconds of a chunk, more than 0; clips of two chunks or more come in them
    #[arg(long, value_name = "S", value_parser = chunk, default_value = "4", requires = "stream")]
    pub chunk: f32,
    /// One line of JSON a tick instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    pub file: PathBuf,
    /// Played from its start
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "script",
        conflicts_with = "script"
    )]
    pub montage: Option<String>,
    /// Timed requests in place of a montage, see docs/simulate.md
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Hz, separated by commas, 1 to 1000; without it 15,20,24,30,50,60,90,120,144,240
    #[arg(long, value_name = "HZ,HZ", value_delimiter = ',', value_parser = rate)]
    pub rates: Option<Vec<f64>>,
    /// Seconds that an event may be off
    #[arg(long, value_name = "S", value_parser = seconds, default_value_t = studio::sweep::LATE)]
    pub late: f64,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SlideArgs {
    pub project: PathBuf,
    /// Tried at places all over it
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "graph",
        conflicts_with = "graph"
    )]
    pub blend_space: Option<String>,
    /// Along each axis, 2 to 64
    #[arg(long, value_name = "N,N", value_parser = places, default_value = "9,9")]
    pub places: [usize; 2],
    /// Driven over a course: walk, jog, sprint, stop, strafe, turn about, crouch, jump
    #[arg(long, value_name = "NAME")]
    pub graph: Option<String>,
    /// Timed requests in place of the course, see docs/simulate.md
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub script: Option<PathBuf>,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    pub project: PathBuf,
    /// An ending of .glb means --gltf
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replaces a file of this name, whoever has written it; never one of a project
    #[arg(long)]
    pub force: bool,
    /// Write skeletons, meshes and clips as a .glb file instead
    #[arg(long)]
    pub gltf: bool,
    /// This clip and no others but those named too
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub clip: Vec<String>,
    /// This montage as one animation, and no clips but those named
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub montage: Vec<String>,
    /// This skeleton, its meshes and its clips, and no others but those named too
    #[arg(long, value_name = "NAME", requires = "gltf")]
    pub skeleton: Vec<String>,
    /// Characters alone
    #[arg(long, requires = "gltf", conflicts_with_all = ["clip", "montage"])]
    pub no_clips: bool,
    /// Levels of detail: all, or numbers from 0, the finest, separated by commas; several are
    /// written with MSFT_lod
    #[arg(long, value_name = "all|N,N", value_parser = levels, default_value = "0", requires = "gltf")]
    pub levels: LodSelection,
    /// How many bones a vertex may follow, 4 or 8: many programs show no more than 4
    #[arg(long, value_name = "N", value_parser = influences, default_value = "8", requires = "gltf")]
    pub influences: u8,
    /// A key for every property of every bone in every clip, so that no program keeps the last pose
    /// of another clip
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
#[command(group(clap::ArgGroup::new("played").args(["clip", "graph"])))]
pub struct RenderArgs {
    pub file: PathBuf,
    /// Without it the reference pose is drawn
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// A pose graph in place of a clip, played from its start
    #[arg(long, value_name = "NAME", conflicts_with = "clip")]
    pub graph: Option<String>,
    /// What is asked of the graph, see docs/simulate.md
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub script: Option<PathBuf>,
    /// Seconds that the graph is played for --frames and --sheet
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "5", requires = "graph")]
    pub duration: f64,
    /// Seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0", conflicts_with = "frames")]
    pub time: f64,
    /// Pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1280x800")]
    pub size: (u32, u32),
    /// A .png file; sequences put a number before the ending
    #[arg(long, value_name = "PNG", value_parser = png)]
    pub out: PathBuf,
    /// Replaces pictures of these names, whoever has made them
    #[arg(long)]
    pub force: bool,
    /// Degrees that the camera goes round, to the character's left
    #[arg(
        long,
        value_name = "DEG",
        default_value = "0",
        allow_negative_numbers = true
    )]
    pub turn: f32,
    /// Brings what is near this bone into the picture, instead of the whole character
    #[arg(long, value_name = "BONE")]
    pub focus: Option<String>,
    /// Level of detail, 0 the finest; beyond the coarsest the coarsest is drawn
    #[arg(long, value_name = "N", default_value = "0")]
    pub lod: usize,
    /// A skin-weight profile that every part follows which has it
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Without the meshes that sockets show
    #[arg(long)]
    pub no_props: bool,
    /// Shows a mesh on every socket of this name; may be given several times
    #[arg(long, value_name = "SOCKET=MESH", value_parser = held)]
    pub prop: Vec<(String, String)>,
    /// This many pictures from all around
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "frames")]
    pub turntable: Option<u32>,
    /// This many pictures spread over the clip or the time of the graph, its end included
    #[arg(long, value_name = "N", value_parser = count, requires = "played")]
    pub frames: Option<u32>,
    /// One picture with this many moments of the clip side by side, each of the size asked for
    #[arg(long, value_name = "N", value_parser = count, requires = "played", conflicts_with_all = ["frames", "turntable", "time"])]
    pub sheet: Option<u32>,
    /// This many of the character in a square, each at another moment of the clip
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["sheet", "focus"])]
    pub crowd: Option<u32>,
    /// MiB of skinned vertices that are kept; what finds no room is skinned while it is drawn
    #[arg(long, value_name = "MIB", default_value = "128")]
    pub skin_cache: u64,
    /// Colours everything by how far it moves in the picture in a sixtieth of a second
    #[arg(long, conflicts_with = "sheet")]
    pub motion: bool,
    /// Prints what the device took for each picture by its own clock: skinning before, and drawing
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
                "mutoscope: there is no command and no file called “{}”. `mutoscope --help` lists the commands.\n",
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
        Ok(_) => Err("it must be 0 or more".to_owned()),
        Err(_) => Err("it is not a number of seconds".to_owned()),
    }
}

fn chunk(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| "it must be a number of seconds above 0".to_owned())
}

/// Degrees.
fn threshold(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| (0.0..=36_000.0).contains(value));
    value.ok_or_else(|| "it must be a number of degrees from 0 to 36000".to_owned())
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
        _ => return Err("it needs a unit: um, mm, cm or m, as in 0.01cm".to_owned()),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (1e-7..=1.0).contains(&(value * metres)) => Ok((value * metres) as f32),
        _ => Err("it must be a number between 0.1um and 1m".to_owned()),
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
        .ok_or_else(|| "it must be “all”, or numbers from 0 such as 0,2".to_owned())
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
    share.ok_or_else(|| "it must be a number between 0 and 1, such as 0.5".to_owned())
}

fn percent(text: &str) -> Result<f32, String> {
    let percent = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "it must be a number from 0 to 100".to_owned())
}

fn up_axis(text: &str) -> Result<Up, String> {
    match text.trim() {
        "y" | "Y" => Ok(Up::Y),
        "z" | "Z" => Ok(Up::Z),
        _ => Err("it must be y or z".to_owned()),
    }
}

fn clip_rate(text: &str) -> Result<f32, String> {
    let rate = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|rate| anim::limits::FRAME_RATES.contains(rate));
    rate.ok_or_else(|| "it must be a number from 1 to 1000".to_owned())
}

fn influences(text: &str) -> Result<u8, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|n| [4, 8].contains(n))
        .ok_or_else(|| "it must be 4 or 8".to_owned())
}

fn scale(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| "it must be a number above 0".to_owned())
}

fn steps(text: &str) -> Result<TickSteps, String> {
    let steps = text.split(',').map(step).collect::<Result<_, _>>()?;
    TickSteps::new(steps)
        .ok_or_else(|| "it must be above 0 and at most 1; one of several may be 0".to_owned())
}

fn step(text: &str) -> Result<f64, String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Ok(seconds(above)? / seconds(below)?)
}

fn hitch(text: &str) -> Result<(f64, f64), String> {
    let (at, length) = text
        .split_once(':')
        .ok_or("it must be two times in seconds, as in 1.5:0.25")?;
    let (at, length) = (seconds(at)?, step(length)?);
    if length > 0.0 && length <= 1.0 {
        Ok((at, length))
    } else {
        Err("a hitch must be longer than 0 and at most 1 second".to_owned())
    }
}

fn jitter(text: &str) -> Result<f64, String> {
    let part = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
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
        _ => Err("one or two numbers from 2 to 64, such as 9,9".to_owned()),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|rate| studio::sweep::RATE_LIMITS.contains(rate));
    rate.ok_or_else(|| "it must be a number of Hz from 1 to 1000".to_owned())
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
    sides.ok_or_else(|| format!("it is not WIDTHxHEIGHT in pixels, each from 1 to {MOST_PIXELS}"))
}

fn png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_png = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if is_png {
        Ok(path)
    } else {
        Err("its name must end in .png".to_owned())
    }
}

fn pair(text: &str) -> Option<(String, String)> {
    text.split_once('=')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
}

fn held(text: &str) -> Result<(String, String), String> {
    pair(text)
        .ok_or_else(|| "it must be the name of a socket, “=” and the name of a mesh".to_owned())
}

fn renamed(text: &str) -> Result<(String, String), String> {
    pair(text).ok_or_else(|| {
        "it must be the former name of a bone, “=” and its name in the file".to_owned()
    })
}

fn id(text: &str) -> Result<asset::Id, String> {
    let id = (text.len() == 16)
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten();
    id.map(asset::Id)
        .ok_or_else(|| "an id has 16 hex digits".to_owned())
}

const MOST_PICTURES: u32 = 10_000;

fn count(text: &str) -> Result<u32, String> {
    let count = text
        .parse::<u32>()
        .ok()
        .filter(|count| (1..=MOST_PICTURES).contains(count));
    count.ok_or_else(|| format!("it must be a whole number from 1 to {MOST_PICTURES}"))
}
