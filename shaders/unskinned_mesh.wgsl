// Meshes that are skinned while they are drawn: after `mesh.wgsl`, `instance.wgsl` and `skinning.wgsl`.

// As `vertex`, of a part that was not skinned before.
@vertex
fn unskinned_vertex(
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
) -> Shaded {
    let part = instances[instance];
    let at = skinned_vertex(part, part.now, index);
    return shaded(Skinned(at.position, at.normal, uv, color, at.tangent));
}

// Where a point is, and where it was in the picture before.
struct Moved {
    @builtin(position) clip: vec4<f32>,
    @location(0) now: vec4<f32>,
    @location(1) before: vec4<f32>,
}

@vertex
fn moving_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Moved {
    let part = instances[instance];
    let now = skinned_vertex(part, part.now, index).position;
    let before = skinned_vertex(part, part.before, index).position;
    let clip = frame.clip_from_world * vec4<f32>(now, 1.0);
    return Moved(clip, clip, frame.clip_from_world_before * vec4<f32>(before, 1.0));
}

// Pixels from the picture before to this one that show as the strongest colour.
const FASTEST: f32 = 32.0;

// Grey is at rest; more red is to the right, more green upwards.
@fragment
fn motion(in: Moved) -> @location(0) vec4<f32> {
    let pixels = (in.now.xy / in.now.w - in.before.xy / in.before.w) * 0.5 * frame.viewport;
    let shown = clamp(pixels / FASTEST, vec2<f32>(-1.0), vec2<f32>(1.0));
    return vec4<f32>(as_seen(vec3<f32>(shown * 0.5 + 0.5, 0.5)), 1.0);
}
