//! “Render picture or video”: the choice while it is made. It stays as it was chosen last.

use crate::{
    icons,
    parts::{self, FieldEdit, NumberField},
    theme,
    viewport::{FootageCamera, OverlaySettings},
};
use egui::{Align, ComboBox, Layout, RichText, Sense, Ui};
use footage::{
    BurnIn, FootageError, FootageOrder, FootageOutput, FootageShot, FrameRate, across, around,
    every, frame_count,
};
use glam::UVec2;
use render::CameraSide;
use words::{Noun, Word, noun, tr, word};

const WIDTH: f32 = 560.0;
/// Frame rates of film, television and games.
const RATES: [&str; 11] = [
    "12", "15", "23.976", "24", "25", "29.97", "30", "50", "59.94", "60", "120",
];
/// Pixels of a side at most; devices have limits of their own.
const MOST_PIXELS: u32 = 16_384;
/// Pictures around the character, and moments of a sheet.
const COUNTS: std::ops::RangeInclusive<f64> = 1.0..=1000.0;
/// Seconds of a graph that plays on without end.
const GRAPH_SECONDS: f64 = 5.0;

/// Kind of output: a picture, a sequence, a turntable, a sheet or a video.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FootageKind {
    Picture,
    Sequence,
    Turntable,
    Sheet,
    #[default]
    Video,
}

impl FootageKind {
    const ALL: [(Self, Word, Word); 5] = [
        (
            Self::Picture,
            word!("Picture"),
            word!("The current view as one .png file."),
        ),
        (
            Self::Sequence,
            word!("Picture sequence"),
            word!("One numbered .png file per frame."),
        ),
        (
            Self::Turntable,
            word!("Turntable"),
            word!("The current pose from all sides."),
        ),
        (
            Self::Sheet,
            word!("Contact sheet"),
            word!("Moments of the range side by side in one .png file."),
        ),
        (
            Self::Video,
            word!("Video"),
            word!("One .avi file (Motion JPEG), for players and editing programs."),
        ),
    ];

    fn has_range(self) -> bool {
        !matches!(self, Self::Picture | Self::Turntable)
    }
}

/// Part of the animation that is rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FootageRange {
    #[default]
    Whole,
    Loop,
    /// Between two chosen times.
    Times,
}

/// Size of the rendered pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FootageSize {
    Viewport,
    #[default]
    FullHd,
    Hd,
    Square,
    Custom,
}

impl FootageSize {
    const ALL: [Self; 5] = [
        Self::Viewport,
        Self::FullHd,
        Self::Hd,
        Self::Square,
        Self::Custom,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Viewport => tr!("Viewport"),
            Self::FullHd => "1920×1080",
            Self::Hd => "1280×720",
            Self::Square => "1080×1080",
            Self::Custom => tr!("Custom"),
        }
    }
}

const CAMERAS: [(FootageCamera, Word); 6] = [
    (FootageCamera::Current, word!("Current view")),
    (FootageCamera::Side(CameraSide::Front), word!("Front")),
    (FootageCamera::Side(CameraSide::Left), word!("Left")),
    (FootageCamera::Side(CameraSide::Right), word!("Right")),
    (FootageCamera::Side(CameraSide::Back), word!("Back")),
    (FootageCamera::Side(CameraSide::Top), word!("Top")),
];

/// State of the open asset, as far as the footage choice depends on it.
#[derive(Clone, Debug, Default)]
pub struct FootageStage {
    /// The name of what plays.
    pub name: String,
    /// Seconds of a clip or a montage; None for what plays on without end, and for what does not
    /// play.
    pub length: Option<f64>,
    /// Frames a second of a clip or a montage.
    pub frame_rate: Option<f64>,
    /// The part that repeats, seconds.
    pub looped: Option<(f64, f64)>,
    /// Whether time goes on in it.
    pub plays: bool,
    /// Seconds that a graph was driven last.
    pub driven: Option<f64>,
    /// Pixels of the viewport.
    pub viewport: Option<UVec2>,
}

/// The choice, while it is made and until the place is known.
#[derive(Clone, Debug)]
pub struct FootageChoice {
    /// The dialog is on the screen.
    pub is_open: bool,
    kind: FootageKind,
    range: FootageRange,
    times: (f64, f64),
    rate: FrameRate,
    /// Pictures of a turn.
    pictures: u32,
    /// Moments of a sheet.
    moments: u32,
    columns: u32,
    is_round_video: bool,
    /// A driven graph plays what it was driven with.
    pub follows_drive: bool,
    size: FootageSize,
    custom: UVec2,
    /// The view that pictures are taken from.
    pub camera: FootageCamera,
    /// The grid is drawn.
    pub grid: bool,
    /// Bones are drawn.
    pub bones: bool,
    /// The path of root motion is drawn.
    pub trail: bool,
    /// The preview ground and targets are drawn.
    pub ground: bool,
    burn_in: BurnIn,
    /// State of the open asset when the dialog opened.
    pub stage: FootageStage,
}

impl Default for FootageChoice {
    fn default() -> Self {
        Self {
            is_open: false,
            kind: FootageKind::default(),
            range: FootageRange::default(),
            times: (0.0, GRAPH_SECONDS),
            rate: FrameRate::default(),
            pictures: 36,
            moments: 12,
            columns: 4,
            is_round_video: false,
            follows_drive: false,
            size: FootageSize::default(),
            custom: UVec2::new(1920, 1080),
            camera: FootageCamera::default(),
            grid: true,
            bones: false,
            trail: false,
            ground: true,
            burn_in: BurnIn::default(),
            stage: FootageStage::default(),
        }
    }
}

pub(super) enum FootageChoiceStep {
    Choose,
    Cancel,
}

impl FootageChoice {
    /// Opens the dialog with the last choices, for `stage`. Takes overlays as the viewport shows
    /// them.
    pub(super) fn open(&mut self, stage: FootageStage, shown: &OverlaySettings) {
        let is_other = self.stage.name != stage.name;
        if !stage.plays && self.kind.has_range() {
            self.kind = FootageKind::Picture;
        }
        if is_other {
            self.times = (0.0, stage.length.unwrap_or(GRAPH_SECONDS));
            self.range = FootageRange::Whole;
        }
        if stage.looped.is_none() && self.range == FootageRange::Loop {
            self.range = FootageRange::Whole;
        }
        self.follows_drive &= stage.driven.is_some();
        (self.grid, self.bones, self.trail) = (shown.grid, shown.bones, shown.trail);
        self.stage = stage;
        self.is_open = true;
    }

    /// Seconds, from and to.
    pub fn span(&self) -> (f64, f64) {
        match (self.range, self.stage.length, self.stage.looped) {
            (FootageRange::Whole, Some(length), _) => (0.0, length),
            (FootageRange::Loop, _, Some(looped)) => looped,
            (FootageRange::Whole, None, _) if self.follows_drive => {
                (0.0, self.stage.driven.unwrap_or(GRAPH_SECONDS))
            }
            _ => self.times,
        }
    }

    /// Whether the pictures are of the moment that the viewport shows.
    pub fn is_held(&self) -> bool {
        !self.kind.has_range()
    }

    /// Whether one video file comes out.
    pub fn is_video(&self) -> bool {
        self.kind == FootageKind::Video
            || (self.kind == FootageKind::Turntable && self.is_round_video)
    }

    /// Size of a picture, pixels.
    pub fn size(&self) -> UVec2 {
        match self.size {
            FootageSize::Viewport => self.stage.viewport.unwrap_or(self.custom),
            FootageSize::FullHd => UVec2::new(1920, 1080),
            FootageSize::Hd => UVec2::new(1280, 720),
            FootageSize::Square => UVec2::splat(1080),
            FootageSize::Custom => self.custom,
        }
    }

    /// The order for the footage. An error for a range without a frame, and for one with too many.
    pub fn order(&self) -> Result<FootageOrder, FootageError> {
        let (from, to) = self.span();
        let shots: Vec<FootageShot> = match self.kind {
            FootageKind::Picture => around(1, 0.0),
            FootageKind::Turntable => around(self.pictures, 0.0),
            FootageKind::Sheet if to < from => return Err(FootageError::Empty),
            FootageKind::Sheet => across(self.moments, from, to),
            FootageKind::Sequence | FootageKind::Video => every(self.rate, from, to)?,
        };
        let output = match self.kind {
            _ if self.is_video() => FootageOutput::Video(self.rate),
            FootageKind::Sheet => FootageOutput::Sheet {
                columns: self.columns,
            },
            _ => FootageOutput::Pictures,
        };
        Ok(FootageOrder {
            shots,
            output,
            burn_in: self.burn_in,
        })
    }

    /// One line about the output; Err with the reason if there is no output.
    fn summary(&self) -> Result<String, String> {
        let size = self.size();
        let size = format!("{}×{}", size.x, size.y);
        let (from, to) = self.span();
        let frames = |what: Noun| {
            let count = frame_count(self.rate, from, to).map_err(|why| why.to_string())?;
            let seconds = self.rate.time(count);
            Ok(format!(
                "{}, {seconds:.2} s, {size}",
                parts::count(count as usize, what)
            ))
        };
        match self.kind {
            FootageKind::Picture => Ok(tr!("1 picture, {size}")),
            FootageKind::Turntable if self.is_round_video => {
                let seconds = self.rate.time(self.pictures);
                Ok(tr!("{} frames, {seconds:.2} s, {size}", self.pictures))
            }
            FootageKind::Turntable => Ok(tr!("{} pictures, {size}", self.pictures)),
            FootageKind::Sheet if to < from => Err(FootageError::Empty.to_string()),
            FootageKind::Sheet => Ok(tr!("{} moments of {size}", self.moments)),
            FootageKind::Sequence => frames(noun!("picture")),
            FootageKind::Video => frames(noun!("frame")),
        }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui) -> Option<FootageChoiceStep> {
        ui.set_width(WIDTH);
        ui.label(RichText::new(tr!("Render picture or video")).font(theme::title()));
        ui.add_space(8.0);
        self.kind_ui(ui);
        if self.kind.has_range() {
            self.range_ui(ui);
        }
        self.count_ui(ui);
        self.size_ui(ui);
        self.camera_ui(ui);
        self.shown_ui(ui);
        ui.add_space(12.0);
        self.buttons_ui(ui)
    }

    fn kind_ui(&mut self, ui: &mut Ui) {
        parts::property(ui, tr!("Output"), |ui| {
            for (kind, title, line) in FootageKind::ALL {
                let is_there = self.stage.plays || !kind.has_range();
                let button = |ui: &mut Ui| parts::toggle_button(ui, &title, self.kind == kind);
                let button = ui.add_enabled_ui(is_there, button).inner;
                let button = button
                    .on_hover_text(line.text())
                    .on_disabled_hover_text(tr!(
                        "Open a clip, a montage, a graph or a blend space first"
                    ));
                if button.clicked() {
                    self.kind = kind;
                }
            }
        });
    }

    fn range_ui(&mut self, ui: &mut Ui) {
        let whole = match (self.stage.length, self.follows_drive) {
            (Some(_), _) => Some(tr!("Whole")),
            (None, true) => Some(tr!("Whole drive")),
            (None, false) => None,
        };
        if self.stage.driven.is_some() {
            let line = tr!("Replays the last drive instead of the parameters as they are set.");
            check_ui(
                ui,
                tr!("Input"),
                &mut [(&mut self.follows_drive, tr!("Last drive"), line)],
            );
        }
        parts::property(ui, tr!("Range"), |ui| {
            let ranges = [
                whole.map(|title| (FootageRange::Whole, title)),
                self.stage
                    .looped
                    .map(|_| (FootageRange::Loop, tr!("Loop range"))),
                Some((FootageRange::Times, tr!("From – to"))),
            ];
            for (range, title) in ranges.into_iter().flatten() {
                let is_on =
                    self.range == range || (whole.is_none() && range == FootageRange::Times);
                if parts::toggle_button(ui, title, is_on).clicked() {
                    self.range = range;
                }
            }
            let is_typed = self.range == FootageRange::Times || whole.is_none();
            if !is_typed {
                let (from, to) = self.span();
                ui.label(RichText::new(format!("{from:.3} – {to:.3} s")).color(theme::TEXT_2));
            } else {
                let most = self.stage.length.unwrap_or(3600.0);
                seconds_ui(ui, tr!("From"), &mut self.times.0, most);
                ui.label(RichText::new("–").color(theme::TEXT_2));
                seconds_ui(ui, tr!("To"), &mut self.times.1, most);
            }
        });
    }

    /// Fields for the number of pictures and their frame rate.
    fn count_ui(&mut self, ui: &mut Ui) {
        if self.kind == FootageKind::Turntable {
            parts::property(ui, tr!("Save as"), |ui| {
                for (is_video, title) in
                    [(false, tr!("Pictures (.png)")), (true, tr!("Video (.avi)"))]
                {
                    if parts::toggle_button(ui, title, self.is_round_video == is_video).clicked() {
                        self.is_round_video = is_video;
                    }
                }
            });
        }
        match self.kind {
            FootageKind::Turntable if self.is_round_video => {
                whole_ui(ui, tr!("Frames per turn"), &mut self.pictures)
            }
            FootageKind::Turntable => whole_ui(ui, tr!("Pictures"), &mut self.pictures),
            FootageKind::Sheet => {
                whole_ui(ui, tr!("Moments"), &mut self.moments);
                whole_ui(ui, tr!("Columns"), &mut self.columns);
            }
            _ => {}
        }
        if self.kind == FootageKind::Sequence || self.is_video() {
            parts::property(ui, tr!("Frame rate"), |ui| {
                let shown = tr!("{} fps", self.rate);
                let list = ComboBox::from_id_salt("frame rate").icon(parts::chevron);
                let response = list.width(140.0).selected_text(shown).show_ui(ui, |ui| {
                    for rate in RATES.iter().filter_map(|text| text.parse().ok()) {
                        ui.selectable_value(&mut self.rate, rate, tr!("{rate} fps"));
                    }
                });
                response.response.accessible_name(tr!("Frame rate"));
            });
        }
    }

    fn size_ui(&mut self, ui: &mut Ui) {
        parts::property(ui, tr!("Size"), |ui| {
            for size in FootageSize::ALL {
                if size == FootageSize::Viewport && self.stage.viewport.is_none() {
                    continue;
                }
                if parts::toggle_button(ui, size.title(), self.size == size).clicked() {
                    self.custom = self.size();
                    self.size = size;
                }
            }
            if self.size == FootageSize::Viewport {
                let size = self.size();
                let text = format!("{}×{}", size.x, size.y);
                ui.label(RichText::new(text).color(theme::TEXT_2));
            }
        });
        if self.size == FootageSize::Custom {
            parts::property(ui, tr!("Custom size"), |ui| {
                pixels_ui(ui, tr!("Width"), &mut self.custom.x);
                ui.label(RichText::new("×").color(theme::TEXT_2));
                pixels_ui(ui, tr!("Height"), &mut self.custom.y);
            });
        }
    }

    fn camera_ui(&mut self, ui: &mut Ui) {
        parts::property(ui, tr!("Camera"), |ui| {
            let shown = CAMERAS.iter().find(|(camera, _)| *camera == self.camera);
            let list = ComboBox::from_id_salt("camera").icon(parts::chevron);
            let list = list
                .width(140.0)
                .selected_text(shown.map_or("", |(_, title)| title));
            let response = list.show_ui(ui, |ui| {
                for (camera, title) in CAMERAS {
                    ui.selectable_value(&mut self.camera, camera, title.text());
                }
            });
            response.response.accessible_name(tr!("Camera"));
        });
    }

    fn shown_ui(&mut self, ui: &mut Ui) {
        let Self {
            grid,
            bones,
            trail,
            ground,
            burn_in,
            ..
        } = self;
        let mut shown = [
            (
                grid,
                tr!("Grid"),
                tr!("The ground grid and the shadow on it."),
            ),
            (bones, tr!("Bones"), tr!("The skeleton over the character.")),
            (
                trail,
                tr!("Root path"),
                tr!("The path that root motion takes."),
            ),
            (
                ground,
                tr!("Ground"),
                tr!("The preview ground and the targets, where the viewport shows them."),
            ),
        ];
        check_ui(ui, tr!("Show"), &mut shown);
        let mut texts = [
            (
                &mut burn_in.name,
                tr!("Name"),
                tr!("The name of what plays."),
            ),
            (&mut burn_in.time, tr!("Time"), tr!("The time in seconds.")),
            (
                &mut burn_in.frame,
                tr!("Frame"),
                tr!("The frame number of a clip or montage."),
            ),
            (
                &mut burn_in.state,
                tr!("Section or state"),
                tr!("The section of a montage, the states of a graph."),
            ),
        ];
        check_ui(ui, tr!("Burn in"), &mut texts);
    }

    fn buttons_ui(&self, ui: &mut Ui) -> Option<FootageChoiceStep> {
        let (mut step, summary) = (None, self.summary());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let go_on = ui.add_enabled_ui(summary.is_ok(), |ui| {
                parts::button(ui, Some(icons::FILM_STRIP), tr!("Render…"), true)
            });
            if ui.ctx().memory(|memory| memory.focused().is_none()) {
                go_on.inner.request_focus();
            }
            if go_on.inner.clicked() {
                step = Some(FootageChoiceStep::Choose);
            }
            if parts::button(ui, None, tr!("Cancel"), false).clicked() {
                step = Some(FootageChoiceStep::Cancel);
            }
            let (text, color) = match summary {
                Ok(text) => (text, theme::TEXT_2),
                Err(why) => (sentence(&why), theme::WARN),
            };
            ui.label(RichText::new(text).font(theme::small()).color(color));
        });
        step
    }
}

fn check_ui(ui: &mut Ui, label: &str, boxes: &mut [(&mut bool, &str, &str)]) {
    parts::property(ui, label, |ui| {
        for (on, title, line) in boxes {
            if parts::check_box(ui, **on, title) {
                **on = !**on;
            }
            let text = egui::Label::new(*title).selectable(false);
            let text = ui.add(text.sense(Sense::click())).on_hover_text(*line);
            if text.clicked() {
                **on = !**on;
            }
            ui.add_space(10.0);
        }
    });
}

fn seconds_ui(ui: &mut Ui, name: &str, value: &mut f64, most: f64) {
    let field = NumberField {
        name,
        value: *value,
        unit: "s",
        decimals: 3,
        speed: 0.01,
        range: 0.0..=most,
        width: 76.0,
    };
    if let Some(set) = field.show(ui).and_then(FieldEdit::value) {
        *value = set;
    }
}

fn whole_ui(ui: &mut Ui, name: &str, value: &mut u32) {
    let field = NumberField {
        name,
        value: f64::from(*value),
        unit: "",
        decimals: 0,
        speed: 0.2,
        range: COUNTS,
        width: 76.0,
    };
    parts::property(ui, name, |ui| {
        if let Some(set) = field.show(ui).and_then(FieldEdit::value) {
            *value = set.round() as u32;
        }
    });
}

fn pixels_ui(ui: &mut Ui, name: &str, value: &mut u32) {
    let field = NumberField {
        name,
        value: f64::from(*value),
        unit: "px",
        decimals: 0,
        speed: 2.0,
        range: 1.0..=f64::from(MOST_PIXELS),
        width: 76.0,
    };
    if let Some(set) = field.show(ui).and_then(FieldEdit::value) {
        *value = set.round() as u32;
    }
}

/// `text` with a capital first letter, for a line that consists of it alone.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase());
    first.into_iter().flatten().chain(letters).collect()
}
