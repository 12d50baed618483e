//! The closed list of edits: ids and values only.

use crate::{import::Import, item::ItemCommand, new_asset::NewAsset};
use anim::{
    BoundsBy, blend_space::NotifyTrigger, mask::ProfileMode, mesh::SkinMethod, retarget::Retarget,
};
use asset::{
    BoneKey, BundleDefinition, Curve, CurveKey, Id, LaneSound, Material, Mesh, Mirror, NamedPose,
    Note, Notify, NotifyTrack, PreviewSettings, Project, QuickSlot, RetargetSource, Scenario,
    SlotGroup, SoundFile, SyncMarker,
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
    SyncMarker(Id, ItemCommand<SyncMarker>),
    /// Edits notes of a clip or montage.
    Note(Id, ItemCommand<Note>),
    /// Edits sounds that play along with a clip or montage.
    Sound(Id, ItemCommand<LaneSound>),
    /// Edits curves of a clip or montage. A curve replaces an imported one of its name, which plays
    /// again when the curve is gone.
    Curve(Id, ItemCommand<Curve>),
    /// Edits keys of the curves of a clip or montage, the time stretch of a montage included.
    CurveKey(Id, CurveKeyCommand),
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
    /// Adds an asset under its name, which no other of its kind has.
    Add(Id, NewAsset),
    AddChildMontage {
        id: Id,
        parent: Id,
        name: String,
    },
    /// Another file in place of the sound's; its name stays.
    ReplaceSound(Id, Box<SoundFile>),
    /// What a scenario plays and expects from now on; its name stays.
    SetScenario(Id, Box<Scenario>),
    SlotGroups(SlotGroupCommand),
    /// Replaces the quick slot of the same digit.
    SetQuickSlot(Box<QuickSlot>),
    /// Empties the slot of this digit.
    ClearQuickSlot(u8),
    Packaging(PackagingCommand),
    /// Sets the preview settings of the project, as a whole.
    SetPreview(Box<PreviewSettings>),
    /// Replaces the whole project by a version that was changed elsewhere.
    TakeIn(Arc<Project>),
}

/// An edit of which assets go into which bundle.
#[derive(Clone, Debug, PartialEq)]
pub enum PackagingCommand {
    /// Names differ in more than capitals, and each can be a file's.
    Bundle(ItemCommand<BundleDefinition>),
    /// Puts a tag on assets, or takes it off.
    Tag {
        assets: Vec<Id>,
        tag: String,
        is_tagged: bool,
    },
    /// Renames a tag of assets and bundles. One that is there already takes its place.
    RenameTag(String, String),
    /// Takes a tag off all assets and bundles.
    RemoveTag(String),
}

/// An edit of the slot groups, whose montages replace each other.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotGroupCommand {
    /// Slots of a group that is added leave the groups that they are in; those of one that is
    /// removed are in the default group then.
    Group(ItemCommand<SlotGroup>),
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
    Socket(ItemCommand<Socket>),
    /// A virtual bone that is replaced keeps its key.
    VirtualBone(ItemCommand<VirtualBone>),
    /// A mask or blend profile is not removed while a montage or a graph blends by it.
    Mask(ItemCommand<BoneMask>),
    BlendProfile(ItemCommand<BlendProfile>),
    /// A retarget source is not removed while a clip was made for it.
    RetargetSource(ItemCommand<RetargetSource>),
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
    Slot(ItemCommand<Slot>),
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
    /// A new name of a parameter is written into the expressions that name it.
    Parameter(ItemCommand<Parameter>),
    Rule(ItemCommand<SharedRule>),
    Preset(ItemCommand<Preset>),
    /// The graph that it can take the place of as a layer, for the same skeleton.
    SetImplements(Option<Id>),
    /// Points. Compiles nothing.
    Place(Vec<(Id, [f32; 2])>),
    /// The state, transition or sub-graph on whose page a node, sub-graph or reroute lies.
    SetPage {
        node: Id,
        page: Option<Id>,
    },
    Comment(ItemCommand<Comment>),
    /// Nodes get into a sub-graph by their pages; what is on the page of one that is removed moves
    /// to the page on which the sub-graph was.
    SubGraph(ItemCommand<SubGraph>),
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
    Sample(ItemCommand<Sample>),
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
    Pose(ItemCommand<NamedPose>),
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
    /// What notifies say for a field of another type is kept where it means the same; the new name
    /// of a choice is theirs too. A range takes the default along. A field that is removed goes with
    /// what notifies say for it.
    Field(ItemCommand<Field>),
}

/// An edit of the notifies of a clip or montage, and of their tracks.
#[derive(Clone, Debug, PartialEq)]
pub enum NotifyCommand {
    /// A track that is removed goes with everything on it.
    Track(ItemCommand<NotifyTrack>),
    /// Colour by its index in the category palette.
    SetTrackColor(Id, u8),
    SetTrackLocked(Id, bool),
    Add(Notify),
    Remove(Id),
    /// Replaces the notify of the same id. Values of its class's fields are kept where they differ
    /// from the default.
    Set(Notify),
}

/// An edit of the keys of the curves of a clip or montage.
#[derive(Clone, Debug, PartialEq)]
pub enum CurveKeyCommand {
    Add {
        curve: Id,
        key: CurveKey,
    },
    Remove(Id),
    /// Replaces the key of the same id.
    Set(CurveKey),
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
                SkeletonCommand::Socket(command) => command.label([
                    tr!("Add socket"),
                    tr!("Change socket"),
                    tr!("Delete socket"),
                ]),
                SkeletonCommand::VirtualBone(command) => command.label([
                    tr!("Add virtual bone"),
                    tr!("Change virtual bone"),
                    tr!("Delete virtual bone"),
                ]),
                SkeletonCommand::Mask(ItemCommand::Rename(..))
                | SkeletonCommand::BlendProfile(ItemCommand::Rename(..)) => {
                    tr!("Rename bone weights")
                }
                SkeletonCommand::Mask(command) => command.label([
                    tr!("Add bone mask"),
                    tr!("Change bone weight"),
                    tr!("Delete bone weights"),
                ]),
                SkeletonCommand::BlendProfile(command) => command.label([
                    tr!("Add blend profile"),
                    tr!("Change blend profile"),
                    tr!("Delete bone weights"),
                ]),
                SkeletonCommand::RetargetSource(ItemCommand::Rename(..)) => {
                    tr!("Rename retarget source")
                }
                SkeletonCommand::RetargetSource(command) => command.label([
                    tr!("Add retarget source"),
                    tr!("Change retargeting"),
                    tr!("Delete retarget source"),
                ]),
                SkeletonCommand::SetWeight { .. } => tr!("Change bone weight"),
                SkeletonCommand::SetProfileMode(..) => tr!("Change blend profile"),
                SkeletonCommand::SetMirror(_) => tr!("Change mirror"),
                SkeletonCommand::SetRetarget { .. } => tr!("Change retargeting"),
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
                NotifyCommand::Track(ItemCommand::Rename(..)) => tr!("Rename notify track"),
                NotifyCommand::Track(ItemCommand::Move(..)) => tr!("Move notify track"),
                NotifyCommand::Track(command) => command.label([
                    tr!("Add notify track"),
                    tr!("Rename notify track"),
                    tr!("Delete notify track"),
                ]),
                NotifyCommand::SetTrackColor(..) => tr!("Colour notify track"),
                NotifyCommand::SetTrackLocked(_, locked) => lock_label(*locked),
                NotifyCommand::Add(_) => tr!("Add notify"),
                NotifyCommand::Remove(_) => tr!("Delete notify"),
                NotifyCommand::Set(_) => tr!("Change notify"),
            },
            Command::SyncMarker(_, command) => command.label([
                tr!("Add sync marker"),
                tr!("Change sync marker"),
                tr!("Delete sync marker"),
            ]),
            Command::Note(_, command) => {
                command.label([tr!("Add note"), tr!("Change note"), tr!("Delete note")])
            }
            Command::Sound(_, command) => {
                command.label([tr!("Add sound"), tr!("Change sound"), tr!("Delete sound")])
            }
            Command::Curve(_, command) => {
                command.label([tr!("Add curve"), tr!("Change curve"), tr!("Delete curve")])
            }
            Command::CurveKey(_, command) => match command {
                CurveKeyCommand::Add { .. } => tr!("Add key"),
                CurveKeyCommand::Remove(_) => tr!("Delete key"),
                CurveKeyCommand::Set(_) => tr!("Change key"),
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
        ProjectCommand::Add(_, asset) => asset.label(),
        ProjectCommand::AddChildMontage { .. } => tr!("New child montage"),
        ProjectCommand::ReplaceSound(..) => tr!("Replace sound"),
        ProjectCommand::SetScenario(..) => tr!("Change scenario"),
        ProjectCommand::SlotGroups(command) => match command {
            SlotGroupCommand::Group(command) => command.label([
                tr!("Add slot group"),
                tr!("Rename slot group"),
                tr!("Delete slot group"),
            ]),
            SlotGroupCommand::Move(..) => tr!("Move slot to group"),
            SlotGroupCommand::RenameSlot(..) => tr!("Rename slot everywhere"),
            SlotGroupCommand::Forget(_) => tr!("Forget slot"),
        },
        ProjectCommand::Packaging(command) => match command {
            PackagingCommand::Bundle(command) => command.label([
                tr!("Add bundle"),
                tr!("Change bundle"),
                tr!("Delete bundle"),
            ]),
            PackagingCommand::Tag {
                is_tagged: true, ..
            } => tr!("Add tag"),
            PackagingCommand::Tag {
                is_tagged: false, ..
            } => tr!("Remove tag"),
            PackagingCommand::RenameTag(..) => tr!("Rename tag"),
            PackagingCommand::RemoveTag(_) => tr!("Delete tag"),
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
        GraphCommand::Parameter(command) => command.label([
            tr!("Add parameter"),
            tr!("Change parameter"),
            tr!("Delete parameter"),
        ]),
        GraphCommand::Rule(command) => {
            command.label([tr!("Change rule"), tr!("Change rule"), tr!("Delete rule")])
        }
        GraphCommand::Preset(command) => command.label([
            tr!("Change preset"),
            tr!("Change preset"),
            tr!("Delete preset"),
        ]),
        GraphCommand::SetImplements(_) => tr!("Change layer"),
        GraphCommand::Place(_) | GraphCommand::SetPage { .. } => tr!("Move nodes"),
        GraphCommand::Comment(command) => command.label([
            tr!("Change comment"),
            tr!("Change comment"),
            tr!("Delete comment"),
        ]),
        GraphCommand::SubGraph(command) => command.label([
            tr!("Change sub-graph"),
            tr!("Change sub-graph"),
            tr!("Expand sub-graph"),
        ]),
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
        MontageCommand::Slot(ItemCommand::Move(..)) => tr!("Move slot"),
        MontageCommand::Slot(command) => {
            command.label([tr!("Add slot"), tr!("Rename slot"), tr!("Delete slot")])
        }
        MontageCommand::AddSegment { .. } => tr!("Add segment"),
        MontageCommand::RemoveSegment(_) => tr!("Delete segment"),
        MontageCommand::SetSegment { .. } => tr!("Change segment"),
        MontageCommand::Arrange { .. } => tr!("Arrange segments"),
        MontageCommand::SplitSegment { .. } => tr!("Split segment"),
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
