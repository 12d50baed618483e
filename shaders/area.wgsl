// Covers the viewport: in one colour, or with a picture.

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) at: vec2<f32>,
    @location(1) @interpolate(flat) color: vec4<f32>,
}

// The colour is the number of the instance, premultiplied: red in the lowest byte, then green, blue and alpha.
@vertex
fn vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) color: u32) -> Corner {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    let position = vec4<f32>(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0);
    return Corner(position, corner, unpack4x8unorm(color));
}

@fragment
fn plain(corner: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(corner.color.rgb, 1.0);
}

@fragment
fn seen_through(corner: Corner) -> @location(0) vec4<f32> {
    return corner.color;
}

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var filtered: sampler;

@fragment
fn pictured(corner: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(textureSampleLevel(picture, filtered, corner.at, 0.0).rgb, 1.0);
}
