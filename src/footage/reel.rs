//! Plays something from a moment on, tick by tick, as the preview of the window does, for pictures
//! of it. Nothing else hears of it.

#[cfg(test)]
mod tests;

use anim::{Library, Name, Request, Transform, ground::Terrain, instance::RootMotionMode};
use engine::{EngineInput, WorkerMode};
use std::{collections::VecDeque, sync::Arc};
use studio::{
    MontageScope, PREVIEWED, PartnerOrder, Player, PlayerOrder, PreviewFrame, PreviewSubject, TICK,
    Transport,
};

/// Sums of steps differ by less, in seconds.
const SLACK: f64 = 1e-9;

/// What a reel plays, and how it is played.
#[derive(Clone, Debug)]
pub struct ReelOrder {
    /// Everything that plays.
    pub library: Arc<Library>,
    /// The asset that is shown.
    pub subject: PreviewSubject,
    /// Effect of root motion on the character.
    pub root_motion: RootMotionMode,
    /// The part of a montage that plays.
    pub scope: MontageScope,
    /// Level of detail, 0 the finest.
    pub lod: u32,
    /// Parameters of a graph as it begins.
    pub parameters: Vec<(Name, f64)>,
    /// Later inputs with their times, seconds from the beginning; times never fall.
    pub inputs: Vec<(f64, EngineInput)>,
    /// Ground under the feet; None is the plane.
    pub ground: Option<Arc<Terrain>>,
    /// Targets that warped montages go to, by name, world space.
    pub targets: Arc<[(Name, Transform)]>,
    /// Partners beside the character.
    pub partners: Arc<[PartnerOrder]>,
}

/// A player of its own, at one moment after the other.
pub struct Reel {
    player: Player,
    inputs: VecDeque<(f64, EngineInput)>,
    /// Seconds on what plays.
    time: f64,
}

impl Reel {
    /// Begins at `from` seconds: a clip and a montage are put there, and everything else plays up
    /// to there.
    pub fn new(order: &ReelOrder, from: f64) -> Self {
        let player = Player::new(WorkerMode::Inline, order.library.clone());
        let is_put = matches!(
            order.subject,
            PreviewSubject::Clip(_) | PreviewSubject::Montage(_)
        );
        let start = if is_put { from } else { 0.0 };
        let mut reel = Self {
            player,
            inputs: order.inputs.clone().into(),
            time: start,
        };
        let mut orders: Vec<PlayerOrder> = Vec::new();
        let ground = order.ground.clone().map(|ground| ground as _);
        orders.push(EngineInput::SetGround { ground }.into());
        let transports = [
            Transport::SetWarpTargets(order.targets.clone()),
            Transport::SetPartners(order.partners.clone()),
            Transport::SetLod(order.lod),
            Transport::SetRootMotionMode(order.root_motion),
            Transport::SetLooping(false),
            Transport::SetScope(order.scope),
            Transport::Show(order.subject),
            Transport::Seek(start),
            Transport::Play,
        ];
        orders.extend(transports.map(PlayerOrder::from));
        let parameters = order.parameters.iter();
        orders.extend(parameters.map(|(parameter, value)| {
            let (parameter, value) = (*parameter, *value);
            let request = Request::SetParameter { parameter, value };
            EngineInput::Request {
                character: PREVIEWED,
                request,
            }
            .into()
        }));
        reel.player.step(0.0, &orders);
        reel
    }

    /// The character at any time of a clip or montage, seconds, without playing up to it. None where
    /// nothing plays.
    pub fn put(&mut self, time: f64) -> Option<PreviewFrame> {
        self.player.step(0.0, &[Transport::Seek(time).into()]);
        self.time = time;
        PreviewFrame::of(&self.player, 0)
    }

    /// The character at a time, seconds on what plays; a time that has gone by shows what is shown.
    /// None where nothing plays.
    pub fn at(&mut self, time: f64) -> Option<PreviewFrame> {
        let left = time - self.time;
        let ticks = ((left - SLACK) / TICK).ceil().max(0.0);
        for _ in 0..ticks as u64 {
            let mut orders: Vec<PlayerOrder> = Vec::new();
            while let Some((_, input)) =
                self.inputs.pop_front_if(|(at, _)| *at <= self.time + SLACK)
            {
                orders.push(input.into());
            }
            self.player.step(left / ticks, &orders);
            self.time += left / ticks;
        }
        PreviewFrame::of(&self.player, 0)
    }
}
