//! The selected bone's keys before and after a key reduction: a lane a property, while both are
//! shown.

use super::{
    TimelineScene,
    header::{LaneHeader, header_ui},
    row::{hint_ui, row},
};
use crate::{
    action::EditorAction,
    icons,
    reduction::{BoneKeys, BoneTrackProperty},
    theme,
    timeline::plot::Plot,
    views::PanelViews,
};
use asset::Id;
use egui::{
    Color32, Pos2, Rangef, Rect, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use glam::Vec3;
use words::tr;

const HEIGHT: f32 = 84.0;
const AXES: [Color32; 3] = [theme::AXIS_X, theme::AXIS_Y, theme::AXIS_Z];
/// Points; frames that are closer are not all drawn.
const STEP: f32 = 1.5;
/// Points; of keys that are closer not all are marked.
const APART: f32 = 7.0;
const MARK: f32 = 3.5;
/// Stroke width, points, of the lines of the present keys; they lie below the other lines.
const NOW_WIDTH: f32 = 4.0;
const NOW_OPACITY: f32 = 0.4;

pub(super) fn lanes_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let Some(comparison) = &views.kinds.clip.comparison else {
        return;
    };
    let keys = comparison.keys.clone();
    title_ui(ui, scene, views, keys.as_deref(), actions);
    let Some(keys) = keys else { return };
    for property in &keys.properties {
        property_ui(ui, scene, views, &keys, property, actions);
    }
}

/// Draws the header with the bone's name, and the legend of the lines.
fn title_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    keys: Option<&BoneKeys>,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let name = keys.map_or(tr!("Keys of a bone").to_owned(), |keys| {
        tr!("Keys of {}", keys.name)
    });
    let title = LaneHeader {
        icon: icons::BONE,
        name: &name,
        line: None,
        color: None,
        active: false,
        id: Id::derive(&["lane", "bone keys"]),
        label: name.clone(),
        renames: false,
        marks: &[],
        moves: false,
        pale: false,
    };
    header_ui(ui, scene, views, header, &title, actions);
    match keys {
        Some(keys) if keys.properties.is_empty() => {
            hint_ui(ui, lane, tr!("This clip has no keys for this bone"))
        }
        Some(_) => legend_ui(ui, lane),
        None if views.kinds.skeleton.selected_bone.is_some() => {
            hint_ui(ui, lane, tr!("Searching keys to remove…"))
        }
        None => hint_ui(
            ui,
            lane,
            tr!("Select a bone to see its keys before and after"),
        ),
    }
}

fn legend_ui(ui: &Ui, lane: Rect) {
    let painter = ui.painter_at(lane);
    let mut x = lane.left() + 12.0;
    let mut say = |text: &str, color: Color32| {
        let at = pos2(x, lane.center().y);
        x = painter
            .text(at, egui::Align2::LEFT_CENTER, text, theme::small(), color)
            .right()
            + 6.0;
        x
    };
    let sample = |x: f32| [pos2(x, lane.center().y), pos2(x + 24.0, lane.center().y)];
    for (axis, color) in ["X", "Y", "Z"].iter().zip(AXES) {
        say(axis, color);
    }
    let x = say(&format!("   {}", tr!("now")), theme::TEXT_2);
    painter.line_segment(
        sample(x),
        Stroke::new(NOW_WIDTH, theme::TEXT.gamma_multiply(NOW_OPACITY)),
    );
    let x = say(tr!("           with fewer keys"), theme::TEXT_2);
    painter.line_segment(sample(x), Stroke::new(1.0, theme::TEXT));
    painter.add(mark(sample(x)[0].lerp(sample(x)[1], 0.5), theme::TEXT));
}

fn property_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    keys: &BoneKeys,
    property: &BoneTrackProperty,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, HEIGHT);
    if !ui.is_rect_visible(lane) {
        return;
    }
    let line = tr!("{} → {} keys", property.count, property.kept.len());
    let name = format!("{}, {}", property.name, property.unit);
    let title = LaneHeader {
        icon: icons::PATH,
        name: &name,
        line: Some(&line),
        color: None,
        active: false,
        id: Id::derive(&["bone keys", property.name]),
        label: tr!("{} of {}, {line}", property.name, keys.name),
        renames: false,
        marks: &[],
        moves: false,
        pale: false,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    response.on_hover_text(tr!("Distance from the first frame"));
    let plot = Plot::of(bounds(property), lane);
    plot.scale_ui(ui, header, lane);
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let response = clipped.interact(lane, ui.scope_id().with(title.id), egui::Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Canvas,
            true,
            tr!("{} before and after", property.name),
        )
    });
    let line = |values: &[Vec3], axis: usize| {
        points(scene, &plot, lane.x_range(), &keys.times, values, axis)
    };
    for (axis, color) in AXES.iter().enumerate() {
        let stroke = Stroke::new(NOW_WIDTH, color.gamma_multiply(NOW_OPACITY));
        clipped
            .painter()
            .add(Shape::line(line(&property.now, axis), stroke));
    }
    for (axis, color) in AXES.iter().enumerate() {
        clipped.painter().add(Shape::line(
            line(&property.then, axis),
            Stroke::new(1.0, *color),
        ));
        marks_ui(&clipped, scene, &plot, keys, property, axis);
    }
}

/// Lowest and highest of all lines.
fn bounds(property: &BoneTrackProperty) -> (f32, f32) {
    let all = property.now.iter().chain(&property.then);
    all.fold((0.0, 0.0), |(low, high), value| {
        (value.min_element().min(low), value.max_element().max(high))
    })
}

/// One axis over what is seen of the clip, and no closer than can be seen.
fn points(
    scene: &TimelineScene<'_>,
    plot: &Plot,
    seen: Rangef,
    times: &[f32],
    values: &[Vec3],
    axis: usize,
) -> Vec<Pos2> {
    let from = times
        .partition_point(|time| scene.x(f64::from(*time)) < seen.min)
        .saturating_sub(1);
    let to = times.partition_point(|time| scene.x(f64::from(*time)) <= seen.max) + 1;
    let to = to.min(times.len());
    let step = ((to.saturating_sub(from)) as f32 * STEP / seen.span().max(1.0))
        .ceil()
        .max(1.0) as usize;
    (from..to)
        .step_by(step)
        .chain([to - 1])
        .map(|at| plot.at(scene, times[at].into(), values[at][axis]))
        .collect()
}

fn marks_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    plot: &Plot,
    keys: &BoneKeys,
    property: &BoneTrackProperty,
    axis: usize,
) {
    let mut last = f32::NEG_INFINITY;
    for frame in &property.kept {
        let at = plot.at(
            scene,
            keys.times[*frame].into(),
            property.then[*frame][axis],
        );
        if ui.clip_rect().expand(MARK).contains(at) && at.x - last >= APART {
            last = at.x;
            ui.painter().add(mark(at, AXES[axis]));
        }
    }
}

fn mark(at: Pos2, color: Color32) -> Shape {
    let corners = [
        vec2(0.0, -MARK),
        vec2(MARK, 0.0),
        vec2(0.0, MARK),
        vec2(-MARK, 0.0),
    ];
    Shape::convex_polygon(
        corners.map(|corner| at + corner).to_vec(),
        theme::BASE,
        Stroke::new(1.25, color),
    )
}
