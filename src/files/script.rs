//! What a character was asked for, as a script that `mutoscope simulate` plays.

use crate::{Error, Over, Product, write_output};
use anim::{Names, Request};
use asset::script::{ScriptPlacement, ScriptRequest, ScriptRequestKind, ScriptValue};
use engine::EngineInput;
use formats::script;
use std::path::Path;

/// `inputs` are of one character, with seconds in ascending order. Written are the graph that
/// plays, parameters, the ground, and where the character is carried to; anything else is left out.
pub fn save_script(
    (path, over): (&Path, Over),
    inputs: &[(f64, EngineInput)],
    names: &Names,
) -> Result<(), Error> {
    let requests: Vec<ScriptRequest> = inputs
        .iter()
        .filter_map(|(at, input)| {
            Some(ScriptRequest {
                at: *at,
                character: None,
                what: asked(input, names)?,
            })
        })
        .collect();
    let text = script::write(&requests).map_err(|error| Error::new(path, error.to_string()))?;
    write_output(path, &text, Product::Script, over)
}

fn asked(input: &EngineInput, names: &Names) -> Option<ScriptRequestKind> {
    match input {
        EngineInput::Carry { placement, .. } => Some(ScriptRequestKind::Carry {
            placement: placement.map(ScriptPlacement),
        }),
        EngineInput::SetGround { ground } => Some(ScriptRequestKind::SetGround {
            ground: ground.as_deref().cloned(),
        }),
        EngineInput::Request {
            request: Request::PlayGraph { graph },
            ..
        } => Some(ScriptRequestKind::PlayGraph {
            graph: names.text(*graph).to_owned(),
        }),
        EngineInput::Request {
            request: Request::SetParameter { parameter, value },
            ..
        } => Some(ScriptRequestKind::SetParameter {
            parameter: names.text(*parameter).to_owned(),
            value: ScriptValue::Number(*value),
        }),
        EngineInput::Request {
            request: Request::SnapshotPose { snapshot },
            ..
        } => Some(ScriptRequestKind::SnapshotPose {
            snapshot: names.text(*snapshot).to_owned(),
        }),
        _ => None,
    }
}
