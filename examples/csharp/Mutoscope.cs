// Mutoscope for C# 9 and .NET Standard 2.1: Unity 2021 and later, .NET Core 3.0 and later. Compile with unsafe code allowed.
// The first half declares mutoscope.h; the second half owns what the library gives and reads into spans. The rules of the
// header hold: a world is used by one call at a time, and a result is read between two steps.
using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Mutoscope
{
    /// <summary>What a call answers.</summary>
    public enum MutoscopeResult : uint
    {
        /// <summary>The call did what it says.</summary>
        Ok = 0,
        /// <summary>A pointer that must be there is null.</summary>
        Null = 1,
        /// <summary>An enum or a number is out of its range.</summary>
        Range = 2,
        /// <summary>The size of a struct is not one of any version of the ABI, or an array is too small.</summary>
        Size = 3,
        /// <summary>A text is not UTF-8.</summary>
        Text = 4,
        /// <summary>The bytes are no bundle that this library reads.</summary>
        Bundle = 5,
        /// <summary>There is nothing of this name, id or index.</summary>
        Unknown = 6,
        /// <summary>The world refused it; the refusals of the step say why.</summary>
        Refused = 7,
        /// <summary>A step is open, and the call needs it finished.</summary>
        Open = 8,
        /// <summary>A file could not be read, or a thread could not be started.</summary>
        System = 9,
        /// <summary>The call came to an end inside. The world is broken: only destroy it.</summary>
        Panic = 10,

        /// <summary>Another call is on this world.</summary>
        Busy = 11,
    }

    /// <summary>How much is worked out of a character that nobody may see.</summary>
    public enum MutoscopeVisibility : uint
    {
        /// <summary>Everything, its pose as well.</summary>
        TickAndEvaluate = 0,
        /// <summary>Everything but its pose, which stands.</summary>
        TickOnly = 1,
        /// <summary>Montages, with their notifies and root motion. The graph stands still.</summary>
        MontagesOnly = 2,
        /// <summary>Nothing; the character's time does not advance.</summary>
        Nothing = 3,
    }

    /// <summary>Lists of a bundle.</summary>
    public enum MutoscopeKind : uint
    {
        /// <summary>Skeletons.</summary>
        Skeleton = 0,
        /// <summary>Clips.</summary>
        Clip = 1,
        /// <summary>Meshes.</summary>
        Mesh = 2,
        /// <summary>Montages.</summary>
        Montage = 3,
        /// <summary>Graphs.</summary>
        Graph = 4,
        /// <summary>Classes of notifies.</summary>
        NotifyClass = 5,
    }

    /// <summary>Which pose a palette is of.</summary>
    public enum MutoscopePalette : uint
    {
        /// <summary>What is shown now.</summary>
        Now = 0,
        /// <summary>What was shown before the last step, see <c>mutoscope_previous_models</c>.</summary>
        Previous = 1,
    }

    /// <summary>The formula of a terrain's height along its uphill direction.</summary>
    public enum MutoscopeShape : uint
    {
        /// <summary>Level ground.</summary>
        Flat = 0,
        /// <summary>A slope of <c>angle</c>.</summary>
        Slope = 1,
        /// <summary>Stairs of <c>rise</c>, <c>run</c> and <c>steps</c>.</summary>
        Stairs = 2,
        /// <summary>A sine wave of <c>amplitude</c> and <c>length</c>.</summary>
        Waves = 3,
    }

    /// <summary>How a character comes to its placement.</summary>
    public enum MutoscopePlacing : uint
    {
        /// <summary>It went there.</summary>
        Place = 0,
        /// <summary>It was put there: what it did before does not count for its pose.</summary>
        Teleport = 1,
        /// <summary>It stays there, whatever its root motion, until <c>mutoscope_character_let_go</c>.</summary>
        Carry = 2,
    }

    /// <summary>What is asked for. Each says which fields of <c>MutoscopeRequest</c> it reads.</summary>
    public enum MutoscopeRequestKind : uint
    {
        /// <summary>
        /// Starts the montage <c>name</c> at <c>rate</c>, where <c>start</c> says (<c>number</c> is seconds, <c>section</c>
        /// a section). <c>flag</c> 1: others of its group blend out.
        /// </summary>
        PlayMontage = 0,
        /// <summary>Stops the montage <c>name</c>, 0 for all, in <c>duration</c> seconds; below 0 in its own time.</summary>
        StopMontage = 1,
        /// <summary>As <c>StopMontage</c>, every montage of the group <c>name</c>.</summary>
        StopGroup = 2,
        /// <summary>The montage <c>name</c> jumps to <c>section</c>; <c>flag</c> 1: to the edge where play leaves it.</summary>
        JumpToSection = 3,
        /// <summary><c>other</c> follows <c>section</c> in the montage <c>name</c>; 0 ends the montage there.</summary>
        SetNextSection = 4,
        /// <summary>Pauses the montage <c>name</c>.</summary>
        Pause = 5,
        /// <summary>The montage <c>name</c> goes on.</summary>
        Resume = 6,
        /// <summary>The montage <c>name</c> goes to <c>number</c> seconds. Notifies in between do not fire.</summary>
        SetPosition = 7,
        /// <summary>The montage <c>name</c> is shown at <c>number</c> seconds, alone and whole. Nothing fires.</summary>
        Scrub = 8,
        /// <summary>
        /// The montage <c>name</c> goes from <c>number</c> to <c>to</c> seconds in this tick; everything between fires.
        /// <c>flag</c> 1: from where it is.
        /// </summary>
        ForcePosition = 9,
        /// <summary>The montage <c>name</c> plays at <c>rate</c>; 0 is a hit-stop.</summary>
        SetPlayRate = 10,
        /// <summary>
        /// The montage <c>name</c> follows the montage <c>other</c> of the same character; 0 lets it go on by itself.
        /// </summary>
        FollowMontage = 11,
        /// <summary>
        /// Counts up with <c>flag</c> 1, down with 0: above 0 the montage <c>name</c> does not move the root.
        /// </summary>
        DisableRootMotion = 12,
        /// <summary><c>option</c> is a <c>MutoscopeRootMotion</c>.</summary>
        SetRootMotionMode = 13,
        /// <summary><c>number</c> seconds of the character's clock per second, 0 to 100.</summary>
        SetTimeDilation = 14,
        /// <summary><c>flag</c> 1: the character is on a dedicated server.</summary>
        SetDedicatedServer = 15,
        /// <summary><c>flag</c> 1: notifies that may be filtered are.</summary>
        FilterNotifies = 16,
        /// <summary><c>flag</c> 1: a section's end is passed only while time is left, as older engines have it.</summary>
        SectionEndNeedsTime = 17,
        /// <summary>
        /// <c>flag</c> 1: two players of one asset share the activation of a state, as older engines have it.
        /// </summary>
        MergeStates = 18,
        /// <summary><c>option</c> is the level of detail, 0 the finest.</summary>
        SetLod = 19,
        /// <summary>Plays the clip <c>name</c> from <c>number</c> seconds at <c>rate</c>, under all slots.</summary>
        PlayClip = 20,
        /// <summary>Fades the clip <c>name</c> in at <c>rate</c>, in <c>duration</c> seconds.</summary>
        FadeToClip = 21,
        /// <summary>Stops what <c>PlayClip</c> and <c>FadeToClip</c> play.</summary>
        StopClip = 22,
        /// <summary>Plays the graph <c>name</c>; 0 gives back the graph of the character's slots.</summary>
        PlayGraph = 23,
        /// <summary>The parameter <c>name</c> of the graph is <c>number</c>.</summary>
        SetParameter = 24,
        /// <summary>The newest frame of the stream <c>name</c>: <c>bones</c> and <c>curves</c>.</summary>
        TellLive = 25,
        /// <summary>Warps to the target <c>name</c> arrive at <c>place</c>, world space.</summary>
        SetWarpTarget = 26,
        /// <summary>Warps to the target <c>name</c> go on as they were authored.</summary>
        RemoveWarpTarget = 27,
        /// <summary><c>bones</c> of the stream <c>name</c>, until the next such request; none lets the pose pass.</summary>
        SetExternal = 28,
        /// <summary>Stores the pose that is shown now for the Pose Snapshot nodes of the name.</summary>
        SnapshotPose = 29,
    }

    /// <summary>Where a montage starts.</summary>
    public enum MutoscopeStart : uint
    {
        /// <summary>Where its direction of play begins.</summary>
        Beginning = 0,
        /// <summary><c>number</c> seconds.</summary>
        Seconds = 1,
        /// <summary>Where the direction of play enters <c>section</c>.</summary>
        Section = 2,
        /// <summary>Just before the edge where play leaves <c>section</c>.</summary>
        SectionEnd = 3,
    }

    /// <summary>Which root motion moves a character.</summary>
    public enum MutoscopeRootMotion : uint
    {
        /// <summary>The root moves in the pose.</summary>
        NoExtraction = 0,
        /// <summary>Root motion is taken out of the pose and moves nothing.</summary>
        Ignore = 1,
        /// <summary>Clips and montages move the character, each by its weight.</summary>
        FromEverything = 2,
        /// <summary>Only the montage that owns the root moves the character.</summary>
        FromMontagesOnly = 3,
    }

    /// <summary>Why something changed nothing.</summary>
    public enum MutoscopeRefusalReason : uint
    {
        /// <summary>The character is unknown.</summary>
        CharacterUnknown = 0,
        /// <summary>The skeleton is unknown.</summary>
        SkeletonUnknown = 1,
        /// <summary>The montage is unknown.</summary>
        MontageUnknown = 2,
        /// <summary>The clip is unknown.</summary>
        ClipUnknown = 3,
        /// <summary>The graph is unknown.</summary>
        GraphUnknown = 4,
        /// <summary>The graph has no such parameter.</summary>
        ParameterUnknown = 5,
        /// <summary>The graph works the parameter out itself.</summary>
        ParameterDriven = 6,
        /// <summary>No External Pose control of the graph takes this stream.</summary>
        StreamUnknown = 7,
        /// <summary>No Pose Snapshot node of the graph is of this name.</summary>
        SnapshotUnknown = 8,
        /// <summary>The section is unknown.</summary>
        SectionUnknown = 9,
        /// <summary>No montage of this group is playing.</summary>
        GroupNotPlaying = 10,
        /// <summary>Branching points started too many montages in this tick.</summary>
        TooManyPlays = 11,
        /// <summary>The character was torn down.</summary>
        TornDown = 12,
        /// <summary>The montage or clip was made for another skeleton.</summary>
        SkeletonMismatch = 13,
        /// <summary>The montage is not playing.</summary>
        NotPlaying = 14,
        /// <summary>No warp target of this name is set.</summary>
        TargetUnknown = 15,
        /// <summary>Whom it would follow has no bone or socket of this name.</summary>
        BoneUnknown = 16,
        /// <summary>The leader follows, in the end, the follower.</summary>
        FollowsItself = 17,
        /// <summary>Whom it would copy waits, in the end, for its own pose.</summary>
        WaitsForItself = 18,
        /// <summary>A number is not finite.</summary>
        BadNumber = 19,
        /// <summary>Done all the same, at the nearest rate within ±100.</summary>
        RateClamped = 20,
    }

    /// <summary>The type of an event.</summary>
    public enum MutoscopePhase : uint
    {
        /// <summary>An instant notify.</summary>
        Notify = 0,
        /// <summary>A notify state begins.</summary>
        Begin = 1,
        /// <summary>A notify state goes on.</summary>
        Tick = 2,
        /// <summary>A notify state ends.</summary>
        End = 3,
        /// <summary>A montage starts.</summary>
        Started = 4,
        /// <summary>A montage blends out; <c>detail</c> 1: interrupted.</summary>
        BlendingOut = 5,
        /// <summary>A montage has come in whole.</summary>
        BlendedIn = 6,
        /// <summary>A montage ended; <c>detail</c> 1: interrupted.</summary>
        Ended = 7,
        /// <summary>A montage is in another section, or again in the same; <c>detail</c> 1: looped.</summary>
        Section = 8,
        /// <summary>A montage was moved; <c>name</c> is the section's.</summary>
        Jumped = 9,
        /// <summary>Time was left after the last sub-step; it is used later.</summary>
        SubstepOverflow = 10,
        /// <summary><c>detail</c> turns of a loop were left out.</summary>
        TurnsLeftOut = 11,
        /// <summary><c>detail</c> notifies were left out.</summary>
        HitsLeftOut = 12,
        /// <summary>The tick was longer than one takes; <c>seconds</c> never pass.</summary>
        TimeLeftOut = 13,
        /// <summary>A window of motion warping; <c>detail</c> is a <c>MutoscopeWarp</c>.</summary>
        Warp = 14,
    }

    /// <summary>Outcome of a window of motion warping.</summary>
    public enum MutoscopeWarp : uint
    {
        /// <summary>The window is open.</summary>
        Waiting = 0,
        /// <summary>It warps.</summary>
        Active = 1,
        /// <summary>It begins again.</summary>
        Reactivated = 2,
        /// <summary>It lets the authored motion pass.</summary>
        Disabled = 3,
        /// <summary>It reached its end.</summary>
        Ended = 4,
        /// <summary>The timeline left it.</summary>
        Left = 5,
        /// <summary>It arrived: the values are the errors, metres and radians.</summary>
        Arrived = 6,
        /// <summary>It could not promise to arrive.</summary>
        Missed = 7,
    }

    /// <summary>What plays the timeline of an event.</summary>
    public enum MutoscopeSource : uint
    {
        /// <summary>A montage; <c>source</c> is the id of this playing.</summary>
        Montage = 0,
        /// <summary>A clip in a slot of a montage; <c>source</c> as above, <c>segment</c> its segment.</summary>
        Segment = 1,
        /// <summary>A player of the graph; <c>source</c> is its index among the nodes.</summary>
        Node = 2,
    }

    /// <summary>
    /// The rule that decided whether something happened. The compared numbers are in the event's <c>values</c>.
    /// </summary>
    public enum MutoscopeReason : uint
    {
        /// <summary>The event happened.</summary>
        Fired = 0,
        /// <summary>Its weight was not above its threshold: both.</summary>
        Weight = 1,
        /// <summary>Its slot had no weight: that, and the threshold.</summary>
        SlotWeight = 2,
        /// <summary>No slot node of this name was reached.</summary>
        SlotNotEvaluated = 3,
        /// <summary>The number that was drawn was not below its chance: both.</summary>
        Chance = 4,
        /// <summary>The level of detail, and the one from which on it is silent.</summary>
        Lod = 5,
        /// <summary>A follower of a sync group played it.</summary>
        Follower = 6,
        /// <summary>It is not for a dedicated server.</summary>
        Server = 7,
        /// <summary>The game filters notifies that may be.</summary>
        Filtered = 8,
        /// <summary>A branching point jumped away in the same instant.</summary>
        JumpedOver = 9,
        /// <summary>It was ahead where a jump or a new position left.</summary>
        SkippedByJump = 10,
        /// <summary>It belongs to a section that did not follow.</summary>
        SectionElsewhere = 11,
        /// <summary>Its montage was interrupted.</summary>
        Interrupted = 12,
        /// <summary>A transition mutes the notifies of the state that it leaves.</summary>
        Muted = 13,
        /// <summary>Its montage is paused.</summary>
        Paused = 14,
        /// <summary>The playhead was dragged over it.</summary>
        Scrubbed = 15,
        /// <summary>The character went.</summary>
        TornDown = 16,
        /// <summary>A warp has no target of its name.</summary>
        TargetMissing = 17,
        /// <summary>A warp's target has a number that is not finite.</summary>
        TargetNotFinite = 18,
        /// <summary>A warp's timeline does not move the root.</summary>
        NoRootMotion = 19,
        /// <summary>A warp may not go as fast as it had to.</summary>
        SpeedClamp = 20,
        /// <summary>A warp may not turn as fast as it had to.</summary>
        RotationRate = 21,
        /// <summary>Another warp that begins later warps the same.</summary>
        Overridden = 22,
        /// <summary>A warp's montage counted less than whole at its end: its weight, and 1.</summary>
        Blended = 23,
    }

    /// <summary>Why a state, a montage or a section ended.</summary>
    public enum MutoscopeCause : uint
    {
        /// <summary>The event ends or changes nothing.</summary>
        None = 0,
        /// <summary>Time passed there.</summary>
        Time = 1,
        /// <summary>A branching point.</summary>
        Branch = 2,
        /// <summary>A request, or a handler.</summary>
        Request = 3,
        /// <summary>Another montage of the group.</summary>
        Group = 4,
        /// <summary>Another montage moves the root now.</summary>
        RootMotion = 5,
        /// <summary>A filter, such as the weight threshold.</summary>
        Filter = 6,
        /// <summary>The state's montage was interrupted or ended.</summary>
        Montage = 7,
        /// <summary>The montage that it follows.</summary>
        Leader = 8,
        /// <summary>Another bundle no longer has it.</summary>
        Edit = 9,
        /// <summary>The character was destroyed.</summary>
        TearDown = 10,
    }

    /// <summary>Type of a value that a notify carries.</summary>
    public enum MutoscopeFieldKind : uint
    {
        /// <summary><c>numbers[0]</c>.</summary>
        Number = 0,
        /// <summary><c>integer</c>.</summary>
        Integer = 1,
        /// <summary><c>integer</c>, 0 or 1.</summary>
        Boolean = 2,
        /// <summary><c>text</c>.</summary>
        Text = 3,
        /// <summary><c>name</c>, one of an enum's.</summary>
        Choice = 4,
        /// <summary><c>numbers[0..3]</c>.</summary>
        Vector = 5,
        /// <summary><c>numbers[0..4]</c>: linear RGBA, 0 to 1.</summary>
        Color = 6,
        /// <summary><c>name</c> of a bone.</summary>
        Bone = 7,
        /// <summary><c>name</c> of a socket.</summary>
        Socket = 8,
        /// <summary><c>text</c>: a reference as it was written.</summary>
        Asset = 9,
        /// <summary><c>name</c> of a section.</summary>
        Section = 10,
    }

    /// <summary>Two numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MutoscopeFloat2
    {
        /// <summary>The numbers, in their order.</summary>
        public float X, Y;
    }

    /// <summary>Three numbers, of a vector x, y, z.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MutoscopeFloat3
    {
        /// <summary>The numbers, in their order.</summary>
        public float X, Y, Z;

        /// <summary>Makes a vector.</summary>
        public MutoscopeFloat3(float x, float y, float z)
        {
            X = x;
            Y = y;
            Z = z;
        }
    }

    /// <summary>Four numbers, of a quaternion x, y, z, w or of a colour.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MutoscopeFloat4
    {
        /// <summary>The numbers, in their order.</summary>
        public float X, Y, Z, W;

        /// <summary>Makes a quaternion.</summary>
        public MutoscopeFloat4(float x, float y, float z, float w)
        {
            X = x;
            Y = y;
            Z = z;
            W = w;
        }
    }

    /// <summary>Two numbers of double precision.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MutoscopeDouble2
    {
        /// <summary>The numbers, in their order.</summary>
        public double X, Y;
    }

    /// <summary>Three numbers of double precision, of a vector x, y, z.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MutoscopeDouble3
    {
        /// <summary>The numbers, in their order.</summary>
        public double X, Y, Z;

        /// <summary>Makes a vector.</summary>
        public MutoscopeDouble3(double x, double y, double z)
        {
            X = x;
            Y = y;
            Z = z;
        }
    }

    /// <summary>Translation, rotation and scale, in this order applied last to first.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeTransform
    {
        /// <summary>Metres.</summary>
        public MutoscopeFloat3 Translation;
        /// <summary>Quaternion x, y, z, w of unit length.</summary>
        public MutoscopeFloat4 Rotation;
        /// <summary>Factor on each axis, 1 for none.</summary>
        public MutoscopeFloat3 Scale;
    }

    /// <summary>A bone of a skeleton; parents come before their children.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeBone
    {
        /// <summary>Hash of its name.</summary>
        public ulong Name;
        /// <summary>Index of the parent; -1 for bone 0.</summary>
        public int Parent;
        /// <summary>Reference pose, local to the parent.</summary>
        public MutoscopeTransform Reference;
    }

    /// <summary>A named place on a bone.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeSocket
    {
        /// <summary>Hash of its name.</summary>
        public ulong Name;
        /// <summary>Index of the bone.</summary>
        public uint Bone;
        /// <summary>Relative to the bone.</summary>
        public MutoscopeTransform Local;
    }

    /// <summary>A parameter of a graph.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeParameter
    {
        /// <summary>Hash of its name.</summary>
        public ulong Name;
        /// <summary>Value until a game sets another one.</summary>
        public double DefaultValue;
        /// <summary>1: the transition that used it sets it back to 0.</summary>
        public uint IsTrigger;
        /// <summary>Number of values of an enum; 0 of every other type.</summary>
        public uint ValueCount;
    }

    /// <summary>What is known of a clip or a montage.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeTimeline
    {
        /// <summary>Skeleton that it is for.</summary>
        public ulong Skeleton;
        /// <summary>Seconds from its start to its end.</summary>
        public float Length;
        /// <summary>1 for a clip that plays as a loop; 0 otherwise.</summary>
        public uint Looping;
    }

    /// <summary>What is known of a mesh.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeMesh
    {
        /// <summary>Skeleton that it is for.</summary>
        public ulong Skeleton;
        /// <summary>Number of levels of detail, at least 1; the first is the finest.</summary>
        public uint Lods;
        /// <summary>Number of materials that parts refer to.</summary>
        public uint Materials;
    }

    /// <summary>
    /// Arrays of a part of a mesh, in the memory of the bundle: they stay until it is closed. All of vertices have
    /// <c>vertices</c> entries; one that the part does not have is null. Mesh space, metres.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopePart
    {
        /// <summary>Hash of its name.</summary>
        public ulong Name;
        /// <summary>Three numbers a vertex.</summary>
        public IntPtr Positions;
        /// <summary>Three numbers a vertex, of unit length.</summary>
        public IntPtr Normals;
        /// <summary>Four numbers a vertex: xyz of unit length, and w 1 or -1. May be null.</summary>
        public IntPtr Tangents;
        /// <summary>Two numbers a vertex; v runs downwards. May be null.</summary>
        public IntPtr Uvs;
        /// <summary>Four numbers a vertex, linear RGBA. May be null.</summary>
        public IntPtr Colors;
        /// <summary><c>influences</c> slots of the palette a vertex, heaviest first.</summary>
        public IntPtr Joints;
        /// <summary><c>influences</c> weights a vertex; they sum to 1.</summary>
        public IntPtr Weights;
        /// <summary>Three indices a triangle, counter-clockwise.</summary>
        public IntPtr Indices;
        /// <summary>Number of vertices.</summary>
        public uint Vertices;
        /// <summary>Number of indices.</summary>
        public uint IndexCount;
        /// <summary>Joints of one vertex: 1, 4 or 8.</summary>
        public uint Influences;
        /// <summary>Number of matrices in its palette.</summary>
        public uint Palette;
        /// <summary>Number of its morph targets.</summary>
        public uint Morphs;
        /// <summary>Index of its material in the mesh.</summary>
        public uint Material;
        /// <summary>1: dual quaternions. 0: linear.</summary>
        public uint IsDualQuaternion;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>A level of detail of a mesh.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeLevel
    {
        /// <summary>Hash of the mesh's name.</summary>
        public ulong Mesh;
        /// <summary>0 is the finest.</summary>
        public uint Lod;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>A morph target of a part of a level of a mesh.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeMorph
    {
        /// <summary>Hash of its name, and of the curve that is its weight.</summary>
        public ulong Name;
        /// <summary>Weight where no such curve plays.</summary>
        public float DefaultWeight;
        /// <summary>Index of its part in the level.</summary>
        public uint Part;
        /// <summary>Number of vertices that it moves.</summary>
        public uint Deltas;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>What a morph target at weight 1 adds to a vertex, mesh space.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeMorphDelta
    {
        /// <summary>Index of the vertex in the morph target's part.</summary>
        public uint Vertex;
        /// <summary>Added to its position, metres.</summary>
        public MutoscopeFloat3 Position;
        /// <summary>Added to its normal, which is made unit length afterwards.</summary>
        public MutoscopeFloat3 Normal;
        /// <summary>Added to xyz of its tangent; 0 where the morph target does not turn tangents.</summary>
        public MutoscopeFloat3 Tangent;
    }

    /// <summary>An upright block that stands on the ground at its centre.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeBlock
    {
        /// <summary>World x and z of its centre, metres.</summary>
        public MutoscopeDouble2 At;
        /// <summary>Width (x), height (y) and depth (z) before it is turned, metres, each above 0.</summary>
        public MutoscopeDouble3 Sides;
        /// <summary>Its turn about +Y, radians.</summary>
        public double Yaw;
    }

    /// <summary>Ground by a formula, with blocks on it. Numbers that its shape does not read are ignored.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeTerrain
    {
        /// <summary><c>sizeof(MutoscopeTerrain)</c>.</summary>
        public uint Size;
        /// <summary>A <c>MutoscopeShape</c>.</summary>
        public MutoscopeShape Shape;
        /// <summary>Height at the origin of the world, metres.</summary>
        public double Height;
        /// <summary>Turn of the uphill direction about +Y, from +Z towards +X, radians.</summary>
        public double Heading;
        /// <summary>Slope: its angle, radians; at most 80 degrees up or down.</summary>
        public double Angle;
        /// <summary>Stairs: height of a step, metres.</summary>
        public double Rise;
        /// <summary>Stairs: depth of a step, metres, above 0.001.</summary>
        public double Run;
        /// <summary>Waves: half the height from a trough to a crest, metres.</summary>
        public double Amplitude;
        /// <summary>Waves: metres from a crest to the next, above 0.001.</summary>
        public double Length;
        /// <summary>Ledges and obstacles; read during the call alone.</summary>
        public IntPtr Blocks;
        /// <summary>Number of <c>blocks</c>.</summary>
        public UIntPtr BlockCount;
        /// <summary>
        /// Stairs: number of steps, with level ground before the first and behind the last; 0 for no end on either side.
        /// </summary>
        public uint Steps;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>
    /// A matrix of three rows and four columns, row after row; the last column is the translation, metres. A column vector
    /// stands at its right.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MutoscopeMatrix
    {
        /// <summary><c>rows[r * 4 + c]</c> is row r, column c.</summary>
        public fixed float Rows[12];
    }

    /// <summary>
    /// A job system of the game. Without <c>submit</c> there is none. A job that is never run is memory that is never
    /// freed, and costs the step nothing else: the thread that steps works at what nobody has begun.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeJobs
    {
        /// <summary>Takes jobs; called on the thread that steps.</summary>
        public IntPtr Submit;
        /// <summary>Helps while the step waits; may be null.</summary>
        public IntPtr Help;
        /// <summary>Given to both.</summary>
        public IntPtr User;
        /// <summary>Number of threads that work at jobs; 0 counts as 1.</summary>
        public uint Threads;
    }

    /// <summary>Settings of a world. All zeros but the size is a world on the calling thread.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeWorldSettings
    {
        /// <summary><c>sizeof(MutoscopeWorldSettings)</c>.</summary>
        public uint Size;
        /// <summary>
        /// Threads of the library's own on which characters are evaluated; 0 for none. Ignored where <c>jobs</c> has a
        /// <c>submit</c>.
        /// </summary>
        public uint Workers;
        /// <summary>The game's own job system.</summary>
        public MutoscopeJobs Jobs;
        /// <summary>
        /// 1: the barrier moves from the end of a step to the start of the next one. Everything is seen one step later and
        /// is otherwise the same.
        /// </summary>
        public uint IsPipelined;
        /// <summary>1: <c>mutoscope_previous_models</c> and previous palettes can be read.</summary>
        public uint KeepsPrevious;
    }

    /// <summary>How often a character is evaluated.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeRate
    {
        /// <summary>Ticks from one evaluation to the next; 0 counts as 1.</summary>
        public uint Every;
        /// <summary>1: the ticks between are left out whole. 0: only the pose waits.</summary>
        public uint SkipsUpdates;
        /// <summary>1: the shown pose goes from one evaluated pose to the next. 0: it stands between them.</summary>
        public uint Interpolates;
    }

    /// <summary>Transform of a bone that is given by name.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeBonePose
    {
        /// <summary>Name of the bone; one that the skeleton does not have is left out.</summary>
        public ulong Bone;
        /// <summary>Local to the parent bone.</summary>
        public MutoscopeTransform Local;
        /// <summary>Weight over the pose of the graph, 0 to 1. A live frame does not read it.</summary>
        public float Weight;
    }

    /// <summary>A name with a number: a curve, or a parameter.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeCurve
    {
        /// <summary>Hash of its name.</summary>
        public ulong Name;
        /// <summary>Value of the curve.</summary>
        public float Value;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>One request to a character. Fields that its kind does not read are ignored.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeRequest
    {
        /// <summary><c>sizeof(MutoscopeRequest)</c>.</summary>
        public uint Size;
        /// <summary>A <c>MutoscopeRequestKind</c>.</summary>
        public MutoscopeRequestKind Kind;
        /// <summary>What it is about.</summary>
        public ulong Name;
        /// <summary>A section.</summary>
        public ulong Section;
        /// <summary>A second section or montage.</summary>
        public ulong Other;
        /// <summary>Seconds, or a value.</summary>
        public double Number;
        /// <summary>Seconds.</summary>
        public double To;
        /// <summary>Rate of play, 1 as authored.</summary>
        public float Rate;
        /// <summary>Seconds of a blend.</summary>
        public float Duration;
        /// <summary>A <c>MutoscopeStart</c>.</summary>
        public MutoscopeStart Start;
        /// <summary>A mode or level.</summary>
        public uint Option;
        /// <summary>0 or 1.</summary>
        public uint Flag;
        /// <summary>0.</summary>
        public uint Reserved;
        /// <summary>World space.</summary>
        public MutoscopeTransform Place;
        /// <summary>Bones of a live frame or of an external pose; read during the call alone.</summary>
        public IntPtr Bones;
        /// <summary>Number of <c>bones</c>.</summary>
        public UIntPtr BoneCount;
        /// <summary>Curves of a live frame; read during the call alone.</summary>
        public IntPtr Curves;
        /// <summary>Number of <c>curves</c>.</summary>
        public UIntPtr CurveCount;
    }

    /// <summary>A parameter of a character's graph and its value.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeParameterValue
    {
        /// <summary>Whose graph it is.</summary>
        public uint Character;
        /// <summary>0.</summary>
        public uint Reserved;
        /// <summary>Hash of the parameter's name.</summary>
        public ulong Parameter;
        /// <summary>
        /// A bool is 0 or 1, an enum the index of its value, a name the number of <c>mutoscope_name_value</c>.
        /// </summary>
        public double Value;
    }

    /// <summary>Something that changed nothing in the last step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeRefusal
    {
        /// <summary>Whom it was about.</summary>
        public uint Character;
        /// <summary>A <c>MutoscopeRefusalReason</c>.</summary>
        public MutoscopeRefusalReason Reason;
    }

    /// <summary>Something that happened in a step, or did not for a reason.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeEvent
    {
        /// <summary>Seconds on the character's clock.</summary>
        public double Time;
        /// <summary>Seconds on the asset's timeline.</summary>
        public double Position;
        /// <summary>Of the notify, section, montage or warp target.</summary>
        public ulong Name;
        /// <summary>Id of the notify; 0 for events of montages.</summary>
        public ulong Id;
        /// <summary>The notify's socket; 0 for none.</summary>
        public ulong Socket;
        /// <summary>The montage or clip.</summary>
        public ulong Asset;
        /// <summary>Segment of the montage, see <c>MutoscopeSource</c>.</summary>
        public ulong Segment;
        /// <summary>What plays the timeline, by its <c>source_kind</c>.</summary>
        public uint Source;
        /// <summary>A <c>MutoscopeSource</c>.</summary>
        public MutoscopeSource SourceKind;
        /// <summary>A <c>MutoscopePhase</c>.</summary>
        public MutoscopePhase Phase;
        /// <summary>What the phase says more.</summary>
        public uint Detail;
        /// <summary>A <c>MutoscopeReason</c>.</summary>
        public MutoscopeReason Reason;
        /// <summary>A <c>MutoscopeCause</c>.</summary>
        public MutoscopeCause Cause;
        /// <summary>1: of a branching point.</summary>
        public uint IsBranching;
        /// <summary>Weight of the player of the timeline.</summary>
        public float Weight;
        /// <summary>Of a state or montage.</summary>
        public float Seconds;
        /// <summary>The two numbers that the rule compared.</summary>
        public MutoscopeFloat2 Values;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>A sphere that comes down along gravity, world space, metres.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeSweep
    {
        /// <summary>Lowest point of the sphere at the start of the sweep.</summary>
        public MutoscopeDouble3 From;
        /// <summary>Length of the sweep downwards, 0 or more.</summary>
        public double Down;
        /// <summary>Radius of the sphere; 0 makes the sweep a ray.</summary>
        public double Radius;
    }

    /// <summary>What a sweep met, world space, metres.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeHit
    {
        /// <summary>Where the lowest point of the sphere comes to lie.</summary>
        public MutoscopeDouble3 Point;
        /// <summary>Normal of the ground there, of unit length.</summary>
        public MutoscopeDouble3 Normal;
    }

    /// <summary>A value that a notify carries.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeField
    {
        /// <summary>Hash of its name in the class of the notify.</summary>
        public ulong Field;
        /// <summary>A name, by its kind.</summary>
        public ulong Name;
        /// <summary>UTF-8 without a zero; it stays until the next step of the world.</summary>
        public IntPtr Text;
        /// <summary>Bytes of the text.</summary>
        public UIntPtr TextLength;
        /// <summary>Numbers, by its kind; others are 0.</summary>
        public MutoscopeFloat4 Numbers;
        /// <summary>A whole number, by its kind.</summary>
        public int Integer;
        /// <summary>A <c>MutoscopeFieldKind</c>.</summary>
        public MutoscopeFieldKind Kind;
    }

    /// <summary>A montage that plays on a character.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeMontage
    {
        /// <summary>Its name.</summary>
        public ulong Montage;
        /// <summary>Section that plays.</summary>
        public ulong Section;
        /// <summary>Section that follows, forwards; 0 ends the montage.</summary>
        public ulong NextSection;
        /// <summary>Seconds on its timeline.</summary>
        public double Position;
        /// <summary>Seconds until its natural blend-out begins; below 0 for none ahead.</summary>
        public double ToBlendOut;
        /// <summary>Id of this playing.</summary>
        public uint Instance;
        /// <summary>Weight of its blends, 0 to 1.</summary>
        public float Weight;
        /// <summary>Play rate; negative plays backwards.</summary>
        public float Rate;
        /// <summary>1: it moves by itself.</summary>
        public uint IsPlaying;
        /// <summary>1: it is blending out.</summary>
        public uint IsStopped;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>Something that was played when the bundle was written, on a character of seed 0 at the origin.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeGolden
    {
        /// <summary>The montage or graph.</summary>
        public ulong Name;
        /// <summary>Seconds of a tick.</summary>
        public double Dt;
        /// <summary>1: a graph. 0: a montage at rate 1.</summary>
        public uint IsGraph;
        /// <summary>Ticks that were recorded.</summary>
        public uint Ticks;
        /// <summary>Parameters that were set meanwhile.</summary>
        public uint Settings;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>Hashes of all bits that a character showed in a step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeGoldenTick
    {
        /// <summary>Of the pose.</summary>
        public ulong Pose;
        /// <summary>Of the events, in order.</summary>
        public ulong Events;
        /// <summary>Of where the character is.</summary>
        public ulong Placement;
    }

    /// <summary>A parameter that was set before a tick, counted from 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeGoldenSetting
    {
        /// <summary>Hash of the parameter's name.</summary>
        public ulong Parameter;
        /// <summary>Its value.</summary>
        public double Value;
        /// <summary>Set before this tick.</summary>
        public uint Tick;
        /// <summary>0.</summary>
        public uint Reserved;
    }

    /// <summary>How clips are cut, and how much of them is in memory.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeStreamingSettings
    {
        /// <summary><c>sizeof(MutoscopeStreamingSettings)</c>.</summary>
        public uint Size;
        /// <summary>Seconds of a chunk; 0 for 4.</summary>
        public float Chunk;
        /// <summary>Seconds: shorter clips are whole; 0 for 8.</summary>
        public float Shortest;
        /// <summary>0.</summary>
        public uint Reserved;
        /// <summary>Most bytes of keys in memory or ordered; 0 for 16 MiB.</summary>
        public ulong Budget;
    }

    /// <summary>What is in memory and what is missing.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MutoscopeStreamingStatus
    {
        /// <summary>Bytes of the chunks in memory.</summary>
        public ulong Here;
        /// <summary>Bytes of the chunks that are ordered.</summary>
        public ulong Ordered;
        /// <summary>Number of chunks in memory.</summary>
        public ulong ChunksHere;
        /// <summary>Number of times that a frame was held because its own was missing.</summary>
        public ulong Stalls;
        /// <summary>1: what ticks need now has no room.</summary>
        public uint IsStarved;
        /// <summary>1: a chunk could not be read; it is tried again.</summary>
        public uint HasFailed;
    }

    /// <summary>Called once when nobody uses the bytes any more, on whichever thread was the last to use them.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void MutoscopeReleaseFn(IntPtr user);

    /// <summary>Runs a job, once, on any thread. What it does cannot fail.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void MutoscopeRunFn(IntPtr job);

    /// <summary>Takes a job: <c>run(job)</c> is called once, at once or later, on any thread.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void MutoscopeSubmitFn(IntPtr user, IntPtr run, IntPtr job);

    /// <summary>
    /// Runs another job of the game on the thread that waits for the step. Answers 1 if there was one, and 0 where the
    /// thread is to sleep.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate uint MutoscopeHelpFn(IntPtr user);

    /// <summary>
    /// Called while a step is made, on the thread that makes it, for everything that fires on the character. What is asked
    /// for through <c>calls</c> at a branching point happens at once, everything else in the next tick. It must not call
    /// anything of the world.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void MutoscopeEventFn(IntPtr user, uint character, MutoscopeEvent* @event, IntPtr calls);

    /// <summary>
    /// Called in every tick of the character, <c>seconds</c> long, when montages have advanced and before its graph is
    /// updated. What is asked of the graph counts in this tick. It must not call anything of the world.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void MutoscopeUpdateFn(IntPtr user, uint character, double seconds, IntPtr calls);

    /// <summary>
    /// Where a sphere comes to lie: answers 1 and writes <c>hit</c>, or 0 if it meets nothing. Called while a step is made,
    /// on the thread that makes it.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate uint MutoscopeSweepFn(IntPtr user, MutoscopeSweep* sweep, MutoscopeHit* hit);

    /// <summary>
    /// Changes root motion in place. Called on whichever thread works at the character, for several at once.
    /// <c>placement</c> is that of the character at the start of the tick.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void MutoscopeRootMotionFn(
        IntPtr user, uint character, double dt, MutoscopeTransform* placement, MutoscopeTransform* motion);

    /// <summary>
    /// Reads <c>length</c> bytes from byte <c>at</c> of the bundle's file on. Answers 1 if it has read them all, and 0
    /// otherwise: they are ordered again later. Called on a thread of the library's own, one call at a time; it may wait.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate uint MutoscopeReadFn(IntPtr user, ulong at, byte* into, UIntPtr length);

    /// <summary>The functions of <c>mutoscope.h</c>, as they are. <see cref="World"/> and others are safer.</summary>
    public static unsafe class MutoscopeNative
    {
#if UNITY_IOS && !UNITY_EDITOR
        const string Library = "__Internal";
#else
        const string Library = "mutoscope_capi";
#endif

        /// <summary>Version of the ABI that the library has, <c>MUTOSCOPE_ABI_VERSION</c> of its header.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint mutoscope_abi_version();

        /// <summary>
        /// Copies the text of the calling thread's last failed call, UTF-8 with a zero at its end, as much as there is room
        /// for.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr mutoscope_last_error(byte* text, UIntPtr capacity);

        /// <summary>Text of a result in a few words, with a zero at its end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr mutoscope_result_text(MutoscopeResult result);

        /// <summary>Hash of a name, FNV-1a of 64 bits of its UTF-8 bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong mutoscope_name(byte* utf8, UIntPtr length);

        /// <summary>The value that a parameter of the type name has for a name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern double mutoscope_name_value(ulong name);

        /// <summary>Opens a bundle from memory, whose bytes are copied.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_bundle_open(byte* bytes, UIntPtr length, IntPtr* bundle);

        /// <summary>Opens a bundle in the game's own memory, such as a mapped file, without a copy.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_bundle_open_in_place(
            byte* bytes, UIntPtr length, MutoscopeReleaseFn release, IntPtr user, IntPtr* bundle);

        /// <summary>Reads a bundle's file into memory and opens it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_bundle_open_file(byte* path, UIntPtr length, IntPtr* bundle);

        /// <summary>Closes a bundle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void mutoscope_bundle_close(IntPtr bundle);

        /// <summary>Hashes of the names in a list of the bundle, ascending.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_bundle_names(
            BundleHandle bundle, MutoscopeKind kind, ulong* names, UIntPtr capacity, UIntPtr* count);

        /// <summary>Spelling of a name, UTF-8.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_bundle_text(
            BundleHandle bundle, ulong name, byte** text, UIntPtr* length);

        /// <summary>Bones of a skeleton, in the order of poses.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_skeleton_bones(
            BundleHandle bundle, ulong name, MutoscopeBone* bones, UIntPtr capacity, UIntPtr* count);

        /// <summary>Sockets of a skeleton.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_skeleton_sockets(
            BundleHandle bundle, ulong name, MutoscopeSocket* sockets, UIntPtr capacity, UIntPtr* count);

        /// <summary>Skeleton of a graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_graph_skeleton(BundleHandle bundle, ulong name, ulong* skeleton);

        /// <summary>Parameters of a graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_graph_parameters(
            BundleHandle bundle, ulong name, MutoscopeParameter* parameters, UIntPtr capacity, UIntPtr* count);

        /// <summary>What is known of a clip.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_clip(BundleHandle bundle, ulong name, MutoscopeTimeline* timeline);

        /// <summary>What is known of a montage.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_montage(BundleHandle bundle, ulong name, MutoscopeTimeline* timeline);

        /// <summary>What is known of a mesh.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_mesh(BundleHandle bundle, ulong name, MutoscopeMesh* known);

        /// <summary>
        /// Part of the picture's height below which the next finer level is left for this one, and the number of its parts.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_mesh_lod(
            BundleHandle bundle, ulong name, uint lod, float* screenSize, uint* parts);

        /// <summary>A part of a level of a mesh.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_mesh_part(
            BundleHandle bundle, ulong name, uint lod, uint part, MutoscopePart* known);

        /// <summary>Skinning matrices of all parts of a level of a mesh, part after part, for one character.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_palettes(
            WorldHandle world, uint character, MutoscopeLevel of, MutoscopePalette which, MutoscopeMatrix* matrices,
            UIntPtr capacity, UIntPtr* count);

        /// <summary>Weights of the morph targets of all parts of a level of a mesh, part after part.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_morph_weights(
            WorldHandle world, uint character, MutoscopeLevel of, float* weights, UIntPtr capacity, UIntPtr* count);

        /// <summary>Morph targets of all parts of a level of a mesh, in the order of their weights.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_morphs(
            BundleHandle bundle, MutoscopeLevel of, MutoscopeMorph* morphs, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a morph target of a level of a mesh does to vertices.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_morph_deltas(
            BundleHandle bundle, MutoscopeLevel of, uint morph, MutoscopeMorphDelta* deltas, UIntPtr capacity,
            UIntPtr* count);

        /// <summary>Makes a world without characters that plays the bundle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_create(
            BundleHandle bundle, MutoscopeWorldSettings* settings, IntPtr* world);

        /// <summary>Destroys a world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void mutoscope_world_destroy(IntPtr world);

        /// <summary>
        /// One tick of <c>dt</c> seconds with everything that was asked for since the last one, in that order.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_step(WorldHandle world, double dt);

        /// <summary>A step up to where workers have it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_kick(WorldHandle world, double dt);

        /// <summary>Waits for workers, helping them, and completes the step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_finish(WorldHandle world);

        /// <summary>Waits for one character of an open step, and for whom it follows or copies.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_sync(WorldHandle world, uint character);

        /// <summary>Goes on with another bundle, from the next step on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_set_bundle(WorldHandle world, BundleHandle bundle);

        /// <summary>Ids of all characters, ascending.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_characters(
            WorldHandle world, uint* characters, UIntPtr capacity, UIntPtr* count);

        /// <summary>Adds a character in the place of one of this id.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_add(
            WorldHandle world, uint character, ulong skeleton, ulong seed);

        /// <summary>Removes a character in the next step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_remove(WorldHandle world, uint character);

        /// <summary>Places several characters in the world, in the order of the arrays.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_characters_place(
            WorldHandle world, MutoscopePlacing how, uint* characters, MutoscopeTransform* placements, UIntPtr count);

        /// <summary>Root motion moves the character again that was carried.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_let_go(WorldHandle world, uint character);

        /// <summary>Shows the pose of <c>leader</c>, of the same tick, by the names of bones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_follow(WorldHandle world, uint character, uint* leader);

        /// <summary>
        /// The Copy Pose nodes of the character's graph that name this partner show what <c>from</c> shows in the same
        /// tick.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_copy_pose(
            WorldHandle world, uint character, ulong partner, uint* from);

        /// <summary>A montage of the character goes where a montage of <c>leader</c> goes, from the next advance on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_follow_montage(
            WorldHandle world, uint character, ulong montage, uint* leader, ulong leaderMontage);

        /// <summary>
        /// A warp target of the character goes where a bone or socket of another character (or its own) was shown last,
        /// moved by <c>offset</c> in it.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_follow_target(
            WorldHandle world, uint character, ulong target, uint* of, ulong bone, MutoscopeTransform* offset);

        /// <summary>Sets the ticks in which the character is evaluated from now on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_set_rate(
            WorldHandle world, uint character, MutoscopeRate rate);

        /// <summary>Sets how much of the character is worked out, a <c>MutoscopeVisibility</c>.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_set_visibility(
            WorldHandle world, uint character, MutoscopeVisibility visibility);

        /// <summary>1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_set_immediate(
            WorldHandle world, uint character, uint isImmediate);

        /// <summary>Steps made so far, and whether one is open (1) or not (0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_tick(WorldHandle world, ulong* tick, uint* isOpen);

        /// <summary>Asks a character for something, in the next step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_ask(WorldHandle world, uint character, MutoscopeRequest* asked);

        /// <summary>Plays a montage from where its direction of play begins, in place of its group.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_play_montage(
            WorldHandle world, uint character, ulong montage, float rate);

        /// <summary>Plays a graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_play_graph(WorldHandle world, uint character, ulong graph);

        /// <summary>Sets parameters of the graphs of any number of characters, in the order of the array.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_set_parameters(
            WorldHandle world, MutoscopeParameterValue* values, UIntPtr count);

        /// <summary>What the last step refused, in its order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_refusals(
            WorldHandle world, MutoscopeRefusal* refusals, UIntPtr capacity, UIntPtr* count);

        /// <summary>Words for a <c>MutoscopeRefusalReason</c>, with a zero at the end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr mutoscope_refusal_text(MutoscopeRefusalReason reason);

        /// <summary>Sets the functions that hear of everything that happens to a character, at once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_set_handler(
            WorldHandle world, uint character, MutoscopeEventFn onEvent, MutoscopeUpdateFn onUpdate, IntPtr user);

        /// <summary>Asks for something from within a handler.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_calls_ask(IntPtr calls, MutoscopeRequest* asked);

        /// <summary>Destroys the character from within a handler.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_calls_destroy(IntPtr calls);

        /// <summary>Sets the function that knows the ground.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_set_ground(
            WorldHandle world, MutoscopeSweepFn sweep, IntPtr user);

        /// <summary>Every character stands on level ground of this height, metres, from the next step on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_set_level(WorldHandle world, double height);

        /// <summary>Every character stands on this terrain from the next step on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_set_terrain(WorldHandle world, MutoscopeTerrain* terrain);

        /// <summary>Sets the functions that change root motion.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_set_root_motion(
            WorldHandle world, MutoscopeRootMotionFn before, MutoscopeRootMotionFn after, IntPtr user);

        /// <summary>Words for a <c>MutoscopeReason</c>, with a zero at the end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr mutoscope_reason_text(MutoscopeReason reason);

        /// <summary>Events of a character in the last step, in their order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_events(
            WorldHandle world, uint character, UIntPtr eventSize, MutoscopeEvent* events, UIntPtr capacity, UIntPtr* count);

        /// <summary>Values that the notify of an event carries.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_event_fields(
            WorldHandle world, MutoscopeEvent* @event, ulong* @class, MutoscopeField* fields, UIntPtr capacity,
            UIntPtr* count);

        /// <summary>Local transforms of a character's bones, in the order of its skeleton.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_locals(
            WorldHandle world, uint character, MutoscopeTransform* locals, UIntPtr capacity, UIntPtr* count);

        /// <summary>Model-space matrices of the bones of several characters, one character after the other.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_models(
            WorldHandle world, uint* characters, UIntPtr characterCount, MutoscopeMatrix* models, UIntPtr capacity,
            UIntPtr* counts, UIntPtr* count);

        /// <summary>Model-space matrices that a character showed before the last step, for motion vectors.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_previous_models(
            WorldHandle world, uint character, MutoscopeMatrix* models, UIntPtr capacity, UIntPtr* count);

        /// <summary>Curves of the character's pose, ascending by the hash of their name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_curves(
            WorldHandle world, uint character, MutoscopeCurve* curves, UIntPtr capacity, UIntPtr* count);

        /// <summary>Value of one curve.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_curve(WorldHandle world, uint character, ulong name, float* value);

        /// <summary>Model-space matrix of a bone or socket by its name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_bone(
            WorldHandle world, uint character, ulong name, MutoscopeMatrix* matrix);

        /// <summary>
        /// Placement of a character, world space, and its root motion of the last step in the frame of the root at its
        /// start.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_placement(
            WorldHandle world, uint character, MutoscopeTransform* placement, MutoscopeTransform* rootMotion);

        /// <summary>Montages that play on a character, in their order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_montages(
            WorldHandle world, uint character, UIntPtr montageSize, MutoscopeMontage* montages, UIntPtr capacity,
            UIntPtr* count);

        /// <summary>
        /// Number of times that the character's evaluation or handler came to an end inside, and the text of the last one,
        /// as <c>mutoscope_last_error</c> gives texts.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_character_faults(
            WorldHandle world, uint character, uint* faults, byte* text, UIntPtr capacity);

        /// <summary>Saves a world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_save(WorldHandle world, IntPtr* state);

        /// <summary>Goes back to a state of this world, or of one that plays the same bundle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_world_restore(WorldHandle world, StateHandle state);

        /// <summary>Destroys a state.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void mutoscope_state_destroy(IntPtr state);

        /// <summary>What was recorded when the bundle was written.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_golden(
            BundleHandle bundle, MutoscopeGolden* recorded, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a recording must give in each of its ticks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_golden_ticks(
            BundleHandle bundle, UIntPtr index, MutoscopeGoldenTick* ticks, UIntPtr capacity, UIntPtr* count);

        /// <summary>Parameters that a recording sets, ascending by tick.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_golden_settings(
            BundleHandle bundle, UIntPtr index, MutoscopeGoldenSetting* settings, UIntPtr capacity, UIntPtr* count);

        /// <summary>Hashes of what a character shows now, to be compared with a recording.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_hash(WorldHandle world, uint character, MutoscopeGoldenTick* tick);

        /// <summary>Plays a bundle with long clips in chunks from its file, which <c>read</c> reads.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_streaming_create(
            BundleHandle bundle, MutoscopeStreamingSettings* stream, MutoscopeReadFn read, IntPtr user, IntPtr* streaming);

        /// <summary>The bundle that worlds play.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_streaming_bundle(StreamingHandle streaming, IntPtr* bundle);

        /// <summary>Between two steps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_streaming_update(
            StreamingHandle streaming, uint waits, MutoscopeStreamingStatus* status);

        /// <summary>Asks for the keys at a time of a clip, seconds, before it is played.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MutoscopeResult mutoscope_streaming_prefetch(StreamingHandle streaming, ulong clip, double time);

        /// <summary>
        /// Copies why a chunk could not be read, as <c>mutoscope_last_error</c> copies texts, and returns the length of the
        /// text.
        /// </summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr mutoscope_streaming_failure(StreamingHandle streaming, byte* text, UIntPtr capacity);

        /// <summary>Destroys a stream.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void mutoscope_streaming_destroy(IntPtr streaming);
    }

    // Helpers of the structs above. They add no fields.

    public partial struct MutoscopeTransform
    {
        /// <summary>Makes a transform without scale.</summary>
        public MutoscopeTransform(MutoscopeFloat3 translation, MutoscopeFloat4 rotation)
        {
            Translation = translation;
            Rotation = rotation;
            Scale = new MutoscopeFloat3(1, 1, 1);
        }

        /// <summary>The transform that changes nothing.</summary>
        public static MutoscopeTransform Identity
        {
            get { return new MutoscopeTransform(default, new MutoscopeFloat4(0, 0, 0, 1)); }
        }
    }

    public unsafe partial struct MutoscopeMatrix
    {
        /// <summary>The number in a row, 0 to 2, and a column, 0 to 3.</summary>
        public float this[int row, int column]
        {
            get
            {
                if ((uint)row > 2 || (uint)column > 3)
                {
                    throw new ArgumentOutOfRangeException(nameof(row));
                }
                fixed (float* rows = Rows)
                {
                    return rows[row * 4 + column];
                }
            }
        }
    }

    public partial struct MutoscopeRequest
    {
        /// <summary>A request of this kind with nothing else set, at rate 1.</summary>
        public static MutoscopeRequest Of(MutoscopeRequestKind kind, ulong name = 0)
        {
            return new MutoscopeRequest { Kind = kind, Name = name, Rate = 1, Place = MutoscopeTransform.Identity };
        }
    }

    public unsafe partial struct MutoscopeField
    {
        /// <summary>Copies the text of a field of text. The pointer is valid until the next step of the world.</summary>
        public string ReadText()
        {
            return MutoscopeLibrary.Utf8((byte*)Text, (int)(ulong)TextLength);
        }
    }

    /// <summary>A call failed.</summary>
    public sealed class MutoscopeException : Exception
    {
        /// <summary>Makes the exception of a failed call.</summary>
        public MutoscopeException(MutoscopeResult result, string text) : base(result + ": " + text)
        {
            Result = result;
            LastError = text;
        }

        /// <summary>The result of the call.</summary>
        public MutoscopeResult Result { get; }

        /// <summary>The library's text about the failed call.</summary>
        public string LastError { get; }
    }

    /// <summary>Names, texts and the version of the library.</summary>
    public static unsafe class MutoscopeLibrary
    {
        /// <summary>Version of the ABI that this file declares.</summary>
        public const uint Version = 2;

        /// <summary>Throws if the library is older than this file. Call it once, first.</summary>
        public static void CheckVersion()
        {
            uint found = MutoscopeNative.mutoscope_abi_version();
            if (found < Version)
            {
                throw new NotSupportedException("The library has ABI version " + found + "; this file needs " + Version + ".");
            }
        }

        /// <summary>Hash of a name.</summary>
        public static ulong Name(string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            fixed (byte* first = bytes)
            {
                return MutoscopeNative.mutoscope_name(first, Room(bytes.Length));
            }
        }

        /// <summary>The number that a parameter of the type name has for a name.</summary>
        public static double NameValue(string text)
        {
            return MutoscopeNative.mutoscope_name_value(Name(text));
        }

        /// <summary>Text of the calling thread's last failed call.</summary>
        public static string LastError()
        {
            int length = (int)(ulong)MutoscopeNative.mutoscope_last_error(null, UIntPtr.Zero);
            byte[] bytes = new byte[length + 1];
            fixed (byte* first = bytes)
            {
                MutoscopeNative.mutoscope_last_error(first, Room(bytes.Length));
                return Utf8(first, length);
            }
        }

        /// <summary>A result in a few words.</summary>
        public static string Text(MutoscopeResult result)
        {
            return ZeroEnded(MutoscopeNative.mutoscope_result_text(result));
        }

        /// <summary>The reason of a refusal in a few words.</summary>
        public static string Text(MutoscopeRefusalReason reason)
        {
            return ZeroEnded(MutoscopeNative.mutoscope_refusal_text(reason));
        }

        /// <summary>The reason of an event in a few words.</summary>
        public static string Text(MutoscopeReason reason)
        {
            return ZeroEnded(MutoscopeNative.mutoscope_reason_text(reason));
        }

        /// <summary>Throws unless the call succeeded.</summary>
        public static void Check(MutoscopeResult result)
        {
            if (result != MutoscopeResult.Ok)
            {
                throw new MutoscopeException(result, LastError());
            }
        }

        internal static UIntPtr Room(int length)
        {
            return (UIntPtr)(uint)length;
        }

        /// <summary>Number of results. Throws unless the call succeeded or only the span was too short.</summary>
        internal static int Counted(MutoscopeResult result, UIntPtr count, int room)
        {
            int all = checked((int)(ulong)count);
            if (result != MutoscopeResult.Size || all <= room)
            {
                Check(result);
            }
            return all;
        }

        internal delegate int Reader<T>(Span<T> into);

        /// <summary>Reads all values into a new array.</summary>
        internal static T[] All<T>(Reader<T> read)
        {
            T[] all = new T[read(default)];
            if (all.Length != 0)
            {
                read(all);
            }
            return all;
        }

        internal static string Utf8(byte* first, int length)
        {
            return length == 0 ? "" : Encoding.UTF8.GetString(first, length);
        }

        static string ZeroEnded(IntPtr text)
        {
            byte* first = (byte*)text;
            int length = 0;
            while (first[length] != 0)
            {
                length++;
            }
            return Utf8(first, length);
        }
    }

    /// <summary>Owns something that the library gave, and gives it back once.</summary>
    public abstract class MutoscopeHandle : SafeHandle
    {
        /// <summary>Owns what the pointer leads to.</summary>
        protected MutoscopeHandle(IntPtr owned) : base(IntPtr.Zero, true)
        {
            SetHandle(owned);
        }

        /// <inheritdoc/>
        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }
    }

    /// <summary>Owns a bundle, or holds the stream that owns the bundle.</summary>
    public sealed class BundleHandle : MutoscopeHandle
    {
        readonly StreamingHandle stream;

        internal BundleHandle(IntPtr owned) : base(owned)
        {
        }

        internal BundleHandle(IntPtr lent, StreamingHandle owner) : base(lent)
        {
            bool isHeld = false;
            owner.DangerousAddRef(ref isHeld);
            stream = owner;
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            if (stream == null)
            {
                MutoscopeNative.mutoscope_bundle_close(handle);
            }
            else
            {
                stream.DangerousRelease();
            }
            return true;
        }
    }

    /// <summary>Owns a world and everything that the world may call.</summary>
    public sealed class WorldHandle : MutoscopeHandle
    {
        readonly Kept kept;

        internal WorldHandle(IntPtr owned, Kept kept) : base(owned)
        {
            this.kept = kept;
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            MutoscopeNative.mutoscope_world_destroy(handle);
            kept.Free();
            return true;
        }
    }

    /// <summary>Owns a saved state.</summary>
    public sealed class StateHandle : MutoscopeHandle
    {
        internal StateHandle(IntPtr owned) : base(owned)
        {
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            MutoscopeNative.mutoscope_state_destroy(handle);
            return true;
        }
    }

    /// <summary>Owns a stream and the function that reads for the stream.</summary>
    public sealed class StreamingHandle : MutoscopeHandle
    {
        readonly Kept kept;

        internal StreamingHandle(IntPtr owned, Kept kept) : base(owned)
        {
            this.kept = kept;
        }

        /// <inheritdoc/>
        protected override bool ReleaseHandle()
        {
            MutoscopeNative.mutoscope_streaming_destroy(handle);
            kept.Free();
            return true;
        }
    }

    /// <summary>Objects that the library has pointers to, and the first exception that one of them threw.</summary>
    sealed class Kept
    {
        readonly Dictionary<ulong, GCHandle> targets = new Dictionary<ulong, GCHandle>();
        Exception fault;

        /// <summary>Keeps the target while the call uses the pointer, and afterwards if the call succeeds.</summary>
        public void Replace(ulong key, object target, Func<IntPtr, MutoscopeResult> call)
        {
            GCHandle kept = target == null ? default : GCHandle.Alloc(target);
            MutoscopeResult result = call(target == null ? IntPtr.Zero : GCHandle.ToIntPtr(kept));
            if (result == MutoscopeResult.Ok)
            {
                targets.TryGetValue(key, out GCHandle old);
                targets[key] = kept;
                kept = old;
            }
            if (kept.IsAllocated)
            {
                kept.Free();
            }
            MutoscopeLibrary.Check(result);
        }

        public void Free()
        {
            foreach (GCHandle kept in targets.Values)
            {
                if (kept.IsAllocated)
                {
                    kept.Free();
                }
            }
            targets.Clear();
        }

        public void Note(Exception thrown)
        {
            Interlocked.CompareExchange(ref fault, thrown, null);
        }

        /// <summary>Throws what a function of the game threw, once.</summary>
        public void Rethrow()
        {
            Exception thrown = Interlocked.Exchange(ref fault, null);
            if (thrown != null)
            {
                ExceptionDispatchInfo.Capture(thrown).Throw();
            }
        }
    }

    /// <summary>What a handler may ask for, during its call.</summary>
    public readonly unsafe ref struct Calls
    {
        readonly IntPtr calls;

        internal Calls(IntPtr calls)
        {
            this.calls = calls;
        }

        /// <summary>Asks the character for something.</summary>
        public void Ask(MutoscopeRequest asked)
        {
            asked.Size = (uint)sizeof(MutoscopeRequest);
            MutoscopeLibrary.Check(MutoscopeNative.mutoscope_calls_ask(calls, &asked));
        }

        /// <summary>Destroys the character: everything that has begun ends.</summary>
        public void Destroy()
        {
            MutoscopeLibrary.Check(MutoscopeNative.mutoscope_calls_destroy(calls));
        }
    }

    /// <summary>Gets what fires on a character. It must not call the world.</summary>
    public delegate void CharacterEvent(uint character, in MutoscopeEvent happened, Calls calls);

    /// <summary>Runs in every tick of a character, before its graph is updated. It must not call the world.</summary>
    public delegate void CharacterUpdate(uint character, double seconds, Calls calls);

    /// <summary>Finds the ground below a sphere. Returns false if there is none.</summary>
    public delegate bool GroundSweep(in MutoscopeSweep sweep, out MutoscopeHit hit);

    /// <summary>Changes root motion in place. Several threads may call it at once.</summary>
    public delegate void RootMotionChange(
        uint character, double dt, in MutoscopeTransform placement, ref MutoscopeTransform motion);

    /// <summary>Reads bytes of the bundle's file, on a thread of the library. Returns false to try again later.</summary>
    public delegate bool ReadChunk(ulong at, Span<byte> into);

    /// <summary>A job of the library. The struct is blittable, so a job system can carry it.</summary>
    public readonly struct MutoscopeJob
    {
        readonly IntPtr run;
        readonly IntPtr job;

        internal MutoscopeJob(IntPtr run, IntPtr job)
        {
            this.run = run;
            this.job = job;
        }

        /// <summary>Runs the job. Call it once, on any thread.</summary>
        public void Run()
        {
            Trampolines.Runner(run)(job);
        }
    }

    /// <summary>A job system of the game.</summary>
    public interface IJobSystem
    {
        /// <summary>Number of threads that run jobs.</summary>
        uint Threads { get; }

        /// <summary>Takes a job. Called on the thread that steps.</summary>
        void Submit(MutoscopeJob job);

        /// <summary>Runs another job on the thread that waits for the step. Returns false if there was none.</summary>
        bool Help();
    }

    /// <summary>Tells an ahead-of-time compiler which functions the library calls. The compiler knows it by its name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    /// <summary>The functions that the library calls. No exception leaves them.</summary>
    static unsafe class Trampolines
    {
        public sealed class Handler
        {
            public Kept Kept;
            public CharacterEvent OnEvent;
            public CharacterUpdate OnUpdate;
        }

        public sealed class Ground
        {
            public Kept Kept;
            public GroundSweep Sweep;
        }

        public sealed class RootMotion
        {
            public Kept Kept;
            public RootMotionChange Before;
            public RootMotionChange After;
        }

        public sealed class Jobs
        {
            public Kept Kept;
            public IJobSystem System;
        }

        public static readonly MutoscopeEventFn Event = OnEvent;
        public static readonly MutoscopeUpdateFn Update = OnUpdate;
        public static readonly MutoscopeSweepFn Sweep = OnSweep;
        public static readonly MutoscopeRootMotionFn Before = OnBefore;
        public static readonly MutoscopeRootMotionFn After = OnAfter;
        public static readonly MutoscopeReadFn Read = OnRead;
        public static readonly MutoscopeReleaseFn Release = OnRelease;
        public static readonly MutoscopeSubmitFn Submit = OnSubmit;
        public static readonly MutoscopeHelpFn Help = OnHelp;

        sealed class Run
        {
            public IntPtr Pointer;
            public MutoscopeRunFn Function;
        }

        static Run lastRun = new Run();

        public static MutoscopeRunFn Runner(IntPtr pointer)
        {
            Run last = Volatile.Read(ref lastRun);
            if (last.Pointer != pointer)
            {
                MutoscopeRunFn function = Marshal.GetDelegateForFunctionPointer<MutoscopeRunFn>(pointer);
                last = new Run { Pointer = pointer, Function = function };
                Volatile.Write(ref lastRun, last);
            }
            return last.Function;
        }

        static T Target<T>(IntPtr user) where T : class
        {
            return (T)GCHandle.FromIntPtr(user).Target;
        }

        [MonoPInvokeCallback(typeof(MutoscopeEventFn))]
        static void OnEvent(IntPtr user, uint character, MutoscopeEvent* happened, IntPtr calls)
        {
            Handler to = Target<Handler>(user);
            try
            {
                to.OnEvent(character, in *happened, new Calls(calls));
            }
            catch (Exception thrown)
            {
                to.Kept.Note(thrown);
            }
        }

        [MonoPInvokeCallback(typeof(MutoscopeUpdateFn))]
        static void OnUpdate(IntPtr user, uint character, double seconds, IntPtr calls)
        {
            Handler to = Target<Handler>(user);
            try
            {
                to.OnUpdate(character, seconds, new Calls(calls));
            }
            catch (Exception thrown)
            {
                to.Kept.Note(thrown);
            }
        }

        [MonoPInvokeCallback(typeof(MutoscopeSweepFn))]
        static uint OnSweep(IntPtr user, MutoscopeSweep* sweep, MutoscopeHit* hit)
        {
            Ground to = Target<Ground>(user);
            try
            {
                return to.Sweep(in *sweep, out *hit) ? 1u : 0u;
            }
            catch (Exception thrown)
            {
                to.Kept.Note(thrown);
                return 0;
            }
        }

        [MonoPInvokeCallback(typeof(MutoscopeRootMotionFn))]
        static void OnBefore(IntPtr user, uint character, double dt, MutoscopeTransform* placement, MutoscopeTransform* motion)
        {
            RootMotion to = Target<RootMotion>(user);
            Change(to, to.Before, character, dt, placement, motion);
        }

        [MonoPInvokeCallback(typeof(MutoscopeRootMotionFn))]
        static void OnAfter(IntPtr user, uint character, double dt, MutoscopeTransform* placement, MutoscopeTransform* motion)
        {
            RootMotion to = Target<RootMotion>(user);
            Change(to, to.After, character, dt, placement, motion);
        }

        static void Change(
            RootMotion to, RootMotionChange change, uint character, double dt, MutoscopeTransform* placement,
            MutoscopeTransform* motion)
        {
            try
            {
                change(character, dt, in *placement, ref *motion);
            }
            catch (Exception thrown)
            {
                to.Kept.Note(thrown);
            }
        }

        [MonoPInvokeCallback(typeof(MutoscopeReadFn))]
        static uint OnRead(IntPtr user, ulong at, byte* into, UIntPtr length)
        {
            try
            {
                return Target<ReadChunk>(user)(at, new Span<byte>(into, checked((int)(ulong)length))) ? 1u : 0u;
            }
            catch (Exception)
            {
                return 0;
            }
        }

        [MonoPInvokeCallback(typeof(MutoscopeReleaseFn))]
        static void OnRelease(IntPtr user)
        {
            GCHandle kept = GCHandle.FromIntPtr(user);
            try
            {
                ((Action)kept.Target)();
            }
            catch (Exception)
            {
                // There is no caller who could take it.
            }
            kept.Free();
        }

        [MonoPInvokeCallback(typeof(MutoscopeSubmitFn))]
        static void OnSubmit(IntPtr user, IntPtr run, IntPtr job)
        {
            Jobs to = Target<Jobs>(user);
            try
            {
                to.System.Submit(new MutoscopeJob(run, job));
            }
            catch (Exception thrown)
            {
                to.Kept.Note(thrown);
            }
        }

        [MonoPInvokeCallback(typeof(MutoscopeHelpFn))]
        static uint OnHelp(IntPtr user)
        {
            Jobs to = Target<Jobs>(user);
            try
            {
                return to.System.Help() ? 1u : 0u;
            }
            catch (Exception thrown)
            {
                to.Kept.Note(thrown);
                return 0;
            }
        }
    }

    /// <summary>An open bundle. Worlds that play it keep what they need after Dispose.</summary>
    public sealed unsafe class Bundle : IDisposable
    {
        internal Bundle(BundleHandle handle)
        {
            Handle = handle;
        }

        /// <summary>The handle, for calls of <see cref="MutoscopeNative"/>.</summary>
        public BundleHandle Handle { get; }

        /// <summary>Reads a file and opens it.</summary>
        public static Bundle Open(string path)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(path);
            IntPtr made = IntPtr.Zero;
            fixed (byte* first = bytes)
            {
                Check(MutoscopeNative.mutoscope_bundle_open_file(first, Room(bytes.Length), &made));
            }
            return new Bundle(new BundleHandle(made));
        }

        /// <summary>Opens a bundle from memory. The bytes are copied.</summary>
        public static Bundle Open(ReadOnlySpan<byte> bytes)
        {
            IntPtr made = IntPtr.Zero;
            fixed (byte* first = bytes)
            {
                Check(MutoscopeNative.mutoscope_bundle_open(first, Room(bytes.Length), &made));
            }
            return new Bundle(new BundleHandle(made));
        }

        /// <summary>
        /// Opens a bundle in unmanaged memory without a copy, under the rules of <c>mutoscope_bundle_open_in_place</c>. The
        /// library calls <paramref name="release"/> once, on any thread, also if this method throws.
        /// </summary>
        public static Bundle OpenInPlace(IntPtr bytes, UIntPtr length, Action release)
        {
            IntPtr user = GCHandle.ToIntPtr(GCHandle.Alloc(release ?? (() => { })));
            IntPtr made = IntPtr.Zero;
            Check(MutoscopeNative.mutoscope_bundle_open_in_place((byte*)bytes, length, Trampolines.Release, user, &made));
            return new Bundle(new BundleHandle(made));
        }

        /// <summary>Spelling of a name.</summary>
        public string Text(ulong name)
        {
            byte* text = null;
            UIntPtr length = UIntPtr.Zero;
            Check(MutoscopeNative.mutoscope_bundle_text(Handle, name, &text, &length));
            return MutoscopeLibrary.Utf8(text, (int)(ulong)length);
        }

        /// <summary>
        /// Names in a list of the bundle, ascending.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Names(MutoscopeKind kind, Span<ulong> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (ulong* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_bundle_names(
                    Handle, kind, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Names in a list of the bundle, ascending.</summary>
        public ulong[] Names(MutoscopeKind kind)
        {
            return MutoscopeLibrary.All<ulong>(into => Names(kind, into));
        }

        /// <summary>
        /// Bones of a skeleton, in the order of poses.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Bones(ulong skeleton, Span<MutoscopeBone> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeBone* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_skeleton_bones(
                    Handle, skeleton, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Bones of a skeleton, in the order of poses.</summary>
        public MutoscopeBone[] Bones(ulong skeleton)
        {
            return MutoscopeLibrary.All<MutoscopeBone>(into => Bones(skeleton, into));
        }

        /// <summary>
        /// Sockets of a skeleton.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Sockets(ulong skeleton, Span<MutoscopeSocket> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeSocket* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_skeleton_sockets(
                    Handle, skeleton, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Sockets of a skeleton.</summary>
        public MutoscopeSocket[] Sockets(ulong skeleton)
        {
            return MutoscopeLibrary.All<MutoscopeSocket>(into => Sockets(skeleton, into));
        }

        /// <summary>
        /// Parameters of a graph.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Parameters(ulong graph, Span<MutoscopeParameter> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeParameter* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_graph_parameters(
                    Handle, graph, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Parameters of a graph.</summary>
        public MutoscopeParameter[] Parameters(ulong graph)
        {
            return MutoscopeLibrary.All<MutoscopeParameter>(into => Parameters(graph, into));
        }

        /// <summary>Skeleton of a graph.</summary>
        public ulong SkeletonOf(ulong graph)
        {
            ulong found = default;
            Check(MutoscopeNative.mutoscope_graph_skeleton(Handle, graph, &found));
            return found;
        }

        /// <summary>Skeleton and length of a clip.</summary>
        public MutoscopeTimeline Clip(ulong name)
        {
            MutoscopeTimeline found = default;
            Check(MutoscopeNative.mutoscope_clip(Handle, name, &found));
            return found;
        }

        /// <summary>Skeleton and length of a montage.</summary>
        public MutoscopeTimeline Montage(ulong name)
        {
            MutoscopeTimeline found = default;
            Check(MutoscopeNative.mutoscope_montage(Handle, name, &found));
            return found;
        }

        /// <summary>Skeleton, LODs and materials of a mesh.</summary>
        public MutoscopeMesh Mesh(ulong name)
        {
            MutoscopeMesh found = default;
            Check(MutoscopeNative.mutoscope_mesh(Handle, name, &found));
            return found;
        }

        /// <summary>Number of parts of a LOD, and the screen size below which the LOD replaces the finer one.</summary>
        public uint MeshLod(ulong name, uint lod, out float screenSize)
        {
            float size = 0;
            uint parts = 0;
            Check(MutoscopeNative.mutoscope_mesh_lod(Handle, name, lod, &size, &parts));
            screenSize = size;
            return parts;
        }

        /// <summary>A part of a LOD. Its arrays are valid until the bundle is closed.</summary>
        public MutoscopePart MeshPart(ulong name, uint lod, uint part)
        {
            MutoscopePart found = default;
            Check(MutoscopeNative.mutoscope_mesh_part(Handle, name, lod, part, &found));
            return found;
        }

        /// <summary>
        /// Morph targets of a LOD, in the order of <c>World.MorphWeights</c>.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Morphs(MutoscopeLevel of, Span<MutoscopeMorph> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeMorph* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_morphs(Handle, of, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Morph targets of a LOD, in the order of <c>World.MorphWeights</c>.</summary>
        public MutoscopeMorph[] Morphs(MutoscopeLevel of)
        {
            return MutoscopeLibrary.All<MutoscopeMorph>(into => Morphs(of, into));
        }

        /// <summary>
        /// What the morph target of this index does to vertices.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int MorphDeltas(MutoscopeLevel of, uint morph, Span<MutoscopeMorphDelta> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeMorphDelta* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_morph_deltas(
                    Handle, of, morph, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>What the morph target of this index does to vertices.</summary>
        public MutoscopeMorphDelta[] MorphDeltas(MutoscopeLevel of, uint morph)
        {
            return MutoscopeLibrary.All<MutoscopeMorphDelta>(into => MorphDeltas(of, morph, into));
        }

        /// <summary>
        /// Recordings in the bundle.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Golden(Span<MutoscopeGolden> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeGolden* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_golden(Handle, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Recordings in the bundle.</summary>
        public MutoscopeGolden[] Golden()
        {
            return MutoscopeLibrary.All<MutoscopeGolden>(into => Golden(into));
        }

        /// <summary>
        /// What a recording gives in each of its ticks.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int GoldenTicks(int recording, Span<MutoscopeGoldenTick> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeGoldenTick* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_golden_ticks(
                    Handle, Room(recording), first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>What a recording gives in each of its ticks.</summary>
        public MutoscopeGoldenTick[] GoldenTicks(int recording)
        {
            return MutoscopeLibrary.All<MutoscopeGoldenTick>(into => GoldenTicks(recording, into));
        }

        /// <summary>
        /// Parameters that a recording sets, ascending by tick.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int GoldenSettings(int recording, Span<MutoscopeGoldenSetting> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeGoldenSetting* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_golden_settings(
                    Handle, Room(recording), first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Parameters that a recording sets, ascending by tick.</summary>
        public MutoscopeGoldenSetting[] GoldenSettings(int recording)
        {
            return MutoscopeLibrary.All<MutoscopeGoldenSetting>(into => GoldenSettings(recording, into));
        }

        /// <summary>Closes the bundle. Pointers into it are invalid from now on.</summary>
        public void Dispose()
        {
            Handle.Dispose();
        }

        static void Check(MutoscopeResult result)
        {
            MutoscopeLibrary.Check(result);
        }

        static UIntPtr Room(int length)
        {
            return MutoscopeLibrary.Room(length);
        }
    }

    /// <summary>A world as it was between two steps.</summary>
    public sealed class State : IDisposable
    {
        internal State(IntPtr made)
        {
            Handle = new StateHandle(made);
        }

        /// <summary>The handle, for calls of <see cref="MutoscopeNative"/>.</summary>
        public StateHandle Handle { get; }

        /// <summary>Destroys the state.</summary>
        public void Dispose()
        {
            Handle.Dispose();
        }
    }

    /// <summary>A world of characters. Dispose it: handlers keep what they refer to until then.</summary>
    public sealed unsafe class World : IDisposable
    {
        const ulong GroundKey = 1UL << 32;
        const ulong RootMotionKey = 2UL << 32;
        const ulong JobsKey = 3UL << 32;

        readonly Kept kept = new Kept();

        /// <summary>
        /// Makes a world. Default settings step on the calling thread. The constructor sets their <c>Size</c>, and their
        /// <c>Jobs</c> if <paramref name="jobs"/> is not null.
        /// </summary>
        public World(Bundle bundle, MutoscopeWorldSettings settings = default, IJobSystem jobs = null)
        {
            settings.Size = (uint)sizeof(MutoscopeWorldSettings);
            IntPtr made = IntPtr.Zero;
            Trampolines.Jobs target = jobs == null ? null : new Trampolines.Jobs { Kept = kept, System = jobs };
            kept.Replace(JobsKey, target, user =>
            {
                IntPtr world = IntPtr.Zero;
                MutoscopeWorldSettings told = jobs == null ? settings : WithJobs(settings, jobs.Threads, user);
                MutoscopeResult result = MutoscopeNative.mutoscope_world_create(bundle.Handle, &told, &world);
                made = world;
                return result;
            });
            Handle = new WorldHandle(made, kept);
        }

        /// <summary>The handle, for calls of <see cref="MutoscopeNative"/>.</summary>
        public WorldHandle Handle { get; }

        /// <summary>Steps made so far.</summary>
        public ulong Tick
        {
            get
            {
                ulong tick = 0;
                Check(MutoscopeNative.mutoscope_world_tick(Handle, &tick, null));
                return tick;
            }
        }

        /// <summary>Whether a step is open, between Kick and Finish.</summary>
        public bool IsOpen
        {
            get
            {
                uint isOpen = 0;
                Check(MutoscopeNative.mutoscope_world_tick(Handle, null, &isOpen));
                return isOpen != 0;
            }
        }

        /// <summary>
        /// Makes a step of so many seconds. Returns false if something was refused; the step is made all the same. Throws
        /// what a function of the game threw during the step.
        /// </summary>
        public bool Step(double dt)
        {
            return Stepped(MutoscopeNative.mutoscope_world_step(Handle, dt));
        }

        /// <summary>Starts a step on the workers. Readers see the step before until Finish. Returns as Step does.</summary>
        public bool Kick(double dt)
        {
            return Stepped(MutoscopeNative.mutoscope_world_kick(Handle, dt));
        }

        /// <summary>Waits for the workers and completes the step.</summary>
        public void Finish()
        {
            Stepped(MutoscopeNative.mutoscope_world_finish(Handle));
        }

        /// <summary>Waits for one character of an open step. Its new pose can be read from now on.</summary>
        public void Sync(uint character)
        {
            Check(MutoscopeNative.mutoscope_world_sync(Handle, character));
        }

        /// <summary>Plays another bundle from the next step on.</summary>
        public void SetBundle(Bundle bundle)
        {
            Check(MutoscopeNative.mutoscope_world_set_bundle(Handle, bundle.Handle));
        }

        /// <summary>
        /// Ids of all characters, ascending.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Characters(Span<uint> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (uint* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_world_characters(
                    Handle, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Ids of all characters, ascending.</summary>
        public uint[] Characters()
        {
            return MutoscopeLibrary.All<uint>(into => Characters(into));
        }

        /// <summary>
        /// What the last step refused.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Refusals(Span<MutoscopeRefusal> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeRefusal* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_world_refusals(Handle, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>What the last step refused.</summary>
        public MutoscopeRefusal[] Refusals()
        {
            return MutoscopeLibrary.All<MutoscopeRefusal>(into => Refusals(into));
        }

        /// <summary>Adds a character in the next step, under an id that the game chooses.</summary>
        public void Add(uint character, ulong skeleton, ulong seed)
        {
            Check(MutoscopeNative.mutoscope_character_add(Handle, character, skeleton, seed));
        }

        /// <summary>Removes a character in the next step.</summary>
        public void Remove(uint character)
        {
            Check(MutoscopeNative.mutoscope_character_remove(Handle, character));
        }

        /// <summary>Places a character in the world.</summary>
        public void Place(uint character, MutoscopeTransform at, MutoscopePlacing how = MutoscopePlacing.Place)
        {
            Check(MutoscopeNative.mutoscope_characters_place(Handle, how, &character, &at, Room(1)));
        }

        /// <summary>Places several characters. The spans have one length.</summary>
        public void Place(
            ReadOnlySpan<uint> characters, ReadOnlySpan<MutoscopeTransform> at,
            MutoscopePlacing how = MutoscopePlacing.Place)
        {
            if (characters.Length != at.Length)
            {
                throw new ArgumentException("There must be one placement for each character.");
            }
            fixed (uint* first = characters)
            fixed (MutoscopeTransform* places = at)
            {
                Check(MutoscopeNative.mutoscope_characters_place(Handle, how, first, places, Room(at.Length)));
            }
        }

        /// <summary>Lets root motion move a carried character again.</summary>
        public void LetGo(uint character)
        {
            Check(MutoscopeNative.mutoscope_character_let_go(Handle, character));
        }

        /// <summary>Shows the pose of another character, by the names of bones; null ends that.</summary>
        public void Follow(uint character, uint? leader)
        {
            uint of = leader.GetValueOrDefault();
            Check(MutoscopeNative.mutoscope_character_follow(Handle, character, leader.HasValue ? &of : null));
        }

        /// <summary>Copy Pose nodes that name this partner show another character; null lets their input pass.</summary>
        public void CopyPose(uint character, ulong partner, uint? from)
        {
            uint of = from.GetValueOrDefault();
            Check(MutoscopeNative.mutoscope_character_copy_pose(Handle, character, partner, from.HasValue ? &of : null));
        }

        /// <summary>A montage takes the position of another character's montage; a null leader ends that.</summary>
        public void FollowMontage(uint character, ulong montage, uint? leader, ulong leaderMontage)
        {
            uint of = leader.GetValueOrDefault();
            uint* pointer = leader.HasValue ? &of : null;
            Check(MutoscopeNative.mutoscope_character_follow_montage(Handle, character, montage, pointer, leaderMontage));
        }

        /// <summary>A warp target follows a bone or socket of a character; null leaves the target where it is.</summary>
        public void FollowTarget(uint character, ulong target, uint? of, ulong bone, MutoscopeTransform? offset = null)
        {
            uint whom = of.GetValueOrDefault();
            MutoscopeTransform moved = offset.GetValueOrDefault();
            Check(MutoscopeNative.mutoscope_character_follow_target(
                Handle, character, target, of.HasValue ? &whom : null, bone, offset.HasValue ? &moved : null));
        }

        /// <summary>Sets the ticks in which the character is evaluated.</summary>
        public void SetRate(uint character, MutoscopeRate rate)
        {
            Check(MutoscopeNative.mutoscope_character_set_rate(Handle, character, rate));
        }

        /// <summary>Sets how much of the character is evaluated.</summary>
        public void SetVisibility(uint character, MutoscopeVisibility visibility)
        {
            Check(MutoscopeNative.mutoscope_character_set_visibility(Handle, character, visibility));
        }

        /// <summary>Evaluates the character on the thread that steps.</summary>
        public void SetImmediate(uint character, bool isImmediate)
        {
            Check(MutoscopeNative.mutoscope_character_set_immediate(Handle, character, isImmediate ? 1u : 0u));
        }

        /// <summary>Asks a character for something in the next step. The method sets <c>Size</c>.</summary>
        public void Ask(uint character, MutoscopeRequest asked)
        {
            asked.Size = (uint)sizeof(MutoscopeRequest);
            Check(MutoscopeNative.mutoscope_ask(Handle, character, &asked));
        }

        /// <summary>Asks for something with bones and curves. The library reads the spans during the call.</summary>
        public void Ask(
            uint character, MutoscopeRequest asked, ReadOnlySpan<MutoscopeBonePose> bones,
            ReadOnlySpan<MutoscopeCurve> curves = default)
        {
            fixed (MutoscopeBonePose* firstBone = bones)
            fixed (MutoscopeCurve* firstCurve = curves)
            {
                asked.Bones = (IntPtr)firstBone;
                asked.BoneCount = Room(bones.Length);
                asked.Curves = (IntPtr)firstCurve;
                asked.CurveCount = Room(curves.Length);
                Ask(character, asked);
            }
        }

        /// <summary>Plays a graph from the next step on.</summary>
        public void PlayGraph(uint character, ulong graph)
        {
            Check(MutoscopeNative.mutoscope_play_graph(Handle, character, graph));
        }

        /// <summary>Plays a montage from the next step on.</summary>
        public void PlayMontage(uint character, ulong montage, float rate = 1)
        {
            Check(MutoscopeNative.mutoscope_play_montage(Handle, character, montage, rate));
        }

        /// <summary>Sets a parameter of a character's graph.</summary>
        public void Set(uint character, ulong parameter, double value)
        {
            var one = new MutoscopeParameterValue { Character = character, Parameter = parameter, Value = value };
            Check(MutoscopeNative.mutoscope_set_parameters(Handle, &one, Room(1)));
        }

        /// <summary>Sets parameters of any number of characters.</summary>
        public void Set(ReadOnlySpan<MutoscopeParameterValue> values)
        {
            fixed (MutoscopeParameterValue* first = values)
            {
                Check(MutoscopeNative.mutoscope_set_parameters(Handle, first, Room(values.Length)));
            }
        }

        /// <summary>Sets the functions that get the events and ticks of a character; null for none.</summary>
        public void SetHandler(uint character, CharacterEvent onEvent, CharacterUpdate onUpdate = null)
        {
            bool isOne = onEvent != null || onUpdate != null;
            var target = new Trampolines.Handler { Kept = kept, OnEvent = onEvent, OnUpdate = onUpdate };
            kept.Replace(character, isOne ? target : null, user => MutoscopeNative.mutoscope_character_set_handler(
                Handle, character, onEvent == null ? null : Trampolines.Event,
                onUpdate == null ? null : Trampolines.Update, user));
        }

        /// <summary>Sets the function that finds the ground; null for none.</summary>
        public void SetGround(GroundSweep sweep)
        {
            var target = sweep == null ? null : new Trampolines.Ground { Kept = kept, Sweep = sweep };
            kept.Replace(GroundKey, target, user => MutoscopeNative.mutoscope_world_set_ground(
                Handle, sweep == null ? null : Trampolines.Sweep, user));
        }

        /// <summary>Sets flat ground of this height; NaN uses the function of SetGround again.</summary>
        public void SetLevel(double height)
        {
            Check(MutoscopeNative.mutoscope_world_set_level(Handle, height));
        }

        /// <summary>
        /// Sets ground of this shape, with blocks on it; NaN as the height of SetLevel uses the function of SetGround
        /// again. The method sets <c>Size</c> and the blocks; the library reads the span during the call.
        /// </summary>
        public void SetTerrain(MutoscopeTerrain terrain, ReadOnlySpan<MutoscopeBlock> blocks = default)
        {
            terrain.Size = (uint)sizeof(MutoscopeTerrain);
            fixed (MutoscopeBlock* first = blocks)
            {
                terrain.Blocks = (IntPtr)first;
                terrain.BlockCount = Room(blocks.Length);
                Check(MutoscopeNative.mutoscope_world_set_terrain(Handle, &terrain));
            }
        }

        /// <summary>Sets functions that change root motion: in the frame of the root, and along the world's axes.</summary>
        public void SetRootMotion(RootMotionChange before, RootMotionChange after = null)
        {
            bool isOne = before != null || after != null;
            var target = new Trampolines.RootMotion { Kept = kept, Before = before, After = after };
            kept.Replace(RootMotionKey, isOne ? target : null, user => MutoscopeNative.mutoscope_world_set_root_motion(
                Handle, before == null ? null : Trampolines.Before, after == null ? null : Trampolines.After, user));
        }

        /// <summary>
        /// Events of a character in the last step, in order.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Events(uint character, Span<MutoscopeEvent> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeEvent* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_events(
                    Handle, character, Room(sizeof(MutoscopeEvent)), first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Events of a character in the last step, in order.</summary>
        public MutoscopeEvent[] Events(uint character)
        {
            return MutoscopeLibrary.All<MutoscopeEvent>(into => Events(character, into));
        }

        /// <summary>
        /// Values that the notify of an event carries, and its class, 0 if it has none. Returns their number; writes all of
        /// them, or none if the span is too short.
        /// </summary>
        public int EventFields(MutoscopeEvent happened, out ulong notifyClass, Span<MutoscopeField> into)
        {
            UIntPtr count = UIntPtr.Zero;
            ulong found = 0;
            fixed (MutoscopeField* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_event_fields(
                    Handle, &happened, &found, first, Room(into.Length), &count);
                notifyClass = found;
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Values that the notify of an event carries, and its class, 0 if it has none.</summary>
        public MutoscopeField[] EventFields(MutoscopeEvent happened, out ulong notifyClass)
        {
            var fields = new MutoscopeField[EventFields(happened, out notifyClass, default)];
            EventFields(happened, out notifyClass, fields);
            return fields;
        }

        /// <summary>
        /// Local transforms of the bones, in the order of the skeleton.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Locals(uint character, Span<MutoscopeTransform> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeTransform* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_locals(
                    Handle, character, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Local transforms of the bones, in the order of the skeleton.</summary>
        public MutoscopeTransform[] Locals(uint character)
        {
            return MutoscopeLibrary.All<MutoscopeTransform>(into => Locals(character, into));
        }

        /// <summary>Component-space matrices of the bones of one character. Returns and writes as Locals does.</summary>
        public int Models(uint character, Span<MutoscopeMatrix> into)
        {
            return Models(MemoryMarshal.CreateReadOnlySpan(ref character, 1), into, default);
        }

        /// <summary>
        /// Component-space matrices of several characters, one after the other. Writes the number of bones of each to
        /// <paramref name="counts"/>, which has their length or is empty. Returns and writes as Locals does.
        /// </summary>
        public int Models(ReadOnlySpan<uint> characters, Span<MutoscopeMatrix> into, Span<UIntPtr> counts)
        {
            if (counts.Length != 0 && counts.Length != characters.Length)
            {
                throw new ArgumentException("There must be one count for each character, or none.");
            }
            UIntPtr count = UIntPtr.Zero;
            fixed (uint* who = characters)
            fixed (MutoscopeMatrix* first = into)
            fixed (UIntPtr* each = counts)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_models(
                    Handle, who, Room(characters.Length), first, Room(into.Length), each, &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>
        /// Component-space matrices before the last step; needs KeepsPrevious.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int PreviousModels(uint character, Span<MutoscopeMatrix> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeMatrix* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_previous_models(
                    Handle, character, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Component-space matrices before the last step; needs KeepsPrevious.</summary>
        public MutoscopeMatrix[] PreviousModels(uint character)
        {
            return MutoscopeLibrary.All<MutoscopeMatrix>(into => PreviousModels(character, into));
        }

        /// <summary>
        /// Skinning matrices of all parts of a LOD of a mesh.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Palettes(uint character, MutoscopeLevel of, MutoscopePalette which, Span<MutoscopeMatrix> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeMatrix* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_palettes(
                    Handle, character, of, which, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Skinning matrices of all parts of a LOD of a mesh.</summary>
        public MutoscopeMatrix[] Palettes(uint character, MutoscopeLevel of, MutoscopePalette which)
        {
            return MutoscopeLibrary.All<MutoscopeMatrix>(into => Palettes(character, of, which, into));
        }

        /// <summary>
        /// Weights of the morph targets of all parts of a LOD of a mesh.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int MorphWeights(uint character, MutoscopeLevel of, Span<float> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (float* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_morph_weights(
                    Handle, character, of, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Weights of the morph targets of all parts of a LOD of a mesh.</summary>
        public float[] MorphWeights(uint character, MutoscopeLevel of)
        {
            return MutoscopeLibrary.All<float>(into => MorphWeights(character, of, into));
        }

        /// <summary>
        /// Curves of the pose, ascending by the hash of their name.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Curves(uint character, Span<MutoscopeCurve> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeCurve* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_curves(
                    Handle, character, first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Curves of the pose, ascending by the hash of their name.</summary>
        public MutoscopeCurve[] Curves(uint character)
        {
            return MutoscopeLibrary.All<MutoscopeCurve>(into => Curves(character, into));
        }

        /// <summary>Reads a curve. Returns false if nothing in the pose has set it.</summary>
        public bool TryCurve(uint character, ulong name, out float value)
        {
            float found = 0;
            MutoscopeResult result = MutoscopeNative.mutoscope_curve(Handle, character, name, &found);
            value = found;
            if (result != MutoscopeResult.Unknown)
            {
                Check(result);
            }
            return result == MutoscopeResult.Ok;
        }

        /// <summary>Component-space matrix of a bone or socket.</summary>
        public MutoscopeMatrix Bone(uint character, ulong name)
        {
            MutoscopeMatrix found = default;
            Check(MutoscopeNative.mutoscope_bone(Handle, character, name, &found));
            return found;
        }

        /// <summary>Placement of a character in the world.</summary>
        public MutoscopeTransform Placement(uint character)
        {
            MutoscopeTransform found = default;
            Check(MutoscopeNative.mutoscope_placement(Handle, character, &found, null));
            return found;
        }

        /// <summary>Root motion of the last step, in the frame of the root at its start.</summary>
        public MutoscopeTransform RootMotion(uint character)
        {
            MutoscopeTransform found = default;
            Check(MutoscopeNative.mutoscope_placement(Handle, character, null, &found));
            return found;
        }

        /// <summary>
        /// Montages that play on a character, in order.
        /// Returns their number; writes all of them, or none if the span is too short.
        /// </summary>
        public int Montages(uint character, Span<MutoscopeMontage> into)
        {
            UIntPtr count = UIntPtr.Zero;
            fixed (MutoscopeMontage* first = into)
            {
                MutoscopeResult result = MutoscopeNative.mutoscope_montages(
                    Handle, character, Room(sizeof(MutoscopeMontage)), first, Room(into.Length), &count);
                return MutoscopeLibrary.Counted(result, count, into.Length);
            }
        }

        /// <summary>Montages that play on a character, in order.</summary>
        public MutoscopeMontage[] Montages(uint character)
        {
            return MutoscopeLibrary.All<MutoscopeMontage>(into => Montages(character, into));
        }

        /// <summary>Number of internal errors of a character, and the text of the last one.</summary>
        public uint Faults(uint character, out string text)
        {
            uint faults = 0;
            byte* written = stackalloc byte[1024];
            written[0] = 0;
            Check(MutoscopeNative.mutoscope_character_faults(Handle, character, &faults, written, Room(1024)));
            int length = 0;
            while (written[length] != 0)
            {
                length++;
            }
            text = MutoscopeLibrary.Utf8(written, length);
            return faults;
        }

        /// <summary>Hashes of what a character shows now.</summary>
        public MutoscopeGoldenTick Hash(uint character)
        {
            MutoscopeGoldenTick found = default;
            Check(MutoscopeNative.mutoscope_hash(Handle, character, &found));
            return found;
        }

        /// <summary>Saves the world. No step may be open. Requests that wait for the next step are not saved.</summary>
        public State Save()
        {
            IntPtr made = IntPtr.Zero;
            Check(MutoscopeNative.mutoscope_world_save(Handle, &made));
            return new State(made);
        }

        /// <summary>Returns to a state of this world, or of one that plays the same bundle.</summary>
        public void Restore(State state)
        {
            Check(MutoscopeNative.mutoscope_world_restore(Handle, state.Handle));
        }

        /// <summary>Destroys the world. No call may be using it.</summary>
        public void Dispose()
        {
            Handle.Dispose();
        }

        bool Stepped(MutoscopeResult result)
        {
            kept.Rethrow();
            if (result == MutoscopeResult.Refused)
            {
                return false;
            }
            Check(result);
            return true;
        }

        static MutoscopeWorldSettings WithJobs(MutoscopeWorldSettings settings, uint threads, IntPtr user)
        {
            settings.Jobs.Submit = Marshal.GetFunctionPointerForDelegate(Trampolines.Submit);
            settings.Jobs.Help = Marshal.GetFunctionPointerForDelegate(Trampolines.Help);
            settings.Jobs.User = user;
            settings.Jobs.Threads = threads;
            return settings;
        }

        static void Check(MutoscopeResult result)
        {
            MutoscopeLibrary.Check(result);
        }

        static UIntPtr Room(int length)
        {
            return MutoscopeLibrary.Room(length);
        }
    }

    /// <summary>Loads long clips in chunks while characters play.</summary>
    public sealed unsafe class Streaming : IDisposable
    {
        /// <summary>Streams a bundle. The given bundle may be closed at once. Zeros in the settings are defaults.</summary>
        public Streaming(Bundle bundle, ReadChunk read, MutoscopeStreamingSettings settings = default)
        {
            settings.Size = (uint)sizeof(MutoscopeStreamingSettings);
            var kept = new Kept();
            IntPtr made = IntPtr.Zero;
            kept.Replace(0, read ?? throw new ArgumentNullException(nameof(read)), user =>
            {
                IntPtr stream = IntPtr.Zero;
                MutoscopeStreamingSettings told = settings;
                MutoscopeResult result = MutoscopeNative.mutoscope_streaming_create(
                    bundle.Handle, &told, Trampolines.Read, user, &stream);
                made = stream;
                return result;
            });
            Handle = new StreamingHandle(made, kept);
            IntPtr lent = IntPtr.Zero;
            MutoscopeLibrary.Check(MutoscopeNative.mutoscope_streaming_bundle(Handle, &lent));
            Bundle = new Bundle(new BundleHandle(lent, Handle));
        }

        /// <summary>The handle, for calls of <see cref="MutoscopeNative"/>.</summary>
        public StreamingHandle Handle { get; }

        /// <summary>The bundle that worlds play.</summary>
        public Bundle Bundle { get; }

        /// <summary>Takes and orders chunks, between two steps. With <paramref name="waits"/> it waits for them.</summary>
        public MutoscopeStreamingStatus Update(bool waits = false)
        {
            MutoscopeStreamingStatus status = default;
            MutoscopeLibrary.Check(MutoscopeNative.mutoscope_streaming_update(Handle, waits ? 1u : 0u, &status));
            return status;
        }

        /// <summary>Asks for the keys at a time of a clip, in seconds, before they are played.</summary>
        public void Prefetch(ulong clip, double time)
        {
            MutoscopeLibrary.Check(MutoscopeNative.mutoscope_streaming_prefetch(Handle, clip, time));
        }

        /// <summary>Why a chunk could not be read; empty without a failure.</summary>
        public string Failure()
        {
            byte* text = stackalloc byte[1024];
            ulong length = (ulong)MutoscopeNative.mutoscope_streaming_failure(Handle, text, (UIntPtr)1024u);
            return MutoscopeLibrary.Utf8(text, (int)Math.Min(length, 1023));
        }

        /// <summary>Destroys the stream and its bundle. Worlds hold the frames that are in memory.</summary>
        public void Dispose()
        {
            Bundle.Dispose();
            Handle.Dispose();
        }
    }
}
