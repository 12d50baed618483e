//! Actions of each kind of document.

use super::App;
use crate::action::{ClipAction, KindAction, MeshAction, MontageAction, SkeletonAction};

impl App {
    pub(super) fn act_on_kind(&mut self, ctx: &egui::Context, action: KindAction) {
        match action {
            KindAction::Montage(action) => self.act_on_montage(action),
            KindAction::Graph(action) => self.act_on_graph(ctx, action),
            KindAction::BlendSpace(action) => self.act_on_blend_space(action),
            KindAction::PoseAsset(action) => self.act_on_pose_asset(action),
            KindAction::Clip(action) => self.act_on_clip(action),
            KindAction::Skeleton(action) => self.act_on_skeleton(action),
            KindAction::NotifyClass(action) => self.act_on_notify_class(action),
            KindAction::Mesh(action) => self.act_on_mesh(action),
        }
    }

    fn act_on_clip(&mut self, action: ClipAction) {
        match action {
            ClipAction::AddSyncMarker => self.add_sync_marker(),
            ClipAction::AddCurve => self.add_curve(),
            ClipAction::AddCurveKey => self.add_curve_key(),
            ClipAction::WriteContacts => self.write_contacts(),
            ClipAction::PreviewReduction => self.preview_reduction(),
            ClipAction::TrimToPlayhead(edge) => self.trim_clip_to_playhead(edge),
            ClipAction::TrimToLoop => self.trim_clip_to_loop(),
            ClipAction::SplitAtPlayhead => self.split_clip(),
            ClipAction::Reverse => self.reverse_clip(),
            ClipAction::ShowCompression => self.show_compression(),
            ClipAction::GoToWorstFrame => self.go_to_worst_frame(),
            ClipAction::ShowBoneAt { bone, time } => self.show_bone_at(bone, time),
            ClipAction::CompressNow(clip) => self.compress_now(clip),
        }
    }

    fn act_on_mesh(&mut self, action: MeshAction) {
        match action {
            MeshAction::MakeLevels(mesh) => self.make_levels(mesh),
            MeshAction::LevelFromFile(mesh, at) => self.pick_level(mesh, at),
            MeshAction::VertexCache(mesh) => self.pick_vertex_cache(mesh),
            MeshAction::TransferWeights { mesh, from } => self.transfer_weights(mesh, from),
        }
    }

    fn act_on_montage(&mut self, action: MontageAction) {
        match action {
            MontageAction::New => self.new_montage(None),
            MontageAction::NewFrom(clip) => self.new_montage(Some(clip)),
            MontageAction::NewChild(parent) => self.new_child_montage(parent),
            MontageAction::AppendClip(clip) => self.append_clip(clip),
            MontageAction::AddSection => self.add_section(),
            MontageAction::AddSlot => self.add_slot(),
            MontageAction::ChainSections => self.link_sections(true),
            MontageAction::ClearLinks => self.link_sections(false),
            MontageAction::SweepRates => self.sweep_montage(),
            MontageAction::BakeWarping => self.bake_warping(),
        }
    }

    /// A path that is asked for is shown.
    fn toggle_path(&mut self) {
        let skeleton = &mut self.views.kinds.skeleton;
        let Some(bone) = skeleton.selected_bone else {
            return;
        };
        if !skeleton.paths.remove(&bone) {
            skeleton.paths.insert(bone);
            self.settings.bone_paths = true;
        }
    }

    fn act_on_skeleton(&mut self, action: SkeletonAction) {
        match action {
            SkeletonAction::ShowWeights(id) => self.show_weights(id),
            SkeletonAction::AddMask => self.add_mask(),
            SkeletonAction::AddBlendProfile => self.add_blend_profile(),
            SkeletonAction::AddSocket => self.add_socket(),
            SkeletonAction::TogglePath => self.toggle_path(),
            SkeletonAction::ClearPaths => self.views.kinds.skeleton.paths.clear(),
            SkeletonAction::AddVirtualBone { source, target } => {
                self.add_virtual_bone(source, target)
            }
        }
    }
}
