//! Edits of a mesh.

use crate::{EditError, MeshCommand, clip::replace, import::rebound_mesh};
use anim::mesh::SkinMethod;
use asset::{
    Id, Mesh, Project, Skeleton,
    mesh::{Lod, Part},
};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, id: Id, command: &MeshCommand) -> Result<bool, EditError> {
    if let MeshCommand::Bind(to) = *command {
        return bind(project, id, to);
    }
    let entry = project.meshes.get_mut(&id).ok_or(EditError::AssetMissing)?;
    let mut mesh = (**entry).clone();
    let changed = match command {
        MeshCommand::SetMethod(part, method) => set_method(&mut mesh, *part, *method)?,
        MeshCommand::SetScreenSize(lod, size) => set_screen_size(&mut mesh, *lod, *size)?,
        MeshCommand::AddLevel(at, lod) => add_level(&mut mesh, *at, lod)?,
        MeshCommand::ReplaceLevel(at, lod) => replace_level(&mut mesh, *at, lod)?,
        MeshCommand::RemoveLevel(at) => remove_level(&mut mesh, *at)?,
        // Needs the project.
        MeshCommand::Bind(_) => false,
    };
    if changed {
        *entry = Arc::new(mesh);
    }
    Ok(changed)
}

fn bind(project: &mut Project, id: Id, to: Id) -> Result<bool, EditError> {
    let mesh = project.meshes.get(&id).ok_or(EditError::AssetMissing)?;
    let target = project.skeletons.get(&to).ok_or(EditError::AssetMissing)?;
    if mesh.skeleton == to {
        return Ok(false);
    }
    let nobody = Skeleton::default();
    let from = project.skeletons.get(&mesh.skeleton).map_or(&nobody, |skeleton| skeleton);
    let bound = rebound_mesh(mesh, from, (to, target));
    project.meshes.insert(id, Arc::new(bound));
    Ok(true)
}

fn set_method(mesh: &mut Mesh, part: Option<usize>, method: SkinMethod) -> Result<bool, EditError> {
    let finest = mesh.lods.first().ok_or(EditError::ItemMissing)?;
    let name = part.map(|part| finest.parts.get(part).map(|part| part.name.clone()).ok_or(EditError::ItemMissing));
    let name = name.transpose()?;
    let mut changed = false;
    for part in mesh.lods.iter_mut().flat_map(|lod| &mut lod.parts) {
        if part.data.method != method && name.as_ref().is_none_or(|name| part.name == *name) {
            changed |= replace(&mut Arc::make_mut(&mut part.data).method, method);
        }
    }
    Ok(changed)
}

fn set_screen_size(mesh: &mut Mesh, lod: usize, size: f32) -> Result<bool, EditError> {
    if lod == 0 || lod >= mesh.lods.len() {
        return Err(EditError::ItemMissing);
    }
    let coarser = mesh.lods.get(lod + 1).map_or(0.0, |lod| lod.screen_size);
    if size > coarser && size < mesh.lods[lod - 1].screen_size {
        Ok(replace(&mut mesh.lods[lod].screen_size, size))
    } else {
        let range = "above 0, below that of the finer level and above that of the coarser one";
        Err(EditError::OutOfRange { field: "Screen size", range })
    }
}

fn add_level(mesh: &mut Mesh, at: usize, lod: &Lod) -> Result<bool, EditError> {
    if at == 0 || at > mesh.lods.len() {
        return Err(EditError::ItemMissing);
    }
    check_parts(mesh, lod)?;
    mesh.lods.insert(at, lod.clone());
    let size = lod.screen_size;
    mesh.lods[at].screen_size = f32::NAN;
    set_screen_size(mesh, at, size)
}

fn replace_level(mesh: &mut Mesh, at: usize, lod: &Lod) -> Result<bool, EditError> {
    check_parts(mesh, lod)?;
    let known = mesh.lods.get_mut(at).ok_or(EditError::ItemMissing)?;
    known.parts.clone_from(&lod.parts);
    Ok(true)
}

fn remove_level(mesh: &mut Mesh, at: usize) -> Result<bool, EditError> {
    if at >= mesh.lods.len() || mesh.lods.len() == 1 {
        return Err(EditError::ItemMissing);
    }
    mesh.lods.remove(at);
    let parts = std::mem::take(&mut mesh.lods[0].parts);
    mesh.lods[0] = Lod::finest(parts);
    Ok(true)
}

/// What a level draws has materials of the mesh.
fn check_parts(mesh: &Mesh, lod: &Lod) -> Result<(), EditError> {
    let has_material = |part: &Part| mesh.materials.is_empty() || part.material < mesh.materials.len();
    if lod.parts.iter().all(has_material) { Ok(()) } else { Err(EditError::ItemMissing) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Document};
    use anim::MeshPart;

    const MESH: Id = Id(1);

    fn document() -> Document {
        let part = |name: &str| Part {
            name: name.into(),
            source: None,
            material: 0,
            morphs: Vec::new(),
            data: Arc::new(MeshPart { influences: 1, ..MeshPart::default() }),
        };
        let mut mesh = Mesh::new("mesh", (Id(2), Arc::new([])), vec![part("body"), part("hair")], Vec::new());
        let coarse = |screen_size| Lod { screen_size, removed_bones: Vec::new(), parts: vec![part("hair")] };
        mesh.lods.extend([coarse(0.5), coarse(0.2)]);
        let mut project = Project::default();
        project.meshes.insert(MESH, Arc::new(mesh));
        Document::new(project)
    }

    #[test]
    fn a_screen_size_stays_between_its_neighbours_and_is_undone() {
        let mut document = document();
        let first = document.project().clone();
        let mut set = |lod, size| document.perform(&Command::Mesh(MESH, MeshCommand::SetScreenSize(lod, size)), None);
        for (lod, size) in [(1, 1.0), (1, 0.2), (2, 0.5), (2, 0.0), (2, f32::NAN)] {
            assert!(matches!(set(lod, size), Err(EditError::OutOfRange { .. })), "{lod} {size}");
        }
        assert_eq!((set(0, 0.9), set(3, 0.1)), (Err(EditError::ItemMissing), Err(EditError::ItemMissing)));
        assert_eq!((set(1, 0.5), set(1, 0.3)), (Ok(false), Ok(true)));
        assert_eq!(document.project().meshes[&MESH].lods[1].screen_size, 0.3);
        assert!(document.undo() && Arc::ptr_eq(&first, document.project()));
    }

    #[test]
    fn levels_are_added_replaced_and_removed_and_that_is_undone() {
        let mut document = document();
        let first = document.project().clone();
        let lod = |screen_size, parts: usize| {
            let known = first.meshes[&MESH].lods[0].parts.iter().cycle().take(parts).cloned().collect();
            Arc::new(Lod { screen_size, removed_bones: Vec::new(), parts: known })
        };
        let mut perform = |command| document.perform(&Command::Mesh(MESH, command), None);
        for (at, size) in [(1, 0.5), (1, 1.0), (3, 0.2), (3, 0.0), (2, 0.6), (2, f32::NAN)] {
            let result = perform(MeshCommand::AddLevel(at, lod(size, 1)));
            assert!(matches!(result, Err(EditError::OutOfRange { .. })), "{at} {size}");
        }
        for command in [
            MeshCommand::AddLevel(0, lod(0.9, 1)),
            MeshCommand::AddLevel(4, lod(0.1, 1)),
            MeshCommand::ReplaceLevel(3, lod(0.1, 1)),
            MeshCommand::RemoveLevel(3),
        ] {
            assert_eq!(perform(command), Err(EditError::ItemMissing));
        }
        assert_eq!(perform(MeshCommand::AddLevel(3, lod(0.1, 3))), Ok(true));
        assert_eq!(perform(MeshCommand::AddLevel(1, lod(0.7, 4))), Ok(true));
        assert_eq!(perform(MeshCommand::ReplaceLevel(2, lod(0.9, 5))), Ok(true));
        let sizes = |document: &Document| -> Vec<(f32, usize)> {
            document.project().meshes[&MESH].lods.iter().map(|lod| (lod.screen_size, lod.parts.len())).collect()
        };
        let expected = [(1.0, 2), (0.7, 4), (0.5, 5), (0.2, 1), (0.1, 3)];
        assert_eq!(sizes(&document), expected, "a level that is replaced keeps its size");
        document.perform(&Command::Mesh(MESH, MeshCommand::RemoveLevel(0)), None).unwrap();
        assert_eq!(sizes(&document)[..2], [(1.0, 4), (0.5, 5)]);
        (0..4).for_each(|_| assert!(document.undo()));
        assert!(Arc::ptr_eq(&first, document.project()));
    }

    #[test]
    fn a_method_reaches_the_parts_of_a_name_in_every_level() {
        let mut document = document();
        let method = SkinMethod::DualQuaternion;
        document.perform(&Command::Mesh(MESH, MeshCommand::SetMethod(Some(1), method)), None).unwrap();
        let is_set: Vec<bool> =
            document.project().meshes[&MESH].parts().map(|part| part.data.method == method).collect();
        assert_eq!(is_set, [false, true, true, true]);
    }
}
