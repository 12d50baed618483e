//! What commands that play or measure clips, scripts and montages take.

use super::values::{
    MOST_DEGREES, PLACES, chunk, hitch, jitter, length, places, rate, seconds, steps, threshold,
    words,
};
use clap::{Args, ValueEnum};
use scenario::script::LINGER;
use std::path::PathBuf;
use studio::{
    TickSteps,
    sweep::{RATE_LIMITS, RATES},
};
use words::tr;

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
    #[arg(long, help = format!("Rotation threshold, degrees, 0 to {MOST_DEGREES}: root of the summed squared errors between two keys"), value_name = "DEG", value_parser = threshold, requires = "keyframes")]
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
    #[arg(long, help = format!("Length in seconds [default: {LINGER} s after the last request]"), value_name = "S", value_parser = seconds)]
    pub duration: Option<f64>,
    /// Also list events that did not fire, with the reason
    #[arg(long)]
    pub why: bool,
    /// Also list each clip's share of this bone
    #[arg(long, value_name = "BONE")]
    pub share: Option<String>,
    /// Also write the session, .msession
    #[arg(long, value_name = "FILE", conflicts_with = "stream")]
    pub record: Option<PathBuf>,
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

fn rates_help() -> String {
    let default = RATES.map(|rate| rate.to_string()).join(",");
    let range = words(&RATE_LIMITS);
    tr!("Frame rates in Hz, {range}, separated by commas [default: {default}]")
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
    #[arg(long, help = rates_help(), value_name = "HZ,HZ", value_delimiter = ',', value_parser = rate)]
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
    #[arg(long, help = format!("Grid points along each axis, {}", words(&PLACES)), value_name = "N,N", value_parser = places, default_value = "9,9")]
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
