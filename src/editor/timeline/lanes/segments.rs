//! A slot's lane: pieces of clips that move, trim and loop. Clips are dropped in here.

use super::{
    TimelineScene,
    clip_drop::drop_ui,
    header::{LaneHeader, LaneHeaderMark, LaneHeaderResponse, header_ui, resize_ui},
    look::{grip, item_colors},
    row::{background, in_sight, row},
    view::toggle,
};
use crate::{
    action::{
        EditAction, EditorAction, MontageAction, SelectAction, TimelineAction, TrimEdge, ViewAction,
    },
    icons, parts, theme,
    timeline::state::TimelineState,
    timeline::{
        DragKind, LinkKind, item,
        press::{begin_drag, select_on_press},
        profile, trimming,
    },
    views::PanelViews,
};
use asset::{
    Id, Montage, Project,
    montage::{Blend, Segment, Slot},
};
use document::{Command, ItemCommand, MontageCommand, Selection};
use egui::{Align2, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::{noun, tr};

pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    slot: &Slot,
    actions: &mut Vec<EditorAction>,
) {
    let height = views
        .timeline
        .lanes
        .heights
        .get(&slot.id)
        .copied()
        .unwrap_or(*theme::SLOT_LANE.start());
    let (header, lane) = row(ui, scene, height);
    let line = origin_line(scene, slot)
        .unwrap_or_else(|| parts::count(slot.segments.len(), noun!("segment")));
    let is_hidden = views.timeline.lanes.hidden.contains(&slot.id);
    let eye = LaneHeaderMark {
        icon: if is_hidden {
            icons::EYE_SLASH
        } else {
            icons::EYE
        },
        name: tr!(
            "{} {} in the preview",
            if is_hidden { tr!("Show") } else { tr!("Hide") },
            slot.name
        ),
        on: is_hidden,
    };
    let lock = LaneHeaderMark {
        icon: icons::LOCK_SIMPLE,
        name: tr!("Unlock {}", slot.name),
        on: true,
    };
    let marks: Vec<LaneHeaderMark<'_>> = slot
        .locked
        .then_some(lock)
        .into_iter()
        .chain([eye])
        .collect();
    let title = LaneHeader {
        icon: icons::STACK,
        name: &slot.name,
        line: Some(&line),
        color: Some(theme::category(1)),
        active: false,
        id: slot.id,
        label: tr!("Slot {}", slot.name),
        renames: true,
        marks: &marks,
        moves: true,
        pale: is_hidden,
    };
    let LaneHeaderResponse { response, clicked } =
        header_ui(ui, scene, views, header, &title, actions);
    if clicked == Some(marks.len() - 1) {
        let lanes = &mut views.timeline.lanes;
        toggle(
            &mut lanes.hidden,
            slot.id,
            ui.input(|input| input.modifiers.alt),
        );
        lanes.is_hidden_anew = true;
    } else if clicked.is_some() {
        let command = MontageCommand::SetSlotLocked(slot.id, false);
        actions.push(EditAction::Perform(Command::Montage(scene.host.id, command), None).into());
    }
    parts::context_menu(&response, |ui| slot_menu(ui, scene, slot, actions));
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let back = background(&mut clipped, scene, views, lane, slot.id, actions);
    drop_ui(&clipped, scene, views, (slot, &back), actions);
    if slot.segments.is_empty() {
        clipped.painter().text(
            lane.left_center() + vec2(12.0, 0.0),
            Align2::LEFT_CENTER,
            tr!("No segments. Drop clips here."),
            theme::small(),
            theme::TEXT_3,
        );
    }
    gaps_ui(&clipped, scene, slot, lane);
    for segment in &slot.segments {
        segment_ui(&mut clipped, scene, views, segment, lane, actions);
    }
    seams_ui(&mut clipped, scene, views, slot, lane);
    let edge = Rect::from_x_y_ranges(header.x_range(), lane.y_range());
    let heights = &mut views.timeline.lanes.heights;
    resize_ui(
        ui,
        heights,
        (slot.id, &tr!("Resize slot {}", slot.name)),
        edge,
        theme::SLOT_LANE,
    );
    let is_first = scene
        .host
        .slots()
        .first()
        .is_some_and(|first| first.id == slot.id);
    if is_first && !slot.segments.is_empty() {
        blends_ui(&mut clipped, scene, views, lane);
    }
}

/// Seconds of the montage that pass in a blend, which counts real ones.
pub(crate) fn blend_span(montage: &Montage, blend: &Blend) -> f64 {
    f64::from(blend.time) * f64::from(montage.rate_scale.abs()).max(1e-3)
}

/// Blend in and out as diagonals over the first slot, with a handle at the full weight.
fn blends_ui(ui: &mut Ui, scene: &TimelineScene<'_>, views: &mut PanelViews, lane: Rect) {
    let Some(montage) = scene.host.montage() else {
        return;
    };
    let (top, bottom, length) = (lane.top() + 4.0, lane.bottom() - 4.0, scene.host.length());
    let into = (
        pos2(scene.x(0.0), bottom),
        pos2(scene.x(blend_span(montage, &montage.blend_in)), top),
        DragKind::BlendIn,
        tr!("Blend-in time"),
    );
    let out = (
        pos2(scene.x(length), bottom),
        pos2(
            scene.x(length - blend_span(montage, &montage.blend_out)),
            top,
        ),
        DragKind::BlendOut,
        tr!("Blend-out time"),
    );
    for (edge, full, kind, name) in [into, out] {
        let easing = if kind == DragKind::BlendIn {
            montage.blend_in.shape()
        } else {
            montage.blend_out.shape()
        };
        let ramp = |i: u8| {
            let u = f32::from(i) / 24.0;
            pos2(
                edge.x + (full.x - edge.x) * u,
                edge.y + (full.y - edge.y) * easing.apply(u),
            )
        };
        ui.painter().line(
            (0..=24).map(ramp).collect(),
            Stroke::new(1.0, theme::TEXT_2),
        );
        let handle = Rect::from_center_size(full, vec2(5.0, 5.0));
        let response = ui.interact(handle.expand(4.0), ui.scope_id().with(name), Sense::drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, name));
        let color = if response.hovered() || response.dragged() {
            theme::ACCENT
        } else {
            theme::TEXT
        };
        ui.painter().rect_filled(handle, 0.0, color);
        if response.drag_started_by(egui::PointerButton::Primary) {
            begin_drag(ui, scene, views, kind);
        }
        response
            .on_hover_cursor(egui::CursorIcon::ResizeHorizontal)
            .on_hover_text(name);
    }
}

fn slot_menu(ui: &mut Ui, scene: &TimelineScene<'_>, slot: &Slot, actions: &mut Vec<EditorAction>) {
    let project = scene.host.project;
    parts::menu_button(ui, tr!("Add clip"), |ui| {
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                let fits = |id: &Id| project.clips[id].skeleton == scene.host.skeleton();
                for (id, name) in project
                    .list(asset::AssetKind::Clip)
                    .into_iter()
                    .filter(|(id, _)| fits(id))
                {
                    if ui.button(name).clicked() {
                        actions.push(MontageAction::AppendClip(id).into());
                    }
                }
            });
    });
    if ui
        .add_enabled(
            !slot.segments.is_empty(),
            egui::Button::new(tr!("Close gaps")),
        )
        .clicked()
    {
        actions.push(TimelineAction::CloseGapsOf(slot.id).into());
    }
    let label = if slot.locked {
        tr!("Unlock slot")
    } else {
        tr!("Lock slot")
    };
    if ui.button(label).clicked() {
        let command = MontageCommand::SetSlotLocked(slot.id, !slot.locked);
        actions.push(EditAction::Perform(Command::Montage(scene.host.id, command), None).into());
    }
    if ui.button(tr!("Delete slot")).clicked() {
        actions.push(
            EditAction::Perform(
                Command::Montage(
                    scene.host.id,
                    MontageCommand::Slot(ItemCommand::Remove(slot.id)),
                ),
                None,
            )
            .into(),
        );
    }
}

/// Shows grips where two segments touch; a grip moves the end of one and the start of the other.
fn seams_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    slot: &Slot,
    lane: Rect,
) {
    for pair in slot.segments.windows(2) {
        let [left, right] = pair else { continue };
        let seam = f64::from(left.start + scene.host.segment_duration(left));
        if (f64::from(right.start) - seam).abs() > trimming::TOUCHING {
            continue;
        }
        let zone = Rect::from_center_size(
            pos2(scene.x(seam), lane.center().y),
            vec2(4.0, lane.height() - 6.0),
        );
        let name = tr!(
            "Seam of {} and {}",
            scene.host.clip_name(left.clip),
            scene.host.clip_name(right.clip)
        );
        let response = ui.interact(zone, ui.scope_id().with(("seam", left.id)), Sense::drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &name));
        let response = response.on_hover_cursor(egui::CursorIcon::ResizeColumn);
        if response.hovered() || response.dragged() {
            ui.painter()
                .rect_filled(zone.shrink2(vec2(1.0, 0.0)), 1.0, theme::ACCENT);
        }
        if response.drag_started_by(egui::PointerButton::Primary) {
            let slides = ui.input(|input| input.key_down(egui::Key::Y));
            let kind = if slides {
                DragKind::Slide(right.id)
            } else {
                DragKind::Roll(left.id, right.id)
            };
            begin_drag(ui, scene, views, kind);
        }
    }
}

fn gaps_ui(ui: &Ui, scene: &TimelineScene<'_>, slot: &Slot, lane: Rect) {
    let mut end = 0.0;
    for segment in &slot.segments {
        let start = f64::from(segment.start);
        if start - end > 1e-3 {
            let gap = Rect::from_x_y_ranges(scene.x(end)..=scene.x(start), lane.y_range());
            let marked = gap.shrink2(vec2(0.0, 3.0));
            ui.painter()
                .rect_filled(marked, 0.0, theme::over(theme::BASE, theme::WARN, 0.12));
            if gap.width() > 30.0 {
                ui.painter().text(
                    gap.center(),
                    Align2::CENTER_CENTER,
                    tr!("gap"),
                    theme::small(),
                    theme::TEXT_3,
                );
            }
        }
        end = start + f64::from(scene.host.segment_duration(segment));
    }
}

fn segment_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    segment: &Segment,
    lane: Rect,
    actions: &mut Vec<EditorAction>,
) {
    let duration = f64::from(scene.host.segment_duration(segment));
    let start = f64::from(segment.start);
    let rect = Rect::from_x_y_ranges(
        scene.x(start)..=scene.x(start + duration),
        lane.y_range().shrink(3.0),
    );
    views.timeline.places.items.push((segment.id, rect));
    let name = scene.host.clip_name(segment.clip).to_owned();
    let response = ui.interact(
        rect,
        ui.scope_id().with(("segment", segment.id)),
        Sense::click_and_drag(),
    );
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::ListItem,
            true,
            scene.is_selected(segment.id),
            tr!("Segment {name}"),
        )
    });
    select_on_press(ui, scene, &response, segment.id, actions);
    let is_broken = !scene.host.project.clips.contains_key(&segment.clip);
    let color = if is_broken {
        theme::ERROR
    } else {
        origin_color(scene, segment)
    };
    let (fill, stroke) = item_colors(
        color,
        0.34,
        scene.is_selected(segment.id),
        response.hovered(),
    );
    ui.painter()
        .rect(rect, 3.0, fill, stroke, StrokeKind::Inside);
    profile_ui(
        ui,
        scene,
        &mut views.timeline,
        segment,
        rect,
        theme::over(theme::BASE, color, 0.55),
    );
    loops_ui(ui, scene, segment, rect, duration);
    trims_ui(ui, scene, segment, rect);
    label_ui(ui, scene, segment, rect, &name, duration);
    if response.drag_started_by(egui::PointerButton::Primary) {
        let slips = ui.input(|input| input.key_down(egui::Key::Y));
        begin_drag(
            ui,
            scene,
            views,
            if slips {
                DragKind::Slip(segment.id)
            } else {
                DragKind::Move(segment.id)
            },
        );
    }
    if response.double_clicked() {
        actions.push(ViewAction::OpenAsset(segment.clip).into());
    }
    parts::context_menu(&response, |ui| segment_menu(ui, scene, segment, actions));
    grip(ui, scene, views, rect, segment.id, true, &name);
    grip(ui, scene, views, rect, segment.id, false, &name);
}

/// Colour of a segment. In a child montage, overridden segments differ from those of the parent.
fn origin_color(scene: &TimelineScene<'_>, segment: &Segment) -> egui::Color32 {
    let Some(montage) = scene
        .host
        .montage()
        .filter(|montage| montage.parent.is_some())
    else {
        return theme::category(7);
    };
    theme::category(if montage.override_of(segment.id).is_some() {
        2
    } else {
        6
    })
}

/// Line with the numbers of own segments and of segments from the parent; None if the montage has
/// no parent.
fn origin_line(scene: &TimelineScene<'_>, slot: &Slot) -> Option<String> {
    let montage = scene.host.montage()?;
    let parent = scene
        .host
        .project
        .asset_name(montage.parent?)
        .unwrap_or(tr!("a missing montage"));
    let own = slot
        .segments
        .iter()
        .filter(|segment| montage.override_of(segment.id).is_some())
        .count();
    Some(tr!("{own} own, {} of {parent}", slot.segments.len() - own))
}

/// The name, and one fact: the loops, the rate, the trim, or else the duration.
fn label_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    segment: &Segment,
    rect: Rect,
    name: &str,
    duration: f64,
) {
    let length = scene
        .host
        .project
        .clips
        .get(&segment.clip)
        .map_or(0.0, |clip| clip.length());
    let trimmed = length - (segment.clip_end - segment.clip_begin);
    let fact = if segment.loops > 1 {
        format!("×{}", segment.loops)
    } else if (segment.rate - 1.0).abs() > 1e-3 {
        format!("{:.2} ×", segment.rate)
    } else if trimmed > 1e-3 {
        tr!("trim {trimmed:.3} s")
    } else {
        format!("{duration:.3} s")
    };
    let mut inner = in_sight(scene, rect).shrink2(vec2(8.0, 4.0));
    if let Some(montage) = scene.host.montage().filter(|_| segment.start == 0.0) {
        let blended = scene.x(blend_span(montage, &montage.blend_in)) + 8.0;
        inner.min.x = inner.min.x.max(blended.min(inner.max.x - 40.0));
    }
    parts::text_in(
        ui,
        inner,
        Align2::LEFT_TOP,
        name,
        theme::medium(),
        theme::TEXT,
    );
    let name_width = ui
        .painter()
        .layout_no_wrap(name.to_owned(), theme::medium(), theme::TEXT)
        .size()
        .x;
    if inner.width() > name_width + 64.0 {
        ui.painter().text(
            inner.right_top(),
            Align2::RIGHT_TOP,
            fact,
            theme::small(),
            theme::TEXT_2,
        );
    } else {
        parts::text_in(
            ui,
            inner,
            Align2::LEFT_BOTTOM,
            fact,
            theme::small(),
            theme::TEXT_2,
        );
    }
}

fn loops_ui(ui: &Ui, scene: &TimelineScene<'_>, segment: &Segment, rect: Rect, duration: f64) {
    for turn in 1..segment.loops.min(500) {
        let x = scene
            .x(f64::from(segment.start) + duration * f64::from(turn) / f64::from(segment.loops));
        ui.painter().extend(egui::Shape::dashed_line(
            &[pos2(x, rect.top()), pos2(x, rect.bottom())],
            Stroke::new(1.0, theme::TEXT_3),
            3.0,
            3.0,
        ));
    }
}

/// The speed of the fastest bone over the played part of the clip.
fn profile_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    segment: &Segment,
    rect: Rect,
    color: egui::Color32,
) {
    let Some(clip) = scene.host.project.clips.get(&segment.clip) else {
        return;
    };
    let speeds = state
        .profiles
        .of(&scene.compiled.library, anim::Name::new(&clip.name));
    if speeds.is_empty() || clip.length() <= 0.0 || rect.width() < 8.0 {
        return;
    }
    let compiled = anim::montage::Segment {
        id: 0,
        clip: 0,
        start: segment.start,
        clip_begin: segment.clip_begin,
        clip_end: segment.clip_end,
        rate: segment.rate * clip.rate_scale,
        loops: segment.loops,
    };
    let visible = rect.x_range().intersection(ui.clip_rect().x_range());
    let columns = (visible.span() / 2.0).max(0.0) as usize;
    let height = rect.height() * 0.55;
    let mut mesh = egui::Mesh::default();
    for column in 0..=columns {
        let x = visible.min + column as f32 * 2.0;
        let at =
            (compiled.clip_time(scene.time(x)) / f64::from(clip.length())).clamp(0.0, 1.0) as f32;
        let speed = profile::at(speeds, at);
        mesh.colored_vertex(pos2(x, rect.bottom() - 1.0 - height * speed), color);
        mesh.colored_vertex(pos2(x, rect.bottom() - 1.0), color);
    }
    for column in 0..columns as u32 {
        let first = column * 2;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 3, first + 2);
    }
    parts::mesh(ui.painter(), mesh);
}

/// White bars at trimmed ends.
fn trims_ui(ui: &Ui, scene: &TimelineScene<'_>, segment: &Segment, rect: Rect) {
    let Some(clip) = scene.host.project.clips.get(&segment.clip) else {
        return;
    };
    let (begin, end) = (
        segment.clip_begin > 1e-4,
        segment.clip_end < clip.length() - 1e-4,
    );
    let (left, right) = if segment.rate > 0.0 {
        (begin, end)
    } else {
        (end, begin)
    };
    let bar = |x: f32| {
        ui.painter().rect_filled(
            Rect::from_min_size(pos2(x, rect.top()), vec2(2.0, rect.height())),
            1.0,
            theme::WHITE,
        )
    };
    if left {
        bar(rect.left());
    }
    if right {
        bar(rect.right() - 2.0);
    }
}

fn segment_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    segment: &Segment,
    actions: &mut Vec<EditorAction>,
) {
    if ui.button(tr!("Open clip")).clicked() {
        actions.push(ViewAction::OpenAsset(segment.clip).into());
    }
    if ui.button(tr!("Reveal clip in assets")).clicked() {
        actions.push(SelectAction::These(Selection::asset(segment.clip)).into());
        actions.push(ViewAction::RevealInAssets.into());
    }
    let Some(item::Item::Segment(slot, _)) = item::find(&scene.host, segment.id) else {
        return;
    };
    let set = |segment: Segment| {
        EditAction::Perform(
            Command::Montage(
                scene.host.id,
                MontageCommand::SetSegment {
                    slot: slot.id,
                    segment,
                },
            ),
            None,
        )
        .into()
    };
    cut_menu(ui, scene, segment, actions);
    follow_menu(ui, scene, segment, actions);
    parts::menu_button(ui, tr!("Replace with"), |ui| {
        let project = scene.host.project;
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                let fits = |id: &Id| project.clips[id].skeleton == scene.host.skeleton();
                for (id, name) in project
                    .list(asset::AssetKind::Clip)
                    .into_iter()
                    .filter(|(id, _)| fits(id))
                {
                    if ui.selectable_label(segment.clip == id, name).clicked() {
                        actions.push(set(replaced_clip(project, segment, id)));
                    }
                }
            });
    });
    parts::menu_button(ui, tr!("Loops"), |ui| {
        for loops in [1, 2, 3, 4, 6, 8] {
            if ui
                .selectable_label(segment.loops == loops, format!("×{loops}"))
                .clicked()
            {
                actions.push(set(Segment {
                    loops,
                    ..segment.clone()
                }));
            }
        }
    });
    parts::menu_button(ui, tr!("Rate"), |ui| {
        for rate in [0.5, 1.0, 1.5, 2.0, -1.0] {
            if ui
                .selectable_label(segment.rate == rate, format!("{rate:.2} ×"))
                .clicked()
            {
                actions.push(set(Segment {
                    rate,
                    ..segment.clone()
                }));
            }
        }
    });
    if ui.button(tr!("Reset trim")).clicked() {
        let clip_end = scene
            .host
            .project
            .clips
            .get(&segment.clip)
            .map_or(segment.clip_end, |clip| clip.length());
        actions.push(set(Segment {
            clip_begin: 0.0,
            clip_end,
            ..segment.clone()
        }));
    }
    ui.separator();
    if ui.button(tr!("Delete")).clicked() {
        actions.push(
            EditAction::Perform(
                Command::Montage(scene.host.id, MontageCommand::RemoveSegment(segment.id)),
                None,
            )
            .into(),
        );
    }
    if ui.button(tr!("Ripple delete")).clicked() {
        actions.push(SelectAction::These(Selection::item(scene.host.id, segment.id)).into());
        actions.push(TimelineAction::DeleteAndClose.into());
    }
}

/// Menu entries that cut the segment at the playhead or extend it to the next segment.
fn cut_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    segment: &Segment,
    actions: &mut Vec<EditorAction>,
) {
    let mut entry = |label: &str, action: TimelineAction| {
        if ui.button(label).clicked() {
            actions.push(SelectAction::These(Selection::item(scene.host.id, segment.id)).into());
            actions.push(action.into());
        }
    };
    entry(tr!("Split at playhead"), TimelineAction::Split);
    entry(
        tr!("Trim start to playhead"),
        TimelineAction::Trim(TrimEdge::Start, false),
    );
    entry(
        tr!("Trim end to playhead"),
        TimelineAction::Trim(TrimEdge::End, false),
    );
    entry(
        tr!("Fill gap up to the next segment"),
        TimelineAction::FillGap(segment.id),
    );
}

/// Menu of how the notifies over the segment follow it.
fn follow_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    segment: &Segment,
    actions: &mut Vec<EditorAction>,
) {
    let end = segment.start + scene.host.segment_duration(segment);
    let over = scene
        .host
        .notifies()
        .iter()
        .filter(|notify| (segment.start..end).contains(&notify.time));
    let over: std::collections::BTreeSet<Id> = over.map(|notify| notify.id).collect();
    let title = match over.len() {
        1 => tr!("Link 1 notify over it").to_owned(),
        count => tr!("Link {count} notifies over it"),
    };
    ui.add_enabled_ui(!over.is_empty(), |ui| {
        parts::menu_button(ui, title, |ui| {
            for follow in LinkKind::ALL {
                if ui
                    .button(format!("{}  {}", follow.icon(), follow.name()))
                    .on_hover_text(follow.tip())
                    .clicked()
                {
                    let link = TimelineAction::Link {
                        notifies: over.clone(),
                        follow,
                        segment: Some(segment.id),
                    };
                    actions.push(link.into());
                }
            }
        });
    });
}

/// Another clip from the same place on, as much of it as there is.
/// A segment of another clip, as much of it as was played before where it is so long.
pub fn replaced_clip(project: &Project, segment: &Segment, clip: Id) -> Segment {
    let length = project.clips.get(&clip).map_or(0.0, |clip| clip.length());
    let played = segment.clip_end - segment.clip_begin;
    let clip_begin = if segment.clip_begin < length {
        segment.clip_begin
    } else {
        0.0
    };
    Segment {
        clip,
        clip_begin,
        clip_end: (clip_begin + played).min(length),
        ..segment.clone()
    }
}
