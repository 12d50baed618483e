//! What animations may say, what of it is repaired or left out, and the words for it.

use super::{
    ImportError, Imported,
    tests::{Builder, imported, triangle, try_import, warnings},
};
use crate::ImportProblem;
use asset::{
    Clip,
    source::{Channel, Interpolation},
};
use serde_json::{Value, json};

/// A clip of one channel of one node.
struct Sampled<'a> {
    times: &'a [f32],
    values: &'a [f32],
    path: &'a str,
    how: Option<&'a str>,
}

impl Sampled<'_> {
    fn file(&self) -> Vec<u8> {
        let mut builder = Builder::new(json!({"nodes": [{"name": "hips"}]}));
        let (kind, width) = if self.path == "rotation" {
            ("VEC4", 4)
        } else {
            ("VEC3", 3)
        };
        let (input, output) = (
            builder.floats("SCALAR", 1, self.times),
            builder.floats(kind, width, self.values),
        );
        let mut sampler = json!({"input": input, "output": output});
        if let Some(how) = self.how {
            sampler["interpolation"] = json!(how);
        }
        let channel = json!({"sampler": 0, "target": {"node": 0, "path": self.path}});
        builder.json["animations"] =
            json!([{"name": "a", "channels": [channel], "samplers": [sampler]}]);
        builder.finish()
    }

    fn read(&self) -> (Channel, Vec<String>) {
        let found = imported(&self.file());
        let track = only(&found).source.tracks[0].clone();
        let channel = match self.path {
            "translation" => track.translation,
            "rotation" => track.rotation,
            _ => track.scale,
        };
        (channel.unwrap(), warnings(&found))
    }
}

fn only(found: &Imported) -> &Clip {
    let mut clips = found.project.clips.values();
    clips.next().filter(|_| clips.next().is_none()).unwrap()
}

fn moved<'a>(times: &'a [f32], values: &'a [f32], how: Option<&'a str>) -> Sampled<'a> {
    Sampled {
        times,
        values,
        path: "translation",
        how,
    }
}

#[test]
fn every_interpolation_is_read_and_an_unknown_one_is_a_line() {
    let two = [0.0, 1.0];
    for (how, read, said) in [
        (None, Interpolation::Linear, 0),
        (Some("LINEAR"), Interpolation::Linear, 0),
        (Some("STEP"), Interpolation::Step, 0),
        (Some("WAVE"), Interpolation::Linear, 1),
    ] {
        let (channel, warnings) = moved(&two, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], how).read();
        assert_eq!(
            (channel.interpolation, warnings.len()),
            (read, said),
            "{how:?} {warnings:?}"
        );
        assert_eq!(
            (channel.times, channel.values),
            (two.to_vec(), vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
        );
    }
    let cubic: Vec<f32> = (0..18u8).map(f32::from).collect();
    let (channel, warnings) = moved(&two, &cubic, Some("CUBICSPLINE")).read();
    assert_eq!(
        (channel.interpolation, channel.values, warnings.len()),
        (Interpolation::Cubic, cubic, 0)
    );
}

#[test]
fn a_cubic_key_alone_is_its_value_held() {
    let values = [9.0, 9.0, 9.0, 1.0, 2.0, 3.0, 8.0, 8.0, 8.0];
    let (channel, warnings) = moved(&[0.5], &values, Some("CUBICSPLINE")).read();
    assert_eq!(
        (channel.interpolation, channel.values),
        (Interpolation::Step, vec![1.0, 2.0, 3.0])
    );
    assert!(
        warnings.len() == 1 && warnings[0].contains("only one key"),
        "{warnings:?}"
    );
}

#[test]
fn keys_with_too_few_values_are_refused_and_values_beyond_are_left_out_with_both_numbers() {
    for (values, how, called) in [
        (3, None, 2),
        (9, None, 2),
        (6, Some("CUBICSPLINE"), 6),
        (15, Some("CUBICSPLINE"), 6),
    ] {
        let result = try_import(&moved(&[0.0, 1.0], &vec![0.0; values], how).file());
        assert_eq!(result.is_err(), values / 3 < called, "{values} {how:?}");
        let found = result.map_or_else(
            |error| error.to_string(),
            |found| warnings(&found).join(" "),
        );
        let said = format!("{} elements, but its keys need {called}", values / 3);
        assert!(found.contains(&said), "{found}");
    }
}

#[test]
fn keys_that_are_not_numbers_are_the_one_before_and_are_counted() {
    let nan = f32::NAN;
    let values = [
        1.0,
        1.0,
        1.0,
        nan,
        2.0,
        2.0,
        3.0,
        3.0,
        f32::INFINITY,
        4.0,
        4.0,
        4.0,
    ];
    let (channel, warnings) = moved(&[0.0, 1.0, 2.0, 3.0], &values, None).read();
    assert_eq!(
        channel.values,
        [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0, 4.0, 4.0]
    );
    assert!(
        warnings.len() == 1 && warnings[0].contains("2 keys are invalid numbers"),
        "{warnings:?}"
    );
    for (path, rest) in [("translation", 0.0), ("scale", 1.0)] {
        let (channel, _) = Sampled {
            times: &[0.0],
            values: &[nan; 3],
            path,
            how: None,
        }
        .read();
        assert_eq!(channel.values, [rest; 3], "{path}");
    }
}

#[test]
fn a_turn_without_length_is_the_one_before_whatever_its_tangents() {
    let turn = |x: f32| [x, 0.0, 0.0, 0.0];
    let read = |values: &[f32], how| {
        let times: Vec<f32> = (0..values.len() / if how == Some("CUBICSPLINE") { 12 } else { 4 })
            .map(|i| i as f32)
            .collect();
        Sampled {
            times: &times,
            values,
            path: "rotation",
            how,
        }
        .read()
    };
    let (channel, warnings) = read(&[turn(1.0), turn(0.99e-6), turn(1.01e-6)].concat(), None);
    assert_eq!(channel.values[4..8], turn(1.0));
    assert!(
        warnings[0].contains("1 keys are invalid numbers or rotations"),
        "{warnings:?}"
    );
    let cubic = [
        turn(5.0),
        turn(0.0),
        turn(5.0),
        turn(0.0),
        turn(1.0),
        turn(0.0),
    ]
    .concat();
    let (channel, warnings) = read(&cubic, Some("CUBICSPLINE"));
    assert_eq!(
        (channel.values[4..8].to_vec(), warnings.len()),
        (turn(1.0).to_vec(), 1)
    );
    let (channel, _) = read(&[turn(0.0); 6].concat(), Some("CUBICSPLINE"));
    assert_eq!(
        channel.values,
        [turn(0.0), [0.0, 0.0, 0.0, 1.0], turn(0.0)]
            .concat()
            .repeat(2)
    );
}

#[test]
fn numbers_that_are_too_large_are_brought_within_bounds_and_counted() {
    let (channel, warnings) = moved(&[0.0, 1.0], &[2e9, 0.0, -3e9, 1.0, 1.0, 1.0], None).read();
    assert_eq!(channel.values, [1e9, 0.0, -1e9, 1.0, 1.0, 1.0]);
    assert!(
        warnings[0].contains("1 keys have numbers that are too large"),
        "{warnings:?}"
    );
    let (channel, _) = Sampled {
        times: &[0.0],
        values: &[2e6, 1.0, -2e6],
        path: "scale",
        how: None,
    }
    .read();
    assert_eq!(channel.values, [1e6, 1.0, -1e6]);
    let long = [0.0, 0.0, 2e3, 0.0];
    let (channel, warnings) = Sampled {
        times: &[0.0],
        values: &long,
        path: "rotation",
        how: None,
    }
    .read();
    assert_eq!(
        (channel.values, warnings.len()),
        (vec![0.0, 0.0, 1.0, 0.0], 1)
    );
    let usual = [0.0, 0.0, 0.9e3, 0.0];
    let (channel, warnings) = Sampled {
        times: &[0.0],
        values: &usual,
        path: "rotation",
        how: None,
    }
    .read();
    assert_eq!((channel.values, warnings.len()), (usual.to_vec(), 0));
    let short = [1.1e-3, 0.0, 0.0, 0.0];
    let (channel, warnings) = Sampled {
        times: &[0.0],
        values: &short,
        path: "rotation",
        how: None,
    }
    .read();
    assert_eq!((channel.values, warnings.len()), (short.to_vec(), 0));
}

#[test]
fn a_clip_that_takes_a_bone_out_of_reach_keeps_its_turns_alone() {
    let kept = |scale: f32, times: [f32; 2], how: &str, slope: f32| {
        let mut builder =
            Builder::new(json!({"nodes": [{"children": [1]}, {"translation": [1, 0, 0]}]}));
        let input = builder.floats("SCALAR", 1, &times);
        let output = match how {
            "CUBICSPLINE" => builder.vec3(&[
                [slope; 3], [scale; 3], [0.0; 3], [0.0; 3], [scale; 3], [0.0; 3],
            ]),
            _ => builder.vec3(&[[scale; 3]; 2]),
        };
        let turns = builder.floats("VEC4", 4, &[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        let channel = |sampler: usize, node: usize, path: &str| json!({"sampler": sampler, "target": {"node": node, "path": path}});
        let samplers = [
            json!({"input": input, "output": output, "interpolation": how}),
            json!({"input": input, "output": turns}),
        ];
        let channels = [
            channel(0, 0, "scale"),
            channel(0, 1, "scale"),
            channel(1, 1, "rotation"),
        ];
        builder.json["animations"] = json!([{"channels": channels, "samplers": samplers}]);
        let found = imported(&builder.finish());
        let tracks = &only(&found).source.tracks;
        assert!(tracks.iter().any(|track| track.rotation.is_some()));
        tracks.iter().any(|track| track.scale.is_some())
    };
    assert!(kept(3e4, [0.0, 1.0], "LINEAR", 0.0));
    assert!(
        !kept(3.3e4, [0.0, 1.0], "LINEAR", 0.0),
        "their product is beyond a thousand million"
    );
    // Between cubic keys a value may be larger than at them, the more the further they are apart.
    assert!(kept(1e4, [0.0, 2.15], "CUBICSPLINE", 0.0));
    assert!(!kept(1e4, [0.0, 2.17], "CUBICSPLINE", 0.0));
    assert!(!kept(1.0, [0.0, 1.0], "CUBICSPLINE", 2e4));
}

#[test]
fn channels_without_a_node_or_bone_are_left_out_and_one_that_is_listed_twice_refused() {
    let with = |nodes: Value, channels: Value| {
        let mut builder = triangle(json!({"nodes": nodes}));
        let (input, output) = (
            builder.floats("SCALAR", 1, &[0.0, 2.0]),
            builder.vec3(&[[0.0; 3], [1.0; 3]]),
        );
        builder.json["animations"] =
            json!([{"channels": channels, "samplers": [{"input": input, "output": output}]}]);
        try_import(&builder.finish())
    };
    let channel = |target: Value| json!({"sampler": 0, "target": target});
    let said = |found: &Imported| {
        found
            .report
            .entries
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let homeless = with(json!([{}]), json!([channel(json!({"path": "scale"}))])).unwrap();
    assert!(said(&homeless).contains("has no node") && only(&homeless).source.tracks.is_empty());
    let both = json!([
        channel(json!({"node": 0, "path": "scale"})),
        channel(json!({"node": 0, "path": "translation"}))
    ]);
    let track = only(&with(json!([{}]), both).unwrap()).source.tracks[0].clone();
    assert!(track.scale.is_some() && track.translation.is_some() && track.rotation.is_none());
    for path in ["scale", "translation"] {
        let twice = json!([
            channel(json!({"node": 0, "path": path})),
            channel(json!({"node": 0, "path": path}))
        ]);
        let error = with(json!([{}]), twice).unwrap_err();
        assert!(
            error.to_string().contains("drives the same property"),
            "{error}"
        );
    }
    let gone = with(
        json!([{}]),
        json!([channel(json!({"node": 1, "path": "scale"}))]),
    )
    .unwrap_err();
    assert!(
        matches!(
            gone.problem,
            ImportProblem::NoSuch {
                what: "node",
                index: 1,
                count: 1
            }
        ),
        "{gone}"
    );
    let unsampled = json!([{"sampler": 1, "target": {"node": 0, "path": "scale"}}]);
    let gone = with(json!([{}]), unsampled).unwrap_err();
    assert!(
        matches!(
            gone.problem,
            ImportProblem::NoSuch {
                what: "sampler",
                index: 1,
                count: 1
            }
        ),
        "{gone}"
    );
    let weights = with(
        json!([{"mesh": 0}]),
        json!([channel(json!({"node": 0, "path": "weights"}))]),
    );
    assert!(weights.is_err(), "places are no weights");
}

#[test]
fn an_animation_lasts_to_its_last_key_and_a_file_of_nothing_but_empty_ones_is_refused() {
    let error = |animation: Value| -> ImportError {
        let mut builder = Builder::new(json!({"nodes": [{}]}));
        builder.json["animations"] = json!([animation]);
        try_import(&builder.finish()).unwrap_err()
    };
    assert!(
        error(json!({"channels": [], "samplers": []}))
            .to_string()
            .contains("no channels")
    );
    let mut builder = Builder::new(json!({"nodes": [{"children": [1]}, {}]}));
    let long = builder.floats("SCALAR", 1, &[0.0, 2.5]);
    let short = builder.floats("SCALAR", 1, &[0.0, 1.0]);
    let output = builder.vec3(&[[0.0; 3]; 2]);
    let channel =
        |sampler: usize| json!({"sampler": sampler, "target": {"node": sampler, "path": "scale"}});
    builder.json["animations"] = json!([{"channels": [channel(0), channel(1)], "samplers":
        [{"input": long, "output": output}, {"input": short, "output": output}]}]);
    let found = imported(&builder.finish());
    assert_eq!(only(&found).source.duration, 2.5);
    assert!(
        found
            .report
            .entries
            .iter()
            .all(|entry| !entry.text.contains("characters")),
        "it moves one"
    );
}

#[test]
fn keys_at_the_last_second_that_counts_are_kept() {
    let values = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0];
    for (times, kept, first) in [
        ([0.0, 1.0, 1e6], vec![0.0, 1.0, 1e6], 1.0),
        ([0.0, 1.0, 1.01e6], vec![0.0, 1.0], 1.0),
        ([-1e6, 0.0, 1.0], vec![-1e6, 0.0, 1.0], 1.0),
        ([-1.01e6, 0.0, 1.0], vec![0.0, 1.0], 2.0),
        ([-3e6, -2e6, -1.5e6], vec![0.0], 3.0),
        ([1.5e6, 2e6, 3e6], vec![0.0], 1.0),
    ] {
        let (channel, warnings) = moved(&times, &values, None).read();
        let left = 3 - kept.len();
        assert_eq!(
            (channel.times, channel.values[0]),
            (kept, first),
            "{times:?}"
        );
        let said = warnings
            .iter()
            .any(|text| text.contains(&format!("{left} keys are more than")));
        assert_eq!(said, left > 0, "{warnings:?}");
    }
}

/// Two nodes, of which the first carries a mesh, and one animation of such samplers and channels.
fn moving(samplers: &[(&[f32], &str, &[f32])], channels: Value) -> Imported {
    let mut builder = triangle(json!({"nodes": [{"name": "hips", "mesh": 0}, {"name": "arm"}]}));
    let mut sampler = |(times, kind, values): &(&[f32], &str, &[f32])| {
        let width = match *kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        json!({"input": builder.floats("SCALAR", 1, times), "output": builder.floats(kind, width, values)})
    };
    let samplers: Vec<Value> = samplers.iter().map(&mut sampler).collect();
    let channel = |of: &Value| json!({"sampler": of[0], "target": {"node": of[1], "path": of[2]}});
    let channels: Vec<Value> = channels.as_array().unwrap().iter().map(channel).collect();
    builder.json["animations"] =
        json!([{"name": "Act", "channels": channels, "samplers": samplers}]);
    imported(&builder.finish())
}

#[test]
fn what_is_odd_of_an_animation_is_left_out_with_its_place_and_the_rest_plays() {
    let (times, up): (&[f32], &[f32]) = (&[0.0, 1.0], &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let down: &[f32] = &[0.0, 0.0, 0.0, 0.0, -1.0, 0.0];
    let twice = moving(
        &[(times, "VEC3", up), (times, "VEC3", down)],
        json!([[0, 1, "translation"], [1, 1, "translation"]]),
    );
    assert_eq!(
        only(&twice).source.tracks[0]
            .translation
            .as_ref()
            .unwrap()
            .values,
        up
    );
    assert!(
        warnings(&twice)[0].contains("/animations/0/channels/1"),
        "{:?}",
        warnings(&twice)
    );
    let no_morphs = moving(
        &[(times, "SCALAR", &[0.0, 1.0]), (times, "VEC3", up)],
        json!([[0, 0, "weights"], [1, 1, "translation"]]),
    );
    assert_eq!(
        only(&no_morphs).source.tracks[0]
            .translation
            .as_ref()
            .unwrap()
            .values,
        up
    );
    assert!(
        warnings(&no_morphs)[0].contains("/animations/0/channels/0"),
        "{:?}",
        warnings(&no_morphs)
    );
    let long: Vec<f32> = up.iter().copied().chain([9.0; 3]).collect();
    let long = moving(&[(times, "VEC3", &long)], json!([[0, 1, "translation"]]));
    assert_eq!(
        only(&long).source.tracks[0]
            .translation
            .as_ref()
            .unwrap()
            .values,
        up
    );
    assert!(
        warnings(&long)[0].contains("/animations/0/channels/0")
            && warnings(&long)[0].contains("the first ones are used")
    );
    let thrice: Vec<f32> = [up, up, up].concat();
    let thrice = moving(&[(times, "VEC3", &thrice)], json!([[0, 1, "translation"]]));
    assert!(
        only(&thrice).source.tracks.is_empty()
            && warnings(&thrice)[0].contains("the channel was left out")
    );
}

#[test]
fn an_animation_without_channels_beside_another_is_left_out() {
    let mut builder = Builder::new(json!({"nodes": [{"name": "hips"}]}));
    let (input, output) = (
        builder.floats("SCALAR", 1, &[0.0, 1.0]),
        builder.vec3(&[[0.0; 3], [1.0; 3]]),
    );
    let channel = json!({"sampler": 0, "target": {"node": 0, "path": "scale"}});
    builder.json["animations"] = json!([
        {"name": "None", "channels": [], "samplers": []},
        {"name": "Act", "channels": [channel], "samplers": [{"input": input, "output": output}]},
        {"name": "Null", "channels": null, "samplers": null},
    ]);
    let found = imported(&builder.finish());
    assert_eq!(only(&found).name, "Act");
    let said = warnings(&found);
    assert!(
        said.len() == 2 && said[0].contains("/animations/0") && said[1].contains("/animations/2"),
        "{said:?}"
    );
}

/// A day is long, and a second more is hardly meant.
#[test]
fn a_clip_of_more_than_a_day_is_kept_with_a_word() {
    let values = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    for (end, is_told) in [(86_400.0, false), (86_401.0, true)] {
        let (channel, said) = moved(&[0.0, end], &values, None).read();
        assert_eq!(channel.times, [0.0, end]);
        let told: Vec<_> = said
            .iter()
            .filter(|it| it.contains("unusually long"))
            .collect();
        assert_eq!(told.len(), usize::from(is_told), "{said:?}");
    }
}
