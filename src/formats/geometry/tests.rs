//! What a geometry may be that another process sends.

use super::*;
use anim::Name;

/// Three vertices with everything that there is.
fn whole() -> Geometry {
    let delta = |vertex| MorphDelta {
        vertex,
        position: [1.0; 3],
        normal: [0.5; 3],
    };
    let attribute = |components, first| Attribute {
        name: Name(1),
        components,
        first,
    };
    Geometry {
        positions: vec![[1.0; 3]; 3].into(),
        normals: vec![[1.0; 3]; 3].into(),
        tangents: vec![[1.0; 4]; 3].into(),
        uvs: vec![[1.0; 2]; 3].into(),
        colors: vec![[1.0; 4]; 3].into(),
        indices: vec![0, 1, 2].into(),
        influences: Some(VertexInfluences::rigid(3)),
        deltas: vec![delta(0), delta(2)].into(),
        delta_tangents: vec![[1.0; 3]; 2].into(),
        attributes: vec![attribute(1, 0), attribute(2, 3)].into(),
        attribute_values: vec![1.0; 9].into(),
        names: vec!["a".into(), "b".into()],
        targets: vec![0..1, 1..1, 1..2],
    }
}

fn is_sound(change: fn(&mut Geometry)) -> bool {
    let mut geometry = whole();
    change(&mut geometry);
    geometry.is_sound()
}

#[test]
fn streams_may_be_whole_or_missing() {
    let sound: [fn(&mut Geometry); 11] = [
        |_| {},
        |it| it.normals = Default::default(),
        |it| it.tangents = Default::default(),
        |it| it.uvs = Default::default(),
        |it| it.colors = Default::default(),
        |it| it.indices = Default::default(),
        |it| it.influences = None,
        |it| it.delta_tangents = Default::default(),
        |it| it.targets.clear(),
        |it| it.targets = vec![0..0, 2..2],
        |it| it.attribute_values = vec![1.0; 10].into(),
    ];
    for (nth, change) in sound.into_iter().enumerate() {
        assert!(is_sound(change), "{nth}");
    }
}

#[test]
fn nothing_may_be_too_short_out_of_range_or_no_number() {
    let broken: [fn(&mut Geometry); 27] = [
        |it| it.normals = vec![[1.0; 3]; 2].into(),
        |it| it.tangents = vec![[1.0; 4]; 4].into(),
        |it| it.uvs = vec![[1.0; 2]; 1].into(),
        |it| it.colors = vec![[1.0; 4]; 2].into(),
        |it| it.positions = vec![[f32::NAN; 3]; 3].into(),
        |it| it.normals = vec![[f32::NAN; 3]; 3].into(),
        |it| it.delta_tangents = vec![[f32::NAN; 3]; 2].into(),
        |it| it.tangents = vec![[f32::INFINITY; 4]; 3].into(),
        |it| it.colors = vec![[f32::NAN; 4]; 3].into(),
        |it| it.uvs = vec![[1.0, f32::NAN]; 3].into(),
        |it| it.attribute_values = [vec![1.0; 8], vec![f32::NAN]].concat().into(),
        |it| {
            let mut deltas = it.deltas.to_vec();
            deltas[1].position[2] = f32::NAN;
            it.deltas = deltas.into();
        },
        |it| {
            let mut deltas = it.deltas.to_vec();
            deltas[0].normal[0] = f32::NAN;
            it.deltas = deltas.into();
        },
        |it| {
            let mut deltas = it.deltas.to_vec();
            deltas[1].vertex = 3;
            it.deltas = deltas.into();
        },
        |it| it.indices = vec![0, 1].into(),
        |it| it.indices = vec![0, 1, 2, 0].into(),
        |it| it.indices = vec![0, 1, 3].into(),
        |it| it.influences = Some(VertexInfluences::rigid(2)),
        |it| it.influences.as_mut().unwrap().per_vertex = 0,
        |it| it.influences.as_mut().unwrap().weights = vec![1.0; 4].into(),
        |it| it.influences.as_mut().unwrap().joints = vec![0, 1, 0].into(),
        |it| it.delta_tangents = vec![[1.0; 3]].into(),
        |it| it.targets.push(1..3),
        |it| {
            let (later, sooner) = (2, 1);
            it.targets.push(later..sooner);
        },
        |it| it.names = vec!["a".into()],
        |it| it.attribute_values = vec![1.0; 8].into(),
        |it| {
            let mut attributes = it.attributes.to_vec();
            attributes[0].first = 7;
            it.attributes = attributes.into();
        },
    ];
    for (nth, change) in broken.into_iter().enumerate() {
        assert!(!is_sound(change), "{nth}");
    }
}
