// What the vertex stage makes of a part, written down: a pixel a vertex, row by row.

struct Probe {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) position: vec3<u32>,
    @location(1) @interpolate(flat) normal: vec3<u32>,
    @location(2) @interpolate(flat) tangent: vec4<u32>,
}

// Pixels a row and rows.
const SIDE: u32 = 1024u;

@vertex
fn vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Probe {
    let part = instances[instance];
    let at = skinned_vertex(part, part.now, index);
    let pixel = vec2<f32>(vec2<u32>(index % SIDE, (index / SIDE) % SIDE)) + 0.5;
    let clip = (pixel / f32(SIDE) * 2.0 - 1.0) * vec2<f32>(1.0, -1.0);
    let bits = bitcast<vec3<u32>>(at.position);
    return Probe(vec4<f32>(clip, 0.5, 1.0), bits, bitcast<vec3<u32>>(at.normal), bitcast<vec4<u32>>(at.tangent));
}

struct Place {
    @location(0) position: vec4<u32>,
    @location(1) normal: vec4<u32>,
}

@fragment
fn place(in: Probe) -> Place {
    return Place(vec4<u32>(in.position, 0u), vec4<u32>(in.normal, 0u));
}

@fragment
fn tangent(in: Probe) -> Place {
    return Place(in.tangent, vec4<u32>());
}
