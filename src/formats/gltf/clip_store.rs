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
    scene::{Said, SaidEvents},
};
use serde::{
    Deserialize,
    de::{IgnoredAny, MapAccess},
};
use serde_json::{Map, Value};
use words::tr;

/// Key in the `extras` of a scene: the JSON of an object with a `mutoscope` object for each
/// animation, by its name, as text.
pub const CLIPS: &str = "mutoscopeClips";

/// The `extras` of a scene; only [`CLIPS`] is read.
#[derive(Debug, Default)]
pub struct SceneExtras {
    clips: Odd<String>,
}

impl Plain for SceneExtras {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut extras = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == CLIPS {
                extras.clips = map.next_value()?;
            } else {
                map.next_value::<IgnoredAny>()?;
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
