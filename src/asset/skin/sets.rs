//! All that the vertices of a part may follow: its own weights and those of its profiles, in one palette.

use super::{Joint, Skin};
use crate::{Mesh, mesh::Part};

/// Each with a palette of its own, as it is edited.
#[derive(Clone, Debug, PartialEq)]
pub struct Sets {
    pub own: Skin,
    /// By name, in the part's order.
    pub profiles: Vec<(String, Skin)>,
}

/// As a part holds them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joined {
    pub influences: u32,
    pub palette: Vec<Joint>,
    /// Slots and weights: the part's own, and then a profile's each.
    pub each: Vec<(Vec<u16>, Vec<f32>)>,
}

impl Sets {
    pub fn of(mesh: &Mesh, part: &Part) -> Self {
        let profile = |name: &String| (name.clone(), Skin::under(mesh, part, Some(name)));
        Self { own: Skin::of(mesh, part), profiles: part.profiles.iter().map(profile).collect() }
    }

    /// Puts weights in place of the part's own, or of those of a profile, which is made where there is none of that name.
    pub fn set(&mut self, profile: Option<&str>, skin: Skin) {
        let Some(profile) = profile else { return self.own = skin };
        match self.profiles.iter_mut().find(|(name, _)| name == profile) {
            Some((_, known)) => *known = skin,
            None => self.profiles.push((profile.to_owned(), skin)),
        }
    }

    /// Slots stay where the part's own weights have them; joints that profiles follow besides come after.
    pub fn joined(&self) -> Joined {
        let all = || std::iter::once(&self.own).chain(self.profiles.iter().map(|(_, skin)| skin));
        let influences = all().map(|skin| skin.influences).max().unwrap_or(1);
        let mut palette = self.own.palette.clone();
        let each = all().map(|skin| widened(skin, influences as usize, &mut palette)).collect();
        Joined { influences, palette, each }
    }
}

/// In a palette that gets what it lacks. Slots that are not there are left as they are, for they are no good anywhere.
fn widened(skin: &Skin, width: usize, palette: &mut Vec<Joint>) -> (Vec<u16>, Vec<f32>) {
    let mut slot = |joint: &Joint| {
        palette.iter().position(|known| known == joint).unwrap_or_else(|| {
            palette.push(joint.clone());
            palette.len() - 1
        }) as u16
    };
    let slot_of: Vec<u16> = skin.palette.iter().map(&mut slot).collect();
    let slots = skin.slots.iter().map(|at| slot_of.get(usize::from(*at)).copied().unwrap_or(*at));
    let pairs: Vec<(u16, f32)> = slots.zip(skin.weights.iter().copied()).collect();
    let vertices = pairs.chunks((skin.influences as usize).max(1));
    vertices.flat_map(|it| it.iter().copied().chain(std::iter::repeat((0, 0.0))).take(width)).unzip()
}
