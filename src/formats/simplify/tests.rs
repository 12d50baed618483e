use super::*;
use std::collections::BTreeMap;

/// Of the finest level, by the bits of its place.
type Known = BTreeMap<[u32; 3], Vec<usize>>;

/// Slots, weights, coordinates, and moves by the name of their morph.
type Vertex = (Vec<u16>, Vec<f32>, Option<[f32; 2]>, Vec<(u64, [f32; 3])>);

fn known(part: &MeshPart) -> Known {
    let mut known = Known::new();
    for (vertex, position) in part.positions.iter().enumerate() {
        known
            .entry(position.map(f32::to_bits))
            .or_default()
            .push(vertex);
    }
    known
}

fn vertex(part: &MeshPart, at: usize) -> Vertex {
    let width = part.influences as usize;
    let range = at * width..(at + 1) * width;
    let morphs = part.morphs.iter().flat_map(|morph| {
        let range = morph.first_delta as usize..(morph.first_delta + morph.delta_count) as usize;
        let of_vertex = part.deltas[range]
            .iter()
            .filter(|delta| delta.vertex as usize == at);
        of_vertex.map(|delta| (morph.name.0, delta.position))
    });
    (
        part.joints[range.clone()].into(),
        part.weights[range].into(),
        part.uvs.get(at).copied(),
        morphs.collect(),
    )
}

#[test]
fn a_level_that_misses_its_share_is_told_with_what_it_reached() {
    let project = mannequin::sample();
    let mesh = project
        .meshes
        .values()
        .max_by_key(|mesh| mesh.lod(0).triangles())
        .unwrap();
    let (all, asked) = (mesh.lod(0).triangles(), 0.125);
    let told = |level: &Mesh, share: f32| shortfall(mesh, level, share);
    assert!(
        told(mesh, asked)
            .unwrap()
            .starts_with(&format!("None of its {all} triangles can be removed"))
    );
    let half = level(mesh, 0.5);
    let reached = half.lod(0).triangles() as f32 / all as f32 * 100.0;
    let text = told(&half, asked).unwrap();
    assert!(
        text.starts_with(&format!("{reached:.1} %")) && text.contains("the target is 12.5 %"),
        "{text}"
    );
    assert_eq!(
        (told(&half, reached / 100.0), told(mesh, 1.0)),
        (None, None)
    );
}

#[test]
fn a_level_has_fewer_triangles_and_vertices_of_the_finest_as_they_were() {
    let project = mannequin::sample();
    let mesh = project
        .meshes
        .values()
        .max_by_key(|mesh| mesh.lod(0).triangles())
        .unwrap();
    let finest = mesh.lod(0);
    for share in [0.5, 0.2] {
        let coarse = level(mesh, share);
        let level = coarse.lod(0);
        let reached = level.triangles() as f32 / finest.triangles() as f32;
        assert!(
            reached < share + 0.15 && reached > share * 0.5,
            "{reached} for {share}"
        );
        for (before, after) in finest.parts.iter().zip(&level.parts) {
            let (a, b) = (&*before.data, &*after.data);
            MeshPart::new(b.clone()).unwrap();
            assert_eq!(
                (a.morphs.len(), a.palette.len()),
                (b.morphs.len(), b.palette.len())
            );
            let known = known(a);
            for at in 0..b.vertex_count() {
                let twins = &known[&b.positions[at].map(f32::to_bits)];
                assert!(
                    twins.iter().any(|twin| vertex(a, *twin) == vertex(b, at)),
                    "{} {at}",
                    before.name
                );
            }
        }
    }
}

#[test]
fn a_border_stays_and_a_whole_share_changes_nothing() {
    const SIDE: usize = 12;
    let at = |x: usize, y: usize| (y * SIDE + x) as u32;
    let mut indices = Vec::new();
    for (x, y) in (0..SIDE - 1).flat_map(|x| (0..SIDE - 1).map(move |y| (x, y))) {
        indices.extend([
            at(x, y),
            at(x + 1, y),
            at(x, y + 1),
            at(x, y + 1),
            at(x + 1, y),
            at(x + 1, y + 1),
        ]);
    }
    let positions: Vec<[f32; 3]> = (0..SIDE * SIDE)
        .map(|i| [(i % SIDE) as f32, (i / SIDE) as f32, 0.0])
        .collect();
    let sheet = MeshPart {
        normals: vec![[0.0, 0.0, 1.0]; positions.len()].into(),
        influences: 1,
        joints: vec![0; positions.len()].into(),
        weights: vec![1.0; positions.len()].into(),
        palette: vec![anim::mesh::PaletteJoint {
            bone: 0,
            inverse_bind: [[0.0; 4]; 3],
        }]
        .into(),
        positions: positions.clone().into(),
        indices: indices.into(),
        ..MeshPart::default()
    };
    let coarse = simplified(&sheet, 0.3);
    assert!(coarse.indices.len() < sheet.indices.len() / 2);
    let is_border = |p: &[f32; 3]| p[..2].iter().any(|x| *x == 0.0 || *x == (SIDE - 1) as f32);
    let border = |part: &MeshPart| part.positions.iter().filter(|p| is_border(p)).count();
    assert_eq!(border(&coarse), border(&sheet));
    assert_eq!(simplified(&sheet, 1.0), sheet);
}

/// What goes first depends on normals, coordinates, joints and morphs, each by its weight.
#[test]
fn levels_are_what_they_were() {
    let project = mannequin::sample();
    let mut text = String::new();
    for mesh in project.meshes.values() {
        for share in [0.6, 0.25] {
            for part in &level(mesh, share).lod(0).parts {
                let data = &part.data;
                let sum = data.positions.iter().copied().map(Vec3::from).sum::<Vec3>();
                text += &format!(
                    "{} {share} {}: {} triangles of {} vertices, at {:.4} on average\n",
                    mesh.name,
                    part.name,
                    data.indices.len() / 3,
                    data.vertex_count(),
                    sum / data.vertex_count() as f32,
                );
            }
        }
    }
    crate::committed::compare("simplify/levels.txt", &text);
}

/// Every part may keep one more than its share of whole triangles, and a twentieth of all.
#[test]
fn a_level_may_have_a_twentieth_more_than_its_share_and_one_triangle_a_part() {
    let part = |triangles: u32| Part {
        data: Arc::new(MeshPart {
            indices: (0..3 * triangles).collect(),
            ..MeshPart::default()
        }),
        ..Part::default()
    };
    let mesh = |parts: Vec<Part>| Mesh::new("m", (asset::Id(1), Arc::default()), parts, vec![]);
    let finest = mesh(vec![part(1000), part(1000)]);
    let told = |parts: [u32; 2]| shortfall(&finest, &mesh(parts.map(part).to_vec()), 0.5);
    assert_eq!(told([526, 526]), None);
    let text = told([527, 526]).unwrap();
    assert!(
        text.starts_with("52.6 % of its triangles are left; the target is 50.0 %."),
        "{text}"
    );
    assert_eq!(shortfall(&finest, &finest, 1.0), None);
}
