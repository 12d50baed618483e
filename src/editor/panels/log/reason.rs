//! Why something fired or did not, in the words of the log: short for the chip, long for its
//! tooltip.

#[cfg(test)]
mod tests;

use crate::theme;
use anim::{
    Event,
    event::{Cause, EventReason, Phase, Warped},
};
use egui::Color32;
use words::tr;

/// Short text of an event's reason, at most 14 characters; a comparison shows both numbers.
pub fn chip(event: &Event) -> String {
    chip_of(event.reason, event.values)
}

/// As [`chip`], from a reason and the compared values.
pub fn chip_of(reason: EventReason, [a, b]: [f32; 2]) -> String {
    match reason {
        EventReason::Weight | EventReason::SlotWeight => format!("{a:.2} {} {b:.2}", sign(a, b)),
        EventReason::Blended => tr!("weight {a:.2}"),
        EventReason::Chance => tr!("chance {a:.2}"),
        EventReason::Lod => tr!("LOD {a:.0} ≥ {b:.0}"),
        reason => reason.short().to_owned(),
    }
}

fn sign(a: f32, b: f32) -> &'static str {
    if a < b { "<" } else { "≤" }
}

/// A sentence with both numbers.
pub fn sentence(event: &Event) -> String {
    let [a, b] = event.values;
    match event.reason {
        EventReason::Fired => fired(event),
        EventReason::Weight => tr!("Weight {a:.3} is not above the threshold {b:.3}."),
        EventReason::SlotWeight => tr!("Slot weight {a:.3} is not above the threshold {b:.3}."),
        EventReason::SlotNotEvaluated => {
            tr!("The graph evaluated no slot node with this name.").into()
        }
        EventReason::Chance => tr!("Random value {a:.2} ≥ chance {b:.2}."),
        EventReason::Lod => tr!("LOD {a:.0}; fires only below LOD {b:.0}."),
        EventReason::Muted => tr!("A transition mutes the notifies of the state it leaves.").into(),
        EventReason::Follower => {
            tr!("Its clip follows the leader of its sync group, which fires instead.").into()
        }
        EventReason::Server => tr!("It does not fire on a dedicated server.").into(),
        EventReason::Filtered => tr!("A game filter mutes it.").into(),
        EventReason::JumpedOver => tr!("A branching point jumped away at the same time.").into(),
        EventReason::SkippedByJump => tr!("A jump or a change of position skipped it.").into(),
        EventReason::SectionElsewhere => {
            tr!("It belongs to the next section, which did not play.").into()
        }
        EventReason::Interrupted => tr!("Its montage was interrupted.").into(),
        EventReason::Paused => tr!("Montage paused; new states do not begin.").into(),
        EventReason::Scrubbed => tr!("You dragged the playhead over it.").into(),
        EventReason::TornDown => tr!("Its player was destroyed.").into(),
        EventReason::TargetMissing => {
            tr!("Warp target not set, so the motion is not warped.").into()
        }
        EventReason::TargetNotFinite => {
            tr!("Warp target not finite, so the motion is not warped.").into()
        }
        EventReason::NoRootMotion => tr!(
            "No root motion under this window. Turn it on in the clip, or allow warping without it."
        )
        .into(),
        EventReason::SpeedClamp => {
            tr!("The speed clamp is below the speed the target needs, so it may not arrive.").into()
        }
        EventReason::RotationRate => {
            tr!("The turn rate is below the rate the target needs, so the facing may be off.")
                .into()
        }
        EventReason::Overridden => {
            tr!("A later window warps the same channel at its end and overrides it.").into()
        }
        EventReason::Blended => {
            tr!("Montage weight {a:.3} instead of {b:.0} at its end, so other motion blends in.")
        }
    }
}

fn fired(event: &Event) -> String {
    let by = match event.cause {
        Cause::None => String::new(),
        cause => tr!(", by {}", cause.word()),
    };
    let [to_go, trigger] = event.values;
    match (event.phase, event.cause) {
        (Phase::BlendingOut { .. }, Cause::Time) => {
            tr!("Fired: {to_go:.3} s left; the trigger is {trigger:.3} s.")
        }
        (Phase::Begin | Phase::Started | Phase::BlendingOut { .. }, _) => {
            tr!(
                "Fired with weight {:.3}{by}; takes {:.3} s.",
                event.weight,
                event.seconds
            )
        }
        (Phase::Warp(Warped::Arrived), _) => {
            let [off, turn] = event.values;
            tr!(
                "It ended {:.1} mm and {:.2}° from its target.",
                off * 1000.0,
                turn.to_degrees()
            )
        }
        (Phase::Warp(warped), _) => warped_text(warped).into(),
        _ => tr!("Fired with weight {:.3}{by}.", event.weight),
    }
}

fn warped_text(warped: Warped) -> &'static str {
    match warped {
        Warped::Waiting => tr!("The warp window is open."),
        Warped::Active => tr!("It warps the root motion from here on."),
        Warped::Reactivated => tr!("Restarted: the playhead moved inside it."),
        Warped::Disabled => tr!("Inactive: passes the authored motion."),
        Warped::Ended => tr!("The warp window ended."),
        Warped::Left => tr!("Its player left the window or stopped."),
        Warped::Arrived => tr!("It reached its target."),
        Warped::Missed => tr!("Arrival was not guaranteed."),
    }
}

/// The colour of the reason in the log.
pub fn color(reason: EventReason) -> Color32 {
    match reason {
        EventReason::Fired => theme::OK,
        EventReason::JumpedOver
        | EventReason::SkippedByJump
        | EventReason::SectionElsewhere
        | EventReason::Interrupted
        | EventReason::TornDown
        | EventReason::TargetMissing
        | EventReason::TargetNotFinite
        | EventReason::NoRootMotion
        | EventReason::SpeedClamp
        | EventReason::RotationRate
        | EventReason::Overridden
        | EventReason::Blended => theme::WARN,
        _ => theme::TEXT_2,
    }
}
