//! Scripts for `mutoscope simulate`, written. `docs/simulate.md` describes them.

#[cfg(test)]
mod tests;

use anim::{Transform, ground::Terrain};
use serde::Serialize;

/// One request of a script.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timed {
    /// Seconds, 0 or more.
    pub at: f64,
    #[serde(flatten)]
    pub what: Asked,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Asked {
    PlayGraph {
        graph: String,
    },
    SetParameter {
        parameter: String,
        value: f64,
    },
    SnapshotPose {
        snapshot: String,
    },
    SetGround {
        #[serde(skip_serializing_if = "Option::is_none")]
        ground: Option<Terrain>,
    },
    /// Without a placement root motion moves the character again.
    Carry {
        #[serde(skip_serializing_if = "Option::is_none")]
        placement: Option<[f32; 10]>,
    },
}

impl Asked {
    /// World space.
    pub fn carry(placement: Option<&Transform>) -> Self {
        Self::Carry {
            placement: placement.map(ten_numbers),
        }
    }
}

fn ten_numbers(at: &Transform) -> [f32; 10] {
    let ([x, y, z], [qx, qy, qz, qw], [sx, sy, sz]) = (
        at.translation.to_array(),
        at.rotation.to_array(),
        at.scale.to_array(),
    );
    [x, y, z, qx, qy, qz, qw, sx, sy, sz]
}

/// One request a line.
pub fn write(requests: &[Timed]) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = b"{\"requests\": [".to_vec();
    for (at, request) in requests.iter().enumerate() {
        text.extend_from_slice(if at == 0 { b"\n  " } else { b",\n  " });
        serde_json::to_writer(&mut text, request)?;
    }
    text.extend_from_slice(b"\n]}\n");
    Ok(text)
}
