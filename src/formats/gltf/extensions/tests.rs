use crate::gltf::tests::{Builder, imported, try_import};
use serde_json::json;

#[test]
fn what_moves_nothing_may_be_required_and_says_what_is_lost() {
    for (name, lost) in [
        ("KHR_animation_pointer", "bones and morphs"),
        ("KHR_node_visibility", "visible"),
        ("EXT_texture_avif", "AVIF"),
        ("EXT_texture_webp", "WebP"),
        ("KHR_xmp_json_ld", "licence"),
        ("VRMC_vrm", "expressions"),
        ("VRMC_springBone", "hair"),
        ("KHR_materials_unlit", "lit"),
        ("KHR_materials_of_tomorrow", "simpler"),
        ("KHR_lights_punctual", "lights"),
    ] {
        let file = |list: &str| imported(&Builder::new(json!({list: [name]})).finish()).report;
        let required = file("extensionsRequired");
        let text = required.entries[0].to_string();
        assert!(
            text.starts_with("warning: /extensionsRequired/0: ") && text.contains(name),
            "{text}"
        );
        assert!(text.contains(lost), "{text}");
        let used = file("extensionsUsed").entries[0].to_string();
        assert!(
            used.starts_with("note: /extensionsUsed/0: ")
                && used.contains(name)
                && used.contains(lost),
            "{used}"
        );
    }
}

#[test]
fn what_is_unknown_is_refused_where_it_is_required_and_noted_where_it_is_used() {
    let error = try_import(&Builder::new(json!({"extensionsRequired": ["ACME_cubes"]})).finish())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("/extensionsRequired/0: ")
            && error.to_string().contains("ACME_cubes")
    );
    let found = imported(
        &Builder::new(json!({"extensionsUsed": ["KHR_texture_transform", "ACME_cubes"]})).finish(),
    );
    let texts: Vec<String> = found
        .report
        .entries
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        texts,
        ["note: /extensionsUsed/1: “ACME_cubes” is unknown; its data was left out."]
    );
    assert!(
        try_import(&Builder::new(json!({"extensionsRequired": ["KHR_materialsX"]})).finish())
            .is_err()
    );
}

#[test]
fn what_is_required_is_not_said_twice() {
    let both = json!({"extensionsRequired": ["VRMC_vrm"], "extensionsUsed": ["VRMC_vrm"]});
    assert_eq!(
        imported(&Builder::new(both).finish()).report.entries.len(),
        1
    );
}
