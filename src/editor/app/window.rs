//! What every window has: its look, its keys, its picture.

use crate::{faults::PanicReport, keymap::Taker, software_fill, theme, viewport::Viewport};
use words::tr;

/// Sets up what every window has.
pub(super) fn dress(ctx: &egui::Context) {
    theme::install(ctx);
    ctx.add_plugin(Taker::default());
}

pub(super) fn viewport(cc: &eframe::CreationContext<'_>) -> Result<Viewport, String> {
    let state = cc
        .wgpu_render_state
        .as_ref()
        .ok_or(tr!("The window has no graphics device."))?;
    PanicReport::tell_adapter(&state.adapter.get_info());
    software_fill::install(&cc.egui_ctx, state);
    Viewport::new(state)
}
