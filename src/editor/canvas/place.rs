//! Where cards lie that nobody has placed, and all of them when they are put in order: columns
//! towards the output, each source left of what takes it.

use super::page::{Card, CardRole};
use asset::{Id, PoseGraph};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};

/// Between columns, and between the cards of one; points.
const ACROSS: f32 = 64.0;
const DOWN: f32 = 24.0;
/// Rings in the links end the search for a column.
const MOST_COLUMNS: usize = 512;

/// Puts each card where the layout says; the others in order beside those.
pub fn place(graph: &PoseGraph, cards: &mut [Card]) {
    let places = &graph.layout.places;
    let loose: BTreeSet<Id> = cards
        .iter()
        .filter_map(|card| card.id)
        .filter(|id| !places.contains_key(id))
        .collect();
    let ordered = if loose.is_empty() {
        BTreeMap::new()
    } else {
        ordered(cards)
    };
    // In order where nothing is placed yet; else below what is, at its left.
    let known = cards.iter().filter_map(|card| {
        Some(Rect::from_min_size(
            (*places.get(&card.id?)?).into(),
            card.rect.size(),
        ))
    });
    let known = known.fold(Rect::NOTHING, Rect::union);
    let left = loose
        .iter()
        .map(|id| ordered[id].x)
        .fold(f32::INFINITY, f32::min);
    let shift = if known.is_finite() {
        vec2(known.left() - left, known.bottom() + 2.0 * DOWN)
    } else {
        Vec2::ZERO
    };
    for card in cards.iter_mut() {
        let Some(id) = card.id else { continue };
        match places.get(&id) {
            Some(at) => card.move_to((*at).into()),
            None if loose.contains(&id) => card.move_to(ordered[&id] + shift),
            None => {}
        }
    }
    place_result(cards);
    place_input(cards);
}

/// What comes from around a sub-graph stands at its left.
fn place_input(cards: &mut [Card]) {
    let Some(at) = cards.iter().position(|card| card.role == CardRole::Input) else {
        return;
    };
    let own = cards
        .iter()
        .filter(|card| card.role != CardRole::Input)
        .map(|card| card.rect);
    let own = own.reduce(Rect::union).unwrap_or(Rect::ZERO);
    // Low, so that its wires run under what stands between.
    let corner = own.left_bottom() - vec2(cards[at].rect.width() + ACROSS, cards[at].rect.height());
    cards[at].move_to(corner);
}

/// What the page shows stands at the right of the pose that it takes.
fn place_result(cards: &mut [Card]) {
    let Some(at_result) = cards.iter().position(|card| card.role == CardRole::Output) else {
        return;
    };
    let source = cards[at_result].pins.first().and_then(|pin| pin.source);
    let own = cards.iter().filter(|card| card.id.is_some());
    let right = own
        .clone()
        .map(|card| card.rect.right())
        .fold(f32::NEG_INFINITY, f32::max);
    let is_free = |at: Pos2| {
        let room = Rect::from_min_size(at, cards[at_result].rect.size()).expand(8.0);
        own.clone().all(|card| !card.rect.intersects(room))
    };
    let leads = |card: &&Card| card.outs.iter().any(|out| Some(out.source) == source);
    let (x, y) = match own.clone().find(leads) {
        Some(card) if is_free(card.rect.right_top() + vec2(ACROSS, 0.0)) => {
            (card.rect.right(), card.rect.top())
        }
        Some(card) => (right, card.rect.top()),
        None if right.is_finite() => (
            right,
            own.map(|card| card.rect.top())
                .fold(f32::INFINITY, f32::min),
        ),
        None => (0.0, 0.0),
    };
    cards[at_result].move_to(pos2(x + ACROSS, y));
}

/// Places of all cards but the result, in order.
pub fn ordered(cards: &[Card]) -> BTreeMap<Id, Pos2> {
    let at: BTreeMap<Id, usize> = cards
        .iter()
        .enumerate()
        .filter_map(|(at, card)| Some((card.id?, at)))
        .collect();
    // The card that a pose comes from.
    let of: BTreeMap<Id, Id> = cards
        .iter()
        .flat_map(|card| {
            card.outs
                .iter()
                .filter_map(|out| Some((out.source, card.id?)))
        })
        .collect();
    let from = |card: &Card| -> Vec<Id> {
        card.pins
            .iter()
            .filter_map(|pin| of.get(&pin.source?).copied())
            .filter(|it| Some(*it) != card.id)
            .collect()
    };
    let sources: BTreeMap<Id, Vec<Id>> = cards
        .iter()
        .filter_map(|card| Some((card.id?, from(card))))
        .collect();
    let mut columns: BTreeMap<Id, usize> = BTreeMap::new();
    let result = cards.iter().find(|card| card.role == CardRole::Output);
    let mut order = Vec::new();
    let fed: BTreeSet<Id> = cards.iter().flat_map(&from).collect();
    let first = result.into_iter().flat_map(&from);
    // Those that lead nowhere come after what is shown.
    let loose = cards
        .iter()
        .filter_map(|card| card.id)
        .filter(|id| !fed.contains(id));
    for root in first.chain(loose) {
        descend(root, 0, &sources, &mut columns, &mut order);
    }
    let last = columns.values().copied().max().unwrap_or(0);
    let mut widths = vec![0.0f32; last + 1];
    for (id, column) in &columns {
        widths[*column] = widths[*column].max(cards[at[id]].rect.width());
    }
    let mut tops = vec![0.0f32; last + 1];
    let mut placed = BTreeMap::new();
    for id in order {
        let column = columns[&id];
        let left: f32 = -widths[..=column]
            .iter()
            .map(|width| width + ACROSS)
            .sum::<f32>();
        // Not above what it leads to, so that wires run to the right and a little up.
        placed.insert(id, pos2(left, tops[column]));
        tops[column] += cards[at[&id]].rect.height() + DOWN;
    }
    for id in at.keys() {
        placed.entry(*id).or_insert_with(|| pos2(0.0, tops[0]));
    }
    placed
}

fn descend(
    id: Id,
    column: usize,
    sources: &BTreeMap<Id, Vec<Id>>,
    columns: &mut BTreeMap<Id, usize>,
    order: &mut Vec<Id>,
) {
    let known = columns.get(&id).copied();
    if column > MOST_COLUMNS || known.is_some_and(|known| known >= column) {
        return;
    }
    if known.is_none() {
        order.push(id);
    }
    columns.insert(id, column);
    for source in sources.get(&id).into_iter().flatten() {
        descend(*source, column + 1, sources, columns, order);
    }
}
