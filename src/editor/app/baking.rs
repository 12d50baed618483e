//! What motion warping makes of the open montage, made permanent: a clip of its own in place of
//! those that it plays.

use super::App;
use crate::toast::Tone;
use anim::{Name, Transform};
use asset::{AssetKind, Id, Montage, bake, montage::Segment};
use document::{Command, MontageCommand, NotifyCommand, ProjectCommand};
use studio::WarpPath;
use words::{noun, tr};

impl App {
    /// One step to undo. The clips that were played stay as they are.
    pub(super) fn bake_warping(&mut self) {
        let Some(id) = self.session.active else {
            return;
        };
        let project = self.document.project().clone();
        let Some(montage) = project.montages.get(&id) else {
            return;
        };
        let refuse = |app: &mut Self, why: String| {
            app.session.toast(Tone::Warning, tr!("Nothing baked"), why)
        };
        let windows: Vec<Id> = montage
            .notifies
            .iter()
            .filter(|it| it.warp.is_some())
            .map(|it| it.id)
            .collect();
        if windows.is_empty() {
            return refuse(self, tr!("{} has no warp window.", montage.name));
        }
        let scene = project.preview.scene_of(Some(id));
        let targets = files::standing_targets(&project, scene).into_iter();
        let targets = targets.map(|(name, place)| (Name::new(&name), place));
        let targets: Vec<(Name, Transform)> = targets.collect();
        let library = self.compiled.library.clone();
        let Some(path) = WarpPath::of(&library, Name::new(&montage.name), &targets) else {
            return refuse(self, bake::Refusal::Uncompiled.to_string());
        };
        let clip = self.views.edits.id();
        let name = project.free_name(AssetKind::Clip, &format!("{}_Baked", montage.name), None);
        let fresh = &mut || self.views.edits.id();
        let baked = match bake::baked(
            &project,
            &library,
            id,
            &path.roots,
            (clip, name.clone()),
            fresh,
        ) {
            Ok(baked) => baked,
            Err(why) => return refuse(self, why.to_string()),
        };
        let missed = path.ends.iter().filter(|end| !end.arrived()).count();
        self.perform(&replaced(id, montage, baked, &windows), None);
        let (tone, line) = match missed {
            0 => (
                Tone::Ok,
                tr!(
                    "{} now arrive without a target.",
                    crate::parts::count(windows.len(), noun!("window"))
                ),
            ),
            missed => (
                Tone::Warning,
                tr!(
                    "{missed} of {} warp windows missed their target, and so does the clip.",
                    windows.len()
                ),
            ),
        };
        self.session
            .toast(tone, tr!("{} plays {name}", montage.name), line);
    }
}

/// The clip for the segments of its slot, and no windows any more.
fn replaced(id: Id, montage: &Montage, baked: bake::Baked, windows: &[Id]) -> Command {
    let bake::Baked {
        clip,
        slot,
        segment,
    } = baked;
    let of_slot = montage
        .slots
        .iter()
        .filter(|known| known.id == slot)
        .flat_map(|slot| &slot.segments);
    let gone = of_slot
        .map(|segment: &Segment| Command::Montage(id, MontageCommand::RemoveSegment(segment.id)));
    let mut steps = vec![Command::Project(ProjectCommand::Add(
        segment.clip,
        clip.into(),
    ))];
    steps.extend(gone);
    steps.push(Command::Montage(
        id,
        MontageCommand::AddSegment { slot, segment },
    ));
    steps.extend(
        windows
            .iter()
            .map(|window| Command::Notify(id, NotifyCommand::Remove(*window))),
    );
    Command::Batch(steps)
}
