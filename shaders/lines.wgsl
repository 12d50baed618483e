// Thick lines, dots and bones as screen-space quads whose edges the fragment shader smooths.

struct Line {
    @location(0) a: vec3<f32>,
    @location(1) width_a: f32,
    @location(2) b: vec3<f32>,
    @location(3) width_b: f32,
    @location(4) color_a: vec4<f32>,
    @location(5) color_b: vec4<f32>,
    // 0: a line with round ends, widths in pixels. 1: a bone from a to b, `width_a` in metres, `width_b`
    // how filled it is.
    @location(6) shape: f32,
}

struct Quad {
    @builtin(position) clip: vec4<f32>,
    // Pixels along the line from a, and to its side.
    @location(0) at: vec2<f32>,
    // Length, radius at a, radius at b (or how filled), pixels; and the shape.
    @location(1) @interpolate(flat) measure: vec4<f32>,
    @location(2) @interpolate(flat) color_a: vec4<f32>,
    @location(3) @interpolate(flat) color_b: vec4<f32>,
}

const SMOOTHING: f32 = 1.0;
const THINNEST_BONE: f32 = 1.5;

// The first end moved along the line until it is in front of the eye.
fn cut(clip: vec4<f32>, other: vec4<f32>) -> vec4<f32> {
    if clip.w >= frame.nearest {
        return clip;
    }
    return mix(clip, other, (frame.nearest - clip.w) / (other.w - clip.w));
}

@vertex
fn vertex(line: Line, @builtin(vertex_index) index: u32) -> Quad {
    let whole_a = frame.clip_from_world * vec4<f32>(line.a, 1.0);
    let whole_b = frame.clip_from_world * vec4<f32>(line.b, 1.0);
    if max(whole_a.w, whole_b.w) <= frame.nearest {
        return Quad(vec4<f32>(2.0, 2.0, 2.0, 1.0), vec2<f32>(), vec4<f32>(), vec4<f32>(), vec4<f32>());
    }
    let a = cut(whole_a, whole_b);
    let b = cut(whole_b, whole_a);
    let pixel_a = a.xy / a.w * 0.5 * frame.viewport;
    let pixel_b = b.xy / b.w * 0.5 * frame.viewport;
    let span = distance(pixel_a, pixel_b);
    var along = vec2<f32>(1.0, 0.0);
    if span > 1e-4 {
        along = (pixel_b - pixel_a) / span;
    }
    let bone_radius = max(line.width_a * frame.pixels_per_metre / a.w, THINNEST_BONE);
    let radii = select(vec2<f32>(line.width_a, line.width_b) * 0.5, vec2<f32>(bone_radius, line.width_b), line.shape > 0.5);

    // Corners in strip order: a left, a right, b left, b right.
    let end = f32(index >> 1u);
    let side = f32(index & 1u) * 2.0 - 1.0;
    let margin = max(radii.x, radii.y) + SMOOTHING;
    let at = vec2<f32>(end * span + (end * 2.0 - 1.0) * margin, side * margin);
    let pixel = pixel_a + along * at.x + vec2<f32>(-along.y, along.x) * at.y;
    // Divided here, so that `at` interpolates in screen space.
    let depth = mix(a.z / a.w, b.z / b.w, end);
    let clip = vec4<f32>(pixel / (0.5 * frame.viewport), depth, 1.0);
    return Quad(clip, at, vec4<f32>(span, radii, line.shape), line.color_a, line.color_b);
}

fn line_color(in: Quad) -> vec4<f32> {
    let span = in.measure.x;
    let nearest = clamp(in.at.x, 0.0, span);
    let share = nearest / max(span, 1e-4);
    let outside = distance(in.at, vec2<f32>(nearest, 0.0)) - mix(in.measure.y, in.measure.z, share);
    let color = mix(in.color_a, in.color_b, share);
    return vec4<f32>(color.rgb, color.a * clamp(0.5 - outside, 0.0, 1.0));
}

// The outline of an octahedron whose widest ring is near a: two facets, see-through, with a clear edge.
fn bone_color(in: Quad) -> vec4<f32> {
    let span = in.measure.x;
    let radius = min(in.measure.y, 0.5 * span + THINNEST_BONE);
    let ring = min(radius * 1.2, span * 0.4);
    let rising = in.at.x / max(ring, 1e-4);
    let falling = (span - in.at.x) / max(span - ring, 1e-4);
    let slope = radius / max(select(span - ring, ring, in.at.x < ring), 1e-4);
    let outside = (abs(in.at.y) - radius * min(rising, falling)) / sqrt(1.0 + slope * slope);
    let edge = clamp(1.5 - abs(outside + 0.75), 0.0, 1.0);
    let facet = in.measure.z * mix(0.22, 0.42, clamp(in.at.y + 0.5, 0.0, 1.0));
    let opacity = max(facet, edge * 0.9) * clamp(0.5 - outside, 0.0, 1.0);
    return vec4<f32>(in.color_a.rgb, in.color_a.a * opacity);
}

@fragment
fn fragment(in: Quad) -> @location(0) vec4<f32> {
    if in.measure.w > 0.5 {
        return bone_color(in);
    }
    return line_color(in);
}
