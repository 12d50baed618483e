//! What `test` takes.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct TestArgs {
    /// A project or a bundle
    #[arg(value_name = "PROJECT|BUNDLE")]
    pub file: PathBuf,
    /// Project whose scenarios run [default: the project itself]
    #[arg(long, value_name = "PROJECT")]
    pub scenarios: Option<PathBuf>,
    /// Run only this scenario; can be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Write the result as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write new references for poses that are compared with the ones before
    #[arg(long, conflicts_with = "junit")]
    pub update: bool,
    /// Print what could be expected of each scenario, with the values that it has now, as JSON for
    /// `expect`; judges nothing
    #[arg(long, conflicts_with_all = ["junit", "update", "coverage", "json"])]
    pub measure: bool,
    /// List what the scenarios reach and what they never reach, in the result or in a JSON file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with = "update")]
    pub coverage: Option<Option<PathBuf>>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
