//! All that the vertices of a part may follow: its own weights and those of its profiles, in one
//! palette.

use super::{Joint, Skin};
use crate::{Mesh, mesh::Part};

/// Own weights of a part and weights of its profiles, each with a palette of its own for editing.
#[derive(Clone, Debug, PartialEq)]
pub struct Sets {
    /// The part's own weights.
    pub own: Skin,
    /// Weights of profiles by name, in the part's order.
    pub profiles: Vec<(String, Skin)>,
}

/// Weights of a part in the form in which the part stores them: one palette, with the slots of each
/// profile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joined {
    /// Begins as the palette of the part's own weights.
    pub palette: Vec<Joint>,
    /// Slots of it that each profile follows.
    pub slots: Vec<Vec<u16>>,
}

impl Sets {
    /// Weights of a part of a mesh, each set with a palette of its own.
    pub fn of(mesh: &Mesh, part: &Part) -> Self {
        let profile = |name: &String| (name.clone(), Skin::under(mesh, part, Some(name)));
        let profiles: Vec<_> = part.profiles.iter().map(profile).collect();
        Self {
            own: without_borrowed(Skin::of(mesh, part), &profiles),
            profiles,
        }
    }

    /// Replaces the part's own weights, or those of a profile. If no profile has the name, it is
    /// added.
    pub fn set(&mut self, profile: Option<&str>, skin: Skin) {
        let Some(profile) = profile else {
            return self.own = without_borrowed(skin, &self.profiles);
        };
        match self.profiles.iter_mut().find(|(name, _)| name == profile) {
            Some((_, known)) => *known = skin,
            None => self.profiles.push((profile.to_owned(), skin)),
        }
    }

    /// Slots stay where the part's own weights have them; joints that profiles follow besides come
    /// after.
    pub fn joined(&self) -> Joined {
        let mut palette = self.own.palette.clone();
        let slots = self
            .profiles
            .iter()
            .map(|(_, skin)| renamed(skin, &mut palette))
            .collect();
        Joined { palette, slots }
    }
}

/// The skin without the last slots that only profiles use, for which they were added.
fn without_borrowed(mut own: Skin, profiles: &[(String, Skin)]) -> Skin {
    let used = own.used();
    let is_borrowed = |joint: &Joint| {
        profiles
            .iter()
            .any(|(_, skin)| skin.palette.contains(joint))
    };
    while own.palette.last().is_some_and(is_borrowed)
        && !used[own.palette.len() - 1]
        && own.palette.len() > 1
    {
        own.palette.pop();
    }
    own
}

/// Slots of the skin's joints in `palette`, which gets the joints that it lacks; a bone that the
/// palette binds differently takes the slot there. Slots beyond the skin's palette stay as they
/// are.
fn renamed(skin: &Skin, palette: &mut Vec<Joint>) -> Vec<u16> {
    let mut slot = |joint: &Joint| {
        let same = palette.iter().position(|known| known == joint);
        let found = same.or_else(|| palette.iter().position(|known| known.bone == joint.bone));
        found.unwrap_or_else(|| {
            palette.push(joint.clone());
            palette.len() - 1
        }) as u16
    };
    let slot_of: Vec<u16> = skin.palette.iter().map(&mut slot).collect();
    skin.slots
        .iter()
        .map(|at| slot_of.get(usize::from(*at)).copied().unwrap_or(*at))
        .collect()
}
