//! Playing what is open.

use super::ActionContext;
use anim::instance::RootMotionMode;
use asset::Id;
use studio::MontageScope;
use words::tr;

/// An action on the playback of the open document.
#[derive(Clone, Debug)]
pub enum TransportAction {
    TogglePlay,
    /// Plays at this rate; a negative rate plays backwards.
    PlayAt(f32),
    Pause,
    /// Moves the playhead to a time, seconds.
    Seek(f64),
    /// Moves the playhead to a time as [`Self::Seek`] does, and shows that time on the timeline.
    GoTo(f64),
    StepFrames(i32),
    GoToStart,
    GoToEnd,
    /// Goes to the next (true) or previous (false) edge of any item on the timeline.
    GoToEdge(bool),
    ToggleLoop,
    /// The part that repeats begins or ends at the playhead.
    LoopIn,
    LoopOut,
    LoopSelection,
    ClearLoop,
    /// Repeats the part of the timeline between two times, seconds.
    LoopOver(f64, f64),
    SetRate(f32),
    SetScope(MontageScope),
    /// Sets how the preview uses root motion.
    SetRootMotion(RootMotionMode),
    /// Restarts the engine, which then shows the same preview.
    Restart,
    /// Sounds of the preview are heard, or no longer.
    ToggleMute,
    /// Loudness of the preview, percent.
    SetVolume(u32),
    /// A sound of the project by itself, or no longer.
    TrySound(Id),
}

impl TransportAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::TogglePlay
            | Self::Pause
            | Self::GoToStart
            | Self::StepFrames(_)
            | Self::GoToEnd
            | Self::GoToEdge(_)
                if now.rewound.is_on() =>
            {
                None
            }
            Self::TogglePlay | Self::Pause | Self::GoToStart | Self::StepFrames(_) => {
                now.needs_something_that_plays()
            }
            Self::PlayAt(_)
            | Self::GoToEnd
            | Self::GoToEdge(_)
            | Self::ToggleLoop
            | Self::LoopIn
            | Self::LoopOut => now.needs_timeline(),
            Self::LoopSelection => now.needs_timeline().or(now.needs_selection()),
            Self::ClearLoop => now.unless(now.has_loop, tr!("This timeline has no loop region")),
            Self::Seek(_)
            | Self::GoTo(_)
            | Self::LoopOver(..)
            | Self::SetRate(_)
            | Self::SetScope(_)
            | Self::SetRootMotion(_)
            | Self::ToggleMute
            | Self::SetVolume(_)
            | Self::TrySound(_)
            | Self::Restart => None,
        }
    }

    /// Whether the action runs again while its key is held down.
    pub fn repeats(&self) -> bool {
        match self {
            Self::StepFrames(_) | Self::GoToEdge(_) => true,
            Self::TogglePlay
            | Self::PlayAt(_)
            | Self::Pause
            | Self::Seek(_)
            | Self::GoTo(_)
            | Self::GoToStart
            | Self::GoToEnd
            | Self::ToggleLoop
            | Self::LoopIn
            | Self::LoopOut
            | Self::LoopSelection
            | Self::ClearLoop
            | Self::LoopOver(..)
            | Self::SetRate(_)
            | Self::SetScope(_)
            | Self::SetRootMotion(_)
            | Self::ToggleMute
            | Self::SetVolume(_)
            | Self::TrySound(_)
            | Self::Restart => false,
        }
    }
}
