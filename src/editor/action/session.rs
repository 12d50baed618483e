//! The recorded session: where its playhead is, and what becomes of it.

use super::ActionContext;
use anim::Name;
use asset::{Id, Scenario};
use engine::CharacterId;
use session::{Predicate, SearchDirection};
use words::tr;

/// An action on the session of the Session panel.
#[derive(Clone, Debug)]
pub enum SessionAction {
    /// Stops what plays and shows the recording of it at its newest moment.
    Rewind,
    /// Shows what plays in the window again.
    GoLive,
    /// Plays on from the shown moment; what came after it stays as a branch.
    Continue,
    /// Shows the session after so many ticks.
    Seek(u64),
    /// Marks the moment in the recording.
    Mark,
    /// Asks for a session's file to open.
    Open,
    /// Asks for a session's file to show beside.
    OpenBeside,
    /// Shows a session that was left beside, by its index.
    BranchBeside(usize),
    /// Shows no other session beside.
    CloseBeside,
    /// Asks for a file to save the session in.
    Save,
    /// Asks for a file to save the series as a table.
    ExportCsv,
    /// Shows a session that was left, by its index.
    OpenBranch(usize),
    /// Keeps the edits: the session as it plays with them is the recorded one from now on.
    KeepEdit,
    /// Takes back the edits since the window was rewound.
    RevertEdit,
    /// Goes to the nearest moment in a direction at which something holds.
    Find(Predicate, SearchDirection),
    /// Runs the motion tests of the project.
    RunTests,
    /// Runs one motion test.
    RunTest(Id),
    /// Measures what could be expected of the marked span, for a new motion test.
    MakeTest,
    /// The motion test joins the project.
    AddTest(Box<Scenario>),
    /// Paints what the motion tests reach, or no longer.
    ToggleCoverage,
    /// The poses that a motion test compares with are those of now.
    RenewTest(Id),
    /// Plays a motion test and shows the moment after a tick of it.
    ShowTest(Id, usize),
    /// Shows the series of a bone, or no longer.
    WatchBone(Name),
    /// Shows the weight of a node, by its id and title, or no longer.
    WatchNode(u64, String),
    /// Shows the pose without a node beside, by the node's id, or no longer.
    ShowWithout(u64),
    /// Shows the series of another character.
    WatchCharacter(CharacterId),
}

impl SessionAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        let is_there = |is: bool, why| now.unless(is, why);
        let rewound = now.rewound;
        match self {
            Self::Rewind => is_there(
                !rewound.is_on() && now.active.is_some(),
                tr!("Nothing plays that could be rewound"),
            ),
            Self::GoLive => is_there(
                rewound.is_on() || rewound.is_apart(),
                tr!("What plays is already shown"),
            ),
            Self::Continue => is_there(
                rewound.is_on() && !rewound.is_apart(),
                tr!("Rewind what plays in the window first"),
            ),
            Self::KeepEdit | Self::RevertEdit => is_there(
                rewound.edited.is_some() && rewound.beside.is_none(),
                tr!("Rewind and edit something first"),
            ),
            Self::OpenBeside => is_there(
                !rewound.session.is_empty(),
                tr!("Open the Session panel or rewind first"),
            ),
            Self::CloseBeside => is_there(
                rewound.beside.is_some(),
                tr!("No other session is shown beside"),
            ),
            Self::Mark => is_there(now.active.is_some(), tr!("Nothing plays")),
            Self::Save | Self::ExportCsv => is_there(
                rewound.series.is_some(),
                tr!("Open the Session panel or rewind first"),
            ),
            Self::RunTests | Self::ToggleCoverage => is_there(
                !now.document.project().tests.is_empty(),
                tr!("The project has no motion tests"),
            ),
            Self::MakeTest => is_there(
                rewound.series.is_some() && !rewound.session.is_empty(),
                tr!("Open the Session panel or rewind first"),
            ),
            Self::Seek(_)
            | Self::RunTest(_)
            | Self::AddTest(_)
            | Self::RenewTest(_)
            | Self::ShowTest(..)
            | Self::Open
            | Self::OpenBranch(_)
            | Self::BranchBeside(_)
            | Self::Find(..)
            | Self::WatchBone(_)
            | Self::WatchNode(..)
            | Self::ShowWithout(_)
            | Self::WatchCharacter(_) => None,
        }
    }
}
