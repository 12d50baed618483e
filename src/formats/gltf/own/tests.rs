use super::super::tests::{Builder, imported, warnings};
use super::*;
use asset::Clip;
use serde_json::{Value, json};

/// A bone that goes a metre, with these `extras` of its animation.
fn clip(extras: Value) -> (Clip, Vec<String>) {
    let mut builder = Builder::new(json!({}));
    let (times, places) = (
        builder.floats("SCALAR", 1, &[0.0, 1.0]),
        builder.vec3(&[[0.0; 3], [1.0, 0.0, 0.0]]),
    );
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
    assert_eq!(
        (clip.looping, clip.loop_policy, clip.rate_scale),
        (true, LoopPolicy::Wrap, 1.5)
    );
    assert_eq!(
        (clip.root_motion.enabled, clip.root_motion.lock),
        (true, RootLock::FirstFrame)
    );
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
        assert_eq!(
            found,
            Clip {
                origin: found.origin.clone(),
                ..plain.clone()
            },
            "{odd}"
        );
    }
}
