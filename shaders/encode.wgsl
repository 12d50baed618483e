// Stores a finished picture gamma-encoded, for devices that cannot see one texture in two formats.

@group(0) @binding(0) var picture: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.5, 1.0);
}

@fragment
fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let color = textureLoad(picture, vec2<i32>(at.xy), 0);
    let curve = 1.055 * pow(color.rgb, vec3<f32>(1.0 / 2.4)) - 0.055;
    return vec4<f32>(select(curve, color.rgb * 12.92, color.rgb <= vec3<f32>(0.0031308)), color.a);
}
