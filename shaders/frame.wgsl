// What every drawing shader knows about the frame. Put in front of the others.

struct Frame {
    clip_from_world: mat4x4<f32>,
    // Perspective: the eye's position and 1. Parallel: the direction towards the eye and 0.
    eye: vec4<f32>,
    // Pixels.
    viewport: vec2<f32>,
    // Pixels that a metre covers at clip w = 1.
    pixels_per_metre: f32,
    // Clip w of the near plane; lines are cut there.
    nearest: f32,
    grid_minor: vec4<f32>,
    grid_major: vec4<f32>,
    // World x and z of the grid's middle, metres between lines, metres at which it has faded out.
    grid: vec4<f32>,
    // World x and z of the contact shadow's middle, half its side, and the height at which it has faded out; metres.
    shadow: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// Set where the target cannot be seen as sRGB, so that what is stored is encoded all the same.
override encode_srgb: bool = false;

fn shown(color: vec4<f32>) -> vec4<f32> {
    if !encode_srgb {
        return color;
    }
    let linear = clamp(color.rgb, vec3<f32>(0.0), vec3<f32>(1.0));
    let curve = 1.055 * pow(linear, vec3<f32>(1.0 / 2.4)) - 0.055;
    return vec4<f32>(select(curve, linear * 12.92, linear <= vec3<f32>(0.0031308)), color.a);
}
