//! Scripts for `mutoscope simulate` and the commands that play as it does: timed requests by name.
//! `docs/simulate.md` describes the format.

#[cfg(test)]
mod tests;

use asset::script::{ScriptRequest, ScriptRequestKind};
use serde::Deserialize;
use serde_json::{Map, Value};
use words::tr;

/// A script as it stands in its file.
#[derive(Debug)]
pub struct ScriptText {
    /// Name of the skeleton to play on.
    pub character: Option<String>,
    /// Decides notifies with a chance below 1.
    pub seed: u64,
    /// Requests of the script, in the order of the file.
    pub requests: Vec<ScriptRequest>,
    /// Every text of the requests.
    pub texts: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptFile {
    character: Option<String>,
    #[serde(default)]
    seed: u64,
    requests: Vec<Map<String, Value>>,
}

/// Schema of a script's file.
#[cfg(feature = "schema")]
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    settings
        .into_generator()
        .into_root_schema_for::<asset::script::ScenarioScript>()
}

/// Message about a problem of the request at `index`, with its JSON pointer.
pub fn placed(index: usize, why: String) -> String {
    tr!("/requests/{index}: {why}")
}

/// Reads a script. The Err says what is wrong, with a JSON pointer when it is one request.
pub fn read(bytes: &[u8]) -> Result<ScriptText, String> {
    let file: ScriptFile = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let texts = file.requests.iter().flat_map(Map::values);
    let texts = texts.filter_map(Value::as_str).map(str::to_owned).collect();
    let requests = file.requests.into_iter().enumerate();
    let requests = requests
        .map(|(index, request)| read_request(request).map_err(|why| placed(index, why)))
        .collect::<Result<_, _>>()?;
    Ok(ScriptText {
        character: file.character,
        seed: file.seed,
        requests,
        texts,
    })
}

fn read_request(mut request: Map<String, Value>) -> Result<ScriptRequest, String> {
    let at = request.remove("at").ok_or(tr!("“at” is missing"))?;
    let at = at
        .as_f64()
        .filter(|at| at.is_finite() && *at >= 0.0)
        .ok_or(tr!("“at” must be a time in seconds, 0 or more"))?;
    let character = request
        .remove("character")
        .map(serde_json::from_value)
        .transpose();
    let character = character.map_err(|_| tr!("“character” must be a name or a number"))?;
    let what: ScriptRequestKind =
        serde_json::from_value(Value::Object(request)).map_err(|error| error.to_string())?;
    if character.is_some() && matches!(what, ScriptRequestKind::AddCharacter { .. }) {
        return Err(
            tr!("unknown field `character`: to name an added character, use `name`").to_owned(),
        );
    }
    Ok(ScriptRequest {
        at,
        character,
        what,
    })
}

/// Writes a script with one request a line. An Err means that a request cannot be written as JSON.
pub fn write(requests: &[ScriptRequest]) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = b"{\"requests\": [".to_vec();
    for (at, request) in requests.iter().enumerate() {
        text.extend_from_slice(if at == 0 { b"\n  " } else { b",\n  " });
        serde_json::to_writer(&mut text, request)?;
    }
    text.extend_from_slice(b"\n]}\n");
    Ok(text)
}
