//! `info`: what a file holds.

mod clip;

use crate::{
    Failure, Io,
    args::InfoArgs,
    json::{self, TransformRow},
    load::{self, Loaded},
};
use anim::{Library, MeshPart, Name, mesh::SkinMethod, retarget::Retarget};
use asset::{Id, Project};
use clip::{ClipInfo, authored_clip, compiled_clip};
use serde::Serialize;

#[derive(Serialize)]
struct Info {
    /// `project`, `source` or `bundle`.
    kind: &'static str,
    name: String,
    skeletons: Vec<SkeletonInfo>,
    meshes: Vec<MeshInfo>,
    clips: Vec<ClipInfo>,
    montages: Vec<MontageInfo>,
}

#[derive(Serialize)]
struct SkeletonInfo {
    name: String,
    bones: Vec<BoneInfo>,
    sockets: Vec<SocketInfo>,
    virtual_bones: Vec<VirtualBoneInfo>,
}

#[derive(Serialize)]
struct SocketInfo {
    name: String,
    /// Name of the bone.
    bone: String,
    /// Relative to the bone: translation, rotation xyzw, scale.
    local: TransformRow,
    /// Name of the mesh that is shown on it; none in bundles.
    preview: Option<String>,
}

#[derive(Serialize)]
struct VirtualBoneInfo {
    name: String,
    /// Names of bones.
    source: String,
    target: String,
}

#[derive(Serialize)]
struct BoneInfo {
    name: String,
    parent: Option<u32>,
    source: Option<u32>,
    /// `animation`, `skeleton`, `scaled` or `relative`.
    retarget: &'static str,
}

#[derive(Serialize)]
struct MeshInfo {
    name: String,
    skeleton: String,
    /// Of the finest level.
    vertices: usize,
    triangles: usize,
    /// The most of any part.
    influences: u32,
    /// Of all parts, each name once.
    morphs: Vec<String>,
    /// The finest first.
    lods: Vec<LodInfo>,
    parts: Vec<PartInfo>,
}

#[derive(Serialize)]
struct LodInfo {
    screen_size: f32,
    /// How many are worked out.
    bones: usize,
    vertices: usize,
    triangles: usize,
}

#[derive(Serialize)]
struct PartInfo {
    name: String,
    /// Index in `lods`.
    lod: usize,
    source: Option<u32>,
    primitive: Option<u32>,
    vertices: usize,
    triangles: usize,
    influences: u32,
    /// `linear` or `dual_quaternion`.
    skinning: &'static str,
    /// Of `tangents`, `uvs` and `colors` those that it has.
    streams: Vec<&'static str>,
    morphs: Vec<String>,
}

#[derive(Serialize)]
struct MontageInfo {
    name: String,
    skeleton: String,
    group: String,
    /// Seconds.
    length: f32,
    sections: Vec<SectionInfo>,
    slots: Vec<SlotInfo>,
    notifies: Vec<NotifyInfo>,
}

#[derive(Serialize)]
struct SectionInfo {
    name: String,
    start: f32,
    next: Option<String>,
}

#[derive(Serialize)]
struct SlotInfo {
    name: String,
    segments: Vec<SegmentInfo>,
}

#[derive(Serialize)]
struct SegmentInfo {
    clip: String,
    start: f32,
    clip_begin: f32,
    clip_end: f32,
    rate: f32,
    loops: u32,
}

#[derive(Serialize)]
struct NotifyInfo {
    name: String,
    time: f32,
    duration: Option<f32>,
    branching: bool,
}

pub fn run(args: &InfoArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let info = match load::load(&args.file, io)? {
        Loaded::Authored { project, is_source } => authored(&project, if is_source { "source" } else { "project" }),
        Loaded::Bundle(bundle) => compiled(&bundle.library, &args.file),
    };
    if args.json { json::write(io, &info) } else { print(&info, io) }
}

fn authored(project: &Project, kind: &'static str) -> Info {
    let mut info = Info {
        kind,
        name: project.name.clone(),
        skeletons: project.skeletons.values().map(|skeleton| authored_skeleton(project, skeleton)).collect(),
        meshes: project.meshes.values().map(|mesh| authored_mesh(project, mesh)).collect(),
        clips: project.clips.values().map(|clip| authored_clip(project, clip)).collect(),
        montages: project.montages.values().map(|montage| authored_montage(project, montage)).collect(),
    };
    info.sort();
    info
}

fn name_of(project: &Project, id: Id) -> String {
    project.asset_name(id).unwrap_or_default().to_owned()
}

fn authored_skeleton(project: &Project, skeleton: &asset::Skeleton) -> SkeletonInfo {
    let bone = |bone: &asset::skeleton::Bone| BoneInfo {
        name: bone.name.clone(),
        parent: bone.parent,
        source: bone.source,
        retarget: retarget_name(bone.retarget),
    };
    let name = |bone: u32| skeleton.bones.get(bone as usize).map_or(String::new(), |bone| bone.name.clone());
    let socket = |socket: &asset::skeleton::Socket| SocketInfo {
        name: socket.name.clone(),
        bone: name(socket.bone),
        local: json::row(&socket.local),
        preview: socket.preview.map(|mesh| name_of(project, mesh)),
    };
    let virtual_bone = |bone: &asset::skeleton::VirtualBone| VirtualBoneInfo {
        name: bone.name.clone(),
        source: name(bone.source),
        target: name(bone.target),
    };
    SkeletonInfo {
        name: skeleton.name.clone(),
        bones: skeleton.bones.iter().map(bone).collect(),
        sockets: skeleton.sockets.iter().map(socket).collect(),
        virtual_bones: skeleton.virtual_bones.iter().map(virtual_bone).collect(),
    }
}

fn authored_mesh(project: &Project, mesh: &asset::Mesh) -> MeshInfo {
    let skeleton = project.skeletons.get(&mesh.skeleton);
    let lods = mesh.lods.iter().enumerate().map(|(at, lod)| {
        let part = |p: &asset::mesh::Part| part_info(&p.name, at, p.source, &p.data, p.morphs.clone());
        let bones = skeleton.map_or(0, |skeleton| lod.bones(skeleton).len());
        (lod.screen_size, bones, lod.parts.iter().map(part).collect())
    });
    mesh_info(&mesh.name, &name_of(project, mesh.skeleton), lods)
}

fn part_info(name: &str, lod: usize, source: Option<(u32, u32)>, data: &MeshPart, morphs: Vec<String>) -> PartInfo {
    let (source, primitive) = source.unzip();
    PartInfo {
        name: name.to_owned(),
        lod,
        source,
        primitive,
        vertices: data.vertex_count(),
        triangles: data.indices.len() / 3,
        influences: data.influences,
        skinning: match data.method {
            SkinMethod::Linear => "linear",
            SkinMethod::DualQuaternion => "dual_quaternion",
        },
        streams: streams(data),
        morphs,
    }
}

fn streams(data: &MeshPart) -> Vec<&'static str> {
    let has = [("tangents", data.tangents.len()), ("uvs", data.uvs.len()), ("colors", data.colors.len())];
    has.into_iter().filter(|(_, entries)| *entries > 0).map(|(name, _)| name).collect()
}

/// Of each level its screen size, how many bones it has, and its parts.
fn mesh_info(name: &str, skeleton: &str, levels: impl Iterator<Item = (f32, usize, Vec<PartInfo>)>) -> MeshInfo {
    let (mut lods, mut parts) = (Vec::new(), Vec::new());
    for (screen_size, bones, of_level) in levels {
        let sum = |of: fn(&PartInfo) -> usize| of_level.iter().map(of).sum();
        lods.push(LodInfo { screen_size, bones, vertices: sum(|p| p.vertices), triangles: sum(|p| p.triangles) });
        parts.extend(of_level);
    }
    let mut morphs: Vec<String> = Vec::new();
    for morph in parts.iter().flat_map(|part| &part.morphs) {
        if !morphs.contains(morph) {
            morphs.push(morph.clone());
        }
    }
    MeshInfo {
        name: name.to_owned(),
        skeleton: skeleton.to_owned(),
        vertices: lods.first().map_or(0, |lod| lod.vertices),
        triangles: lods.first().map_or(0, |lod| lod.triangles),
        influences: parts.iter().map(|part| part.influences).max().unwrap_or(0),
        morphs,
        lods,
        parts,
    }
}

fn authored_notify(notify: &asset::Notify) -> NotifyInfo {
    let asset::Notify { name, time, duration, branching, .. } = notify;
    NotifyInfo { name: name.clone(), time: *time, duration: *duration, branching: *branching }
}

fn authored_montage(project: &Project, montage: &asset::Montage) -> MontageInfo {
    let section = |section: &asset::montage::Section| SectionInfo {
        name: section.name.clone(),
        start: section.start,
        next: section.next.and_then(|next| montage.section(next)).map(|next| next.name.clone()),
    };
    let rate = |clip: Id| project.clips.get(&clip).map_or(1.0, |clip| clip.rate_scale);
    let segments = montage.slots.iter().flat_map(|slot| &slot.segments);
    let ends = segments.map(|segment| segment.start + segment.duration(rate(segment.clip)));
    let segment = |segment: &asset::montage::Segment| SegmentInfo {
        clip: name_of(project, segment.clip),
        start: segment.start,
        clip_begin: segment.clip_begin,
        clip_end: segment.clip_end,
        rate: segment.rate * rate(segment.clip),
        loops: segment.loops,
    };
    let slot = |slot: &asset::montage::Slot| SlotInfo {
        name: slot.name.clone(),
        segments: slot.segments.iter().map(segment).collect(),
    };
    MontageInfo {
        name: montage.name.clone(),
        skeleton: name_of(project, montage.skeleton),
        group: montage.group.clone(),
        length: ends.filter(|end| end.is_finite()).fold(0.0, f32::max),
        sections: montage.sections.iter().map(section).collect(),
        slots: montage.slots.iter().map(slot).collect(),
        notifies: montage.notifies.iter().map(authored_notify).collect(),
    }
}

fn compiled(library: &Library, path: &std::path::Path) -> Info {
    let text = |name: Name| library.names.text(name).to_owned();
    let mut info = Info {
        kind: "bundle",
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        skeletons: library.skeletons.iter().map(|skeleton| compiled_skeleton(skeleton, &text)).collect(),
        meshes: library.meshes.iter().map(|mesh| compiled_mesh(mesh, &text)).collect(),
        clips: library.clips.iter().map(|clip| compiled_clip(clip, &text)).collect(),
        montages: library.montages.iter().map(|montage| compiled_montage(library, montage, &text)).collect(),
    };
    info.sort();
    info
}

/// The spelling of a name.
type Text<'a> = dyn Fn(Name) -> String + 'a;

fn compiled_skeleton(skeleton: &anim::Skeleton, text: &Text<'_>) -> SkeletonInfo {
    let bone = |(at, bone): (usize, &anim::skeleton::Bone)| BoneInfo {
        name: text(bone.name),
        parent: u32::try_from(bone.parent).ok(),
        source: None,
        retarget: retarget_name(skeleton.retarget(at)),
    };
    let name = |bone: u32| text(skeleton.bones[bone as usize].name);
    let socket = |socket: &anim::skeleton::Socket| SocketInfo {
        name: text(socket.name),
        bone: name(socket.bone),
        local: json::row(&socket.local.into()),
        preview: None,
    };
    let virtual_bone = |bone: &anim::skeleton::VirtualBone| VirtualBoneInfo {
        name: text(bone.name),
        source: name(bone.source),
        target: name(bone.target),
    };
    SkeletonInfo {
        name: text(skeleton.name),
        bones: skeleton.bones.iter().enumerate().map(bone).collect(),
        sockets: skeleton.sockets.iter().map(socket).collect(),
        virtual_bones: skeleton.virtual_bones.iter().map(virtual_bone).collect(),
    }
}

fn compiled_mesh(mesh: &anim::Mesh, text: &Text<'_>) -> MeshInfo {
    let lods = mesh.lods.iter().enumerate().map(|(at, lod)| {
        let part = |part: &std::sync::Arc<MeshPart>| {
            part_info(&text(part.name), at, None, part, part.morphs.iter().map(|morph| text(morph.name)).collect())
        };
        (lod.screen_size, lod.bones.len(), lod.parts.iter().map(part).collect())
    });
    mesh_info(&text(mesh.name), &text(mesh.skeleton), lods)
}

fn compiled_notify(notify: &anim::Notify, text: &Text<'_>) -> NotifyInfo {
    let duration = notify.is_state().then_some(notify.end - notify.time);
    NotifyInfo { name: text(notify.name), time: notify.time, duration, branching: notify.is_branching() }
}

fn compiled_montage(library: &Library, montage: &anim::Montage, text: &Text<'_>) -> MontageInfo {
    let next = |at: i32| usize::try_from(at).ok().map(|at| text(montage.sections[at].name));
    let section = |s: &anim::montage::Section| SectionInfo { name: text(s.name), start: s.start, next: next(s.next) };
    let segment = |segment: &anim::montage::Segment| SegmentInfo {
        clip: text(library.clips[segment.clip as usize].name),
        start: segment.start,
        clip_begin: segment.clip_begin,
        clip_end: segment.clip_end,
        rate: segment.rate,
        loops: segment.loops,
    };
    let slot = |slot: &anim::montage::Slot| SlotInfo {
        name: text(slot.name),
        segments: montage.slot_segments(slot).iter().map(segment).collect(),
    };
    MontageInfo {
        name: text(montage.name),
        skeleton: text(montage.skeleton),
        group: text(montage.group),
        length: montage.length,
        sections: montage.sections.iter().map(section).collect(),
        slots: montage.slots.iter().map(slot).collect(),
        notifies: montage.notifies.iter().map(|notify| compiled_notify(notify, text)).collect(),
    }
}

impl Info {
    /// By name, so that a project and its bundle are listed alike.
    fn sort(&mut self) {
        self.skeletons.sort_by(|a, b| a.name.cmp(&b.name));
        self.meshes.sort_by(|a, b| a.name.cmp(&b.name));
        self.clips.sort_by(|a, b| a.name.cmp(&b.name));
        self.montages.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

fn print(info: &Info, io: &mut Io<'_>) -> Result<(), Failure> {
    writeln!(io.out, "{} “{}”", info.kind, info.name)?;
    for skeleton in &info.skeletons {
        let (bones, sockets, links) = (skeleton.bones.len(), skeleton.sockets.len(), skeleton.virtual_bones.len());
        writeln!(io.out, "skeleton {}: {bones} bones, {sockets} sockets, {links} virtual bones", skeleton.name)?;
    }
    for mesh in &info.meshes {
        let (vertices, triangles, morphs) = (mesh.vertices, mesh.triangles, mesh.morphs.len());
        let parts = mesh.parts.iter().filter(|part| part.lod == 0).count();
        let (name, influences) = (&mesh.name, mesh.influences);
        write!(io.out, "mesh {name}: {parts} parts, {vertices} vertices, {triangles} triangles, ")?;
        writeln!(io.out, "{influences} influences, {morphs} morphs")?;
        for (at, lod) in mesh.lods.iter().enumerate().skip(1) {
            let LodInfo { screen_size, bones, triangles, .. } = lod;
            writeln!(io.out, "  level {at} below {screen_size} of the height: {triangles} triangles, {bones} bones")?;
        }
    }
    for clip in &info.clips {
        let (name, duration, rate) = (&clip.name, clip.duration, clip.frame_rate);
        let (tracks, curves, notifies) = (clip.tracks, clip.curves.len(), clip.notifies.len());
        write!(io.out, "clip {name}: {duration} s at {rate} frames a second, {tracks} tracks, ")?;
        writeln!(io.out, "{curves} curves, {notifies} notifies")?;
    }
    for montage in &info.montages {
        writeln!(io.out, "montage {}: {} s, {} notifies", montage.name, montage.length, montage.notifies.len())?;
        for section in &montage.sections {
            let next = section.next.as_deref().unwrap_or("the end");
            writeln!(io.out, "  {} at {} s, then {next}", section.name, section.start)?;
        }
    }
    Ok(())
}

fn retarget_name(mode: Retarget) -> &'static str {
    match mode {
        Retarget::Animation => "animation",
        Retarget::Skeleton => "skeleton",
        Retarget::Scaled => "scaled",
        Retarget::Relative => "relative",
    }
}
