use super::*;
use crate::{Command, Document};
use asset::{Id, Project, mesh::Lod};

/// The mannequin, and a coarser level that is cut out of it.
fn mannequin() -> (Id, Project) {
    let mut project = mannequin::sample();
    let (&id, mesh) = project
        .meshes
        .iter()
        .max_by_key(|(_, mesh)| mesh.lod(0).triangles())
        .unwrap();
    let mut mesh = (**mesh).clone();
    mesh.lods.truncate(1);
    mesh.lods.push(Lod {
        screen_size: 0.5,
        ..mesh.lods[0].clone()
    });
    project.meshes.insert(id, Arc::new(mesh));
    (id, project)
}

fn perform(document: &mut Document, id: Id, commands: Vec<MeshCommand>) {
    let commands = commands
        .into_iter()
        .map(|command| Command::Mesh(id, command))
        .collect();
    document.perform(&Command::Batch(commands), None).unwrap();
}

#[test]
fn all_parts_or_those_of_a_name_lose_what_is_light() {
    let (id, project) = mannequin();
    let mesh = project.meshes[&id].clone();
    let name = mesh.lods[0].parts[0].name.clone();
    let pruning = Pruning {
        least: 0.05,
        most: 2,
    };
    let (some, found) = prune(&mesh, &Parts::named(&name), &pruning);
    assert!(found.changed > 100 && found.heaviest > 0.0, "{found:?}");
    let mut document = Document::new(project);
    perform(&mut document, id, some);
    let after = document.project().meshes[&id].clone();
    let most = |mesh: &Mesh, parts: &Parts| {
        let census = census(mesh, parts);
        census
            .by_count
            .iter()
            .rposition(|count| *count > 0)
            .unwrap()
    };
    assert!(most(&mesh, &Parts::named(&name)) > 2);
    assert_eq!(most(&after, &Parts::named(&name)), 2);
    assert!(
        prune(&after, &Parts::named(&name), &pruning).0.is_empty(),
        "once is enough"
    );
    assert_eq!(census(&after, &Parts::named("nobody")).vertices, 0);
}

#[test]
fn a_coarser_level_gets_the_weights_of_its_finest_back() {
    let (id, project) = mannequin();
    let mesh = project.meshes[&id].clone();
    let mut document = Document::new(project);
    let spoilt = Pruning {
        least: 1.0,
        most: 1,
    };
    let coarse = prune(&mesh, &Parts::ALL, &spoilt).0;
    let coarse = coarse
        .into_iter()
        .filter(|it| matches!(it, MeshCommand::SetSkin { lod: 1, .. }))
        .collect();
    perform(&mut document, id, coarse);
    let rigid = document.project().meshes[&id].clone();
    assert_eq!(rigid.lods[1].parts[0].data.influences, 1);
    let (commands, found) = transfer(&rigid, &Parts::ALL, &rigid, 8).unwrap();
    assert!(
        commands
            .iter()
            .all(|it| matches!(it, MeshCommand::SetSkin { lod: 1, .. }))
            && found.farthest < 1e-6
    );
    perform(&mut document, id, commands);
    let after = &document.project().meshes[&id];
    let (a, b) = (&after.lods[0].parts, &after.lods[1].parts);
    for (fine, coarse) in a.iter().zip(b) {
        let [mine, theirs] = [fine, coarse].map(|part| weights_by_bone(after, part));
        let is_same = |(a, b): (&Weights, &Weights)| {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-4)
        };
        let same = mine
            .iter()
            .zip(&theirs)
            .filter(|pair| is_same(*pair))
            .count();
        assert!(
            same * 100 > mine.len() * 97,
            "{same} of {} in {}: seams lie on one another",
            mine.len(),
            fine.name
        );
    }
}

/// Of one vertex, by the name of the bone.
type Weights = Vec<(String, f32)>;

fn weights_by_bone(mesh: &Mesh, part: &Part) -> Vec<Weights> {
    let skin = Skin::of(mesh, part);
    let width = skin.influences as usize;
    let vertex = |(slots, weights): (&[u16], &[f32])| {
        let named = slots
            .iter()
            .zip(weights)
            .filter(|(_, weight)| **weight > 0.0);
        let mut named: Weights = named
            .map(|(slot, weight)| (skin.palette[usize::from(*slot)].bone.to_string(), *weight))
            .collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    };
    skin.slots
        .chunks_exact(width)
        .zip(skin.weights.chunks_exact(width))
        .map(vertex)
        .collect()
}
