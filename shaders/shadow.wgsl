// The contact shadow: how close above the ground each point of the floor is covered, seen from straight above,
// then blurred into a small map.

struct Covered {
    @builtin(position) clip: vec4<f32>,
    @location(0) height: f32,
}

fn covered_at(position: vec3<f32>) -> Covered {
    let at = (position.xz - frame.shadow.xy) / frame.shadow.z;
    return Covered(vec4<f32>(at.x, -at.y, 0.5, 1.0), position.y);
}

@vertex
fn vertex(@location(0) position: vec3<f32>) -> Covered {
    return covered_at(position);
}

@fragment
fn cover(in: Covered) -> @location(0) vec4<f32> {
    let closeness = clamp(1.0 - in.height / frame.shadow.w, 0.0, 1.0);
    return vec4<f32>(closeness * closeness);
}

@group(1) @binding(0) var covered: texture_2d<f32>;

@vertex
fn whole_map(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.5, 1.0);
}

// Texels of the cover for each texel of the map.
const SCALE: i32 = 2;

@fragment
fn blur(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let middle = vec2<i32>(at.xy) * SCALE;
    let last = vec2<i32>(textureDimensions(covered)) - 1;
    var sum = 0.0;
    var total = 0.0;
    for (var y = -3; y <= 3; y++) {
        for (var x = -3; x <= 3; x++) {
            let weight = exp(-0.25 * f32(x * x + y * y));
            let texel = clamp(middle + vec2<i32>(x, y) * SCALE, vec2<i32>(0), last);
            sum += weight * textureLoad(covered, texel, 0).r;
            total += weight;
        }
    }
    return vec4<f32>(sum / total);
}
