//! The JSON Schemas that `docs/schema` publishes: of every file of a project, and of what every
//! command prints with `--json`.

use asset::AssetKind;
use formats::project::schema;
use serde_json::Value;

/// Every schema: its path in `docs/schema`, and the schema itself.
pub fn all() -> Vec<(String, Value)> {
    let of_assets = AssetKind::ALL.into_iter().map(|kind| {
        let path = format!("{}.json", kind.word().replace(' ', "_"));
        let title = format!("A {} of a project", kind.word());
        (path, titled(schema::asset_schema(kind).to_value(), &title))
    });
    let results = cli::schemas().into_iter().map(|(name, schema)| {
        let command = name.replace('_', " ");
        let title = format!("A result of {command} --json");
        (
            format!("results/{name}.json"),
            titled(schema.to_value(), &title),
        )
    });
    let root = titled(schema::root_schema().to_value(), "project.json");
    let script = titled(
        formats::script::schema().to_value(),
        "A script for simulate",
    );
    [
        ("project.json".to_owned(), root),
        ("script.json".to_owned(), script),
    ]
    .into_iter()
    .chain(of_assets)
    .chain(results)
    .collect()
}

/// The text of a schema's file.
pub fn text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// The name of a Rust type tells nobody anything.
fn titled(mut schema: Value, title: &str) -> Value {
    schema["title"] = title.into();
    schema
}
