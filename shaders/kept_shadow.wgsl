// Casters that were skinned before: after `shadow.wgsl`, `instance.wgsl` and `kept.wgsl`.

// As `vertex`, of vertices that are looked up.
@vertex
fn kept_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Covered {
    return covered_at(kept_vector(kept_at(instance, index)));
}
