use super::*;
use asset::notify_class::Template;

#[test]
fn a_schema_has_a_definition_a_class_and_a_property_a_field() {
    let classes: Vec<NotifyClassInfo> = Template::ALL
        .map(|template| authored_class(&template.class(&mut 1)))
        .into();
    let schema = schema(&classes);
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert_eq!(
        schema["$defs"].as_object().map(Map::len),
        Some(classes.len())
    );
    let hit = &schema["$defs"]["Hit Window"];
    assert_eq!(
        (&hit["x-kind"], &hit["additionalProperties"]),
        (&json!("state"), &json!(false))
    );
    assert_eq!(
        hit["required"],
        json!(["from", "to", "radius", "damage", "hit stop"])
    );
    let radius = &hit["properties"]["radius"];
    assert_eq!(
        (&radius["type"], &radius["x-unit"]),
        (&json!("number"), &json!("m"))
    );
    assert_eq!(
        (&radius["minimum"], &radius["maximum"]),
        (&json!(0.001f32), &json!(10.0))
    );
    assert_eq!(hit["properties"]["from"]["type"], json!(["string", "null"]));
    assert_eq!(
        schema["$defs"]["Footstep"]["properties"]["surface"]["enum"][1],
        "stone"
    );
    assert_eq!(
        schema["$defs"]["Trail"]["properties"]["colour"]["maxItems"],
        4
    );
    assert_eq!(
        schema["oneOf"][0]["properties"]["payload"]["$ref"],
        "#/$defs/Play%20Sound"
    );
}

/// A project with a class of every template.
fn project() -> asset::Project {
    let mut project = asset::Project::default();
    for (at, template) in (1..).zip(Template::ALL) {
        let class = template.class(&mut (at * 100));
        project
            .notify_classes
            .insert(asset::Id(at), std::sync::Arc::new(class));
    }
    project
}

#[test]
fn a_project_and_its_bundle_tell_the_same_but_for_the_defaults() {
    let project = project();
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let text = |name: Name| library.names.text(name).to_owned();
    for class in project.notify_classes.values() {
        let mut authored = json!(authored_class(class));
        let compiled = library.notify_class(Name::new(&class.name)).unwrap();
        for field in authored["fields"].as_array_mut().unwrap() {
            field["default"] = Value::Null;
        }
        assert_eq!(authored, json!(compiled_class(compiled, &text)));
    }
}

#[test]
fn a_class_of_any_name_is_referred_to_and_without_classes_nothing_is_taken() {
    assert_eq!(pointer("a/b~c d#ü"), "a~1b~0c%20d%23%C3%BC");
    assert_eq!(schema(&[])["oneOf"], json!([false]));
}
