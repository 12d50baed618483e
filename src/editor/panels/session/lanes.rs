//! Which lanes there are, and what each has beside its plot.

use super::{
    state::SessionPanelState,
    view::{LaneKey, LanesView},
};
use crate::theme;
use anim::Name;
use egui::Color32;
use session::{RecordedEvent, SeriesInput, SeriesSpan, SessionSeries};
use std::collections::BTreeMap;
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
        recorded: Vec<&'a RecordedEvent>,
        edited: Option<Vec<&'a RecordedEvent>>,
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
    lanes.extend(tracks(series, other, view));
    lanes.extend(numbers(state, series, other));
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
    machines.chain(montages).collect()
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

fn tracks<'a>(
    series: &'a SessionSeries,
    other: Option<&'a SessionSeries>,
    view: &LanesView,
) -> Vec<SessionLane<'a>> {
    type Sides<'a> = (Color32, [Vec<&'a RecordedEvent>; 2]);
    let mut found: BTreeMap<String, Sides<'a>> = BTreeMap::new();
    let sides = [Some(series), other];
    for (side, series) in sides.into_iter().enumerate() {
        for event in series.into_iter().flat_map(|it| &it.events) {
            let (track, color) = view
                .track(event.event.id)
                .cloned()
                .unwrap_or((tr!("Notifies").to_owned(), theme::TEXT_2));
            let own = found.entry(track).or_insert((color, Default::default()));
            own.1[side].push(event);
        }
    }
    let lanes = found
        .into_iter()
        .map(|(track, (color, [recorded, edited]))| {
            let key = |event: &&RecordedEvent| (event.tick, event.event.name, event.event.reason);
            let from = other.map_or(0, |it| it.first);
            let later = recorded.iter().filter(|event| event.tick >= from);
            let differs = !later.map(key).eq(edited.iter().map(key));
            let edited = other.map(|_| edited).filter(|_| differs);
            SessionLane {
                key: LaneKey::Track(track.clone()),
                title: track,
                line: if edited.is_some() {
                    tr!("recorded above edited").to_owned()
                } else {
                    String::new()
                },
                color,
                content: LaneContent::Events { recorded, edited },
            }
        });
    lanes.collect()
}

fn numbers<'a>(
    state: &SessionPanelState<'_>,
    series: &'a SessionSeries,
    other: Option<&'a SessionSeries>,
) -> Vec<SessionLane<'a>> {
    let from = other.map_or(0, |other| other.first.saturating_sub(series.first) as usize);
    let text = |name: Name| state.names.text(name).to_owned();
    let lane = |key,
                title: String,
                line: &str,
                color,
                recorded: &'a [f32],
                edited: Option<&'a [f32]>,
                unit| SessionLane {
        key,
        title,
        line: line.to_owned(),
        color,
        content: LaneContent::Numbers {
            recorded: LaneNumbers::Of(recorded, 0),
            edited: edited
                .filter(|it| recorded.get(from..) != Some(*it))
                .map(|it| LaneNumbers::Of(it, from)),
            unit,
            is_filled: false,
            limit: None,
        },
    };
    let mut lanes = Vec::new();
    let mut parameters: Vec<_> = series.parameters.iter().collect();
    parameters.sort_by_key(|(name, _)| text(**name));
    for (at, (name, values)) in parameters.into_iter().enumerate() {
        let edited = other.and_then(|it| it.parameters.get(name));
        let color = theme::PALETTE[at % theme::PALETTE.len()];
        let line = tr!("parameter");
        lanes.push(lane(
            LaneKey::Parameter(*name),
            text(*name),
            line,
            color,
            values,
            edited.map(|it| &**it),
            "",
        ));
    }
    lanes.push(lane(
        LaneKey::RootSpeed,
        tr!("Root speed").to_owned(),
        tr!("along the ground, m/s"),
        theme::OK,
        &series.root_speed,
        other.map(|it| &*it.root_speed),
        "m/s",
    ));
    for (name, bone) in &series.bones {
        let edited = other.and_then(|it| it.bones.get(name));
        lanes.push(lane(
            LaneKey::Bone(*name),
            text(*name),
            tr!("bone speed, m/s"),
            theme::PALETTE[4],
            &bone.speed,
            edited.map(|it| &*it.speed),
            "m/s",
        ));
    }
    for (name, values) in &series.curves {
        let edited = other.and_then(|it| it.curves.get(name));
        lanes.push(lane(
            LaneKey::Curve(*name),
            text(*name),
            tr!("curve"),
            theme::PALETTE[6],
            values,
            edited.map(|it| &**it),
            "",
        ));
    }
    lanes
}
