//! What a script does to root motion in place of a game: a modifier that makes it shorter.

use anim::{
    Transform,
    instance::{RootMotion, RootMotionModifier},
};
use engine::CharacterId;
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// Of one character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootLimit {
    /// What counts of the way that the animations go.
    pub scale: f32,
    /// Metres a second in the world at most.
    pub speed: Option<f32>,
}

/// Of all characters of a script, as they are asked for.
#[derive(Default)]
pub struct RootLimits(Mutex<BTreeMap<CharacterId, RootLimit>>);

impl RootLimits {
    pub fn set(&self, character: CharacterId, limit: RootLimit) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(character, limit);
    }

    fn of(&self, character: CharacterId) -> Option<RootLimit> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&character).copied()
    }
}

impl RootMotionModifier for RootLimits {
    fn pre_convert_to_world(&self, motion: &RootMotion) -> Transform {
        let scale = self.of(motion.character).map_or(1.0, |limit| limit.scale);
        Transform { translation: motion.delta.translation * scale, ..motion.delta }
    }

    fn post_convert_to_world(&self, motion: &RootMotion) -> Transform {
        let most = self.of(motion.character).and_then(|limit| limit.speed).map(|speed| speed * motion.dt as f32);
        let way = motion.delta.translation;
        Transform { translation: most.map_or(way, |most| way.clamp_length_max(most)), ..motion.delta }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Invocation, Io};
    use std::{ffi::OsString, path::Path};

    /// Where the character stands after each tick of a script of a walk, by `simulate` with `--replay`.
    fn places(folder: &Path, requests: &str) -> Vec<[f64; 3]> {
        let script = folder.join("script.json");
        let walk = r#"{"at": 0, "do": "play_clip", "clip": "Walk_Fwd"}"#;
        std::fs::write(&script, format!(r#"{{"requests": [{walk}{requests}]}}"#)).unwrap();
        let line = ["mutoscope", "simulate", folder.to_str().unwrap(), "--script", script.to_str().unwrap()];
        let line = line.into_iter().chain(["--duration", "1", "--replay", "--json"]).map(OsString::from);
        let Ok(Invocation::Command(command)) = crate::parse(line) else { panic!("a command") };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(
            crate::run(&command, &mut Io { out: &mut out, err: &mut err }),
            0,
            "{}",
            String::from_utf8_lossy(&err)
        );
        let text = String::from_utf8(out).unwrap();
        let row = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
        let at = |row: serde_json::Value| [0, 1, 2].map(|axis| row["root"]["placement"][axis].as_f64().unwrap());
        text.lines().map(row).map(at).collect()
    }

    #[test]
    fn a_script_makes_root_motion_shorter_and_it_replays() {
        let folder = tempfile::tempdir().unwrap();
        files::save_project(folder.path(), &mannequin::excerpt(), &files::Saving::since(None)).unwrap();
        let whole = places(folder.path(), "");
        let half = places(folder.path(), r#", {"at": 0, "do": "limit_root_motion", "scale": 0.5}"#);
        let slow = places(folder.path(), r#", {"at": 0.5, "do": "limit_root_motion", "speed": 0.25}"#);
        assert_eq!((whole.len(), half.len(), slow.len()), (60, 60, 60));
        for tick in 0..60 {
            assert!((half[tick][2] - whole[tick][2] / 2.0).abs() < 1e-5, "tick {tick}: {} m", half[tick][2]);
            let expected = if tick < 30 { whole[tick][2] } else { whole[29][2] + 0.25 * (tick - 29) as f64 / 60.0 };
            assert!((slow[tick][2] - expected).abs() < 1e-5, "tick {tick}: {} m, not {expected} m", slow[tick][2]);
        }
        assert!(whole[59][2] > 1.0);
    }
}
