use crate::{Command, Document, EditError, MeshCommand};
use asset::{
    Id, Mesh,
    skin::{Pruning, Skin},
};
use std::sync::Arc;

fn perform(document: &mut Document, id: Id, command: MeshCommand) -> Result<bool, EditError> {
    document.perform(&Command::Mesh(id, command), None)
}

fn set(lod: usize, part: usize, profile: &str, skin: &Skin) -> MeshCommand {
    MeshCommand::SetSkin {
        lod,
        part,
        profile: Some(profile.to_owned()),
        skin: Arc::new(skin.clone()),
    }
}

fn skins(mesh: &Mesh, profile: Option<&str>) -> Vec<Skin> {
    mesh.parts()
        .map(|part| Skin::under(mesh, part, profile))
        .collect()
}

#[test]
fn a_profile_is_made_renamed_and_removed_and_its_part_stays_as_it_was() {
    let mut project = mannequin::sample();
    let (&id, mesh) = project
        .meshes
        .iter()
        .max_by_key(|(_, mesh)| mesh.lod(0).triangles())
        .unwrap();
    let mut mesh = (**mesh).clone();
    let coarse = asset::mesh::Lod {
        screen_size: 0.5,
        ..mesh.lods[0].clone()
    };
    mesh.lods.truncate(1);
    mesh.lods.push(coarse);
    project.meshes.insert(id, Arc::new(mesh));
    let mut document = Document::new(project);
    let first = document.project().meshes[&id].clone();
    let rigid = |mesh: &Mesh, lod: usize, part: usize| {
        Skin::of(mesh, &mesh.lods[lod].parts[part])
            .pruned(&Pruning {
                least: 0.0,
                most: 1,
            })
            .0
    };
    for (lod, part) in [(0, 0), (1, 0)] {
        let skin = rigid(&first, lod, part);
        assert_eq!(
            perform(&mut document, id, set(lod, part, " Rigid ", &skin)),
            Ok(true)
        );
        assert_eq!(
            perform(&mut document, id, set(lod, part, "Rigid", &skin)),
            Ok(false)
        );
    }
    let now = document.project().meshes[&id].clone();
    assert_eq!(
        (now.profiles(), now.lods[0].parts[1].profiles.len()),
        (vec!["Rigid"], 0)
    );
    let own = |mesh: &Mesh| -> Vec<_> {
        mesh.parts()
            .map(|it| {
                (
                    it.data.joints.to_vec(),
                    it.data.weights.to_vec(),
                    it.data.palette.to_vec(),
                )
            })
            .collect()
    };
    assert!(
        own(&now) == own(&first),
        "the parts' own weights are as they were"
    );
    let is_rigid = |skin: &Skin| {
        skin.weights
            .chunks(skin.influences as usize)
            .all(|it| it[0] == 1.0)
    };
    let under = skins(&now, Some("Rigid"));
    let rest = under
        .iter()
        .zip(&skins(&now, None))
        .filter(|(a, b)| a == b)
        .count();
    assert!(
        is_rigid(&under[0]) && under.iter().filter(|it| is_rigid(it)).count() + rest >= under.len()
    );
    let rename = |from: &str, to: &str| MeshCommand::RenameProfile {
        profile: from.into(),
        name: to.into(),
    };
    let taken = set(0, 1, "Other", &rigid(&first, 0, 1));
    perform(&mut document, id, taken).unwrap();
    let rows = [
        (
            rename("Rigid", "Other"),
            Err(EditError::NameTaken {
                name: "Other".into(),
            }),
        ),
        (rename("Rigid", " "), Err(EditError::NameEmpty)),
        (rename("Nobody", "Slim"), Err(EditError::ItemMissing)),
        (rename("Rigid", "Rigid "), Ok(false)),
        (rename("Rigid", "Stiff"), Ok(true)),
        (
            MeshCommand::RemoveProfile("Rigid".into()),
            Err(EditError::ItemMissing),
        ),
        (MeshCommand::RemoveProfile("Other".into()), Ok(true)),
    ];
    for (command, expected) in rows {
        assert_eq!(
            perform(&mut document, id, command.clone()),
            expected,
            "{command:?}"
        );
    }
    let now = document.project().meshes[&id].clone();
    assert_eq!(now.profiles(), ["Stiff"]);
    assert!(skins(&now, Some("Stiff"))[0] == under[0]);
    assert_eq!(
        perform(
            &mut document,
            id,
            MeshCommand::RemoveProfile("Stiff".into())
        ),
        Ok(true)
    );
    let now = document.project().meshes[&id].clone();
    assert!(own(&now) == own(&first) && now.profiles().is_empty());
    (0..6).for_each(|_| assert!(document.undo()));
    assert!(Arc::ptr_eq(&document.project().meshes[&id], &first));
}
