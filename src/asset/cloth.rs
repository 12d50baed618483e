//! What makes a part follow the surface of another: the nearest triangle of each vertex, and where
//! it lies on it.

#[cfg(test)]
mod tests;

use crate::{
    Mesh, Project,
    diagnostic::Kind,
    mesh::Part,
    skin::{Surface, nearest_shares},
};
use anim::{
    MeshPart, Name,
    float::Extreme,
    mesh::{Cloth, ClothVertex, Near},
};
use glam::{DVec3, Vec3};

/// Measures of how closely a part lies on the part that drives it, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// Vertices that follow at all.
    pub vertices: usize,
    /// Mean distance of the vertices from the driving part.
    pub mean: f32,
    /// The farthest that a vertex is from the driving part.
    pub farthest: f32,
    /// Greatest distance of a driven vertex from its place while the driving part is at rest.
    pub off: f32,
}

/// Most steps of the search for the distance along the normals.
const STEPS: usize = 24;
/// Distance of a normal's tip from its position, as a part of the triangle's size; `LEAST_TIP` is
/// the least, metres.
const TIP: f64 = 0.25;
const LEAST_TIP: f64 = 1e-3;
/// The most that a corner counts. More is a triangle that is hardly one, which would make much of a
/// little.
const MOST: f64 = 100.0;

/// Part that a part follows as cloth, or the reason why it cannot follow: the driving part is
/// missing, on another skeleton, the part itself, or cut for its bones, so that its vertices are
/// different ones. None if the part follows nothing.
pub fn driver<'a>(
    project: &'a Project,
    mesh: &Mesh,
    part: &Part,
) -> Option<Result<(&'a Mesh, &'a Part), Kind>> {
    let cloth = part.cloth.as_ref()?;
    let found = project
        .meshes
        .get(&cloth.mesh)
        .filter(|driver| driver.skeleton == mesh.skeleton);
    let found = found.and_then(|driver| {
        let by = driver
            .lods
            .first()?
            .parts
            .iter()
            .find(|by| by.name == cloth.part)?;
        Some((&**driver, by)).filter(|_| !std::ptr::eq(by, part) && by.data.check().is_ok())
    });
    let Some((driver, by)) = found else {
        return Some(Err(Kind::ClothMissing {
            part: part.name.clone(),
        }));
    };
    let limit = driver
        .bone_limit
        .map(|limit| limit as usize)
        .filter(|limit| by.data.palette.len() > *limit);
    Some(
        if limit.is_some_and(|limit| by.data.sections(limit).is_ok()) {
            Err(Kind::ClothCut {
                part: part.name.clone(),
                driver: driver.name.clone(),
            })
        } else {
            Ok((driver, by))
        },
    )
}

/// The bond of a part to the one that drives it: to the nearest triangle of each vertex as both are
/// bound. `weights` holds a number a vertex, or none where all follow it whole. None where the
/// driving part has no triangles.
pub fn bind(
    part: &MeshPart,
    (mesh, name): (Name, Name),
    driver: &MeshPart,
    weights: &[f32],
) -> Option<(Cloth, Fit)> {
    let surface = Surface::new(std::iter::once(driver));
    let (mut fit, mut sum) = (Fit::default(), 0.0f64);
    let mut vertices = Vec::with_capacity(part.vertex_count());
    for (at, position) in part.positions.iter().enumerate() {
        let weight = weights.get(at).map_or(1.0, |weight| {
            if weight.is_nan() {
                0.0
            } else {
                weight.clamp(0.0, 1.0)
            }
        });
        let hit = surface.nearest(Vec3::from(*position))?;
        let corners = Corners::of(driver, hit.corners);
        let tangent = part
            .tangents
            .get(at)
            .map_or([0.0; 3], |[x, y, z, _]| [*x, *y, *z]);
        let length = (corners.size * TIP).higher(LEAST_TIP);
        let tip = |direction: [f32; 3]| corners.near(wide(*position) + wide(direction) * length);
        let place = corners
            .near(wide(*position))
            .unwrap_or_else(|| corners.beneath(*position));
        // On what is hardly a triangle it stands upright.
        let upright = Near {
            away: place.away + length as f32,
            ..place
        };
        let (normal, tangent) = (
            tip(part.normals[at]).unwrap_or(upright),
            tip(tangent).unwrap_or(place),
        );
        vertices.push(ClothVertex {
            corners: hit.corners,
            weight,
            position: place,
            normal,
            tangent,
        });
        if weight > 0.0 {
            fit.vertices += 1;
            sum += f64::from(hit.distance);
            fit.farthest = fit.farthest.higher(hit.distance);
            fit.off = fit
                .off
                .higher(corners.at(&place).distance(wide(*position)) as f32);
        }
    }
    if vertices.is_empty() {
        return Some((Cloth::default(), fit));
    }
    fit.mean = (sum / fit.vertices.max(1) as f64) as f32;
    let driving = driver.vertex_count() as u32;
    Some((
        Cloth {
            mesh,
            part: name,
            driving,
            vertices: vertices.into(),
        },
        fit,
    ))
}

/// The numbers of an attribute of one number a vertex; None where a part has no such one.
pub fn weights<'a>(part: &'a Part, attribute: &str) -> Option<&'a [f32]> {
    let at = part.attributes.iter().position(|name| name == attribute)?;
    let found = part
        .data
        .attributes
        .get(at)
        .filter(|found| found.components == 1)?;
    Some(part.data.values(found))
}

/// A triangle whose corners move along their normals.
struct Corners {
    at: [DVec3; 3],
    normals: [DVec3; 3],
    /// The triangle's longest side.
    size: f64,
}

impl Corners {
    fn of(driver: &MeshPart, corners: [u32; 3]) -> Self {
        let [at, normals] = [&driver.positions, &driver.normals]
            .map(|list| corners.map(|c| wide(list[c as usize])));
        let [a, b, c] = at;
        Self {
            at,
            normals,
            size: a.distance(b).higher(b.distance(c)).higher(c.distance(a)),
        }
    }

    fn moved(&self, away: f64) -> [DVec3; 3] {
        [0, 1, 2].map(|corner| self.at[corner] + self.normals[corner] * away)
    }

    /// Shares of the corners and distance along the normals at which the moved triangle contains
    /// the point. None for a degenerate triangle, and for a point that is far beside it.
    fn near(&self, point: DVec3) -> Option<Near> {
        let gap = |away: f64| {
            let [a, b, c] = self.moved(away);
            (point - a).dot((b - a).cross(c - a).normalize_or_zero())
        };
        let mut away = gap(0.0);
        for _ in 0..STEPS {
            let (here, step) = (gap(away), 1e-4 * self.size.higher(1e-9));
            let slope = (gap(away + step) - gap(away - step)) / (2.0 * step);
            // The planes go towards the point at about the speed of the corners, or the normals are
            // of no use.
            let next = away - here / slope.abs().clamp(0.25, 2.0).copysign(slope);
            if !next.is_finite() || (next - away).abs() < 1e-12 {
                break;
            }
            away = next;
        }
        // Of normals that lead nowhere the point beneath is followed.
        if gap(away).abs() > 1e-3 * self.size {
            away = 0.0;
        }
        let [a, b, c] = self.moved(away);
        let normal = (b - a).cross(c - a);
        let area = normal.length_squared();
        let share = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(normal) / area;
        let (x, y) = (share(b, c), share(c, a));
        let is_sound =
            [x, y, 1.0 - x - y].iter().all(|share| share.abs() <= MOST) && away.is_finite();
        is_sound.then(|| {
            let (x, y) = (x as f32, y as f32);
            Near {
                shares: [x, y, 1.0 - x - y],
                away: away as f32,
            }
        })
    }

    /// The point of the triangle that is nearest.
    fn beneath(&self, point: [f32; 3]) -> Near {
        Near {
            shares: nearest_shares(self.at.map(|at| at.as_vec3()), Vec3::from(point)),
            away: 0.0,
        }
    }

    fn at(&self, near: &Near) -> DVec3 {
        let moved = self.moved(near.away.into());
        moved
            .iter()
            .zip(near.shares)
            .map(|(at, share)| *at * f64::from(share))
            .sum()
    }
}

fn wide(at: [f32; 3]) -> DVec3 {
    Vec3::from(at).as_dvec3()
}
