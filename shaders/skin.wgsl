// Morphs and linear blend skinning, one thread a vertex. The twin of `anim::skinning::skin`: same order, same formulas.

struct Part {
    vertex_count: u32,
    influences: u32,
}

struct Influence {
    slot: u32,
    weight: f32,
}

// Scalars, because a vec3 would be padded to 16 bytes.
struct Delta {
    morph: u32,
    px: f32, py: f32, pz: f32,
    nx: f32, ny: f32, nz: f32,
}

@group(0) @binding(0) var<uniform> part: Part;
// Position and normal, six floats a vertex.
@group(0) @binding(1) var<storage, read> rest: array<f32>;
@group(0) @binding(2) var<storage, read> influences: array<Influence>;
// The deltas of vertex v are `delta_starts[v] .. delta_starts[v + 1]`, in morph order.
@group(0) @binding(3) var<storage, read> delta_starts: array<u32>;
@group(0) @binding(4) var<storage, read> deltas: array<Delta>;
// `model_from_mesh`, three rows a slot.
@group(1) @binding(0) var<storage, read> palette: array<vec4<f32>>;
@group(1) @binding(1) var<storage, read> morph_weights: array<f32>;
@group(1) @binding(2) var<storage, read_write> skinned: array<f32>;

const MORPH_THRESHOLD: f32 = 1e-3;
const TINY: f32 = 1e-18;

@compute @workgroup_size(64)
fn skin(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let vertex = (group.y * groups.x + group.x) * 64u + local;
    if vertex >= part.vertex_count {
        return;
    }
    let at = vertex * 6u;
    var position = vec3<f32>(rest[at], rest[at + 1u], rest[at + 2u]);
    var normal = vec3<f32>(rest[at + 3u], rest[at + 4u], rest[at + 5u]);
    for (var i = delta_starts[vertex]; i < delta_starts[vertex + 1u]; i++) {
        let weight = morph_weights[deltas[i].morph];
        if abs(weight) > MORPH_THRESHOLD {
            position += weight * vec3<f32>(deltas[i].px, deltas[i].py, deltas[i].pz);
            normal += weight * vec3<f32>(deltas[i].nx, deltas[i].ny, deltas[i].nz);
        }
    }

    var x = vec4<f32>();
    var y = vec4<f32>();
    var z = vec4<f32>();
    let first = vertex * part.influences;
    for (var i = first; i < first + part.influences; i++) {
        let weight = influences[i].weight;
        let row = influences[i].slot * 3u;
        x += palette[row] * weight;
        y += palette[row + 1u] * weight;
        z += palette[row + 2u] * weight;
    }

    // Rows of the cofactor matrix are the cross products of the other two rows.
    let turned = vec3<f32>(
        dot(cross(y.xyz, z.xyz), normal),
        dot(cross(z.xyz, x.xyz), normal),
        dot(cross(x.xyz, y.xyz), normal),
    );
    let size = length(turned);
    if size > TINY {
        normal = turned / size;
    }
    let whole = vec4<f32>(position, 1.0);
    skinned[at] = dot(x, whole);
    skinned[at + 1u] = dot(y, whole);
    skinned[at + 2u] = dot(z, whole);
    skinned[at + 3u] = normal.x;
    skinned[at + 4u] = normal.y;
    skinned[at + 5u] = normal.z;
}
