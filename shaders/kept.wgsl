// Vertices that were skinned before anything is drawn, looked up: so one draw shows any number of parts that look alike.
// After `instance.wgsl`, put in front of the shaders that draw them.

@group(2) @binding(0) var<storage, read> kept: array<f32>;
@group(2) @binding(1) var<storage, read> instances: array<Instance>;

// The first float of a vertex.
fn kept_at(instance: u32, index: u32) -> u32 {
    return (instances[instance].first_vertex + index) * FLOATS;
}

fn kept_vector(word: u32) -> vec3<f32> {
    return vec3<f32>(kept[word], kept[word + 1u], kept[word + 2u]);
}
