//! How far two plays of a session are apart, tick by tick.

use engine::{CharacterId, Evaluator, RecordedSession, SessionFault, SessionPlayer, WorkerMode};

/// Measures two sessions of the same ticks beside each other, a piece at a time.
pub struct PoseDistances {
    players: [SessionPlayer; 2],
    character: CharacterId,
    found: Vec<f32>,
}

impl PoseDistances {
    /// Nothing is measured yet. An error if one of the sessions cannot be played.
    pub fn new(
        sessions: [&RecordedSession; 2],
        character: CharacterId,
    ) -> Result<Self, SessionFault> {
        let [a, b] = sessions.map(|it| SessionPlayer::new(it.clone(), WorkerMode::Inline));
        Ok(Self {
            players: [a?, b?],
            character,
            found: Vec::new(),
        })
    }

    /// Measures so many ticks more. False at the end of one of the sessions.
    pub fn measure(&mut self, ticks: usize) -> Result<bool, SessionFault> {
        for _ in 0..ticks {
            for player in &mut self.players {
                if !player.step()? {
                    return Ok(false);
                }
            }
            let [a, b] = [&self.players[0], &self.players[1]].map(SessionPlayer::evaluator);
            self.found.push(farthest(a, b, self.character));
        }
        Ok(true)
    }

    /// Metres, one a tick: the greatest distance of a bone between both poses, in component space.
    /// Bones are found by their names; 0 where only one has them.
    pub fn found(&self) -> &[f32] {
        &self.found
    }
}

fn farthest(a: &Evaluator, b: &Evaluator, character: CharacterId) -> f32 {
    let side = |it: &Evaluator| {
        let skeleton = it.instance(character)?.skeleton().clone();
        Some((skeleton, it.shown(character)?.models().to_vec()))
    };
    let (Some((own, models)), Some((other, others))) = (side(a), side(b)) else {
        return 0.0;
    };
    let mut most = 0.0_f32;
    for (at, (bone, model)) in own.bones.iter().zip(&models).enumerate() {
        let same = other.bones.get(at).is_some_and(|it| it.name == bone.name);
        let there = if same {
            Some(at)
        } else {
            other.find(bone.name)
        };
        if let Some(there) = there.and_then(|there| others.get(there)) {
            let far = model.translation.distance(there.translation);
            if far > most {
                most = far;
            }
        }
    }
    most
}
