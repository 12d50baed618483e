//! What a character was asked for, as a script that `mutoscope simulate` plays.

use crate::{Error, Over, Product, write_output};
use anim::{Names, Request};
use engine::Input;
use formats::script::{self, Asked, Timed};
use std::path::Path;

/// `inputs` are of one character, with seconds in ascending order. Written are the graph that
/// plays, parameters, the ground, and where the character is carried to; anything else is left out.
pub fn save_script(
    (path, over): (&Path, Over),
    inputs: &[(f64, Input)],
    names: &Names,
) -> Result<(), Error> {
    let requests: Vec<Timed> = inputs
        .iter()
        .filter_map(|(at, input)| {
            Some(Timed {
                at: *at,
                what: asked(input, names)?,
            })
        })
        .collect();
    let text = script::write(&requests).map_err(|error| Error::new(path, error.to_string()))?;
    write_output(path, &text, Product::Script, over)
}

fn asked(input: &Input, names: &Names) -> Option<Asked> {
    match input {
        Input::Carry { placement, .. } => Some(Asked::carry(placement.as_ref())),
        Input::SetGround { ground } => Some(Asked::SetGround {
            ground: ground.as_deref().cloned(),
        }),
        Input::Request {
            request: Request::PlayGraph { graph },
            ..
        } => Some(Asked::PlayGraph {
            graph: names.text(*graph).to_owned(),
        }),
        Input::Request {
            request: Request::SetParameter { parameter, value },
            ..
        } => Some(Asked::SetParameter {
            parameter: names.text(*parameter).to_owned(),
            value: *value,
        }),
        Input::Request {
            request: Request::SnapshotPose { snapshot },
            ..
        } => Some(Asked::SnapshotPose {
            snapshot: names.text(*snapshot).to_owned(),
        }),
        _ => None,
    }
}
