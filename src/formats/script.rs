//! Writes scripts for `mutoscope simulate`. `docs/simulate.md` describes them.

#[cfg(test)]
mod tests;

use anim::{Transform, ground::Terrain};
use serde::Serialize;

/// One request of a script.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScriptRequest {
    /// When the request is made, in seconds from the start of the simulation; 0 or more.
    pub at: f64,
    /// The request; its fields stand beside `at` in the file.
    #[serde(flatten)]
    pub what: ScriptRequestKind,
}

/// What a script asks the simulated character to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum ScriptRequestKind {
    /// Starts a graph, by name.
    PlayGraph {
        /// Name of the graph in the project.
        graph: String,
    },
    /// Sets a parameter of the graph that plays.
    SetParameter {
        /// Name of the parameter in the graph.
        parameter: String,
        /// Its new value: a bool is 0 or 1, an enum the index of its value.
        value: f64,
    },
    /// Keeps the current pose for the graph's pose snapshot nodes.
    SnapshotPose {
        /// Name under which the graph finds the pose.
        snapshot: String,
    },
    /// Changes what the character stands on.
    SetGround {
        /// The new ground; None takes the ground away.
        #[serde(skip_serializing_if = "Option::is_none")]
        ground: Option<Terrain>,
    },
    /// Places the character from outside. Without a placement root motion moves it again.
    Carry {
        /// Translation, quaternion (x, y, z, w) and scale, in world space and metres.
        #[serde(skip_serializing_if = "Option::is_none")]
        placement: Option<[f32; 10]>,
    },
}

impl ScriptRequestKind {
    /// A request that carries the character to a placement in world space, or lets it go with None.
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
