//! What a person chooses about the editor itself. Kept between starts, never part of a project.

#[cfg(test)]
mod tests;

use languages::Language;
use serde::{Deserialize, Serialize};
use words::tr;

/// Sizes of the window that can be chosen, percent.
pub const SCALES: [u32; 7] = [75, 90, 100, 125, 150, 175, 200];

/// Times until autosave that can be chosen, minutes; 0 is never.
pub const AUTOSAVES: [u32; 6] = [0, 1, 2, 5, 10, 30];

/// Limits of the undo history that can be chosen, megabytes.
pub const HISTORIES: [u32; 5] = [64, 128, 256, 512, 1024];

/// Unit in which the window shows and takes positions, distances and speeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    #[default]
    Metres,
    Centimetres,
}

impl Unit {
    /// Every unit, in the order of the menu.
    pub const ALL: [Unit; 2] = [Unit::Metres, Unit::Centimetres];

    /// The label in the preferences.
    pub fn title(self) -> &'static str {
        match self {
            Unit::Metres => tr!("Metres"),
            Unit::Centimetres => tr!("Centimetres"),
        }
    }

    /// The suffix behind a number.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Metres => "m",
            Unit::Centimetres => "cm",
        }
    }

    /// Number of these units in one metre.
    pub fn of_a_metre(self) -> f32 {
        match self {
            Unit::Metres => 1.0,
            Unit::Centimetres => 100.0,
        }
    }

    /// A length in metres, with this unit; a millimetre or so still shows.
    pub fn text(self, metres: f32) -> String {
        let decimals = match self {
            Unit::Metres => 2,
            Unit::Centimetres => 0,
        };
        format!(
            "{:.decimals$} {}",
            metres * self.of_a_metre(),
            self.symbol()
        )
    }
}

/// Whether and how the timeline scrolls with the playhead while it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Follow {
    Off,
    /// The view turns to the next page where the playhead leaves it.
    #[default]
    Page,
    /// The playhead stays in the middle.
    Smooth,
}

impl Follow {
    /// All values, in the order of the menu.
    pub const ALL: [Follow; 3] = [Follow::Off, Follow::Page, Follow::Smooth];

    /// The label in the preferences.
    pub fn title(self) -> &'static str {
        match self {
            Follow::Off => tr!("Off"),
            Follow::Page => tr!("Page"),
            Follow::Smooth => tr!("Smooth"),
        }
    }
}

/// Target to which a dragged item snaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapKind {
    Frames,
    Playhead,
    Sections,
    Segments,
    Notifies,
    StateEnds,
    LoopEnds,
    Notes,
    CurveKeys,
    SyncMarkers,
    Sounds,
}

impl SnapKind {
    /// Every kind, in the order of the menu and of the bits of [`SnapKinds`].
    pub const ALL: [SnapKind; 11] = [
        SnapKind::Frames,
        SnapKind::Playhead,
        SnapKind::Sections,
        SnapKind::Segments,
        SnapKind::Notifies,
        SnapKind::StateEnds,
        SnapKind::LoopEnds,
        SnapKind::Notes,
        SnapKind::CurveKeys,
        SnapKind::SyncMarkers,
        SnapKind::Sounds,
    ];

    /// The label in the menu of the magnet.
    pub fn title(self) -> &'static str {
        match self {
            SnapKind::Frames => tr!("Frames"),
            SnapKind::Playhead => tr!("Playhead"),
            SnapKind::Sections => tr!("Section starts"),
            SnapKind::Segments => tr!("Segment edges"),
            SnapKind::Notifies => tr!("Notifies"),
            SnapKind::StateEnds => tr!("State ends"),
            SnapKind::LoopEnds => tr!("Loop ends"),
            SnapKind::Notes => tr!("Notes"),
            SnapKind::CurveKeys => tr!("Curve keys"),
            SnapKind::SyncMarkers => tr!("Sync markers"),
            SnapKind::Sounds => tr!("Sounds"),
        }
    }
}

/// Set of snap kinds that are off: one bit each, in the order of [`SnapKind::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SnapKinds(u16);

impl SnapKinds {
    /// Whether items snap to this kind; by default they do to every one.
    pub fn has(self, kind: SnapKind) -> bool {
        self.0 & (1 << kind as u16) == 0
    }

    /// These kinds with this one turned on or off.
    pub fn toggled(self, kind: SnapKind) -> Self {
        Self(self.0 ^ (1 << kind as u16))
    }

    /// The kinds that are on, as a list in words.
    pub fn summary(self) -> String {
        let on: Vec<&str> = SnapKind::ALL
            .into_iter()
            .filter(|kind| self.has(*kind))
            .map(SnapKind::title)
            .collect();
        match on.as_slice() {
            [] => tr!("Nothing").to_owned(),
            all if all.len() == SnapKind::ALL.len() => tr!("Everything").to_owned(),
            [first, rest @ ..] => rest.iter().fold((*first).to_owned(), |text, title| {
                format!("{text}, {}", title.to_lowercase())
            }),
        }
    }
}

/// The program whose keys and mouse the hands know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputPreset {
    #[default]
    Unreal,
    Blender,
    Maya,
}

impl InputPreset {
    /// Every preset, in the order of the menu.
    pub const ALL: [InputPreset; 3] =
        [InputPreset::Unreal, InputPreset::Blender, InputPreset::Maya];

    /// The label in the preferences.
    pub fn name(self) -> &'static str {
        match self {
            InputPreset::Unreal => tr!("Unreal"),
            InputPreset::Blender => tr!("Blender"),
            InputPreset::Maya => tr!("Maya"),
        }
    }
}

/// Settings that the user has made in the preferences. Values from a file go through
/// [`Self::sound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The language of the window; None is that of the system, if there are texts in it.
    pub language: Option<Language>,
    /// The language that the command line asked for, in place of [`Self::language`] until one is
    /// chosen; never kept.
    #[serde(skip)]
    pub asked_language: Option<Language>,
    /// Size of everything in the window, percent; one of [`SCALES`].
    pub scale: u32,
    /// Unit of lengths and speeds in the window; the project keeps metres.
    pub unit: Unit,
    /// Minutes from an edit until the project saves itself; one of [`AUTOSAVES`], 0 for never.
    pub autosave: u32,
    /// Megabytes that the undo history may take; one of [`HISTORIES`].
    pub history: u32,
    /// Source files that change on disk come in again by themselves.
    pub reimport: bool,
    /// Threads that evaluate the preview.
    pub workers: usize,
    /// Whether motion in the window is reduced, so that nothing fades or glides.
    pub reduced_motion: bool,
    /// Whether and how the timeline scrolls with the playhead while it plays.
    pub follow: Follow,
    /// Targets to which dragged items snap.
    pub snapping: SnapKinds,
    /// Loudness of sounds in the preview, percent.
    pub volume: u32,
    /// The preview makes no sound.
    pub is_muted: bool,
}

impl Preferences {
    /// The language that the window has; None is that of the system.
    pub fn shown_language(&self) -> Option<Language> {
        self.asked_language.or(self.language)
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            asked_language: None,
            scale: 100,
            unit: Unit::Metres,
            autosave: 0,
            history: 256,
            reimport: false,
            workers: 2,
            reduced_motion: false,
            follow: Follow::default(),
            snapping: SnapKinds::default(),
            volume: 80,
            is_muted: false,
        }
    }
}

impl Preferences {
    /// The preferences with each value that this program or machine cannot use replaced.
    pub fn sound(mut self) -> Self {
        if !SCALES.contains(&self.scale) {
            self.scale = 100;
        }
        if !AUTOSAVES.contains(&self.autosave) {
            self.autosave = 0;
        }
        if !HISTORIES.contains(&self.history) {
            self.history = 256;
        }
        self.volume = self.volume.min(100);
        self.workers = self.workers.clamp(1, most_workers());
        self
    }

    /// The limit of the undo history in bytes.
    pub fn history_bytes(&self) -> usize {
        (self.history as usize) << 20
    }
}

/// The highest number of preview threads: one for each processor, at least 2, at most 64.
pub fn most_workers() -> usize {
    std::thread::available_parallelism()
        .map_or(1, usize::from)
        .clamp(2, 64)
}
