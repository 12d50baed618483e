// Morphs and skinning, one thread a vertex. The twin of `anim::skinning::skin`: same order, same formulas.

struct Part {
    vertex_count: u32,
    influences: u32,
    // 0 linear, 1 dual quaternion.
    method: u32,
    // 1 where there are tangents.
    tangents: u32,
}

// Scalars, because a vec3 would be padded to 16 bytes.
struct Delta {
    vertex: u32,
    px: f32, py: f32, pz: f32,
    nx: f32, ny: f32, nz: f32,
    tx: f32, ty: f32, tz: f32,
}

struct ActiveMorph {
    first: u32,
    count: u32,
    weight: f32,
}

struct ActiveMorphs {
    count: u32,
    each: array<ActiveMorph>,
}

@group(0) @binding(0) var<uniform> part: Part;
// REST words a vertex: the bits of a position, and the unfolded directions of normal and tangent.
@group(0) @binding(1) var<storage, read> rest: array<u32>;
// Slot in the low half, weight in steps of 1/65535 in the high one.
@group(0) @binding(2) var<storage, read> influences: array<u32>;
// Morph by morph, in each by vertex.
@group(0) @binding(3) var<storage, read> deltas: array<Delta>;
// Linear: `world_from_mesh`, three rows a slot. Dual quaternion: `world_from_model`, three rows, and then a slot each
// of `model_from_mesh` in three rows, its turn, its dual part, and its stretch in three rows.
@group(1) @binding(0) var<storage, read> palette: array<vec4<f32>>;
@group(1) @binding(1) var<storage, read> active_morphs: ActiveMorphs;
@group(1) @binding(2) var<storage, read_write> skinned: array<f32>;

const TINY: f32 = 1e-18;
const LEAST_ROTATION: f32 = 1e-8;
const DUAL_QUATERNION: u32 = 1;
// Rows before the first slot, and rows a slot, of dual quaternions.
const HEAD: u32 = 3;
const STRIDE: u32 = 8;
// Words of a vertex at rest, and floats of a skinned one.
const REST: u32 = 5;
const FLOATS: u32 = 10;

struct Vertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
}

// A normal turned by the cofactor matrix, whose rows are the cross products of the other two rows.
fn turned_normal(x: vec3<f32>, y: vec3<f32>, z: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let turned = vec3<f32>(dot(cross(y, z), normal), dot(cross(z, x), normal), dot(cross(x, y), normal));
    let size = length(turned);
    return select(normal, turned / size, size > TINY);
}

// A tangent turned by the matrix itself, at right angles to the turned normal; its side turns where that mirrors.
fn turned_tangent(x: vec3<f32>, y: vec3<f32>, z: vec3<f32>, tangent: vec4<f32>, normal: vec3<f32>) -> vec4<f32> {
    let along = vec3<f32>(dot(x, tangent.xyz), dot(y, tangent.xyz), dot(z, tangent.xyz));
    let flat_along = along - normal * dot(normal, along);
    let size = length(flat_along);
    let side = select(tangent.w, -tangent.w, dot(x, cross(y, z)) < 0.0);
    return vec4<f32>(select(vec3<f32>(), flat_along / size, size > TINY), side);
}

fn moved(x: vec4<f32>, y: vec4<f32>, z: vec4<f32>, v: Vertex) -> Vertex {
    let whole = vec4<f32>(v.position, 1.0);
    let normal = turned_normal(x.xyz, y.xyz, z.xyz, v.normal);
    return Vertex(
        vec3<f32>(dot(x, whole), dot(y, whole), dot(z, whole)),
        normal,
        turned_tangent(x.xyz, y.xyz, z.xyz, v.tangent, normal),
    );
}

fn slot_of(influence: u32) -> u32 {
    return influence & 0xffffu;
}

fn weight_of(influence: u32) -> f32 {
    return f32(influence >> 16u) / 65535.0;
}

// A direction that was unfolded from an octahedron to a square.
fn folded(packed: u32) -> vec3<f32> {
    let at = unpack2x16snorm(packed);
    let z = 1.0 - abs(at.x) - abs(at.y);
    let below = max(-z, 0.0);
    return normalize(vec3<f32>(at - select(vec2<f32>(-below), vec2<f32>(below), at >= vec2<f32>()), z));
}

// What the active morphs do to a vertex, in their order; others are not looked at.
fn morphed(vertex: u32, at: Vertex) -> Vertex {
    var out = at;
    for (var m = 0u; m < active_morphs.count; m++) {
        let morph = active_morphs.each[m];
        let end = morph.first + morph.count;
        var low = morph.first;
        var high = end;
        while low < high {
            let middle = (low + high) / 2u;
            if deltas[middle].vertex < vertex {
                low = middle + 1u;
            } else {
                high = middle;
            }
        }
        for (var i = low; i < end && deltas[i].vertex == vertex; i++) {
            out.position += morph.weight * vec3<f32>(deltas[i].px, deltas[i].py, deltas[i].pz);
            out.normal += morph.weight * vec3<f32>(deltas[i].nx, deltas[i].ny, deltas[i].nz);
            let turn = morph.weight * vec3<f32>(deltas[i].tx, deltas[i].ty, deltas[i].tz);
            out.tangent += vec4<f32>(turn, 0.0) * f32(part.tangents);
        }
    }
    return out;
}

// The slots' matrices start `head` rows into the palette, one every `stride` rows.
fn linear(v: Vertex, first: u32, head: u32, stride: u32) -> Vertex {
    var x = vec4<f32>();
    var y = vec4<f32>();
    var z = vec4<f32>();
    for (var i = first; i < first + part.influences; i++) {
        let weight = weight_of(influences[i]);
        let row = head + slot_of(influences[i]) * stride;
        x += palette[row] * weight;
        y += palette[row + 1u] * weight;
        z += palette[row + 2u] * weight;
    }
    return moved(x, y, z, v);
}

fn rotated(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn dual_quaternion(v: Vertex, first: u32) -> Vertex {
    let heaviest = palette[HEAD + slot_of(influences[first]) * STRIDE + 3u];
    var real = vec4<f32>();
    var dual = vec4<f32>();
    var x = vec3<f32>();
    var y = vec3<f32>();
    var z = vec3<f32>();
    for (var i = first; i < first + part.influences; i++) {
        let row = HEAD + slot_of(influences[i]) * STRIDE;
        let weight = weight_of(influences[i]);
        let signed_weight = select(weight, -weight, dot(palette[row + 3u], heaviest) < 0.0);
        real += palette[row + 3u] * signed_weight;
        dual += palette[row + 4u] * signed_weight;
        x += palette[row + 5u].xyz * weight;
        y += palette[row + 6u].xyz * weight;
        z += palette[row + 7u].xyz * weight;
    }
    let size = length(real);
    if size < LEAST_ROTATION {
        return linear(v, first, HEAD, STRIDE);
    }
    let r = real / size;
    let d = dual / size;
    let stretched = vec3<f32>(dot(x, v.position), dot(y, v.position), dot(z, v.position));
    let by = 2.0 * (d.xyz * r.w - r.xyz * d.w + cross(r.xyz, d.xyz));
    let normal = turned_normal(x, y, z, v.normal);
    let tangent = turned_tangent(x, y, z, v.tangent, normal);
    return Vertex(
        rotated(r, stretched) + by,
        normalize(rotated(r, normal)),
        vec4<f32>(rotated(r, tangent.xyz), tangent.w),
    );
}

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
    let word = vertex * REST;
    let position = bitcast<vec3<f32>>(vec3<u32>(rest[word], rest[word + 1u], rest[word + 2u]));
    var tangent = vec4<f32>();
    if part.tangents != 0u {
        let packed = rest[word + 4u];
        tangent = vec4<f32>(folded(packed & ~1u), select(1.0, -1.0, (packed & 1u) != 0u));
    }
    var out = morphed(vertex, Vertex(position, folded(rest[word + 3u]), tangent));
    let first = vertex * part.influences;
    if part.method == DUAL_QUATERNION {
        out = moved(palette[0], palette[1], palette[2], dual_quaternion(out, first));
    } else {
        out = linear(out, first, 0u, 3u);
    }
    let at = vertex * FLOATS;
    skinned[at] = out.position.x;
    skinned[at + 1u] = out.position.y;
    skinned[at + 2u] = out.position.z;
    skinned[at + 3u] = out.normal.x;
    skinned[at + 4u] = out.normal.y;
    skinned[at + 5u] = out.normal.z;
    skinned[at + 6u] = out.tangent.x;
    skinned[at + 7u] = out.tangent.y;
    skinned[at + 8u] = out.tangent.z;
    skinned[at + 9u] = out.tangent.w;
}
