//! Design tokens: colours, sizes, fonts, and the style made of them. No colour is made anywhere
//! else.

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, Vec2,
    vec2,
};
use std::sync::Arc;
use words::{Word, word};

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Wells: timeline, canvas, fields, menu bar, status bar.
pub const BASE: Color32 = rgb(0x131416);
/// Panels, lane headers.
pub const PANEL: Color32 = rgb(0x1C1D20);
/// Group headers, buttons, pop-ups.
pub const RAISE: Color32 = rgb(0x292B2F);
/// Between panels and lanes.
pub const LINE: Color32 = rgb(0x0B0C0D);
/// Around fields; also the hover fill.
pub const HAIR: Color32 = rgb(0x33363B);
/// Around pop-ups, tooltips, toasts and hovered controls.
pub const HAIR_STRONG: Color32 = rgb(0x44484F);
/// Viewport background.
pub const VIEW: Color32 = rgb(0x17181B);

/// Values, names: the default text.
pub const TEXT: Color32 = rgb(0xDADCE0);
/// Colour of labels, secondary values and inactive icons.
pub const TEXT_2: Color32 = rgb(0x9DA1A9);
/// Units, hints, disabled; never the only carrier of a fact.
pub const TEXT_3: Color32 = rgb(0x6D727B);
/// Playhead, selected names.
pub const WHITE: Color32 = rgb(0xF4F5F7);

/// Selected, focused, on, primary action.
pub const ACCENT: Color32 = rgb(0xF0A540);
/// Fill of selected rows and of toggles that are on.
pub const ACCENT_FILL: Color32 = rgb(0x4A3617);
/// Colour of text on solid accent.
pub const ACCENT_TEXT: Color32 = rgb(0x1A1206);
/// Fired, done, within tolerance.
pub const OK: Color32 = rgb(0x4CB782);
/// Colour of warnings.
pub const WARN: Color32 = rgb(0xE3CF57);
/// Errors, and results that got worse.
pub const ERROR: Color32 = rgb(0xE8604C);
/// The X axis, in the viewport and in fields.
pub const AXIS_X: Color32 = rgb(0xE0525E);
/// The Y axis, in the viewport and in fields.
pub const AXIS_Y: Color32 = rgb(0x86BC46);
/// The Z axis, in the viewport and in fields.
pub const AXIS_Z: Color32 = rgb(0x4F8FEA);

/// Sections, notify tracks, curves; assigned in this order.
pub const PALETTE: [Color32; 8] = [
    rgb(0x6886E0),
    rgb(0x5AB0E6),
    rgb(0x2FB39A),
    rgb(0x9DB85A),
    rgb(0xC3B06A),
    rgb(0xD97FB0),
    rgb(0xA68BE0),
    rgb(0x7F8894),
];

/// The pin of what is true or false: a type, not an error, which is dashed.
pub const TRUTH: Color32 = rgb(0xE8604C);

/// Names of the colours, in the order of [`PALETTE`].
pub const PALETTE_NAMES: [Word; 8] = [
    word!("Blue"),
    word!("Sky"),
    word!("Teal"),
    word!("Lime"),
    word!("Sand"),
    word!("Pink"),
    word!("Violet"),
    word!("Slate"),
];

/// A palette colour; indices wrap.
pub fn category(index: u8) -> Color32 {
    PALETTE[index as usize % PALETTE.len()]
}

/// `part` of `color` over `under`.
pub fn over(under: Color32, color: Color32, part: f32) -> Color32 {
    under.lerp_to_gamma(color, part)
}

/// Height of the menu bar, points.
pub const MENU_BAR: f32 = 28.0;
/// Height of the row of open documents, points.
pub const DOCUMENT_TABS: f32 = 32.0;
/// Height of the tabs over a panel, points.
pub const PANEL_TABS: f32 = 28.0;
/// Height of a row of tools in a panel, points.
pub const TOOL_BAR: f32 = 32.0;
/// Height of the bar about changes that others have made on disk, points.
pub const OUTSIDE_BAR: f32 = 32.0;
/// Height of the status bar at the bottom, points.
pub const STATUS_BAR: f32 = 24.0;
/// Width of the names left of the lanes, points.
pub const LANE_HEADER: f32 = 200.0;
/// Height of the time ruler over the lanes, points.
pub const RULER: f32 = 28.0;
/// Height of the sections and jumps of a montage over its lanes, points.
pub const FLOW_STRIP: f32 = 72.0;
/// Height of a lane without a height of its own, points.
pub const LANE: f32 = 28.0;
/// Heights that a slot lane can be dragged to, points.
pub const SLOT_LANE: std::ops::RangeInclusive<f32> = 44.0..=160.0;
/// Heights that a curve lane can be dragged to, points.
pub const CURVE_LANE: std::ops::RangeInclusive<f32> = 56.0..=240.0;
/// Width of the left dock in a wide window, points, before anyone drags it.
pub const LEFT_DOCK: f32 = 280.0;
/// Width of the right column in a wide window, points, before anyone drags it.
pub const RIGHT_COLUMN: f32 = 440.0;
/// Height of a row of a list or of the details, points.
pub const ROW: f32 = 24.0;
/// Height of a row of a dense table, points.
pub const LOG_ROW: f32 = 22.0;
/// Height of a text or number field, points.
pub const FIELD: f32 = 20.0;
/// Side of a square button, and height of any other, points.
pub const BUTTON: f32 = 24.0;
/// Width of the labels left of the fields in the details, points.
pub const LABEL_COLUMN: f32 = 140.0;
/// Corner radius of controls, points.
pub const RADIUS: u8 = 3;

const MEDIUM: &str = "medium";
const SEMIBOLD: &str = "semibold";
const FILL: &str = "icons_fill";

/// 12 points, regular.
pub fn text() -> FontId {
    FontId::proportional(12.0)
}

/// Names of items, active tabs, buttons.
pub fn medium() -> FontId {
    FontId::new(12.0, FontFamily::Name(MEDIUM.into()))
}

/// Group headers, current time.
pub fn strong() -> FontId {
    FontId::new(12.0, FontFamily::Name(SEMIBOLD.into()))
}

/// Units, sub-labels, table cells, status bar.
pub fn small() -> FontId {
    FontId::proportional(11.0)
}

/// Font of dialog titles.
pub fn title() -> FontId {
    FontId::new(14.0, FontFamily::Name(SEMIBOLD.into()))
}

/// Numbers inside markers.
pub fn marker() -> FontId {
    FontId::new(10.0, strong().family)
}

/// The regular icons at this size, points.
pub fn icon(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Font of filled icons, only for play and pause.
pub fn icon_fill(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(FILL.into()))
}

/// Sets fonts and style of this context; egui's own quit and zoom keys are off.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    ctx.set_theme(egui::Theme::Dark);
    ctx.all_styles_mut(style);
    ctx.options_mut(|options| {
        options.quit_shortcuts.clear();
        options.zoom_with_keyboard = false;
    });
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8]| {
        fonts
            .font_data
            .insert(name.into(), Arc::new(FontData::from_static(bytes)));
    };
    add(
        "sans",
        include_bytes!("../../assets/fonts/MutoscopeSans-Regular.otf"),
    );
    add(
        "sans_medium",
        include_bytes!("../../assets/fonts/MutoscopeSans-Medium.otf"),
    );
    add(
        "sans_semibold",
        include_bytes!("../../assets/fonts/MutoscopeSans-SemiBold.otf"),
    );
    add(
        "icons",
        include_bytes!("../../assets/fonts/Phosphor-Subset.ttf"),
    );
    add(
        "icons_fill",
        include_bytes!("../../assets/fonts/Phosphor-Fill-Subset.ttf"),
    );
    let fallback = fonts
        .families
        .get(&FontFamily::Proportional)
        .cloned()
        .unwrap_or_default();
    let family = |first: &str| {
        let own = [first.to_owned(), "icons".to_owned()];
        own.into_iter()
            .chain(fallback.iter().cloned())
            .collect::<Vec<_>>()
    };
    let families = [
        (FontFamily::Proportional, family("sans")),
        (FontFamily::Monospace, family("sans")),
        (FontFamily::Name(MEDIUM.into()), family("sans_medium")),
        (FontFamily::Name(SEMIBOLD.into()), family("sans_semibold")),
        (FontFamily::Name(FILL.into()), family("icons_fill")),
    ];
    fonts.families.extend(families);
    fonts
}

fn style(style: &mut egui::Style) {
    use egui::TextStyle;
    style.text_styles = [
        (TextStyle::Body, text()),
        (TextStyle::Button, medium()),
        (TextStyle::Small, small()),
        (TextStyle::Monospace, text()),
        (TextStyle::Heading, title()),
    ]
    .into();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.tooltip_grace_time = 0.3;
    style.interaction.show_tooltips_only_when_still = false;
    style.animation_time = 0.0;
    spacing(&mut style.spacing);
    visuals(&mut style.visuals);
}

fn spacing(spacing: &mut egui::style::Spacing) {
    spacing.item_spacing = vec2(4.0, 4.0);
    spacing.button_padding = vec2(8.0, 2.0);
    spacing.menu_margin = Margin::same(4);
    spacing.window_margin = Margin::same(12);
    spacing.interact_size = vec2(20.0, FIELD);
    spacing.icon_width = 14.0;
    spacing.icon_spacing = 6.0;
    spacing.indent = 16.0;
    spacing.scroll.bar_width = 6.0;
    spacing.scroll.floating = false;
    spacing.scroll.foreground_color = false;
    spacing.scroll.bar_inner_margin = 2.0;
    spacing.scroll.bar_outer_margin = 0.0;
}

fn visuals(visuals: &mut egui::Visuals) {
    *visuals = egui::Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = RAISE;
    visuals.window_stroke = Stroke::new(1.0, HAIR_STRONG);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.window_shadow = egui::Shadow::NONE;
    visuals.popup_shadow = egui::Shadow::NONE;
    visuals.extreme_bg_color = BASE;
    visuals.faint_bg_color = PANEL;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(TEXT_2);
    visuals.warn_fg_color = WARN;
    visuals.error_fg_color = ERROR;
    visuals.hyperlink_color = ACCENT;
    visuals.selection.bg_fill = ACCENT_FILL;
    visuals.selection.stroke = Stroke::new(1.0, ACCENT);
    let widget = |fill: Color32, border: Color32, text: Color32| egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: CornerRadius::same(RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(PANEL, LINE, TEXT);
    visuals.widgets.inactive = widget(RAISE, HAIR, TEXT);
    visuals.widgets.hovered = widget(HAIR, HAIR_STRONG, WHITE);
    visuals.widgets.active = widget(BASE, ACCENT, WHITE);
    visuals.widgets.open = widget(BASE, ACCENT, WHITE);
}

/// The side of a square button.
pub fn button_size() -> Vec2 {
    Vec2::splat(BUTTON)
}
