//! The records of the file. Every struct is plain little-endian data without padding; see
//! `docs/bundle.md`.

use anim::Name;
use bytemuck::{Pod, Zeroable};

pub const MAGIC: [u8; 8] = *b"MUTOBNDL";
/// The major version: what the header and the table of sections are. Sections have versions of
/// their own.
pub const VERSION: u32 = 11;
/// Of [`GraphRecord`]s. Rises whenever the wire format of a graph changes: no other encoding is
/// read.
pub const GRAPH_ENCODING: u32 = 5;
/// Every array starts at a multiple of this.
pub const ALIGNMENT: usize = 16;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Header {
    pub magic: [u8; 8],
    pub version: u32,
    /// `anim::float::RULE` of the program that recorded the golden vectors; 0 where none are.
    pub float_rule: u32,
    /// Bytes of the whole file.
    pub length: u64,
    /// XXH3-64 of the whole file with these eight bytes as zero.
    pub checksum: u64,
    /// [`SectionRecord`]s, each tag once.
    pub sections: Span,
}

/// Eight ASCII letters, spaces at the end.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Tag(pub [u8; 8]);

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.trim_ascii_end().escape_ascii())
    }
}

/// Bits of [`SectionRecord::flags`].
pub mod section_flag {
    pub const REQUIRED: u32 = 1;
}

/// An array of records of one kind.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SectionRecord {
    pub tag: Tag,
    pub version: u32,
    pub flags: u32,
    /// Bytes of a record.
    pub record_size: u32,
    pub reserved: u32,
    pub records: Span,
}

/// An array: where it starts, in bytes from the start of the file, and how many items it has.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Span {
    pub offset: u64,
    pub count: u64,
}

/// Spelling of a name: UTF-8 bytes in the text array.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct NameRecord {
    pub name: Name,
    pub first: u32,
    pub length: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SkeletonRecord {
    pub name: Name,
    pub bones: Span,
    pub sockets: Span,
    pub virtual_bones: Span,
    /// One u32 a bone, or none at all where all are 0: index in `anim::retarget::Retarget::ALL`.
    pub retarget: Span,
    pub masks: Span,
    pub profiles: Span,
}

/// A named number a bone: a mask or a blend profile.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct WeightsRecord {
    pub name: Name,
    /// Index in `anim::mask::ProfileMode::ALL`; 0 of masks.
    pub mode: u32,
    pub reserved: u32,
    /// f32, one a bone.
    pub values: Span,
}

/// Bits of [`ClipRecord::flags`].
pub mod clip_flag {
    pub const LOOPING: u32 = 1;
    pub const STEPPED: u32 = 2;
    pub const ROOT_MOTION: u32 = 4;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ClipRecord {
    pub name: Name,
    pub skeleton: Name,
    /// Seconds.
    pub length: f32,
    pub key_count: u32,
    pub rate_scale: f32,
    pub flags: u32,
    /// 0 reference pose, 1 first frame, 2 zero.
    pub root_lock: u32,
    /// 0 not additive, else what the keys are differences in: 1 the parent's frame, 2 the model's,
    /// 3 the bone's.
    pub additive: u32,
    /// Bytes of a compressed clip in place of `tracks` and `keys`; none where those hold the keys.
    pub compressed: Span,
    pub tracks: Span,
    pub keys: Span,
    pub curves: Span,
    pub curve_keys: Span,
    pub notifies: Span,
    pub sync_markers: Span,
    /// u64.
    pub values: Span,
    /// Bytes: `anim::warp::Windows` in postcard's wire format; none where nothing is warped.
    pub warps: Span,
    /// f32, one a key, or none where they are even.
    pub times: Span,
}

/// A mesh is a run of levels of detail, the finest first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MeshRecord {
    pub name: Name,
    pub skeleton: Name,
    pub first_lod: u32,
    pub lod_count: u32,
    pub first_material: u32,
    pub material_count: u32,
    pub post_process: Name,
    pub bodies: Span,
    /// What tells how much room it takes: 0 its vertices, 1 its bodies, 2 the box.
    pub room: u32,
    /// So many levels of detail, the finest first, have that graph work over the pose; 0 all.
    pub post_process_levels: u32,
    pub box_min: [f32; 3],
    pub box_max: [f32; 3],
}

/// A level of detail is a run of parts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct LodRecord {
    pub screen_size: f32,
    pub first_part: u32,
    pub part_count: u32,
    pub reserved: u32,
    /// u32, ascending.
    pub bones: Span,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct PartRecord {
    pub name: Name,
    pub influences: u32,
    /// 0 linear, 1 dual quaternion.
    pub method: u32,
    /// Among the materials of the mesh.
    pub material: u32,
    pub reserved: u32,
    pub positions: Span,
    pub normals: Span,
    pub tangents: Span,
    pub uvs: Span,
    pub colors: Span,
    pub joints: Span,
    pub weights: Span,
    pub palette: Span,
    pub morphs: Span,
    pub deltas: Span,
    pub indices: Span,
    pub delta_tangents: Span,
    pub attributes: Span,
    /// f32.
    pub attribute_values: Span,
    pub profiles: Span,
    /// u16.
    pub profile_joints: Span,
    /// f32.
    pub profile_weights: Span,
    /// What the part follows as cloth, of the finest level; no name where it follows nothing.
    pub cloth_mesh: Name,
    pub cloth_part: Name,
    /// Vertices of that part.
    pub cloth_driving: u32,
    pub cloth_reserved: u32,
    pub cloth: Span,
}

/// Bits of [`MontageRecord::flags`].
pub mod montage_flag {
    pub const AUTO_BLEND_OUT: u32 = 1;
    pub const ROOT_TRANSLATION: u32 = 2;
    pub const ROOT_ROTATION: u32 = 4;
    pub const INERTIALIZE_IN: u32 = 8;
    pub const INERTIALIZE_OUT: u32 = 16;
}

/// The easing of a blend that has a curve of its own.
pub const CUSTOM_EASING: u32 = anim::montage::Easing::ALL.len() as u32;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MontageRecord {
    pub name: Name,
    pub skeleton: Name,
    pub group: Name,
    /// Seconds.
    pub length: f32,
    pub rate_scale: f32,
    /// Seconds.
    pub blend_in_time: f32,
    pub blend_out_time: f32,
    /// Index in `anim::montage::Easing::ALL`, or [`CUSTOM_EASING`].
    pub blend_in_easing: u32,
    pub blend_out_easing: u32,
    pub blend_out_trigger: f32,
    pub flags: u32,
    /// Profiles of the skeleton, or none.
    pub blend_in_profile: Name,
    pub blend_out_profile: Name,
    pub sections: Span,
    pub slots: Span,
    pub segments: Span,
    pub notifies: Span,
    /// u64.
    pub values: Span,
    /// Points of custom easings, u16; none of others.
    pub blend_in_curve: Span,
    pub blend_out_curve: Span,
    /// f32, none where all of it stretches alike.
    pub stretch: Span,
    pub sync_group: Name,
    pub sync_markers: Span,
    pub curves: Span,
    pub curve_keys: Span,
    /// As those of a clip.
    pub warps: Span,
}

/// What notifies of a class carry.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct NotifyClassRecord {
    pub name: Name,
    /// Index in `anim::notify::ClassKind::ALL`.
    pub kind: u32,
    pub reserved: u32,
    pub fields: Span,
    /// Names.
    pub choices: Span,
}

/// What plays it is in `bytes`, encoded as `encoding` says.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GraphRecord {
    pub name: Name,
    /// [`GRAPH_ENCODING`]: `anim::graph::GraphParts` in postcard's wire format.
    pub encoding: u32,
    pub reserved: u32,
    pub bytes: Span,
}

/// A graph played from its start, `tick_count` ticks of `dt` seconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenGraph {
    pub graph: Name,
    pub dt: f64,
    /// Among the golden ticks.
    pub first_tick: u32,
    pub tick_count: u32,
    /// Among the golden settings.
    pub first_setting: u32,
    pub setting_count: u32,
}

/// A parameter that is set before a tick, counted from the graph's own first one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenSetting {
    pub parameter: Name,
    pub value: f64,
    pub tick: u32,
    pub reserved: u32,
}

/// The pose of a clip at a time, as a hash of its bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenClip {
    pub clip: Name,
    /// Seconds.
    pub time: f64,
    pub pose: u64,
}

/// A montage played from its start, `tick_count` ticks of `dt` seconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenTrack {
    pub montage: Name,
    pub dt: f64,
    pub first_tick: u32,
    pub tick_count: u32,
}

/// What one tick must give: hashes of the pose, of the fired events in order, and of the placement.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenTick {
    pub pose: u64,
    pub events: u64,
    pub placement: u64,
}
