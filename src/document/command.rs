//! The closed list of edits: ids and values only.

use crate::import::Import;
use anim::{
    BoundsBy, blend_space::NotifyTrigger, mask::ProfileMode, mesh::SkinMethod, retarget::Retarget,
};
use asset::{
    BlendSpace, BoneKey, Curve, CurveKey, Id, LaneSound, Material, Mesh, Mirror, Montage,
    NamedPose, Note, Notify, NotifyClass, NotifyTrack, PoseAsset, PoseGraph, PreviewSettings,
    Project, QuickSlot, RetargetSource, SlotGroup, SoundFile, SyncMarker,
    blend_space::{Axis, BoneSpeed, Division, Sample},
    graph::{Comment, Node, Parameter, Preset, Reroute, SharedRule, SubGraph},
    mesh::{Body, Cloth, Shape},
    montage::{Blend, Section, Segment, Slot},
    notify_class::{ClassKind, Field, Icon},
    skeleton::{BlendProfile, BoneMask, Socket, VirtualBone},
    skin::Skin,
    source::ClipSource,
};
use std::sync::Arc;
use words::tr;

/// One edit of a project. The [`Id`] is that of the asset.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Project(ProjectCommand),
    Clip(Id, ClipCommand),
    Skeleton(Id, SkeletonCommand),
    Mesh(Id, MeshCommand),
    Montage(Id, MontageCommand),
    Graph(Id, GraphCommand),
    BlendSpace(Id, BlendSpaceCommand),
    PoseAsset(Id, PoseAssetCommand),
    NotifyClass(Id, NotifyClassCommand),
    /// Edits notifies on the timeline of a clip or montage.
    Notify(Id, NotifyCommand),
    /// Edits sync markers of a clip.
    SyncMarker(Id, SyncMarkerCommand),
    /// Edits notes of a clip or montage.
    Note(Id, NoteCommand),
    /// Edits sounds that play along with a clip or montage.
    Sound(Id, SoundCommand),
    /// Edits curves of a clip or montage, the time stretch of a montage included.
    Curve(Id, CurveCommand),
    /// All or none, as one step.
    Batch(Vec<Command>),
}

/// An edit of the project itself: its name, its list of assets and what it is previewed with.
#[derive(Clone, Debug, PartialEq)]
pub enum ProjectCommand {
    Rename(String),
    /// An imported file joins as [`crate::import::decide`] says.
    Import(Arc<Import>),
    RenameAsset(Id, String),
    /// Refused while other assets use it.
    DeleteAsset(Id),
    AddMontage(Id, Box<Montage>),
    /// A clip that was made here, not read from a file.
    AddClip(Id, Box<asset::Clip>),
    AddChildMontage {
        id: Id,
        parent: Id,
        name: String,
    },
    AddGraph(Id, Box<PoseGraph>),
    AddBlendSpace(Id, Box<BlendSpace>),
    AddPoseAsset(Id, Box<PoseAsset>),
    AddNotifyClass(Id, Box<NotifyClass>),
    AddSound(Id, Box<SoundFile>),
    /// Another file in place of the sound's; its name stays.
    ReplaceSound(Id, Box<SoundFile>),
    SlotGroups(SlotGroupCommand),
    /// Replaces the quick slot of the same digit.
    SetQuickSlot(Box<QuickSlot>),
    /// Empties the slot of this digit.
    ClearQuickSlot(u8),
    /// Sets the preview settings of the project, as a whole.
    SetPreview(Box<PreviewSettings>),
    /// Replaces the whole project by a version that was changed elsewhere.
    TakeIn(Arc<Project>),
}

/// An edit of the slot groups, whose montages replace each other.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotGroupCommand {
    /// Adds a slot group; its slots leave the groups that they are in.
    Add(SlotGroup),
    Rename(Id, String),
    /// Removes a slot group; its slots are in the default group then.
    Remove(Id),
    /// A slot by its name to a group; None is the default one.
    Move(String, Option<Id>),
    /// Renames a slot in every montage and graph, and in its group. Refused where a montage has
    /// both.
    RenameSlot(String, String),
    /// The slot that no montage has leaves its group.
    Forget(String),
}

/// An edit of a clip's settings, its keys and what it is bound to.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipCommand {
    SetLooping(bool),
    SetLoopPolicy(asset::clip::LoopPolicy),
    /// Clip seconds per second of playback.
    SetRateScale(f32),
    /// Frames per second.
    SetFrameRate(f32),
    SetRootMotion(anim::clip::RootMotion),
    /// The bone whose motion moves the character; none is the top one.
    SetRootBone(Option<asset::BoneKey>),
    SetAdditive(Option<asset::clip::Additive>),
    /// Sets the compression of the clip's keys; None keeps every key.
    SetCompression(Option<anim::codec::EncoderSettings>),
    /// The figure whose proportions retargeting compares with.
    SetMadeFor(asset::MadeFor),
    /// Binds the clip to another skeleton, by the names of bones. What that one lacks is kept and
    /// waits.
    Bind(Id),
    /// Keeps the keys that matter alone, see [`asset::reduce::reduced`]; importing the file again
    /// brings all back.
    ReduceKeys(anim::reduction::Reduction),
    /// Leaves this part alone; what names times on the clip follows.
    Trim(asset::source::ClipRange),
    /// Leaves what is before `at` seconds. What is after becomes a clip of its own, and what names
    /// times there names that one.
    Split {
        at: f32,
        rest: Id,
        /// Name of the new clip; made unique if it is taken.
        name: String,
    },
    /// Plays it backwards; what names times on the clip follows.
    Reverse,
    /// Curves of a vertex cache: those of the names `gone` go, `new` ones come. A clip of nothing
    /// else takes their length and rate; another one is as long as the longer of both.
    SetCacheCurves {
        gone: Vec<String>,
        new: Arc<ClipSource>,
        frame_rate: f32,
    },
}

/// An edit of what a skeleton has beside its bones.
#[derive(Clone, Debug, PartialEq)]
pub enum SkeletonCommand {
    AddSocket(Socket),
    /// Replaces the socket of the same id.
    SetSocket(Socket),
    RemoveSocket(Id),
    AddVirtualBone(VirtualBone),
    /// Replaces the virtual bone of the same id, which keeps its key.
    SetVirtualBone(VirtualBone),
    RemoveVirtualBone(Id),
    AddMask(BoneMask),
    AddBlendProfile(BlendProfile),
    /// Renames a mask or blend profile.
    RenameWeights(Id, String),
    /// Removes a mask or blend profile; refused while a montage or a graph blends by it.
    RemoveWeights(Id),
    /// Weight of a bone by its index in a mask or blend profile, with or without all below it.
    SetWeight {
        id: Id,
        bone: usize,
        weight: f32,
        children: bool,
    },
    SetProfileMode(Id, ProfileMode),
    /// No part of a rule is empty, and none is the other.
    SetMirror(Mirror),
    AddRetargetSource(RetargetSource),
    RenameRetargetSource(Id, String),
    /// Refused while a clip was made for it.
    RemoveRetargetSource(Id),
    /// Retarget mode of a bone by its index, with or without all below it.
    SetRetarget {
        bone: usize,
        mode: Retarget,
        children: bool,
    },
}

/// An edit of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshCommand {
    /// Skinning method of one part of the finest level by its index and of those of its name in the
    /// others, or of all.
    SetMethod(Option<usize>, SkinMethod),
    /// Sets the surface that one part of the finest level follows as cloth, given by its index,
    /// together with the parts of the same name in other levels.
    SetCloth(usize, Option<Cloth>),
    /// Screen size of a level of detail by its index, between those of its neighbours. The finest
    /// has none to set.
    SetScreenSize(usize, f32),
    /// The finest level of another mesh, before the level of that index, or last; the screen size
    /// lies between those of its neighbours. Not before the finest.
    AddLevel {
        at: usize,
        screen_size: f32,
        from: Arc<Mesh>,
    },
    /// Replaces the parts of a level by those of the finest level of another mesh.
    ReplaceLevel(usize, Arc<Mesh>),
    /// The one after the finest takes its place. The only one stays.
    RemoveLevel(usize),
    /// Replaces the bones that are not evaluated at a coarser level, with all bones below them.
    /// Each is a bone of the mesh's skeleton other than the first, or was in the list before.
    SetRemovedBones(usize, Vec<BoneKey>),
    /// Whom the vertices of a part follow, and how much; the mesh gets the bones that it lacks.
    SetSkin {
        lod: usize,
        part: usize,
        profile: Option<String>,
        skin: Arc<Skin>,
    },
    /// Morph targets of a part: the targets `gone` go, `new` ones come in the place of those of
    /// their names or beside the others.
    SetShapes {
        lod: usize,
        part: usize,
        gone: Vec<String>,
        new: Arc<[Shape]>,
    },
    /// A profile of skin weights, wherever the mesh has it.
    RenameProfile {
        profile: String,
        name: String,
    },
    RemoveProfile(String),
    /// Sets the source of the bounds of the mesh.
    SetRoom(BoundsBy),
    /// Bodies in place of all that there are.
    SetBodies(Vec<Body>),
    /// The most bones that a part may follow when it is compiled, [`asset::mesh::BONE_LIMITS`].
    SetBoneLimit(Option<u32>),
    /// Replaces the material of that index. Its name is nobody else's.
    SetMaterial(usize, Box<Material>),
    /// Binds the mesh to another skeleton, as [`ClipCommand::Bind`] does.
    Bind(Id),
    /// Sets the graph that runs over the pose of a character that wears the mesh; the graph is for
    /// the mesh's skeleton.
    SetPostProcess(Option<Id>),
    /// The coarsest level of detail at which that graph works, from -1, which is all, to 7.
    SetPostProcessLod(i8),
}

/// An edit of a montage.
#[derive(Clone, Debug, PartialEq)]
pub enum MontageCommand {
    /// Montage seconds per second of playback.
    SetRateScale(f32),
    /// Frames per second.
    SetFrameRate(f32),
    SetBlendIn(Blend),
    SetBlendOut(Blend),
    /// Seconds before the end; below 0: the blend-out time.
    SetBlendOutTrigger(f32),
    /// Whether the montage blends out by itself at its end.
    SetAutoBlendOut(bool),
    SetRootMotion {
        translation: bool,
        rotation: bool,
    },
    /// Another clip in a segment that a child has from its parent; None plays the parent's.
    SetOverride {
        segment: Id,
        clip: Option<Id>,
    },
    /// A child becomes a montage of its own with all that it has.
    Detach,
    /// Sets how much of a change of rate each part of the montage takes; None lets all parts take
    /// it alike. The keys of the stretch curve are edited like those of any curve.
    SetStretch(Option<Curve>),
    /// Empty takes it out of its group.
    SetSyncGroup(String),
    /// Sets the slot whose clips' sync markers count; None is the first slot.
    SetSyncSlot(Option<Id>),
    AddSection(Section),
    /// Removes a section. The section's time joins its predecessor; if the section was first, the
    /// next one starts at 0. Links and jumps to the section lead to where it led; a jump to a
    /// section that ended the montage stops the montage.
    RemoveSection(Id),
    RenameSection(Id, String),
    /// Seconds. Lands at least one frame away from every other section; the first stays at 0.
    MoveSection(Id, f32),
    /// The section that follows `from`; None ends the montage there.
    LinkSection {
        from: Id,
        to: Option<Id>,
    },
    /// Colour by its index in the category palette.
    SetSectionColor(Id, u8),
    AddSlot(Slot),
    RemoveSlot(Id),
    RenameSlot(Id, String),
    AddSegment {
        slot: Id,
        segment: Segment,
    },
    RemoveSegment(Id),
    /// Replaces the segment of the same id, on the given slot. What is linked to it follows.
    SetSegment {
        slot: Id,
        segment: Segment,
    },
    /// Several segments with their slots, and starts of sections, at once: only where they end up
    /// counts. What is linked to the segments follows. The first section starts at 0, the others at
    /// least a frame apart.
    Arrange {
        segments: Vec<(Id, Segment)>,
        sections: Vec<(Id, f32)>,
    },
    /// Cuts a segment at a time of the montage, into pieces that play the same. The first keeps the
    /// id, the others get these in order; a cut inside a loop makes up to four. At or beyond its
    /// ends nothing changes.
    SplitSegment {
        segment: Id,
        at: f32,
        pieces: [Id; 3],
    },
    /// Moves it to a place in the list; a place beyond the end is the last.
    MoveSlot(Id, usize),
    SetSlotLocked(Id, bool),
}

/// An edit of a pose graph.
#[derive(Clone, Debug, PartialEq)]
pub enum GraphCommand {
    AddNode(Box<Node>),
    /// Replaces the node of the same id.
    SetNode(Box<Node>),
    /// Removes nodes with every link that leads to them.
    RemoveNodes(Vec<Id>),
    /// Links a source to the pin of this index, or unlinks the pin. The former link of the source
    /// is removed; a link that would make a cycle is refused.
    Link {
        node: Id,
        pin: usize,
        source: Option<Id>,
    },
    /// The node whose pose the graph gives; None unlinks it.
    SetOutput(Option<Id>),
    AddParameter(Parameter),
    /// Replaces the parameter of the same id. A new name is written into the expressions that name
    /// it.
    SetParameter(Parameter),
    RemoveParameter(Id),
    MoveParameter(Id, usize),
    /// Adds it, or replaces that of the same id; as the next ones.
    SetRule(SharedRule),
    RemoveRule(Id),
    /// Adds the preset, or replaces that of the same id.
    SetPreset(Preset),
    RemovePreset(Id),
    /// The graph that it can take the place of as a layer, for the same skeleton.
    SetImplements(Option<Id>),
    /// Points. Compiles nothing.
    Place(Vec<(Id, [f32; 2])>),
    /// The state, transition or sub-graph on whose page a node, sub-graph or reroute lies.
    SetPage {
        node: Id,
        page: Option<Id>,
    },
    /// Adds the comment, or replaces that of the same id.
    SetComment(Comment),
    RemoveComment(Id),
    /// Adds it, or replaces that of the same id. Nodes get there by their pages.
    SetSubGraph(SubGraph),
    /// Removes a sub-graph; the items on its page move to the page on which the sub-graph was.
    RemoveSubGraph(Id),
    /// Adds a reroute at index `at` of all reroutes.
    AddReroute {
        reroute: Reroute,
        at: usize,
    },
    RemoveReroute(Id),
}

/// An edit of a blend space.
#[derive(Clone, Debug, PartialEq)]
pub enum BlendSpaceCommand {
    /// Sets the axes of the blend space, one or two.
    SetAxes(Vec<Axis>),
    /// Adds it, or replaces that of the same id.
    SetSample(Sample),
    RemoveSample(Id),
    /// Sets the greatest change of a sample's weight per second; 0 lets weights jump.
    SetWeightSpeed(f32),
    SetNotifies(NotifyTrigger),
    /// Sets the division of the space among its samples.
    SetDivision(Division),
    /// All of them, each bone once.
    SetBoneSpeeds(Vec<BoneSpeed>),
}

/// An edit of a pose asset.
#[derive(Clone, Debug, PartialEq)]
pub enum PoseAssetCommand {
    /// Adds it, or replaces that of the same id.
    SetPose(NamedPose),
    RemovePose(Id),
    /// Sets the base of the poses; with a base the poses are differences, and None keeps them
    /// whole.
    SetBase(Option<Id>),
}

/// An edit of a notify class.
#[derive(Clone, Debug, PartialEq)]
pub enum NotifyClassCommand {
    SetKind(ClassKind),
    /// Colour by its index in the category palette.
    SetColor(u8),
    SetIcon(Icon),
    /// Adds it, or replaces that of the same id. Of another type, what notifies say is kept where
    /// it means the same; the new name of a choice is theirs too. A range takes the default along.
    SetField(Field),
    /// Removes a field with what notifies say for it.
    RemoveField(Id),
    /// Moves it to a place in the list; a place beyond the end is the last.
    MoveField(Id, usize),
}

/// An edit of the notifies of a clip or montage, and of their tracks.
#[derive(Clone, Debug, PartialEq)]
pub enum NotifyCommand {
    AddTrack(NotifyTrack),
    /// Removes a track with everything on it.
    RemoveTrack(Id),
    RenameTrack(Id, String),
    /// Colour by its index in the category palette.
    SetTrackColor(Id, u8),
    SetTrackLocked(Id, bool),
    /// Moves it to a place in the list; a place beyond the end is the last.
    MoveTrack(Id, usize),
    Add(Notify),
    Remove(Id),
    /// Replaces the notify of the same id. Values of its class's fields are kept where they differ
    /// from the default.
    Set(Notify),
}

/// An edit of a clip's sync markers.
#[derive(Clone, Debug, PartialEq)]
pub enum SyncMarkerCommand {
    Add(SyncMarker),
    Remove(Id),
    /// Replaces the marker of the same id.
    Set(SyncMarker),
}

/// An edit of the notes of a clip or montage.
#[derive(Clone, Debug, PartialEq)]
pub enum NoteCommand {
    Add(Note),
    Remove(Id),
    /// Replaces the note of the same id.
    Set(Note),
}

impl NoteCommand {
    fn label(&self) -> &'static str {
        match self {
            NoteCommand::Add(_) => tr!("Add note"),
            NoteCommand::Remove(_) => tr!("Delete note"),
            NoteCommand::Set(_) => tr!("Change note"),
        }
    }
}

/// An edit of the sounds that play along with a clip or montage.
#[derive(Clone, Debug, PartialEq)]
pub enum SoundCommand {
    Add(LaneSound),
    Remove(Id),
    /// Replaces the sound of the same id.
    Set(LaneSound),
}

impl SoundCommand {
    fn label(&self) -> &'static str {
        match self {
            SoundCommand::Add(_) => tr!("Add sound"),
            SoundCommand::Remove(_) => tr!("Delete sound"),
            SoundCommand::Set(_) => tr!("Change sound"),
        }
    }
}

/// An edit of the curves of a clip or montage.
#[derive(Clone, Debug, PartialEq)]
pub enum CurveCommand {
    /// Adds a curve; it replaces an imported curve of the same name.
    Add(Curve),
    /// Removes a curve with its keys; the imported curve of its name plays again.
    Remove(Id),
    /// Replaces the curve of the same id.
    Set(Curve),
    AddKey {
        curve: Id,
        key: CurveKey,
    },
    RemoveKey(Id),
    /// Replaces the key of the same id.
    SetKey(CurveKey),
}

impl Command {
    /// Label of the edit in the undo history, in sentence case.
    pub fn label(&self) -> &'static str {
        match self {
            Command::Project(command) => project_label(command),
            Command::Clip(_, ClipCommand::ReduceKeys(_)) => tr!("Reduce keys"),
            Command::Clip(_, ClipCommand::Trim(_)) => tr!("Trim clip"),
            Command::Clip(_, ClipCommand::Split { .. }) => tr!("Split clip"),
            Command::Clip(_, ClipCommand::Reverse) => tr!("Reverse clip"),
            Command::Clip(_, ClipCommand::SetCacheCurves { .. }) => tr!("Import vertex cache"),
            Command::Clip(_, ClipCommand::Bind(_)) | Command::Mesh(_, MeshCommand::Bind(_)) => {
                tr!("Bind to skeleton")
            }
            Command::Clip(..) => tr!("Change clip"),
            Command::Skeleton(_, command) => match command {
                SkeletonCommand::AddSocket(_) => tr!("Add socket"),
                SkeletonCommand::SetSocket(_) => tr!("Change socket"),
                SkeletonCommand::RemoveSocket(_) => tr!("Delete socket"),
                SkeletonCommand::AddVirtualBone(_) => tr!("Add virtual bone"),
                SkeletonCommand::SetVirtualBone(_) => tr!("Change virtual bone"),
                SkeletonCommand::RemoveVirtualBone(_) => tr!("Delete virtual bone"),
                SkeletonCommand::AddMask(_) => tr!("Add bone mask"),
                SkeletonCommand::AddBlendProfile(_) => tr!("Add blend profile"),
                SkeletonCommand::RenameWeights(..) => tr!("Rename bone weights"),
                SkeletonCommand::RemoveWeights(_) => tr!("Delete bone weights"),
                SkeletonCommand::SetWeight { .. } => tr!("Change bone weight"),
                SkeletonCommand::SetProfileMode(..) => tr!("Change blend profile"),
                SkeletonCommand::SetMirror(_) => tr!("Change mirror"),
                SkeletonCommand::SetRetarget { .. } => tr!("Change retargeting"),
                SkeletonCommand::AddRetargetSource(_) => tr!("Add retarget source"),
                SkeletonCommand::RenameRetargetSource(..) => tr!("Rename retarget source"),
                SkeletonCommand::RemoveRetargetSource(_) => tr!("Delete retarget source"),
            },
            Command::Mesh(_, MeshCommand::SetMethod(..)) => tr!("Change skinning"),
            Command::Mesh(_, MeshCommand::SetScreenSize(..)) => tr!("Change screen size"),
            Command::Mesh(_, MeshCommand::AddLevel { .. }) => tr!("Add LOD"),
            Command::Mesh(_, MeshCommand::ReplaceLevel(..)) => tr!("Replace LOD"),
            Command::Mesh(_, MeshCommand::RemoveLevel(_)) => tr!("Delete LOD"),
            Command::Mesh(_, MeshCommand::SetRemovedBones(..)) => tr!("Change removed bones"),
            Command::Mesh(_, MeshCommand::SetSkin { .. }) => tr!("Change skin weights"),
            Command::Mesh(_, MeshCommand::SetCloth(..)) => tr!("Change cloth"),
            Command::Mesh(_, MeshCommand::SetShapes { .. }) => tr!("Change morph targets"),
            Command::Mesh(_, MeshCommand::RenameProfile { .. }) => {
                tr!("Rename skin-weight profile")
            }
            Command::Mesh(_, MeshCommand::RemoveProfile(_)) => tr!("Remove skin-weight profile"),
            Command::Mesh(_, MeshCommand::SetRoom(_)) => tr!("Change bounds"),
            Command::Mesh(_, MeshCommand::SetBodies(_)) => tr!("Change bodies"),
            Command::Mesh(_, MeshCommand::SetBoneLimit(_)) => tr!("Change bone limit"),
            Command::Mesh(_, MeshCommand::SetMaterial(..)) => tr!("Change material"),
            Command::Mesh(
                _,
                MeshCommand::SetPostProcess(_) | MeshCommand::SetPostProcessLod(_),
            ) => tr!("Change post-process graph"),
            Command::Montage(_, command) => montage_label(command),
            Command::Graph(_, command) => graph_label(command),
            Command::BlendSpace(..) => tr!("Change blend space"),
            Command::PoseAsset(..) => tr!("Change pose asset"),
            Command::NotifyClass(..) => tr!("Change notify class"),
            Command::Notify(_, command) => match command {
                NotifyCommand::AddTrack(_) => tr!("Add notify track"),
                NotifyCommand::RemoveTrack(_) => tr!("Delete notify track"),
                NotifyCommand::RenameTrack(..) => tr!("Rename notify track"),
                NotifyCommand::SetTrackColor(..) => tr!("Colour notify track"),
                NotifyCommand::SetTrackLocked(_, locked) => lock_label(*locked),
                NotifyCommand::MoveTrack(..) => tr!("Move notify track"),
                NotifyCommand::Add(_) => tr!("Add notify"),
                NotifyCommand::Remove(_) => tr!("Delete notify"),
                NotifyCommand::Set(_) => tr!("Change notify"),
            },
            Command::SyncMarker(_, command) => match command {
                SyncMarkerCommand::Add(_) => tr!("Add sync marker"),
                SyncMarkerCommand::Remove(_) => tr!("Delete sync marker"),
                SyncMarkerCommand::Set(_) => tr!("Change sync marker"),
            },
            Command::Note(_, command) => command.label(),
            Command::Sound(_, command) => command.label(),
            Command::Curve(_, command) => match command {
                CurveCommand::Add(_) => tr!("Add curve"),
                CurveCommand::Remove(_) => tr!("Delete curve"),
                CurveCommand::Set(_) => tr!("Change curve"),
                CurveCommand::AddKey { .. } => tr!("Add key"),
                CurveCommand::RemoveKey(_) => tr!("Delete key"),
                CurveCommand::SetKey(_) => tr!("Change key"),
            },
            Command::Batch(commands) => commands.first().map_or(tr!("Nothing"), Command::label),
        }
    }
}

fn project_label(command: &ProjectCommand) -> &'static str {
    match command {
        ProjectCommand::Rename(_) => tr!("Rename project"),
        ProjectCommand::Import(_) => tr!("Import"),
        ProjectCommand::RenameAsset(..) => tr!("Rename asset"),
        ProjectCommand::DeleteAsset(_) => tr!("Delete asset"),
        ProjectCommand::AddMontage(..) => tr!("New montage"),
        ProjectCommand::AddClip(..) => tr!("New clip"),
        ProjectCommand::AddChildMontage { .. } => tr!("New child montage"),
        ProjectCommand::AddGraph(..) => tr!("New pose graph"),
        ProjectCommand::AddBlendSpace(..) => tr!("New blend space"),
        ProjectCommand::AddPoseAsset(..) => tr!("New pose asset"),
        ProjectCommand::AddNotifyClass(..) => tr!("New notify class"),
        ProjectCommand::AddSound(..) => tr!("Import sound"),
        ProjectCommand::ReplaceSound(..) => tr!("Replace sound"),
        ProjectCommand::SlotGroups(command) => match command {
            SlotGroupCommand::Add(_) => tr!("Add slot group"),
            SlotGroupCommand::Rename(..) => tr!("Rename slot group"),
            SlotGroupCommand::Remove(_) => tr!("Delete slot group"),
            SlotGroupCommand::Move(..) => tr!("Move slot to group"),
            SlotGroupCommand::RenameSlot(..) => tr!("Rename slot everywhere"),
            SlotGroupCommand::Forget(_) => tr!("Forget slot"),
        },
        ProjectCommand::SetQuickSlot(_) => tr!("Fill quick slot"),
        ProjectCommand::ClearQuickSlot(_) => tr!("Empty quick slot"),
        ProjectCommand::SetPreview(_) => tr!("Set preview"),
        ProjectCommand::TakeIn(_) => tr!("Update from disk"),
    }
}

fn graph_label(command: &GraphCommand) -> &'static str {
    match command {
        GraphCommand::AddNode(_) => tr!("Add node"),
        GraphCommand::SetNode(_) => tr!("Change node"),
        GraphCommand::RemoveNodes(_) => tr!("Delete nodes"),
        GraphCommand::Link {
            source: Some(_), ..
        }
        | GraphCommand::SetOutput(Some(_)) => tr!("Link"),
        GraphCommand::Link { source: None, .. } | GraphCommand::SetOutput(None) => tr!("Unlink"),
        GraphCommand::AddParameter(_) => tr!("Add parameter"),
        GraphCommand::SetParameter(_) | GraphCommand::MoveParameter(..) => tr!("Change parameter"),
        GraphCommand::RemoveParameter(_) => tr!("Delete parameter"),
        GraphCommand::SetRule(_) => tr!("Change rule"),
        GraphCommand::RemoveRule(_) => tr!("Delete rule"),
        GraphCommand::SetPreset(_) => tr!("Change preset"),
        GraphCommand::RemovePreset(_) => tr!("Delete preset"),
        GraphCommand::SetImplements(_) => tr!("Change layer"),
        GraphCommand::Place(_) | GraphCommand::SetPage { .. } => tr!("Move nodes"),
        GraphCommand::SetComment(_) => tr!("Change comment"),
        GraphCommand::RemoveComment(_) => tr!("Delete comment"),
        GraphCommand::SetSubGraph(_) => tr!("Change sub-graph"),
        GraphCommand::RemoveSubGraph(_) => tr!("Expand sub-graph"),
        GraphCommand::AddReroute { .. } => tr!("Add reroute"),
        GraphCommand::RemoveReroute(_) => tr!("Delete reroute"),
    }
}

fn montage_label(command: &MontageCommand) -> &'static str {
    match command {
        MontageCommand::SetOverride { clip: Some(_), .. } => tr!("Override clip"),
        MontageCommand::SetOverride { clip: None, .. } => tr!("Reset clip"),
        MontageCommand::Detach => tr!("Detach montage"),
        MontageCommand::AddSection(_) => tr!("Add section"),
        MontageCommand::RemoveSection(_) => tr!("Delete section"),
        MontageCommand::RenameSection(..) => tr!("Rename section"),
        MontageCommand::MoveSection(..) => tr!("Move section"),
        MontageCommand::LinkSection { .. } => tr!("Link section"),
        MontageCommand::SetSectionColor(..) => tr!("Colour section"),
        MontageCommand::AddSlot(_) => tr!("Add slot"),
        MontageCommand::RemoveSlot(_) => tr!("Delete slot"),
        MontageCommand::RenameSlot(..) => tr!("Rename slot"),
        MontageCommand::AddSegment { .. } => tr!("Add segment"),
        MontageCommand::RemoveSegment(_) => tr!("Delete segment"),
        MontageCommand::SetSegment { .. } => tr!("Change segment"),
        MontageCommand::Arrange { .. } => tr!("Arrange segments"),
        MontageCommand::SplitSegment { .. } => tr!("Split segment"),
        MontageCommand::MoveSlot(..) => tr!("Move slot"),
        MontageCommand::SetSlotLocked(_, locked) => lock_label(*locked),
        _ => tr!("Change montage"),
    }
}

fn lock_label(locked: bool) -> &'static str {
    if locked {
        tr!("Lock lane")
    } else {
        tr!("Unlock lane")
    }
}
