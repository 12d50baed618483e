//! The change of one item, made in all that are selected.

#[cfg(test)]
mod tests;

use super::record::{map, record, shortened, written_out};
use crate::{
    parts::Typed,
    timeline::{
        TimelineHost,
        item::{self, Item},
    },
};
use asset::{
    Curve, CurveKey, Id, LaneSound, Note, Notify, SyncMarker, montage::Section, montage::Segment,
};
use document::{Command, CurveKeyCommand, ItemCommand, MontageCommand, NotifyCommand};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use words::tr;

type Records = BTreeMap<Id, Map<String, Value>>;

/// How an edit of the first of several selected items changed its value.
pub struct MultiEditChange<'a> {
    /// All as they were at the press, while a value is dragged.
    pub dragged: Option<&'a Records>,
    /// JSON pointer to the edited value; all items take that value, even if the first item already
    /// had it.
    pub forced: Option<&'a str>,
    /// The expression that the row was given: it holds for each by itself.
    pub typed: Option<&'a Typed>,
}

/// Makes the same change to all items. During a drag each number changes by the same amount, and a
/// typed expression is evaluated for each item; any other edit gives all items the same value. The
/// error is a reason, and then no item changes.
pub fn spread(
    host: &TimelineHost<'_>,
    command: &Command,
    many: &[Id],
    change: &MultiEditChange<'_>,
) -> Result<Command, String> {
    let spread = Spread {
        host,
        many: in_order(host, many),
        change,
    };
    let commands = match command {
        Command::Notify(asset, NotifyCommand::Set(after)) => {
            let set = |notify: Notify| {
                let Some(Item::Notify(known)) = item::find(host, notify.id) else {
                    return None;
                };
                let notify = shortened(host, notify, known);
                Some(Command::Notify(*asset, NotifyCommand::Set(notify)))
            };
            spread.all(after.id, &written_out(host, after), set)?
        }
        Command::SyncMarker(asset, ItemCommand::Set(after)) => {
            spread.all(after.id, after, |it: SyncMarker| {
                Some(Command::SyncMarker(*asset, ItemCommand::Set(it)))
            })?
        }
        Command::Note(asset, ItemCommand::Set(after)) => {
            spread.all(after.id, after, |it: Note| {
                Some(Command::Note(*asset, ItemCommand::Set(it)))
            })?
        }
        Command::Sound(asset, ItemCommand::Set(after)) => {
            spread.all(after.id, after, |it: LaneSound| {
                Some(Command::Sound(*asset, ItemCommand::Set(it)))
            })?
        }
        Command::CurveKey(asset, CurveKeyCommand::Set(after)) => {
            spread.all(after.id, after, |it: CurveKey| {
                Some(Command::CurveKey(*asset, CurveKeyCommand::Set(it)))
            })?
        }
        Command::Montage(asset, MontageCommand::SetSegment { segment: after, .. }) => {
            let set = |segment: Segment| {
                let slot = host.montage()?.segment(segment.id)?.0.id;
                Some(Command::Montage(
                    *asset,
                    MontageCommand::SetSegment { slot, segment },
                ))
            };
            spread.all(after.id, after, set)?
        }
        Command::Curve(asset, ItemCommand::Set(after)) => {
            let set = |curve: Curve| {
                let Some(Item::Curve(known)) = item::find(host, curve.id) else {
                    return None;
                };
                Some(Command::Curve(
                    *asset,
                    ItemCommand::Set(Curve {
                        keys: known.keys.clone(),
                        ..curve
                    }),
                ))
            };
            spread.all(
                after.id,
                &Curve {
                    keys: Vec::new(),
                    ..after.clone()
                },
                set,
            )?
        }
        Command::Montage(asset, MontageCommand::MoveSection(id, start)) => {
            let Some(Item::Section(known)) = item::find(host, *id) else {
                return Ok(command.clone());
            };
            let after = Section {
                start: *start,
                ..known.clone()
            };
            let set = |it: Section| {
                Some(Command::Montage(
                    *asset,
                    MontageCommand::MoveSection(it.id, it.start),
                ))
            };
            let mut commands = spread.all(*id, &after, set)?;
            // None runs into one that has yet to move.
            if *start > known.start {
                commands.reverse();
            }
            commands
        }
        // A section that is to be played again and again leads to itself, and so do the others.
        Command::Montage(asset, MontageCommand::LinkSection { from, to }) => {
            let link = |id: &Id| {
                let to = if *to == Some(*from) { Some(*id) } else { *to };
                Command::Montage(*asset, MontageCommand::LinkSection { from: *id, to })
            };
            many.iter().map(link).collect()
        }
        // The row itself has changed nothing that the others have.
        _ => return Ok(command.clone()),
    };
    Ok(Command::Batch(commands))
}

/// The items, sorted by start time.
fn in_order(host: &TimelineHost<'_>, many: &[Id]) -> Vec<Id> {
    let start = |id: &Id| item::span(host, *id).map_or(0.0, |span| span.0);
    let mut many = many.to_vec();
    many.sort_by(|a, b| start(a).total_cmp(&start(b)));
    many
}

struct Spread<'a> {
    host: &'a TimelineHost<'a>,
    many: Vec<Id>,
    change: &'a MultiEditChange<'a>,
}

impl Spread<'_> {
    fn all<T: Serialize + DeserializeOwned>(
        &self,
        first: Id,
        after: &T,
        set: impl Fn(T) -> Option<Command>,
    ) -> Result<Vec<Command>, String> {
        // A drag is computed from the state at the press.
        let known = |id| {
            self.change.dragged.map_or_else(
                || record(self.host, id),
                |pressed| pressed.get(&id).cloned(),
            )
        };
        let (Some(before), Some(after)) = (
            known(first).map(Value::Object),
            map(after).map(Value::Object),
        ) else {
            return Ok(Vec::new());
        };
        let mut places = Vec::new();
        differences("", &before, &after, &mut places);
        places.extend(
            self.change
                .forced
                .filter(|it| !places.iter().any(|place| place.starts_with(*it)))
                .map(str::to_owned),
        );
        let mut commands = Vec::new();
        for (at, id) in self.many.iter().enumerate() {
            let Some(mut record) = known(*id).map(Value::Object) else {
                continue;
            };
            for place in &places {
                let new = self.value(place, [&before, &after, &record], at)?;
                put(&mut record, place, new);
            }
            self.check(*id, &record)?;
            commands.extend(serde_json::from_value(record).ok().and_then(&set));
        }
        Ok(commands)
    }

    /// New value at `place`; None if the edit removes it. Err says why it is refused.
    fn value(
        &self,
        place: &str,
        [before, after, known]: [&Value; 3],
        at: usize,
    ) -> Result<Option<Value>, String> {
        let number = |record: &Value| record.pointer(place).and_then(Value::as_f64);
        let set = after.pointer(place).cloned();
        let (Some(known_number), Some(to)) = (number(known), number(after)) else {
            return Ok(set);
        };
        let is_whole = known
            .pointer(place)
            .is_some_and(|value| value.is_i64() || value.is_u64());
        let numeric = |value: f64| {
            if is_whole {
                Value::from(value.round() as i64)
            } else {
                Value::from(value)
            }
        };
        if let Some(typed) = self.change.typed {
            let factor = self.factor(place, typed);
            let value = typed.value(known_number * factor, (at, self.many.len()))?;
            return Ok(Some(numeric(value / factor)));
        }
        match (self.change.dragged, number(before)) {
            (Some(_), Some(from)) => Ok(Some(numeric(known_number + to - from))),
            _ => Ok(set),
        }
    }

    /// Number of display units for each stored unit of the field.
    fn factor(&self, place: &str, typed: &Typed) -> f64 {
        match typed.unit.as_str() {
            _ if place.starts_with("/fields") => 1.0,
            "f" => self.host.frame_rate(),
            "%" => 100.0,
            _ => 1.0,
        }
    }

    /// Refuses a record that begins before the timeline or ends after it, if its item must stay
    /// inside.
    fn check(&self, id: Id, record: &Value) -> Result<(), String> {
        let number = |key: &str| record.get(key).and_then(Value::as_f64);
        let stays = item::find(self.host, id).is_some_and(|item| item.stays_inside());
        let Some(time) = number("time").filter(|_| stays) else {
            return Ok(());
        };
        let (end, length) = (time + number("duration").unwrap_or(0.0), self.host.length());
        let was_outside = item::span(self.host, id).is_some_and(|span| span.1 > length + 1e-6);
        let name = item::name(self.host, id).unwrap_or_else(|| tr!("A key").to_owned());
        if time < -1e-6 {
            return Err(tr!(
                "{name} would start at {time:.3} s, before the timeline starts."
            ));
        }
        if end > length + 1e-4 && !was_outside {
            return Err(tr!(
                "{name} would end at {end:.3} s, after the timeline ends at {length:.3} s."
            ));
        }
        Ok(())
    }
}

/// Pointers to the values in which they differ, but for their ids.
fn differences(at: &str, before: &Value, after: &Value, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let keys = new
                .keys()
                .chain(old.keys().filter(|key| !new.contains_key(*key)));
            for key in keys.filter(|key| !at.is_empty() || *key != "id") {
                let place = format!("{at}/{key}");
                match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) => differences(&place, old, new, found),
                    _ => found.push(place),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (part, (old, new)) in old.iter().zip(new).enumerate() {
                differences(&format!("{at}/{part}"), old, new, found);
            }
        }
        _ if before != after => found.push(at.to_owned()),
        _ => {}
    }
}

/// Sets the value at `place`, or removes it if `value` is None.
fn put(record: &mut Value, place: &str, value: Option<Value>) {
    let Some((parent, key)) = place.rsplit_once('/') else {
        return;
    };
    let parent = if parent.is_empty() {
        Some(&mut *record)
    } else {
        record.pointer_mut(parent)
    };
    match (parent, value) {
        (Some(Value::Object(map)), Some(value)) => drop(map.insert(key.to_owned(), value)),
        (Some(Value::Object(map)), None) => drop(map.remove(key)),
        (Some(Value::Array(list)), Some(value)) => {
            if let Some(part) = key.parse().ok().and_then(|at: usize| list.get_mut(at)) {
                *part = value;
            }
        }
        _ => {}
    }
}
