//! Over a page of nodes with a selected Foot Placement, at its top: what each of its feet did over
//! the last seconds, and why it was let go. Invariant: the page below does not move.

use super::host::Host;
use crate::{
    graph_inspection::{FootLockBlock, Looking, lock_sentence},
    parts, theme,
};
use anim::ik::LockWord;
use asset::{
    Id,
    graph::{ControlKind, FootPlacement, NodeKind, nodes::ControlNode},
};
use egui::{
    Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use words::tr;

const LANE: f32 = 18.0;
const TITLE: f32 = 18.0;
/// Width of the foot's name before its lane, points.
const LABEL: f32 = 96.0;
const SECONDS: f64 = 4.0;

/// The Foot Placement node that is selected on the page, with its feet.
pub struct LockLanes<'a> {
    node: Id,
    title: String,
    feet: &'a FootPlacement,
}

impl<'a> LockLanes<'a> {
    /// The selected Foot Placement node with its feet; None if no such node is selected.
    pub fn of(host: &Host<'a>) -> Option<Self> {
        let selected = host.selected();
        let nodes = host.graph.wiring.nodes.iter();
        let mut nodes = nodes.filter(|node| selected.contains(&node.id));
        nodes.find_map(|node| match &node.kind {
            NodeKind::Control(ControlNode {
                kind: ControlKind::FootPlacement(feet),
                ..
            }) => Some(Self {
                node: node.id,
                title: node.title().to_owned(),
                feet,
            }),
            _ => None,
        })
    }

    /// A lane for each foot, at the top of the page.
    pub fn ui(&self, ui: &Ui, page: Rect, host: &Host<'_>, looking: &Looking) {
        let height = TITLE + self.feet.legs.len() as f32 * LANE + 10.0;
        let rect = page.with_max_y((page.top() + height).min(page.center().y));
        // What lies below takes no pointer.
        ui.interact(rect, ui.scope_id().with("locks"), Sense::click_and_drag());
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, theme::BASE);
        let edge = Stroke::new(1.0, theme::HAIR);
        painter.hline(rect.x_range(), rect.bottom(), edge);
        let inner = rect.shrink2(vec2(12.0, 4.0));
        let title = tr!("{}: foot locks of the last {SECONDS:.0} s", self.title);
        let heading = Rect::from_min_size(inner.min, vec2(inner.width(), TITLE));
        let (small, grey) = (theme::small(), theme::TEXT_2);
        parts::text_in(ui, heading, Align2::LEFT_CENTER, &title, small, grey);
        let rig = host.project.skeletons.get(&host.graph.skeleton);
        for (nth, leg) in self.feet.legs.iter().enumerate() {
            let top = heading.bottom() + nth as f32 * LANE;
            let lane = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), LANE));
            let foot = &leg.leg.foot;
            let label = lane.with_max_x(lane.left() + LABEL - 8.0);
            let name = foot.as_str();
            parts::text_in(ui, label, Align2::LEFT_CENTER, name, theme::small(), grey);
            let bone = rig.and_then(|rig| rig.index(foot));
            let plays = host
                .frame
                .is_some_and(|frame| frame.graph.name() == anim::Name::new(&host.graph.name));
            let blocks = bone.filter(|_| plays).map_or(Vec::new(), |bone| {
                let of = (self.node.0, bone as u16);
                looking.history.locks(of, SECONDS)
            });
            let track = lane.with_min_x(lane.left() + LABEL).shrink2(vec2(0.0, 2.0));
            lane_ui(ui, track, (name, &blocks), looking.history.now());
        }
    }
}

fn lane_ui(ui: &Ui, track: Rect, (foot, blocks): (&str, &[FootLockBlock]), now: Option<f64>) {
    let edge = Stroke::new(1.0, theme::HAIR);
    ui.painter()
        .rect(track, 2.0, theme::PANEL, edge, StrokeKind::Inside);
    let (Some(now), false) = (now, blocks.is_empty()) else {
        let room = track.shrink2(vec2(8.0, 0.0));
        let line = tr!("No data: the node was inactive");
        let (small, pale) = (theme::small(), theme::TEXT_3);
        return parts::text_in(ui, room, Align2::LEFT_CENTER, line, small, pale);
    };
    let x = |time: f64| track.right() - ((now - time) / SECONDS) as f32 * track.width();
    for (nth, block) in blocks.iter().enumerate() {
        let rect = Rect::from_min_max(
            pos2(x(block.from).max(track.left()), track.top()),
            pos2(x(block.to), track.bottom()),
        );
        if rect.width() < 1.0 {
            continue;
        }
        let color = color(block.word);
        let words = lock_sentence(block.word);
        ui.painter()
            .rect_filled(rect.shrink(0.5), 2.0, theme::over(theme::BASE, color, 0.4));
        let room = rect.shrink2(vec2(4.0, 0.0));
        if room.width() > 24.0 {
            let small = theme::small();
            parts::text_in(ui, room, Align2::LEFT_CENTER, words, small, theme::TEXT);
        }
        let response = ui.interact(
            rect,
            ui.scope_id().with(("lock", foot, nth)),
            Sense::hover(),
        );
        let told = tr!(
            "{foot} {words}: {:.2} s, until {:.2} s ago",
            block.to - block.from,
            now - block.to
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &told));
        response.on_hover_text(told);
    }
}

/// Held is green, free is grey, let go for a reason is yellow.
fn color(word: LockWord) -> Color32 {
    match word {
        LockWord::Lock | LockWord::Hold => theme::OK,
        LockWord::Free | LockWord::Air => theme::TEXT_3,
        LockWord::Radius
        | LockWord::Angle
        | LockWord::Reach
        | LockWord::Ground
        | LockWord::Curve
        | LockWord::Teleport => theme::WARN,
    }
}
