//! Three versions of one JSON value become one, field by field.
//!
//! Lists whose items all have an `id` are merged item by item, whatever their order; other lists
//! and plain values are one field each. Invariant: what only one side changed is as that side has
//! it, and only what both changed, and not alike, is a conflict.

use super::{Conflict, MergeSide};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Fields of an asset that only make sense together: they all come from one side.
const TOGETHER: [&[&str]; 3] = [
    &["keys", "bones", "keys_edited"],
    &["parts", "lods", "bones", "materials"],
    &["width", "height", "texels"],
];

/// Returns the side that a conflict is taken from, by its place.
pub(super) type Pick<'a> = &'a dyn Fn(&str) -> MergeSide;

/// A value that may be absent.
type OptionalValue<'a> = Option<&'a Value>;

pub(super) struct Merging<'a> {
    /// Decides conflicts.
    pub pick: Pick<'a>,
    /// Conflicts that were found so far.
    pub conflicts: Vec<Conflict>,
}

impl Merging<'_> {
    /// Merges three versions of a value. `place` is where the value lies: names of fields and items
    /// with slashes between. None means that the merged value does not exist.
    pub fn merged(
        &mut self,
        place: &str,
        base: OptionalValue<'_>,
        mine: OptionalValue<'_>,
        theirs: OptionalValue<'_>,
    ) -> Option<Value> {
        if mine == theirs || theirs == base {
            return mine.cloned();
        }
        if mine == base {
            return theirs.cloned();
        }
        match (mine, theirs) {
            (Some(Value::Object(mine)), Some(Value::Object(theirs))) => {
                let empty = Map::new();
                let base = base.and_then(Value::as_object).unwrap_or(&empty);
                Some(Value::Object(self.fields(place, base, mine, theirs)))
            }
            (Some(Value::Array(mine)), Some(Value::Array(theirs))) => {
                let base = base
                    .and_then(Value::as_array)
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                match (Items::of(base), Items::of(mine), Items::of(theirs)) {
                    (Some(base), Some(mine), Some(theirs)) => {
                        Some(Value::Array(self.items(place, &base, &mine, &theirs)))
                    }
                    _ => self.conflict(
                        place,
                        base_value(base),
                        Some(&mine.clone().into()),
                        Some(&theirs.clone().into()),
                    ),
                }
            }
            _ => self.conflict(place, base.cloned(), mine, theirs),
        }
    }

    fn conflict(
        &mut self,
        place: &str,
        base: Option<Value>,
        mine: OptionalValue<'_>,
        theirs: OptionalValue<'_>,
    ) -> Option<Value> {
        let side = (self.pick)(place);
        self.conflicts.push(Conflict {
            place: place.to_owned(),
            base,
            mine: mine.cloned(),
            theirs: theirs.cloned(),
            taken: side,
        });
        if side == MergeSide::Mine {
            mine.cloned()
        } else {
            theirs.cloned()
        }
    }

    fn fields(
        &mut self,
        place: &str,
        base: &Map<String, Value>,
        mine: &Map<String, Value>,
        theirs: &Map<String, Value>,
    ) -> Map<String, Value> {
        let [known, own, other] = [base, mine, theirs]
            .map(|fields| fields.keys().map(String::as_str).collect::<Vec<_>>());
        let group = if place.is_empty() {
            group(base, mine, theirs)
        } else {
            None
        };
        let side = group.and_then(|group| self.group_side(group, base, mine, theirs));
        let mut out = Map::new();
        for key in in_order(&known, &own, &other) {
            let below = if place.is_empty() {
                key.to_owned()
            } else {
                format!("{place}/{key}")
            };
            let value = match side {
                Some(side) if group.is_some_and(|group| group.contains(&key)) => {
                    if side == MergeSide::Mine {
                        mine.get(key).cloned()
                    } else {
                        theirs.get(key).cloned()
                    }
                }
                _ => self.merged(&below, base.get(key), mine.get(key), theirs.get(key)),
            };
            out.extend(value.map(|value| (key.to_owned(), value)));
        }
        out
    }

    /// The side that all fields of a group come from; a conflict where both sides changed them.
    /// None where there is no need to pick one.
    fn group_side(
        &mut self,
        group: &[&str],
        base: &Map<String, Value>,
        mine: &Map<String, Value>,
        theirs: &Map<String, Value>,
    ) -> Option<MergeSide> {
        let is_like = |a: &Map<String, Value>, b: &Map<String, Value>| {
            group.iter().all(|key| a.get(*key) == b.get(*key))
        };
        if is_like(theirs, base) || is_like(mine, theirs) {
            return Some(MergeSide::Mine);
        }
        if is_like(mine, base) {
            return Some(MergeSide::Theirs);
        }
        let first = group[0];
        self.conflict(
            first,
            base.get(first).cloned(),
            mine.get(first),
            theirs.get(first),
        );
        Some((self.pick)(first))
    }

    /// Order of the merged items. Two different new orders are a conflict, unless the items are
    /// sorted by time.
    fn order<'a>(
        &mut self,
        place: &str,
        base: &Items<'a>,
        mine: &Items<'a>,
        theirs: &Items<'a>,
    ) -> Vec<&'a str> {
        let is_common = |id: &&&str| {
            [base, mine, theirs]
                .iter()
                .all(|items| items.ids.contains(id))
        };
        let common =
            |items: &Items<'a>| -> Value { items.ids.iter().filter(is_common).copied().collect() };
        let (was, own, other) = (common(base), common(mine), common(theirs));
        let is_in_time = [base, mine, theirs].iter().all(|items| items.are_in_time());
        if own == was || other == was || own == other || is_in_time {
            return in_order(&base.ids, &mine.ids, &theirs.ids);
        }
        let below = format!("{place}/order");
        self.conflict(&below, Some(was), Some(&own), Some(&other));
        match (self.pick)(&below) {
            MergeSide::Mine => in_order(&base.ids, &mine.ids, &theirs.ids),
            MergeSide::Theirs => in_order(&base.ids, &theirs.ids, &mine.ids),
        }
    }

    fn items(
        &mut self,
        place: &str,
        base: &Items<'_>,
        mine: &Items<'_>,
        theirs: &Items<'_>,
    ) -> Vec<Value> {
        let order = self.order(place, base, mine, theirs);
        let mut out = Vec::new();
        for id in order {
            let found = [base, mine, theirs].map(|items| items.get(id));
            let name = found
                .iter()
                .rev()
                .find_map(|item| item.and_then(name))
                .unwrap_or(id);
            let value = self.merged(
                &format!("{place}/{name} [{id}]"),
                found[0],
                found[1],
                found[2],
            );
            out.extend(value);
        }
        if [base, mine, theirs].iter().all(|items| items.are_in_time()) {
            out.sort_by(|a, b| {
                moment(a)
                    .unwrap_or_default()
                    .total_cmp(&moment(b).unwrap_or_default())
            });
        }
        out
    }
}

fn base_value(base: &[Value]) -> Option<Value> {
    (!base.is_empty()).then(|| Value::Array(base.to_vec()))
}

/// The group of fields in [`TOGETHER`] that this asset has, if any.
fn group(
    base: &Map<String, Value>,
    mine: &Map<String, Value>,
    theirs: &Map<String, Value>,
) -> Option<&'static [&'static str]> {
    let has = |group: &&&[&str]| {
        [base, mine, theirs]
            .iter()
            .any(|fields| fields.contains_key(group[0]))
    };
    TOGETHER.iter().find(has).copied()
}

/// All names of both sides. They are in the order of the side that changed the order; a name that
/// only the other side has comes after the one that it follows there.
fn in_order<'a>(base: &[&'a str], mine: &[&'a str], theirs: &[&'a str]) -> Vec<&'a str> {
    let common = |list: &[&'a str]| -> Vec<&'a str> {
        list.iter()
            .copied()
            .filter(|name| base.contains(name) && mine.contains(name) && theirs.contains(name))
            .collect()
    };
    let (first, second) = if common(mine) == common(base) {
        (theirs, mine)
    } else {
        (mine, theirs)
    };
    let mut out = first.to_vec();
    let mut before: Option<&str> = None;
    for name in second {
        if !out.contains(name) {
            let at = before
                .and_then(|before| out.iter().position(|known| *known == before))
                .map_or(0, |at| at + 1);
            out.insert(at, name);
        }
        before = Some(name);
    }
    let sorted = |list: &[&str]| list.is_sorted();
    if sorted(base) && sorted(mine) && sorted(theirs) {
        out.sort_unstable();
    }
    out
}

/// A list of objects with unique ids.
pub(super) struct Items<'a> {
    /// Ids in the order of the list.
    pub ids: Vec<&'a str>,
    values: &'a [Value],
}

impl<'a> Items<'a> {
    /// The values as items with ids; None unless every value has an `id` of its own.
    pub fn of(values: &'a [Value]) -> Option<Self> {
        let ids: Option<Vec<&str>> = values
            .iter()
            .map(|value| value.get("id")?.as_str())
            .collect();
        let ids = ids?;
        let distinct: BTreeSet<&str> = ids.iter().copied().collect();
        (distinct.len() == ids.len()).then_some(Self { ids, values })
    }

    /// The object with this id.
    pub fn get(&self, id: &str) -> Option<&'a Value> {
        self.ids
            .iter()
            .position(|known| *known == id)
            .map(|at| &self.values[at])
    }

    fn are_in_time(&self) -> bool {
        let moments: Option<Vec<f64>> = self.values.iter().map(moment).collect();
        moments.is_some_and(|moments| moments.is_sorted())
    }
}

fn moment(item: &Value) -> Option<f64> {
    item.get("time")
        .or_else(|| item.get("start"))
        .and_then(Value::as_f64)
}

/// The name of an item for people.
pub(super) fn name(item: &Value) -> Option<&str> {
    ["name", "text", "node"]
        .into_iter()
        .find_map(|field| item.get(field)?.as_str())
}
