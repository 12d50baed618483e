//! What of an evaluator goes into series after a tick.

use crate::{
    RecordedEvent,
    series::{MachineSeries, MontageSeries, SeriesSpan, SessionSeries},
};
use anim::{
    Name,
    event::{Phase, Warped},
};
use engine::Evaluator;
use glam::Vec3;

/// Metres above the ground of a character up to which a bone slides on it.
const GROUND: f32 = 0.1;

/// Notifies that fired or did not.
pub fn take_events(evaluator: &Evaluator, series: &mut SessionSeries, tick: u64) {
    let character = series.wish.character;
    let own = evaluator.events(character).iter();
    let own = own.filter(|event| {
        matches!(event.phase, Phase::Notify | Phase::Begin | Phase::End) && event.id != 0
    });
    series.events.extend(own.map(|event| RecordedEvent {
        tick,
        character,
        event: *event,
    }));
}

/// Windows of motion warping, from when they warp to when they no longer do. `warping` has the
/// ones that warp now.
pub fn take_warps(
    evaluator: &Evaluator,
    series: &mut SessionSeries,
    tick: u64,
    warping: &mut Vec<Name>,
) {
    for event in evaluator.events(series.wish.character) {
        match event.phase {
            Phase::Warp(Warped::Active | Warped::Reactivated) if !warping.contains(&event.name) => {
                warping.push(event.name);
            }
            Phase::Warp(Warped::Disabled | Warped::Ended | Warped::Left) => {
                warping.retain(|it| *it != event.name);
            }
            _ => {}
        }
    }
    if let Some(newest) = warping.last() {
        extend_spans(&mut series.warps, *newest, tick);
    }
}

/// Weights of the wished nodes.
pub fn take_weights(evaluator: &Evaluator, series: &mut SessionSeries, at: usize) {
    let Some(proxy) = evaluator.proxy(series.wish.character) else {
        return;
    };
    let ids = &proxy.graph().parts().ids;
    for wished in series.wish.nodes.keys() {
        if let Some(node) = ids.iter().position(|id| id == wished) {
            let weight = proxy.state().weight(node as u16);
            put(series.weights.entry(*wished).or_default(), at, weight);
        }
    }
}

/// Puts a value into a series of `at` values before it.
fn put(values: &mut Vec<f32>, at: usize, value: f32) {
    values.resize(at, f32::NAN);
    values.push(value);
}

/// Parameters and curves.
pub fn take_numbers(evaluator: &Evaluator, series: &mut SessionSeries, at: usize) {
    let character = series.wish.character;
    if let Some(proxy) = evaluator.proxy(character) {
        for (name, value) in proxy.state().parameters() {
            put(series.parameters.entry(name).or_default(), at, value as f32);
        }
    }
    if let Some(shown) = evaluator.shown(character) {
        for (name, value) in &shown.pose().curves {
            put(series.curves.entry(*name).or_default(), at, *value);
        }
    }
}

fn extend_spans(spans: &mut Vec<SeriesSpan>, name: Name, tick: u64) {
    match spans.last_mut() {
        Some(last) if last.name == name && last.ticks.end == tick => last.ticks.end = tick + 1,
        _ => spans.push(SeriesSpan {
            name,
            ticks: tick..tick + 1,
        }),
    }
}

/// States of machines that have weight.
pub fn take_machines(evaluator: &Evaluator, series: &mut SessionSeries, (tick, at): (u64, usize)) {
    let Some(proxy) = evaluator.proxy(series.wish.character) else {
        return;
    };
    let graph = proxy.graph();
    for (node, machine) in graph.machines() {
        let state = proxy.state().machine(graph, node);
        let has_weight = proxy.state().weight(node) > 0.0;
        let current = state.and_then(|it| Some((it, it.current()?)));
        let Some((state, current)) = current.filter(|_| has_weight) else {
            continue;
        };
        let Some(name) = machine.parts().states.get(usize::from(current)) else {
            continue;
        };
        let of = graph.node_name(node);
        let known = series.machines.iter().position(|it| it.name == of);
        let known = known.unwrap_or_else(|| {
            let node = graph.parts().ids.get(usize::from(node));
            series.machines.push(MachineSeries {
                name: of,
                node: node.copied().unwrap_or_default(),
                ..MachineSeries::default()
            });
            series.machines.len() - 1
        });
        let own = &mut series.machines[known];
        extend_spans(&mut own.states, name.name, tick);
        put(&mut own.weights, at, state.weight_of(current) as f32);
    }
}

/// Sections of montages that play.
pub fn take_montages(evaluator: &Evaluator, series: &mut SessionSeries, tick: u64) {
    let Some(instance) = evaluator.instance(series.wish.character) else {
        return;
    };
    for state in instance.montage_states() {
        let known = series
            .montages
            .iter()
            .position(|it| it.name == state.montage);
        let known = known.unwrap_or_else(|| {
            series.montages.push(MontageSeries {
                name: state.montage,
                sections: Vec::new(),
            });
            series.montages.len() - 1
        });
        let sections = &mut series.montages[known].sections;
        // A newer one of the same montage in the same tick takes the older one's place.
        sections.pop_if(|last| last.ticks == (tick..tick + 1) && last.name != state.section);
        let is_told = sections.last().is_some_and(|it| it.ticks.end == tick + 1);
        if !is_told {
            extend_spans(sections, state.section, tick);
        }
    }
}

/// Places, speeds and slides of the wished bones.
pub fn take_bones(evaluator: &Evaluator, series: &mut SessionSeries, (at, dt): (usize, f64)) {
    let character = series.wish.character;
    let Some((instance, (placement, shown))) = evaluator.instance(character).zip(
        evaluator
            .placement(character)
            .zip(evaluator.shown(character)),
    ) else {
        return;
    };
    for name in &series.wish.bones {
        let Some(bone) = instance.skeleton().find(*name) else {
            continue;
        };
        let Some(model) = shown.models().get(bone) else {
            continue;
        };
        let model: Vec3 = model.translation.into();
        let now = placement.0.to_affine().transform_point3(model);
        let own = series.bones.entry(*name).or_default();
        let is_next = at > 0 && own.place.len() == at;
        let before = own
            .place
            .last()
            .filter(|_| is_next)
            .map(|it| Vec3::from(*it));
        own.place.resize(at, [f32::NAN; 3]);
        own.place.push(now.into());
        let speed = before.map_or(f32::NAN, |before| before.distance(now) / dt as f32);
        put(&mut own.speed, at, if dt > 0.0 { speed } else { f32::NAN });
        let is_low = now.y - placement.0.translation.y <= GROUND;
        let slide = before.map_or(f32::NAN, |before| (now - before).with_y(0.0).length());
        put(
            &mut own.slide,
            at,
            if is_low { slide * 1000.0 } else { 0.0 },
        );
    }
}
