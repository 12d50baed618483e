//! The closed list of panels.

use crate::icons;
use asset::Id;
use egui::{Vec2, vec2};
use serde::{Deserialize, Serialize};
use words::tr;

/// A panel of the window. Its name is stored with arrangements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Panel {
    /// The nodes of a pose graph as a tree, and why it shows what it shows.
    Graph,
    Assets,
    Skeleton,
    /// Notifies under digits.
    QuickSlots,
    Viewport,
    Timeline,
    Compression,
    /// The pages of a pose graph.
    Canvas,
    /// Parameters of a pose graph, and the states that it is in.
    Parameters,
    Details,
    EventLog,
    Problems,
    Jobs,
    /// Uses of a notify's name in the project.
    FindUses,
    /// Results of a montage that depend on the frame rate.
    Sweep,
    /// Foot sliding in a blend space or a graph.
    Slide,
    /// The recorded session: lanes over time, and where it is rewound to.
    Session,
    /// Motion tests of the project.
    Tests,
    /// Why things happened in the session, and what an edit changes of it.
    Why,
    /// Copies of the shown character, and what their ticks take.
    Crowd,
    /// The ground, obstacles and targets that the project is previewed with.
    Preview,
    /// The user guide.
    Guide,
    /// A document beside the one in front. Open for as long as the window is; never part of what is
    /// kept.
    #[serde(skip)]
    Document(Id),
}

impl Panel {
    /// All panels that always exist, open or closed, in the order of the menu.
    pub const ALL: [Panel; 22] = [
        Panel::Graph,
        Panel::Assets,
        Panel::Skeleton,
        Panel::QuickSlots,
        Panel::Viewport,
        Panel::Timeline,
        Panel::Compression,
        Panel::Canvas,
        Panel::Parameters,
        Panel::Details,
        Panel::EventLog,
        Panel::Problems,
        Panel::Jobs,
        Panel::FindUses,
        Panel::Sweep,
        Panel::Slide,
        Panel::Session,
        Panel::Tests,
        Panel::Why,
        Panel::Crowd,
        Panel::Preview,
        Panel::Guide,
    ];

    /// The title of its tab and in the Window menu.
    pub fn title(self) -> &'static str {
        match self {
            Panel::Graph => tr!("Graph"),
            Panel::Assets => tr!("Assets"),
            Panel::Skeleton => tr!("Skeleton"),
            Panel::QuickSlots => tr!("Quick slots"),
            Panel::Viewport => tr!("Viewport"),
            Panel::Timeline => tr!("Timeline"),
            Panel::Compression => tr!("Compression"),
            Panel::Canvas => tr!("Canvas"),
            Panel::Parameters => tr!("Parameters"),
            Panel::Details => tr!("Details"),
            Panel::EventLog => tr!("Event log"),
            Panel::Problems => tr!("Problems"),
            Panel::Jobs => tr!("Jobs"),
            Panel::FindUses => tr!("Find uses"),
            Panel::Sweep => tr!("Frame-rate sweep"),
            Panel::Slide => tr!("Foot slide"),
            Panel::Session => tr!("Session"),
            Panel::Tests => tr!("Tests"),
            Panel::Why => tr!("Why?"),
            Panel::Crowd => tr!("Crowd"),
            Panel::Preview => tr!("Preview scene"),
            Panel::Guide => tr!("User guide"),
            Panel::Document(_) => tr!("Document"),
        }
    }

    /// The icon of its tab.
    pub fn icon(self) -> &'static str {
        match self {
            Panel::Graph => icons::PATH,
            Panel::Assets => icons::FOLDER,
            Panel::Skeleton => icons::BONE,
            Panel::QuickSlots => icons::KEYBOARD,
            Panel::Viewport => icons::VIDEO_CAMERA,
            Panel::Timeline | Panel::Document(_) => icons::FILM_STRIP,
            Panel::Compression => icons::WAVEFORM,
            Panel::Canvas => icons::PATH,
            Panel::Parameters => icons::DIAMOND,
            Panel::Details => icons::INFO,
            Panel::EventLog => icons::LIST,
            Panel::Problems => icons::WARNING,
            Panel::Jobs => icons::CLOCK,
            Panel::FindUses => icons::MAGNIFYING_GLASS,
            Panel::Sweep => icons::WAVEFORM,
            Panel::Slide => icons::PERSON_SIMPLE_WALK,
            Panel::Session => icons::CLOCK_COUNTER_CLOCKWISE,
            Panel::Tests => icons::CHECK_CIRCLE,
            Panel::Why => icons::MAGNIFYING_GLASS,
            Panel::Crowd => icons::PERSON,
            Panel::Preview => icons::PERSON_SIMPLE_WALK,
            Panel::Guide => icons::FILE,
        }
    }

    /// Smallest useful size of the panel, points.
    pub fn least(self) -> Vec2 {
        match self {
            Panel::Viewport => vec2(280.0, 160.0),
            Panel::Timeline
            | Panel::Compression
            | Panel::Parameters
            | Panel::Session
            | Panel::Document(_) => vec2(360.0, 140.0),
            Panel::Canvas => vec2(360.0, 240.0),
            Panel::Graph
            | Panel::Assets
            | Panel::Skeleton
            | Panel::QuickSlots
            | Panel::Details
            | Panel::Guide
            | Panel::Preview => vec2(200.0, 96.0),
            Panel::EventLog
            | Panel::Problems
            | Panel::Jobs
            | Panel::FindUses
            | Panel::Sweep
            | Panel::Tests
            | Panel::Why
            | Panel::Crowd
            | Panel::Slide => vec2(200.0, 72.0),
        }
    }

    /// Takes what the panels beside it leave, when the window changes its width.
    pub fn is_work_area(self) -> bool {
        self.has_handle() || matches!(self, Panel::Document(_))
    }

    /// The panel that stands in the tables of keys for all that are used alike.
    pub fn for_keys(self) -> Panel {
        match self {
            Panel::Document(_) | Panel::QuickSlots => Panel::Timeline,
            Panel::Problems
            | Panel::Jobs
            | Panel::FindUses
            | Panel::Sweep
            | Panel::Tests
            | Panel::Why
            | Panel::Crowd
            | Panel::Slide => Panel::EventLog,
            Panel::Graph => Panel::Canvas,
            Panel::Preview | Panel::Guide => Panel::Details,
            other => other,
        }
    }

    /// Has a handle of its own, so that it stands without a tab where it stands alone.
    pub fn has_handle(self) -> bool {
        matches!(
            self,
            Panel::Viewport
                | Panel::Timeline
                | Panel::Compression
                | Panel::Canvas
                | Panel::Parameters
        )
    }
}
