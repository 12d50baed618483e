// Meshes that were skinned before: after `mesh.wgsl`, `instance.wgsl` and `kept.wgsl`.

// As `vertex`, of vertices that are looked up.
@vertex
fn kept_vertex(
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
) -> Shaded {
    let word = kept_at(instance, index);
    let tangent = vec4<f32>(kept_vector(word + 6u), kept[word + 9u]);
    return shaded(Skinned(kept_vector(word), kept_vector(word + 3u), uv, color, tangent));
}
