//! Which lanes there are, and what each has beside its plot.

use super::{
    state::SessionPanelState,
    tracks::{EventTracks, TrackEvents},
    view::{LaneKey, LanesView},
};
use crate::theme;
use anim::Name;
use egui::Color32;
use session::{RecordedEvent, SeriesInput, SeriesSpan, SessionSeries};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use words::tr;

/// A lane that is shown.
pub struct SessionLane<'a> {
    /// Which one.
    pub key: LaneKey,
    /// Its title, and what stands below it.
    pub title: String,
    pub line: String,
    /// Its colour.
    pub color: Color32,
    /// Its content.
    pub content: LaneContent<'a>,
}

/// What a lane draws; of what is edited, too, where that is there.
pub enum LaneContent<'a> {
    /// Flags with texts.
    Inputs(&'a [SeriesInput]),
    /// Blocks, as recorded and edited.
    Blocks {
        recorded: &'a [SeriesSpan],
        edited: Option<&'a [SeriesSpan]>,
        /// Weight of each block's own, 0 to 1; none draws whole blocks.
        weights: &'a [f32],
    },
    /// Diamonds and bars.
    Events {
        recorded: Arc<TrackEvents>,
        edited: Option<Arc<TrackEvents>>,
    },
    /// A number over time.
    Numbers {
        recorded: LaneNumbers<'a>,
        edited: Option<LaneNumbers<'a>>,
        unit: &'static str,
        /// Filled below, as what is never less than 0 is.
        is_filled: bool,
        /// A line that is not to be crossed.
        limit: Option<f32>,
    },
}

/// Numbers, one a tick.
pub enum LaneNumbers<'a> {
    /// Of the ticks after so many of the session's.
    Of(&'a [f32], usize),
    /// Sums of two.
    Sums(&'a [[f32; 2]]),
}

impl LaneNumbers<'_> {
    /// The number of a tick; None where there is none.
    pub fn at(&self, at: usize) -> Option<f32> {
        let value = match self {
            LaneNumbers::Of(values, from) => *values.get(at.checked_sub(*from)?)?,
            LaneNumbers::Sums(values) => values.get(at)?.iter().sum(),
        };
        Some(value).filter(|value: &f32| value.is_finite())
    }
}

impl SessionLane<'_> {
    /// Points.
    pub fn height(&self) -> f32 {
        match &self.content {
            LaneContent::Inputs(_) => 26.0,
            LaneContent::Blocks { edited, .. } => match edited {
                Some(_) => 52.0,
                None => 30.0,
            },
            LaneContent::Events { edited, .. } => match edited {
                Some(_) => 46.0,
                None => 26.0,
            },
            LaneContent::Numbers { .. } => 44.0,
        }
    }
}

/// All lanes that are shown, top to bottom.
pub fn lanes<'a>(
    state: &SessionPanelState<'a>,
    series: &'a SessionSeries,
    view: &LanesView,
) -> Vec<SessionLane<'a>> {
    let edited = state.rewound.edited.as_ref();
    let other = edited.and_then(|it| it.series.as_deref());
    let mut lanes = vec![SessionLane {
        key: LaneKey::Inputs,
        title: tr!("Inputs").to_owned(),
        line: String::new(),
        color: theme::TEXT_2,
        content: LaneContent::Inputs(&series.inputs),
    }];
    lanes.extend(blocks(state, series, other));
    lanes.extend(tracks(other, view));
    lanes.extend(numbers(state, (series, other), view));
    if let Some(edited) = edited.filter(|it| !it.distances.is_empty()) {
        lanes.push(SessionLane {
            key: LaneKey::PoseDifference,
            title: tr!("Pose difference").to_owned(),
            line: tr!("worst bone, cm").to_owned(),
            color: theme::OK,
            content: LaneContent::Numbers {
                recorded: LaneNumbers::Of(&edited.distances, edited.first(series)),
                edited: None,
                unit: "cm",
                is_filled: true,
                limit: None,
            },
        });
    }
    lanes.push(SessionLane {
        key: LaneKey::Cost,
        title: tr!("Cost per tick").to_owned(),
        line: tr!("made again here, µs").to_owned(),
        color: theme::PALETTE[5],
        content: LaneContent::Numbers {
            recorded: LaneNumbers::Sums(&series.costs),
            edited: None,
            unit: "µs",
            is_filled: true,
            limit: Some(view.budget),
        },
    });
    lanes.retain(|lane| view.shows(&lane.key));
    lanes
}

fn blocks<'a>(
    state: &SessionPanelState<'_>,
    series: &'a SessionSeries,
    other: Option<&'a SessionSeries>,
) -> Vec<SessionLane<'a>> {
    let text = |name: Name| state.names.text(name).to_owned();
    let machines = series.machines.iter().map(|machine| {
        let edited = other.map(|other| {
            let same = other.machines.iter().find(|it| it.name == machine.name);
            same.map_or(&[][..], |it| &it.states)
        });
        // Two rows are shown only where they differ.
        let edited = edited.filter(|edited| differ(&machine.states, edited, other));
        SessionLane {
            key: LaneKey::Machine(machine.name),
            title: text(machine.name),
            line: if edited.is_some() {
                tr!("recorded above edited").to_owned()
            } else {
                String::new()
            },
            color: theme::PALETTE[1],
            content: LaneContent::Blocks {
                recorded: &machine.states,
                edited,
                weights: &machine.weights,
            },
        }
    });
    let montages = series.montages.iter().map(|montage| {
        let edited = other.map(|other| {
            let same = other.montages.iter().find(|it| it.name == montage.name);
            same.map_or(&[][..], |it| &it.sections)
        });
        SessionLane {
            key: LaneKey::Montage(montage.name),
            title: text(montage.name),
            line: String::new(),
            color: theme::PALETTE[3],
            content: LaneContent::Blocks {
                recorded: &montage.sections,
                edited: edited.filter(|edited| differ(&montage.sections, edited, other)),
                weights: &[],
            },
        }
    });
    let warps = warps(series, other);
    machines.chain(montages).chain(warps).collect()
}

/// Windows of motion warping; None where none warped.
fn warps<'a>(
    series: &'a SessionSeries,
    other: Option<&'a SessionSeries>,
) -> Option<SessionLane<'a>> {
    let edited = other.map(|it| &it.warps[..]);
    let is_there = !series.warps.is_empty() || edited.is_some_and(|it| !it.is_empty());
    is_there.then(|| SessionLane {
        key: LaneKey::Warps,
        title: tr!("Warps").to_owned(),
        line: String::new(),
        color: theme::PALETTE[2],
        content: LaneContent::Blocks {
            recorded: &series.warps,
            edited: edited.filter(|edited| differ(&series.warps, edited, other)),
            weights: &[],
        },
    })
}

/// Whether spans differ from where the edited session begins on.
fn differ(recorded: &[SeriesSpan], edited: &[SeriesSpan], other: Option<&SessionSeries>) -> bool {
    let from = other.map_or(0, |it| it.first);
    let later = recorded.iter().filter(|it| it.ticks.end > from);
    let cut = later.map(|it| (it.name, it.ticks.start.max(from), it.ticks.end));
    !cut.eq(edited
        .iter()
        .map(|it| (it.name, it.ticks.start, it.ticks.end)))
}

fn tracks<'a>(series: Option<&SessionSeries>, view: &LanesView) -> Vec<SessionLane<'a>> {
    let (recorded, edited) = view.tracks();
    let names: BTreeSet<&String> = [recorded, edited]
        .into_iter()
        .flatten()
        .flat_map(BTreeMap::keys)
        .collect();
    let of = |side: Option<&EventTracks>, name: &str| side.and_then(|it| it.get(name)).cloned();
    let lane = |name: &String| {
        let sides = [of(recorded, name), of(edited, name)];
        track_lane(name, sides, series.map(|it| it.first))
    };
    names.into_iter().filter_map(lane).collect()
}

/// A lane of a track; `first` is where the edited session begins, if there is one.
fn track_lane<'a>(
    name: &str,
    [own, other]: [Option<Arc<TrackEvents>>; 2],
    first: Option<u64>,
) -> Option<SessionLane<'a>> {
    let color = own.as_ref().or(other.as_ref())?.color;
    let none = || Arc::new(TrackEvents::empty(color));
    let own = own.unwrap_or_else(none);
    let edited = first.and_then(|first| {
        let other = other.unwrap_or_else(none);
        events_differ(&own, &other, first).then_some(other)
    });
    let line = match &edited {
        Some(_) => tr!("recorded above edited").to_owned(),
        None => String::new(),
    };
    Some(SessionLane {
        key: LaneKey::Track(name.to_owned()),
        title: name.to_owned(),
        line,
        color,
        content: LaneContent::Events {
            recorded: own,
            edited,
        },
    })
}

/// Whether events differ from where the edited session begins on.
fn events_differ(recorded: &TrackEvents, edited: &TrackEvents, from: u64) -> bool {
    let key = |event: &RecordedEvent| (event.tick, event.event.name, event.event.reason);
    let first = recorded.events.partition_point(|it| it.tick < from);
    let later = recorded.events[first..].iter().map(key);
    !later.eq(edited.events.iter().map(key))
}

/// What of a lane of numbers is its own.
struct NumberLook<'a> {
    key: LaneKey,
    title: String,
    line: &'a str,
    color: Color32,
    unit: &'static str,
}

/// Makes lanes of numbers, of those that are shown.
struct NumberLanes<'a, 'b> {
    view: &'b LanesView,
    /// The place in the recorded series at which the edited ones begin.
    from: usize,
    lanes: Vec<SessionLane<'a>>,
}

impl<'a> NumberLanes<'a, '_> {
    fn add(&mut self, look: NumberLook<'_>, recorded: &'a [f32], edited: Option<&'a [f32]>) {
        if !self.view.shows(&look.key) {
            return;
        }
        let from = self.from;
        let same = |a: f32, b: f32| a == b || (a.is_nan() && b.is_nan());
        let differs = |edited: &&[f32]| {
            let own = recorded.get(from..).unwrap_or_default();
            own.len() != edited.len() || !own.iter().zip(*edited).all(|(a, b)| same(*a, *b))
        };
        let edited = edited.filter(differs);
        self.lanes.push(SessionLane {
            key: look.key,
            title: look.title,
            line: look.line.to_owned(),
            color: look.color,
            content: LaneContent::Numbers {
                recorded: LaneNumbers::Of(recorded, 0),
                edited: edited.map(|it| LaneNumbers::Of(it, from)),
                unit: look.unit,
                is_filled: false,
                limit: None,
            },
        });
    }
}

fn numbers<'a>(
    state: &SessionPanelState<'_>,
    (series, other): (&'a SessionSeries, Option<&'a SessionSeries>),
    view: &LanesView,
) -> Vec<SessionLane<'a>> {
    let from = other.map_or(0, |other| other.first.saturating_sub(series.first) as usize);
    let mut lanes = NumberLanes {
        view,
        from,
        lanes: Vec::new(),
    };
    let text = |name: Name| state.names.text(name).to_owned();
    let mut parameters: Vec<_> = series.parameters.iter().collect();
    parameters.sort_by_key(|(name, _)| text(**name));
    for (at, (name, values)) in parameters.into_iter().enumerate() {
        let look = NumberLook {
            key: LaneKey::Parameter(*name),
            title: text(*name),
            line: tr!("parameter"),
            color: theme::PALETTE[at % theme::PALETTE.len()],
            unit: "",
        };
        let edited = other.and_then(|it| it.parameters.get(name));
        lanes.add(look, values, edited.map(|it| &**it));
    }
    let look = NumberLook {
        key: LaneKey::RootSpeed,
        title: tr!("Root speed").to_owned(),
        line: tr!("along the ground, m/s"),
        color: theme::OK,
        unit: "m/s",
    };
    lanes.add(look, &series.root_speed, other.map(|it| &*it.root_speed));
    watched(state, (series, other), &mut lanes);
    for (name, values) in &series.curves {
        let look = NumberLook {
            key: LaneKey::Curve(*name),
            title: text(*name),
            line: tr!("curve"),
            color: theme::PALETTE[6],
            unit: "",
        };
        let edited = other.and_then(|it| it.curves.get(name));
        lanes.add(look, values, edited.map(|it| &**it));
    }
    lanes.lanes
}

/// Lanes of the bones and nodes that somebody watches.
fn watched<'a>(
    state: &SessionPanelState<'_>,
    (series, other): (&'a SessionSeries, Option<&'a SessionSeries>),
    lanes: &mut NumberLanes<'a, '_>,
) {
    for (name, bone) in &series.bones {
        let edited = other.and_then(|it| it.bones.get(name));
        let speed = NumberLook {
            key: LaneKey::Bone(*name),
            title: state.names.text(*name).to_owned(),
            line: tr!("bone speed, m/s"),
            color: theme::PALETTE[4],
            unit: "m/s",
        };
        lanes.add(speed, &bone.speed, edited.map(|it| &*it.speed));
        let slide = NumberLook {
            key: LaneKey::Slide(*name),
            title: state.names.text(*name).to_owned(),
            line: tr!("slide on the ground, mm a tick"),
            color: theme::PALETTE[2],
            unit: "mm",
        };
        lanes.add(slide, &bone.slide, edited.map(|it| &*it.slide));
    }
    for (node, weights) in &series.weights {
        let look = NumberLook {
            key: LaneKey::Weight(*node),
            title: series.wish.nodes.get(node).cloned().unwrap_or_default(),
            line: tr!("weight"),
            color: theme::PALETTE[7 % theme::PALETTE.len()],
            unit: "",
        };
        let edited = other.and_then(|it| it.weights.get(node));
        lanes.add(look, weights, edited.map(|it| &**it));
    }
}
