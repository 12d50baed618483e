// The ground: lines on y = 0 that fade before they crowd, the two axes, and the contact shadow under them.

@group(1) @binding(0) var shadow_map: texture_2d<f32>;
@group(1) @binding(1) var shadow_sampler: sampler;

struct Ground {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec2<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Ground {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let world = frame.grid.xy + corner * frame.grid.w;
    return Ground(frame.clip_from_world * vec4<f32>(world.x, 0.0, world.y, 1.0), world);
}

const AXIS_X = vec3<f32>(0.745, 0.0844, 0.112);
const AXIS_Z = vec3<f32>(0.0782, 0.275, 0.823);
const AXIS_OPACITY: f32 = 0.4;
const SHADOW_OPACITY: f32 = 0.8;

// How much of a pixel the nearest line covers, for lines one unit apart; nothing where they crowd.
fn lines(at: vec2<f32>, per_pixel: vec2<f32>) -> f32 {
    let away = abs(fract(at - 0.5) - 0.5) / per_pixel;
    let cover = clamp(1.0 - away, vec2<f32>(0.0), vec2<f32>(1.0));
    let room = clamp(1.0 - per_pixel * 2.5, vec2<f32>(0.0), vec2<f32>(1.0));
    return max(cover.x * room.x, cover.y * room.y);
}

fn over(top: vec4<f32>, below: vec4<f32>) -> vec4<f32> {
    let alpha = top.a + below.a * (1.0 - top.a);
    let rgb = top.rgb * top.a + below.rgb * below.a * (1.0 - top.a);
    return vec4<f32>(rgb / max(alpha, 1e-6), alpha);
}

@fragment
fn fragment(in: Ground) -> @location(0) vec4<f32> {
    let per_pixel = max(fwidth(in.world), vec2<f32>(1e-6));
    let spacing = frame.grid.z;
    let major = lines(in.world / (4.0 * spacing), per_pixel / (4.0 * spacing));
    let minor = lines(in.world / spacing, per_pixel / spacing);
    var color = over(vec4<f32>(frame.grid_major.rgb, major), vec4<f32>(frame.grid_minor.rgb, minor));
    let axes = clamp(1.0 - abs(in.world) / per_pixel, vec2<f32>(0.0), vec2<f32>(1.0)) * AXIS_OPACITY;
    color = over(vec4<f32>(AXIS_X, axes.y), color);
    color = over(vec4<f32>(AXIS_Z, axes.x), color);
    color.a *= 1.0 - smoothstep(0.15, 1.0, length(in.world - frame.grid.xy) / frame.grid.w);

    let uv = (in.world - frame.shadow.xy) / (2.0 * frame.shadow.z) + 0.5;
    let inside = all(uv > vec2<f32>(0.0)) && all(uv < vec2<f32>(1.0));
    let cover = textureSampleLevel(shadow_map, shadow_sampler, uv, 0.0).r;
    let shadow = vec4<f32>(0.0, 0.0, 0.0, select(0.0, cover * SHADOW_OPACITY, inside));
    return over(shadow, color);
}
