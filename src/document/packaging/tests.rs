use crate::{
    Command, EditError, ItemCommand, PackagingCommand, ProjectCommand,
    edits::{CLIP, MONTAGE, OTHER, RIG, document},
};
use asset::{BundleDefinition, Id};

const BUNDLE: Id = Id(900);

fn packaging(command: PackagingCommand) -> Command {
    Command::Project(ProjectCommand::Packaging(command))
}

fn bundle(name: &str) -> BundleDefinition {
    BundleDefinition {
        id: BUNDLE,
        name: name.into(),
        characters: [RIG].into(),
        tags: ["combat".to_owned()].into(),
    }
}

fn add(bundle: BundleDefinition) -> Command {
    packaging(PackagingCommand::Bundle(ItemCommand::Add(bundle)))
}

fn tag(assets: &[Id], tag: &str, is_tagged: bool) -> Command {
    packaging(PackagingCommand::Tag {
        assets: assets.into(),
        tag: tag.into(),
        is_tagged,
    })
}

#[test]
fn a_bundle_has_a_name_that_every_file_system_takes() {
    let mut document = document();
    for name in ["con", "a/b", "..", "x.", " ", "lpt1.x", "\u{7}", "a:b"] {
        assert!(
            document.perform(&add(bundle(name)), None).is_err(),
            "{name}"
        );
    }
    let long = "a".repeat(BundleDefinition::MOST_NAME_BYTES + 1);
    assert!(document.perform(&add(bundle(&long)), None).is_err());
    assert_eq!(document.perform(&add(bundle(" Held 2.1 ")), None), Ok(true));
    assert_eq!(document.project().packaging.bundles[0].name, "Held 2.1");
    let other = BundleDefinition {
        id: Id(901),
        ..bundle("HELD 2.1")
    };
    let taken = EditError::NameTaken {
        name: "HELD 2.1".into(),
    };
    assert_eq!(document.perform(&add(other), None), Err(taken));
}

#[test]
fn a_bundle_takes_characters_that_are_there() {
    let mut document = document();
    let strange = BundleDefinition {
        characters: [CLIP].into(),
        ..bundle("hero")
    };
    assert_eq!(
        document.perform(&add(strange), None),
        Err(EditError::AssetMissing)
    );
    assert_eq!(document.perform(&add(bundle("hero")), None), Ok(true));
    let both = BundleDefinition {
        characters: [RIG, OTHER].into(),
        ..bundle("hero")
    };
    let set = packaging(PackagingCommand::Bundle(ItemCommand::Set(both)));
    assert_eq!(document.perform(&set, None), Ok(true));
    assert_eq!(document.perform(&set, None), Ok(false));
}

#[test]
fn tags_are_put_on_and_taken_off_many_assets_at_once() {
    let mut document = document();
    let none = tag(&[CLIP, Id(77)], "combat", true);
    assert_eq!(document.perform(&none, None), Err(EditError::AssetMissing));
    assert!(document.project().packaging.is_default());
    assert_eq!(
        document.perform(&tag(&[CLIP, MONTAGE], " combat ", true), None),
        Ok(true)
    );
    assert_eq!(
        document.perform(&tag(&[CLIP], "combat", true), None),
        Ok(false)
    );
    assert_eq!(
        document.perform(&tag(&[CLIP], "combat", false), None),
        Ok(true)
    );
    let tags = &document.project().packaging.tags;
    assert_eq!(tags.len(), 1);
    assert!(tags[&MONTAGE].contains("combat"));
}

#[test]
fn a_tag_is_renamed_and_removed_in_bundles_too() {
    let mut document = document();
    document.perform(&add(bundle("hero")), None).unwrap();
    document
        .perform(&tag(&[CLIP], "combat", true), None)
        .unwrap();
    let rename = packaging(PackagingCommand::RenameTag("combat".into(), "fight".into()));
    assert_eq!(document.perform(&rename, None), Ok(true));
    let named = |document: &crate::Document| {
        let packaging = document.project().packaging.clone();
        let names = packaging.tag_names();
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(named(&document), ["fight"]);
    let remove = packaging(PackagingCommand::RemoveTag("fight".into()));
    assert_eq!(document.perform(&remove, None), Ok(true));
    assert!(named(&document).is_empty());
    document.undo();
    assert_eq!(named(&document), ["fight"]);
}

#[test]
fn a_deleted_asset_leaves_its_tags_and_its_bundle() {
    let mut document = document();
    document
        .perform(&tag(&[MONTAGE], "combat", true), None)
        .unwrap();
    let delete = Command::Project(ProjectCommand::DeleteAsset(MONTAGE));
    assert_eq!(document.perform(&delete, None), Ok(true));
    assert!(document.project().packaging.is_default());
    document.undo();
    assert!(!document.project().packaging.is_default());
}
