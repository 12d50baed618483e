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

/// At most 14 characters; a comparison shows both numbers.
pub fn chip(event: &Event) -> String {
    chip_of(event.reason, event.values)
}

/// As [`chip`], of what was compared.
pub fn chip_of(reason: EventReason, [a, b]: [f32; 2]) -> String {
    match reason {
        EventReason::Weight | EventReason::SlotWeight => format!("{a:.2} {} {b:.2}", sign(a, b)),
        EventReason::Blended => format!("weight {a:.2}"),
        EventReason::Chance => format!("chance {a:.2}"),
        EventReason::Lod => format!("LOD {a:.0} ≥ {b:.0}"),
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
        EventReason::Weight => format!("Its weight {a:.3} is not above its threshold {b:.3}."),
        EventReason::SlotWeight => format!("The weight of its slot, {a:.3}, is not above the threshold {b:.3}."),
        EventReason::SlotNotEvaluated => "No slot node of this name was reached in the graph.".into(),
        EventReason::Chance => format!("{a:.2} was drawn, and it fires below its chance {b:.2}."),
        EventReason::Lod => format!("The level of detail is {a:.0}, and it is silent from {b:.0} on."),
        EventReason::Muted => "A transition mutes the notifies of the state that it leaves.".into(),
        EventReason::Follower => "Its clip follows another in its sync group, which fires instead.".into(),
        EventReason::Server => "It does not fire on a dedicated server.".into(),
        EventReason::Filtered => "A filter of the game silences it.".into(),
        EventReason::JumpedOver => "A branching point jumped away in the same instant.".into(),
        EventReason::SkippedByJump => "It lay in what a jump or a change of position left out.".into(),
        EventReason::SectionElsewhere => {
            "It lies on a border and belongs to the section that starts there, which did not follow.".into()
        }
        EventReason::Interrupted => "Its montage was interrupted.".into(),
        EventReason::Paused => "Its montage is paused, and what is not under way does not begin.".into(),
        EventReason::Scrubbed => "The playhead was dragged over it.".into(),
        EventReason::TornDown => "What played it was taken down.".into(),
        EventReason::TargetMissing => "No warp target of this name is set, so the motion is as authored.".into(),
        EventReason::TargetNotFinite => "Its warp target is no place, so the motion is as authored.".into(),
        EventReason::NoRootMotion => "Nothing under it moves the root, and it may not warp without.".into(),
        EventReason::SpeedClamp => "It had to go faster than its speed clamp allows, so it may not arrive.".into(),
        EventReason::RotationRate => "It had to turn faster than its rate allows, so it may not look as it should.".into(),
        EventReason::Overridden => "A later window warps the same at its end, and that one counts.".into(),
        EventReason::Blended => {
            format!("Its montage counts {a:.3} and not {b:.0} at its end, so other motion is blended in.")
        }
    }
}

fn fired(event: &Event) -> String {
    let by = match event.cause {
        Cause::None => String::new(),
        cause => format!(", by {}", cause.word()),
    };
    let [to_go, trigger] = event.values;
    match (event.phase, event.cause) {
        (Phase::BlendingOut { .. }, Cause::Time) => {
            format!("Fired: {to_go:.3} s were to go, and the trigger is {trigger:.3} s.")
        }
        (Phase::Begin | Phase::Started | Phase::BlendingOut { .. }, _) => {
            format!(
                "Fired with weight {:.3}{by}; takes {:.3} s.",
                event.weight, event.seconds
            )
        }
        (Phase::Warp(Warped::Arrived), _) => {
            let [off, turn] = event.values;
            format!(
                "It ended {:.1} mm and {:.2}° from its target.",
                off * 1000.0,
                turn.to_degrees()
            )
        }
        (Phase::Warp(warped), _) => warped_text(warped).into(),
        _ => format!("Fired with weight {:.3}{by}.", event.weight),
    }
}

fn warped_text(warped: Warped) -> &'static str {
    match warped {
        Warped::Waiting => "The window of motion warping is open.",
        Warped::Active => "It warps the root motion from here on.",
        Warped::Reactivated => "The playhead was moved inside it, so it begins anew.",
        Warped::Disabled => "It lets the authored motion pass.",
        Warped::Ended => "The window is over.",
        Warped::Left => "What plays it was moved out of it or plays no more.",
        Warped::Arrived => "It is at its target.",
        Warped::Missed => "It had no promise to arrive.",
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
