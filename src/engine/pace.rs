//! How often a character is worked out, and how much of it.

use crate::CharacterId;
use anim::{float::Extreme, instance::ProxyWork};
use serde::{Deserialize, Serialize};

/// Ticks in which a character is evaluated: one of `every`, with the characters taking turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationRate {
    /// Interval between evaluations of the character, ticks; 0 counts as 1.
    pub every: u32,
    /// The ticks between are left out whole, and the next one takes their time: notifies, root
    /// motion and montages wait for it. Otherwise only the pose waits.
    pub skips_updates: bool,
    /// The shown pose goes from one evaluated pose to the next, and so lags one of them behind;
    /// otherwise it stands between them.
    pub interpolates: bool,
}

impl EvaluationRate {
    /// Every tick updates and evaluates the character.
    pub const EVERY_TICK: Self = Self {
        every: 1,
        skips_updates: false,
        interpolates: false,
    };
}

impl Default for EvaluationRate {
    fn default() -> Self {
        Self::EVERY_TICK
    }
}

/// How much is worked out of a character that nobody may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visibility {
    /// Everything, its pose as well.
    #[default]
    TickAndEvaluate,
    /// Everything but its pose, which stands.
    TickOnly,
    /// Montages, with their notifies and root motion. The graph stands still.
    MontagesOnly,
    /// Nothing is evaluated; the character's time does not advance.
    Nothing,
}

/// Plan of a character for one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TickPlan {
    /// Seconds by which the character's time advances; None for an inactive tick.
    pub(crate) dt: Option<f64>,
    /// Work of the proxy in this tick; None for no work.
    pub(crate) work: Option<ProxyWork>,
    /// Seconds that an inactive tick leaves to the next active one.
    pub(crate) waits: f64,
}

/// Between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct CharacterPace {
    pub(crate) rate: EvaluationRate,
    pub(crate) visibility: Visibility,
}

impl CharacterPace {
    pub(crate) const RESTING: TickPlan = TickPlan {
        dt: None,
        work: None,
        waits: 0.0,
    };

    /// `tick` counts up by one. `dt` in seconds; less than 0 and NaN count as 0.
    pub(crate) fn plan(&self, character: CharacterId, tick: u64, dt: f64) -> TickPlan {
        let every = u64::from(self.rate.every.max(1));
        let phase = tick.wrapping_add(spread(character)) % every;
        let between = self
            .rate
            .interpolates
            .then(|| (phase + 1) as f32 / every as f32);
        let evaluates = self.visibility == Visibility::TickAndEvaluate;
        let dt = dt.higher(0.0);
        if self.visibility == Visibility::Nothing {
            return Self::RESTING;
        }
        if phase > 0 && self.rate.skips_updates {
            let way = between.filter(|_| evaluates).map(|_| ProxyWork {
                update: false,
                evaluate: false,
                between,
            });
            return TickPlan {
                dt: None,
                work: way,
                waits: dt,
            };
        }
        let work = ProxyWork {
            update: true,
            evaluate: evaluates && phase == 0,
            between: between.filter(|_| evaluates),
        };
        TickPlan {
            dt: Some(dt),
            work: (self.visibility != Visibility::MontagesOnly).then_some(work),
            waits: 0.0,
        }
    }
}

/// Puts neighbours into different ticks.
fn spread(character: CharacterId) -> u64 {
    u64::from(character).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}
