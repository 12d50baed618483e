// Lit meshes. The key light stands still in the world, so that turning the camera shows the form.

struct Surface {
    // Linear, with the tint multiplied in.
    base_color: vec4<f32>,
    // Texels more transparent than this are cut away.
    alpha_cutoff: f32,
    // 1 for a solid, the tint's alpha for a ghost.
    opacity: f32,
    // 1 where the normal texture counts, else 0.
    bumps: f32,
}

@group(1) @binding(0) var<uniform> surface: Surface;
@group(1) @binding(1) var repeating: sampler;
@group(1) @binding(2) var base_texture: texture_2d<f32>;
@group(1) @binding(3) var normal_texture: texture_2d<f32>;

struct Skinned {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
    // xyz along u, zero where there is none; w the side of the bitangent.
    @location(4) tangent: vec4<f32>,
}

struct Shaded {
    // Invariant, because a ghost's colour pass must hit the depth that its depth pass wrote.
    @builtin(position) @invariant clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
    @location(4) tangent: vec4<f32>,
}

fn shaded(in: Skinned) -> Shaded {
    let clip = frame.clip_from_world * vec4<f32>(in.position, 1.0);
    return Shaded(clip, in.position, in.normal, in.uv, in.color, in.tangent);
}

@vertex
fn vertex(in: Skinned) -> Shaded {
    return shaded(in);
}

const KEY_DIRECTION = vec3<f32>(-0.462, 0.743, 0.484);
const KEY = vec3<f32>(1.06, 1.03, 0.98);
const SKY = vec3<f32>(0.15, 0.165, 0.195);
const GROUND = vec3<f32>(0.04, 0.038, 0.036);
const HEAD_LIGHT = vec3<f32>(0.075, 0.075, 0.08);
const RIM = vec3<f32>(0.30, 0.33, 0.38);

fn lit(albedo: vec3<f32>, normal: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    // Half-wrapped, so that the shadow side keeps some shape.
    let key = pow(clamp(dot(normal, KEY_DIRECTION) * 0.8 + 0.2, 0.0, 1.0), 1.4);
    let facing = max(dot(normal, to_eye), 0.0);
    let fill = mix(GROUND, SKY, normal.y * 0.5 + 0.5) + HEAD_LIGHT * facing;
    let gloss = pow(max(dot(normal, normalize(KEY_DIRECTION + to_eye)), 0.0), 28.0) * 0.12;
    let edge = 1.0 - facing;
    let rim = RIM * edge * edge * edge * (normal.y * 0.35 + 0.65);
    return albedo * (KEY * key + fill + rim) + vec3<f32>(gloss) * key;
}

// The normal that the texture says. Under bones that mirror, `outward` and the tangent's side have both turned.
fn bumped(outward: vec3<f32>, tangent: vec4<f32>, texel: vec3<f32>) -> vec3<f32> {
    let along = tangent.xyz - outward * dot(outward, tangent.xyz);
    if surface.bumps == 0.0 || dot(along, along) < 1e-6 {
        return outward;
    }
    let u = normalize(along);
    let direction = texel * 2.0 - 1.0;
    return normalize(u * direction.x + cross(outward, u) * (sign(tangent.w) * direction.y) + outward * direction.z);
}

@fragment
fn fragment(in: Shaded, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let texel = textureSample(base_texture, repeating, in.uv);
    let bumps = textureSample(normal_texture, repeating, in.uv).xyz;
    let plain = surface.base_color * in.color;
    let color = plain * texel;
    if color.a < surface.alpha_cutoff {
        discard;
    }
    // A ghost looks the same whatever solids show.
    let shading = select(0u, frame.shading.x, surface.opacity == 1.0);
    if shading == UNLIT {
        return vec4<f32>(color.rgb, 1.0);
    }
    // A mirroring bone turns the winding and the cofactor normal alike, so facing decides for both.
    let outward = normalize(select(-in.normal, in.normal, is_front));
    let normal = bumped(outward, in.tangent, bumps);
    let to_eye = normalize(frame.eye.xyz - in.world * frame.eye.w);
    if shading == NORMALS {
        return vec4<f32>(as_seen(normal * 0.5 + 0.5), 1.0);
    }
    if shading == SOLID {
        return vec4<f32>(lit(plain.rgb, outward, to_eye), 1.0);
    }
    if shading == WIREFRAME {
        return vec4<f32>(lit(plain.rgb, outward, to_eye) * FACE_SHADE, 1.0);
    }
    return vec4<f32>(lit(color.rgb, normal, to_eye), surface.opacity);
}

// How dark faces are behind their edges.
const FACE_SHADE = 0.16;
const EDGE = vec3<f32>(0.55, 0.58, 0.63);

// The edges of triangles.
@fragment
fn edge(in: Shaded) -> @location(0) vec4<f32> {
    let alpha = surface.base_color.a * in.color.a * textureSample(base_texture, repeating, in.uv).a;
    if alpha < surface.alpha_cutoff {
        discard;
    }
    return vec4<f32>(EDGE, 1.0);
}

// Numbers that are to be seen as they are: undoes what the picture's encoding will do.
fn as_seen(encoded: vec3<f32>) -> vec3<f32> {
    let bright = pow((encoded + 0.055) / 1.055, vec3<f32>(2.4));
    return select(bright, encoded / 12.92, encoded <= vec3<f32>(0.04045));
}
