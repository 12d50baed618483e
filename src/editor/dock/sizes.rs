//! How wide and high the parts are. Beside the work area panels keep their points when the window
//! changes its size, on top of each other they keep their parts of the height, and none gets less
//! than it needs while there is room.

#[cfg(test)]
mod tests;

use super::Panel;
use crate::theme;
use egui::{Vec2, vec2};
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles};

/// Between two parts, points.
pub const GAP: f32 = 1.0;
/// A share up to this was not given by a person: it is what a part has that was just dropped here.
const FRESH: f32 = 1.5;

#[derive(Clone, Copy)]
struct PartSizeWish {
    share: f32,
    least: f32,
    /// Takes what the others leave.
    is_flexible: bool,
}

/// Turns shares into points that fill `size`.
pub fn fit(tiles: &mut Tiles<Panel>, id: TileId, size: Vec2) {
    let Some(Tile::Container(container)) = tiles.get(id) else {
        return;
    };
    match container {
        Container::Tabs(tabs) => {
            let children = tabs.children.clone();
            children
                .into_iter()
                .for_each(|child| fit(tiles, child, size - vec2(0.0, theme::PANEL_TABS)));
        }
        Container::Linear(linear) => {
            let (axis, children) = (axis(linear.dir), shown(tiles, &linear.children));
            let room = size[axis] - GAP * children.len().saturating_sub(1) as f32;
            let wishes: Vec<PartSizeWish> = children
                .iter()
                .map(|child| PartSizeWish {
                    share: linear.shares[*child],
                    least: least(tiles, *child)[axis],
                    is_flexible: axis == 1 || is_work_area(tiles, *child),
                })
                .collect();
            let sizes = distribute(room, &wishes);
            let before: f32 = wishes.iter().map(|wish| wish.share).sum();
            let grown = sizes.iter().sum::<f32>() / before.max(f32::EPSILON);
            if let Some(Tile::Container(Container::Linear(linear))) = tiles.get_mut(id) {
                // One that is closed opens with the part that it has beside the others.
                let all = linear.children.clone();
                for child in all.iter().filter(|child| !children.contains(child)) {
                    let share = linear.shares[*child];
                    linear.shares.set_share(*child, share * grown);
                }
                children
                    .iter()
                    .zip(&sizes)
                    .for_each(|(child, size)| linear.shares.set_share(*child, *size));
            }
            for (child, along) in children.into_iter().zip(sizes) {
                let mut part = size;
                part[axis] = along;
                fit(tiles, child, part);
            }
        }
        Container::Grid(_) => {}
    }
}

fn axis(dir: LinearDir) -> usize {
    match dir {
        LinearDir::Horizontal => 0,
        LinearDir::Vertical => 1,
    }
}

fn shown(tiles: &Tiles<Panel>, children: &[TileId]) -> Vec<TileId> {
    children
        .iter()
        .copied()
        .filter(|child| tiles.is_visible_in_layout(*child))
        .collect()
}

fn is_work_area(tiles: &Tiles<Panel>, id: TileId) -> bool {
    match tiles.get(id) {
        Some(Tile::Pane(panel)) => panel.is_work_area() && tiles.is_visible(id),
        Some(Tile::Container(container)) => container
            .children()
            .any(|child| is_work_area(tiles, *child)),
        None => false,
    }
}

fn least(tiles: &Tiles<Panel>, id: TileId) -> Vec2 {
    let of = |children: &[TileId]| {
        shown(tiles, children)
            .into_iter()
            .map(|child| least(tiles, child))
            .collect()
    };
    match tiles.get(id) {
        Some(Tile::Pane(panel)) => panel.least(),
        Some(Tile::Container(Container::Tabs(tabs))) => {
            let all: Vec<Vec2> = of(&tabs.children);
            all.into_iter().fold(Vec2::ZERO, Vec2::max) + vec2(0.0, theme::PANEL_TABS)
        }
        Some(Tile::Container(Container::Linear(linear))) => {
            let (axis, all): (usize, Vec<Vec2>) = (axis(linear.dir), of(&linear.children));
            let mut total = all.iter().copied().fold(Vec2::ZERO, Vec2::max);
            total[axis] = all.iter().map(|least| least[axis] + GAP).sum::<f32>();
            total
        }
        Some(Tile::Container(Container::Grid(_))) | None => Vec2::ZERO,
    }
}

fn distribute(room: f32, wishes: &[PartSizeWish]) -> Vec<f32> {
    let room = room.max(1.0);
    let known: Vec<f32> = wishes
        .iter()
        .map(|wish| wish.share)
        .filter(|share| *share > FRESH)
        .collect();
    let usual = if known.is_empty() {
        room
    } else {
        known.iter().sum::<f32>() / known.len() as f32
    };
    let share = |wish: &PartSizeWish| {
        if wish.share > FRESH {
            wish.share
        } else {
            usual
        }
    };
    let none_is_flexible = !wishes.iter().any(|wish| wish.is_flexible);
    let is_flexible = |wish: &PartSizeWish| wish.is_flexible || none_is_flexible;
    let fixed: f32 = wishes
        .iter()
        .filter(|wish| !is_flexible(wish))
        .map(|wish| share(wish).max(wish.least))
        .sum();
    let shares: f32 = wishes
        .iter()
        .filter(|wish| is_flexible(wish))
        .map(share)
        .sum();
    let mut sizes: Vec<f32> = wishes
        .iter()
        .map(|wish| {
            if is_flexible(wish) {
                ((room - fixed).max(0.0) * share(wish) / shares).max(wish.least)
            } else {
                share(wish).max(wish.least)
            }
        })
        .collect();
    let over = sizes.iter().sum::<f32>() - room;
    let slack: f32 = sizes
        .iter()
        .zip(wishes)
        .map(|(size, wish)| size - wish.least)
        .sum();
    if over > 0.0 && slack > 0.0 {
        let part = (over / slack).min(1.0);
        sizes
            .iter_mut()
            .zip(wishes)
            .for_each(|(size, wish)| *size -= (*size - wish.least) * part);
    }
    let total: f32 = sizes.iter().sum();
    if total > room {
        sizes.iter_mut().for_each(|size| *size *= room / total);
    }
    sizes
}
