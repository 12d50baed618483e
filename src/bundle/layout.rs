//! The records of the file. Every struct is plain little-endian data without padding; see
//! `docs/bundle.md`.

use anim::Name;
use bytemuck::{Pod, Zeroable};

/// The first eight bytes of every bundle.
pub const MAGIC: [u8; 8] = *b"MUTOBNDL";
/// The major version: what the header and the table of sections are. Sections have versions of
/// their own.
pub const VERSION: u32 = 11;
/// Encoding of the bytes of a [`GraphRecord`]. It rises whenever the wire format of a graph
/// changes; a reader refuses every other encoding.
pub const GRAPH_ENCODING: u32 = 5;
/// Every array starts at a multiple of this.
pub const ALIGNMENT: usize = 16;

/// The first 48 bytes of the file.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Header {
    /// First bytes of the file, equal to [`MAGIC`].
    pub magic: [u8; 8],
    /// [`VERSION`]; a reader refuses every other one.
    pub version: u32,
    /// `anim::float::RULE` of the program that recorded the golden vectors; 0 where none are.
    pub float_rule: u32,
    /// Bytes of the whole file.
    pub length: u64,
    /// XXH3-64 of the whole file with these eight bytes as zero.
    pub checksum: u64,
    /// [`SectionRecord`]s, each tag once.
    pub sections: ArraySpan,
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
    /// Flag: the file does not play without this section, so a reader that does not know its tag or
    /// version refuses the file. Sections without this bit are skipped.
    pub const REQUIRED: u32 = 1;
}

/// An array of records of one kind.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SectionRecord {
    /// Tag that says what the records of the section are.
    pub tag: Tag,
    /// Version of the section, which rises when its records mean something else.
    pub version: u32,
    /// Bits of [`section_flag`].
    pub flags: u32,
    /// Bytes of a record.
    pub record_size: u32,
    /// Reserved, always 0.
    pub reserved: u32,
    /// The records, `record_size` bytes each.
    pub records: ArraySpan,
}

/// An array: where it starts, in bytes from the start of the file, and how many items it has.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ArraySpan {
    /// Bytes from the start of the file, a multiple of [`ALIGNMENT`].
    pub offset: u64,
    /// Number of items, not bytes.
    pub count: u64,
}

/// Spelling of a name: UTF-8 bytes in the text array.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct NameRecord {
    /// Hash of the spelling.
    pub name: Name,
    /// First byte of the spelling in the section `text`.
    pub first: u32,
    /// Bytes of the spelling.
    pub length: u32,
}

/// A skeleton. Skeletons ascend by name, compared as a number.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SkeletonRecord {
    /// Unique among the skeletons.
    pub name: Name,
    /// `anim::skeleton::Bone`, parents before children, the root first.
    pub bones: ArraySpan,
    /// `anim::skeleton::Socket`.
    pub sockets: ArraySpan,
    /// `anim::skeleton::VirtualBone`.
    pub virtual_bones: ArraySpan,
    /// Retargeting of the bones, one u32 a bone, or an empty array if all are 0: index in
    /// `anim::retarget::Retarget::ALL`.
    pub retarget: ArraySpan,
    /// [`WeightsRecord`]s with values from 0 to 1, each name once.
    pub masks: ArraySpan,
    /// [`WeightsRecord`]s with values of 0 or more, each name once.
    pub profiles: ArraySpan,
}

/// A named number a bone: a mask or a blend profile.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct WeightsRecord {
    /// Name of the mask or blend profile.
    pub name: Name,
    /// Index in `anim::mask::ProfileMode::ALL`; 0 of masks.
    pub mode: u32,
    /// Reserved, always 0.
    pub reserved: u32,
    /// Weights, f32, one per bone.
    pub values: ArraySpan,
}

/// Bits of [`ClipRecord::flags`].
pub mod clip_flag {
    /// Playback goes on at the start when the clip ends.
    pub const LOOPING: u32 = 1;
    /// Flag: each key holds up to the next key, without interpolation.
    pub const STEPPED: u32 = 2;
    /// Bone 0 moves the character.
    pub const ROOT_MOTION: u32 = 4;
}

/// A clip. Clips ascend by name, compared as a number.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ClipRecord {
    /// Unique among the clips.
    pub name: Name,
    /// Skeleton whose bones the tracks index.
    pub skeleton: Name,
    /// Length of the clip, seconds.
    pub length: f32,
    /// Keys of the clip, at least 1, spaced evenly over `length` where `times` is empty.
    pub key_count: u32,
    /// Clip seconds per second of playback.
    pub rate_scale: f32,
    /// Bits of [`clip_flag`].
    pub flags: u32,
    /// 0 reference pose, 1 first frame, 2 zero.
    pub root_lock: u32,
    /// 0 not additive, else what the keys are differences in: 1 the parent's frame, 2 the model's,
    /// 3 the bone's.
    pub additive: u32,
    /// Bytes of a compressed clip in place of `tracks` and `keys`; none where those hold the keys.
    pub compressed: ArraySpan,
    /// `anim::clip::Track`, ascending by bone, each bone once; empty in a compressed clip.
    pub tracks: ArraySpan,
    /// f32, which the tracks index; empty in a compressed clip.
    pub keys: ArraySpan,
    /// `anim::curve::Curve`, ascending by name.
    pub curves: ArraySpan,
    /// `anim::curve::CurveKey`, which the curves index.
    pub curve_keys: ArraySpan,
    /// `anim::notify::Notify`, ascending by time, track and id.
    pub notifies: ArraySpan,
    /// `anim::SyncMarker`, ascending by time, no two at one time.
    pub sync_markers: ArraySpan,
    /// Values that the notifies carry, u64.
    pub values: ArraySpan,
    /// Bytes: `anim::warp::Windows` in postcard's wire format; none where nothing is warped.
    pub warps: ArraySpan,
    /// f32, one a key, or none where they are even.
    pub times: ArraySpan,
}

/// A mesh is a run of levels of detail, the finest first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MeshRecord {
    /// Unique among the meshes. Meshes ascend by it, compared as a number.
    pub name: Name,
    /// Skeleton whose bones the palettes of the parts index.
    pub skeleton: Name,
    /// Index in the section `lod`.
    pub first_lod: u32,
    /// Levels of detail, at least 1.
    pub lod_count: u32,
    /// Index in the section `material`.
    pub first_material: u32,
    /// Materials of the mesh, which its parts index.
    pub material_count: u32,
    /// Graph that runs over the pose of a character that wears the mesh; 0 has none.
    pub post_process: Name,
    /// `anim::mesh_bounds::Body`; may be empty.
    pub bodies: ArraySpan,
    /// Source of the bounds of the mesh: 0 its vertices, 1 its bodies, 2 the fixed box.
    pub room: u32,
    /// Number of levels of detail, the finest first, that run the post-process graph; 0 is all.
    pub post_process_levels: u32,
    /// Lowest corner of the fixed box, m in model space; 0 where `room` is not 2.
    pub box_min: [f32; 3],
    /// Highest corner of the fixed box, m in model space; 0 where `room` is not 2.
    pub box_max: [f32; 3],
}

/// A level of detail is a run of parts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct BundleLodRecord {
    /// A character that takes less than this share of the picture's height is drawn at this level
    /// or a coarser one. Above 0, at most 1, falling from level to level; unused at the finest.
    pub screen_size: f32,
    /// Index in the section `part`.
    pub first_part: u32,
    /// Parts of the level.
    pub part_count: u32,
    /// Reserved, always 0.
    pub reserved: u32,
    /// Bones that are evaluated at this level: u32, ascending, with the root and all parents.
    pub bones: ArraySpan,
}

/// A part of a level of detail: vertices that are drawn with one material.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct PartRecord {
    /// Names the part among those of its level, also as what cloth follows.
    pub name: Name,
    /// Joints a vertex: 1, 4 or 8.
    pub influences: u32,
    /// 0 linear, 1 dual quaternion.
    pub method: u32,
    /// Among the materials of the mesh.
    pub material: u32,
    /// Reserved, always 0.
    pub reserved: u32,
    /// [f32; 3] a vertex, m in mesh space.
    pub positions: ArraySpan,
    /// [f32; 3] a vertex, of unit length.
    pub normals: ArraySpan,
    /// [f32; 4] a vertex: a unit vector and a w of 1 or -1; may be empty.
    pub tangents: ArraySpan,
    /// [f32; 2] a vertex, v downwards; may be empty.
    pub uvs: ArraySpan,
    /// [f32; 4] a vertex, linear RGBA; may be empty.
    pub colors: ArraySpan,
    /// u16 slots of `palette`, `influences` a vertex, the heaviest first.
    pub joints: ArraySpan,
    /// f32, `influences` a vertex, with a sum of 1.
    pub weights: ArraySpan,
    /// `anim::mesh::PaletteJoint`: the bones that vertices follow, and their inverse bind matrices.
    pub palette: ArraySpan,
    /// `anim::mesh::Morph`, each a range of `deltas`.
    pub morphs: ArraySpan,
    /// `anim::mesh::MorphDelta`.
    pub deltas: ArraySpan,
    /// u32, three a triangle, counter-clockwise.
    pub indices: ArraySpan,
    /// [f32; 3] a delta, what it adds to the tangent's xyz; may be empty.
    pub delta_tangents: ArraySpan,
    /// `anim::mesh::Attribute`; may be empty. Only a game uses them.
    pub attributes: ArraySpan,
    /// f32, the numbers of all attributes, which they index.
    pub attribute_values: ArraySpan,
    /// `anim::mesh::Profile`: other weights of the same vertices; may be empty.
    pub profiles: ArraySpan,
    /// u16 slots of `palette`, those of all profiles.
    pub profile_joints: ArraySpan,
    /// f32, those of all profiles, with a sum of 1 a vertex.
    pub profile_weights: ArraySpan,
    /// Mesh whose finest level holds the part that this part follows as cloth; no name if this part
    /// follows nothing.
    pub cloth_mesh: Name,
    /// Name of that mesh's part; 0 where the part follows nothing.
    pub cloth_part: Name,
    /// Vertices of the part that it follows.
    pub cloth_driving: u32,
    /// Reserved, always 0.
    pub cloth_reserved: u32,
    /// `anim::mesh::ClothVertex`, one a vertex; empty where the part follows nothing.
    pub cloth: ArraySpan,
}

/// Bits of [`MontageRecord::flags`].
pub mod montage_flag {
    /// The montage blends out by itself at its end.
    pub const AUTO_BLEND_OUT: u32 = 1;
    /// Flag: the montage's root translation moves the character.
    pub const ROOT_TRANSLATION: u32 = 2;
    /// Flag: the montage's root rotation turns the character.
    pub const ROOT_ROTATION: u32 = 4;
    /// Flag: the montage's blend-in is inertialized.
    pub const INERTIALIZE_IN: u32 = 8;
    /// Flag: the montage's blend-out is inertialized.
    pub const INERTIALIZE_OUT: u32 = 16;
}

/// The easing of a blend that has a curve of its own.
pub const CUSTOM_EASING: u32 = anim::montage::Easing::ALL.len() as u32;

/// A montage. Montages ascend by name, compared as a number.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MontageRecord {
    /// Unique among the montages.
    pub name: Name,
    /// Skeleton of the clips that it plays.
    pub skeleton: Name,
    /// Montages of one group replace each other.
    pub group: Name,
    /// Length of the montage, seconds.
    pub length: f32,
    /// Montage seconds per second of playback.
    pub rate_scale: f32,
    /// Duration of the blend in, seconds.
    pub blend_in_time: f32,
    /// Duration of the blend out, seconds.
    pub blend_out_time: f32,
    /// Index in `anim::montage::Easing::ALL`, or [`CUSTOM_EASING`].
    pub blend_in_easing: u32,
    /// Index in `anim::montage::Easing::ALL`, or [`CUSTOM_EASING`].
    pub blend_out_easing: u32,
    /// Seconds before the end at which the blend-out begins; below 0: its blend-out time.
    pub blend_out_trigger: f32,
    /// Bits of [`montage_flag`].
    pub flags: u32,
    /// Blend profile of the skeleton, or 0.
    pub blend_in_profile: Name,
    /// Blend profile of the skeleton, or 0.
    pub blend_out_profile: Name,
    /// `anim::montage::Section`, ascending by start, the first at 0 s.
    pub sections: ArraySpan,
    /// `anim::montage::Slot`, each a range of `segments`.
    pub slots: ArraySpan,
    /// `anim::montage::Segment`, ascending by start within a slot.
    pub segments: ArraySpan,
    /// `anim::notify::Notify`, ascending by time, track and id.
    pub notifies: ArraySpan,
    /// Values that the notifies carry, u64.
    pub values: ArraySpan,
    /// Points of custom easings, u16; none of others.
    pub blend_in_curve: ArraySpan,
    /// Points of a custom easing, u16; none of another easing.
    pub blend_out_curve: ArraySpan,
    /// Time stretch of equally long pieces, f32 from 0 to 1; none where every piece takes a change
    /// of rate alike.
    pub stretch: ArraySpan,
    /// Sync group that the montage plays in, or 0.
    pub sync_group: Name,
    /// `anim::SyncMarker`, ascending by time, no two at one time.
    pub sync_markers: ArraySpan,
    /// `anim::curve::Curve` in montage seconds, in place of the curves of its clips.
    pub curves: ArraySpan,
    /// `anim::curve::CurveKey`, which the curves index.
    pub curve_keys: ArraySpan,
    /// Bytes: `anim::warp::Windows` in postcard's wire format, in montage seconds; none where
    /// nothing is warped.
    pub warps: ArraySpan,
}

/// A class of notifies: its kind and the fields that its notifies carry.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct NotifyClassRecord {
    /// Unique among the notify classes. They ascend by it, compared as a number.
    pub name: Name,
    /// Index in `anim::notify::ClassKind::ALL`.
    pub kind: u32,
    /// Reserved, always 0.
    pub reserved: u32,
    /// `anim::notify::NotifyField`, at most 64, each name once.
    pub fields: ArraySpan,
    /// [`Name`]s, of which fields of kind choice take a range.
    pub choices: ArraySpan,
}

/// A graph, encoded as `encoding` says. Graphs ascend by name, compared as a number.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GraphRecord {
    /// Unique among the graphs, and the same as the encoded one.
    pub name: Name,
    /// [`GRAPH_ENCODING`]: `anim::graph::GraphParts` in postcard's wire format.
    pub encoding: u32,
    /// Reserved, always 0.
    pub reserved: u32,
    /// The encoded graph; no byte follows it.
    pub bytes: ArraySpan,
}

/// A graph played from its start, `tick_count` ticks of `dt` seconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenGraph {
    /// Graph that is played on a character with seed 0.
    pub graph: Name,
    /// Seconds of a tick.
    pub dt: f64,
    /// Among the golden ticks.
    pub first_tick: u32,
    /// Ticks that are recorded.
    pub tick_count: u32,
    /// Among the golden settings.
    pub first_setting: u32,
    /// Parameters that are set during the recording.
    pub setting_count: u32,
}

/// A parameter that is set before a tick, counted from the graph's own first one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenSetting {
    /// Parameter of the graph.
    pub parameter: Name,
    /// Value that the parameter takes; a trigger takes 1.
    pub value: f64,
    /// The setting comes before this tick; the graph's first tick is 0.
    pub tick: u32,
    /// Reserved, always 0.
    pub reserved: u32,
}

/// The pose of a clip at a time, as a hash of its bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenClip {
    /// Clip that is sampled.
    pub clip: Name,
    /// Time at which the clip is sampled, seconds.
    pub time: f64,
    /// Hash of the bits of the sampled pose.
    pub pose: u64,
}

/// A montage played from its start, `tick_count` ticks of `dt` seconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenTrack {
    /// Montage that is played at rate 1, on a character with seed 0.
    pub montage: Name,
    /// Seconds of a tick.
    pub dt: f64,
    /// Index in the golden ticks.
    pub first_tick: u32,
    /// Ticks that are recorded.
    pub tick_count: u32,
}

/// Required result of one tick: hashes of the pose, of the fired events in order, and of the
/// placement.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct GoldenTick {
    /// Hash of the pose after the tick.
    pub pose: u64,
    /// Hash of the fired events, in order.
    pub events: u64,
    /// Hash of where the character is.
    pub placement: u64,
}
