use super::*;
use crate::{
    diagnostic::Kind,
    mesh::Part,
    skeleton::{Bone, Socket},
};
use anim::{MeshPart, mesh::PaletteJoint};
use glam::Vec3;

fn rig(name: &str) -> Skeleton {
    let reference = Transform::from_translation(Vec3::Y);
    let bone = |at: u32| Bone::new(at.to_string(), at.checked_sub(1), reference);
    Skeleton {
        name: name.into(),
        bones: (0..2).map(bone).collect(),
        ..Skeleton::default()
    }
}

fn mesh() -> Mesh {
    let joint = PaletteJoint {
        bone: 0,
        inverse_bind: [[0.0; 4]; 3],
    };
    let data = MeshPart {
        influences: 1,
        palette: vec![joint].into(),
        ..MeshPart::default()
    };
    let part = Part {
        name: "p".into(),
        data: Arc::new(data),
        ..Part::default()
    };
    Mesh::new(
        "sword",
        (Id(2), Arc::new(["1".into()])),
        vec![part],
        Vec::new(),
    )
}

fn project() -> Project {
    let mut body = rig("body");
    let at = Transform::from_translation(Vec3::X);
    body.sockets = vec![
        Socket::new(Id(5), "empty", "0".into(), Transform::IDENTITY),
        Socket {
            preview: Some(Id(3)),
            ..Socket::new(Id(6), "grip", "1".into(), at)
        },
    ];
    let mut project = Project::default();
    project
        .skeletons
        .extend([(Id(1), Arc::new(body)), (Id(2), Arc::new(rig("hilt")))]);
    project.meshes.insert(Id(3), Arc::new(mesh()));
    project
}

#[test]
fn a_prop_is_the_mesh_of_its_socket_in_its_own_reference_pose() {
    let project = project();
    let props = project.props(Id(1));
    assert_eq!(
        (props.len(), props[0].bone, props[0].local.translation),
        (1, 1, Vec3::X)
    );
    let models = props[0].skeleton.reference_models();
    assert_eq!(models[1].translation, glam::Vec3A::new(0.0, 2.0, 0.0));
    assert_eq!(props, project.props(Id(1)));
    assert!(project.props(Id(2)).is_empty() && project.props(Id(9)).is_empty());
}

#[test]
fn a_prop_that_is_gone_is_reported_at_its_socket() {
    let found = |project: &Project| {
        let compiled = crate::compile(
            project,
            &mut crate::Cache::default(),
            crate::CompileOptions::default(),
        );
        let missing = compiled
            .diagnostics
            .into_iter()
            .find(|found| found.kind == Kind::PropMissing);
        missing.map(|found| crate::describe(project, &found))
    };
    let mut project = project();
    assert_eq!(found(&project), None);
    project.meshes.clear();
    let text = found(&project).unwrap();
    assert!(
        text.starts_with("Skeleton “body”, socket “grip”: "),
        "{text}"
    );
    assert!(project.props(Id(1)).is_empty());
}

#[test]
fn a_prop_waits_for_the_bone_of_its_socket() {
    let mut project = project();
    Arc::make_mut(project.skeletons.get_mut(&Id(1)).unwrap()).sockets[1].bone = "tail".into();
    assert!(project.props(Id(1)).is_empty());
}
