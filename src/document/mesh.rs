//! Edits of a mesh.

use crate::{EditError, MeshCommand, clip::replace, import::rebound_mesh};
use anim::mesh::SkinMethod;
use asset::{Id, Mesh, Project, Skeleton};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, id: Id, command: &MeshCommand) -> Result<bool, EditError> {
    if let MeshCommand::Bind(to) = *command {
        return bind(project, id, to);
    }
    let entry = project.meshes.get_mut(&id).ok_or(EditError::AssetMissing)?;
    let mut mesh = (**entry).clone();
    let changed = match *command {
        MeshCommand::SetMethod(part, method) => set_method(&mut mesh, part, method)?,
        MeshCommand::SetScreenSize(lod, size) => set_screen_size(&mut mesh, lod, size)?,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Document};
    use anim::MeshPart;
    use asset::mesh::{Lod, Part};

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
    fn a_method_reaches_the_parts_of_a_name_in_every_level() {
        let mut document = document();
        let method = SkinMethod::DualQuaternion;
        document.perform(&Command::Mesh(MESH, MeshCommand::SetMethod(Some(1), method)), None).unwrap();
        let is_set: Vec<bool> =
            document.project().meshes[&MESH].parts().map(|part| part.data.method == method).collect();
        assert_eq!(is_set, [false, true, true, true]);
    }
}
