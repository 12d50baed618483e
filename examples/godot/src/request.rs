//! Requests as a script writes them: `{"request": "jump_to_section", "montage": "AM_Combo", …}`.

use anim::{Name, Request};
use std::collections::BTreeMap;

/// A value of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Number(f64),
}

/// The fields of a request by name.
pub type Fields = BTreeMap<String, Value>;

/// Names of the requests that a script can make.
pub const REQUESTS: [&str; 14] = [
    "play_montage",
    "play_section",
    "stop_montage",
    "stop_group",
    "jump_to_section",
    "set_next_section",
    "pause",
    "resume",
    "set_position",
    "set_play_rate",
    "set_time_dilation",
    "set_lod",
    "play_graph",
    "snapshot_pose",
];

/// The request that the fields describe. The error says what is missing or unknown.
pub fn request(fields: &Fields) -> Result<Request, String> {
    let kind = text(fields, "request")?;
    let name = |field| text(fields, field).map(Name::new);
    let montage = || name("montage");
    Ok(match kind {
        "play_montage" => Request::play(montage()?, rate(fields)?),
        "play_section" => Request::play_section(montage()?, rate(fields)?, name("section")?),
        "stop_montage" => Request::StopMontage {
            montage: optional(fields, "montage", text)?.map(Name::new),
            blend_out: blend_out(fields)?,
        },
        "stop_group" => Request::StopGroup {
            group: name("group")?,
            blend_out: blend_out(fields)?,
        },
        "jump_to_section" => Request::JumpToSection {
            montage: montage()?,
            section: name("section")?,
            at_end: false,
        },
        "set_next_section" => Request::SetNextSection {
            montage: montage()?,
            from: name("from")?,
            to: optional(fields, "to", text)?.map(Name::new),
        },
        "pause" => Request::Pause {
            montage: montage()?,
        },
        "resume" => Request::Resume {
            montage: montage()?,
        },
        "set_position" => Request::SetPosition {
            montage: montage()?,
            position: number(fields, "position")?,
        },
        "set_play_rate" => Request::SetPlayRate {
            montage: montage()?,
            rate: number(fields, "rate")? as f32,
        },
        "set_time_dilation" => Request::SetTimeDilation {
            dilation: number(fields, "dilation")?,
        },
        "set_lod" => Request::SetLod {
            lod: number(fields, "lod")? as u32,
        },
        "play_graph" => Request::PlayGraph {
            graph: name("graph")?,
        },
        "snapshot_pose" => Request::SnapshotPose {
            snapshot: name("snapshot")?,
        },
        other => {
            let known = REQUESTS.join(", ");
            return Err(format!("“{other}” is no request; there are: {known}"));
        }
    })
}

fn rate(fields: &Fields) -> Result<f32, String> {
    Ok(optional(fields, "rate", number)?.unwrap_or(1.0) as f32)
}

fn blend_out(fields: &Fields) -> Result<Option<f32>, String> {
    Ok(optional(fields, "blend_out", number)?.map(|seconds| seconds as f32))
}

/// A field that may be left out.
fn optional<'a, T>(
    fields: &'a Fields,
    field: &'a str,
    read: impl Fn(&'a Fields, &'a str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    if fields.contains_key(field) {
        read(fields, field).map(Some)
    } else {
        Ok(None)
    }
}

fn text<'a>(fields: &'a Fields, field: &str) -> Result<&'a str, String> {
    match fields.get(field) {
        Some(Value::Text(text)) => Ok(text),
        Some(Value::Number(_)) => Err(format!("the field “{field}” must be a text")),
        None => Err(format!("the request needs the field “{field}”")),
    }
}

fn number(fields: &Fields, field: &str) -> Result<f64, String> {
    match fields.get(field) {
        Some(Value::Number(number)) => Ok(*number),
        Some(Value::Text(_)) => Err(format!("the field “{field}” must be a number")),
        None => Err(format!("the request needs the field “{field}”")),
    }
}
