//! What may stand on the command line. Invariant: values out of range never reach a command.

mod help;
mod import;
mod mesh;
mod play;
mod project;
mod session;
mod test;
mod values;

pub use import::{BindArgs, ImportArgs, VertexCacheArgs};
pub use mesh::{BoundsArgs, By, ClothArgs, LevelsArgs, WeightsArgs};
pub use play::{
    CompressArgs, ErrorBound, ErrorSpace, SampleArgs, SampleSpace, SimulateArgs, SkinningMode,
    SlideArgs, SweepArgs,
};
pub use project::{
    BuildArgs, BundlesArgs, CutArgs, DiffArgs, ExportArgs, InfoArgs, LodSelection, MergeArgs,
    NewArgs, NotifySchemaArgs,
};
pub use session::{
    RecordArgs, ReplayArgs, SearchedFor, SessionArgs, SessionCommand, SessionFindArgs,
    SessionInfoArgs, SessionTestArgs, WhyArgs,
};
pub use test::TestArgs;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, error::ErrorKind};
use languages::Language;
use std::{ffi::OsString, path::PathBuf};
use values::seconds;
use words::tr;

/// What a command line asks for.
#[derive(Debug)]
pub enum Invocation {
    Editor {
        /// Opened at the start.
        open: Option<PathBuf>,
        /// Ends when the character is on the screen, and tells how long that took.
        time_start: bool,
        /// The language that was asked for; None without `--language`.
        language: Option<Language>,
    },
    Command(CliCommand),
}

/// A text to print before exiting, with nothing to run.
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
    /// Language of texts: en, zh-Hans or ja [default: that of the system]
    #[arg(long, global = true, value_name = "TAG", value_parser = language)]
    language: Option<Language>,
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
    Simulate(Box<SimulateArgs>),
    /// Play a script and write it as a session
    Record(Box<RecordArgs>),
    /// Play sessions again; list what an edit would have changed
    Replay(ReplayArgs),
    /// Explain why something happened or not at a moment of a session
    Why(WhyArgs),
    /// List what a session holds, or find a moment in it
    Session(SessionArgs),
    /// Play a montage at many frame rates; list what changes with the rate
    Sweep(SweepArgs),
    /// Run the scenarios of a project: what its motion must do
    Test(TestArgs),
    /// Measure foot slide across a blend space, or in the transitions of a graph
    Slide(SlideArgs),
    /// Write a project as a bundle or as glTF
    Export(ExportArgs),
    /// Write the bundles of a project that have changed
    Build(BuildArgs),
    /// List bundles of a project, or define what they take
    Bundles(BundlesArgs),
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
    /// Trim, split or reverse a clip
    Cut(CutArgs),
    /// List differences between two versions of a project, field by field
    Diff(DiffArgs),
    /// Merge two versions of a project; list conflicts
    Merge(MergeArgs),
    /// Print the licences of all linked libraries
    Notices,
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
    /// What meshes show
    #[arg(long, value_enum, default_value_t)]
    pub shading: MeshShading,
    /// Print GPU times for each picture: skinning and drawing
    #[arg(long, conflicts_with = "sheet")]
    pub times: bool,
}

/// What meshes show in pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MeshShading {
    /// Materials under lights
    #[default]
    Lit,
    /// Material colours under lights, without textures
    Solid,
    /// Textures and colours without lights
    Unlit,
    /// Edges of triangles
    Wireframe,
    /// Normals in world space as colours
    Normals,
    /// Screen motion over 1/60 s as colours
    Motion,
}

/// Reads a command line, the program's name first.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Invocation, Stop> {
    let line = help::localized(CommandLine::command())
        .try_get_matches_from(args)
        .and_then(|matches| CommandLine::from_arg_matches(&matches))
        .map_err(|error| Stop::new(&error))?;
    match (line.command, line.open) {
        (Some(command), _) => Ok(Invocation::Command(command)),
        (None, Some(open)) if !open.exists() => Err(Stop {
            text: tr!(
                "mutoscope: “{}” is not a command or a file. Run `mutoscope --help` for a list of commands.\n",
                open.display()
            ),
            code: 2,
        }),
        (None, open) => Ok(Invocation::Editor {
            open,
            time_start: line.time_start,
            language: line.language,
        }),
    }
}

/// Every text of the help, in English.
pub fn help_texts() -> Vec<String> {
    help::texts(&CommandLine::command())
}

/// Speaks the language that the arguments or the system name, before anything is said. What is
/// written as JSON is read by programs, so all of it is English.
pub fn speak(args: impl IntoIterator<Item = OsString>) {
    let mut args = args.into_iter();
    let mut asked = None;
    while let Some(arg) = args.next() {
        let arg = arg.to_string_lossy();
        if arg == "--json" {
            return Language::English.speak();
        }
        let value = match arg.strip_prefix("--language") {
            Some("") => args
                .next()
                .map(|value| value.to_string_lossy().into_owned()),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        asked = asked.or(value.and_then(|tag| Language::of_tag(&tag)));
    }
    asked.unwrap_or_else(Language::of_system).speak();
}

fn language(text: &str) -> Result<Language, String> {
    Language::of_tag(text).ok_or_else(|| {
        let tags = Language::ALL.map(Language::tag).join(", ");
        tr!("must be one of {tags}")
    })
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
    sides.ok_or_else(|| tr!("must be WIDTHxHEIGHT in pixels, each 1 to {MOST_PIXELS}"))
}

fn picture_or_video(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_known = path.extension().is_some_and(|ending| {
        ending.eq_ignore_ascii_case("png") || ending.eq_ignore_ascii_case("avi")
    });
    if is_known {
        Ok(path)
    } else {
        Err(tr!("must end in .png, or in .avi with --video").to_owned())
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
        .ok_or_else(|| tr!("must be one or two numbers, such as 250,-30").to_owned())
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
                return Err(tr!(
                    "must be name, time, frame or state, or several such as name,time"
                )
                .to_owned());
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
    pair(text).ok_or_else(|| tr!("must be SOCKET=MESH").to_owned())
}

const MOST_PICTURES: u32 = 10_000;

fn count(text: &str) -> Result<u32, String> {
    let count = text
        .parse::<u32>()
        .ok()
        .filter(|count| (1..=MOST_PICTURES).contains(count));
    count.ok_or_else(|| tr!("must be a whole number, 1 to {MOST_PICTURES}"))
}
