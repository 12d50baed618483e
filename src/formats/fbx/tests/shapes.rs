//! Shapes of meshes: what their points move by.

use super::*;

/// A triangle with one shape that moves its first and its last point, with these weights in full.
fn shaped(full_weights: &str) -> Imported {
    scaled(full_weights, 1.0)
}

fn scaled(full_weights: &str, scale: f32) -> Imported {
    let mut made = Made::new(100.0, 1, 6);
    let mesh = made.node("body", "Mesh", 0, [0.0; 3], [0.0; 3], "");
    let [geometry, deformer, channel, shape] = std::array::from_fn(|_| made.id());
    let _ = write!(
        made.objects,
        "Geometry: {geometry}, \"Geometry::body\", \"Mesh\" {{\nVertices: *9 {{\na: 0,0,0,1,0,0,0,1,0\n}}\n\
         PolygonVertexIndex: *3 {{\na: 0,1,-3\n}}\n}}\n\
         Deformer: {deformer}, \"Deformer::\", \"BlendShape\" {{\nVersion: 100\n}}\n\
         Deformer: {channel}, \"SubDeformer::smile\", \"BlendShapeChannel\" {{\nVersion: 100\nDeformPercent: 0\n\
         FullWeights: {full_weights}\n}}\n\
         Geometry: {shape}, \"Geometry::smile\", \"Shape\" {{\nVersion: 100\nIndexes: *2 {{\na: 0,2\n}}\n\
         Vertices: *6 {{\na: 0,0,1,0,0,2\n}}\nNormals: *6 {{\na: 0,0,0,0,0,0\n}}\n}}\n"
    );
    let _ = writeln!(
        made.links,
        "C: \"OO\",{geometry},{mesh}\nC: \"OO\",{deformer},{geometry}\nC: \"OO\",{channel},{deformer}\nC: \"OO\",{shape},{channel}"
    );
    let version = "FBXVersion: 7400\n";
    let creator = "Creator: \"Blender (stable FBX IO) - 4.0.2 - 5.8.12\"\n";
    let text = made
        .text()
        .replacen(version, &format!("{version}{creator}"), 1);
    let none = &mut |_: &str| Err("none".to_owned());
    let name = SourceFile::named("made");
    let options = Options {
        scale,
        ..Options::default()
    };
    import(&name, text.as_bytes(), none, &options, &|_| true).unwrap()
}

/// How far along z the points of the triangle go, those that move.
fn moved(found: &Imported) -> Vec<(u32, f32)> {
    let mesh = found.project.meshes.values().next().unwrap();
    let part = mesh.parts().next().unwrap();
    let deltas = part.data.deltas.iter();
    deltas
        .map(|delta| (delta.vertex, delta.position[2]))
        .collect()
}

#[test]
fn a_point_moves_by_its_shape() {
    assert_eq!(moved(&shaped("*1 {\na: 100\n}")), [(0, 1.0), (2, 2.0)]);
}

/// Blender writes as many weights as a shape has points, where others write one a shape.
#[test]
fn a_point_moves_by_its_own_weight_of_the_shape() {
    assert_eq!(moved(&shaped("*2 {\na: 50,25\n}")), [(0, 0.5), (2, 0.5)]);
}

#[test]
fn a_scale_reaches_points_and_what_shapes_move_them_by() {
    let found = scaled("*1 {\na: 100\n}", 3.0);
    assert_eq!(moved(&found), [(0, 3.0), (2, 6.0)]);
    let mesh = found.project.meshes.values().next().unwrap();
    let points = &mesh.parts().next().unwrap().data.positions;
    assert_eq!(points[..], [[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]]);
}
