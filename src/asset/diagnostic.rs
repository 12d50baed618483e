//! What compiling found: for the Problems panel, never an error that stops the preview.

use crate::{Id, child::Orphan, expression::ExpressionError};
use std::borrow::Cow;

/// Whether what was found leaves an asset out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The asset plays, though not as it was meant.
    Warning,
    /// The asset, or the item that is meant, is left out or does not play as it is.
    Error,
}

/// The asset, and the section, segment, notify or slot inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The asset that the finding is listed under.
    pub asset: Id,
    /// Item inside the asset that the finding is about; None is the asset itself.
    pub item: Option<Id>,
}

/// Reason why a field of a notify class does not accept the value that a notify gives for it.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueProblem {
    /// The value is of another type than the field.
    Type,
    /// A number that is none.
    Number,
    /// A number outside of the field's range.
    Range {
        low: f32,
        high: f32,
    },
    /// The field has no such choice.
    Choice {
        choice: String,
    },
    /// The skeleton has no bone of this name.
    Bone {
        bone: String,
    },
    Socket,
    /// The montage has no such section.
    Section,
    /// A clip has no sections.
    SectionOnClip,
}

/// A problem that compiling can find.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Two assets of one kind share a name; this one does not play.
    DuplicateAssetName {
        name: String,
    },
    /// Two different names have the same hash.
    NameClash {
        name: String,
        other: String,
    },
    /// The skeleton of the asset is gone or does not compile.
    SkeletonMissing,
    /// The bones do not form one tree with parents first, or are too many.
    BadSkeleton,
    /// A bone, or the socket that is named as the item, has a transform from which no pose can be
    /// evaluated.
    BadPlace {
        /// Name of the bone; None of the socket itself.
        bone: Option<String>,
    },
    /// Numbers by bone are none, or of two that have one name.
    BadWeights {
        name: String,
    },
    /// Names of bones that are referred to and that the skeleton does not have (any more).
    BonesMissing {
        bones: Vec<String>,
    },
    /// The retarget source that a clip was made for is gone.
    RetargetSourceMissing,
    /// Names of bones whose translations are scaled by their lengths, and that have none here or in
    /// the figure that the clip was made for.
    ScaledWithoutLength {
        bones: Vec<String>,
    },
    /// The bone whose motion moves the character has none in a clip with root motion, and another
    /// goes so many metres.
    RootStands {
        bone: u32,
        other: u32,
        metres: f32,
    },
    /// The blend profile of a blend is gone; the bones go together.
    ProfileMissing,
    /// The mesh that a socket shows.
    PropMissing,
    /// A partner of the preview does not do as it says.
    Partner {
        name: String,
        why: String,
    },
    /// A mesh has no level, or its vertices follow bones, or wear materials, that are not listed.
    BadMesh,
    /// The vertices of a part are not sound.
    BadPart {
        part: String,
        error: anim::mesh::MeshError,
    },
    /// A number of the material is none, or too large.
    BadMaterial {
        material: String,
    },
    /// The screen size of this level does not fall, or it lacks a bone that it has to keep.
    BadLod {
        lod: usize,
    },
    /// A body of a mesh has no size, or its fixed box is none.
    BadRoom,
    /// A triangle of a part follows more bones than a part may.
    BoneLimitMissed {
        part: String,
        bones: usize,
    },
    /// The surface that a part follows as cloth is missing, or is on another skeleton.
    ClothMissing {
        part: String,
    },
    /// The part that a cloth part follows is cut, so that its vertices are different ones.
    ClothCut {
        part: String,
        driver: String,
    },
    /// No attribute of one number a vertex says how much a part follows.
    ClothWeightMissing {
        part: String,
        attribute: String,
    },
    /// The clip has keys that are not finite or too large; the value before was kept.
    KeysNotFinite,
    /// The clip needs more keys than a clip may have.
    ClipTooLong {
        keys: u64,
    },
    /// Compressed, but some point is further off than was asked for. Metres.
    PrecisionMissed {
        bone: u32,
        error: f32,
    },
    /// Between or at its keys some point is further from where the file has it than was asked for.
    /// Metres, and seconds.
    SourceMissed {
        bone: u32,
        time: f32,
        error: f32,
    },
    /// The clip plays its raw keys.
    NotCompressed {
        reason: anim::codec::EncodeError,
    },
    /// The clip loops, but its last key is not its first. Metres.
    SeamOpen {
        distance: f32,
    },
    /// The reference pose counts as the base.
    BaseMissing,
    /// The base was made for another skeleton; the reference pose counts.
    BaseMismatch {
        clip: String,
    },
    /// A full pose is expected of the base, and it is additive itself.
    BaseAdditive {
        clip: String,
    },
    /// The montage has no segments.
    MontageEmpty,
    /// The first slot counts.
    SyncSlotMissing,
    /// A child montage has no root, so it plays nothing; `why` says what is wrong with its parents.
    NoRootMontage {
        why: Orphan,
    },
    /// The segment of a child's override is no more.
    OverrideMissing {
        clip: String,
    },
    /// The clip of an override ends before the segment's.
    OverrideShort {
        clip: String,
    },
    /// Two slots of a montage are of different groups; that of the first counts.
    SlotGroupsMixed {
        slot: String,
        group: String,
        other: String,
        other_group: String,
    },
    /// More than one group lists the slot; the first counts.
    SlotInGroups {
        groups: Vec<String>,
    },
    /// A montage is in a sync group, and no clip in the slot that counts has sync markers.
    SyncMarkersMissing,
    /// A notify that warps, and is none that lasts.
    WarpNoState {
        name: String,
    },
    /// A notify that warps names no target.
    WarpNoTarget {
        name: String,
    },
    /// No motion under the warp window moves the root.
    WarpNoRootMotion {
        name: String,
    },
    /// The bone or socket that is to arrive is not there.
    WarpPointMissing {
        name: String,
    },
    /// Two warp windows overlap and warp the same channel; the later window counts.
    WarpsOverlap,
    /// The curve of a blend does not lead from 0 at its start to 1 at its end.
    BlendCurveEnds {
        which: &'static str,
    },
    /// The sections of a montage do not ascend from 0.
    MontageSections,
    /// A section that no link and no jump reaches from the first.
    SectionUnreachable {
        name: String,
    },
    /// Two sections of a montage have one name.
    DuplicateSectionName {
        name: String,
    },
    /// The clip of a segment is gone or does not compile.
    ClipMissing,
    /// A sound on a timeline is none of the project's.
    SoundMissing,
    /// The clip was made for another skeleton.
    SkeletonMismatch {
        clip: String,
    },
    /// A segment lies on another one of its slot.
    SegmentsOverlap,
    /// A clip of another additive kind than the first of its slot: where they meet the pose jumps.
    MixedSlot {
        /// Additive kind of the slot's first segment; None for a full pose.
        first: Option<anim::additive::AdditiveKind>,
        own: Option<anim::additive::AdditiveKind>,
    },
    /// The range, rate or loops of a segment cannot play.
    BadSegment,
    /// A notify is outside of its timeline, so it never fires; `time` is in seconds.
    NotifyOutside {
        name: String,
        time: f32,
    },
    /// The track of a notify is gone.
    NotifyTrackMissing {
        name: String,
    },
    /// The section that a notify leads to is gone.
    JumpTargetMissing {
        name: String,
    },
    /// The montage that a notify plays is gone, or for another skeleton.
    PlayTargetMissing {
        name: String,
    },
    /// A notify that is to keep the root in place is no branching state: it does nothing.
    RootMotionNotHeld {
        name: String,
    },
    /// The class of a notify is gone or does not play: it carries nothing.
    NotifyClassMissing,
    /// A class of states on an instant, or the reverse: it carries nothing.
    NotifyClassKind {
        class: String,
        is_state: bool,
    },
    /// The value that a notify gives for a field of its class is invalid; the default or the
    /// nearest valid value is used instead.
    BadValue {
        field: String,
        problem: ValueProblem,
    },
    /// The default of a notify class's field is out of range; the nearest that may be counts.
    BadDefault,
    /// Two fields of a notify class have one name.
    DuplicateFieldName {
        name: String,
    },
    /// A choice of a notify class with nothing to choose from.
    ChoiceEmpty,
    /// The socket that a notify names is not one of its skeleton.
    SocketMissing {
        name: String,
    },
    /// A branching notify on a clip is queued like any other.
    BranchingOnClip {
        name: String,
    },
    /// A field holds no number, or one that cannot play.
    BadNumber {
        field: &'static str,
    },
    /// A number is out of range; the nearest that it may be counts.
    OutOfRange {
        field: &'static str,
        range: Cow<'static, str>,
    },
    /// Longer than [`anim::limits::LONGEST`]: it is left out.
    TooLong,
    /// There are more items than allowed; those past `most` are left out.
    TooMany {
        what: &'static str,
        most: usize,
    },
    /// An item that needs a name has none, and is left out.
    NameMissing,
    /// A sync marker is outside of its timeline, so the nearest end counts; `time` is in seconds.
    MarkerOutside {
        time: f32,
    },
    /// Nearer to another marker than [`anim::sync::NEAREST_MARKERS`]; a loop's end is its start.
    MarkersMerged,
    /// Two curves of a timeline have one name, so this one does not play.
    DuplicateCurveName {
        name: String,
    },
    CurveEmpty,
    /// The output of a pose graph has no link.
    OutputUnlinked,
    /// A pose is missing there: the reference pose is shown.
    PinUnlinked {
        pin: String,
    },
    /// A link leads to a node that is gone.
    NodeMissing,
    /// A link leads back to where it comes from.
    GraphCycle {
        node: String,
    },
    /// A second link leads to the node.
    NodeShared {
        node: String,
    },
    /// Saved poses are used, not linked.
    SavedPoseLinked {
        node: String,
    },
    /// The saved pose that a node uses is gone.
    SavedPoseMissing,
    /// More nodes than [`anim::graph::MOST_DEPTH`] follow one another.
    GraphTooDeep,
    /// A graph has too many nodes.
    GraphTooLarge,
    /// The runtime refused the compiled graph, for the reason given.
    GraphRefused {
        why: String,
    },
    /// A player plays clips, and montages play in slots.
    MontageInPlayer,
    /// The blend space of a node is gone, or for another skeleton.
    BlendSpaceMissing,
    /// The pose asset of a node is gone, or for another skeleton.
    PoseAssetMissing,
    /// A pose asset has no poses.
    PoseAssetEmpty,
    /// A pose asset cannot be shown.
    BadPoseAsset {
        why: String,
    },
    /// The pose asset has no pose of this name.
    PoseMissing {
        name: String,
    },
    /// Two poses of an asset have one name.
    DuplicatePoseName {
        name: String,
    },
    /// A pose is outside of its clip, so the clip's end counts; `time` is in seconds.
    PoseOutside {
        time: f32,
    },
    /// The graph that a node links is gone, or for another skeleton.
    LinkedGraphMissing,
    /// A linked graph leads back to the graph that links it.
    LinkedGraphCycle,
    /// The linked graph has no input pose of this name.
    LinkedInputMissing {
        name: String,
    },
    /// The linked graph has no parameter of this name.
    LinkedParameterMissing {
        name: String,
    },
    /// A node shows an end of a transition outside of a transition's graph.
    TransitionPoseOutside,
    /// A transition's pose is to be its graph's, and nothing is linked.
    TransitionUnlinked,
    /// Driven parameters depend on each other in a cycle.
    DrivenCycle,
    /// A vector or a trigger that is to be driven.
    NotDriven,
    /// A node reported this problem while the graph played.
    WhilePlaying {
        why: String,
    },
    /// A blend space has no samples, so it shows the reference pose.
    BlendSpaceEmpty,
    /// A blend space cannot play.
    BadBlendSpace {
        why: String,
    },
    /// A layer or a difference has no mask of the skeleton, so it covers nothing.
    MaskMissing,
    /// A clip that is additive where a full pose is wanted, or is not such a difference as is.
    AdditiveMismatch {
        clip: String,
        /// Additive kind that is wanted; None for a full pose.
        wanted: Option<anim::additive::AdditiveKind>,
    },
    /// A node gives only a full pose where a difference is wanted, or the other way round.
    PoseKindMismatch,
    /// A control without bones.
    ControlEmpty,
    /// The socket that a control's target is on is not one of the skeleton.
    TargetSocketMissing,
    /// A control reaches for a warp target without a name.
    TargetUnnamed,
    /// Bones that are asked to be a chain and are none, or one of too few.
    NoChain {
        root: String,
        tip: String,
        /// Number of bones that have to lie between `root` and `tip`.
        between: u32,
    },
    /// The targets of a pose driver.
    DriverRefused {
        why: String,
    },
    ListEmpty,
    /// A state machine without a state that can be current.
    MachineEmpty,
    /// A machine has no entry, so it begins with its first state.
    EntryMissing,
    /// Two states of a machine have one name.
    DuplicateStateName {
        name: String,
    },
    /// No transition leads to the state from the entry.
    StateUnreachable {
        name: String,
    },
    /// An end of a transition is gone, so it is never taken.
    TransitionEndMissing,
    /// The shared rule of a transition is gone, so it is never true.
    RuleMissing,
    /// The rule of a transition is never true.
    RuleNeverTrue,
    /// No values of its parameters within their ranges make it true.
    RuleOutOfReach {
        text: String,
    },
    /// A text does not compile as an expression.
    BadExpression {
        field: &'static str,
        text: String,
        error: ExpressionError,
    },
    /// Expressions cannot call a parameter by this name.
    BadParameterName {
        name: String,
    },
    /// Two parameters of a graph have one name.
    DuplicateParameterName {
        name: String,
    },
    /// Keys out of order, or two at one time.
    CurveKeysOrder,
    /// A curve has keys that are not finite; the value before each counts.
    CurveKeysNotFinite,
}

/// One finding of the compiler.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Severity of the finding; only an error refuses an export.
    pub severity: Severity,
    /// The asset, or the item in the asset, that the finding is about.
    pub subject: Subject,
    /// Problem that was found.
    pub kind: Kind,
}
