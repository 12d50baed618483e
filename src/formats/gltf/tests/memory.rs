//! How many bytes each part of a file is counted with before it is read.

use super::{
    draco::tests::plain,
    import,
    tests::{Builder, TRIANGLE, texel, triangle},
};
use crate::{
    ImportError, ImportProblem, Options, SourceFile,
    reading::{BASE_BUDGET, BUDGET_PER_BYTE},
};
use serde_json::{Value, json};

const VERTICES_OF_THE_WALL: u64 = 1 << 30;
/// Of the vertices of a triangle as they are read and as they are kept.
const PLACES: i64 = 2 * 3 * 12;

/// A file with one primitive, and after it one that no memory is enough for.
fn walled(change: impl FnOnce(&mut Builder)) -> Vec<u8> {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}, {"mesh": 1}]}));
    change(&mut builder);
    let wall = json!({"componentType": 5126, "count": VERTICES_OF_THE_WALL, "type": "VEC3"});
    let wall = builder.push("accessors", wall);
    builder.push(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": wall}}]}),
    );
    builder.finish()
}

fn refused(bytes: &[u8], more_memory: u64) -> ImportError {
    let mut beside = |path: &str| match path {
        "three.bin" => Ok(vec![0; 3]),
        _ => Err("not there".to_owned()),
    };
    let options = Options {
        more_memory,
        ..Options::default()
    };
    let file = SourceFile::named("file");
    import(&file, bytes, &mut beside, &options, &|_| true).unwrap_err()
}

/// Bytes that were counted before the wall.
fn counted(change: impl FnOnce(&mut Builder)) -> i64 {
    let bytes = walled(change);
    let error = refused(&bytes, 0);
    let ImportProblem::Memory { asked, left } = error.problem else {
        panic!("{error}")
    };
    // Zeros cost the file nothing, so that all that comes of them is counted at once.
    assert_eq!(asked, VERTICES_OF_THE_WALL * 12 * 8);
    let all = BASE_BUDGET + BUDGET_PER_BYTE * bytes.len() as u64;
    all as i64 - left as i64
}

fn primitive(builder: &mut Builder) -> &mut Value {
    &mut builder.json["meshes"][0]["primitives"][0]
}

fn attribute(builder: &mut Builder, name: &str, kind: &str, values: &[f32]) {
    let accessor = builder.floats(kind, values.len() / 3, values);
    primitive(builder)["attributes"][name] = json!(accessor);
}

#[test]
fn everything_is_counted_before_it_takes_memory() {
    assert_eq!((BASE_BUDGET, BUDGET_PER_BYTE), (64 << 20, 40));
    let of_triangle = |what: &str, bytes: i64, change: fn(&mut Builder)| {
        assert_eq!(counted(change) - PLACES, bytes, "{what}");
    };
    of_triangle("places alone", 0, |_| {});
    of_triangle("indices", 2 * 3 * 4, |builder| {
        let accessor = json!({"componentType": 5121, "count": 3, "type": "SCALAR"});
        let indices = builder.bytes(&[0, 1, 2], accessor);
        primitive(builder)["indices"] = json!(indices);
    });
    of_triangle("a morph target", 2 * 3 * 12 + 3 * 28, |builder| {
        let deltas = builder.vec3(&TRIANGLE);
        primitive(builder)["targets"] = json!([{"POSITION": deltas}]);
    });
    of_triangle("a target that turns", 2 * 3 * 12 + 3 * 28, |builder| {
        let deltas = builder.vec3(&TRIANGLE);
        primitive(builder)["targets"] = json!([{"NORMAL": deltas}]);
    });
    of_triangle("an attribute", 3 * 16 + 2 * 3 * 4, |builder| {
        attribute(builder, "_HEAT", "SCALAR", &[0.0; 3]);
    });
    of_triangle("a picture", 4 + 2 * 3 * 8, |builder| {
        textured(builder, "pbrMetallicRoughness");
    });
    of_triangle("a picture of bumps", 4 + 2 * 3 * 8 + 3 * 36, |builder| {
        textured(builder, "bumps");
    });
    of_triangle("a stream of half of what it may take", draco(), |builder| {
        let stream = plain(&TRIANGLE, &[[0, 1, 2]]);
        let view = builder.bytes(
            &stream,
            json!({"componentType": 5121, "count": 1, "type": "SCALAR"}),
        );
        let view = builder.json["accessors"][view]["bufferView"].clone();
        let extension = json!({"bufferView": view, "attributes": {"POSITION": 7}});
        primitive(builder)["extensions"] = json!({"KHR_draco_mesh_compression": extension});
    });
    of_triangle("a file beside it gives more", -3 * 40, |builder| {
        builder.json["images"] = json!([{"uri": "three.bin"}]);
        builder.json["textures"] = json!([{"source": 0}]);
        let texture = json!({"baseColorTexture": {"index": 0}});
        builder.json["materials"] = json!([{"pbrMetallicRoughness": texture}]);
    });
}

/// A mebibyte, and for every vertex and index that is promised, of which half stays; the places
/// come out of the stream.
fn draco() -> i64 {
    ((1 << 20) + 3 * 128 + 3 * 8) / 2 - PLACES
}

fn textured(builder: &mut Builder, how: &str) {
    builder.json["images"] = json!([{"uri": texel()}]);
    builder.json["textures"] = json!([{"source": 0}]);
    builder.json["materials"] = match how {
        "bumps" => json!([{"normalTexture": {"index": 0}}]),
        _ => json!([{how: {"baseColorTexture": {"index": 0}}}]),
    };
    primitive(builder)["material"] = json!(0);
    attribute(builder, "TEXCOORD_0", "VEC2", &[0.0; 6]);
}

#[test]
fn memory_that_is_allowed_beyond_is_counted_too() {
    let bytes = walled(|_| {});
    let left = |more: u64| match refused(&bytes, more).problem {
        ImportProblem::Memory { left, .. } => left,
        problem => panic!("{problem}"),
    };
    assert_eq!(left(12_345), left(0) + 12_345);
}
