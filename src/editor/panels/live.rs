//! The section of live frames: what to listen to, and what comes.

use crate::{
    action::{EditorAction, GraphAction},
    live::{Listening, LiveReceiver},
    parts::{self, FieldEdit, NumberField},
    theme,
};
use asset::graph::nodes::{CurveSourceNode, LivePoseNode};
use asset::{PoseGraph, graph::NodeKind};
use egui::Ui;
use words::tr;

/// Shows live input for a graph that has a Live Pose, and for any graph while receiving is on.
pub fn live_ui(
    ui: &mut Ui,
    graph: &PoseGraph,
    live: &LiveReceiver,
    actions: &mut Vec<EditorAction>,
) {
    let subjects: Vec<&str> = graph
        .wiring
        .nodes
        .iter()
        .filter_map(|node| subject(&node.kind))
        .collect();
    let asked = live.asked();
    if subjects.is_empty() && !asked.is_on {
        return;
    }
    if !parts::group_header(
        ui,
        tr!("Live"),
        if asked.is_on { tr!("on") } else { tr!("off") },
    ) {
        return;
    }
    ui.add_space(4.0);
    let mut wanted = asked.clone();
    parts::property(ui, tr!("Receive VMC"), |ui| {
        wanted.is_on ^= parts::check_box(ui, asked.is_on, tr!("Receive VMC"));
    });
    ui.add_enabled_ui(!asked.is_on, |ui| place_ui(ui, &mut wanted, &subjects))
        .response
        .on_disabled_hover_text(tr!("Stop receiving first"));
    if wanted != *asked {
        actions.push(GraphAction::Listen(wanted).into());
    }
    state_ui(ui, live, &subjects);
    ui.add_space(8.0);
}

fn subject(kind: &NodeKind) -> Option<&str> {
    match kind {
        NodeKind::LivePose(LivePoseNode { subject, .. })
        | NodeKind::CurveSource(CurveSourceNode { subject, .. }) => Some(subject),
        _ => None,
    }
}

fn place_ui(ui: &mut Ui, wanted: &mut Listening, subjects: &[&str]) {
    parts::property(ui, tr!("Port"), |ui| {
        let field = NumberField {
            name: tr!("Live port"),
            value: wanted.port.into(),
            unit: "",
            decimals: 0,
            speed: 1.0,
            range: 1.0..=f64::from(u16::MAX),
            width: 84.0,
        };
        if let Some(port) = field.show(ui).and_then(FieldEdit::value) {
            wanted.port = port.round() as u16;
        }
    });
    parts::property(ui, tr!("Subject"), |ui| {
        let hint = subjects.first().copied().unwrap_or_default();
        let field = egui::TextEdit::singleline(&mut wanted.subject)
            .hint_text(hint)
            .desired_width(150.0);
        ui.add(field).accessible_name(tr!("Live subject"));
    });
    parts::property(ui, tr!("From the network"), |ui| {
        wanted.is_network ^=
            parts::check_box(ui, wanted.is_network, tr!("Receive from the network"));
    });
}

fn state_ui(ui: &mut Ui, live: &LiveReceiver, subjects: &[&str]) {
    let (words, color) = match (live.error(), live.state(subjects)) {
        (Some(error), _) => (error.to_owned(), theme::ERROR),
        (None, Some(state)) => (state, theme::TEXT_2),
        (None, None) => return,
    };
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        ui.add(
            egui::Label::new(egui::RichText::new(words).font(theme::small()).color(color)).wrap(),
        );
    });
}
