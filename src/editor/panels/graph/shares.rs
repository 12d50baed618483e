//! How much of each clip there is in the selected bone.

use super::{
    host::GraphPanelHost,
    rows::{heading_ui, note_ui, part_ui},
};
use crate::parts;
use egui::Ui;
use engine::ContributionShare;
use studio::PreviewFrame;
use words::tr;

/// Shows how much each player contributes to the selected bone, or to the whole body.
pub fn shares_ui(ui: &mut Ui, host: &GraphPanelHost<'_>) {
    let title = host
        .bone
        .map_or(tr!("Share of the whole body").to_owned(), |bone| {
            tr!("Share of {bone}")
        });
    if !ui
        .push_id("shares", |ui| parts::group_header(ui, &title, ""))
        .inner
    {
        return;
    }
    let Some(frame) = host.frame else {
        return note_ui(ui, tr!("It does not play. See Problems."));
    };
    let mut shares = frame.inspected.shares.clone();
    shares.sort_by_key(|it| (it.is_additive, it.node, it.montage, it.clip));
    let (full, top): (Vec<ContributionShare>, Vec<ContributionShare>) =
        shares.into_iter().partition(|it| !it.is_additive);
    for share in &full {
        share_ui(ui, host, frame, share, "");
    }
    if !top.is_empty() {
        heading_ui(ui, tr!("Additive"), "additive");
        for share in &top {
            share_ui(ui, host, frame, share, "+");
        }
    }
    if full.is_empty() {
        note_ui(ui, tr!("Nothing evaluated yet."));
    } else if host.bone.is_none() {
        note_ui(
            ui,
            tr!("Mean of all bones. Select a bone to see its own shares."),
        );
    }
    ui.add_space(4.0);
}

fn share_ui(
    ui: &mut Ui,
    host: &GraphPanelHost<'_>,
    frame: &PreviewFrame,
    share: &ContributionShare,
    sign: &str,
) {
    let node = frame.graph.node_name(share.node);
    let by = share
        .montage
        .map_or_else(|| host.text(node), |montage| host.text(montage));
    // What shows without a clip is known by its node.
    let (name, by) = share
        .clip
        .map_or((by, tr!("no clip")), |clip| (host.text(clip), by));
    // A node that has no name of its own is called as its clip.
    let by = if by == name { "" } else { by };
    part_ui(ui, name, by, share.weight, sign);
}
