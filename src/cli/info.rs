//! `info`: what a project, a source file or a bundle holds. Projects and bundles give the same
//! rows, so that they can be compared.

mod clip;
mod graph;
mod mesh;
mod notify;
mod notify_class;
mod skeleton;
mod sound;
mod spelling;

use crate::{
    Failure, Io,
    args::{InfoArgs, NotifySchemaArgs},
    json,
    load::{self, Loaded},
};
use anim::{Library, Name};
use asset::{Id, Project};
use clip::{ClipInfo, authored_clip, compiled_clip};
use graph::{BlendSpaceInfo, GraphInfo, authored_graph, authored_space, compiled_graph};
pub(crate) use mesh::levels_down_to;
use mesh::{LodInfo, MeshInfo, authored_mesh, compiled_mesh};
use notify::{NotifyInfo, authored_notifies, compiled_notify};
use notify_class::{NotifyClassInfo, authored_class, compiled_class};
use serde::Serialize;
pub(crate) use skeleton::retarget_name;
use skeleton::{SkeletonInfo, authored_skeleton, compiled_skeleton};
use sound::{SoundCueInfo, authored_sounds, compiled_sounds};
use spelling::{NameTextFn, name_of};
use std::path::Path;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Info {
    /// `project`, `source` or `bundle`.
    kind: &'static str,
    name: String,
    /// Empty in a bundle, where each montage names only its own group.
    slot_groups: Vec<SlotGroupInfo>,
    skeletons: Vec<SkeletonInfo>,
    meshes: Vec<MeshInfo>,
    clips: Vec<ClipInfo>,
    montages: Vec<MontageInfo>,
    graphs: Vec<GraphInfo>,
    /// Blend spaces of a project. Empty in a bundle, where they are inside the graphs that play
    /// them.
    blend_spaces: Vec<BlendSpaceInfo>,
    notify_classes: Vec<NotifyClassInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SlotGroupInfo {
    name: String,
    slots: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MontageInfo {
    name: String,
    skeleton: String,
    /// The parent of a child montage. A bundle does not say, so that it is null there.
    parent: Option<String>,
    group: String,
    /// The length of the montage, in seconds.
    length: f32,
    /// The blend profile of its blend-in, by name. None when all bones blend alike.
    blend_in_profile: Option<String>,
    blend_out_profile: Option<String>,
    sync_group: Option<String>,
    /// Whether some parts of the montage take more of a change of rate than others.
    time_stretch: bool,
    /// Names of the curves, in ascending order.
    curves: Vec<String>,
    sections: Vec<SectionInfo>,
    slots: Vec<SlotInfo>,
    notifies: Vec<NotifyInfo>,
    /// Sound cues of the montage. An empty list is left out, as before there were sounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sounds: Vec<SoundCueInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SectionInfo {
    name: String,
    start: f32,
    next: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SlotInfo {
    name: String,
    segments: Vec<SegmentInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SegmentInfo {
    clip: String,
    start: f32,
    clip_begin: f32,
    clip_end: f32,
    rate: f32,
    loops: u32,
}

/// Prints what a file holds; nothing is saved. An error when it cannot be opened.
pub fn run_info(args: &InfoArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let info = of(&args.file, io)?;
    if args.json {
        json::write(io, &info)
    } else {
        print(&info, io)
    }
}

/// Prints the schema that tools of a game check payloads by.
pub fn notify_schema(args: &NotifySchemaArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let info = of(&args.file, io)?;
    json::write(io, &notify_class::schema(&info.notify_classes))
}

fn of(file: &Path, io: &mut Io<'_>) -> Result<Info, Failure> {
    Ok(match load::load(file, io)? {
        Loaded::Authored { project, is_source } => {
            authored(&project, if is_source { "source" } else { "project" })
        }
        Loaded::Bundle(bundle) => compiled(&bundle.library, file),
    })
}

fn authored(project: &Project, kind: &'static str) -> Info {
    let mut info = Info {
        kind,
        name: project.name.clone(),
        slot_groups: project.slot_groups.iter().map(slot_group).collect(),
        skeletons: project
            .skeletons
            .values()
            .map(|skeleton| authored_skeleton(project, skeleton))
            .collect(),
        meshes: project
            .meshes
            .values()
            .map(|mesh| authored_mesh(project, mesh))
            .collect(),
        clips: project
            .clips
            .values()
            .map(|clip| authored_clip(project, clip))
            .collect(),
        montages: project
            .montages
            .values()
            .map(|montage| authored_montage(project, montage))
            .collect(),
        graphs: project
            .graphs
            .values()
            .map(|graph| authored_graph(project, graph))
            .collect(),
        blend_spaces: project
            .blend_spaces
            .values()
            .map(|space| authored_space(project, space))
            .collect(),
        notify_classes: project
            .notify_classes
            .values()
            .map(|class| authored_class(class))
            .collect(),
    };
    info.sort();
    info
}

fn slot_group(group: &asset::SlotGroup) -> SlotGroupInfo {
    SlotGroupInfo {
        name: group.name.clone(),
        slots: sorted(group.slots.iter().cloned()),
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn authored_montage(project: &Project, montage: &asset::Montage) -> MontageInfo {
    let section = |section: &asset::montage::Section| SectionInfo {
        name: section.name.clone(),
        start: section.start,
        next: section
            .next
            .and_then(|next| montage.section(next))
            .map(|next| next.name.clone()),
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
    let skeleton = project.skeletons.get(&montage.skeleton);
    let profile =
        |blend: &asset::montage::Blend| Some(skeleton?.blend_profile(blend.profile?)?.name.clone());
    MontageInfo {
        name: montage.name.clone(),
        skeleton: name_of(project, montage.skeleton),
        parent: montage.parent.map(|parent| name_of(project, parent)),
        group: project
            .group_of_slot(montage.slots.first().map_or("", |slot| &slot.name))
            .to_owned(),
        length: ends.filter(|end| end.is_finite()).fold(0.0, f32::max),
        blend_in_profile: profile(&montage.blend_in),
        blend_out_profile: profile(&montage.blend_out),
        sync_group: Some(montage.sync_group.clone()).filter(|group| !group.is_empty()),
        time_stretch: montage
            .stretch
            .as_ref()
            .is_some_and(|stretch| !stretch.disabled),
        curves: sorted(
            montage
                .curves
                .iter()
                .filter(|curve| !curve.disabled)
                .map(|curve| curve.name.clone()),
        ),
        sections: montage.sections.iter().map(section).collect(),
        slots: montage.slots.iter().map(slot).collect(),
        notifies: authored_notifies(project, montage.skeleton, &montage.notifies),
        sounds: authored_sounds(project, &montage.sounds),
    }
}

fn compiled(library: &Library, path: &Path) -> Info {
    let text = |name: Name| library.names.text(name).to_owned();
    let mut info = Info {
        kind: "bundle",
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        slot_groups: Vec::new(),
        skeletons: library
            .skeletons
            .iter()
            .map(|skeleton| compiled_skeleton(skeleton, &text))
            .collect(),
        meshes: library
            .meshes
            .iter()
            .map(|mesh| compiled_mesh(mesh, &text))
            .collect(),
        clips: library
            .clips
            .iter()
            .map(|clip| compiled_clip(library, clip, &text))
            .collect(),
        montages: library
            .montages
            .iter()
            .map(|montage| compiled_montage(library, montage, &text))
            .collect(),
        graphs: library
            .graphs
            .iter()
            .map(|graph| compiled_graph(graph, &text))
            .collect(),
        blend_spaces: Vec::new(),
        notify_classes: library
            .notify_classes
            .iter()
            .map(|class| compiled_class(class, &text))
            .collect(),
    };
    info.sort();
    info
}

fn compiled_montage(
    library: &Library,
    montage: &anim::Montage,
    text: &NameTextFn<'_>,
) -> MontageInfo {
    let next = |at: i32| {
        usize::try_from(at)
            .ok()
            .map(|at| text(montage.sections[at].name))
    };
    let section = |s: &anim::montage::Section| SectionInfo {
        name: text(s.name),
        start: s.start,
        next: next(s.next),
    };
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
    let profile =
        |blend: anim::montage::Blend| Some(text(blend.profile)).filter(|name| !name.is_empty());
    MontageInfo {
        name: text(montage.name),
        skeleton: text(montage.skeleton),
        parent: None,
        group: text(montage.group),
        length: montage.length,
        blend_in_profile: profile(montage.blend_in),
        blend_out_profile: profile(montage.blend_out),
        sync_group: Some(text(montage.sync_group)).filter(|group| !group.is_empty()),
        time_stretch: montage.stretch.is_some(),
        curves: sorted(montage.curves.iter().map(|curve| text(curve.name))),
        sections: montage.sections.iter().map(section).collect(),
        slots: montage.slots.iter().map(slot).collect(),
        notifies: montage
            .notifies
            .iter()
            .map(|notify| compiled_notify(notify, text))
            .collect(),
        sounds: compiled_sounds(library.sounds_of_montage(montage.name), text),
    }
}

impl Info {
    /// Sorts all lists by name, so that a project and its bundle are listed alike.
    fn sort(&mut self) {
        self.slot_groups.sort_by(|a, b| a.name.cmp(&b.name));
        self.skeletons.sort_by(|a, b| a.name.cmp(&b.name));
        self.skeletons.iter_mut().for_each(SkeletonInfo::sort);
        self.meshes.sort_by(|a, b| a.name.cmp(&b.name));
        self.clips.sort_by(|a, b| a.name.cmp(&b.name));
        self.montages.sort_by(|a, b| a.name.cmp(&b.name));
        self.graphs.sort_by(|a, b| a.name.cmp(&b.name));
        self.graphs.iter_mut().for_each(GraphInfo::sort);
        self.blend_spaces.sort_by(|a, b| a.name.cmp(&b.name));
        self.notify_classes.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

fn print(info: &Info, io: &mut Io<'_>) -> Result<(), Failure> {
    writeln!(io.out, "{} “{}”", info.kind, info.name)?;
    for group in &info.slot_groups {
        writeln!(
            io.out,
            "{}",
            tr!("slot group {}: {}", group.name, group.slots.join(", "))
        )?;
    }
    for skeleton in &info.skeletons {
        let (bones, sockets, links) = (
            skeleton.bones.len(),
            skeleton.sockets.len(),
            skeleton.virtual_bones.len(),
        );
        writeln!(
            io.out,
            "{}",
            tr!(
                "skeleton {}: {bones} bones, {sockets} sockets, {links} virtual bones",
                skeleton.name
            )
        )?;
    }
    for mesh in &info.meshes {
        let (vertices, triangles, morphs) = (mesh.vertices, mesh.triangles, mesh.morphs.len());
        let parts = mesh.parts.iter().filter(|part| part.lod == 0).count();
        let (name, influences) = (&mesh.name, mesh.influences);
        write!(
            io.out,
            "{}",
            tr!("mesh {name}: {parts} parts, {vertices} vertices, {triangles} triangles, ")
        )?;
        writeln!(
            io.out,
            "{}",
            tr!("{influences} influences, {morphs} morphs")
        )?;
        for (at, lod) in mesh.lods.iter().enumerate().skip(1) {
            let LodInfo {
                screen_size,
                bones,
                triangles,
                ..
            } = lod;
            writeln!(
                io.out,
                "{}",
                tr!(
                    "  LOD {at} below {screen_size} of picture height: {triangles} triangles, {bones} bones"
                )
            )?;
        }
        if let Some(over) = &mesh.post_process {
            writeln!(
                io.out,
                "{}",
                tr!(
                    "  post-process graph {} at {}",
                    over.graph,
                    over.levels(mesh.lods.len())
                )
            )?;
        }
    }
    for clip in &info.clips {
        let (name, duration, rate) = (&clip.name, clip.duration, clip.frame_rate);
        let (tracks, curves, notifies) = (clip.tracks, clip.curves.len(), clip.notifies.len());
        write!(
            io.out,
            "{}",
            tr!("clip {name}: {duration} s at {rate} frames per second, {tracks} tracks, ")
        )?;
        writeln!(io.out, "{}", tr!("{curves} curves, {notifies} notifies"))?;
    }
    graph::print(&info.graphs, &info.blend_spaces, io)?;
    for montage in &info.montages {
        writeln!(
            io.out,
            "{}",
            tr!(
                "montage {}: {} s, {} notifies",
                montage.name,
                montage.length,
                montage.notifies.len()
            )
        )?;
        if let Some(parent) = &montage.parent {
            writeln!(io.out, "{}", tr!("  a child of {parent}"))?;
        }
        for section in &montage.sections {
            let next = section.next.as_deref().unwrap_or(tr!("the end"));
            writeln!(
                io.out,
                "{}",
                tr!("  {} at {} s, then {next}", section.name, section.start)
            )?;
        }
    }
    for class in &info.notify_classes {
        writeln!(
            io.out,
            "{}",
            tr!("notify class {}: {} fields", class.name, class.fields.len())
        )?;
    }
    Ok(())
}
