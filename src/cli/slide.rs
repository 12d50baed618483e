//! `slide`: how far feet slide over the ground while they stand.

use crate::{
    Failure, Io,
    args::SlideArgs,
    find, json,
    load::{self, Loaded},
    script, sweep,
};
use anim::{Library, Name};
use asset::{
    AssetKind, Id, Project,
    feet::{self, Foot},
    trial::{TRIAL, inputs, trial_of},
};
use serde::Serialize;
use std::sync::Arc;
use studio::{
    drive::{Pace, bound},
    slide::{self, BlendSpaceGraph, Map, Slid, Sole, crossings, film, program},
};
use words::tr;

/// Seconds at the start of a graph that are not measured: the graph comes to rest.
const SETTLE: f64 = 0.5;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum SlideReport {
    Space {
        feet: Vec<String>,
        places: Vec<PlaceRow>,
    },
    Graph {
        feet: Vec<String>,
        all: SlidRow,
        transitions: Vec<SlideTransitionRow>,
    },
}

/// Sliding of feet while they touch the ground: the worst and the mean in millimetres, and the
/// number of contacts with the ground.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SlidRow {
    worst: f64,
    mean: f64,
    /// The most in one frame of 1/60 s, in millimetres.
    frame: f64,
    contacts: usize,
    /// Contacts that sync markers name.
    marked: usize,
    /// Number of contacts that only the motion of the foot shows.
    detected: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PlaceRow {
    /// The place in the blend space, one number an axis.
    at: Vec<f64>,
    #[serde(flatten)]
    slid: SlidRow,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SlideTransitionRow {
    machine: String,
    from: String,
    to: String,
    /// Number of times that the transition was taken.
    times: usize,
    #[serde(flatten)]
    slid: SlidRow,
}

/// Measures a blend space or a graph of a project and prints it. An error when the input is a
/// bundle, which has no blend spaces, or when something is unknown or does not compile.
pub fn run_slide(args: &SlideArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Loaded::Authored { project, .. } = load::load_sound(&args.project, io)? else {
        return Err(Failure::input(tr!(
            "{}: a bundle has no blend spaces or graphs to measure. Use its project.",
            args.project.display()
        )));
    };
    let document = match (&args.blend_space, &args.graph) {
        (Some(name), _) => of_space(*project, name, args.places, io)?,
        (None, name) => of_graph(&project, name.as_deref().unwrap_or_default(), args, io)?,
    };
    if args.json {
        json::write(io, &document)
    } else {
        document.print(io)
    }
}

fn of_space(
    mut project: Project,
    name: &str,
    places: [usize; 2],
    io: &mut Io<'_>,
) -> Result<SlideReport, Failure> {
    let id = find::asset(&project, AssetKind::BlendSpace, name)?;
    let space = project.blend_spaces[&id].clone();
    let feet = feet::feet(&project, space.skeleton);
    if let Some(trial) = trial_of(&project, id) {
        project.graphs.insert(TRIAL, Arc::new(trial));
    }
    let library = compiled(&project, io)?;
    let trial = project
        .graphs
        .get(&TRIAL)
        .map_or("", |graph| graph.name.as_str());
    let soles = soles(&project, &library, space.skeleton, &feet)?;
    let map = BlendSpaceGraph::new(Name::new(trial), inputs(&space)).map(
        &library,
        &soles,
        places,
        |_| true,
    );
    let map = map.ok_or_else(|| {
        Failure::input(tr!(
            "“{name}” does not compile. Run `mutoscope info` to see why."
        ))
    })?;
    Ok(SlideReport::Space {
        feet: feet.into_iter().map(|foot| foot.foot).collect(),
        places: rows(&map, space.axes.len()),
    })
}

fn of_graph(
    project: &Project,
    name: &str,
    args: &SlideArgs,
    io: &mut Io<'_>,
) -> Result<SlideReport, Failure> {
    let graph = &project.graphs[&find::asset(project, AssetKind::Graph, name)?];
    let library = compiled(project, io)?;
    let feet = feet::feet(project, graph.skeleton);
    let soles = soles(project, &library, graph.skeleton, &feet)?;
    let name = Name::new(name);
    let missing = || {
        Failure::input(tr!(
            "“{}” does not compile. Run `mutoscope info` to see why.",
            graph.name
        ))
    };
    let take = match &args.script {
        Some(path) => sweep::of_script(&library, &script::read(path)?)?,
        None => {
            let bound = bound(&library, library.graph(name).ok_or_else(missing)?);
            program(&library, name, Pace::default(), &bound).ok_or_else(missing)?
        }
    };
    // Nobody cancels it.
    let film = film(&take, SETTLE, &soles, |_| true).unwrap_or_default();
    let compiled = library.graph(name).ok_or_else(missing)?;
    let text = |name: Name| library.names.text(name).to_owned();
    let row = |crossed: slide::Crossed| {
        let machine = compiled
            .machines()
            .find(|(node, _)| *node == crossed.node)?
            .1;
        let state = |at: u16| {
            machine
                .parts()
                .states
                .get(usize::from(at))
                .map_or("*".to_owned(), |it| text(it.name))
        };
        let (from, to, slid) = (
            state(crossed.from),
            state(crossed.to),
            slid_row(&crossed.slid),
        );
        Some(SlideTransitionRow {
            machine: text(compiled.node_name(crossed.node)),
            from,
            to,
            times: crossed.times,
            slid,
        })
    };
    Ok(SlideReport::Graph {
        feet: feet.into_iter().map(|foot| foot.foot).collect(),
        all: slid_row(&Slid::of(film.contacts.iter())),
        transitions: crossings(&library, name, &film)
            .into_iter()
            .filter_map(row)
            .collect(),
    })
}

fn compiled(project: &Project, io: &mut Io<'_>) -> Result<Arc<Library>, Failure> {
    let compiled = files::compile(
        project,
        &mut asset::Cache::default(),
        &files::ClipCache::of_user(),
    );
    load::print_diagnostics(project, &compiled.diagnostics, io)?;
    Ok(compiled.library)
}

fn soles(
    project: &Project,
    library: &Library,
    skeleton: Id,
    feet: &[Foot],
) -> Result<Vec<Sole>, Failure> {
    let name = project
        .skeletons
        .get(&skeleton)
        .map_or("", |skeleton| skeleton.name.as_str());
    let soles = Sole::all(library, Name::new(name), feet.iter().map(Foot::names));
    if !soles.is_empty() {
        return Ok(soles);
    }
    Err(Failure::input(tr!(
        "“{name}” has no known feet. Add a Foot Placement node with legs, or name the end bones of the legs foot, ankle or paw"
    )))
}

fn rows(map: &Map, axes: usize) -> Vec<PlaceRow> {
    map.cells
        .iter()
        .map(|cell| PlaceRow {
            at: cell.at[..axes.min(2)].to_vec(),
            slid: slid_row(&cell.slid),
        })
        .collect()
}

fn slid_row(slid: &Slid) -> SlidRow {
    let Slid {
        worst,
        mean,
        frame,
        contacts,
        marked,
        detected,
    } = *slid;
    let [worst, mean, frame] = [worst, mean, frame].map(|metres| metres * 1000.0);
    SlidRow {
        worst,
        mean,
        frame,
        contacts,
        marked,
        detected,
    }
}

impl SlideReport {
    fn print(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        match self {
            SlideReport::Space { feet, places } => {
                writeln!(
                    io.out,
                    "{}",
                    tr!("slide of {} per contact, mm", feet.join(", "))
                )?;
                writeln!(
                    io.out,
                    "{:<24}{:>8}{:>8}{:>8}{:>10}",
                    "at", "worst", "mean", "/frame", "contacts"
                )?;
                for PlaceRow { at, slid } in places {
                    let at: Vec<String> = at.iter().map(|at| format!("{at:.2}")).collect();
                    writeln!(io.out, "{:<24}{}", at.join(", "), figures(slid))?;
                }
            }
            SlideReport::Graph {
                feet,
                all,
                transitions,
            } => {
                writeln!(
                    io.out,
                    "{}",
                    tr!("slide of {} per contact, mm", feet.join(", "))
                )?;
                writeln!(
                    io.out,
                    "{:<40}{:>6}{:>8}{:>8}{:>8}{:>10}",
                    "", "times", "worst", "mean", "/frame", "contacts"
                )?;
                writeln!(io.out, "{:<40}{:>6}{}", "all", "", figures(all))?;
                for SlideTransitionRow {
                    machine,
                    from,
                    to,
                    times,
                    slid,
                } in transitions
                {
                    let what = tr!("{machine}: {from} to {to}");
                    match times {
                        0 => writeln!(
                            io.out,
                            "{}",
                            tr!("{what:<40}{times:>6}  not taken, not measured")
                        )?,
                        _ => writeln!(io.out, "{what:<40}{times:>6}{}", figures(slid))?,
                    }
                }
            }
        }
        Ok(())
    }
}

fn figures(slid: &SlidRow) -> String {
    let SlidRow {
        worst,
        mean,
        frame,
        contacts,
        marked,
        detected,
    } = slid;
    let how = match (marked, detected) {
        (0, 0) => "",
        (_, 0) => tr!("  by sync markers"),
        _ => tr!("  detected from motion, no curve"),
    };
    format!("{worst:>8.1}{mean:>8.1}{frame:>8.1}{contacts:>10}{how}")
}
