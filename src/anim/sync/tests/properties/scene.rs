//! A sync group under test: what its players post, where they go, what fires.

use crate::{
    Clip, Name,
    notify::for_each_hit,
    sync::{GroupFrame, Part, PlayerState, Role, SyncGroups, SyncMarker, TickRecord},
};
use std::sync::Arc;

pub(super) const GROUP: Name = Name::new("Locomotion");

pub(super) fn clip(length: f32, markers: &[(&str, f32)]) -> Clip {
    let markers = markers
        .iter()
        .map(|(name, time)| SyncMarker::new(Name::new(name), *time))
        .collect();
    let name = Name(u64::from(length.to_bits()) + 1);
    let clip = Clip {
        name,
        length,
        key_count: 1,
        rate_scale: 1.0,
        looping: true,
        markers,
        ..Clip::default()
    };
    Clip::new(clip, 1).unwrap()
}

pub(super) fn walk() -> Clip {
    clip(1.0, &[("L", 0.1), ("R", 0.6)])
}

pub(super) fn run() -> Clip {
    clip(0.6, &[("L", 0.05), ("R", 0.35)])
}

pub(super) fn limp() -> Clip {
    clip(2.2, &[("L", 0.1), ("R", 0.7), ("L", 1.2), ("R", 1.8)])
}

/// A player and what it posts.
#[derive(Clone)]
pub(super) struct Player {
    pub(super) clip: Arc<Clip>,
    pub(super) state: PlayerState,
    pub(super) weight: f32,
    pub(super) role: Role,
    pub(super) rate: f32,
    pub(super) match_sync_point: bool,
    pub(super) on: bool,
}

impl Player {
    pub(super) fn new(clip: Clip, time: f64, weight: f32) -> Self {
        let (clip, state) = (Arc::new(clip), PlayerState::at(time));
        Self {
            clip,
            state,
            weight,
            role: Role::CanBeLeader,
            rate: 1.0,
            match_sync_point: true,
            on: true,
        }
    }

    pub(super) fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }
}

pub(super) struct Scene {
    pub(super) groups: SyncGroups,
    pub(super) players: Vec<Player>,
    /// Names of the notifies that fired, with their player.
    pub(super) fired: Vec<(u32, Name)>,
}

impl Scene {
    pub(super) fn new(players: Vec<Player>) -> Self {
        Self {
            groups: SyncGroups::default(),
            players,
            fired: Vec::new(),
        }
    }

    pub(super) fn tick(&mut self, dt: f64) {
        self.groups.begin_tick();
        for (at, player) in self
            .players
            .iter()
            .enumerate()
            .filter(|(_, player)| player.on)
        {
            let Player {
                clip,
                state,
                weight,
                role,
                rate,
                match_sync_point,
                ..
            } = player.clone();
            let record = TickRecord::new(at as u32, clip, state);
            self.groups.post(TickRecord {
                group: GROUP,
                weight,
                role,
                rate: rate.into(),
                match_sync_point,
                ..record
            });
        }
        self.groups.tick(dt);
        for record in self.groups.records() {
            self.players[record.player as usize].state = record.state;
            record.ranges(|range| {
                for_each_hit(&record.clip.notifies, range, |notify| {
                    if !record.part.silences(notify) {
                        self.fired.push((record.player, notify.name));
                    }
                });
            });
        }
    }

    pub(super) fn time(&self, player: usize) -> f64 {
        self.players[player].state.time
    }

    pub(super) fn part(&self, player: usize) -> Part {
        self.groups
            .records()
            .iter()
            .find(|record| record.player == player as u32)
            .unwrap()
            .part
    }

    pub(super) fn travelled(&self, player: usize) -> f64 {
        self.groups
            .records()
            .iter()
            .find(|record| record.player == player as u32)
            .unwrap()
            .travelled()
    }

    pub(super) fn frame(&self) -> &GroupFrame {
        self.groups.group(GROUP).unwrap()
    }

    pub(super) fn leader(&self) -> u32 {
        self.frame().leader().unwrap()
    }
}

pub(super) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}
