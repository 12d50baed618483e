//! What a tick gave, as numbers that differ where a bit of it does.

#[cfg(test)]
mod tests;

use crate::{CharacterId, Evaluator};
use anim::{Event, Pose, Transform, event::Phase, float};
use bundle::GoldenTick;

/// Hashes of what a character visibly did in the step, as bundles hold them; None without such a
/// character.
pub fn golden_tick(evaluator: &Evaluator, character: CharacterId) -> Option<GoldenTick> {
    let (placement, _) = evaluator.placement(character)?;
    Some(GoldenTick {
        pose: evaluator.shown(character)?.pose().hash(),
        events: events_hash(evaluator.events(character)),
        placement: transform_hash(placement),
    })
}

/// Everything a tick gave a character, in one number; 0 without such a character.
fn tick_hash(evaluator: &Evaluator, character: CharacterId) -> u64 {
    let placed = evaluator.placement(character);
    let Some(((placement, _), shown)) = placed.zip(evaluator.shown(character)) else {
        return 0;
    };
    let events = events_hash(evaluator.events(character));
    let parts = [
        u64::from(placement.translation.x.to_bits()) << 32
            | u64::from(placement.translation.y.to_bits()),
        u64::from(placement.translation.z.to_bits()) << 32
            | u64::from(placement.rotation.x.to_bits()),
        u64::from(placement.rotation.y.to_bits()) << 32 | u64::from(placement.rotation.z.to_bits()),
        u64::from(placement.rotation.w.to_bits()),
    ];
    let pose = mixed(shown.pose().digest(), events);
    parts.into_iter().fold(pose, mixed)
}

/// Everything a tick gave, of all characters. It is quick, and compared only with numbers that the
/// same rules of floating-point numbers gave.
pub fn world_hash(evaluator: &Evaluator) -> u64 {
    let each = |hash, character: CharacterId| {
        mixed(
            mixed(hash, character.into()),
            tick_hash(evaluator, character),
        )
    };
    evaluator.characters().fold(0, each)
}

/// A hash of every bit of a transform.
fn transform_hash(transform: &Transform) -> u64 {
    Pose::new([*transform]).hash()
}

fn events_hash(events: &[Event]) -> u64 {
    events.iter().fold(0, |hash, event| {
        let fields = [
            float::bits_f64(event.time),
            event.name.0,
            event.id,
            event.socket.0,
            event.asset.0,
            float::bits_f64(event.position),
            float::bits(event.weight).into(),
        ];
        let kinds = mixed(
            phase_number(event.phase),
            event.reason as u64 * 2 + u64::from(event.branching),
        );
        fields.into_iter().fold(mixed(hash, kinds), mixed)
    })
}

fn phase_number(phase: Phase) -> u64 {
    match phase {
        Phase::Notify => 1,
        Phase::Begin => 2,
        Phase::Tick => 3,
        Phase::End => 4,
        Phase::Started => 5,
        Phase::BlendingOut { interrupted } => 6 + u64::from(interrupted),
        Phase::BlendedIn => 8,
        Phase::Ended { interrupted } => 9 + u64::from(interrupted),
        Phase::Section { looped } => 11 + u64::from(looped),
        Phase::Jumped => 13,
        Phase::SubstepOverflow => 14,
        Phase::TurnsLeftOut { count } => mixed(15, count.into()),
        Phase::HitsLeftOut { count } => mixed(16, count.into()),
        Phase::Warp(warped) => mixed(17, warped as u64),
        Phase::TimeLeftOut => 18,
    }
}

/// A number with another one put into it: the order of several counts.
pub fn mixed(hash: u64, value: u64) -> u64 {
    (hash ^ value)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}
