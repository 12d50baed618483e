//! “Export as glTF”: what of the project is written, and how. The place is asked for afterwards.

pub(crate) mod choice;

use super::{App, purpose::Purpose};
use crate::pick::PickKind;
use choice::GltfChoiceStep;
use words::tr;

impl App {
    pub(super) fn choose_gltf(&mut self) {
        self.dialogs.gltf.open(self.document.project());
    }

    pub(super) fn gltf_ui(&mut self, ctx: &egui::Context) {
        if !self.dialogs.gltf.is_open {
            return;
        }
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
        let (choice, project) = (&mut self.dialogs.gltf, self.document.project());
        let modal = egui::Modal::new(egui::Id::unique("export as gltf")).frame(frame);
        let shown = modal.show(ctx, |ui| choice.ui(ui, project));
        let step = if shown.should_close() {
            Some(GltfChoiceStep::Cancel)
        } else {
            shown.inner
        };
        let Some(step) = step else { return };
        self.dialogs.gltf.is_open = false;
        if matches!(step, GltfChoiceStep::Choose) {
            let name = format!("{}.glb", self.document.project().name);
            self.pick(
                Purpose::ExportGltf,
                tr!("Export as glTF"),
                PickKind::SaveFile,
                vec![(tr!("glTF files"), vec!["glb"])],
                name,
            );
        }
    }
}
