// Morphs and skinning of one vertex. The twin of `anim::skinning::skin`: same order, same formulas. After `instance.wgsl`, put
// in front of the shaders that skin: before anything is drawn, or while it is drawn.

struct ActiveMorph {
    // Of the part's deltas.
    first: u32,
    count: u32,
    weight: f32,
}

// Of many parts. At rest, REST words a vertex: the bits of a position, and the unfolded directions of normal and tangent.
// Influences: slot in the low half, weight in steps of 1/65535 in the high one. Deltas, DELTA words each: the vertex, and
// what is added to position, normal and tangent; morph by morph, in each by vertex.
@group(2) @binding(0) var<storage, read> geometry: array<u32>;
// Linear: `world_from_mesh`, three rows a slot. Dual quaternion: `world_from_model`, three rows, and then a slot each
// of `model_from_mesh` in three rows, its turn, its dual part, and its stretch in three rows.
@group(2) @binding(1) var<storage, read> rows: array<vec4<f32>>;
@group(2) @binding(2) var<storage, read> active_morphs: array<ActiveMorph>;
@group(2) @binding(3) var<storage, read> instances: array<Instance>;

const DUAL_QUATERNION: u32 = 1u;
const TANGENTS: u32 = 2u;
const TINY: f32 = 1e-18;
const LEAST_ROTATION: f32 = 1e-8;
// Rows before the first slot, and rows a slot, of dual quaternions.
const HEAD: u32 = 3;
const STRIDE: u32 = 8;
// Words of a vertex at rest, and of a delta.
const REST: u32 = 5;
const DELTA: u32 = 10;

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

fn vector_at(word: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(vec3<u32>(geometry[word], geometry[word + 1u], geometry[word + 2u]));
}

// What the active morphs do to a vertex, in their order; others are not looked at.
fn morphed(part: Instance, pose: Pose, vertex: u32, at: Vertex) -> Vertex {
    var out = at;
    let has_tangents = f32((part.flags & TANGENTS) != 0u);
    for (var m = pose.first_morph; m < pose.first_morph + pose.morph_count; m++) {
        let morph = active_morphs[m];
        let end = morph.first + morph.count;
        var low = morph.first;
        var high = end;
        while low < high {
            let middle = (low + high) / 2u;
            if geometry[part.deltas + middle * DELTA] < vertex {
                low = middle + 1u;
            } else {
                high = middle;
            }
        }
        for (var i = low; i < end; i++) {
            let word = part.deltas + i * DELTA;
            if geometry[word] != vertex {
                break;
            }
            out.position += morph.weight * vector_at(word + 1u);
            out.normal += morph.weight * vector_at(word + 4u);
            out.tangent += vec4<f32>(morph.weight * vector_at(word + 7u), 0.0) * has_tangents;
        }
    }
    return out;
}

// Of `width` influences from the word `first` on. The slots' matrices start at the row `head`, one every `stride` rows.
fn linear(v: Vertex, first: u32, width: u32, head: u32, stride: u32) -> Vertex {
    var x = vec4<f32>();
    var y = vec4<f32>();
    var z = vec4<f32>();
    for (var i = first; i < first + width; i++) {
        let weight = weight_of(geometry[i]);
        let row = head + slot_of(geometry[i]) * stride;
        x += rows[row] * weight;
        y += rows[row + 1u] * weight;
        z += rows[row + 2u] * weight;
    }
    return moved(x, y, z, v);
}

fn rotated(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn dual_quaternion(v: Vertex, first: u32, width: u32, head: u32) -> Vertex {
    let heaviest = rows[head + slot_of(geometry[first]) * STRIDE + 3u];
    var real = vec4<f32>();
    var dual = vec4<f32>();
    var x = vec3<f32>();
    var y = vec3<f32>();
    var z = vec3<f32>();
    for (var i = first; i < first + width; i++) {
        let row = head + slot_of(geometry[i]) * STRIDE;
        let weight = weight_of(geometry[i]);
        let signed_weight = select(weight, -weight, dot(rows[row + 3u], heaviest) < 0.0);
        real += rows[row + 3u] * signed_weight;
        dual += rows[row + 4u] * signed_weight;
        x += rows[row + 5u].xyz * weight;
        y += rows[row + 6u].xyz * weight;
        z += rows[row + 7u].xyz * weight;
    }
    let size = length(real);
    if size < LEAST_ROTATION {
        return linear(v, first, width, head, STRIDE);
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

// A vertex of a part in a pose, world space.
fn skinned_vertex(part: Instance, pose: Pose, vertex: u32) -> Vertex {
    let word = part.rest + vertex * REST;
    var tangent = vec4<f32>();
    if (part.flags & TANGENTS) != 0u {
        let packed = geometry[word + 4u];
        tangent = vec4<f32>(folded(packed & ~1u), select(1.0, -1.0, (packed & 1u) != 0u));
    }
    let rest = Vertex(vector_at(word), folded(geometry[word + 3u]), tangent);
    let bent = morphed(part, pose, vertex, rest);
    let first = part.influences + vertex * part.width;
    if (part.flags & DUAL_QUATERNION) == 0u {
        return linear(bent, first, part.width, pose.rows, 3u);
    }
    let row = pose.rows;
    return moved(rows[row], rows[row + 1u], rows[row + 2u], dual_quaternion(bent, first, part.width, row + HEAD));
}
