//! Colours of materials.

use super::*;

/// The colour of a material whose diffuse one and its factor are these.
fn color(diffuse: [f64; 3], factor: f64) -> [f32; 4] {
    let mut made = Made::new(1.0, 1, 6);
    let bone = made.node("bone", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    made.skinned("Body", &[bone]);
    let (mesh, material) = (bone + 1, made.id());
    let [r, g, b] = diffuse;
    let _ = write!(
        made.objects,
        "Material: {material}, \"Material::skin\", \"\" {{\nVersion: 102\nShadingModel: \"lambert\"\nProperties70: {{\n\
         P: \"DiffuseColor\", \"Color\", \"\", \"A\",{r},{g},{b}\n\
         P: \"DiffuseFactor\", \"Number\", \"\", \"A\",{factor}\n}}\n}}\n"
    );
    let _ = writeln!(made.links, "C: \"OO\",{material},{mesh}");
    let found = made.imported();
    let mesh = found.project.meshes.values().next().unwrap();
    mesh.materials[0].base_color
}

#[test]
fn a_material_has_the_files_color_by_its_factor_within_bounds() {
    for (diffuse, factor, wanted) in [
        ([0.02, 0.5, 0.9], 1.0, [0.02, 0.5, 0.9]),
        ([0.5, 0.25, 1.0], 0.5, [0.25, 0.125, 0.5]),
        ([-1.0, 3.0, 0.0], 1.0, [0.0, 1.0, 0.0]),
    ] {
        let found = color(diffuse, factor);
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(
                (found - wanted).abs() < 1e-6,
                "{diffuse:?} by {factor}: {found}"
            );
        }
    }
}
