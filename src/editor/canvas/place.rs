//! Where cards lie that nobody has placed, and all of them when they are put in order: columns
//! towards the output, each source left of what takes it.

use super::{
    camera,
    page::{Card, CardRole},
    state::WireTarget,
};
use asset::{Id, PoseGraph};
use egui::{Pos2, Rect, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};

/// Between columns, and between the cards of one; points.
const ACROSS: f32 = 64.0;
const DOWN: f32 = 24.0;
/// Rings in the links end the search for a column.
const MOST_COLUMNS: usize = 512;

/// Puts each card where the layout says. The others lie in order where no node is placed yet, else
/// beside what they are linked with.
pub fn place(graph: &PoseGraph, cards: &mut [Card]) {
    let places = &graph.layout.places;
    let is_placed = |card: &Card| places.contains_key(&card.place);
    let in_order = if cards.iter().any(is_placed) {
        BTreeMap::new()
    } else {
        ordered(cards)
    };
    let mut settled: BTreeSet<Id> = BTreeSet::new();
    for card in cards.iter_mut() {
        let own = places.get(&card.place).map(|at| Pos2::from(*at));
        if let Some(at) = own.or_else(|| in_order.get(&card.id?).copied()) {
            card.move_to(at);
            settled.insert(card.place);
        }
    }
    settle_beside(cards, &mut settled);
    for (role, place) in [
        (CardRole::Output, place_result as fn(&mut [Card])),
        (CardRole::Input, place_input),
    ] {
        let end = cards.iter().find(|card| card.role == role);
        if end.is_some_and(|card| !settled.contains(&card.place)) {
            place(cards);
        }
    }
}

/// Puts what is not settled beside what it is linked with: left of what takes its pose, else right
/// of what it takes, else below all; free of what lies there.
fn settle_beside(cards: &mut [Card], settled: &mut BTreeSet<Id>) {
    if cards
        .iter()
        .all(|card| card.id.is_none() || settled.contains(&card.place))
    {
        return;
    }
    let (order, known) = consumers_first(cards);
    let rings = cards.iter().filter_map(|card| card.id);
    let rings: Vec<Id> = rings.filter(|id| !known.contains_key(id)).collect();
    for id in order.into_iter().chain(rings) {
        let at = cards.iter().position(|card| card.id == Some(id));
        let Some(at) = at.filter(|_| !settled.contains(&id)) else {
            continue;
        };
        let is_settled = |card: &&Card| settled.contains(&card.place);
        let corner = beside(&cards[at], cards.iter().filter(is_settled));
        let taken: Vec<Rect> = cards
            .iter()
            .filter(is_settled)
            .map(|card| card.rect)
            .collect();
        let corner = free_below(Rect::from_min_size(corner, cards[at].rect.size()), &taken);
        cards[at].move_to(corner);
        settled.insert(id);
    }
}

fn beside<'a>(card: &Card, settled: impl Iterator<Item = &'a Card> + Clone) -> Pos2 {
    let takes = |other: &&Card| {
        let mut pins = other.pins.iter();
        pins.any(|pin| card.outs.iter().any(|out| pin.source == Some(out.source)))
    };
    let consumers = settled.clone().filter(takes);
    let left = consumers.clone().map(|other| other.rect.left());
    let pin = consumers
        .flat_map(|other| &other.pins)
        .find(|pin| card.outs.iter().any(|out| pin.source == Some(out.source)));
    if let (Some(left), Some(pin)) = (left.reduce(f32::min), pin) {
        let own = card.outs.iter().find(|out| pin.source == Some(out.source));
        let row = own.map_or(0.0, |out| out.at.y - card.rect.top());
        let corner = pos2(left - ACROSS - card.rect.width(), pin.at.y - row);
        return camera::snapped(corner);
    }
    let outs = settled.clone().flat_map(|other| other.outs.iter());
    let fed = outs.filter(|out| card.pins.iter().any(|pin| pin.source == Some(out.source)));
    if let Some(right) = fed.clone().map(|out| out.at.x).reduce(f32::max) {
        let top = fed.map(|out| out.at.y).fold(f32::INFINITY, f32::min);
        let row = card
            .pins
            .first()
            .map_or(0.0, |pin| pin.at.y - card.rect.top());
        return camera::snapped(pos2(right + ACROSS, top - row));
    }
    let all = settled.map(|other| other.rect).reduce(Rect::union);
    all.map_or(Pos2::ZERO, |all| {
        pos2(all.left(), all.bottom() + 2.0 * DOWN)
    })
}

/// Down until nothing lies under it. Each of what is there moves it once, but for places so far away
/// that a card is less than the distance between two numbers.
fn free_below(mut rect: Rect, taken: &[Rect]) -> Pos2 {
    for _ in taken {
        let under = |other: &&Rect| other.intersects(rect.expand(8.0));
        let Some(other) = taken.iter().find(under) else {
            break;
        };
        rect = rect.translate(vec2(0.0, other.bottom() + DOWN - rect.top()));
    }
    rect.min
}

/// New places of cards so that one which is taken up by a wire lies between its ends: left of what
/// the wire leads to, and what the wire comes from, with all before it, left of that. Nothing moves
/// where there is room.
pub fn room_for(
    cards: &[Card],
    inserted: Id,
    (source, target): (Id, WireTarget),
) -> Vec<(Id, Pos2)> {
    let find = |is_it: &dyn Fn(&&Card) -> bool| cards.iter().find(is_it);
    let new = find(&|card| card.id == Some(inserted));
    let to = find(&|card| card.pins.iter().any(|pin| pin.target == target));
    let (Some(new), Some(to)) = (new, to) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    let mut left = new.rect.left();
    if new.rect.right() + DOWN > to.rect.left() {
        left = to.rect.left() - ACROSS - new.rect.width();
        let corner = camera::snapped(pos2(left, new.rect.top()));
        left = corner.x;
        places.push((new.place, corner));
    }
    let before = upstream(cards, source, [new.place, to.place]);
    let right = before
        .first()
        .map_or(f32::NEG_INFINITY, |card| card.rect.right());
    if right + DOWN > left {
        let by = vec2(left - ACROSS - right, 0.0);
        let moved = before
            .iter()
            .map(|card| (card.place, camera::snapped(card.rect.min + by)));
        places.extend(moved);
    }
    places
}

/// The card that a pose comes from, then all that lead to it, without some.
fn upstream(cards: &[Card], source: Id, without: [Id; 2]) -> Vec<&Card> {
    let mut found: Vec<&Card> = Vec::new();
    let mut open = vec![source];
    while let Some(source) = open.pop() {
        let of = |card: &&Card| card.outs.iter().any(|out| out.source == source);
        let Some(card) = cards.iter().find(of) else {
            continue;
        };
        let is_known = found.iter().any(|known| known.place == card.place);
        if !is_known && !without.contains(&card.place) {
            found.push(card);
            open.extend(card.pins.iter().filter_map(|pin| pin.source));
        }
    }
    found
}

/// Puts all cards in order, those of nodes below and right of a corner.
pub fn put_in_order(cards: &mut [Card], corner: Pos2) {
    let places = ordered(cards);
    let left = places.values().map(|at| at.x).fold(f32::INFINITY, f32::min);
    let top = places.values().map(|at| at.y).fold(f32::INFINITY, f32::min);
    for card in cards.iter_mut() {
        if let Some(at) = card.id.and_then(|id| places.get(&id)) {
            card.move_to(*at + (corner - pos2(left, top)));
        }
    }
    place_result(cards);
    place_input(cards);
}

/// Places of all cards but the ends of the page, in order.
fn ordered(cards: &[Card]) -> BTreeMap<Id, Pos2> {
    let at: BTreeMap<Id, usize> = cards
        .iter()
        .enumerate()
        .filter_map(|(at, card)| Some((card.id?, at)))
        .collect();
    let (order, columns) = consumers_first(cards);
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

/// Nodes and sub-graphs with what takes their poses before them, from the result on, and the column
/// of each: 0 is next to the result.
fn consumers_first(cards: &[Card]) -> (Vec<Id>, BTreeMap<Id, usize>) {
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
    // Those that lead nowhere come after what is shown, and those of rings last.
    let loose = sources.keys().copied().filter(|id| !fed.contains(id));
    for root in first.chain(loose) {
        descend(root, 0, &sources, &mut columns, &mut order);
    }
    (order, columns)
}

/// Places the inputs of a sub-graph at its left.
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

/// Places the page's result at the right of the pose that it takes.
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
