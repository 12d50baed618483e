//! What clips hold beyond keys, once more as text in the `extras` of the scene. Programs that drop
//! the `extras` of animations keep this text, so that a file comes back from them with its notifies,
//! sync markers and curves; `docs/gltf.md` is its contract.

#[cfg(test)]
mod tests;

use super::{
    odd::{Odd, Plain},
    own::Own,
};
use crate::{
    ImportReport,
    scene::{Said, SaidBase, SaidEvents},
};
use asset::{Id, NotifyClass};
use serde::{
    Deserialize,
    de::{IgnoredAny, MapAccess},
};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

/// Key in the `extras` of a scene: the JSON of an object with a `mutoscope` object for each
/// animation, by its name, as text.
pub const CLIPS: &str = "mutoscopeClips";

/// Key in the `extras` of a scene: the JSON of an object with each notify class that its clips use,
/// by its id, as text.
pub const CLASSES: &str = "mutoscopeNotifyClasses";

/// The `extras` of a scene; only [`CLIPS`] and [`CLASSES`] are read.
#[derive(Debug, Default)]
pub struct SceneExtras {
    clips: Odd<String>,
    classes: Odd<String>,
}

impl Plain for SceneExtras {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut extras = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                CLIPS => extras.clips = map.next_value()?,
                CLASSES => extras.classes = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(extras))
    }
}

/// Clips by the names of their animations.
#[derive(Debug, Default)]
pub struct ClipStore(Map<String, Value>);

impl ClipStore {
    /// Reads the clips of all scenes; a text that cannot be read is reported and left out.
    pub fn read<'a>(
        scenes: impl Iterator<Item = &'a SceneExtras>,
        report: &mut ImportReport,
    ) -> Self {
        let mut all = Map::new();
        for (at, extras) in scenes.enumerate() {
            let Some(text) = extras.clips.as_ref() else {
                continue;
            };
            match serde_json::from_str::<Map<String, Value>>(text) {
                Ok(clips) => all.extend(clips),
                Err(error) => report.warn(
                    format!("/scenes/{at}/extras/{CLIPS}"),
                    tr!("It cannot be read ({error}); notifies, sync markers and curves of its clips were left out."),
                ),
            }
        }
        Self(all)
    }

    /// Settings of the animation of this name; None if they are not there.
    pub fn said(&self, name: &str) -> Option<Said> {
        let own: Odd<Own> = serde_json::from_value(self.0.get(name)?.clone()).ok()?;
        own.as_ref().map(Own::said)
    }

    /// What the animation of this name was exported from, and what that adds to. What cannot be read
    /// is reported with `place` and left out.
    pub fn base(&self, name: &str, place: &str, report: &mut ImportReport) -> SaidBase {
        let clip = self.0.get(name);
        let field = |field: &str| clip?.get(field).filter(|value| !value.is_null());
        SaidBase {
            id: field("id").and_then(|id| Id::deserialize(id).ok()),
            additive: field("additive").and_then(|additive| {
                let read = asset::clip::Additive::deserialize(additive);
                read.map_err(|error| {
                    report.warn(
                        format!("{place}/additive"),
                        tr!("It cannot be read ({error}); it was left out."),
                    );
                })
                .ok()
            }),
        }
    }

    /// What happens on the timeline of the animation of this name. An item that cannot be read is
    /// reported with `place` and left out.
    pub fn events(&self, name: &str, place: &str, report: &mut ImportReport) -> SaidEvents {
        let none = Value::Null;
        let clip = self.0.get(name).unwrap_or(&none);
        let mut reader = ItemReader {
            clip,
            place,
            report,
        };
        SaidEvents {
            tracks: reader.items("tracks"),
            notifies: reader.items("notifies"),
            sync_markers: reader.items("sync_markers"),
            curves: reader.items("curves"),
        }
    }
}

/// Reads the notify classes of all scenes. A text or a class that cannot be read is reported and
/// left out, as is one more class of a name.
pub fn classes<'a>(
    scenes: impl Iterator<Item = &'a SceneExtras>,
    report: &mut ImportReport,
) -> BTreeMap<Id, NotifyClass> {
    let (mut all, mut names) = (BTreeMap::new(), BTreeSet::new());
    for (at, extras) in scenes.enumerate() {
        let Some(text) = extras.classes.as_ref() else {
            continue;
        };
        let place = format!("/scenes/{at}/extras/{CLASSES}");
        let found: Map<String, Value> = serde_json::from_str(text).unwrap_or_else(|error| {
            report.warn(
                place.as_str(),
                tr!("It cannot be read ({error}); notify classes were left out."),
            );
            Map::new()
        });
        for (id, class) in found {
            match class_of(&id, class) {
                Ok((id, class)) => {
                    if names.insert(class.name.clone()) {
                        all.insert(id, class);
                    }
                }
                Err(error) => report.warn(
                    format!("{place}/{id}"),
                    tr!("It cannot be read ({error}); it was left out."),
                ),
            }
        }
    }
    all
}

fn class_of(id: &str, class: Value) -> Result<(Id, NotifyClass), String> {
    let text = |error: serde_json::Error| error.to_string();
    let id = serde_json::from_value(Value::from(id)).map_err(text)?;
    let class = serde_json::from_value(class).map_err(text)?;
    if asset::is_finite(&class) {
        Ok((id, class))
    } else {
        Err(tr!("a number is not finite or too large").to_owned())
    }
}

struct ItemReader<'a> {
    clip: &'a Value,
    place: &'a str,
    report: &'a mut ImportReport,
}

impl ItemReader<'_> {
    fn items<T: for<'de> Deserialize<'de>>(&mut self, field: &str) -> Vec<T> {
        let items = self.clip.get(field).and_then(Value::as_array);
        let mut read = Vec::new();
        for (at, item) in items.into_iter().flatten().enumerate() {
            match T::deserialize(item) {
                Ok(item) => read.push(item),
                Err(error) => self.report.warn(
                    format!("{}/{field}/{at}", self.place),
                    tr!("It cannot be read ({error}); it was left out."),
                ),
            }
        }
        read
    }
}
