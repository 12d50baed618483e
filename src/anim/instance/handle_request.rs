//! What gameplay asks of an instance, done.

use super::{
    AnimInstance, Refusal, Request, Start,
    lead::{Lead, Led},
    montage_instance::{MontageContext, MontageInstance, stop_blend},
    travel::entry,
};
use crate::{
    Event, Montage, Name, Transform,
    event::{Cause, EventReason, Phase, Source},
    graph::{Graph, Show, control::ExternalBone},
    limits::{MOST_RATE, is_rate},
};
use std::sync::Arc;

/// Most of the character's seconds a second.
const MOST_DILATION: f64 = 100.0;

/// A montage that was started.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Id of the montage instance, by which events name the instance.
    pub instance: u32,
    /// Length of the montage, seconds.
    pub length: f32,
    /// Seconds that it takes at its rate; infinite where that is 0.
    pub duration: f32,
}

impl AnimInstance {
    /// Changes nothing when refused, but for [`Refusal::RateClamped`].
    pub fn request(&mut self, request: &Request) -> Result<(), Refusal> {
        if self.is_torn_down {
            return Err(Refusal::TornDown);
        }
        match *request {
            Request::PlayMontage {
                montage,
                rate,
                start,
                stop_group,
            } => {
                let told = playable(rate)?.1;
                self.play_montage(montage, rate, start, stop_group)?;
                told
            }
            Request::StopMontage { .. } | Request::StopGroup { .. } => self.stop(request),
            Request::JumpToSection {
                montage,
                section,
                at_end,
            } => self.with_montage(montage, |instance, cx| {
                let section = instance
                    .montage
                    .find_section(section)
                    .ok_or(Refusal::SectionUnknown)?;
                instance.jump_to(section, at_end, Cause::Request, cx);
                Ok(())
            }),
            Request::SetNextSection { montage, from, to } => {
                self.with_montage(montage, |instance, _| {
                    let montage = instance.montage.clone();
                    let find = |name| montage.find_section(name).ok_or(Refusal::SectionUnknown);
                    let (from, to) = (find(from)?, to.map(find).transpose()?);
                    instance.travel.set_next_section(&montage, from, to);
                    Ok(())
                })
            }
            Request::Pause { montage } => self.set_playing(montage, false),
            Request::Resume { montage } => self.set_playing(montage, true),
            Request::SetPosition { montage, position } => {
                finite(position)?;
                self.with_montage(montage, |instance, cx| {
                    instance.set_position(position, EventReason::SkippedByJump, cx);
                    Ok(())
                })
            }
            Request::Scrub { montage, position } => {
                finite(position)?;
                self.scrub(montage, position)
            }
            Request::ForcePosition { montage, from, to } => {
                from.into_iter().chain([to]).try_for_each(finite)?;
                self.with_montage(montage, |instance, _| {
                    instance.force_position(from, to);
                    Ok(())
                })
            }
            Request::SetPlayRate { montage, rate } => {
                let (rate, told) = playable(rate)?;
                self.with_montage(montage, |instance, _| {
                    instance.travel.rate = rate;
                    told
                })
            }
            Request::FollowMontage { montage, leader } => self.follow_montage(montage, leader),
            Request::DisableRootMotion { montage, disable } => {
                self.with_montage(montage, |instance, _| {
                    let count = instance.root_disabled;
                    instance.root_disabled = if disable {
                        count.saturating_add(1)
                    } else {
                        count.saturating_sub(1)
                    };
                    Ok(())
                })
            }
            Request::SetTimeDilation { dilation } => {
                finite(dilation)?;
                self.dilation = dilation.clamp(0.0, MOST_DILATION);
                self.dilate();
                if (0.0..=MOST_DILATION).contains(&dilation) {
                    Ok(())
                } else {
                    Err(Refusal::RateClamped)
                }
            }
            _ => self.set(request),
        }
    }

    /// Handles a request that does not concern a montage.
    fn set(&mut self, request: &Request) -> Result<(), Refusal> {
        match *request {
            Request::SetRootMotionMode { mode } => {
                self.mode = mode;
                Ok(())
            }
            Request::SetDedicatedServer { is_server } => {
                self.out.filter.is_dedicated_server = is_server;
                Ok(())
            }
            Request::FilterNotifies { filter } => {
                self.out.filter.filters = filter;
                Ok(())
            }
            Request::SectionEndNeedsTime { needs } => {
                self.section_end_needs_time = needs;
                Ok(())
            }
            Request::MergeStates { merge } => {
                self.out.filter.merges = merge;
                Ok(())
            }
            Request::SetLod { lod } => {
                self.out.filter.lod = lod;
                Ok(())
            }
            Request::PlayClip {
                clip,
                position,
                rate,
            } => {
                let (rate, told) = playable(rate)?;
                self.show(
                    clip,
                    position,
                    Show::Clip {
                        clip,
                        position,
                        rate,
                    },
                )
                .and(told)
            }
            Request::FadeToClip {
                clip,
                rate,
                duration,
            } => {
                let (rate, told) = playable(rate)?;
                self.show(
                    clip,
                    duration.into(),
                    Show::Fade {
                        clip,
                        rate,
                        duration,
                    },
                )
                .and(told)
            }
            Request::PlayGraph { graph } => self.play_graph(graph),
            Request::SetParameter { parameter, value } => {
                self.settable(parameter)?;
                let value = if value.is_finite() {
                    value
                } else {
                    return Err(Refusal::BadNumber);
                };
                self.set.retain(|(known, _)| *known != parameter);
                self.set.push((parameter, value));
                Ok(())
            }
            Request::TellLive(ref frame) => {
                self.told.retain(|known| known.subject != frame.subject);
                self.told.push(frame.clone());
                Ok(())
            }
            Request::SetWarpTarget { target, place } => {
                let place = Transform {
                    rotation: place.rotation.normalize(),
                    ..place
                };
                if !place.is_finite() {
                    return Err(Refusal::BadNumber);
                }
                self.targets.set(target, place);
                Ok(())
            }
            Request::RemoveWarpTarget { target } => {
                if self.targets.remove(target) {
                    Ok(())
                } else {
                    Err(Refusal::TargetUnknown)
                }
            }
            Request::SetExternal { stream, ref bones } => self.set_external(stream, bones),
            Request::SnapshotPose { snapshot } => self.snapshot_pose(snapshot),
            Request::StopClip => {
                self.shown.push(Show::Nothing);
                Ok(())
            }
            // Montages' own are done before.
            _ => Ok(()),
        }
    }

    /// The instance's own graph, then its post-process graphs.
    fn graphs(&self) -> impl Iterator<Item = &Graph> {
        std::iter::once(&self.graph)
            .chain(
                self.library
                    .post_processes(&self.skeleton)
                    .map(|(graph, _)| graph),
            )
            .map(|graph| &**graph)
    }

    /// Whether a parameter is one that a game may set: of the graph, or of one that runs after it.
    fn settable(&self, parameter: Name) -> Result<(), Refusal> {
        let mut known = self
            .graphs()
            .filter_map(|it| Some((it, it.parameter(parameter)?)));
        let (graph, at) = known.next().ok_or(Refusal::ParameterUnknown)?;
        if graph.is_driven(at) {
            Err(Refusal::ParameterDriven)
        } else {
            Ok(())
        }
    }

    fn set_external(&mut self, stream: Name, bones: &Arc<[ExternalBone]>) -> Result<(), Refusal> {
        if !self.graphs().any(|graph| graph.has_external(stream)) {
            return Err(Refusal::StreamUnknown);
        }
        self.moved.retain(|(known, _)| *known != stream);
        self.moved.push((stream, bones.clone()));
        Ok(())
    }

    fn snapshot_pose(&mut self, snapshot: Name) -> Result<(), Refusal> {
        if !self.graphs().any(|graph| graph.has_snapshot(snapshot)) {
            return Err(Refusal::SnapshotUnknown);
        }
        if !self.kept.contains(&snapshot) {
            self.kept.push(snapshot);
        }
        Ok(())
    }

    fn play_graph(&mut self, name: Name) -> Result<(), Refusal> {
        let graph = match name {
            Name::NONE => self.library.slot_graph(self.skeleton.name),
            name => self
                .library
                .graph(name)
                .ok_or(Refusal::GraphUnknown)?
                .clone(),
        };
        if name != Name::NONE && graph.skeleton() != self.skeleton.name {
            return Err(Refusal::SkeletonMismatch);
        }
        if graph != self.graph {
            self.graph = graph;
            self.set
                .retain(|(parameter, _)| self.graph.parameter(*parameter).is_some());
        }
        Ok(())
    }

    fn scrub(&mut self, montage: Name, position: f64) -> Result<(), Refusal> {
        if !self
            .montages
            .iter()
            .any(|instance| instance.montage.name == montage && !instance.is_stopped())
        {
            self.play_montage(montage, 1.0, Start::Seconds(0.0), true)?;
        }
        self.montages
            .retain(|instance| instance.montage.name == montage && !instance.is_stopped());
        self.quiet = true;
        self.with_montage(montage, |instance, cx| {
            instance.set_position(position, EventReason::Scrubbed, cx);
            instance.settle();
            Ok(())
        })
    }

    /// Starts a montage. Position and weight of the montage begin with the next tick, or with the
    /// instant of a branching point that starts it. A rate beyond ±[`MOST_RATE`] is clamped to this
    /// limit.
    pub fn play_montage(
        &mut self,
        name: Name,
        rate: f32,
        start: Start,
        stop_group: bool,
    ) -> Result<Played, Refusal> {
        let montage = self
            .library
            .montage(name)
            .ok_or(Refusal::MontageUnknown)?
            .clone();
        if montage.skeleton != self.skeleton.name {
            return Err(Refusal::SkeletonMismatch);
        }
        let (rate, _) = playable(rate)?;
        let start = self.start_of(&montage, rate, start)?;
        self.make_room(&montage, stop_group);
        if montage.blend_in.inertialize {
            self.out.inertialize.push(montage.blend_in);
        }
        let speed = (rate * montage.rate_scale).abs();
        let length = montage.length;
        let duration = if speed > 0.0 {
            length / speed
        } else {
            f32::INFINITY
        };
        let mut instance = MontageInstance::new(self.next_id, montage, rate, start);
        instance.started_at = self.advances.then_some(self.now);
        let played = Played {
            instance: self.next_id,
            length,
            duration,
        };
        self.next_id += 1;
        let (name, source) = (instance.montage.name, Source::Montage(instance.id));
        self.out.montage_events.push(Event {
            time: self.now,
            position: instance.travel.position,
            weight: instance.weight(),
            seconds: duration,
            ..Event::new(Phase::Started, name, source, name)
        });
        self.montages.push(instance);
        Ok(played)
    }

    /// The section, and the position, seconds.
    fn start_of(
        &self,
        montage: &Montage,
        rate: f32,
        start: Start,
    ) -> Result<(usize, f64), Refusal> {
        let backwards = rate * montage.rate_scale < 0.0;
        let length = f64::from(montage.length);
        let in_section = |name, at_end| {
            let section = montage.find_section(name).ok_or(Refusal::SectionUnknown)?;
            Ok((section, entry(montage, section, backwards, at_end)))
        };
        let at = |position: f64| (montage.section_at(position), position);
        match start {
            Start::Beginning => Ok(at(if backwards { length } else { 0.0 })),
            Start::Seconds(position) => {
                finite(position)?;
                Ok(at(position.clamp(0.0, length)))
            }
            Start::Section(name) => in_section(name, false),
            Start::SectionEnd(name) => in_section(name, true),
        }
    }

    /// Stops what the new montage replaces: its group, and whatever else moves the root.
    fn make_room(&mut self, montage: &Montage, stop_group: bool) {
        let moves_root = montage.root_translation || montage.root_rotation;
        let (montages, mut cx) = self.parts();
        for instance in montages {
            let of_group = stop_group && instance.montage.group == montage.group;
            let loses_root = moves_root && instance.moves_root;
            if of_group || loses_root {
                instance.moves_root &= !moves_root;
                let cause = if of_group {
                    Cause::Group
                } else {
                    Cause::RootMotion
                };
                instance.stop(montage.blend_in, true, cause, &mut cx);
            }
        }
    }

    fn stop(&mut self, request: &Request) -> Result<(), Refusal> {
        let (Request::StopMontage { blend_out, .. } | Request::StopGroup { blend_out, .. }) =
            *request
        else {
            return Ok(());
        };
        blend_out
            .into_iter()
            .try_for_each(|time| finite(time.into()))?;
        let stop = |instance: &mut MontageInstance, cx: &mut MontageContext<'_>| {
            let blend = stop_blend(&instance.montage, blend_out);
            instance.stop(blend, true, Cause::Request, cx);
        };
        if let Request::StopMontage {
            montage: Some(name),
            ..
        } = *request
        {
            return self.with_montage(name, |instance, cx| {
                stop(instance, cx);
                Ok(())
            });
        }
        let of = if let Request::StopGroup { group, .. } = *request {
            Some(group)
        } else {
            None
        };
        let is_meant = |instance: &&mut MontageInstance| {
            of.is_none_or(|group| instance.montage.group == group)
        };
        let (montages, mut cx) = self.parts();
        let stopped = montages
            .iter_mut()
            .filter(is_meant)
            .map(|instance| stop(instance, &mut cx))
            .count();
        if of.is_some() && stopped == 0 {
            Err(Refusal::GroupNotPlaying)
        } else {
            Ok(())
        }
    }

    fn set_playing(&mut self, name: Name, plays: bool) -> Result<(), Refusal> {
        self.with_montage(name, |instance, _| {
            instance.set_playing(plays);
            Ok(())
        })
    }

    /// Lets a montage follow `leader`. Refuses a montage that would follow itself in the end.
    fn follow_montage(&mut self, name: Name, leader: Option<Name>) -> Result<(), Refusal> {
        let active = |montages: &[MontageInstance], name: Name| {
            let found = montages
                .iter()
                .rfind(|it| it.montage.name == name && !it.is_stopped());
            found.map(|it| it.id).ok_or(Refusal::NotPlaying)
        };
        let follower = active(&self.montages, name)?;
        let leader = leader
            .map(|leader| active(&self.montages, leader))
            .transpose()?;
        let above = |id: u32| {
            self.montages
                .iter()
                .find(|it| it.id == id)?
                .lead
                .as_ref()?
                .leader
        };
        if std::iter::successors(leader, |id| above(*id)).any(|id| id == follower) {
            return Err(Refusal::FollowsItself);
        }
        self.with_montage(name, |instance, _| {
            instance.lead = leader.map(|leader| Lead::new(Some(leader)));
            Ok(())
        })
    }

    /// State of a montage of this character that its followers receive; None if no such montage is
    /// active. Contract: the montages have advanced.
    pub fn led(&self, montage: Name) -> Option<Led> {
        let is_active = |it: &&MontageInstance| it.montage.name == montage && !it.is_stopped();
        self.montages
            .iter()
            .rfind(is_active)
            .map(MontageInstance::led)
    }

    /// Makes a montage follow the montage of another character in the next advance; None lets the
    /// montage go on by itself.
    pub fn lead(&mut self, montage: Name, led: Option<Led>) -> Result<(), Refusal> {
        self.with_montage(montage, |instance, _| {
            match led {
                Some(led) => {
                    instance.lead.get_or_insert_with(|| Lead::new(None));
                    instance.follow(led);
                }
                None => instance.lead = None,
            }
            Ok(())
        })
    }

    /// `seconds` of the request are not checked yet.
    fn show(&mut self, clip: Name, seconds: f64, show: Show) -> Result<(), Refusal> {
        let clip = self.library.clip(clip).ok_or(Refusal::ClipUnknown)?;
        if clip.skeleton != self.skeleton.name {
            return Err(Refusal::SkeletonMismatch);
        }
        if !seconds.is_finite() {
            return Err(Refusal::BadNumber);
        }
        self.shown.push(show);
        Ok(())
    }

    /// Runs `act` on the newest instance of the montage that is not blending out.
    fn with_montage(
        &mut self,
        name: Name,
        act: impl FnOnce(&mut MontageInstance, &mut MontageContext<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let is_active =
            |instance: &MontageInstance| instance.montage.name == name && !instance.is_stopped();
        let at = self
            .montages
            .iter()
            .rposition(is_active)
            .ok_or(Refusal::NotPlaying)?;
        let (montages, mut cx) = self.parts();
        act(&mut montages[at], &mut cx)
    }
}

fn finite(value: f64) -> Result<(), Refusal> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(Refusal::BadNumber)
    }
}

/// The rate that a request gets, and whether it is another one than it asked for.
fn playable(rate: f32) -> Result<(f32, Result<(), Refusal>), Refusal> {
    let told = if is_rate(rate) {
        Ok(())
    } else {
        Err(Refusal::RateClamped)
    };
    if rate.is_finite() {
        Ok((rate.clamp(-MOST_RATE, MOST_RATE), told))
    } else {
        Err(Refusal::BadNumber)
    }
}
