//! Edits of the skeleton that is shown: sockets and virtual bones on its bones, masks and blend
//! profiles of them.

use super::App;
use crate::timeline::item::free_name;
use crate::{panels::skeleton::shown_skeleton, toast::Tone};
use anim::{Transform, mask::ProfileMode};
use asset::{
    Id, Skeleton,
    skeleton::{BlendProfile, BoneMask, Socket, VirtualBone},
};
use document::{Command, ItemCommand, Selection, SkeletonCommand};
use std::sync::Arc;
use words::tr;

impl App {
    pub(super) fn rig(&self) -> Option<(Id, Arc<Skeleton>)> {
        let id = shown_skeleton(&self.document, &self.session)?;
        Some((id, self.document.project().skeletons.get(&id)?.clone()))
    }

    /// A bone takes the place of a selected socket or virtual bone.
    pub(super) fn select_bone(&mut self, bone: Option<usize>) {
        self.views.kinds.skeleton.selected_bone = bone;
        self.views.kinds.skeleton.revealed_bone = bone;
        let selection = self.document.selection();
        let is_on_skeleton = selection
            .asset
            .is_some_and(|id| self.document.project().skeletons.contains_key(&id));
        if is_on_skeleton && !selection.items.is_empty() {
            self.document.select(Selection {
                asset: self.session.active,
                items: Default::default(),
            });
        }
    }

    /// A socket or virtual bone takes the place of a selected bone.
    pub(super) fn select_on_rig(&mut self, item: Id) {
        if let Some((rig, _)) = self.rig() {
            self.views.kinds.skeleton.selected_bone = None;
            self.document.select(Selection::item(rig, item));
        }
    }

    pub(crate) fn add_socket(&mut self) {
        let id = self.views.edits.id();
        let found = self.rig().and_then(|(rig, skeleton)| {
            Some((rig, self.views.kinds.skeleton.selected_bone?, skeleton))
        });
        let Some((rig, at, skeleton)) =
            found.filter(|(_, at, skeleton)| *at < skeleton.bones.len())
        else {
            let line = tr!("Select a bone in the Skeleton panel or the viewport first.");
            return self
                .session
                .toast(Tone::Warning, tr!("No bone selected"), line);
        };
        let taken = skeleton.sockets.iter().map(|socket| socket.name.as_str());
        let name = free_name(&format!("{}_socket", skeleton.bones[at].name), taken);
        let socket = Socket::new(
            id,
            name,
            skeleton.bones[at].key.clone(),
            Transform::IDENTITY,
        );
        self.add_to_rig(rig, SkeletonCommand::Socket(ItemCommand::Add(socket)), id);
    }

    pub(crate) fn add_virtual_bone(&mut self, source: usize, target: usize) {
        let id = self.views.edits.id();
        let Some((rig, skeleton)) = self.rig() else {
            return;
        };
        let (Some(from), Some(to)) = (skeleton.bones.get(source), skeleton.bones.get(target))
        else {
            return;
        };
        let bones = skeleton.bones.iter().map(|bone| bone.name.as_str());
        let taken = bones.chain(skeleton.virtual_bones.iter().map(|bone| bone.name.as_str()));
        let name = free_name(&format!("VB {}_{}", from.name, to.name), taken);
        let bone = VirtualBone::new(id, name, from.key.clone(), to.key.clone());
        self.add_to_rig(
            rig,
            SkeletonCommand::VirtualBone(ItemCommand::Add(bone)),
            id,
        );
    }

    /// Adds a mask without bones.
    pub(crate) fn add_mask(&mut self) {
        let id = self.views.edits.id();
        let Some((rig, skeleton)) = self.rig() else {
            return;
        };
        let name = free_name("Mask", skeleton.masks.iter().map(|mask| mask.name.as_str()));
        let mask = BoneMask {
            id,
            name,
            weights: Default::default(),
        };
        self.add_to_rig(rig, SkeletonCommand::Mask(ItemCommand::Add(mask)), id);
        self.views.kinds.skeleton.weights_column = Some(id);
    }

    /// Adds a blend profile in which all bones blend together.
    pub(crate) fn add_blend_profile(&mut self) {
        let id = self.views.edits.id();
        let Some((rig, skeleton)) = self.rig() else {
            return;
        };
        let name = free_name(
            "Profile",
            skeleton
                .blend_profiles
                .iter()
                .map(|profile| profile.name.as_str()),
        );
        let factors = Default::default();
        let profile = BlendProfile {
            id,
            name,
            mode: ProfileMode::TimeFactor,
            factors,
        };
        self.add_to_rig(
            rig,
            SkeletonCommand::BlendProfile(ItemCommand::Add(profile)),
            id,
        );
        self.views.kinds.skeleton.weights_column = Some(id);
    }

    /// Beside the bones, and in the details.
    pub(crate) fn show_weights(&mut self, id: Option<Id>) {
        self.views.kinds.skeleton.weights_column = id;
        if let Some(id) = id {
            self.select_on_rig(id);
        }
    }

    /// Performs and selects what was added.
    fn add_to_rig(&mut self, rig: Id, command: SkeletonCommand, item: Id) {
        let before = self.document.step_count();
        self.perform(&Command::Skeleton(rig, command), None);
        if self.document.step_count() != before {
            self.select_on_rig(item);
        }
    }

    /// The skeleton whose socket or virtual bone is selected.
    fn selected_rig(&self) -> Option<(Id, &Skeleton)> {
        let selection = self.document.selection();
        let rig = selection.asset.filter(|_| !selection.items.is_empty())?;
        Some((rig, self.document.project().skeletons.get(&rig)?))
    }

    /// Returns whether the selection was of a skeleton.
    pub(super) fn delete_from_rig(&mut self) -> bool {
        let Some((rig, skeleton)) = self.selected_rig() else {
            return false;
        };
        let removed = |id: &Id| {
            let socket = skeleton
                .socket(*id)
                .map(|_| SkeletonCommand::Socket(ItemCommand::Remove(*id)));
            let bone = skeleton
                .virtual_bone(*id)
                .map(|_| SkeletonCommand::VirtualBone(ItemCommand::Remove(*id)));
            let mask = skeleton
                .mask(*id)
                .map(|_| SkeletonCommand::Mask(ItemCommand::Remove(*id)));
            let profile = skeleton
                .blend_profile(*id)
                .map(|_| SkeletonCommand::BlendProfile(ItemCommand::Remove(*id)));
            let command = socket.or(bone).or(mask).or(profile)?;
            Some(Command::Skeleton(rig, command))
        };
        let commands = self
            .document
            .selection()
            .items
            .iter()
            .filter_map(removed)
            .collect();
        self.perform(&Command::Batch(commands), None);
        self.document.select(Selection {
            asset: self.session.active,
            items: Default::default(),
        });
        true
    }

    pub(super) fn selected_rig_name(&self) -> Option<String> {
        let id = self.document.selection().items.first()?;
        let (_, skeleton) = self.selected_rig()?;
        let socket = skeleton.socket(*id).map(|socket| socket.name.clone());
        socket.or(skeleton.virtual_bone(*id).map(|bone| bone.name.clone()))
    }

    pub(super) fn rig_rename(&self, rig: Id, id: Id, name: &str) -> Option<Command> {
        let (skeleton, name) = (
            self.document.project().skeletons.get(&rig)?,
            name.to_owned(),
        );
        let socket = skeleton.socket(id).cloned();
        let command = match (socket, skeleton.virtual_bone(id).cloned()) {
            (Some(socket), _) => {
                SkeletonCommand::Socket(ItemCommand::Set(Socket { name, ..socket }))
            }
            (None, Some(bone)) => {
                SkeletonCommand::VirtualBone(ItemCommand::Set(VirtualBone { name, ..bone }))
            }
            (None, None) => return None,
        };
        Some(Command::Skeleton(rig, command))
    }
}
