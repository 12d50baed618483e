// The contact shadow: how close above the ground each point of the floor is covered, seen from straight above,
// then blurred into a small map.

struct Covered {
    @builtin(position) clip: vec4<f32>,
    @location(0) height: f32,
}

@vertex
fn vertex(@location(0) position: vec3<f32>) -> Covered {
    let at = (position.xz - frame.shadow.xy) / frame.shadow.z;
    return Covered(vec4<f32>(at.x, -at.y, 0.5, 1.0), position.y);
}

@fragment
fn cover(in: Covered) -> @location(0) vec4<f32> {
    let closeness = clamp(1.0 - in.height / frame.shadow.w, 0.0, 1.0);
    return vec4<f32>(closeness * closeness);
}

@group(1) @binding(0) var covered: texture_2d<f32>;
@group(1) @binding(1) var covered_sampler: sampler;

struct Texel {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn whole_map(@builtin(vertex_index) index: u32) -> Texel {
    let uv = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return Texel(vec4<f32>(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.5, 1.0), uv);
}

// Half the blur's width as a share of the map.
const REACH: f32 = 0.055;

@fragment
fn blur(in: Texel) -> @location(0) vec4<f32> {
    var sum = 0.0;
    var total = 0.0;
    for (var y = -4; y <= 4; y++) {
        for (var x = -4; x <= 4; x++) {
            let step = vec2<f32>(f32(x), f32(y)) / 4.0;
            let weight = exp(-2.5 * dot(step, step));
            sum += weight * textureSampleLevel(covered, covered_sampler, in.uv + step * REACH, 0.0).r;
            total += weight;
        }
    }
    return vec4<f32>(sum / total);
}
