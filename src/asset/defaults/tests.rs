//! What a project holds where its author or its file says nothing: a changed default changes what
//! old projects play.

use crate::{
    BlendSpace, Clip, Curve, Id, Material, Mirror, Montage, Notify, NotifyClass, PoseAsset,
    PoseGraph, PreviewSettings, PreviewTarget, Warp,
    blend_space::{Axis, BoneSpeed, Sample},
    curve::CurveKey,
    graph::{
        self, ControlKind, Machine, NodeKind, Parameter, ParameterKind, Settings, StateKind,
        Transition,
    },
    mesh::Lod,
    montage::Section,
    notify_class::{FieldType, Template},
    skeleton::{BlendProfile, Bone, BoneMask, Socket, VirtualBone},
    source::{ClipSource, Interpolation},
};
use anim::{Transform, montage::Easing, notify::FieldKind, reduction::Reduction};
use serde::de::DeserializeOwned;
use std::{fmt::Debug, sync::Arc};

/// Compares with the committed text, which `UPDATE_DEFAULTS=1 cargo test -p asset defaults` writes
/// anew.
pub(crate) fn compare(name: &str, made: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("defaults")
        .join(name);
    if std::env::var_os("UPDATE_DEFAULTS").is_some() {
        std::fs::write(&path, made).expect("the text is written");
    }
    let committed = std::fs::read_to_string(&path).expect("the text is committed");
    for (line, (was, is)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(was, is, "line {} of {name}", line + 1);
    }
    assert_eq!(committed, made, "{name}");
}

fn said(title: &str, value: &dyn Debug) -> String {
    format!("# {title}\n{value:#?}\n\n")
}

/// From JSON in which `#7` is an id.
pub(crate) fn from_text<T: DeserializeOwned>(text: &str) -> T {
    let mut parts = text.split('#');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(part.len());
        let id: u64 = part[..end].parse().expect("a number follows");
        whole += &format!("\"{}\"{}", Id(id), &part[end..]);
    }
    serde_json::from_str(&whole).unwrap_or_else(|error| panic!("{error} in {whole}"))
}

fn read<T: DeserializeOwned + Debug>(text: &str) -> String {
    said(text, &from_text::<T>(text))
}

#[test]
fn what_is_made_anew_is_what_it_was() {
    let mut ids = 5;
    let texts = [
        said("montage", &Montage::new("m", Id(1), &mut ids)),
        said(
            "clip",
            &Clip::new("c", Id(1), Arc::new(ClipSource::default()), 30.0),
        ),
        said("blend space", &BlendSpace::new("b", Id(1))),
        said("pose graph", &PoseGraph::new("g", Id(1))),
        said("pose asset", &PoseAsset::new("p", Id(1))),
        said("notify class", &NotifyClass::new("n")),
        said("notify", &Notify::instant(Id(1), Id(2), "n", 0.5)),
        said("notify state", &Notify::state(Id(1), Id(2), "n", 0.5, 0.25)),
        said("curve", &Curve::new(Id(1), "c", 3)),
        said(
            "curve key",
            &CurveKey::new(Id(1), 0.5, 2.0, Interpolation::Cubic),
        ),
        said(
            "parameter",
            &Parameter::new(Id(1), "p", ParameterKind::Trigger),
        ),
        said("state", &StateKind::pose(Some(Id(1)))),
        said(
            "transition",
            &Transition::new(Id(1), Id(2), Id(3), "true", 0.25),
        ),
        said("transition settings", &Settings::new(0.25)),
        said(
            "blend",
            &crate::montage::Blend::standard(0.25, Easing::Linear),
        ),
        said("bone", &Bone::new("b", Some(1), Transform::IDENTITY)),
        said(
            "socket",
            &Socket::new(Id(1), "s", "b".into(), Transform::IDENTITY),
        ),
        said(
            "virtual bone",
            &VirtualBone::new(Id(1), "v", "a".into(), "b".into()),
        ),
        said(
            "bones outside of a mask and of a profile",
            &(BoneMask::REST, BlendProfile::REST),
        ),
        said("finest level", &Lod::finest(Vec::new())),
        said("material", &Material::default()),
        said("mirror", &Mirror::default()),
        said("reduction", &Reduction::default()),
        said("warp", &Warp::default()),
        said("preview", &PreviewSettings::default()),
    ];
    compare("new.txt", &texts.concat());
}

#[test]
fn nodes_and_controls_begin_as_they_did() {
    let texts = [
        said("play", &graph::Play::default()),
        said("interpolation", &graph::InterpolationSpeeds::default()),
        said("cover", &graph::Cover::default()),
        said("history", &graph::History::default()),
        said("jump rules", &graph::JumpRules::default()),
        said("machine", &Machine::default()),
        said("alpha of a control", &graph::ControlAlpha::default()),
        said("space", &graph::Space::default()),
        said("target", &graph::Target::default()),
        said("modification", &graph::Modify::default()),
        said("FABRIK", &graph::Fabrik::default()),
        said("CCD", &graph::Ccd::default()),
        said("leg", &graph::Leg::default()),
        said("foot placement", &graph::FootPlacement::default()),
        said("stride warping", &graph::StrideWarping::default()),
        said("orientation warping", &graph::OrientationWarping::default()),
        said("slope warping", &graph::SlopeWarping::default()),
        said("pose driver", &graph::DriverSettings::default()),
    ];
    compare("nodes.txt", &texts.concat());
}

#[test]
fn notify_classes_begin_as_they_did() {
    let templates =
        Template::ALL.map(|template| said(&format!("{template:?}"), &template.class(&mut 5)));
    let fields = FieldKind::ALL.map(|kind| said(&format!("{kind:?}"), &FieldType::of(kind)));
    compare(
        "notify_classes.txt",
        &(templates.concat() + &fields.concat()),
    );
}

#[test]
fn presets_of_controls_are_what_they_were() {
    let spring = r#"{"control":"spring","bone":"b","stiffness":1,"damping":2,
        "translates":[true,true,true],"rotates":[false,false,false]}"#;
    let kinds = [
        r#"{"control":"two_bone_ik","end":"e","effector":{"at":[0,0,0]},"pole":{"at":[0,0,0]}}"#,
        r#"{"control":"look_at","chain":[],"axis":[0,0,1],"target":{"at":[0,0,0]},"clamp":1,"time":2,"trigger":3}"#,
        spring,
        r#"{"control":"fabrik"}"#,
        r#"{"control":"ccd"}"#,
        r#"{"control":"leg_ik"}"#,
        r#"{"control":"foot_placement"}"#,
        r#"{"control":"stride_warping"}"#,
        r#"{"control":"orientation_warping"}"#,
        r#"{"control":"slope_warping"}"#,
    ];
    let presets = kinds.map(|text| {
        let kind: ControlKind = from_text(text);
        kind.presets()
            .iter()
            .map(|(name, preset)| said(name, preset))
            .collect::<String>()
    });
    compare("presets.txt", &presets.concat());
}

#[test]
fn what_a_file_leaves_out_of_assets_is_what_it_was() {
    let texts = [
        read::<Axis>(r#"{"name":"a","min":0,"max":1}"#),
        read::<Sample>(r#"{"id":#1,"clip":#2,"at":[0,1]}"#),
        read::<BoneSpeed>(r#"{"bone":"b","speed":2}"#),
        read::<BlendSpace>(r#"{"name":"b","skeleton":#1,"axes":[],"samples":[]}"#),
        read::<Notify>(r#"{"id":#1,"track":#2,"name":"n","time":0.5}"#),
        read::<Warp>("{}"),
        read::<Mirror>("{}"),
        read::<PreviewTarget>(r#"{"id":#1,"name":"t","at":[1,2,3]}"#),
        read::<PreviewSettings>("{}"),
        read::<Section>(r#"{"id":#1,"name":"s","start":0.5,"color":3}"#),
        read::<NotifyClass>(r#"{"name":"n","kind":"either","color":1,"fields":[]}"#),
        read::<crate::montage::Blend>(r#"{"time":0.5,"easing":"linear"}"#),
        read::<CurveKey>(r#"{"id":#1,"time":0.5,"value":2,"interpolation":"linear"}"#),
        read::<Curve>(r#"{"id":#1,"name":"c","color":3,"keys":[]}"#),
    ];
    compare("read_assets.txt", &texts.concat());
}

#[test]
fn what_a_file_leaves_out_of_graphs_is_what_it_was() {
    let nodes = [
        r#"{"node":"sequence_player"}"#,
        r#"{"node":"blend_space_player","x":1,"looping":true}"#,
        r#"{"node":"two_way","alpha":{"value":1}}"#,
        r#"{"node":"two_way","alpha":{"switch":{"on":1,"time_in":1,"time_out":2}}}"#,
        r#"{"node":"blend_list","index":0,"poses":[]}"#,
        r#"{"node":"layered_per_bone","layers":[]}"#,
        r#"{"node":"sequence_evaluator","time":0}"#,
        r#"{"node":"blend_space_evaluator","x":1,"time":0,"looping":false}"#,
        r#"{"node":"random_player","entries":[{"chance":1}],"rate":1,"restarts":false}"#,
        r#"{"node":"sequence_composite","parts":[],"rate":1,"looping":false,"restarts":false}"#,
        r#"{"node":"pose_by_name","pose":"p"}"#,
        r#"{"node":"linked_graph","swap":{"time":1}}"#,
        r#"{"node":"apply_additive","alpha":{"value":1}}"#,
        r#"{"node":"make_dynamic_additive"}"#,
        r#"{"node":"aim_offset","x":1,"alpha":{"value":1},"look":{"target":[0,0,0],"from":{"bone":"b"}}}"#,
        r#"{"node":"pose_blend"}"#,
        r#"{"node":"pose_driver","bones":[],"targets":[{"curve":"c","turns":[]}]}"#,
        r#"{"node":"control","control":"modify_bone","bone":"b"}"#,
        r#"{"node":"control","control":"copy_bone","from":"a","to":"b","translation":true,"rotation":true,"scale":true}"#,
        r#"{"node":"curve_source","subject":"s"}"#,
        r#"{"node":"copy_pose","partner":"p"}"#,
        r#"{"node":"state_machine"}"#,
        r#"{"node":"slot","slot":"s"}"#,
        r#"{"node":"inertialization"}"#,
    ];
    let mut text: String = nodes.iter().map(|text| read::<NodeKind>(text)).collect();
    text += &read::<Transition>(r#"{"id":#1,"from":#2,"to":#3,"rule":{"text":"true"}}"#);
    text += &read::<Settings>(r#"{"duration":1}"#);
    text += &read::<StateKind>(r#"{"is":"pose"}"#);
    text += &read::<graph::Alias>(r#"{"id":#1,"name":"a"}"#);
    text += &read::<graph::ControlAlpha>("{}");
    text += &read::<graph::Wiring>("{}");
    text += &read::<graph::Layout>("{}");
    compare("read_graphs.txt", &text);
}
