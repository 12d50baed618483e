//! How parts of meshes look: materials of their colour, culled by where their joints are.

use crate::{Joint, Mutoscope, MutoscopeSystems, PartOf, Socket};
use anim::{Material, material::flag};
use bevy::{
    camera::visibility::DynamicSkinnedMeshBounds,
    pbr::{MeshMaterial3d, StandardMaterial},
    prelude::*,
    render::render_resource::Face,
};

pub(crate) fn build(app: &mut App) {
    app.register_required_components::<Mutoscope, Visibility>()
        .register_required_components::<Joint, Visibility>()
        .register_required_components::<Socket, Visibility>()
        .register_required_components::<PartOf, DynamicSkinnedMeshBounds>()
        .add_systems(
            PostUpdate,
            paint
                .after(MutoscopeSystems::Show)
                .before(TransformSystems::Propagate),
        );
}

/// Materials by what they were made of, while a part has them.
type Paints = Vec<(Material, AssetId<StandardMaterial>)>;

type Unpainted = (Added<PartOf>, Without<MeshMaterial3d<StandardMaterial>>);

/// Parts that a game has not painted itself get a material of their colour.
fn paint(
    mut commands: Commands,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut made: Local<Paints>,
    parts: Query<(Entity, &PartOf), Unpainted>,
) {
    for (entity, part) in &parts {
        made.retain(|(_, id)| materials.contains(*id));
        let known = made.iter().find(|(look, _)| *look == part.material);
        let known = known.and_then(|(_, id)| materials.get_strong_handle(*id));
        let material = known.unwrap_or_else(|| {
            let material = materials.add(standard(&part.material));
            made.push((part.material, material.id()));
            material
        });
        commands
            .entity(entity)
            .try_insert_if_new(MeshMaterial3d(material));
    }
}

fn standard(look: &Material) -> StandardMaterial {
    let [red, green, blue, alpha] = look.base_color;
    let is_double_sided = look.flags & flag::DOUBLE_SIDED != 0;
    let alpha_mode = if look.flags & flag::CUT_OUT != 0 {
        AlphaMode::Mask(look.alpha_cutoff)
    } else {
        AlphaMode::Opaque
    };
    StandardMaterial {
        base_color: Color::linear_rgba(red, green, blue, alpha),
        double_sided: is_double_sided,
        cull_mode: (!is_double_sided).then_some(Face::Back),
        alpha_mode,
        perceptual_roughness: 0.8,
        ..StandardMaterial::default()
    }
}
