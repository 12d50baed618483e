//! Golden vectors: what a library gave when its bundle was written, and whether it still gives the
//! same.

#[cfg(test)]
mod tests;

use anim::{Graph, Library, Montage, Name, Pose, Request, float, float::Extreme};
use bundle::{Bundle, Golden, GoldenClip, GoldenGraph, GoldenSetting, GoldenTick, GoldenTrack};
use engine::{EngineInput, Evaluator, WorkerMode, hash::golden_tick};
use std::{fmt, sync::Arc};
use words::tr;

/// Times at which every clip is recorded.
const CLIP_SAMPLES: u32 = 8;
/// Poses that are worth a thread.
const LEAST_PART: usize = 512;
/// Ticks a second of the recorded montages.
const TICK: f64 = 1.0 / 60.0;
/// The longest recording of one montage, in ticks.
const MOST_TICKS: u32 = 600;
/// Ticks of a recorded graph.
const GRAPH_TICKS: u32 = 360;
/// Ticks between two parameters that are set while a graph is recorded.
const SETTING_TICKS: u32 = 12;
/// Values that parameters are set to, one after the other.
const VALUES: [f64; 6] = [1.0, 0.0, 3.0, -0.5, 90.0, 0.3];

/// Plays everything once and records it.
pub fn record(library: &Arc<Library>) -> Golden {
    let places = library.clips.iter().flat_map(|clip| {
        let time = |i: u32| f64::from(clip.length) * f64::from(i) / f64::from(CLIP_SAMPLES - 1);
        (0..CLIP_SAMPLES).map(move |i| (clip.name, time(i)))
    });
    let places: Vec<(Name, f64)> = places.collect();
    let poses = clip_poses(library, &places).into_iter().zip(&places);
    let clips = poses.filter_map(|(pose, (clip, time))| {
        Some(GoldenClip {
            clip: *clip,
            time: *time,
            pose: pose?,
        })
    });
    let mut tracks = Vec::new();
    let mut ticks = Vec::new();
    for montage in &library.montages {
        let recorded = play(
            library,
            montage,
            (TICK, tick_count(montage)),
            GoldenStepMode::Whole,
        );
        let (first_tick, tick_count) = (ticks.len() as u32, recorded.len() as u32);
        tracks.push(GoldenTrack {
            montage: montage.name,
            dt: TICK,
            first_tick,
            tick_count,
        });
        ticks.extend(recorded);
    }
    let (mut graphs, mut settings) = (Vec::new(), Vec::new());
    for graph in &library.graphs {
        let script = script(graph);
        let recorded = play_graph(
            library,
            graph,
            (TICK, GRAPH_TICKS),
            &script,
            GoldenStepMode::Whole,
        );
        graphs.push(GoldenGraph {
            graph: graph.name(),
            dt: TICK,
            first_tick: ticks.len() as u32,
            tick_count: recorded.len() as u32,
            first_setting: settings.len() as u32,
            setting_count: script.len() as u32,
        });
        settings.extend(script);
        ticks.extend(recorded);
    }
    Golden {
        float_rule: float::RULE,
        clips: clips.collect(),
        tracks: tracks.into(),
        ticks: ticks.into(),
        graphs: graphs.into(),
        settings: settings.into(),
    }
}

/// Every parameter in turn, to every value in turn, until the recording ends.
fn script(graph: &Graph) -> Vec<GoldenSetting> {
    let parameters = &graph.parts().parameters;
    let setting = |(at, tick): (usize, u32)| {
        let parameter = parameters.get(at % parameters.len().max(1))?;
        let value = if parameter.is_trigger {
            1.0
        } else {
            VALUES[at / parameters.len() % VALUES.len()]
        };
        Some(GoldenSetting {
            parameter: parameter.name,
            value,
            tick,
            reserved: 0,
        })
    };
    (0..GRAPH_TICKS)
        .step_by(SETTING_TICKS as usize)
        .enumerate()
        .map_while(setting)
        .collect()
}

/// Mode in which a step is made. All modes give the same result.
#[derive(Clone, Copy, PartialEq)]
enum GoldenStepMode {
    Whole,
    /// Steps as a pipelined game does: the end of a step is another call than its start.
    Kicked,
}

impl GoldenStepMode {
    const ALL: [GoldenStepMode; 2] = [GoldenStepMode::Whole, GoldenStepMode::Kicked];

    fn step(self, evaluator: &mut Evaluator, dt: f64, inputs: &[EngineInput]) {
        match self {
            GoldenStepMode::Whole => evaluator.step(dt, inputs),
            GoldenStepMode::Kicked => evaluator.kick_step(dt, inputs),
        };
        evaluator.finish_step();
    }
}

fn play_graph(
    library: &Arc<Library>,
    graph: &Graph,
    (dt, ticks): (f64, u32),
    script: &[GoldenSetting],
    way: GoldenStepMode,
) -> Vec<GoldenTick> {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let character = 0;
    let ask = |request| EngineInput::Request { character, request };
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character,
            skeleton: graph.skeleton(),
            seed: 0,
        },
        ask(Request::PlayGraph {
            graph: graph.name(),
        }),
    ];
    let mut script = script.iter().peekable();
    let tick = |at: u32| {
        while let Some(set) = script.next_if(|set| set.tick <= at) {
            inputs.push(ask(Request::SetParameter {
                parameter: set.parameter,
                value: set.value,
            }));
        }
        way.step(&mut evaluator, dt, &inputs);
        inputs.clear();
        golden_tick(&evaluator, character)
    };
    (0..ticks).map_while(tick).collect()
}

/// A difference between what plays and what was recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    Clip {
        name: String,
        time: f64,
    },
    /// The montage in the tick of this index; `what` of it differs.
    Montage {
        name: String,
        tick: u32,
        what: &'static str,
    },
    /// The graph in the tick of this index; `what` of it differs.
    Graph {
        name: String,
        tick: u32,
        what: &'static str,
    },
    /// The vectors were recorded by another version of the rule of floating point, so that nothing
    /// follows from other bits.
    Rule {
        recorded: u32,
    },
    /// The vectors speak of something that is not in the bundle, or do not fit together.
    Malformed,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Clip { name, time } => {
                f.write_str(&tr!("clip {name}: the pose at {time:.3} s differs"))
            }
            Difference::Montage { name, tick, what } => {
                f.write_str(&tr!("montage {name}: {what} of tick {tick} differ"))
            }
            Difference::Graph { name, tick, what } => {
                f.write_str(&tr!("graph {name}: {what} of tick {tick} differ"))
            }
            Difference::Rule { recorded } => f.write_str(&tr!(
                    "the golden vectors use version {recorded} of the floating-point rule instead of version {}, so they cannot be compared",
                    float::RULE
                )),
            Difference::Malformed => {
                f.write_str(tr!("the golden vectors do not fit the bundle's content"))
            }
        }
    }
}

/// Re-evaluates the golden vectors; the first difference of each clip, montage and graph. Of
/// vectors that another [`float::RULE`] gave, that alone.
pub fn verify(bundle: &Bundle) -> Vec<Difference> {
    let recorded = bundle.golden.float_rule;
    if recorded != float::RULE
        && (!bundle.golden.clips.is_empty() || !bundle.golden.ticks.is_empty())
    {
        return vec![Difference::Rule { recorded }];
    }
    let mut differences = Vec::new();
    let library = &bundle.library;
    let text = |name: Name| library.names.text(name).to_owned();
    let places: Vec<(Name, f64)> = bundle
        .golden
        .clips
        .iter()
        .map(|golden| (golden.clip, golden.time))
        .collect();
    for (golden, pose) in bundle.golden.clips.iter().zip(clip_poses(library, &places)) {
        match pose {
            None => differences.push(Difference::Malformed),
            Some(pose) if pose != golden.pose => differences.push(Difference::Clip {
                name: text(golden.clip),
                time: golden.time,
            }),
            Some(_) => {}
        }
    }
    for track in bundle.golden.tracks.iter() {
        let range = track.first_tick as usize
            ..(track.first_tick as usize).saturating_add(track.tick_count as usize);
        let (Some(montage), Some(expected)) = (
            library.montage(track.montage),
            bundle.golden.ticks.get(range),
        ) else {
            differences.push(Difference::Malformed);
            continue;
        };
        let played = |way| play(library, montage, (track.dt, track.tick_count), way);
        let name = text(track.montage);
        differences.extend(
            first(played, expected).map(|(tick, what)| Difference::Montage { name, tick, what }),
        );
    }
    for golden in bundle.golden.graphs.iter() {
        differences.extend(graph_difference(bundle, golden));
    }
    differences
}

fn graph_difference(bundle: &Bundle, golden: &GoldenGraph) -> Option<Difference> {
    let range =
        |first: u32, count: u32| first as usize..(first as usize).saturating_add(count as usize);
    let expected = bundle
        .golden
        .ticks
        .get(range(golden.first_tick, golden.tick_count));
    let settings = bundle
        .golden
        .settings
        .get(range(golden.first_setting, golden.setting_count));
    let library = &bundle.library;
    let (Some(graph), Some(expected), Some(settings)) =
        (library.graph(golden.graph), expected, settings)
    else {
        return Some(Difference::Malformed);
    };
    let played = |way| {
        play_graph(
            library,
            graph,
            (golden.dt, golden.tick_count),
            settings,
            way,
        )
    };
    let name = library.names.text(golden.graph).to_owned();
    first(played, expected).map(|(tick, what)| Difference::Graph { name, tick, what })
}

/// However steps are made.
fn first(
    played: impl Fn(GoldenStepMode) -> Vec<GoldenTick>,
    expected: &[GoldenTick],
) -> Option<(u32, &'static str)> {
    GoldenStepMode::ALL.into_iter().find_map(|way| {
        let played = played(way);
        let mut pairs = played.iter().zip(expected).enumerate();
        pairs.find_map(|(tick, (a, b))| Some((tick as u32, different(a, b, way)?)))
    })
}

fn different(a: &GoldenTick, b: &GoldenTick, way: GoldenStepMode) -> Option<&'static str> {
    let [poses, events, placements] = match way {
        GoldenStepMode::Whole => [tr!("the poses"), tr!("the events"), tr!("the placements")],
        GoldenStepMode::Kicked => [
            tr!("the poses, pipelined,"),
            tr!("the events, pipelined,"),
            tr!("the placements, pipelined,"),
        ],
    };
    if a.pose != b.pose {
        Some(poses)
    } else if a.events != b.events {
        Some(events)
    } else {
        (a.placement != b.placement).then_some(placements)
    }
}

/// Hashes of clips at times, on all processors: there are many, and none has to do with another.
fn clip_poses(library: &Library, places: &[(Name, f64)]) -> Vec<Option<u64>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let of = |places: &[(Name, f64)]| -> Vec<Option<u64>> {
        places
            .iter()
            .map(|(clip, time)| clip_pose(library, *clip, *time))
            .collect()
    };
    let mut parts = places.chunks(places.len().div_ceil(threads).max(LEAST_PART));
    let first = parts.next().unwrap_or_default();
    std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || of(part))).collect();
        let mut poses = of(first);
        for other in others {
            poses.extend(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        poses
    })
}

fn clip_pose(library: &Library, clip: Name, time: f64) -> Option<u64> {
    let clip = library.clip(clip)?;
    let mut pose = Pose::default();
    clip.sample(library.skeleton(clip.skeleton)?, time, &mut pose);
    Some(pose.hash())
}

/// Long enough for the montage and one more pass of its last links.
fn tick_count(montage: &Montage) -> u32 {
    let rate = f64::from(montage.rate_scale.abs()).higher(0.01);
    ((f64::from(montage.length) / rate * 2.0 / TICK).ceil() as u32).clamp(1, MOST_TICKS)
}

fn play(
    library: &Arc<Library>,
    montage: &Montage,
    (dt, ticks): (f64, u32),
    way: GoldenStepMode,
) -> Vec<GoldenTick> {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let character = 0;
    let request = Request::play(montage.name, 1.0);
    let add = EngineInput::AddCharacter {
        character,
        skeleton: montage.skeleton,
        seed: 0,
    };
    let start = [add, EngineInput::Request { character, request }];
    let tick = |at: u32| {
        way.step(&mut evaluator, dt, if at == 0 { &start } else { &[] });
        golden_tick(&evaluator, character)
    };
    (0..ticks).map_while(tick).collect()
}
