// Casters that are skinned while they are drawn: after `shadow.wgsl`, `instance.wgsl` and `skinning.wgsl`.

// As `vertex`, of a part that was not skinned before.
@vertex
fn unskinned_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Covered {
    let part = instances[instance];
    return covered_at(skinned_vertex(part, part.now, index).position);
}
