//! Where something begins to be too much, too little or too near: from both sides, with the words.

use super::*;
use asset::{Clip, source::Track};

fn clip(found: &Imported) -> &Clip {
    let mut clips = found.project.clips.values();
    clips.next().filter(|_| clips.next().is_none()).unwrap()
}

fn track<'a>(found: &'a Imported, bone: &str) -> &'a Track {
    let mut tracks = clip(found).source.tracks.iter();
    tracks.find(|track| track.bone.as_str() == bone).unwrap()
}

fn keys(channel: Option<&Channel>) -> Vec<(f32, f32)> {
    let channel = channel.unwrap();
    let width = channel.values.len() / channel.times.len();
    let firsts = channel.values.iter().step_by(width);
    channel.times.iter().copied().zip(firsts.copied()).collect()
}

/// In metres, with Y up and this code of the frame rate.
fn metres(time_mode: u32) -> Made {
    Made::new(100.0, 1, time_mode)
}

#[test]
fn a_file_with_nothing_odd_tells_no_more_than_what_it_is() {
    let mut made = metres(6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    made.skinned("body", &[hips]);
    walk(&mut made, hips);
    let told =
        "note: the file: FBX 7.4 of text: 1 unit is 1 m, Y is up; converted to metres and Y up.\n";
    let all = said(&made.imported());
    assert!(all.starts_with(told), "{all}");
    let others: Vec<&str> = all.lines().skip(1).collect();
    assert_eq!(
        others,
        [
            "note: /nodes: 1 nodes belong to no character, such as cameras, lights and skinned-mesh nodes; they are not bones."
        ]
    );
}

#[test]
fn the_version_the_maker_and_the_space_of_a_file_are_told() {
    let mut made = metres(6);
    made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    let told = |version: &str, creator: &str, sign: i32| {
        let text = made
            .text()
            .replace("FBX 7.4.0", &format!("FBX 7.{}.0", &version[1..2]))
            .replace(
                "FBXVersion: 7400\n",
                &format!("FBXVersion: {version}\n{creator}"),
            )
            .replace(
                "P: \"UpAxisSign\", \"int\", \"Integer\", \"\",1",
                &format!("P: \"UpAxisSign\", \"int\", \"Integer\", \"\",{sign}"),
            );
        let none = &mut |_: &str| Err("none".to_owned());
        let file = SourceFile::named("made");
        let found = import(&file, text.as_bytes(), none, &Options::default(), &|_| true);
        said(&found.unwrap())
    };
    for (version, creator, sign, wanted) in [
        ("7100", "", 1, "FBX 7.1 of text: 1 unit is 1 m, Y is up;"),
        (
            "7700",
            "Creator: \"Us\"\n",
            1,
            "FBX 7.7 of text, by Us: 1 unit is 1 m, Y is up;",
        ),
        ("7500", "", -1, "FBX 7.5 of text: 1 unit is 1 m, -Y is up;"),
    ] {
        let all = told(version, creator, sign);
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
}

#[test]
fn what_the_library_finds_odd_is_told_with_how_often() {
    let told = |again: usize| {
        let mut made = metres(6);
        made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let id = made.id();
        let material = format!("Material: {id}, \"Material::skin\", \"\" {{\nVersion: 102\n}}\n");
        made.objects += &material.repeat(1 + again);
        let all = said(&made.imported());
        let odd = all.lines().find(|line| line.contains("Unexpected"));
        odd.unwrap_or_default().to_owned()
    };
    assert_eq!(told(0), "");
    let once = told(1);
    assert!(once.starts_with("warning: the file: Unexpected: ") && once.ends_with('.'));
    assert!(!once.contains("times"), "{once}");
    let twice = told(2);
    assert_eq!(twice, format!("{} (2 times).", once.trim_end_matches('.')));
}

#[test]
fn a_frame_rate_is_one_from_1_to_240() {
    let rate = |rate: f64| {
        let mut made = metres(14);
        let _ = writeln!(
            made.settings,
            "P: \"CustomFrameRate\", \"double\", \"Number\", \"\",{rate}"
        );
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let layer = made.stack("Walk", [0.0, 2.0]);
        let keys = [(0.0, 0.0), (2.0, 1.0)];
        made.curve(layer, hips, "Lcl Translation", Way::Linear, &keys);
        clip(&made.imported()).frame_rate
    };
    for (given, found) in [
        (1.0, 1.0),
        (0.9, 30.0),
        (23.5, 23.5),
        (240.0, 240.0),
        (241.0, 30.0),
    ] {
        assert_eq!(rate(given), found, "{given}");
    }
}

#[test]
fn a_take_begins_and_ends_where_its_stack_does_wherever_that_is() {
    let found = |span: [f64; 2], keys: &[(f64, f64)]| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let layer = made.stack("Walk", span);
        made.curve(layer, hips, "Lcl Translation", Way::Linear, keys);
        let found = made.imported();
        let keys = super::edges::keys(track(&found, "hips").translation.as_ref());
        (clip(&found).source.duration, keys)
    };
    let along = [(-3.0, -3.0), (5.0, 5.0)];
    for (span, moved) in [
        ([0.0, 1.0], [(0.0, 0.0), (1.0, 1.0)]),
        ([-2.0, -1.0], [(0.0, -2.0), (1.0, -1.0)]),
        ([2.0, 4.5], [(0.0, 2.0), (2.5, 4.5)]),
        // None that could be a clip: from the first key to the last.
        ([2.0, 2.0], [(0.0, -3.0), (8.0, 5.0)]),
        ([3.0, 2.0], [(0.0, -3.0), (8.0, 5.0)]),
    ] {
        let (duration, keys) = found(span, &along);
        assert_eq!((duration, keys), (moved[1].0, moved.to_vec()), "{span:?}");
    }
}

#[test]
fn a_stack_moves_something_if_one_of_its_layers_does() {
    let mut made = metres(6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    walk(&mut made, hips);
    let empty = made.id();
    let _ = write!(
        made.objects,
        "AnimationLayer: {empty}, \"AnimLayer::Empty\", \"\" {{\n}}\n"
    );
    let stack = made.links.split("C: \"OO\",").find_map(|link| {
        let (_, stack) = link.trim_end().split_once(',')?;
        made.objects
            .contains(&format!("AnimationStack: {stack},"))
            .then(|| stack.to_owned())
    });
    let _ = writeln!(made.links, "C: \"OO\",{empty},{}", stack.unwrap());
    let found = made.imported();
    let moved = keys(track(&found, "hips").translation.as_ref());
    assert_eq!(moved, [(0.0, 0.0), (1.0, 0.5)]);
    let mut still = metres(6);
    still.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    still.stack("Idle", [0.0, 1.0]);
    let found = still.imported();
    assert!(found.project.clips.is_empty());
    let told = "note: /animations/0: “Idle” moves nothing; it was left out.";
    assert!(said(&found).contains(told), "{}", said(&found));
}

#[test]
fn keys_that_are_too_large_or_none_are_brought_within_bounds_and_counted() {
    let found = |values: &[(f64, f64)]| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let layer = made.stack("Walk", [0.0, 1.0]);
        made.curve(layer, hips, "Lcl Translation", Way::Constant, values);
        let found = made.imported();
        let all = said(&found);
        let told = all.lines().find(|line| line.contains("keys are invalid"));
        (
            keys(track(&found, "hips").translation.as_ref()),
            told.unwrap_or_default().to_owned(),
        )
    };
    let told = |count: u32| {
        format!(
            "warning: “Walk” (/animations/0): {count} keys are invalid or too large; they were clamped."
        )
    };
    let (keys, text) = found(&[(0.0, 1.0), (0.5, 9e8), (1.0, 2.0)]);
    assert_eq!((keys[1], text.as_str()), ((0.5, 9e8), ""));
    let (keys, text) = found(&[(0.0, 1.0), (0.5, 2e9), (1.0, 2.0)]);
    assert_eq!((keys[1], text), ((0.5, 1e9), told(1)));
    let (keys, text) = found(&[(0.0, 1.0), (0.25, -2e9), (0.5, 3e9), (1.0, 2.0)]);
    assert_eq!((keys[1].1, keys[2].1, text), (-1e9, 1e9, told(2)));
}

#[test]
fn places_of_nodes_that_are_too_large_are_brought_within_bounds_and_counted() {
    let found = |far: &[f64]| {
        let mut made = metres(6);
        let mut parent = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        for (at, along) in far.iter().enumerate() {
            let at = format!("far {at}");
            parent = made.node(&at, "LimbNode", parent, [*along, 1.0, 0.0], [0.0; 3], "");
        }
        let found = made.imported();
        let all = said(&found);
        let told = all.lines().find(|line| line.contains("positions"));
        let bones = &found.project.skeletons.values().next().unwrap().bones;
        let last = bones[bones.len() - 1].reference.translation;
        (last.to_array(), told.unwrap_or_default().to_owned())
    };
    assert_eq!(found(&[5e8]), ([5e8, 1.0, 0.0], String::new()));
    let told = |count: u32| {
        format!(
            "warning: /nodes: {count} nodes have invalid or too large positions; they were clamped."
        )
    };
    assert_eq!(found(&[2e9]), ([1e9, 1.0, 0.0], told(1)));
    assert_eq!(found(&[2e9, 3e9]).1, told(2));
}

#[test]
fn numbers_of_vertices_that_are_too_large_are_brought_within_bounds_and_counted() {
    let found = |places: &str| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        made.skinned("body", &[hips]);
        made.objects = made.objects.replace("a: 0,0,0,1,0,0,0,1,0", places);
        let found = made.imported();
        let all = said(&found);
        let told = all.lines().find(|line| line.contains("vertex numbers"));
        let mesh = found.project.meshes.values().next().unwrap();
        let first = mesh.parts().next().unwrap().data.positions[0];
        (first, told.unwrap_or_default().to_owned())
    };
    let told = |count: u32| {
        format!(
            "warning: “body” (/meshes/0/primitives/0): {count} vertex numbers are invalid or too large; they were clamped."
        )
    };
    let usual = found("a: 9e8,0,0,1,0,0,0,1,0");
    assert_eq!(usual, ([9e8, 0.0, 0.0], String::new()));
    assert_eq!(found("a: 2e9,0,0,1,0,0,0,1,0"), ([1e9, 0.0, 0.0], told(1)));
    let two = found("a: 1e300,-2e9,0,1,0,0,0,1,0");
    assert_eq!(two, ([0.0, -1e9, 0.0], told(2)));
}

/// Bound at the origin, shown elsewhere, and not moved by the clip of another.
#[test]
fn a_bone_that_no_key_moves_is_held_where_the_file_shows_it() {
    let mut made = metres(6);
    let hips = made.node("hips", "LimbNode", 0, [0.0, 2.0, 0.0], [0.0; 3], "");
    let hand = made.node("hand", "LimbNode", hips, [1.0, 0.0, 0.0], [0.0; 3], "");
    made.skinned("body", &[hips]);
    walk(&mut made, hand);
    let found = made.imported();
    let held = track(&found, "hips");
    let translation = held.translation.as_ref().unwrap();
    assert_eq!(
        (&translation.times[..], &translation.values[..]),
        (&[0.0][..], &[0.0, 2.0, 0.0][..])
    );
    assert!(held.rotation.is_none() && held.scale.is_none());
    let moved = keys(track(&found, "hand").translation.as_ref());
    assert_eq!(moved, [(0.0, 0.0), (1.0, 0.5)]);
}

/// A point that nothing weighs follows the topmost bone; of a skin of one joint as of two.
#[test]
fn points_without_weights_follow_what_is_above_the_first_joint() {
    for joints in [1, 2] {
        let mut made = metres(6);
        let top = made.node("top", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let hips = made.node("hips", "LimbNode", top, [0.0; 3], [0.0; 3], "");
        let other = made.node("other", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        made.skinned("body", &[hips, other][..joints]);
        made.objects = made
            .objects
            .replace("Indexes: *3 {\na: 0,1,2\n}", "Indexes: *2 {\na: 0,1\n}")
            .replace("Weights: *3 {\na: 1,1,1\n}", "Weights: *2 {\na: 1,1\n}");
        let options = Options {
            whole: true,
            ..Options::default()
        };
        let found = made.imported_with(&options);
        let told = "note: “body” (/meshes/0): 1 points have no weights; they follow “top”.";
        assert!(said(&found).contains(told), "{joints}: {}", said(&found));
        let mesh = found.project.meshes.values().next().unwrap();
        let data = &mesh.parts().next().unwrap().data;
        let of = |vertex: usize| {
            let slot = data.joints[vertex * data.influences as usize];
            mesh.bones[data.palette[usize::from(slot)].bone as usize].as_str()
        };
        assert_eq!((of(0), of(2)), ("hips", "top"));
    }
}

#[test]
fn a_bone_stands_elsewhere_from_a_thousandth_of_its_distance_on() {
    let told = |height: f64, bind: f64| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0, height, 0.0], [0.0; 3], "");
        made.skinned("body", &[hips]);
        let unit = "1,0,0,0,0,1,0,0,0,0,1,0,0,";
        for (matrix, along) in [("Transform", -bind), ("TransformLink", bind)] {
            let start = format!("{matrix}: *16 {{\na: {unit}");
            let moved = format!("{start}{along},0,1");
            made.objects = made.objects.replace(&format!("{start}0,0,1"), &moved);
        }
        let found = made.imported();
        let all = said(&found);
        let told = all.lines().find(|line| line.contains("bind pose"));
        told.unwrap_or_default().to_owned()
    };
    assert_eq!(told(100.0, 100.0), "");
    assert_eq!(told(100.095, 100.0), "");
    let text = "note: /nodes: 1 bones in the file differ from the bind pose, by up to 0.110 m; the bind pose is the reference pose.";
    assert_eq!(told(100.11, 100.0), text);
    assert_eq!(told(0.00095, 0.0), "");
    assert!(told(0.0011, 0.0).contains("by up to 0.001 m"));
}

/// A mesh on two bones, whose weights of the three points are these.
fn weighed(first: &str, second: &str) -> Imported {
    let mut made = metres(6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    let hand = made.node("hand", "LimbNode", hips, [0.0; 3], [0.0; 3], "");
    made.skinned("body", &[hips, hand]);
    let usual = "Weights: *3 {\na: 1,1,1\n}";
    for weights in [first, second] {
        made.objects =
            made.objects
                .replacen(usual, &format!("Weights: *3  {{\na: {weights}\n}}"), 1);
    }
    made.imported()
}

#[test]
fn weights_of_a_twentieth_count_and_negative_ones_do_not() {
    let shares = |found: &Imported| {
        let mesh = found.project.meshes.values().next().unwrap();
        let data = &mesh.parts().next().unwrap().data;
        let bone = |slot: u16| mesh.bones[data.palette[usize::from(slot)].bone as usize].as_str();
        (0..3)
            .map(|vertex| {
                let at = vertex * data.influences as usize;
                (bone(data.joints[at]).to_owned(), data.weights[at])
            })
            .collect::<Vec<_>>()
    };
    let usual = weighed("0.05,0.25,0.75", "0,0.75,0.25");
    let wanted = [("hips", 1.0), ("hand", 0.75), ("hips", 0.75)];
    for ((bone, share), wanted) in shares(&usual).iter().zip(wanted) {
        assert_eq!(bone, wanted.0);
        assert!((share - wanted.1).abs() < 1e-4, "{share}");
    }
    assert!(!said(&usual).contains("no weights"), "{}", said(&usual));
    let negative = weighed("-0.5,1,1", "1,0,0");
    assert_eq!(shares(&negative)[0], ("hand".to_owned(), 1.0));
    let told = said(&negative);
    assert!(!told.contains("negative"), "{told}");
}

#[test]
fn of_several_skins_the_first_counts_and_that_is_told() {
    let with = |skins: usize| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        made.skinned("body", &[hips]);
        let geometry = made.objects.split("Geometry: ").nth(1).unwrap();
        let geometry = geometry.split(',').next().unwrap().to_owned();
        for _ in 1..skins {
            let skin = made.id();
            let _ = write!(
                made.objects,
                "Deformer: {skin}, \"Deformer::\", \"Skin\" {{\nVersion: 101\n}}\n"
            );
            let _ = writeln!(made.links, "C: \"OO\",{skin},{geometry}");
        }
        said(&made.imported()).contains("The mesh has several skins; the first is used.")
    };
    assert_eq!([1, 2, 3].map(with), [false, true, true]);
}

#[test]
fn a_material_without_a_color_or_a_factor_has_the_usual_ones() {
    let color = |properties: &str| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        made.skinned("body", &[hips]);
        let (mesh, material) = (hips + 1, made.id());
        let _ = write!(
            made.objects,
            "Material: {material}, \"Material::skin\", \"\" {{\nVersion: 102\nShadingModel: \"lambert\"\n\
             Properties70: {{\n{properties}}}\n}}\n"
        );
        let _ = writeln!(made.links, "C: \"OO\",{material},{mesh}");
        let found = made.imported();
        found.project.meshes.values().next().unwrap().materials[0].base_color
    };
    let diffuse = "P: \"DiffuseColor\", \"Color\", \"\", \"A\",0.5,0.25,1\n";
    assert_eq!(color(diffuse), [0.5, 0.25, 1.0, 1.0]);
    let factor = "P: \"DiffuseFactor\", \"Number\", \"\", \"A\",0.5\n";
    assert_eq!(
        color(&format!("{diffuse}{factor}")),
        [0.25, 0.125, 0.5, 1.0]
    );
    let [r, g, b, a] = color("");
    assert_eq!((r, g, a), (g, b, 1.0));
}

/// Two triangles that meet in an edge, at whose ends their normals have one direction.
#[test]
fn corners_whose_normals_differ_in_length_alone_are_one_vertex() {
    let vertices = |lengths: [f64; 2], turned: f64| {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        made.skinned("body", &[hips]);
        let normals: Vec<String> = lengths
            .iter()
            .flat_map(|length| vec![format!("{turned},0,{length}"); 3])
            .collect();
        let usual =
            "Vertices: *9 {\na: 0,0,0,1,0,0,0,1,0\n}\nPolygonVertexIndex: *3 {\na: 0,1,-3\n}\n";
        assert!(made.objects.contains(usual));
        made.objects = made.objects.replace(
            usual,
            &format!(
                "Vertices: *12 {{\na: 0,0,0,1,0,0,0,1,0,1,1,0\n}}\nPolygonVertexIndex: *6 {{\na: 0,1,-3,1,3,-3\n}}\n\
                 LayerElementNormal: 0 {{\nVersion: 102\nName: \"\"\nMappingInformationType: \"ByPolygonVertex\"\n\
                 ReferenceInformationType: \"Direct\"\nNormals: *18 {{\na: {}\n}}\n}}\nLayer: 0 {{\nVersion: 100\n\
                 LayerElement: {{\nType: \"LayerElementNormal\"\nTypedIndex: 0\n}}\n}}\n",
                normals.join(",")
            ),
        );
        let found = made.imported();
        let mesh = found.project.meshes.values().next().unwrap();
        let data = &mesh.parts().next().unwrap().data;
        (data.vertex_count(), data.normals[0])
    };
    assert_eq!(vertices([1.0, 1.0], 0.0), (4, [0.0, 0.0, 1.0]));
    assert_eq!(vertices([1.0, 5.0], 0.0), (4, [0.0, 0.0, 1.0]));
    assert_eq!(vertices([1.0, 5.0], 1.0).0, 6, "another direction");
}

#[test]
fn no_take_lasts_longer_than_times_of_keys_may_be() {
    for (end, lasts) in [(1e6, 1e6), (1.000_1e6, 0.0)] {
        let mut made = metres(6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let layer = made.stack("Long", [0.0, end]);
        let keys = [(0.0, 0.0), (end, 1.0)];
        made.curve(layer, hips, "Lcl Translation", Way::Linear, &keys);
        assert_eq!(clip(&made.imported()).source.duration, lasts);
    }
}
