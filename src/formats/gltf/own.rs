//! What clips that were exported from a project say of themselves, in the `extras` of their animation: they come back as
//! they went. What is not there, or is of another kind, stays as it is guessed.

use super::odd::{Odd, Plain};
use crate::scene::{Said, SaidRoot};
use anim::clip::RootLock;
use asset::clip::LoopPolicy;
use serde::de::{IgnoredAny, MapAccess};

/// The `extras` of an animation.
#[derive(Debug, Default)]
pub struct Extras {
    own: Odd<Own>,
}

#[derive(Debug, Default)]
struct Own {
    looping: Odd<bool>,
    loop_policy: Odd<String>,
    rate_scale: Odd<f64>,
    root_motion: Odd<OwnRoot>,
    root_bone: Odd<String>,
}

#[derive(Debug, Default)]
struct OwnRoot {
    enabled: Odd<bool>,
    lock: Odd<String>,
}

impl Plain for Extras {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut extras = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "mutoscope" => extras.own = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(extras))
    }
}

impl Plain for Own {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut own = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "looping" => own.looping = map.next_value()?,
                "loop_policy" => own.loop_policy = map.next_value()?,
                "rate_scale" => own.rate_scale = map.next_value()?,
                "root_motion" => own.root_motion = map.next_value()?,
                "root_bone" => own.root_bone = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(own))
    }
}

impl Plain for OwnRoot {
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut root = Self::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "enabled" => root.enabled = map.next_value()?,
                "lock" => root.lock = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(root))
    }
}

impl Extras {
    pub fn said(&self) -> Option<Said> {
        let own = self.own.as_ref()?;
        let loop_policy = match own.loop_policy.as_deref() {
            Some("wrap") => Some(LoopPolicy::Wrap),
            Some("clamp") => Some(LoopPolicy::Clamp),
            _ => None,
        };
        let rate_scale = own.rate_scale.map(|rate| rate as f32).filter(|rate| rate.is_finite() && *rate != 0.0);
        let root_motion = own.root_motion.as_ref().map(|root| SaidRoot {
            enabled: root.enabled.unwrap_or(false),
            lock: match root.lock.as_deref() {
                Some("first_frame") => RootLock::FirstFrame,
                Some("zero") => RootLock::Zero,
                _ => RootLock::Reference,
            },
            bone: own.root_bone.clone(),
        });
        Some(Said { looping: *own.looping, loop_policy, rate_scale, root_motion })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Builder, imported, warnings};
    use super::*;
    use asset::Clip;
    use serde_json::{Value, json};

    /// A bone that goes a metre, with these `extras` of its animation.
    fn clip(extras: Value) -> (Clip, Vec<String>) {
        let mut builder = Builder::new(json!({}));
        let (times, places) = (builder.floats("SCALAR", 1, &[0.0, 1.0]), builder.vec3(&[[0.0; 3], [1.0, 0.0, 0.0]]));
        builder.json["nodes"] = json!([{"name": "top", "children": [1]}, {"name": "hips"}]);
        builder.json["animations"] = json!([{"name": "walk", "extras": extras,
            "samplers": [{"input": times, "output": places}],
            "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]}]);
        let found = imported(&builder.finish());
        let clip = found.project.clips.values().next().unwrap();
        ((**clip).clone(), warnings(&found))
    }

    #[test]
    fn what_was_exported_comes_back_as_it_was() {
        let own = json!({"looping": true, "loop_policy": "wrap", "rate_scale": 1.5, "frame_rate": 30.0,
            "root_motion": {"enabled": true, "lock": "first_frame"}, "root_bone": "hips", "notifies": [{"a": [1]}]});
        let (clip, told) = clip(json!({"of others": [1], "mutoscope": own}));
        assert_eq!((clip.looping, clip.loop_policy, clip.rate_scale), (true, LoopPolicy::Wrap, 1.5));
        assert_eq!((clip.root_motion.enabled, clip.root_motion.lock), (true, RootLock::FirstFrame));
        assert_eq!(clip.root_bone.unwrap().as_str(), "hips");
        assert_eq!(told, Vec::<String>::new());
    }

    #[test]
    fn what_is_of_another_kind_stays_as_it_is_guessed() {
        let (plain, _) = clip(Value::Null);
        let deep: Value = (0..60).fold(json!(1), |inside, _| json!([inside]));
        for odd in [
            json!(7),
            json!([1]),
            json!({"mutoscope": 3}),
            json!({"mutoscope": deep}),
            json!({"mutoscope": {"looping": "yes", "loop_policy": 3, "rate_scale": [1], "root_motion": true}}),
            json!({"mutoscope": {"rate_scale": 0.0, "root_motion": {"enabled": 1}, "root_bone": "nobody"}}),
        ] {
            let (found, _) = clip(odd.clone());
            assert_eq!(found, Clip { origin: found.origin.clone(), ..plain.clone() }, "{odd}");
        }
    }
}
