//! What makes a part follow the surface of another: the nearest triangle of each vertex, and where it lies on it.

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

/// How well a part lies on the one that drives it, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// Vertices that follow at all.
    pub vertices: usize,
    /// How far they are from it.
    pub mean: f32,
    pub farthest: f32,
    /// How far from their places they come to lie while it is at rest.
    pub off: f32,
}

/// Steps towards the way along the normals.
const STEPS: usize = 24;
/// Of the size of a triangle: how far the tip of a normal is from its position; and metres at least.
const TIP: f64 = 0.25;
const LEAST_TIP: f64 = 1e-3;
/// The most that a corner counts. More is a triangle that is hardly one, which would make much of a little.
const MOST: f64 = 100.0;

/// What a part follows as cloth, or why that is not to be: it is not there, on another skeleton, the part itself, or cut for
/// its bones, so that its vertices are others. None where it follows nothing.
pub fn driver<'a>(project: &'a Project, mesh: &Mesh, part: &Part) -> Option<Result<(&'a Mesh, &'a Part), Kind>> {
    let cloth = part.cloth.as_ref()?;
    let found = project.meshes.get(&cloth.mesh).filter(|driver| driver.skeleton == mesh.skeleton);
    let found = found.and_then(|driver| {
        let by = driver.lods.first()?.parts.iter().find(|by| by.name == cloth.part)?;
        Some((&**driver, by)).filter(|_| !std::ptr::eq(by, part) && by.data.check().is_ok())
    });
    let Some((driver, by)) = found else { return Some(Err(Kind::ClothMissing { part: part.name.clone() })) };
    let limit = driver.bone_limit.map(|limit| limit as usize).filter(|limit| by.data.palette.len() > *limit);
    Some(if limit.is_some_and(|limit| by.data.sections(limit).is_ok()) {
        Err(Kind::ClothCut { part: part.name.clone(), driver: driver.name.clone() })
    } else {
        Ok((driver, by))
    })
}

/// The bond of a part to the one that drives it: to the nearest triangle of each vertex as both are bound. `weights` holds
/// a number a vertex, or none where all follow it whole. None where the driving part has no triangles.
pub fn bind(part: &MeshPart, (mesh, name): (Name, Name), driver: &MeshPart, weights: &[f32]) -> Option<(Cloth, Fit)> {
    let surface = Surface::new(std::iter::once(driver));
    let (mut fit, mut sum) = (Fit::default(), 0.0f64);
    let mut vertices = Vec::with_capacity(part.vertex_count());
    for (at, position) in part.positions.iter().enumerate() {
        let weight = weights.get(at).map_or(1.0, |weight| if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) });
        let hit = surface.nearest(Vec3::from(*position))?;
        let corners = Corners::of(driver, hit.corners);
        let tangent = part.tangents.get(at).map_or([0.0; 3], |[x, y, z, _]| [*x, *y, *z]);
        let length = (corners.size * TIP).higher(LEAST_TIP);
        let tip = |direction: [f32; 3]| corners.near(wide(*position) + wide(direction) * length);
        let place = corners.near(wide(*position)).unwrap_or_else(|| corners.beneath(*position));
        // On what is hardly a triangle it stands upright.
        let upright = Near { away: place.away + length as f32, ..place };
        let (normal, tangent) = (tip(part.normals[at]).unwrap_or(upright), tip(tangent).unwrap_or(place));
        vertices.push(ClothVertex { corners: hit.corners, weight, position: place, normal, tangent });
        if weight > 0.0 {
            fit.vertices += 1;
            sum += f64::from(hit.distance);
            fit.farthest = fit.farthest.higher(hit.distance);
            fit.off = fit.off.higher(corners.at(&place).distance(wide(*position)) as f32);
        }
    }
    if vertices.is_empty() {
        return Some((Cloth::default(), fit));
    }
    fit.mean = (sum / fit.vertices.max(1) as f64) as f32;
    let driving = driver.vertex_count() as u32;
    Some((Cloth { mesh, part: name, driving, vertices: vertices.into() }, fit))
}

/// The numbers of an attribute of one number a vertex; None where a part has no such one.
pub fn weights<'a>(part: &'a Part, attribute: &str) -> Option<&'a [f32]> {
    let at = part.attributes.iter().position(|name| name == attribute)?;
    let found = part.data.attributes.get(at).filter(|found| found.components == 1)?;
    Some(part.data.values(found))
}

/// A triangle whose corners move along their normals.
struct Corners {
    at: [DVec3; 3],
    normals: [DVec3; 3],
    /// Its longest side.
    size: f64,
}

impl Corners {
    fn of(driver: &MeshPart, corners: [u32; 3]) -> Self {
        let [at, normals] = [&driver.positions, &driver.normals].map(|list| corners.map(|c| wide(list[c as usize])));
        let [a, b, c] = at;
        Self { at, normals, size: a.distance(b).higher(b.distance(c)).higher(c.distance(a)) }
    }

    fn moved(&self, away: f64) -> [DVec3; 3] {
        [0, 1, 2].map(|corner| self.at[corner] + self.normals[corner] * away)
    }

    /// Where a point lies: the way is sought that puts the moved triangle's plane through it, and in that plane its shares.
    /// None of a triangle that is hardly one, and of a point that is far beside it.
    fn near(&self, point: DVec3) -> Option<Near> {
        let gap = |away: f64| {
            let [a, b, c] = self.moved(away);
            (point - a).dot((b - a).cross(c - a).normalize_or_zero())
        };
        let mut away = gap(0.0);
        for _ in 0..STEPS {
            let (here, step) = (gap(away), 1e-4 * self.size.higher(1e-9));
            let slope = (gap(away + step) - gap(away - step)) / (2.0 * step);
            // The planes go towards the point at about the speed of the corners, or the normals are of no use.
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
        let is_sound = [x, y, 1.0 - x - y].iter().all(|share| share.abs() <= MOST) && away.is_finite();
        is_sound.then(|| {
            let (x, y) = (x as f32, y as f32);
            Near { shares: [x, y, 1.0 - x - y], away: away as f32 }
        })
    }

    /// The point of the triangle that is nearest.
    fn beneath(&self, point: [f32; 3]) -> Near {
        Near { shares: nearest_shares(self.at.map(|at| at.as_vec3()), Vec3::from(point)), away: 0.0 }
    }

    fn at(&self, near: &Near) -> DVec3 {
        let moved = self.moved(near.away.into());
        moved.iter().zip(near.shares).map(|(at, share)| *at * f64::from(share)).sum()
    }
}

fn wide(at: [f32; 3]) -> DVec3 {
    Vec3::from(at).as_dvec3()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{roll, somewhere};
    use anim::{array::Array, skinning::Skinned};
    use glam::{Affine3A, Quat, Vec4};

    /// A tube of so many sides around y, two metres high, its normals outwards or inwards.
    fn tube(sides: u32, out: f32) -> MeshPart {
        let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        for ring in 0..9u32 {
            for side in 0..sides {
                let (sin, cos) = (side as f32 / sides as f32 * std::f32::consts::TAU).sin_cos();
                positions.push([0.3 * cos, ring as f32 * 0.25, 0.3 * sin]);
                normals.push([out * cos, 0.0, out * sin]);
                let (here, next) = (ring * sides + side, ring * sides + (side + 1) % sides);
                if ring < 8 {
                    indices.extend([here, here + sides, next, next, here + sides, next + sides]);
                }
            }
        }
        MeshPart {
            positions: positions.into(),
            normals: normals.into(),
            indices: indices.into(),
            ..MeshPart::default()
        }
    }

    /// Vertices at any distance up to `most` from the tube's wall, facing anywhere.
    fn robe(count: usize, most: f32, dice: &mut u64) -> MeshPart {
        let (mut positions, mut normals, mut tangents) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..count {
            let (sin, cos) = (roll(dice) * std::f32::consts::PI).sin_cos();
            let far = 0.3 + most * roll(dice);
            positions.push([far * cos, 1.0 + 0.9 * roll(dice), far * sin]);
            let normal = somewhere(dice).normalize();
            normals.push(normal.to_array());
            tangents.push(normal.any_orthonormal_vector().extend(1.0).to_array());
        }
        let (normals, tangents) = (normals.into(), tangents.into());
        MeshPart { positions: positions.into(), normals, tangents, ..MeshPart::default() }
    }

    fn at_rest(part: &MeshPart) -> Skinned {
        let vectors = |list: &Array<[f32; 3]>| list.iter().map(|at| Vec3::from(*at)).collect();
        let tangents = part.tangents.iter().map(|at| Vec4::from(*at)).collect();
        Skinned { positions: vectors(&part.positions), normals: vectors(&part.normals), tangents }
    }

    fn moved(skinned: &Skinned, by: &Affine3A) -> Skinned {
        Skinned {
            positions: skinned.positions.iter().map(|at| by.transform_point3(*at)).collect(),
            normals: skinned.normals.iter().map(|at| by.transform_vector3(*at)).collect(),
            tangents: skinned.tangents.iter().map(|at| by.transform_vector3(at.truncate()).extend(at.w)).collect(),
        }
    }

    fn bound(part: &MeshPart, driver: &MeshPart, weights: &[f32]) -> (Cloth, Fit) {
        bind(part, (Name(1), Name(2)), driver, weights).unwrap()
    }

    /// The farthest that two are apart.
    fn apart(a: &Skinned, b: &Skinned) -> [f32; 3] {
        let far = |a: &[Vec3], b: &[Vec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        let along = a.tangents.iter().zip(&b.tangents).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        [far(&a.positions, &b.positions), far(&a.normals, &b.normals), along]
    }

    #[test]
    fn what_moves_as_a_whole_takes_all_along_with_normals_and_tangents() {
        let mut dice = 5;
        for (sides, out) in [(24, 1.0), (7, 1.0), (12, -1.0)] {
            let driver = tube(sides, out);
            let part = robe(300, 0.1, &mut dice);
            let (cloth, fit) = bound(&part, &driver, &[]);
            assert!(fit.vertices == 300 && fit.off < 1e-4 && fit.farthest < 0.15 && fit.mean < fit.farthest, "{fit:?}");
            for turn in [0.0, 1.0, 3.0] {
                let by = Affine3A::from_rotation_translation(
                    Quat::from_axis_angle(somewhere(&mut dice).normalize(), turn),
                    somewhere(&mut dice) * 3.0,
                );
                let (rest, mut found) = (at_rest(&part), at_rest(&part));
                cloth.follow(&moved(&at_rest(&driver), &by), &mut found);
                let [positions, normals, tangents] = apart(&found, &moved(&rest, &by));
                assert!(positions < 2e-4 && normals < 5e-3 && tangents < 5e-3, "{positions} {normals} {tangents}");
            }
        }
    }

    #[test]
    fn each_follows_as_far_as_it_is_told_and_what_weighs_nothing_not_at_all() {
        let (driver, part) = (tube(16, 1.0), robe(5, 0.05, &mut 3));
        let weights = [0.0, 0.25, 1.0, f32::NAN, 7.0];
        let (cloth, fit) = bound(&part, &driver, &weights);
        assert_eq!(cloth.vertices.iter().map(|vertex| vertex.weight).collect::<Vec<_>>(), [0.0, 0.25, 1.0, 0.0, 1.0]);
        assert_eq!((fit.vertices, cloth.driving), (3, driver.vertex_count() as u32));
        let up = Affine3A::from_translation(Vec3::Y);
        let (rest, mut found) = (at_rest(&part), at_rest(&part));
        cloth.follow(&moved(&at_rest(&driver), &up), &mut found);
        for (at, went) in [0.0, 0.25, 1.0, 0.0, 1.0].into_iter().enumerate() {
            let way = found.positions[at] - rest.positions[at];
            assert!(way.distance(Vec3::Y * went) < 1e-4, "vertex {at}: {way}");
        }
        assert_eq!(found.positions[0], rest.positions[0]);
    }

    /// A surface that bends takes what lies on it along, at the distance that it has.
    #[test]
    fn what_bends_keeps_what_lies_on_it_at_its_distance() {
        let (driver, part) = (tube(32, 1.0), robe(200, 0.02, &mut 9));
        let (cloth, _) = bound(&part, &driver, &[]);
        let bent = |at: Vec3| Quat::from_rotation_z(at.y * 0.4) * at;
        let mut by = at_rest(&driver);
        for (at, normal) in by.positions.iter_mut().zip(&mut by.normals) {
            (*at, *normal) = (bent(*at), Quat::from_rotation_z(at.y * 0.4) * *normal);
        }
        let mut found = at_rest(&part);
        cloth.follow(&by, &mut found);
        for (at, rest) in found.positions.iter().zip(&at_rest(&part).positions) {
            assert!(at.distance(bent(*rest)) < 0.02, "{at} {}", bent(*rest));
        }
    }

    #[test]
    fn whatever_the_driving_part_is_nothing_is_lost_and_numbers_stay_numbers() {
        let part = robe(40, 0.3, &mut 21);
        let none =
            MeshPart { positions: vec![[0.0; 3]; 3].into(), normals: vec![[0.0; 3]; 3].into(), ..MeshPart::default() };
        assert!(bind(&part, (Name(1), Name(2)), &none, &[]).is_none(), "it has no triangles");
        let point = MeshPart { indices: vec![0, 1, 2].into(), ..none.clone() };
        let line = MeshPart { positions: vec![[0.0; 3], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]].into(), ..point.clone() };
        let flat = MeshPart { positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(), ..point.clone() };
        let sideways = MeshPart { normals: vec![[1.0, 0.0, 0.0]; 3].into(), ..flat.clone() };
        let upright = MeshPart { normals: vec![[0.0, 0.0, 1.0]; 3].into(), ..flat.clone() };
        let sliver = |height: f32| MeshPart {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.5, height, 0.0]].into(),
            ..upright.clone()
        };
        for driver in [point, line, flat, sideways, sliver(1e-7), sliver(1e-5), sliver(1e-3), upright.clone()] {
            let (cloth, fit) = bound(&part, &driver, &[]);
            assert!(fit.off.is_finite() && cloth.vertices.len() == 40);
            let nears = cloth.vertices.iter().flat_map(|vertex| [vertex.position, vertex.normal, vertex.tangent]);
            for near in nears {
                assert!(near.shares.iter().all(|share| share.abs() < 250.0), "much is made of little: {near:?}");
            }
            // Wherever it goes, all go along.
            let (rest, mut lifted) = (at_rest(&part), at_rest(&part));
            cloth.follow(&moved(&at_rest(&driver), &Affine3A::from_translation(Vec3::Y * 3.0)), &mut lifted);
            let mut still = at_rest(&part);
            cloth.follow(&at_rest(&driver), &mut still);
            for ((up, still), rest) in lifted.positions.iter().zip(&still.positions).zip(&rest.positions) {
                assert!((*up - *still).distance(Vec3::Y * 3.0) < 1e-3, "{up} {still} {rest}");
            }
            let mut found = at_rest(&part);
            cloth.follow(&at_rest(&driver), &mut found);
            assert!(found.positions.iter().chain(&found.normals).all(|at| at.is_finite()));
            assert!(found.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-3));
            let whole = MeshPart {
                cloth,
                influences: 1,
                joints: vec![0; 40].into(),
                weights: vec![1.0; 40].into(),
                palette: vec![anim::mesh::Joint { bone: 0, inverse_bind: [[0.0; 4]; 3] }].into(),
                ..part.clone()
            };
            assert!(MeshPart::new(whole).is_ok(), "what is bound is sound");
        }
        let empty = robe(0, 0.1, &mut 1);
        assert_eq!(bound(&empty, &tube(4, 1.0), &[]), (Cloth::default(), Fit::default()), "it is sound");
    }
}
