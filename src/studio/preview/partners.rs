//! The partners of a previewed character. Their time is that of its timeline: wherever the playhead
//! is put, they are where play would have brought them, and what ends before begins again.

#[cfg(test)]
mod tests;

use super::PreviewState;
use crate::{
    FIRST_PARTNER, PREVIEWED, PartnerOrder, PartnerTie, PreviewSubject, stage::PreviewStage,
};
use anim::{
    AnimInstance, Request, Transform,
    instance::{RootMotionMode, clip_place, montage_place},
};
use engine::{CharacterId, EngineInput};
use std::sync::Arc;

impl PreviewState {
    /// Partners beside the previewed character.
    pub fn partners(&self) -> &[PartnerOrder] {
        &self.partners
    }

    /// Others are there from now on.
    pub(super) fn set_partners(&mut self, partners: Arc<[PartnerOrder]>, stage: &mut PreviewStage) {
        self.remove_partners(stage);
        self.partners = partners;
        if stage.has_previewed() {
            self.put_partners(self.position, stage);
            self.lead_partners(stage);
        }
        self.settled &= self.playing;
    }

    /// Targets that followed them are where the scene has them, or nowhere.
    pub(super) fn remove_partners(&self, stage: &mut PreviewStage) {
        for (character, partner) in self.each_partner() {
            if stage.evaluator.instance(character).is_none() {
                continue;
            }
            stage.put(EngineInput::RemoveCharacter { character });
            if !stage.has_previewed() {
                continue;
            }
            stage.put(EngineInput::CopyPose {
                character: PREVIEWED,
                partner: partner.name,
                from: None,
            });
            for (target, ..) in &partner.targets {
                stage.put(EngineInput::FollowWarpTarget {
                    character: PREVIEWED,
                    target: *target,
                    of: None,
                    offset: Transform::IDENTITY,
                });
                stage.ask(Request::RemoveWarpTarget { target: *target });
            }
        }
        if stage.has_previewed() && !self.partners.is_empty() {
            self.ask_for_settings(stage);
        }
    }

    /// Sends a request to the previewed character and to all partners.
    pub(super) fn ask_everybody(&self, request: &Request, stage: &mut PreviewStage) {
        stage.ask(request.clone());
        for (character, _) in self.each_partner() {
            let request = request.clone();
            stage.put(EngineInput::Request { character, request });
        }
    }

    /// Puts all partners again if one was missing for want of a skeleton.
    pub(super) fn put_missing_partners(&mut self, stage: &mut PreviewStage) {
        let is_missing = |(character, partner): (CharacterId, &PartnerOrder)| {
            stage.evaluator.instance(character).is_none()
                && stage.library().skeleton(partner.skeleton).is_some()
        };
        let is_missing = self.each_partner().any(is_missing);
        if stage.has_previewed() && is_missing {
            self.put_partners(self.position, stage);
            self.lead_partners(stage);
        }
    }

    /// Puts all partners at a time of the timeline, seconds. Takes a tick of no time if there are
    /// partners.
    pub(super) fn put_partners(&mut self, time: f64, stage: &mut PreviewStage) {
        self.partner_clips.clear();
        if self.partners.is_empty() {
            return;
        }
        for (character, partner) in self.each_partner() {
            stage.put(EngineInput::AddCharacter {
                character,
                skeleton: partner.skeleton,
                seed: 0,
            });
            self.settings()
                .for_each(|request| stage.put(EngineInput::Request { character, request }));
        }
        stage.run_tick(0.0);
        for (character, partner) in self.each_partner() {
            self.put_partner(character, partner, (time, false), stage);
        }
        self.tie_partners(stage);
    }

    /// Binds everybody to the previewed character, which may be another one by now.
    pub(super) fn tie_partners(&self, stage: &mut PreviewStage) {
        for (character, partner) in self.each_partner() {
            match partner.tie {
                PartnerTie::IsCopied => stage.put(EngineInput::CopyPose {
                    character: PREVIEWED,
                    partner: partner.name,
                    from: Some(character),
                }),
                PartnerTie::Copies(name) => stage.put(EngineInput::CopyPose {
                    character,
                    partner: name,
                    from: Some(PREVIEWED),
                }),
                PartnerTie::Follows => stage.put(EngineInput::Follow {
                    character,
                    leader: Some(PREVIEWED),
                }),
                PartnerTie::Apart => {}
            }
            for (target, bone, offset) in &partner.targets {
                stage.put(EngineInput::FollowWarpTarget {
                    character: PREVIEWED,
                    target: *target,
                    of: Some((character, *bone)),
                    offset: *offset,
                });
            }
        }
    }

    /// Montages of partners that are to go where the previewed one goes do so from now on. It counts
    /// after the request that plays the previewed one.
    pub(super) fn lead_partners(&self, stage: &mut PreviewStage) {
        for (character, partner) in self.each_partner() {
            if let Some((theirs, ours)) = self.led(partner) {
                stage.put(EngineInput::FollowMontage {
                    character,
                    montage: theirs,
                    leader: Some((PREVIEWED, ours)),
                });
            }
        }
    }

    /// Targets that follow partners are where these are shown: two ticks of no time, where there
    /// are some.
    pub(super) fn place_followed(&self, stage: &mut PreviewStage) {
        if self
            .partners
            .iter()
            .any(|partner| !partner.targets.is_empty())
        {
            stage.run_tick(0.0);
            stage.run_tick(0.0);
        }
    }

    /// Before a tick, restarts what partners have played to the end, and applies the rate that is
    /// set.
    pub(super) fn tend_partners(&mut self, stage: &mut PreviewStage) {
        let rate = self.partner_rate();
        self.partner_clips = self.clip_times(stage);
        for (character, partner) in self.each_partner() {
            if partner.tie == PartnerTie::Follows || self.led(partner).is_some() {
                continue;
            }
            match partner.plays {
                PreviewSubject::Clip(clip) => {
                    let shown = stage.evaluator.proxy(character);
                    let shown = shown.and_then(anim::AnimInstanceProxy::shown_clip);
                    let length = self.partner_length(partner, stage);
                    let is_over = shown.is_none_or(|(name, at, _)| {
                        name != clip || if rate < 0.0 { at <= 0.0 } else { at >= length }
                    });
                    if is_over && length > 0.0 {
                        let time = if self.has_timeline() {
                            self.position
                        } else {
                            0.0
                        };
                        self.put_partner(character, partner, (time, true), stage);
                    } else if let Some((clip, position, _)) =
                        shown.filter(|(_, _, known)| *known != rate)
                    {
                        let request = Request::PlayClip {
                            clip,
                            position,
                            rate,
                        };
                        stage.put(EngineInput::Request { character, request });
                    }
                }
                PreviewSubject::Montage(montage) => {
                    let state = stage
                        .evaluator
                        .instance(character)
                        .and_then(|it| it.montage_states().find(|it| it.montage == montage));
                    match state {
                        None => self.put_partner(character, partner, (0.0, true), stage),
                        Some(state) if state.rate != rate && !state.stopped => {
                            let request = Request::SetPlayRate { montage, rate };
                            stage.put(EngineInput::Request { character, request });
                        }
                        Some(_) => {}
                    }
                }
                PreviewSubject::Graph(graph) => {
                    let shown = stage.evaluator.proxy(character);
                    let is_other = shown.is_some_and(|it| it.graph().name() != graph);
                    if is_other && stage.library().graph(graph).is_some() {
                        let request = Request::PlayGraph { graph };
                        stage.put(EngineInput::Request { character, request });
                    }
                }
                _ => {}
            }
        }
    }

    /// After a tick, puts partners back at their places once their clips have looped: a clip that
    /// loops goes on by itself and takes the root along.
    pub(super) fn bring_partners_back(&mut self, stage: &mut PreviewStage) {
        let rate = f64::from(self.partner_rate());
        let before = std::mem::take(&mut self.partner_clips);
        let now = self.clip_times(stage);
        let mut is_anew = false;
        for ((character, partner), times) in self.each_partner().zip(before.iter().zip(now)) {
            if let (Some(before), Some(now)) = times
                && (now - before) * rate < 0.0
            {
                self.put_partner(character, partner, (now, true), stage);
                is_anew = true;
            }
        }
        if is_anew {
            stage.run_tick(0.0);
        }
    }

    /// Seconds of the clip of each.
    fn clip_times(&self, stage: &PreviewStage) -> Vec<Option<f64>> {
        let time = |(character, partner): (CharacterId, &PartnerOrder)| {
            let is_clip = matches!(partner.plays, PreviewSubject::Clip(_));
            let proxy = stage.evaluator.proxy(character).filter(|_| is_clip)?;
            proxy.shown_clip().map(|(_, at, _)| at)
        };
        self.each_partner().map(time).collect()
    }

    fn each_partner(&self) -> impl Iterator<Item = (CharacterId, &PartnerOrder)> {
        (FIRST_PARTNER..).zip(self.partners.iter())
    }

    /// The partner's montage, and the previewed montage that it follows; None if the partner
    /// follows no montage.
    fn led(&self, partner: &PartnerOrder) -> Option<(anim::Name, anim::Name)> {
        match (partner.plays, self.subject) {
            (PreviewSubject::Montage(theirs), PreviewSubject::Montage(ours))
                if partner.follows_montage =>
            {
                Some((theirs, ours))
            }
            _ => None,
        }
    }

    fn has_timeline(&self) -> bool {
        !matches!(
            self.subject,
            PreviewSubject::None | PreviewSubject::Skeleton(_)
        )
    }

    /// A graph is shown by longer and shorter ticks, and everything else by its own rate.
    fn partner_rate(&self) -> f32 {
        match self.subject {
            PreviewSubject::Graph(_) => 1.0,
            _ => self.rate,
        }
    }

    fn partner_length(&self, partner: &PartnerOrder, stage: &PreviewStage) -> f64 {
        let library = stage.library();
        match partner.plays {
            PreviewSubject::Clip(name) => library.clip(name).map_or(0.0, |it| it.length.into()),
            PreviewSubject::Montage(name) => {
                library.montage(name).map_or(0.0, |it| it.length.into())
            }
            _ => 0.0,
        }
    }

    /// One begins again as at a time of the timeline, seconds; while time goes on a montage is
    /// played, else it is shown as it is there.
    fn put_partner(
        &self,
        character: CharacterId,
        partner: &PartnerOrder,
        (time, goes_on): (f64, bool),
        stage: &mut PreviewStage,
    ) {
        let length = self.partner_length(partner, stage);
        let rate = self.partner_rate();
        let position = if self.led(partner).is_some() {
            time.clamp(0.0, length)
        } else if length > 0.0 {
            let position = libm::fmod(time, length);
            let is_at_its_end = position == 0.0 && rate < 0.0;
            if is_at_its_end { length } else { position }
        } else {
            0.0
        };
        let placement = match stage.evaluator.instance(character) {
            Some(instance) => self.partner_place(partner, position, instance, stage),
            None => partner.home,
        };
        stage.put(EngineInput::Teleport {
            character,
            placement,
        });
        if partner.stays {
            let placement = Some(partner.home);
            stage.put(EngineInput::Carry {
                character,
                placement,
            });
        }
        let request = match partner.plays {
            _ if partner.tie == PartnerTie::Follows => return,
            PreviewSubject::Clip(clip) => Request::PlayClip {
                clip,
                position,
                rate,
            },
            PreviewSubject::Montage(montage) if goes_on => Request::play(montage, rate),
            PreviewSubject::Montage(montage) => Request::Scrub { montage, position },
            PreviewSubject::Graph(graph) => Request::PlayGraph { graph },
            PreviewSubject::None | PreviewSubject::Skeleton(_) => return,
        };
        stage.put(EngineInput::Request { character, request });
    }

    /// Placement to which root motion has brought a partner by `time` of what the partner plays.
    fn partner_place(
        &self,
        partner: &PartnerOrder,
        time: f64,
        instance: &AnimInstance,
        stage: &PreviewStage,
    ) -> Transform {
        let (library, home, targets) = (stage.library(), partner.home, instance.warp_targets());
        let skeleton = instance.skeleton();
        match (self.root_motion, partner.plays) {
            _ if partner.stays => home,
            (RootMotionMode::FromEverything, PreviewSubject::Clip(name)) => library
                .clip(name)
                .filter(|clip| clip.root_motion.enabled)
                .map_or(home, |clip| clip_place(clip, skeleton, targets, home, time)),
            (
                RootMotionMode::FromEverything | RootMotionMode::FromMontagesOnly,
                PreviewSubject::Montage(name),
            ) => library.montage(name).map_or(home, |montage| {
                montage_place(montage, (library, skeleton), targets, home, time)
            }),
            _ => home,
        }
    }
}
