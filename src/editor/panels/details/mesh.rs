//! Rows of a mesh.

use super::{
    PropertyRows, cloth::cloth_ui, fact, heading::identity, material::materials_ui, room::room_ui,
    skin_weights::weights_ui,
};
use crate::{
    action::MeshAction,
    icons,
    parts::{self, NumberField},
};
use anim::{mesh::SkinMethod, mesh_levels::ALL_LEVELS};
use asset::{
    BoneKey, Id, Mesh, Project, Skeleton,
    cloth::Fit,
    mesh::{BONE_LIMITS, LOD_THRESHOLDS},
};
use document::{Command, MeshCommand, ProjectCommand};
use egui::Ui;
use std::collections::BTreeSet;
use words::{Word, tr, word};

/// Between the screen sizes of two levels, per cent.
const SMALLEST_STEP: f64 = 0.1;
/// Bone limit of many shaders.
const USUAL_LIMIT: u32 = 64;
const MAKE_TIP: Word = word!(
    "Creates three LODs with 50 %, 25 % and 12.5 % of the triangles; replaces existing LODs."
);

const IDLE_TIP: Word = word!(
    "Removes bones without a vertex, socket or virtual bone from this LOD, so they are not evaluated."
);

const CACHE_TIP: Word = word!(
    "Imports a point cache (.pc2, .mdd) of this mesh, such as cloth, muscles or faces, as morph targets and a clip."
);

/// Parts with an eye each: what is hidden is not drawn in previews, and a game still has it.
fn parts_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, mesh: &Mesh) {
    let (all, id) = (&mesh.lod(0).parts, rows.asset);
    let hidden = all
        .iter()
        .filter(|part| project.preview.hides(id, &part.name));
    let note = tr!("{} of {}", all.len() - hidden.count(), all.len());
    if !parts::group_header(ui, tr!("Shown in previews"), &note) {
        return;
    }
    for part in all {
        let is_hidden = project.preview.hides(id, &part.name);
        let (icon, word) = if is_hidden {
            (icons::EYE_SLASH, tr!("Show"))
        } else {
            (icons::EYE, tr!("Hide"))
        };
        let name = format!("{word} {}", part.name);
        let eye = |ui: &mut Ui| parts::icon_button(ui, icon, &name, is_hidden).clicked();
        if rows.row(ui, &part.name, eye) {
            let preview = project.preview.with_part(id, &part.name, !is_hidden);
            let command = ProjectCommand::SetPreview(Box::new(preview));
            rows.perform(Command::Project(command));
        }
    }
}

/// The details of a mesh.
pub fn mesh_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    mesh: &Mesh,
    fits: &[(String, Fit)],
) {
    let skeleton = project
        .skeletons
        .get(&mesh.skeleton)
        .map(|skeleton| &**skeleton);
    identity(ui, icons::CUBE, &mesh.name, tr!("Mesh"), "");
    let finest = mesh.lod(0);
    fact(ui, tr!("Parts"), &finest.parts.len().to_string());
    fact(ui, tr!("Vertices"), &finest.vertices().to_string());
    fact(ui, tr!("Triangles"), &finest.triangles().to_string());
    // One that several parts have is moved in all of them.
    let morphs: BTreeSet<&String> = finest.parts.iter().flat_map(|part| &part.morphs).collect();
    fact(ui, tr!("Morph targets"), &morphs.len().to_string());
    let carried: BTreeSet<&str> = finest
        .parts
        .iter()
        .flat_map(|part| &part.attributes)
        .map(String::as_str)
        .collect();
    if !carried.is_empty() {
        fact(
            ui,
            tr!("Attributes"),
            &carried.into_iter().collect::<Vec<_>>().join(", "),
        );
    }
    materials_ui(ui, rows, project, mesh);
    parts_ui(ui, rows, project, mesh);
    if parts::group_header(ui, tr!("Levels of detail"), &mesh.lods.len().to_string()) {
        for at in 0..mesh.lods.len() {
            lod_ui(ui, rows, mesh, at, skeleton);
        }
        new_levels_ui(ui, rows, mesh);
    }
    if parts::group_header(ui, tr!("Animation"), "") {
        post_process_ui(ui, rows, project, mesh);
        if parts::button(ui, None, tr!("Import vertex cache…"), false)
            .on_hover_text(CACHE_TIP.text())
            .clicked()
        {
            rows.actions
                .push(MeshAction::VertexCache(rows.asset).into());
        }
    }
    if parts::group_header(ui, tr!("Skinning"), "") {
        let first = finest.parts.first().map(|part| part.data.method);
        let of_all = first.filter(|method| mesh.parts().all(|part| part.data.method == *method));
        if finest.parts.len() > 1 {
            method_ui(ui, rows, tr!("All parts"), of_all, None);
        }
        for (at, part) in finest.parts.iter().enumerate() {
            method_ui(ui, rows, &part.name, Some(part.data.method), Some(at));
        }
        bone_limit_ui(ui, rows, mesh);
    }
    cloth_ui(ui, rows, project, mesh, fits);
    if parts::group_header(ui, tr!("Bounds"), "") {
        room_ui(ui, rows, project, mesh);
    }
    if parts::group_header(ui, tr!("Skin weights"), "") {
        weights_ui(ui, rows, project);
    }
}

/// Row for the graph that post-processes the pose, whatever plays.
fn post_process_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, mesh: &Mesh) {
    let none = (None, tr!("None").to_owned());
    let fits = project
        .graphs
        .iter()
        .filter(|(_, graph)| graph.skeleton == mesh.skeleton);
    let graphs = fits.map(|(id, graph)| (Some(*id), graph.name.clone()));
    let options: Vec<(Option<Id>, String)> = std::iter::once(none).chain(graphs).collect();
    let id = rows.asset;
    rows.choice(
        ui,
        tr!("Post-process"),
        &mesh.post_process,
        &options,
        |graph| Command::Mesh(id, MeshCommand::SetPostProcess(graph)),
    );
    if mesh.post_process.is_none() {
        return;
    }
    let finer = i8::try_from(mesh.lods.len()).unwrap_or(i8::MAX) - 1;
    let offered = |lod: &i8| *lod < finer || *lod == mesh.post_process_lod;
    let label = |lod: i8| match lod {
        ALL_LEVELS => tr!("All LODs").to_owned(),
        0 => tr!("LOD 0 only").to_owned(),
        last => tr!("LOD 0 to {last}"),
    };
    let options: Vec<(i8, String)> = LOD_THRESHOLDS
        .filter(offered)
        .map(|lod| (lod, label(lod)))
        .collect();
    rows.choice(
        ui,
        tr!("LOD threshold"),
        &mesh.post_process_lod,
        &options,
        |lod| Command::Mesh(id, MeshCommand::SetPostProcessLod(lod)),
    );
}

fn lod_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    mesh: &Mesh,
    at: usize,
    skeleton: Option<&Skeleton>,
) {
    let lod = &mesh.lods[at];
    let bones = skeleton.map_or(0, |skeleton| lod.bones(skeleton).len());
    fact(
        ui,
        &tr!("LOD {at}"),
        &tr!("{} triangles, {bones} bones", lod.triangles()),
    );
    level_buttons_ui(ui, rows, mesh, at);
    if at == 0 {
        return;
    }
    let percent = |level: usize| {
        mesh.lods
            .get(level)
            .map_or(0.0, |lod| f64::from(lod.screen_size) * 100.0)
    };
    let (coarser, finer) = (
        percent(at + 1) + SMALLEST_STEP,
        percent(at - 1) - SMALLEST_STEP,
    );
    let label = tr!("LOD {at} below");
    let field = NumberField {
        name: &label,
        value: percent(at),
        unit: tr!("% of picture height"),
        decimals: 1,
        speed: 0.2,
        range: coarser..=finer.max(coarser),
        width: 120.0,
    };
    let id = rows.asset;
    let size = |percent: f64| (percent / 100.0) as f32;
    rows.number(ui, &label, field, |value| {
        Command::Mesh(id, MeshCommand::SetScreenSize(at, size(value)))
    });
    if let Some(skeleton) = skeleton {
        removed_bones_ui(ui, rows, mesh, at, skeleton);
    }
}

/// Rows for the bones that a coarser level leaves out.
fn removed_bones_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    mesh: &Mesh,
    at: usize,
    skeleton: &Skeleton,
) {
    let (id, removed) = (rows.asset, &mesh.lods[at].removed_bones);
    let set = |bones: Vec<BoneKey>| Command::Mesh(id, MeshCommand::SetRemovedBones(at, bones));
    let count = if removed.is_empty() {
        tr!("all bones").to_owned()
    } else {
        tr!("{} and children", removed.len())
    };
    let kept = mesh.lods[at]
        .bones(skeleton)
        .into_iter()
        .skip(1)
        .map(|bone| &skeleton.bones[bone as usize]);
    let kept = kept.map(|bone| (Some(bone.key.clone()), bone.name.clone()));
    let options: Vec<_> = std::iter::once((None, count)).chain(kept).collect();
    rows.choice(
        ui,
        &tr!("LOD {at} without"),
        &None,
        &options,
        |bone: Option<BoneKey>| set(removed.iter().cloned().chain(bone).collect()),
    );
    for bone in removed {
        let name = skeleton.bone_name(bone);
        let back = tr!("Restore {name} in LOD {at}");
        let is_back = parts::property(ui, "", |ui| {
            let clicked = parts::icon_button(ui, icons::TRASH, &back, false).clicked();
            ui.label(name);
            clicked
        });
        if is_back {
            rows.perform(set(removed
                .iter()
                .filter(|other| *other != bone)
                .cloned()
                .collect()));
        }
    }
    let label = tr!("Remove unused bones from LOD {at}");
    let is_asked = parts::property(ui, "", |ui| {
        parts::button(ui, None, &label, false)
            .on_hover_text(IDLE_TIP.text())
            .clicked()
    });
    if is_asked {
        rows.perform(set(mesh.lods[at].idle_bones(&mesh.bones, skeleton)));
    }
}

fn level_buttons_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, mesh: &Mesh, at: usize) {
    ui.horizontal(|ui| {
        if parts::icon_button(
            ui,
            icons::FOLDER,
            &tr!("Replace LOD {at} from a file"),
            false,
        )
        .clicked()
        {
            rows.actions
                .push(MeshAction::LevelFromFile(rows.asset, at).into());
        }
        let delete = tr!("Delete LOD {at}");
        if mesh.lods.len() > 1 && parts::icon_button(ui, icons::TRASH, &delete, false).clicked() {
            rows.perform(Command::Mesh(rows.asset, MeshCommand::RemoveLevel(at)));
        }
    });
}

fn new_levels_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, mesh: &Mesh) {
    ui.horizontal(|ui| {
        if parts::button(ui, None, tr!("Make LODs"), false)
            .on_hover_text(MAKE_TIP.text())
            .clicked()
        {
            rows.actions.push(MeshAction::MakeLevels(rows.asset).into());
        }
        if parts::button(ui, None, tr!("Add LOD from a file…"), false).clicked() {
            rows.actions
                .push(MeshAction::LevelFromFile(rows.asset, mesh.lods.len()).into());
        }
    });
}

/// Bone limit of the mesh, for games whose shaders hold at most this many matrices.
fn bone_limit_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, mesh: &Mesh) {
    let id = rows.asset;
    let set = |limit| Command::Mesh(id, MeshCommand::SetBoneLimit(limit));
    rows.toggle(
        ui,
        tr!("Bone limit"),
        mesh.bone_limit.is_some(),
        tr!("splits parts with more bones"),
        |is_on| set(is_on.then_some(USUAL_LIMIT)),
    );
    let Some(limit) = mesh.bone_limit else { return };
    let most = mesh
        .parts()
        .map(|part| part.data.palette.len())
        .max()
        .unwrap_or(0);
    fact(
        ui,
        tr!("Bones of the largest part"),
        &tr!("{most}, before it is split"),
    );
    let field = NumberField {
        name: tr!("Max bones per section"),
        value: f64::from(limit),
        unit: tr!("max"),
        decimals: 0,
        speed: 0.5,
        range: f64::from(*BONE_LIMITS.start())..=f64::from(*BONE_LIMITS.end()),
        width: 84.0,
    };
    rows.number(ui, tr!("Max bones per section"), field, |limit| {
        set(Some(limit.round() as u32))
    });
}

/// `method` is None where parts differ, `part` None for all of them.
fn method_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    label: &str,
    method: Option<SkinMethod>,
    part: Option<usize>,
) {
    let options = [
        (Some(SkinMethod::Linear), tr!("Linear: fast").to_owned()),
        (
            Some(SkinMethod::DualQuaternion),
            tr!("Dual quaternion: keeps volume").to_owned(),
        ),
    ];
    let mesh = rows.asset;
    rows.choice(ui, label, &method, &options, |method| {
        Command::Mesh(
            mesh,
            MeshCommand::SetMethod(part, method.unwrap_or_default()),
        )
    });
}
