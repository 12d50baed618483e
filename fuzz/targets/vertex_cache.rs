//! Bytes of a point cache: refused, or they play on a mesh of as many vertices without a NaN.
#![no_main]

use anim::{MeshPart, mesh::PaletteJoint};
use asset::{
    Id, Mesh,
    mesh::Part,
    vertex_cache::{VertexCacheSettings, played},
};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

/// Of points that lie where the first frame has them, in a fan.
fn mesh(positions: &[[f32; 3]]) -> Mesh {
    let vertices = positions.len() as u32;
    let joint = PaletteJoint {
        bone: 0,
        inverse_bind: [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ],
    };
    let data = MeshPart {
        positions: positions.to_vec().into(),
        normals: vec![[0.0, 1.0, 0.0]; positions.len()].into(),
        influences: 1,
        joints: vec![0; positions.len()].into(),
        weights: vec![1.0; positions.len()].into(),
        palette: vec![joint].into(),
        indices: (2..vertices).flat_map(|at| [0, at - 1, at]).collect(),
        ..MeshPart::default()
    };
    let part = Part {
        data: Arc::new(MeshPart::new(data).unwrap()),
        ..Part::default()
    };
    Mesh::new("mesh", (Id(1), Arc::new([])), vec![part], Vec::new())
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(cache) = formats::vertex_cache::read(bytes, None) else {
        return;
    };
    if cache.points * cache.times.len() > 4096 {
        return;
    }
    let mesh = mesh(cache.frame(0));
    let settings = VertexCacheSettings {
        name: "fuzz".into(),
        precision: 1e-3,
        rest: None,
        part: None,
        up: None,
    };
    let Ok(played) = played(&mesh, &cache, &settings, &|_| true) else {
        return;
    };
    for ((lod, part), shapes) in &played.shapes {
        let deltas = shapes.iter().flat_map(|shape| &shape.deltas);
        assert!(
            deltas
                .flat_map(|delta| delta.position.iter().chain(&delta.normal))
                .all(|number| number.is_finite())
        );
        mesh.lods[*lod].parts[*part]
            .with_shapes(&[], shapes)
            .unwrap();
    }
    assert!(
        played
            .source
            .channels()
            .flat_map(|channel| &channel.values)
            .all(|weight| weight.is_finite())
    );
    assert!(played.told.farthest.is_finite() && played.told.mean.is_finite());
});
