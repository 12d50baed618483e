//! What commands that record sessions and play them again take.

use super::values::{hitch, jitter, named_number, seconds, session_time, steps};
use crate::session_file::SessionTime;
use clap::{Args, Subcommand};
use scenario::script::LINGER;
use std::path::PathBuf;
use studio::TickSteps;

#[derive(Debug, Args)]
pub struct RecordArgs {
    #[arg(value_name = "PROJECT|BUNDLE")]
    pub file: PathBuf,
    /// Timed requests, see docs/simulate.md
    #[arg(long, value_name = "FILE")]
    pub script: PathBuf,
    /// Session to write, .msession
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
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
    /// Leave the library out: the session is small, and plays only with --bundle
    #[arg(long)]
    pub light: bool,
    /// Replace an existing file
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Sessions to play again; several are played on all cores
    #[arg(value_name = "SESSION", required = true)]
    pub files: Vec<PathBuf>,
    /// Play with the assets of this file instead, and list what differs
    #[arg(long, value_name = "PROJECT|BUNDLE")]
    pub against: Option<PathBuf>,
    /// Project or bundle of a session that was recorded without its library
    #[arg(long, value_name = "PROJECT|BUNDLE")]
    pub bundle: Option<PathBuf>,
    /// First tick: seconds of the session, or #N for the Nth tick. Goes back to the state before it
    #[arg(long, value_name = "S|#N", value_parser = session_time)]
    pub from: Option<SessionTime>,
    /// End: seconds of the session, or #N for the Nth tick
    #[arg(long, value_name = "S|#N", value_parser = session_time, requires = "against")]
    pub to: Option<SessionTime>,
    /// Fail if anything differs
    #[arg(long)]
    pub expect_equal: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct WhyArgs {
    #[arg(value_name = "SESSION")]
    pub file: PathBuf,
    /// Moment: seconds of the session, or #N for the Nth tick
    #[arg(long, value_name = "S|#N", value_parser = session_time)]
    pub at: SessionTime,
    /// What to explain: a notify, section, montage, clip, state, transition or node
    #[arg(long, value_name = "NAME", required_unless_present = "bone")]
    pub subject: Option<String>,
    /// Explain the pose of this bone: which clips make it, and what each node does to it
    #[arg(long, value_name = "NAME")]
    pub bone: Option<String>,
    /// Number of the character whose bone it is
    #[arg(long, value_name = "N", default_value_t = 0, requires = "bone")]
    pub character: u32,
    /// Project or bundle of a session that was recorded without its library
    #[arg(long, value_name = "PROJECT|BUNDLE")]
    pub bundle: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct SessionArgs {
    #[command(subcommand)]
    pub command: SessionCommand,
}

#[derive(Debug, Subcommand)]
pub enum SessionCommand {
    /// List what a session holds
    Info(SessionInfoArgs),
    /// Find the last or next time that something holds
    Find(Box<SessionFindArgs>),
    /// Make a motion test of a span and add it to a project
    Test(Box<SessionTestArgs>),
}

#[derive(Debug, Args)]
pub struct SessionTestArgs {
    #[arg(value_name = "SESSION")]
    pub file: PathBuf,
    /// Project that gets the test; it is also what is measured
    #[arg(value_name = "PROJECT")]
    pub project: PathBuf,
    /// Name of the test
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// First tick: seconds of the session, or #N for the Nth tick [default: the start]
    #[arg(long, value_name = "S|#N", value_parser = session_time)]
    pub from: Option<SessionTime>,
    /// End: seconds of the session, or #N for the Nth tick [default: the end]
    #[arg(long, value_name = "S|#N", value_parser = session_time)]
    pub to: Option<SessionTime>,
    /// Project or bundle of a session that was recorded without its library
    #[arg(long, value_name = "PROJECT|BUNDLE")]
    pub bundle: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SessionInfoArgs {
    #[arg(value_name = "SESSION")]
    pub file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// What is looked for in a session.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct SearchedFor {
    /// A state of this name is entered
    #[arg(long, value_name = "NAME")]
    pub entered: Option<String>,
    /// A notify of this name fires
    #[arg(long, value_name = "NAME")]
    pub fired: Option<String>,
    /// A notify of this name does not fire although it is met
    #[arg(long, value_name = "NAME")]
    pub not_fired: Option<String>,
    /// A parameter is above a value
    #[arg(long, value_name = "NAME=VALUE", value_parser = named_number)]
    pub above: Option<(String, f64)>,
    /// A parameter is below a value
    #[arg(long, value_name = "NAME=VALUE", value_parser = named_number)]
    pub below: Option<(String, f64)>,
    /// A bone is faster than so many m/s, component space
    #[arg(long, value_name = "BONE=SPEED", value_parser = named_number)]
    pub faster: Option<(String, f64)>,
    /// A bone slides more than so many mm in a tick, along the ground and at most 10 cm above it
    #[arg(long, value_name = "BONE=MM", value_parser = named_number)]
    pub slides: Option<(String, f64)>,
}

#[derive(Debug, Args)]
pub struct SessionFindArgs {
    #[arg(value_name = "SESSION")]
    pub file: PathBuf,
    #[command(flatten)]
    pub what: SearchedFor,
    /// Moment from which to search: seconds of the session, or #N for the Nth tick [default: the
    /// end, or with --next the start]
    #[arg(long, value_name = "S|#N", value_parser = session_time)]
    pub at: Option<SessionTime>,
    /// The next time after the moment instead of the last time before it
    #[arg(long)]
    pub next: bool,
    /// Project or bundle of a session that was recorded without its library
    #[arg(long, value_name = "PROJECT|BUNDLE")]
    pub bundle: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
