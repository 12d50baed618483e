//! Who leads a group.

#[cfg(test)]
mod tests;

use super::{Role, TickRecord};

/// Index of the member with the highest score. Of equal ones that lead by their weight the last
/// tick's leader stays, else the first posted leads, but before both one that goes first; of equal
/// ones that insist the last posted does; where all are followers, the first.
pub(super) fn choose<'a>(
    members: impl Iterator<Item = &'a TickRecord>,
    last: Option<u32>,
) -> Option<usize> {
    let mut best: Option<(usize, (f32, bool))> = None;
    for (at, member) in members.enumerate() {
        let score = score(member);
        let wins_ties = score > 1.0 || (score >= 0.0 && last == Some(member.player));
        let standing = (score, member.goes_first && member.role == Role::CanBeLeader);
        if best.is_none_or(|(_, highest)| standing > highest || (standing == highest && wins_ties))
        {
            best = Some((at, standing));
        }
    }
    best.map(|(at, _)| at)
}

fn score(record: &TickRecord) -> f32 {
    match record.role {
        Role::AlwaysFollower | Role::TransitionFollower => -1.0,
        Role::CanBeLeader => record.weight,
        Role::AlwaysLeader => 2.0,
        Role::TransitionLeader => 3.0,
        Role::ExclusiveAlwaysLeader => 4.0,
    }
}
