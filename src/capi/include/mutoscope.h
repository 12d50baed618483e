/*
 * Mutoscope: a game in any language opens bundles, steps worlds of characters and reads poses.
 *
 * Units: metres, seconds, radians; right-handed, +Y up; quaternions x, y, z, w; matrices of three rows and four columns, row by
 * row, with the translation in the last column. Names are hashes, see mutoscope_name.
 *
 * The rules of every call:
 *
 * 1. A call answers with a MutoscopeResult. What went wrong stands in mutoscope_last_error of the same thread. A call that fails
 *    has changed nothing, but for mutoscope_world_step and mutoscope_world_kick, which say what they did.
 * 2. What a call gives (a bundle, a world, a state, a stream) is the game's until the call that takes it back; null may be given
 *    to that call. Everything else that the game passes is read during the call alone, but for what says otherwise.
 * 3. Results are written into the game's own arrays. Each such call tells how many there are; with a null array and a capacity of
 *    0 it tells only that. An array that is too small is left alone.
 * 4. Pointers into a bundle (texts, vertices) stay until it is closed.
 * 5. No panic crosses the border. A world in which a call came to an end answers MUTOSCOPE_RESULT_PANIC from then on and can only
 *    be destroyed. A character whose evaluation came to an end shows its last pose: mutoscope_character_faults.
 * 6. Every pointer that must be there is checked for null, every enum and number for its range.
 * 7. Threads: different worlds may be used at the same time. One world is used by one call at a time, from any thread; a second
 *    call answers MUTOSCOPE_RESULT_BUSY. A bundle and a state may be read by any number of calls at a time. A stream is updated while no world that
 *    plays it is in a call. Functions of the game are called on the threads that their types name.
 * 8. A steady tick of a world without workers allocates no memory, nor does reading into arrays that are large enough.
 * 9. Structs that begin with `size` are set to 0 and told their own size: a later library reads what an older game knows.
 *    mutoscope_abi_version rises with every addition; nothing is ever taken away or changed.
 */

#ifndef MUTOSCOPE_H
#define MUTOSCOPE_H

#include <stddef.h>
#include <stdint.h>

/**
 * Version of the ABI: it rises with every addition. Nothing is ever taken away or changed.
 */
#define MUTOSCOPE_ABI_VERSION 2

/**
 * What a call answers.
 */
typedef enum {
    /**
     * The call did what it says.
     */
    MUTOSCOPE_RESULT_OK = 0,
    /**
     * A pointer that must be there is null.
     */
    MUTOSCOPE_RESULT_NULL = 1,
    /**
     * An enum or a number is out of its range.
     */
    MUTOSCOPE_RESULT_RANGE = 2,
    /**
     * The size of a struct is not one of any version of the ABI, or an array is too small.
     */
    MUTOSCOPE_RESULT_SIZE = 3,
    /**
     * A text is not UTF-8.
     */
    MUTOSCOPE_RESULT_TEXT = 4,
    /**
     * The bytes are no bundle that this library reads.
     */
    MUTOSCOPE_RESULT_BUNDLE = 5,
    /**
     * There is nothing of this name, id or index.
     */
    MUTOSCOPE_RESULT_UNKNOWN = 6,
    /**
     * The world refused it; the refusals of the step say why.
     */
    MUTOSCOPE_RESULT_REFUSED = 7,
    /**
     * A step is open, and the call needs it finished.
     */
    MUTOSCOPE_RESULT_OPEN = 8,
    /**
     * A file could not be read, or a thread could not be started.
     */
    MUTOSCOPE_RESULT_SYSTEM = 9,
    /**
     * The call came to an end inside. The world is broken: only destroy it.
     */
    MUTOSCOPE_RESULT_PANIC = 10,
    /**
     * Another call is on this world.
     */
    MUTOSCOPE_RESULT_BUSY = 11,
} MutoscopeResult;

/**
 * How much is worked out of a character that nobody may see.
 */
typedef enum {
    /**
     * Everything, its pose as well.
     */
    MUTOSCOPE_VISIBILITY_TICK_AND_EVALUATE = 0,
    /**
     * Everything but its pose, which stands.
     */
    MUTOSCOPE_VISIBILITY_TICK_ONLY = 1,
    /**
     * Montages, with their notifies and root motion. The graph stands still.
     */
    MUTOSCOPE_VISIBILITY_MONTAGES_ONLY = 2,
    /**
     * Nothing; the character's time does not advance.
     */
    MUTOSCOPE_VISIBILITY_NOTHING = 3,
} MutoscopeVisibility;

/**
 * Lists of a bundle.
 */
typedef enum {
    /**
     * Skeletons.
     */
    MUTOSCOPE_KIND_SKELETON = 0,
    /**
     * Clips.
     */
    MUTOSCOPE_KIND_CLIP = 1,
    /**
     * Meshes.
     */
    MUTOSCOPE_KIND_MESH = 2,
    /**
     * Montages.
     */
    MUTOSCOPE_KIND_MONTAGE = 3,
    /**
     * Graphs.
     */
    MUTOSCOPE_KIND_GRAPH = 4,
    /**
     * Classes of notifies.
     */
    MUTOSCOPE_KIND_NOTIFY_CLASS = 5,
} MutoscopeKind;

/**
 * Which pose a palette is of.
 */
typedef enum {
    /**
     * What is shown now.
     */
    MUTOSCOPE_PALETTE_NOW = 0,
    /**
     * What was shown before the last step, see `mutoscope_previous_models`.
     */
    MUTOSCOPE_PALETTE_PREVIOUS = 1,
} MutoscopePalette;

/**
 * How a character comes to its placement.
 */
typedef enum {
    /**
     * It went there.
     */
    MUTOSCOPE_PLACING_PLACE = 0,
    /**
     * It was put there: what it did before does not count for its pose.
     */
    MUTOSCOPE_PLACING_TELEPORT = 1,
    /**
     * It stays there, whatever its root motion, until `mutoscope_character_let_go`.
     */
    MUTOSCOPE_PLACING_CARRY = 2,
} MutoscopePlacing;

/**
 * What is asked for. Each says which fields of `MutoscopeRequest` it reads.
 */
typedef enum {
    /**
     * Starts the montage `name` at `rate`, where `start` says (`number` is seconds, `section` a
     * section). `flag` 1: others of its group blend out.
     */
    MUTOSCOPE_REQUEST_KIND_PLAY_MONTAGE = 0,
    /**
     * Stops the montage `name`, 0 for all, in `duration` seconds; below 0 in its own time.
     */
    MUTOSCOPE_REQUEST_KIND_STOP_MONTAGE = 1,
    /**
     * As `StopMontage`, every montage of the group `name`.
     */
    MUTOSCOPE_REQUEST_KIND_STOP_GROUP = 2,
    /**
     * The montage `name` jumps to `section`; `flag` 1: to the edge where play leaves it.
     */
    MUTOSCOPE_REQUEST_KIND_JUMP_TO_SECTION = 3,
    /**
     * `other` follows `section` in the montage `name`; 0 ends the montage there.
     */
    MUTOSCOPE_REQUEST_KIND_SET_NEXT_SECTION = 4,
    /**
     * Pauses the montage `name`.
     */
    MUTOSCOPE_REQUEST_KIND_PAUSE = 5,
    /**
     * The montage `name` goes on.
     */
    MUTOSCOPE_REQUEST_KIND_RESUME = 6,
    /**
     * The montage `name` goes to `number` seconds. Notifies in between do not fire.
     */
    MUTOSCOPE_REQUEST_KIND_SET_POSITION = 7,
    /**
     * The montage `name` is shown at `number` seconds, alone and whole. Nothing fires.
     */
    MUTOSCOPE_REQUEST_KIND_SCRUB = 8,
    /**
     * The montage `name` goes from `number` to `to` seconds in this tick; everything between
     * fires. `flag` 1: from where it is.
     */
    MUTOSCOPE_REQUEST_KIND_FORCE_POSITION = 9,
    /**
     * The montage `name` plays at `rate`; 0 is a hit-stop.
     */
    MUTOSCOPE_REQUEST_KIND_SET_PLAY_RATE = 10,
    /**
     * The montage `name` follows the montage `other` of the same character; 0 lets it go on by
     * itself.
     */
    MUTOSCOPE_REQUEST_KIND_FOLLOW_MONTAGE = 11,
    /**
     * Counts up with `flag` 1, down with 0: above 0 the montage `name` does not move the root.
     */
    MUTOSCOPE_REQUEST_KIND_DISABLE_ROOT_MOTION = 12,
    /**
     * `option` is a `MutoscopeRootMotion`.
     */
    MUTOSCOPE_REQUEST_KIND_SET_ROOT_MOTION_MODE = 13,
    /**
     * `number` seconds of the character's clock per second, 0 to 100.
     */
    MUTOSCOPE_REQUEST_KIND_SET_TIME_DILATION = 14,
    /**
     * `flag` 1: the character is on a dedicated server.
     */
    MUTOSCOPE_REQUEST_KIND_SET_DEDICATED_SERVER = 15,
    /**
     * `flag` 1: notifies that may be filtered are.
     */
    MUTOSCOPE_REQUEST_KIND_FILTER_NOTIFIES = 16,
    /**
     * `flag` 1: a section's end is passed only while time is left, as older engines have it.
     */
    MUTOSCOPE_REQUEST_KIND_SECTION_END_NEEDS_TIME = 17,
    /**
     * `flag` 1: two players of one asset share the activation of a state, as older engines have
     * it.
     */
    MUTOSCOPE_REQUEST_KIND_MERGE_STATES = 18,
    /**
     * `option` is the level of detail, 0 the finest.
     */
    MUTOSCOPE_REQUEST_KIND_SET_LOD = 19,
    /**
     * Plays the clip `name` from `number` seconds at `rate`, under all slots.
     */
    MUTOSCOPE_REQUEST_KIND_PLAY_CLIP = 20,
    /**
     * Fades the clip `name` in at `rate`, in `duration` seconds.
     */
    MUTOSCOPE_REQUEST_KIND_FADE_TO_CLIP = 21,
    /**
     * Stops what `PlayClip` and `FadeToClip` play.
     */
    MUTOSCOPE_REQUEST_KIND_STOP_CLIP = 22,
    /**
     * Plays the graph `name`; 0 gives back the graph of the character's slots.
     */
    MUTOSCOPE_REQUEST_KIND_PLAY_GRAPH = 23,
    /**
     * The parameter `name` of the graph is `number`.
     */
    MUTOSCOPE_REQUEST_KIND_SET_PARAMETER = 24,
    /**
     * The newest frame of the stream `name`: `bones` and `curves`.
     */
    MUTOSCOPE_REQUEST_KIND_TELL_LIVE = 25,
    /**
     * Warps to the target `name` arrive at `place`, world space.
     */
    MUTOSCOPE_REQUEST_KIND_SET_WARP_TARGET = 26,
    /**
     * Warps to the target `name` go on as they were authored.
     */
    MUTOSCOPE_REQUEST_KIND_REMOVE_WARP_TARGET = 27,
    /**
     * `bones` of the stream `name`, until the next such request; none lets the pose pass.
     */
    MUTOSCOPE_REQUEST_KIND_SET_EXTERNAL = 28,
    /**
     * Stores the pose that is shown now for the Pose Snapshot nodes of the name.
     */
    MUTOSCOPE_REQUEST_KIND_SNAPSHOT_POSE = 29,
} MutoscopeRequestKind;

/**
 * Where a montage starts.
 */
typedef enum {
    /**
     * Where its direction of play begins.
     */
    MUTOSCOPE_START_BEGINNING = 0,
    /**
     * `number` seconds.
     */
    MUTOSCOPE_START_SECONDS = 1,
    /**
     * Where the direction of play enters `section`.
     */
    MUTOSCOPE_START_SECTION = 2,
    /**
     * Just before the edge where play leaves `section`.
     */
    MUTOSCOPE_START_SECTION_END = 3,
} MutoscopeStart;

/**
 * Which root motion moves a character.
 */
typedef enum {
    /**
     * The root moves in the pose.
     */
    MUTOSCOPE_ROOT_MOTION_NO_EXTRACTION = 0,
    /**
     * Root motion is taken out of the pose and moves nothing.
     */
    MUTOSCOPE_ROOT_MOTION_IGNORE = 1,
    /**
     * Clips and montages move the character, each by its weight.
     */
    MUTOSCOPE_ROOT_MOTION_FROM_EVERYTHING = 2,
    /**
     * Only the montage that owns the root moves the character.
     */
    MUTOSCOPE_ROOT_MOTION_FROM_MONTAGES_ONLY = 3,
} MutoscopeRootMotion;

/**
 * Why something changed nothing.
 */
typedef enum {
    MUTOSCOPE_REFUSAL_REASON_CHARACTER_UNKNOWN = 0,
    MUTOSCOPE_REFUSAL_REASON_SKELETON_UNKNOWN = 1,
    MUTOSCOPE_REFUSAL_REASON_MONTAGE_UNKNOWN = 2,
    MUTOSCOPE_REFUSAL_REASON_CLIP_UNKNOWN = 3,
    MUTOSCOPE_REFUSAL_REASON_GRAPH_UNKNOWN = 4,
    /**
     * The graph has no such parameter.
     */
    MUTOSCOPE_REFUSAL_REASON_PARAMETER_UNKNOWN = 5,
    /**
     * The graph works the parameter out itself.
     */
    MUTOSCOPE_REFUSAL_REASON_PARAMETER_DRIVEN = 6,
    /**
     * No External Pose control of the graph takes this stream.
     */
    MUTOSCOPE_REFUSAL_REASON_STREAM_UNKNOWN = 7,
    /**
     * No Pose Snapshot node of the graph is of this name.
     */
    MUTOSCOPE_REFUSAL_REASON_SNAPSHOT_UNKNOWN = 8,
    MUTOSCOPE_REFUSAL_REASON_SECTION_UNKNOWN = 9,
    /**
     * No montage of this group is playing.
     */
    MUTOSCOPE_REFUSAL_REASON_GROUP_NOT_PLAYING = 10,
    /**
     * Branching points started too many montages in this tick.
     */
    MUTOSCOPE_REFUSAL_REASON_TOO_MANY_PLAYS = 11,
    /**
     * The character was torn down.
     */
    MUTOSCOPE_REFUSAL_REASON_TORN_DOWN = 12,
    /**
     * The montage or clip was made for another skeleton.
     */
    MUTOSCOPE_REFUSAL_REASON_SKELETON_MISMATCH = 13,
    /**
     * The montage is not playing.
     */
    MUTOSCOPE_REFUSAL_REASON_NOT_PLAYING = 14,
    /**
     * No warp target of this name is set.
     */
    MUTOSCOPE_REFUSAL_REASON_TARGET_UNKNOWN = 15,
    /**
     * Whom it would follow has no bone or socket of this name.
     */
    MUTOSCOPE_REFUSAL_REASON_BONE_UNKNOWN = 16,
    /**
     * The leader follows, in the end, the follower.
     */
    MUTOSCOPE_REFUSAL_REASON_FOLLOWS_ITSELF = 17,
    /**
     * Whom it would copy waits, in the end, for its own pose.
     */
    MUTOSCOPE_REFUSAL_REASON_WAITS_FOR_ITSELF = 18,
    /**
     * A number is not finite.
     */
    MUTOSCOPE_REFUSAL_REASON_BAD_NUMBER = 19,
    /**
     * Done all the same, at the nearest rate within ±100.
     */
    MUTOSCOPE_REFUSAL_REASON_RATE_CLAMPED = 20,
} MutoscopeRefusalReason;

/**
 * The formula of a terrain's height along its uphill direction.
 */
typedef enum {
    /**
     * Level ground.
     */
    MUTOSCOPE_SHAPE_FLAT = 0,
    /**
     * A slope of `angle`.
     */
    MUTOSCOPE_SHAPE_SLOPE = 1,
    /**
     * Stairs of `rise`, `run` and `steps`.
     */
    MUTOSCOPE_SHAPE_STAIRS = 2,
    /**
     * A sine wave of `amplitude` and `length`.
     */
    MUTOSCOPE_SHAPE_WAVES = 3,
} MutoscopeShape;

/**
 * The type of an event.
 */
typedef enum {
    /**
     * An instant notify.
     */
    MUTOSCOPE_PHASE_NOTIFY = 0,
    /**
     * A notify state begins.
     */
    MUTOSCOPE_PHASE_BEGIN = 1,
    /**
     * A notify state goes on.
     */
    MUTOSCOPE_PHASE_TICK = 2,
    /**
     * A notify state ends.
     */
    MUTOSCOPE_PHASE_END = 3,
    /**
     * A montage starts.
     */
    MUTOSCOPE_PHASE_STARTED = 4,
    /**
     * A montage blends out; `detail` 1: interrupted.
     */
    MUTOSCOPE_PHASE_BLENDING_OUT = 5,
    /**
     * A montage has come in whole.
     */
    MUTOSCOPE_PHASE_BLENDED_IN = 6,
    /**
     * A montage ended; `detail` 1: interrupted.
     */
    MUTOSCOPE_PHASE_ENDED = 7,
    /**
     * A montage is in another section, or again in the same; `detail` 1: looped.
     */
    MUTOSCOPE_PHASE_SECTION = 8,
    /**
     * A montage was moved; `name` is the section's.
     */
    MUTOSCOPE_PHASE_JUMPED = 9,
    /**
     * Time was left after the last sub-step; it is used later.
     */
    MUTOSCOPE_PHASE_SUBSTEP_OVERFLOW = 10,
    /**
     * `detail` turns of a loop were left out.
     */
    MUTOSCOPE_PHASE_TURNS_LEFT_OUT = 11,
    /**
     * `detail` notifies were left out.
     */
    MUTOSCOPE_PHASE_HITS_LEFT_OUT = 12,
    /**
     * The tick was longer than one takes; `seconds` never pass.
     */
    MUTOSCOPE_PHASE_TIME_LEFT_OUT = 13,
    /**
     * A window of motion warping; `detail` is a `MutoscopeWarp`.
     */
    MUTOSCOPE_PHASE_WARP = 14,
} MutoscopePhase;

/**
 * Outcome of a window of motion warping.
 */
typedef enum {
    /**
     * The window is open.
     */
    MUTOSCOPE_WARP_WAITING = 0,
    /**
     * It warps.
     */
    MUTOSCOPE_WARP_ACTIVE = 1,
    /**
     * It begins again.
     */
    MUTOSCOPE_WARP_REACTIVATED = 2,
    /**
     * It lets the authored motion pass.
     */
    MUTOSCOPE_WARP_DISABLED = 3,
    /**
     * It reached its end.
     */
    MUTOSCOPE_WARP_ENDED = 4,
    /**
     * The timeline left it.
     */
    MUTOSCOPE_WARP_LEFT = 5,
    /**
     * It arrived: the values are the errors, metres and radians.
     */
    MUTOSCOPE_WARP_ARRIVED = 6,
    /**
     * It could not promise to arrive.
     */
    MUTOSCOPE_WARP_MISSED = 7,
} MutoscopeWarp;

/**
 * What plays the timeline of an event.
 */
typedef enum {
    /**
     * A montage; `source` is the id of this playing.
     */
    MUTOSCOPE_SOURCE_MONTAGE = 0,
    /**
     * A clip in a slot of a montage; `source` as above, `segment` its segment.
     */
    MUTOSCOPE_SOURCE_SEGMENT = 1,
    /**
     * A player of the graph; `source` is its index among the nodes.
     */
    MUTOSCOPE_SOURCE_NODE = 2,
} MutoscopeSource;

/**
 * The rule that decided whether something happened. The compared numbers are in the event's
 * `values`.
 */
typedef enum {
    MUTOSCOPE_REASON_FIRED = 0,
    /**
     * Its weight was not above its threshold: both.
     */
    MUTOSCOPE_REASON_WEIGHT = 1,
    /**
     * Its slot had no weight: that, and the threshold.
     */
    MUTOSCOPE_REASON_SLOT_WEIGHT = 2,
    /**
     * No slot node of this name was reached.
     */
    MUTOSCOPE_REASON_SLOT_NOT_EVALUATED = 3,
    /**
     * The number that was drawn was not below its chance: both.
     */
    MUTOSCOPE_REASON_CHANCE = 4,
    /**
     * The level of detail, and the one from which on it is silent.
     */
    MUTOSCOPE_REASON_LOD = 5,
    /**
     * A follower of a sync group played it.
     */
    MUTOSCOPE_REASON_FOLLOWER = 6,
    /**
     * It is not for a dedicated server.
     */
    MUTOSCOPE_REASON_SERVER = 7,
    /**
     * The game filters notifies that may be.
     */
    MUTOSCOPE_REASON_FILTERED = 8,
    /**
     * A branching point jumped away in the same instant.
     */
    MUTOSCOPE_REASON_JUMPED_OVER = 9,
    /**
     * It was ahead where a jump or a new position left.
     */
    MUTOSCOPE_REASON_SKIPPED_BY_JUMP = 10,
    /**
     * It belongs to a section that did not follow.
     */
    MUTOSCOPE_REASON_SECTION_ELSEWHERE = 11,
    /**
     * Its montage was interrupted.
     */
    MUTOSCOPE_REASON_INTERRUPTED = 12,
    /**
     * A transition mutes the notifies of the state that it leaves.
     */
    MUTOSCOPE_REASON_MUTED = 13,
    /**
     * Its montage is paused.
     */
    MUTOSCOPE_REASON_PAUSED = 14,
    /**
     * The playhead was dragged over it.
     */
    MUTOSCOPE_REASON_SCRUBBED = 15,
    /**
     * The character went.
     */
    MUTOSCOPE_REASON_TORN_DOWN = 16,
    /**
     * A warp has no target of its name.
     */
    MUTOSCOPE_REASON_TARGET_MISSING = 17,
    /**
     * A warp's target has a number that is not finite.
     */
    MUTOSCOPE_REASON_TARGET_NOT_FINITE = 18,
    /**
     * A warp's timeline does not move the root.
     */
    MUTOSCOPE_REASON_NO_ROOT_MOTION = 19,
    /**
     * A warp may not go as fast as it had to.
     */
    MUTOSCOPE_REASON_SPEED_CLAMP = 20,
    /**
     * A warp may not turn as fast as it had to.
     */
    MUTOSCOPE_REASON_ROTATION_RATE = 21,
    /**
     * Another warp that begins later warps the same.
     */
    MUTOSCOPE_REASON_OVERRIDDEN = 22,
    /**
     * A warp's montage counted less than whole at its end: its weight, and 1.
     */
    MUTOSCOPE_REASON_BLENDED = 23,
} MutoscopeReason;

/**
 * Why a state, a montage or a section ended.
 */
typedef enum {
    /**
     * The event ends or changes nothing.
     */
    MUTOSCOPE_CAUSE_NONE = 0,
    /**
     * Time passed there.
     */
    MUTOSCOPE_CAUSE_TIME = 1,
    /**
     * A branching point.
     */
    MUTOSCOPE_CAUSE_BRANCH = 2,
    /**
     * A request, or a handler.
     */
    MUTOSCOPE_CAUSE_REQUEST = 3,
    /**
     * Another montage of the group.
     */
    MUTOSCOPE_CAUSE_GROUP = 4,
    /**
     * Another montage moves the root now.
     */
    MUTOSCOPE_CAUSE_ROOT_MOTION = 5,
    /**
     * A filter, such as the weight threshold.
     */
    MUTOSCOPE_CAUSE_FILTER = 6,
    /**
     * The state's montage was interrupted or ended.
     */
    MUTOSCOPE_CAUSE_MONTAGE = 7,
    /**
     * The montage that it follows.
     */
    MUTOSCOPE_CAUSE_LEADER = 8,
    /**
     * Another bundle no longer has it.
     */
    MUTOSCOPE_CAUSE_EDIT = 9,
    /**
     * The character went.
     */
    MUTOSCOPE_CAUSE_TEAR_DOWN = 10,
} MutoscopeCause;

/**
 * Type of a value that a notify carries.
 */
typedef enum {
    /**
     * `numbers[0]`.
     */
    MUTOSCOPE_FIELD_KIND_NUMBER = 0,
    /**
     * `integer`.
     */
    MUTOSCOPE_FIELD_KIND_INTEGER = 1,
    /**
     * `integer`, 0 or 1.
     */
    MUTOSCOPE_FIELD_KIND_BOOLEAN = 2,
    /**
     * `text`.
     */
    MUTOSCOPE_FIELD_KIND_TEXT = 3,
    /**
     * `name`, one of an enum's.
     */
    MUTOSCOPE_FIELD_KIND_CHOICE = 4,
    /**
     * `numbers[0..3]`.
     */
    MUTOSCOPE_FIELD_KIND_VECTOR = 5,
    /**
     * `numbers[0..4]`: linear RGBA, 0 to 1.
     */
    MUTOSCOPE_FIELD_KIND_COLOR = 6,
    /**
     * `name` of a bone.
     */
    MUTOSCOPE_FIELD_KIND_BONE = 7,
    /**
     * `name` of a socket.
     */
    MUTOSCOPE_FIELD_KIND_SOCKET = 8,
    /**
     * `text`: a reference as it was written.
     */
    MUTOSCOPE_FIELD_KIND_ASSET = 9,
    /**
     * `name` of a section.
     */
    MUTOSCOPE_FIELD_KIND_SECTION = 10,
} MutoscopeFieldKind;

/**
 * A bundle that is open. Worlds that play it keep what they need after it was closed.
 */
typedef struct MutoscopeBundle MutoscopeBundle;

/**
 * What a handler asks for, during its call.
 */
typedef struct MutoscopeCalls MutoscopeCalls;

/**
 * A world as it was between two steps, whole.
 */
typedef struct MutoscopeState MutoscopeState;

/**
 * Loads chunks of keys while characters play.
 */
typedef struct MutoscopeStreaming MutoscopeStreaming;

/**
 * A world of characters. One call at a time may use it, from any thread.
 */
typedef struct MutoscopeWorld MutoscopeWorld;

/**
 * Hash of a name, see `mutoscope_name`; 0 is no name.
 */
typedef uint64_t MutoscopeName;

/**
 * Called once when nobody uses the bytes any more, on whichever thread was the last to use them.
 */
typedef void (*MutoscopeReleaseFn)(void *user);

/**
 * Translation, rotation and scale, in this order applied last to first.
 */
typedef struct {
    /**
     * Metres.
     */
    float translation[3];
    /**
     * Quaternion x, y, z, w of unit length.
     */
    float rotation[4];
    /**
     * Factor on each axis, 1 for none.
     */
    float scale[3];
} MutoscopeTransform;

/**
 * A bone of a skeleton; parents come before their children.
 */
typedef struct {
    /**
     * Hash of its name.
     */
    MutoscopeName name;
    /**
     * Index of the parent; -1 for bone 0.
     */
    int32_t parent;
    /**
     * Reference pose, local to the parent.
     */
    MutoscopeTransform reference;
} MutoscopeBone;

/**
 * A named place on a bone.
 */
typedef struct {
    /**
     * Hash of its name.
     */
    MutoscopeName name;
    /**
     * Index of the bone.
     */
    uint32_t bone;
    /**
     * Relative to the bone.
     */
    MutoscopeTransform local;
} MutoscopeSocket;

/**
 * A parameter of a graph.
 */
typedef struct {
    /**
     * Hash of its name.
     */
    MutoscopeName name;
    /**
     * Value until a game sets another one.
     */
    double default_value;
    /**
     * 1: the transition that used it sets it back to 0.
     */
    uint32_t is_trigger;
    /**
     * Number of values of an enum; 0 of every other type.
     */
    uint32_t value_count;
} MutoscopeParameter;

/**
 * What is known of a clip or a montage.
 */
typedef struct {
    /**
     * Skeleton that it is for.
     */
    MutoscopeName skeleton;
    /**
     * Seconds from its start to its end.
     */
    float length;
    /**
     * 1 for a clip that plays as a loop; 0 otherwise.
     */
    uint32_t looping;
} MutoscopeTimeline;

/**
 * What is known of a mesh.
 */
typedef struct {
    /**
     * Skeleton that it is for.
     */
    MutoscopeName skeleton;
    /**
     * Number of levels of detail, at least 1; the first is the finest.
     */
    uint32_t lods;
    /**
     * Number of materials that parts refer to.
     */
    uint32_t materials;
} MutoscopeMesh;

/**
 * Arrays of a part of a mesh, in the memory of the bundle: they stay until it is closed. All of
 * vertices have `vertices` entries; one that the part does not have is null. Mesh space, metres.
 */
typedef struct {
    /**
     * Hash of its name.
     */
    MutoscopeName name;
    /**
     * Three numbers a vertex.
     */
    const float *positions;
    /**
     * Three numbers a vertex, of unit length.
     */
    const float *normals;
    /**
     * Four numbers a vertex: xyz of unit length, and w 1 or -1. May be null.
     */
    const float *tangents;
    /**
     * Two numbers a vertex; v runs downwards. May be null.
     */
    const float *uvs;
    /**
     * Four numbers a vertex, linear RGBA. May be null.
     */
    const float *colors;
    /**
     * `influences` slots of the palette a vertex, heaviest first.
     */
    const uint16_t *joints;
    /**
     * `influences` weights a vertex; they sum to 1.
     */
    const float *weights;
    /**
     * Three indices a triangle, counter-clockwise.
     */
    const uint32_t *indices;
    /**
     * Number of vertices.
     */
    uint32_t vertices;
    /**
     * Number of indices.
     */
    uint32_t index_count;
    /**
     * Joints of one vertex: 1, 4 or 8.
     */
    uint32_t influences;
    /**
     * Number of matrices in its palette.
     */
    uint32_t palette;
    /**
     * Number of its morph targets.
     */
    uint32_t morphs;
    /**
     * Index of its material in the mesh.
     */
    uint32_t material;
    /**
     * 1: dual quaternions. 0: linear.
     */
    uint32_t is_dual_quaternion;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopePart;

/**
 * Number of a character, chosen by the game that adds it.
 */
typedef uint32_t MutoscopeCharacter;

/**
 * A level of detail of a mesh.
 */
typedef struct {
    /**
     * Hash of the mesh's name.
     */
    MutoscopeName mesh;
    /**
     * 0 is the finest.
     */
    uint32_t lod;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeLevel;

/**
 * A matrix of three rows and four columns, row after row; the last column is the translation,
 * metres. A column vector stands at its right.
 */
typedef struct {
    /**
     * `rows[r * 4 + c]` is row r, column c.
     */
    float rows[12];
} MutoscopeMatrix;

/**
 * A morph target of a part of a level of a mesh.
 */
typedef struct {
    /**
     * Hash of its name, and of the curve that is its weight.
     */
    MutoscopeName name;
    /**
     * Weight where no such curve plays.
     */
    float default_weight;
    /**
     * Index of its part in the level.
     */
    uint32_t part;
    /**
     * Number of vertices that it moves.
     */
    uint32_t deltas;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeMorph;

/**
 * What a morph target at weight 1 adds to a vertex, mesh space.
 */
typedef struct {
    /**
     * Index of the vertex in the morph target's part.
     */
    uint32_t vertex;
    /**
     * Added to its position, metres.
     */
    float position[3];
    /**
     * Added to its normal, which is made unit length afterwards.
     */
    float normal[3];
    /**
     * Added to xyz of its tangent; 0 where the morph target does not turn tangents.
     */
    float tangent[3];
} MutoscopeMorphDelta;

/**
 * Runs a job, once, on any thread. What it does cannot fail.
 */
typedef void (*MutoscopeRunFn)(void *job);

/**
 * Takes a job: `run(job)` is called once, at once or later, on any thread.
 */
typedef void (*MutoscopeSubmitFn)(void *user, MutoscopeRunFn run, void *job);

/**
 * Runs another job of the game on the thread that waits for the step. Answers 1 if there was one,
 * and 0 where the thread is to sleep.
 */
typedef uint32_t (*MutoscopeHelpFn)(void *user);

/**
 * A job system of the game. Without `submit` there is none. A job that is never run is memory that
 * is never freed, and costs the step nothing else: the thread that steps works at what nobody has
 * begun.
 */
typedef struct {
    /**
     * Takes jobs; called on the thread that steps.
     */
    MutoscopeSubmitFn submit;
    /**
     * Helps while the step waits; may be null.
     */
    MutoscopeHelpFn help;
    /**
     * Given to both.
     */
    void *user;
    /**
     * Number of threads that work at jobs; 0 counts as 1.
     */
    uint32_t threads;
} MutoscopeJobs;

/**
 * Settings of a world. All zeros but the size is a world on the calling thread.
 */
typedef struct {
    /**
     * `sizeof(MutoscopeWorldSettings)`.
     */
    uint32_t size;
    /**
     * Threads of the library's own on which characters are evaluated; 0 for none. Ignored where
     * `jobs` has a `submit`.
     */
    uint32_t workers;
    /**
     * The game's own job system.
     */
    MutoscopeJobs jobs;
    /**
     * 1: the barrier moves from the end of a step to the start of the next one. Everything is seen
     * one step later and is otherwise the same.
     */
    uint32_t is_pipelined;
    /**
     * 1: `mutoscope_previous_models` and previous palettes can be read.
     */
    uint32_t keeps_previous;
} MutoscopeWorldSettings;

/**
 * How often a character is evaluated.
 */
typedef struct {
    /**
     * Ticks from one evaluation to the next; 0 counts as 1.
     */
    uint32_t every;
    /**
     * 1: the ticks between are left out whole. 0: only the pose waits.
     */
    uint32_t skips_updates;
    /**
     * 1: the shown pose goes from one evaluated pose to the next. 0: it stands between them.
     */
    uint32_t interpolates;
} MutoscopeRate;

/**
 * Transform of a bone that is given by name.
 */
typedef struct {
    /**
     * Name of the bone; one that the skeleton does not have is left out.
     */
    MutoscopeName bone;
    /**
     * Local to the parent bone.
     */
    MutoscopeTransform local;
    /**
     * Weight over the pose of the graph, 0 to 1. A live frame does not read it.
     */
    float weight;
} MutoscopeBonePose;

/**
 * A name with a number: a curve, or a parameter.
 */
typedef struct {
    /**
     * Hash of its name.
     */
    MutoscopeName name;
    /**
     * Value of the curve.
     */
    float value;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeCurve;

/**
 * One request to a character. Fields that its kind does not read are ignored.
 */
typedef struct {
    /**
     * `sizeof(MutoscopeRequest)`.
     */
    uint32_t size;
    /**
     * A `MutoscopeRequestKind`.
     */
    uint32_t kind;
    /**
     * What it is about.
     */
    MutoscopeName name;
    /**
     * A section.
     */
    MutoscopeName section;
    /**
     * A second section or montage.
     */
    MutoscopeName other;
    /**
     * Seconds, or a value.
     */
    double number;
    /**
     * Seconds.
     */
    double to;
    /**
     * Rate of play, 1 as authored.
     */
    float rate;
    /**
     * Seconds of a blend.
     */
    float duration;
    /**
     * A `MutoscopeStart`.
     */
    uint32_t start;
    /**
     * A mode or level.
     */
    uint32_t option;
    /**
     * 0 or 1.
     */
    uint32_t flag;
    /**
     * 0.
     */
    uint32_t reserved;
    /**
     * World space.
     */
    MutoscopeTransform place;
    /**
     * Bones of a live frame or of an external pose; read during the call alone.
     */
    const MutoscopeBonePose *bones;
    /**
     * Number of `bones`.
     */
    size_t bone_count;
    /**
     * Curves of a live frame; read during the call alone.
     */
    const MutoscopeCurve *curves;
    /**
     * Number of `curves`.
     */
    size_t curve_count;
} MutoscopeRequest;

/**
 * A parameter of a character's graph and its value.
 */
typedef struct {
    /**
     * Whose graph it is.
     */
    MutoscopeCharacter character;
    /**
     * 0.
     */
    uint32_t reserved;
    /**
     * Hash of the parameter's name.
     */
    MutoscopeName parameter;
    /**
     * A bool is 0 or 1, an enum the index of its value, a name the number of
     * `mutoscope_name_value`.
     */
    double value;
} MutoscopeParameterValue;

/**
 * Something that changed nothing in the last step.
 */
typedef struct {
    /**
     * Whom it was about.
     */
    MutoscopeCharacter character;
    /**
     * A `MutoscopeRefusalReason`.
     */
    uint32_t reason;
} MutoscopeRefusal;

/**
 * Something that happened in a step, or did not for a reason.
 */
typedef struct {
    /**
     * Seconds on the character's clock.
     */
    double time;
    /**
     * Seconds on the asset's timeline.
     */
    double position;
    /**
     * Of the notify, section, montage or warp target.
     */
    MutoscopeName name;
    /**
     * Id of the notify; 0 for events of montages.
     */
    uint64_t id;
    /**
     * The notify's socket; 0 for none.
     */
    MutoscopeName socket;
    /**
     * The montage or clip.
     */
    MutoscopeName asset;
    /**
     * Segment of the montage, see `MutoscopeSource`.
     */
    uint64_t segment;
    /**
     * What plays the timeline, by its `source_kind`.
     */
    uint32_t source;
    /**
     * A `MutoscopeSource`.
     */
    uint32_t source_kind;
    /**
     * A `MutoscopePhase`.
     */
    uint32_t phase;
    /**
     * What the phase says more.
     */
    uint32_t detail;
    /**
     * A `MutoscopeReason`.
     */
    uint32_t reason;
    /**
     * A `MutoscopeCause`.
     */
    uint32_t cause;
    /**
     * 1: of a branching point.
     */
    uint32_t is_branching;
    /**
     * Weight of the player of the timeline.
     */
    float weight;
    /**
     * Of a state or montage.
     */
    float seconds;
    /**
     * The two numbers that the rule compared.
     */
    float values[2];
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeEvent;

/**
 * Called while a step is made, on the thread that makes it, for everything that fires on the
 * character. What is asked for through `calls` at a branching point happens at once, everything
 * else in the next tick. It must not call anything of the world.
 */
typedef void (*MutoscopeEventFn)(void *user,
                                 MutoscopeCharacter character,
                                 const MutoscopeEvent *event,
                                 MutoscopeCalls *calls);

/**
 * Called in every tick of the character, `seconds` long, when montages have advanced and before
 * its graph is updated. What is asked of the graph counts in this tick. It must not call anything
 * of the world.
 */
typedef void (*MutoscopeUpdateFn)(void *user, MutoscopeCharacter character, double seconds, MutoscopeCalls *calls);

/**
 * A sphere that comes down along gravity, world space, metres.
 */
typedef struct {
    /**
     * Lowest point of the sphere at the start of the sweep.
     */
    double from[3];
    /**
     * Length of the sweep downwards, 0 or more.
     */
    double down;
    /**
     * Radius of the sphere; 0 makes the sweep a ray.
     */
    double radius;
} MutoscopeSweep;

/**
 * What a sweep met, world space, metres.
 */
typedef struct {
    /**
     * Where the lowest point of the sphere comes to lie.
     */
    double point[3];
    /**
     * Normal of the ground there, of unit length.
     */
    double normal[3];
} MutoscopeHit;

/**
 * Where a sphere comes to lie: answers 1 and writes `hit`, or 0 if it meets nothing. Called while
 * a step is made, on the thread that makes it.
 */
typedef uint32_t (*MutoscopeSweepFn)(void *user, const MutoscopeSweep *sweep, MutoscopeHit *hit);

/**
 * Changes root motion in place. Called on whichever thread works at the character, for several at
 * once. `placement` is that of the character at the start of the tick.
 */
typedef void (*MutoscopeRootMotionFn)(void *user,
                                      MutoscopeCharacter character,
                                      double dt,
                                      const MutoscopeTransform *placement,
                                      MutoscopeTransform *motion);

/**
 * An upright block that stands on the ground at its centre.
 */
typedef struct {
    /**
     * World x and z of its centre, metres.
     */
    double at[2];
    /**
     * Width (x), height (y) and depth (z) before it is turned, metres, each above 0.
     */
    double sides[3];
    /**
     * Its turn about +Y, radians.
     */
    double yaw;
} MutoscopeBlock;

/**
 * Ground by a formula, with blocks on it. Numbers that its shape does not read are ignored.
 */
typedef struct {
    /**
     * `sizeof(MutoscopeTerrain)`.
     */
    uint32_t size;
    /**
     * A `MutoscopeShape`.
     */
    uint32_t shape;
    /**
     * Height at the origin of the world, metres.
     */
    double height;
    /**
     * Turn of the uphill direction about +Y, from +Z towards +X, radians.
     */
    double heading;
    /**
     * Slope: its angle, radians; at most 80 degrees up or down.
     */
    double angle;
    /**
     * Stairs: height of a step, metres.
     */
    double rise;
    /**
     * Stairs: depth of a step, metres, above 0.001.
     */
    double run;
    /**
     * Waves: half the height from a trough to a crest, metres.
     */
    double amplitude;
    /**
     * Waves: metres from a crest to the next, above 0.001.
     */
    double length;
    /**
     * Ledges and obstacles; read during the call alone.
     */
    const MutoscopeBlock *blocks;
    /**
     * Number of `blocks`.
     */
    size_t block_count;
    /**
     * Stairs: number of steps, with level ground before the first and behind the last; 0 for no
     * end on either side.
     */
    uint32_t steps;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeTerrain;

/**
 * A value that a notify carries.
 */
typedef struct {
    /**
     * Hash of its name in the class of the notify.
     */
    MutoscopeName field;
    /**
     * A name, by its kind.
     */
    MutoscopeName name;
    /**
     * UTF-8 without a zero; it stays until the next step of the world.
     */
    const char *text;
    /**
     * Bytes of the text.
     */
    size_t text_length;
    /**
     * Numbers, by its kind; others are 0.
     */
    float numbers[4];
    /**
     * A whole number, by its kind.
     */
    int32_t integer;
    /**
     * A `MutoscopeFieldKind`.
     */
    uint32_t kind;
} MutoscopeField;

/**
 * A montage that plays on a character.
 */
typedef struct {
    /**
     * Its name.
     */
    MutoscopeName montage;
    /**
     * Section that plays.
     */
    MutoscopeName section;
    /**
     * Section that follows, forwards; 0 ends the montage.
     */
    MutoscopeName next_section;
    /**
     * Seconds on its timeline.
     */
    double position;
    /**
     * Seconds until its natural blend-out begins; below 0 for none ahead.
     */
    double to_blend_out;
    /**
     * Id of this playing.
     */
    uint32_t instance;
    /**
     * Weight of its blends, 0 to 1.
     */
    float weight;
    /**
     * Play rate; negative plays backwards.
     */
    float rate;
    /**
     * 1: it moves by itself.
     */
    uint32_t is_playing;
    /**
     * 1: it is blending out.
     */
    uint32_t is_stopped;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeMontage;

/**
 * Something that was played when the bundle was written, on a character of seed 0 at the origin.
 */
typedef struct {
    /**
     * The montage or graph.
     */
    MutoscopeName name;
    /**
     * Seconds of a tick.
     */
    double dt;
    /**
     * 1: a graph. 0: a montage at rate 1.
     */
    uint32_t is_graph;
    /**
     * Ticks that were recorded.
     */
    uint32_t ticks;
    /**
     * Parameters that were set meanwhile.
     */
    uint32_t settings;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeGolden;

/**
 * Hashes of all bits that a character showed in a step.
 */
typedef struct {
    /**
     * Of the pose.
     */
    uint64_t pose;
    /**
     * Of the events, in order.
     */
    uint64_t events;
    /**
     * Of where the character is.
     */
    uint64_t placement;
} MutoscopeGoldenTick;

/**
 * A parameter that was set before a tick, counted from 0.
 */
typedef struct {
    /**
     * Hash of the parameter's name.
     */
    MutoscopeName parameter;
    /**
     * Its value.
     */
    double value;
    /**
     * Set before this tick.
     */
    uint32_t tick;
    /**
     * 0.
     */
    uint32_t reserved;
} MutoscopeGoldenSetting;

/**
 * How clips are cut, and how much of them is in memory.
 */
typedef struct {
    /**
     * `sizeof(MutoscopeStreamingSettings)`.
     */
    uint32_t size;
    /**
     * Seconds of a chunk; 0 for 4.
     */
    float chunk;
    /**
     * Seconds: shorter clips are whole; 0 for 8.
     */
    float shortest;
    /**
     * 0.
     */
    uint32_t reserved;
    /**
     * Most bytes of keys in memory or ordered; 0 for 16 MiB.
     */
    uint64_t budget;
} MutoscopeStreamingSettings;

/**
 * Reads `length` bytes from byte `at` of the bundle's file on. Answers 1 if it has read them all,
 * and 0 otherwise: they are ordered again later. Called on a thread of the library's own, one call
 * at a time; it may wait.
 */
typedef uint32_t (*MutoscopeReadFn)(void *user, uint64_t at, uint8_t *into, size_t length);

/**
 * What is in memory and what is missing.
 */
typedef struct {
    /**
     * Bytes of the chunks in memory.
     */
    uint64_t here;
    /**
     * Bytes of the chunks that are ordered.
     */
    uint64_t ordered;
    /**
     * Number of chunks in memory.
     */
    uint64_t chunks_here;
    /**
     * Number of times that a frame was held because its own was missing.
     */
    uint64_t stalls;
    /**
     * 1: what ticks need now has no room.
     */
    uint32_t is_starved;
    /**
     * 1: a chunk could not be read; it is tried again.
     */
    uint32_t has_failed;
} MutoscopeStreamingStatus;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Version of the ABI that the library has, [`MUTOSCOPE_ABI_VERSION`] of its header. A program may
 * use it if it is not below that of the header that the program was compiled with.
 */
uint32_t mutoscope_abi_version(void);

/**
 * Copies the text of the calling thread's last failed call, UTF-8 with a zero at its end, as much
 * as there is room for. Returns the length of the whole text without the zero, in bytes; 0 if no
 * call has failed. `text` may be null where `capacity` is 0.
 *
 * Contract:
 * `text` points to `capacity` bytes that may be written.
 */
size_t mutoscope_last_error(char *text, size_t capacity);

/**
 * Text of a result in a few words, with a zero at its end. It is never freed.
 */
const char *mutoscope_result_text(uint32_t result);

/**
 * Hash of a name, FNV-1a of 64 bits of its UTF-8 bytes; 0 for an empty one. `utf8` may be null
 * where `length` is 0. Names are compared as bytes: `PG_Hero` is not `pg_hero`.
 *
 * Contract:
 * `utf8` points to `length` bytes.
 */
MutoscopeName mutoscope_name(const char *utf8, size_t length);

/**
 * The value that a parameter of the type name has for a name.
 */
double mutoscope_name_value(MutoscopeName name);

/**
 * Opens a bundle from memory, whose bytes are copied: the game may free them at once.
 *
 * Contract:
 * `bytes` points to `length` bytes, `bundle` to a pointer that may be written.
 */
MutoscopeResult mutoscope_bundle_open(const uint8_t *bytes, size_t length, MutoscopeBundle **bundle);

/**
 * Opens a bundle in the game's own memory, such as a mapped file, without a copy. The memory
 * begins at a multiple of 16 bytes, can be read up to the next multiple of 16 behind its end, and
 * does not change until `release` is called; that happens in this call where it fails. `release`
 * may be null for memory that is never given back.
 *
 * Contract:
 * `bytes` is as said above, `bundle` points to a pointer that may be written, `release` may be
 * called on any thread.
 */
MutoscopeResult mutoscope_bundle_open_in_place(const uint8_t *bytes,
                                               size_t length,
                                               MutoscopeReleaseFn release,
                                               void *user,
                                               MutoscopeBundle **bundle);

/**
 * Reads a bundle's file into memory and opens it. `path` is UTF-8 without a zero. Pipes and devices
 * are refused; memory is taken once the start of the file agrees with its length.
 *
 * Contract:
 * `path` points to `length` bytes, `bundle` to a pointer that may be written.
 */
MutoscopeResult mutoscope_bundle_open_file(const char *path, size_t length, MutoscopeBundle **bundle);

/**
 * Closes a bundle; null is nothing. Worlds, streams and what they show stay.
 *
 * Contract:
 * `bundle` was opened, is not closed yet and is not used any more, nor are pointers into it.
 */
void mutoscope_bundle_close(MutoscopeBundle *bundle);

/**
 * Hashes of the names in a list of the bundle, ascending; `kind` is a `MutoscopeKind`. `count` is
 * told how many there are. With a null `names` and 0 for `capacity` nothing else is written.
 *
 * Contract:
 * `names` points to `capacity` numbers, `count` to a number; both may be written.
 */
MutoscopeResult mutoscope_bundle_names(const MutoscopeBundle *bundle,
                                       uint32_t kind,
                                       MutoscopeName *names,
                                       size_t capacity,
                                       size_t *count);

/**
 * Spelling of a name, UTF-8. `text` is told where it is, without a zero at its end, and `length`
 * its bytes; it stays until the bundle is closed.
 *
 * Contract:
 * `text` and `length` may be written.
 */
MutoscopeResult mutoscope_bundle_text(const MutoscopeBundle *bundle,
                                      MutoscopeName name,
                                      const char **text,
                                      size_t *length);

/**
 * Bones of a skeleton, in the order of poses. With a null `bones` and 0 for `capacity`, `count`
 * alone is written.
 *
 * Contract:
 * `bones` points to `capacity` entries, `count` to a number; both may be written.
 */
MutoscopeResult mutoscope_skeleton_bones(const MutoscopeBundle *bundle,
                                         MutoscopeName name,
                                         MutoscopeBone *bones,
                                         size_t capacity,
                                         size_t *count);

/**
 * Sockets of a skeleton. With a null `sockets` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `sockets` points to `capacity` entries, `count` to a number; both may be written.
 */
MutoscopeResult mutoscope_skeleton_sockets(const MutoscopeBundle *bundle,
                                           MutoscopeName name,
                                           MutoscopeSocket *sockets,
                                           size_t capacity,
                                           size_t *count);

/**
 * Skeleton of a graph.
 *
 * Contract:
 * `skeleton` may be written.
 */
MutoscopeResult mutoscope_graph_skeleton(const MutoscopeBundle *bundle, MutoscopeName name, MutoscopeName *skeleton);

/**
 * Parameters of a graph. With a null `parameters` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `parameters` points to `capacity` entries, `count` to a number; both may be written.
 */
MutoscopeResult mutoscope_graph_parameters(const MutoscopeBundle *bundle,
                                           MutoscopeName name,
                                           MutoscopeParameter *parameters,
                                           size_t capacity,
                                           size_t *count);

/**
 * What is known of a clip.
 *
 * Contract:
 * `timeline` may be written.
 */
MutoscopeResult mutoscope_clip(const MutoscopeBundle *bundle, MutoscopeName name, MutoscopeTimeline *timeline);

/**
 * What is known of a montage.
 *
 * Contract:
 * `timeline` may be written.
 */
MutoscopeResult mutoscope_montage(const MutoscopeBundle *bundle, MutoscopeName name, MutoscopeTimeline *timeline);

/**
 * What is known of a mesh.
 *
 * Contract:
 * `known` may be written.
 */
MutoscopeResult mutoscope_mesh(const MutoscopeBundle *bundle, MutoscopeName name, MutoscopeMesh *known);

/**
 * Part of the picture's height below which the next finer level is left for this one, and the
 * number of its parts.
 *
 * Contract:
 * `screen_size` and `parts` may be written.
 */
MutoscopeResult mutoscope_mesh_lod(const MutoscopeBundle *bundle,
                                   MutoscopeName name,
                                   uint32_t lod,
                                   float *screen_size,
                                   uint32_t *parts);

/**
 * A part of a level of a mesh.
 *
 * Contract:
 * `known` may be written.
 */
MutoscopeResult mutoscope_mesh_part(const MutoscopeBundle *bundle,
                                    MutoscopeName name,
                                    uint32_t lod,
                                    uint32_t part,
                                    MutoscopePart *known);

/**
 * Skinning matrices of all parts of a level of a mesh, part after part, for one character: they
 * take a vertex from mesh space to model space. `which` is a `MutoscopePalette`. With a null
 * `matrices` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `world` is a world, `matrices` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_palettes(MutoscopeWorld *world,
                                   MutoscopeCharacter character,
                                   MutoscopeLevel of,
                                   uint32_t which,
                                   MutoscopeMatrix *matrices,
                                   size_t capacity,
                                   size_t *count);

/**
 * Weights of the morph targets of all parts of a level of a mesh, part after part. With a null
 * `weights` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `world` is a world, `weights` points to `capacity` numbers, `count` to a number.
 */
MutoscopeResult mutoscope_morph_weights(MutoscopeWorld *world,
                                        MutoscopeCharacter character,
                                        MutoscopeLevel of,
                                        float *weights,
                                        size_t capacity,
                                        size_t *count);

/**
 * Morph targets of all parts of a level of a mesh, part after part: in the order of
 * `mutoscope_morph_weights`. With a null `morphs` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `morphs` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_morphs(const MutoscopeBundle *bundle,
                                 MutoscopeLevel of,
                                 MutoscopeMorph *morphs,
                                 size_t capacity,
                                 size_t *count);

/**
 * What a morph target of a level of a mesh does to vertices. `morph` is its index among those of
 * `mutoscope_morphs`. With a null `deltas` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `deltas` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_morph_deltas(const MutoscopeBundle *bundle,
                                       MutoscopeLevel of,
                                       uint32_t morph,
                                       MutoscopeMorphDelta *deltas,
                                       size_t capacity,
                                       size_t *count);

/**
 * Makes a world without characters that plays the bundle. `settings` may be null.
 *
 * Contract:
 * `settings` is null or begins with its size, `world` may be written. The functions of the job
 * system may be called until the world is destroyed.
 */
MutoscopeResult mutoscope_world_create(const MutoscopeBundle *bundle,
                                       const MutoscopeWorldSettings *settings,
                                       MutoscopeWorld **world);

/**
 * Destroys a world; null is nothing. Its characters have no further events.
 *
 * Contract:
 * `world` was made, is not destroyed yet, is in no call and is not used any more.
 */
void mutoscope_world_destroy(MutoscopeWorld *world);

/**
 * One tick of `dt` seconds with everything that was asked for since the last one, in that order;
 * requests count after everything else. A `dt` below 0 and NaN count as 0. Answers `Refused` if
 * something changed nothing, see `mutoscope_world_refusals`; the step was made all the same.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_world_step(MutoscopeWorld *world, double dt);

/**
 * A step up to where workers have it; what is open is finished before. Between this call and
 * `mutoscope_world_finish` readers see the step before.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_world_kick(MutoscopeWorld *world, double dt);

/**
 * Waits for workers, helping them, and completes the step. Nothing if no step is open.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_world_finish(MutoscopeWorld *world);

/**
 * Waits for one character of an open step, and for whom it follows or copies: its pose of this
 * step can be read from now on.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_world_sync(MutoscopeWorld *world, MutoscopeCharacter character);

/**
 * Goes on with another bundle, from the next step on: what plays is found again by its name.
 *
 * Contract:
 * `world` is a world, `bundle` a bundle.
 */
MutoscopeResult mutoscope_world_set_bundle(MutoscopeWorld *world, const MutoscopeBundle *bundle);

/**
 * Ids of all characters, ascending. With a null `characters` and 0 for `capacity`, `count` alone
 * is written.
 *
 * Contract:
 * `world` is a world, `characters` points to `capacity` numbers, `count` to a number.
 */
MutoscopeResult mutoscope_world_characters(MutoscopeWorld *world,
                                           MutoscopeCharacter *characters,
                                           size_t capacity,
                                           size_t *count);

/**
 * Adds a character in the place of one of this id. `seed` decides notifies with a chance below 1.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_character_add(MutoscopeWorld *world,
                                        MutoscopeCharacter character,
                                        MutoscopeName skeleton,
                                        uint64_t seed);

/**
 * Removes a character in the next step.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_character_remove(MutoscopeWorld *world, MutoscopeCharacter character);

/**
 * Places several characters in the world, in the order of the arrays. `how` is a
 * `MutoscopePlacing`.
 *
 * Contract:
 * `world` is a world, `characters` and `placements` point to `count` values.
 */
MutoscopeResult mutoscope_characters_place(MutoscopeWorld *world,
                                           uint32_t how,
                                           const MutoscopeCharacter *characters,
                                           const MutoscopeTransform *placements,
                                           size_t count);

/**
 * Root motion moves the character again that was carried.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_character_let_go(MutoscopeWorld *world, MutoscopeCharacter character);

/**
 * Shows the pose of `leader`, of the same tick, by the names of bones. A null `leader` lets the
 * character go on by itself.
 *
 * Contract:
 * `world` is a world, `leader` is null or can be read.
 */
MutoscopeResult mutoscope_character_follow(MutoscopeWorld *world,
                                           MutoscopeCharacter character,
                                           const MutoscopeCharacter *leader);

/**
 * The Copy Pose nodes of the character's graph that name this partner show what `from` shows in
 * the same tick. A null `from` lets them pass.
 *
 * Contract:
 * `world` is a world, `from` is null or can be read.
 */
MutoscopeResult mutoscope_character_copy_pose(MutoscopeWorld *world,
                                              MutoscopeCharacter character,
                                              MutoscopeName partner,
                                              const MutoscopeCharacter *from);

/**
 * A montage of the character goes where a montage of `leader` goes, from the next advance on. A
 * null `leader` lets it go on by itself.
 *
 * Contract:
 * `world` is a world, `leader` is null or can be read.
 */
MutoscopeResult mutoscope_character_follow_montage(MutoscopeWorld *world,
                                                   MutoscopeCharacter character,
                                                   MutoscopeName montage,
                                                   const MutoscopeCharacter *leader,
                                                   MutoscopeName leader_montage);

/**
 * A warp target of the character goes where a bone or socket of another character (or its own) was
 * shown last, moved by `offset` in it; with 0 for `bone`, where that character stands. A null `of`
 * leaves the target where it is. A null `offset` is none.
 *
 * Contract:
 * `world` is a world, `of` and `offset` are null or can be read.
 */
MutoscopeResult mutoscope_character_follow_target(MutoscopeWorld *world,
                                                  MutoscopeCharacter character,
                                                  MutoscopeName target,
                                                  const MutoscopeCharacter *of,
                                                  MutoscopeName bone,
                                                  const MutoscopeTransform *offset);

/**
 * Sets the ticks in which the character is evaluated from now on.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_character_set_rate(MutoscopeWorld *world, MutoscopeCharacter character, MutoscopeRate rate);

/**
 * Sets how much of the character is worked out, a `MutoscopeVisibility`.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_character_set_visibility(MutoscopeWorld *world,
                                                   MutoscopeCharacter character,
                                                   uint32_t visibility);

/**
 * 1: the character is evaluated on the thread that steps. It gives the same.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_character_set_immediate(MutoscopeWorld *world,
                                                  MutoscopeCharacter character,
                                                  uint32_t is_immediate);

/**
 * Steps made so far, and whether one is open (1) or not (0). Each may be null.
 *
 * Contract:
 * `world` is a world, `tick` and `is_open` are null or may be written.
 */
MutoscopeResult mutoscope_world_tick(MutoscopeWorld *world, uint64_t *tick, uint32_t *is_open);

/**
 * Asks a character for something, in the next step.
 *
 * Contract:
 * `world` is a world, `asked` begins with its size and its arrays can be read.
 */
MutoscopeResult mutoscope_ask(MutoscopeWorld *world, MutoscopeCharacter character, const MutoscopeRequest *asked);

/**
 * Plays a montage from where its direction of play begins, in place of its group.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_play_montage(MutoscopeWorld *world,
                                       MutoscopeCharacter character,
                                       MutoscopeName montage,
                                       float rate);

/**
 * Plays a graph; 0 gives back the graph of the character's slots.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_play_graph(MutoscopeWorld *world, MutoscopeCharacter character, MutoscopeName graph);

/**
 * Sets parameters of the graphs of any number of characters, in the order of the array.
 *
 * Contract:
 * `world` is a world, `values` points to `count` values.
 */
MutoscopeResult mutoscope_set_parameters(MutoscopeWorld *world, const MutoscopeParameterValue *values, size_t count);

/**
 * What the last step refused, in its order. With a null `refusals` and 0 for `capacity`, `count`
 * alone is written.
 *
 * Contract:
 * `world` is a world, `refusals` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_world_refusals(MutoscopeWorld *world,
                                         MutoscopeRefusal *refusals,
                                         size_t capacity,
                                         size_t *count);

/**
 * Words for a `MutoscopeRefusalReason`, with a zero at the end. They are never freed.
 */
const char *mutoscope_refusal_text(uint32_t reason);

/**
 * Sets the functions that hear of everything that happens to a character, at once. Both may be
 * null. The character must be in the world: it is after the step that adds it. No step may be
 * open.
 *
 * Contract:
 * `world` is a world; the functions may be called with `user` until others are set, the character
 * is removed or the world is destroyed. They return, and throw nothing.
 */
MutoscopeResult mutoscope_character_set_handler(MutoscopeWorld *world,
                                                MutoscopeCharacter character,
                                                MutoscopeEventFn on_event,
                                                MutoscopeUpdateFn on_update,
                                                void *user);

/**
 * Asks for something from within a handler.
 *
 * Contract:
 * `calls` is what the handler was given, in the same call; `asked` as of `mutoscope_ask`.
 */
MutoscopeResult mutoscope_calls_ask(MutoscopeCalls *calls, const MutoscopeRequest *asked);

/**
 * Destroys the character from within a handler: everything that has begun ends.
 *
 * Contract:
 * `calls` is what the handler was given, in the same call.
 */
MutoscopeResult mutoscope_calls_destroy(MutoscopeCalls *calls);

/**
 * Sets the function that knows the ground; null for none. It counts while neither a level nor a
 * terrain is set.
 *
 * Contract:
 * `world` is a world; the function may be called with `user` until another is set or the world is
 * destroyed. It returns, and throws nothing.
 */
MutoscopeResult mutoscope_world_set_ground(MutoscopeWorld *world, MutoscopeSweepFn sweep, void *user);

/**
 * Every character stands on level ground of this height, metres, from the next step on, in place of
 * a terrain; NaN lets the function of `mutoscope_world_set_ground` answer again.
 *
 * Contract:
 * `world` is a world.
 */
MutoscopeResult mutoscope_world_set_level(MutoscopeWorld *world, double height);

/**
 * Sets the functions that change root motion: `before`, in the frame of the root, and `after`,
 * along the axes of the world. Both may be null.
 *
 * Contract:
 * `world` is a world; the functions may be called with `user`, on several threads at once, until
 * others are set or the world is destroyed. They return, and throw nothing.
 */
MutoscopeResult mutoscope_world_set_root_motion(MutoscopeWorld *world,
                                                MutoscopeRootMotionFn before,
                                                MutoscopeRootMotionFn after,
                                                void *user);

/**
 * Every character stands on this terrain from the next step on, until another one or a level is
 * set. NaN as the height of `mutoscope_world_set_level` lets the function of
 * `mutoscope_world_set_ground` answer again. Answers `Range` for a shape that there is not, a
 * number that is not finite, a length or side that is too small, and a slope that is too steep.
 *
 * Contract:
 * `world` is a world, `terrain` begins with its size, and its blocks can be read.
 */
MutoscopeResult mutoscope_world_set_terrain(MutoscopeWorld *world, const MutoscopeTerrain *terrain);

/**
 * Words for a `MutoscopeReason`, with a zero at the end. They are never freed.
 */
const char *mutoscope_reason_text(uint32_t reason);

/**
 * Events of a character in the last step, in their order; while a step is open, of the step before
 * it. `event_size` is `sizeof(MutoscopeEvent)`. With a null `events` and 0 for `capacity`, `count`
 * alone is written.
 *
 * Contract:
 * `world` is a world, `events` points to `capacity` entries of `event_size` bytes, `count` to a
 * number.
 */
MutoscopeResult mutoscope_events(MutoscopeWorld *world,
                                 MutoscopeCharacter character,
                                 size_t event_size,
                                 MutoscopeEvent *events,
                                 size_t capacity,
                                 size_t *count);

/**
 * Values that the notify of an event carries. `class` is told its class, 0 for a notify without
 * one; it may be null. With a null `fields` and 0 for `capacity`, `class` and `count` alone are
 * written.
 *
 * Contract:
 * `world` is a world, `event` is an event that it gave, `fields` points to `capacity` entries,
 * `class` and `count` to numbers.
 */
MutoscopeResult mutoscope_event_fields(MutoscopeWorld *world,
                                       const MutoscopeEvent *event,
                                       MutoscopeName *class_,
                                       MutoscopeField *fields,
                                       size_t capacity,
                                       size_t *count);

/**
 * Local transforms of a character's bones, in the order of its skeleton. With a null `locals` and
 * 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `world` is a world, `locals` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_locals(MutoscopeWorld *world,
                                 MutoscopeCharacter character,
                                 MutoscopeTransform *locals,
                                 size_t capacity,
                                 size_t *count);

/**
 * Model-space matrices of the bones of several characters, one character after the other: `counts`
 * is told the number of bones of each. With a null `models` and 0 for `capacity`, `counts` and
 * `count`, the sum, alone are written.
 *
 * Contract:
 * `world` is a world, `characters` and `counts` point to `character_count` values, `models` to
 * `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_models(MutoscopeWorld *world,
                                 const MutoscopeCharacter *characters,
                                 size_t character_count,
                                 MutoscopeMatrix *models,
                                 size_t capacity,
                                 size_t *counts,
                                 size_t *count);

/**
 * Model-space matrices that a character showed before the last step, for motion vectors. The world
 * must have been made with `keeps_previous`. Of a character that was not there yet, what it shows
 * now.
 *
 * Contract:
 * `world` is a world, `models` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_previous_models(MutoscopeWorld *world,
                                          MutoscopeCharacter character,
                                          MutoscopeMatrix *models,
                                          size_t capacity,
                                          size_t *count);

/**
 * Curves of the character's pose, ascending by the hash of their name. A curve that nothing has
 * set is not there. With a null `curves` and 0 for `capacity`, `count` alone is written.
 *
 * Contract:
 * `world` is a world, `curves` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_curves(MutoscopeWorld *world,
                                 MutoscopeCharacter character,
                                 MutoscopeCurve *curves,
                                 size_t capacity,
                                 size_t *count);

/**
 * Value of one curve; `Unknown` where nothing in the pose has set it.
 *
 * Contract:
 * `world` is a world, `value` may be written.
 */
MutoscopeResult mutoscope_curve(MutoscopeWorld *world, MutoscopeCharacter character, MutoscopeName name, float *value);

/**
 * Model-space matrix of a bone or socket by its name.
 *
 * Contract:
 * `world` is a world, `matrix` may be written.
 */
MutoscopeResult mutoscope_bone(MutoscopeWorld *world,
                               MutoscopeCharacter character,
                               MutoscopeName name,
                               MutoscopeMatrix *matrix);

/**
 * Placement of a character, world space, and its root motion of the last step in the frame of the
 * root at its start. Each may be null.
 *
 * Contract:
 * `world` is a world, `placement` and `root_motion` are null or may be written.
 */
MutoscopeResult mutoscope_placement(MutoscopeWorld *world,
                                    MutoscopeCharacter character,
                                    MutoscopeTransform *placement,
                                    MutoscopeTransform *root_motion);

/**
 * Montages that play on a character, in their order. With a null `montages` and 0 for `capacity`,
 * `count` alone is written.
 *
 * Contract:
 * `world` is a world, `montages` points to `capacity` entries of `montage_size` bytes, `count` to
 * a number.
 */
MutoscopeResult mutoscope_montages(MutoscopeWorld *world,
                                   MutoscopeCharacter character,
                                   size_t montage_size,
                                   MutoscopeMontage *montages,
                                   size_t capacity,
                                   size_t *count);

/**
 * Number of times that the character's evaluation or handler came to an end inside, and the text
 * of the last one, as `mutoscope_last_error` gives texts. The character goes on with its last
 * pose.
 *
 * Contract:
 * `world` is a world, `faults` may be written, `text` points to `capacity` bytes.
 */
MutoscopeResult mutoscope_character_faults(MutoscopeWorld *world,
                                           MutoscopeCharacter character,
                                           uint32_t *faults,
                                           char *text,
                                           size_t capacity);

/**
 * Saves a world. No step may be open. Inputs that wait for the next step are not in it.
 *
 * Contract:
 * `world` is a world, `state` may be written.
 */
MutoscopeResult mutoscope_world_save(MutoscopeWorld *world, MutoscopeState **state);

/**
 * Goes back to a state of this world, or of one that plays the same bundle. What follows is, bit
 * for bit, what followed then. An open step is dropped, and inputs that wait are, too. A state can
 * be gone back to again and again.
 *
 * Contract:
 * `world` is a world, `state` a state.
 */
MutoscopeResult mutoscope_world_restore(MutoscopeWorld *world, const MutoscopeState *state);

/**
 * Destroys a state; null is nothing.
 *
 * Contract:
 * `state` was saved, is not destroyed yet and is not used any more.
 */
void mutoscope_state_destroy(MutoscopeState *state);

/**
 * What was recorded when the bundle was written: montages first, then graphs. With a null
 * `recorded` and 0 for `capacity`, `count` alone is written. `Unknown` where the bits are those of
 * another rule of floating point, so that nothing follows from a difference.
 *
 * Contract:
 * `recorded` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_golden(const MutoscopeBundle *bundle,
                                 MutoscopeGolden *recorded,
                                 size_t capacity,
                                 size_t *count);

/**
 * What a recording must give in each of its ticks.
 *
 * Contract:
 * `ticks` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_golden_ticks(const MutoscopeBundle *bundle,
                                       size_t index,
                                       MutoscopeGoldenTick *ticks,
                                       size_t capacity,
                                       size_t *count);

/**
 * Parameters that a recording sets, ascending by tick.
 *
 * Contract:
 * `settings` points to `capacity` entries, `count` to a number.
 */
MutoscopeResult mutoscope_golden_settings(const MutoscopeBundle *bundle,
                                          size_t index,
                                          MutoscopeGoldenSetting *settings,
                                          size_t capacity,
                                          size_t *count);

/**
 * Hashes of what a character shows now, to be compared with a recording.
 *
 * Contract:
 * `world` is a world, `tick` may be written.
 */
MutoscopeResult mutoscope_hash(MutoscopeWorld *world, MutoscopeCharacter character, MutoscopeGoldenTick *tick);

/**
 * Plays a bundle with long clips in chunks from its file, which `read` reads. `settings` may be
 * null. The rest of the bundle is copied: it may be closed at once.
 *
 * Contract:
 * `bundle` is a bundle, `settings` is null or begins with its size, `streaming` may be written;
 * `read` may be called with `user` on another thread until the stream is destroyed.
 */
MutoscopeResult mutoscope_streaming_create(const MutoscopeBundle *bundle,
                                           const MutoscopeStreamingSettings *stream,
                                           MutoscopeReadFn read,
                                           void *user,
                                           MutoscopeStreaming **streaming);

/**
 * The bundle that worlds play. It belongs to the stream: it is not closed, and stays until the
 * stream is destroyed.
 *
 * Contract:
 * `streaming` is a stream, `bundle` may be written.
 */
MutoscopeResult mutoscope_streaming_bundle(const MutoscopeStreaming *streaming, const MutoscopeBundle **bundle);

/**
 * Between two steps: takes what came and orders what is needed. Never waits, but with `waits` 1,
 * behind a loading screen, for all that is ordered. `status` may be null. No world that plays the
 * stream may be in a call.
 *
 * Contract:
 * `streaming` is a stream in no other call, `status` is null or may be written.
 */
MutoscopeResult mutoscope_streaming_update(MutoscopeStreaming *streaming,
                                           uint32_t waits,
                                           MutoscopeStreamingStatus *status);

/**
 * Asks for the keys at a time of a clip, seconds, before it is played.
 *
 * Contract:
 * `streaming` is a stream.
 */
MutoscopeResult mutoscope_streaming_prefetch(const MutoscopeStreaming *streaming, MutoscopeName clip, double time);

/**
 * Copies why a chunk could not be read, as `mutoscope_last_error` copies texts, and returns the
 * length of the text; 0 without a failure.
 *
 * Contract:
 * `streaming` is null or a stream, `text` points to `capacity` bytes.
 */
size_t mutoscope_streaming_failure(const MutoscopeStreaming *streaming, char *text, size_t capacity);

/**
 * Destroys a stream; null is nothing. Worlds that play it hold the frames that are there.
 *
 * Contract:
 * `streaming` was made, is not destroyed yet and is not used any more, nor is its bundle.
 */
void mutoscope_streaming_destroy(MutoscopeStreaming *streaming);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MUTOSCOPE_H */
