//! Code points of the embedded icon font: a subset of Phosphor.

/// Sockets and virtual bones.
pub const ANCHOR: &str = "\u{E514}";
/// Icon for going to the page or folder above.
pub const ARROW_UP: &str = "\u{E08E}";
/// Undo, and back to a default value.
pub const ARROW_U_UP_LEFT: &str = "\u{E08A}";
/// Icon for redo.
pub const ARROW_U_UP_RIGHT: &str = "\u{E08C}";
/// Bones, skeletons and keys of bones.
pub const BONE: &str = "\u{E7F2}";
/// A box with handles.
pub const BOUNDING_BOX: &str = "\u{E6CE}";
/// An open group, and buttons that open a menu.
pub const CARET_DOWN: &str = "\u{E136}";
/// One frame back, and what lies left of the view.
pub const CARET_LEFT: &str = "\u{E138}";
/// One frame forward, a folded group, the next step of a path, and what lies right of the view.
pub const CARET_RIGHT: &str = "\u{E13A}";
/// Going to what is before.
pub const CARET_UP: &str = "\u{E13C}";
/// Something that is on or met.
pub const CHECK: &str = "\u{E182}";
/// Success, and buttons that confirm.
pub const CHECK_CIRCLE: &str = "\u{E184}";
/// Jobs, and lanes of timing.
pub const CLOCK: &str = "\u{E19A}";
/// The recorded session, and going back in it.
pub const CLOCK_COUNTER_CLOCKWISE: &str = "\u{E1A0}";
/// Icon for meshes and props.
pub const CUBE: &str = "\u{E1DA}";
/// Handles, and buttons that wait for a click elsewhere.
pub const CURSOR: &str = "\u{E1DC}";
/// Notifies, notify classes and parameters.
pub const DIAMOND: &str = "\u{E1EC}";
/// Icon for import.
pub const DOWNLOAD_SIMPLE: &str = "\u{E20C}";
/// Export of a bundle.
pub const EXPORT: &str = "\u{EAF0}";
/// Something that is shown, and previews.
pub const EYE: &str = "\u{E220}";
/// Something that is hidden.
pub const EYE_SLASH: &str = "\u{E224}";
/// Files, and comments on the canvas.
pub const FILE: &str = "\u{E230}";
/// Montages and the timeline.
pub const FILM_STRIP: &str = "\u{E792}";
/// Saving, and saved poses.
pub const FLOPPY_DISK: &str = "\u{E248}";
/// Assets, folders and opening.
pub const FOLDER: &str = "\u{E24A}";
/// Driving, and notifies of footsteps.
pub const FOOTPRINTS: &str = "\u{EA88}";
/// Bringing everything into view.
pub const FRAME_CORNERS: &str = "\u{E626}";
/// Icon for filters of rows.
pub const FUNNEL: &str = "\u{E266}";
/// Icon of a ghost, for poses of other moments.
pub const GHOST: &str = "\u{E62A}";
/// Blend spaces, the ground grid and putting nodes in order.
pub const GRID_FOUR: &str = "\u{E296}";
/// Solo of a notify track.
pub const HEADPHONES: &str = "\u{E2A6}";
/// Icon for the home folder.
pub const HOUSE: &str = "\u{E2C2}";
/// Textures, and bounds of meshes.
pub const IMAGE: &str = "\u{E2CA}";
/// Details, names and explanations.
pub const INFO: &str = "\u{E2CE}";
/// Quick slots, which digits place.
pub const KEYBOARD: &str = "\u{E2D8}";
/// Notifies that move with a segment.
pub const LINK: &str = "\u{E2E2}";
/// The event log and sections.
pub const LIST: &str = "\u{E2F0}";
/// A locked track, panel or value.
pub const LOCK_SIMPLE: &str = "\u{E308}";

/// Snapping, and notifies that warp.
pub const MAGNET: &str = "\u{E680}";
/// Icon for search fields.
pub const MAGNIFYING_GLASS: &str = "\u{E30C}";
/// Pose graphs, paths of roots and curves.
pub const PATH: &str = "\u{E39C}";
/// Pause of playback.
pub const PAUSE: &str = "\u{E39E}";
/// Skin weights, and notifies that stretch with a segment.
pub const PERCENT: &str = "\u{E3B6}";
/// The character, poses and pose assets.
pub const PERSON: &str = "\u{E3A8}";
/// A character that moves: foot slide, sync markers and following it.
pub const PERSON_SIMPLE_WALK: &str = "\u{E73A}";
/// Start of playback, and the entry of a state machine.
pub const PLAY: &str = "\u{E3D0}";
/// Icon for adding something.
pub const PLUS: &str = "\u{E3D4}";
/// Notifies that stay at their time.
pub const PUSH_PIN: &str = "\u{E3E2}";
/// Looping, and graph nodes of machines, controls and links without an icon of their own.
pub const REPEAT: &str = "\u{E3F6}";
/// Icon of a curved line.
pub const SCRIBBLE: &str = "\u{E806}";
/// Icon for jumping to the start.
pub const SKIP_BACK: &str = "\u{E5A4}";
/// Icon for jumping to the end.
pub const SKIP_FORWARD: &str = "\u{E5A6}";
/// A notify track that is heard.
pub const SPEAKER_SIMPLE_HIGH: &str = "\u{E450}";
/// A notify track that another one's solo silences.
pub const SPEAKER_SIMPLE_NONE: &str = "\u{E454}";
/// A muted notify track.
pub const SPEAKER_SIMPLE_SLASH: &str = "\u{E456}";
/// Things that stand for several: slots, sub-graphs, tabs and copies.
pub const STACK: &str = "\u{E466}";
/// Deleting something.
pub const TRASH: &str = "\u{E4A6}";
/// The viewport, its cameras, and notifies for cameras.
pub const VIDEO_CAMERA: &str = "\u{E4DA}";
/// Warnings and problems.
pub const WARNING: &str = "\u{E4E0}";
/// Clips, compression, frame-rate sweeps, plots and notifies with sound.
pub const WAVEFORM: &str = "\u{E802}";
/// Closing or removing something.
pub const X: &str = "\u{E4F6}";
/// Errors, and notifies of hits.
pub const X_CIRCLE: &str = "\u{E4F8}";
