// Skins all vertices of all parts of a picture, a thread each, before anything is drawn.

// A part to be skinned: the first of its groups of 64 threads, and its instance.
struct Job {
    first_group: u32,
    instance: u32,
}

// How many there are, and then each, in the order of their groups.
@group(3) @binding(0) var<storage, read> jobs: array<Job>;
@group(3) @binding(1) var<storage, read_write> skinned: array<f32>;

// The last job that begins at or before a group.
fn job_of(group: u32) -> Job {
    var low = 1u;
    var high = jobs[0].first_group + 1u;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if jobs[middle].first_group <= group {
            low = middle;
        } else {
            high = middle;
        }
    }
    return jobs[low];
}

@compute @workgroup_size(64)
fn skin(
    @builtin(workgroup_id) at: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let group = at.y * groups.x + at.x;
    let job = job_of(group);
    let part = instances[job.instance];
    let vertex = (group - job.first_group) * 64u + local;
    if vertex >= part.vertex_count {
        return;
    }
    let out = skinned_vertex(part, part.now, vertex);
    let word = (part.first_vertex + vertex) * FLOATS;
    skinned[word] = out.position.x;
    skinned[word + 1u] = out.position.y;
    skinned[word + 2u] = out.position.z;
    skinned[word + 3u] = out.normal.x;
    skinned[word + 4u] = out.normal.y;
    skinned[word + 5u] = out.normal.z;
    skinned[word + 6u] = out.tangent.x;
    skinned[word + 7u] = out.tangent.y;
    skinned[word + 8u] = out.tangent.z;
    skinned[word + 9u] = out.tangent.w;
}
