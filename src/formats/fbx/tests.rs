//! Files that are made here, of text, with what people stumble over.

mod answers;
mod binds;
mod edges;
mod fold;
mod keys;
mod looks;
mod precision;
mod shapes;
mod whole;
mod wire;

use super::import;
use crate::{ImportFix, Imported, Options, SourceFile};
use asset::source::{Channel, Interpolation};
use glam::{DQuat, Quat, Vec3};
use std::fmt::Write;

/// Ticks of the format in a second.
const TICKS: f64 = 46_186_158_000.0;

/// A file in the making: objects, and what hangs on what.
struct Made {
    settings: String,
    objects: String,
    links: String,
    next: u64,
}

/// Interpolation of a curve's keys, as the format writes it.
#[derive(Clone, Copy)]
enum Way {
    Linear = 4,
    Constant = 2,
}

impl Made {
    /// With a unit in centimetres, an up axis (1 for Y, 2 for Z), and a code of the rate.
    fn new(unit: f64, up: u32, time_mode: u32) -> Self {
        let (front, sign) = if up == 1 { (2, 1) } else { (1, -1) };
        let settings = format!(
            "P: \"UpAxis\", \"int\", \"Integer\", \"\",{up}\nP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n\
             P: \"FrontAxis\", \"int\", \"Integer\", \"\",{front}\nP: \"FrontAxisSign\", \"int\", \"Integer\", \"\",{sign}\n\
             P: \"CoordAxis\", \"int\", \"Integer\", \"\",0\nP: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n\
             P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",{unit}\nP: \"TimeMode\", \"enum\", \"\", \"\",{time_mode}\n"
        );
        Self {
            settings,
            objects: String::new(),
            links: String::new(),
            next: 100,
        }
    }

    fn id(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// `kind` is LimbNode, Null or Mesh. Turns are in degrees; further properties are whole lines.
    fn node(
        &mut self,
        name: &str,
        kind: &str,
        parent: u64,
        at: [f64; 3],
        turn: [f64; 3],
        further: &str,
    ) -> u64 {
        let id = self.id();
        let ([x, y, z], [a, b, c]) = (at, turn);
        let _ = write!(
            self.objects,
            "Model: {id}, \"Model::{name}\", \"{kind}\" {{\nVersion: 232\nProperties70: {{\n\
             P: \"InheritType\", \"enum\", \"\", \"\",1\n\
             P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",{x},{y},{z}\n\
             P: \"Lcl Rotation\", \"Lcl Rotation\", \"\", \"A\",{a},{b},{c}\n{further}}}\n}}\n"
        );
        let _ = writeln!(self.links, "C: \"OO\",{id},{parent}");
        id
    }

    fn stack(&mut self, name: &str, [begin, end]: [f64; 2]) -> u64 {
        let (stack, layer) = (self.id(), self.id());
        let _ = write!(
            self.objects,
            "AnimationStack: {stack}, \"AnimStack::{name}\", \"\" {{\nProperties70: {{\n\
             P: \"LocalStart\", \"KTime\", \"Time\", \"\",{:.0}\nP: \"LocalStop\", \"KTime\", \"Time\", \"\",{:.0}\n}}\n}}\n\
             AnimationLayer: {layer}, \"AnimLayer::Base\", \"\" {{\n}}\n",
            begin * TICKS,
            end * TICKS
        );
        let _ = writeln!(self.links, "C: \"OO\",{layer},{stack}");
        layer
    }

    /// Keys of the first axis of a property of a node.
    fn curve(&mut self, layer: u64, node: u64, property: &str, way: Way, keys: &[(f64, f64)]) {
        let axis = if property.starts_with("Lcl") {
            "X"
        } else {
            property
        };
        self.curves(layer, node, property, way, &[(axis, keys)]);
    }

    /// Keys of some axes of a property of a node.
    fn curves(
        &mut self,
        layer: u64,
        node: u64,
        property: &str,
        way: Way,
        axes: &[(&str, &[(f64, f64)])],
    ) {
        let value = self.id();
        let rests: String = axes
            .iter()
            .map(|(axis, _)| format!("P: \"d|{axis}\", \"Number\", \"\", \"A\",0\n"))
            .collect();
        let _ = write!(
            self.objects,
            "AnimationCurveNode: {value}, \"AnimCurveNode::N\", \"\" {{\nProperties70: {{\n{rests}}}\n}}\n"
        );
        let _ = writeln!(self.links, "C: \"OO\",{value},{layer}");
        let _ = writeln!(self.links, "C: \"OP\",{value},{node}, \"{property}\"");
        for (axis, keys) in axes {
            let (curve, count) = (self.id(), keys.len());
            let list = |of: &dyn Fn(&(f64, f64)) -> String| {
                keys.iter().map(of).collect::<Vec<_>>().join(",")
            };
            let _ = write!(
                self.objects,
                "AnimationCurve: {curve}, \"AnimCurve::\", \"\" {{\nDefault: 0\nKeyVer: 4009\nKeyTime: *{count} {{\na: {}\n}}\n\
                 KeyValueFloat: *{count} {{\na: {}\n}}\nKeyAttrFlags: *1 {{\na: {}\n}}\nKeyAttrDataFloat: *4 {{\na: 0,0,0,0\n}}\n\
                 KeyAttrRefCount: *1 {{\na: {count}\n}}\n}}\n",
                list(&|key| format!("{:.0}", key.0 * TICKS)),
                list(&|key| key.1.to_string()),
                way as u32
            );
            let _ = writeln!(self.links, "C: \"OP\",{curve},{value}, \"d|{axis}\"");
        }
    }

    /// A triangle on a node, bound to joints where they are, each with all points of it.
    fn skinned(&mut self, name: &str, joints: &[u64]) {
        let (mesh, geometry, skin) = (
            self.node(name, "Mesh", 0, [0.0; 3], [0.0; 3], ""),
            self.id(),
            self.id(),
        );
        let _ = write!(
            self.objects,
            "Geometry: {geometry}, \"Geometry::{name}\", \"Mesh\" {{\nVertices: *9 {{\na: 0,0,0,1,0,0,0,1,0\n}}\n\
             PolygonVertexIndex: *3 {{\na: 0,1,-3\n}}\n}}\nDeformer: {skin}, \"Deformer::\", \"Skin\" {{\nVersion: 101\n}}\n"
        );
        let _ = writeln!(
            self.links,
            "C: \"OO\",{geometry},{mesh}\nC: \"OO\",{skin},{geometry}"
        );
        for joint in joints {
            let cluster = self.id();
            let unit = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";
            let _ = write!(
                self.objects,
                "Deformer: {cluster}, \"SubDeformer::\", \"Cluster\" {{\nVersion: 100\nIndexes: *3 {{\na: 0,1,2\n}}\n\
                 Weights: *3 {{\na: 1,1,1\n}}\nTransform: *16 {{\na: {unit}\n}}\nTransformLink: *16 {{\na: {unit}\n}}\n}}\n"
            );
            let _ = writeln!(
                self.links,
                "C: \"OO\",{cluster},{skin}\nC: \"OO\",{joint},{cluster}"
            );
        }
    }

    fn text(&self) -> String {
        format!(
            "; FBX 7.4.0 project file\nFBXHeaderExtension: {{\nFBXVersion: 7400\n}}\nGlobalSettings: {{\nVersion: 1000\n\
             Properties70: {{\n{}}}\n}}\nObjects: {{\n{}}}\nConnections: {{\n{}}}\n",
            self.settings, self.objects, self.links
        )
    }

    fn imported_with(&self, options: &Options) -> Imported {
        let none = &mut |_: &str| Err("none".to_owned());
        import(
            &SourceFile::named("made"),
            self.text().as_bytes(),
            none,
            options,
            &|_| true,
        )
        .unwrap()
    }

    fn imported(&self) -> Imported {
        self.imported_with(&Options::default())
    }
}

fn bones(found: &Imported) -> Vec<String> {
    found
        .project
        .skeletons
        .values()
        .flat_map(|skeleton| &skeleton.bones)
        .map(|bone| bone.name.clone())
        .collect()
}

fn said(found: &Imported) -> String {
    found
        .report
        .entries
        .iter()
        .map(|entry| format!("{entry}\n"))
        .collect()
}

/// Where the only skeleton's bone of this name stands at rest, in the character's space.
fn stands(found: &Imported, name: &str) -> Vec3 {
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    let mut at = bones.iter().position(|bone| bone.name == name).unwrap();
    let mut point = bones[at].reference.to_affine().transform_point3(Vec3::ZERO);
    while let Some(parent) = bones[at].parent {
        at = parent as usize;
        point = bones[at].reference.to_affine().transform_point3(point);
    }
    point
}

#[test]
fn what_stands_before_a_colon_stays_or_goes_as_one_wishes() {
    let mut made = Made::new(1.0, 1, 6);
    let hips = made.node(
        "mixamorig:Hips",
        "LimbNode",
        0,
        [0.0, 90.0, 0.0],
        [0.0; 3],
        "",
    );
    made.node(
        "mixamorig:Spine",
        "LimbNode",
        hips,
        [0.0, 10.0, 0.0],
        [0.0; 3],
        "",
    );
    assert_eq!(
        bones(&made.imported()),
        ["mixamorig:Hips", "mixamorig:Spine"]
    );
    let offered = made
        .imported()
        .report
        .entries
        .into_iter()
        .find_map(|entry| entry.fix);
    assert_eq!(offered, Some(ImportFix::StripNamespaces));
    let stripped = made.imported_with(&Options {
        strip_namespaces: true,
        ..Options::default()
    });
    assert_eq!(bones(&stripped), ["Hips", "Spine"]);
    assert!(
        (stands(&stripped, "Spine") - Vec3::new(0.0, 1.0, 0.0)).length() < 1e-6,
        "centimetres became metres"
    );
}

#[test]
fn one_scene_is_the_same_in_centimetres_with_z_up_and_in_metres_with_y_up() {
    let mut here = Made::new(100.0, 1, 6);
    let hips = here.node("hips", "LimbNode", 0, [0.1, 0.9, 0.3], [0.0; 3], "");
    here.node("hand", "LimbNode", hips, [0.5, 0.2, -0.1], [0.0; 3], "");
    let mut there = Made::new(1.0, 2, 6);
    let hips = there.node("hips", "LimbNode", 0, [10.0, -30.0, 90.0], [0.0; 3], "");
    there.node("hand", "LimbNode", hips, [50.0, 10.0, 20.0], [0.0; 3], "");
    let (here, there) = (here.imported(), there.imported());
    assert!(
        said(&here).contains("1 unit is 1 m, Y is up"),
        "{}",
        said(&here)
    );
    assert!(
        said(&there).contains("1 unit is 0.01 m, Z is up"),
        "{}",
        said(&there)
    );
    for (name, at) in [
        ("hips", Vec3::new(0.1, 0.9, 0.3)),
        ("hand", Vec3::new(0.6, 1.1, 0.2)),
    ] {
        assert!(
            (stands(&here, name) - at).length() < 1e-5,
            "{name} {}",
            stands(&here, name)
        );
        assert!(
            (stands(&there, name) - at).length() < 1e-5,
            "{name} {}",
            stands(&there, name)
        );
    }
}

/// A clip in which a node moves half a metre of its parent's along x within a second.
fn walk(made: &mut Made, node: u64) {
    let layer = made.stack("Walk", [0.0, 1.0]);
    let keys = [(0.0, 0.0), (1.0, 0.5)];
    made.curve(layer, node, "Lcl Translation", Way::Linear, &keys);
}

#[test]
fn an_armature_of_a_hundred_leaves_no_bone_with_a_scale_and_every_point_in_its_place() {
    let mut made = Made::new(1.0, 1, 6);
    let hundred = "P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",100,100,100\n";
    let armature = made.node("Armature", "Null", 0, [20.0, 0.0, 0.0], [0.0; 3], hundred);
    let hips = made.node("Hips", "LimbNode", armature, [0.0, 0.9, 0.0], [0.0; 3], "");
    made.node("Hand", "LimbNode", hips, [0.4, 0.0, 0.0], [0.0; 3], "");
    walk(&mut made, hips);
    let found = made.imported();
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    assert!(
        bones
            .iter()
            .all(|bone| (bone.reference.scale - Vec3::ONE).length() < 1e-5),
        "{bones:?}"
    );
    assert!(
        (stands(&found, "Hand") - Vec3::new(0.6, 0.9, 0.0)).length() < 1e-5,
        "{}",
        stands(&found, "Hand")
    );
    let clip = found.project.clips.values().next().unwrap();
    let track = clip
        .source
        .tracks
        .iter()
        .find(|track| track.bone.as_str() == "Hips")
        .unwrap();
    assert!(
        (track.translation.as_ref().unwrap().vector(1.0)[0] - 0.5).abs() < 1e-5,
        "half a metre, as in the file"
    );
}

/// A scale that one clip changes stays with its bone, whatever the others do.
#[test]
fn an_armature_that_one_clip_scales_keeps_its_scale() {
    let mut made = Made::new(1.0, 1, 6);
    let hundred = "P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",100,100,100\n";
    let armature = made.node("Armature", "Null", 0, [0.0; 3], [0.0; 3], hundred);
    let hips = made.node("Hips", "LimbNode", armature, [0.0, 0.9, 0.0], [0.0; 3], "");
    walk(&mut made, hips);
    let layer = made.stack("Shrink", [0.0, 1.0]);
    let keys: &[(f64, f64)] = &[(0.0, 100.0), (1.0, 50.0)];
    let axes = [("X", keys), ("Y", keys), ("Z", keys)];
    made.curves(layer, armature, "Lcl Scaling", Way::Linear, &axes);
    let found = made.imported();
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    let scaled = bones.iter().filter(|bone| bone.reference.scale.x > 99.0);
    assert_eq!(scaled.count(), 1, "{bones:?}");
}

/// What shapes move is tested beside them.
#[test]
fn a_scale_reaches_every_length() {
    let mut made = Made::new(100.0, 1, 6);
    let hips = made.node("Hips", "LimbNode", 0, [0.0, 0.9, 0.0], [0.0; 3], "");
    made.node("Hand", "LimbNode", hips, [0.4, 0.0, 0.0], [0.0; 3], "");
    walk(&mut made, hips);
    for scale in [1.0, 2.0, 0.25] {
        let options = Options {
            scale,
            ..Options::default()
        };
        let found = made.imported_with(&options);
        let hand = Vec3::new(0.4, 0.9, 0.0) * scale;
        assert!((stands(&found, "Hand") - hand).length() < 1e-5, "{scale}");
        let clip = found.project.clips.values().next().unwrap();
        let track = clip.source.tracks.iter();
        let hips = track.clone().find(|it| it.bone.as_str() == "Hips").unwrap();
        let end = hips.translation.as_ref().unwrap().vector(1.0)[0];
        assert!((end - 0.5 * scale).abs() < 1e-5, "{end} at {scale}");
    }
}

#[test]
fn two_armatures_are_two_characters() {
    let mut made = Made::new(1.0, 1, 6);
    for name in ["Bat", "Wing"] {
        let top = made.node(
            &format!("{name}Armature"),
            "Null",
            0,
            [0.0; 3],
            [0.0; 3],
            "",
        );
        let bone = made.node(
            &format!("{name}Bone"),
            "LimbNode",
            top,
            [0.0, 10.0, 0.0],
            [0.0; 3],
            "",
        );
        made.skinned(&format!("{name}Mesh"), &[bone]);
    }
    let found = made.imported();
    let mut names: Vec<&str> = found
        .project
        .skeletons
        .values()
        .map(|skeleton| skeleton.name.as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["made_BatArmature", "made_WingArmature"],
        "{}",
        said(&found)
    );
    assert_eq!(found.project.meshes.len(), 2);
}

#[test]
fn an_empty_take_among_others_is_left_out_with_a_word() {
    let mut made = Made::new(1.0, 1, 6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    made.stack("Take 001", [0.0, 1.0]);
    let layer = made.stack("Walk", [0.0, 1.0]);
    made.curve(
        layer,
        hips,
        "Lcl Translation",
        Way::Linear,
        &[(0.0, 0.0), (1.0, 100.0)],
    );
    let found = made.imported();
    let names: Vec<&str> = found
        .project
        .clips
        .values()
        .map(|clip| clip.name.as_str())
        .collect();
    assert_eq!(names, ["Walk"]);
    assert!(
        said(&found).contains("“Take 001” moves nothing"),
        "{}",
        said(&found)
    );
}

#[test]
fn what_all_clips_have_before_their_names_is_left_out() {
    let names = |stacks: [&str; 2]| {
        let mut made = Made::new(1.0, 1, 6);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        for stack in stacks {
            let layer = made.stack(stack, [0.0, 1.0]);
            made.curve(
                layer,
                hips,
                "Lcl Translation",
                Way::Linear,
                &[(0.0, 0.0), (1.0, 100.0)],
            );
        }
        let found = made.imported();
        let mut names: Vec<String> = found
            .project
            .clips
            .values()
            .map(|clip| clip.name.clone())
            .collect();
        names.sort_unstable();
        (names, said(&found).contains("before their names"))
    };
    assert_eq!(
        names(["Rig|Run", "Rig|Walk"]),
        (vec!["Run".to_owned(), "Walk".to_owned()], true)
    );
    for kept in [
        ["Cube|Run", "Rig|Walk"],
        ["Rig|Run", "Walk"],
        ["Rig|", "Rig|Walk"],
    ] {
        assert_eq!(names(kept), (kept.map(str::to_owned).to_vec(), false));
    }
}

#[test]
fn a_file_s_rate_is_that_of_its_clips_whatever_its_keys_are() {
    for (code, rate) in [
        (11, 24.0),
        (6, 30.0),
        (9, 30000.0 / 1001.0),
        (10, 25.0),
        (3, 60.0),
        (1, 120.0),
    ] {
        let mut made = Made::new(1.0, 1, code);
        let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
        let layer = made.stack("Walk", [0.0, 1.0]);
        made.curve(
            layer,
            hips,
            "Lcl Translation",
            Way::Linear,
            &[(0.0, 0.0), (0.37, 3.0), (1.0, 100.0)],
        );
        let found = made.imported();
        let clip = found.project.clips.values().next().unwrap();
        assert!(
            (clip.frame_rate - rate).abs() < 2e-3,
            "{code}: {}",
            clip.frame_rate
        );
    }
}

#[test]
fn a_take_that_begins_late_begins_at_0() {
    let mut made = Made::new(1.0, 1, 6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    let layer = made.stack("Late", [2.0, 3.5]);
    made.curve(
        layer,
        hips,
        "Lcl Translation",
        Way::Linear,
        &[(0.0, 0.0), (10.0, 1000.0)],
    );
    let found = made.imported();
    let clip = found.project.clips.values().next().unwrap();
    let channel = clip.source.tracks[0].translation.as_ref().unwrap();
    assert_eq!(
        (
            clip.source.duration,
            channel.times[0],
            channel.times.last().copied()
        ),
        (1.5, 0.0, Some(1.5))
    );
    assert!(
        (channel.vector(0.0)[0] - 2.0).abs() < 1e-5 && (channel.vector(1.5)[0] - 3.5).abs() < 1e-5,
        "{channel:?}"
    );
}

#[test]
fn steps_stay_steps() {
    let mut made = Made::new(1.0, 1, 6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    let layer = made.stack("Steps", [0.0, 1.0]);
    made.curve(
        layer,
        hips,
        "Lcl Translation",
        Way::Constant,
        &[(0.0, 0.0), (0.25, 100.0), (0.5, 300.0), (1.0, 300.0)],
    );
    let found = made.imported();
    let clip = found.project.clips.values().next().unwrap();
    let channel: &Channel = clip.source.tracks[0].translation.as_ref().unwrap();
    assert_eq!(channel.interpolation, Interpolation::Step, "{channel:?}");
    for (time, at) in [
        (0.0, 0.0),
        (0.2499, 0.0),
        (0.2501, 1.0),
        (0.4999, 1.0),
        (0.5001, 3.0),
        (1.0, 3.0),
    ] {
        assert!(
            (channel.vector(time)[0] - at).abs() < 1e-5,
            "{time}: {:?}",
            channel.vector(time)
        );
    }
}

#[test]
fn a_turn_of_a_thousand_degrees_along_an_axis_goes_all_the_way() {
    let mut made = Made::new(1.0, 1, 6);
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    let layer = made.stack("Spin", [0.0, 1.0]);
    made.curve(
        layer,
        hips,
        "Lcl Rotation",
        Way::Linear,
        &[(0.0, 0.0), (1.0, 1080.0)],
    );
    let found = made.imported();
    let clip = found.project.clips.values().next().unwrap();
    let channel = clip.source.tracks[0].rotation.as_ref().unwrap();
    for step in 0..=40 {
        let time = step as f32 / 40.0;
        let (found, expected) = (
            channel.rotation(time).as_dquat(),
            f64::from(1080.0 * time).to_radians(),
        );
        let expected = DQuat::from_rotation_x(expected);
        let chord = (found - expected).length().min((found + expected).length());
        assert!(2.0 * chord < 2e-4, "{time}: {chord}");
    }
}

#[test]
fn a_turn_before_is_a_part_of_the_rest_pose() {
    let mut made = Made::new(1.0, 1, 6);
    let before = "P: \"RotationActive\", \"bool\", \"\", \"\",1\nP: \"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90\n";
    made.node("hips", "LimbNode", 0, [0.0; 3], [90.0, 0.0, 0.0], before);
    let found = made.imported();
    let rest = found.project.skeletons.values().next().unwrap().bones[0]
        .reference
        .rotation;
    assert!(
        rest.abs_diff_eq(Quat::from_xyzw(0.5, 0.5, 0.5, 0.5), 1e-5),
        "{rest}"
    );
}

#[test]
fn a_property_that_somebody_made_is_a_curve() {
    let mut made = Made::new(1.0, 1, 6);
    let own = "P: \"Blink\", \"Number\", \"\", \"A+U\",0.25\n";
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], own);
    let layer = made.stack("Look", [0.0, 1.0]);
    made.curve(layer, hips, "Blink", Way::Linear, &[(0.0, 0.0), (1.0, 0.5)]);
    let found = made.imported();
    let clip = found.project.clips.values().next().unwrap();
    let curve = clip
        .source
        .curves
        .iter()
        .find(|curve| curve.name == "Blink")
        .unwrap();
    assert!((curve.channel.scalar(0.5) - 0.25).abs() < 1e-5, "{curve:?}");
}

#[test]
fn files_of_unknown_versions_and_without_nodes_are_refused_in_words() {
    let mut made = Made::new(1.0, 1, 6);
    let said = |text: &str| {
        super::read(text.as_bytes(), &Options::default(), &|_| true)
            .err()
            .map(|error| error.to_string())
    };
    assert!(said(&made.text()).unwrap().contains("has no nodes"));
    made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    assert_eq!(said(&made.text()), None);
    let later = made
        .text()
        .replace("FBXVersion: 7400", "FBXVersion: 9900")
        .replace("FBX 7.4.0", "FBX 9.9.0");
    assert!(
        said(&later)
            .unwrap()
            .contains("version 9900 is not supported")
    );
}

#[test]
fn shapes_between_share_the_weight_of_their_channel() {
    let at = |frames: &[f64], weight: f64| super::morphs::weights(frames, weight);
    let between = [0.25, 0.5, 1.0];
    for (weight, expected) in [
        (0.0, [0.0, 0.0, 0.0]),
        (0.125, [0.5, 0.0, 0.0]),
        (0.25, [1.0, 0.0, 0.0]),
        (0.375, [0.5, 0.5, 0.0]),
        (0.75, [0.0, 0.5, 0.5]),
        (1.0, [0.0, 0.0, 1.0]),
        (1.5, [0.0, -1.0, 2.0]),
        (-0.5, [-2.0, 0.0, 0.0]),
    ] {
        assert_eq!(at(&between, weight), expected, "{weight}");
    }
    assert_eq!(at(&[-1.0, 1.0], -0.5), [0.5, 0.0]);
    assert_eq!(at(&[-1.0, 1.0], 0.5), [0.0, 0.5]);
    assert_eq!(at(&[1.0], 0.3), [0.3]);
    assert!(at(&[], 0.3).is_empty());
    assert_eq!(at(&[-1.0], 0.5), [-0.5], "on beyond none");
}

/// A triangle whose material has a picture of this name, and the pictures that lie beside the file.
fn pictured(path: &str, beside: &[&str]) -> (Imported, Vec<String>) {
    let mut made = Made::new(1.0, 1, 6);
    let bone = made.node("bone", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    made.skinned("Body", &[bone]);
    let mesh = bone + 1;
    let (material, texture) = (made.id(), made.id());
    let _ = write!(
        made.objects,
        "Material: {material}, \"Material::skin\", \"\" {{\nVersion: 102\nShadingModel: \"phong\"\n}}\n\
         Texture: {texture}, \"Texture::skin\", \"\" {{\nType: \"TextureVideoClip\"\nFileName: \"{path}\"\nRelativeFilename: \"{path}\"\n}}\n"
    );
    let _ = writeln!(
        made.links,
        "C: \"OO\",{material},{mesh}\nC: \"OP\",{texture},{material}, \"DiffuseColor\""
    );
    let texel = asset::Texture {
        name: String::new(),
        origin: None,
        width: 1,
        height: 1,
        rgba: vec![9, 8, 7, 255].into(),
    };
    let png = crate::picture::png(&texel).unwrap();
    let mut asked = Vec::new();
    let mut resolve = |wanted: &str| {
        asked.push(wanted.to_owned());
        beside
            .contains(&wanted)
            .then(|| png.clone())
            .ok_or_else(|| "not there".to_owned())
    };
    let text = made.text();
    let found = import(
        &SourceFile::named("made"),
        text.as_bytes(),
        &mut resolve,
        &Options::default(),
        &|_| true,
    );
    (found.unwrap(), asked)
}

#[test]
fn pictures_are_found_below_the_file_and_never_above() {
    for (path, beside) in [
        ("skin.png", "skin.png"),
        ("maps/skin.png", "maps/skin.png"),
        ("maps/skin.png", "skin.png"),
        ("C:/work/maps/skin.png", "skin.png"),
        ("../../etc/skin.png", "textures/skin.png"),
        ("/etc/skin.png", "made.fbm/skin.png"),
    ] {
        let (found, asked) = pictured(path, &[beside]);
        let texture = found
            .project
            .textures
            .values()
            .next()
            .unwrap_or_else(|| panic!("{path}: {}", said(&found)));
        assert_eq!(
            (texture.name.as_str(), &texture.rgba[..]),
            ("skin", &[9, 8, 7, 255][..]),
            "{path}"
        );
        let used = found.project.meshes.values().next().unwrap().materials[0].texture;
        assert_eq!(used, found.project.textures.keys().next().copied());
        assert!(
            asked
                .iter()
                .all(|path| !path.starts_with('/') && !path.contains("..") && !path.contains(':')),
            "{asked:?}"
        );
    }
    let (found, _) = pictured("../secret.png", &[]);
    assert!(
        found.project.textures.is_empty() && said(&found).contains("“secret” was left out"),
        "{}",
        said(&found)
    );
}

#[test]
fn the_children_of_a_level_group_are_levels() {
    let mut made = Made::new(1.0, 1, 6);
    let (group, attribute) = (
        made.node("group", "LodGroup", 0, [0.0; 3], [0.0; 3], ""),
        made.id(),
    );
    let _ = write!(
        made.objects,
        "NodeAttribute: {attribute}, \"NodeAttribute::\", \"LodGroup\" {{\n}}\n"
    );
    let _ = writeln!(made.links, "C: \"OO\",{attribute},{group}");
    for name in ["fine", "coarse"] {
        let (mesh, geometry) = (
            made.node(name, "Mesh", group, [0.0; 3], [0.0; 3], ""),
            made.id(),
        );
        let _ = write!(
            made.objects,
            "Geometry: {geometry}, \"Geometry::{name}\", \"Mesh\" {{\nVertices: *9 {{\na: 0,0,0,1,0,0,0,1,0\n}}\n\
             PolygonVertexIndex: *3 {{\na: 0,1,-3\n}}\n}}\n"
        );
        let _ = writeln!(made.links, "C: \"OO\",{geometry},{mesh}");
    }
    let found = made.imported();
    let mesh = found.project.meshes.values().next().unwrap();
    let parts: Vec<Vec<&str>> = mesh
        .lods
        .iter()
        .map(|lod| lod.parts.iter().map(|part| part.name.as_str()).collect())
        .collect();
    assert_eq!(parts, [["fine"], ["coarse"]], "{}", said(&found));
}

#[test]
fn a_property_that_never_changes_is_no_curve() {
    let mut made = Made::new(1.0, 1, 6);
    let hips = made.node(
        "hips",
        "LimbNode",
        0,
        [0.0; 3],
        [0.0; 3],
        "P: \"lock\", \"Number\", \"\", \"A+U\",0\n",
    );
    let layer = made.stack("Look", [0.0, 1.0]);
    made.curve(layer, hips, "lock", Way::Linear, &[(0.0, 0.5), (1.0, 0.5)]);
    made.curve(
        layer,
        hips,
        "Lcl Translation",
        Way::Linear,
        &[(0.0, 0.0), (1.0, 1.0)],
    );
    assert!(
        made.imported()
            .project
            .clips
            .values()
            .all(|clip| clip.source.curves.is_empty())
    );
}

#[test]
fn whoever_waits_no_longer_is_heard() {
    let mut made = Made::new(1.0, 1, 6);
    made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    let stopped = super::read(made.text().as_bytes(), &Options::default(), &|_| false);
    assert!(matches!(
        stopped.err().unwrap().problem,
        crate::ImportProblem::Cancelled
    ));
}

#[test]
fn what_people_wrote_on_bones_is_remembered_by_bone_and_name() {
    let mut made = Made::new(1.0, 1, 6);
    let own = "P: \"side\", \"KString\", \"\", \"U\",\"left\"\nP: \"mass\", \"Number\", \"\", \"U\",2.5\n\
               P: \"count\", \"int\", \"Integer\", \"U\",7\nP: \"locked\", \"bool\", \"\", \"U\",1\n\
               P: \"tint\", \"ColorRGB\", \"Color\", \"U\",0.5,0.25,1\nP: \"empty\", \"KString\", \"\", \"U\",\"\"\n\
               P: \"Show\", \"bool\", \"\", \"\",1\n";
    let hips = made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], own);
    made.node(
        "hand",
        "LimbNode",
        hips,
        [1.0, 0.0, 0.0],
        [0.0; 3],
        "P: \"side\", \"KString\", \"\", \"U\",\"right\"\n",
    );
    let found = made.imported();
    let origin = found
        .project
        .skeletons
        .values()
        .next()
        .unwrap()
        .origin
        .as_ref()
        .unwrap();
    let properties: Vec<String> = origin
        .properties
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let expected = [
        "hand.side right",
        "hips.count 7",
        "hips.locked true",
        "hips.mass 2.5",
        "hips.side left",
        "hips.tint 0.5 0.25 1",
    ];
    assert_eq!(properties, expected);
}

#[test]
fn properties_beyond_what_is_kept_are_told() {
    let mut made = Made::new(1.0, 1, 6);
    let own: String = (0..4200)
        .map(|at| format!("P: \"p{at}\", \"int\", \"Integer\", \"U\",{at}\n"))
        .collect();
    let long = format!(
        "P: \"long\", \"KString\", \"\", \"U\",\"{}\"\n",
        "x".repeat(5000)
    );
    made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], &(long + &own));
    let found = made.imported();
    let origin = found
        .project
        .skeletons
        .values()
        .next()
        .unwrap()
        .origin
        .as_ref()
        .unwrap();
    assert_eq!(origin.properties.len(), 4096);
    assert!(
        said(&found).contains("105 node properties were left out"),
        "{}",
        said(&found)
    );
}
