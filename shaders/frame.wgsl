// What every drawing shader knows about the frame. Put in front of the others.

struct Frame {
    clip_from_world: mat4x4<f32>,
    // Of the picture before.
    clip_from_world_before: mat4x4<f32>,
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
    // x is what solid meshes show, one of the numbers below.
    shading: vec4<u32>,
}

const SOLID = 1u;
const UNLIT = 2u;
const NORMALS = 3u;
const WIREFRAME = 4u;

@group(0) @binding(0) var<uniform> frame: Frame;
