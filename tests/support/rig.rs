//! Characters as `.glb` files of a few nodes: bones, a mesh that follows all of them, and turning
//! clips.

use serde_json::{Value, json};

/// Name and parent of a bone.
pub type Bones<'a> = &'a [(&'a str, Option<usize>)];

#[derive(Clone, Copy)]
pub struct Rig<'a> {
    pub bones: Bones<'a>,
    pub has_mesh: bool,
    /// Name, and the angle by which every bone turns, radians.
    pub clips: &'a [(&'a str, f32)],
    /// Further nodes without a parent.
    pub others: &'a [Value],
    /// Every bone but the first stands a tenth of it above its parent. Clips of another size than 1
    /// have keys for that.
    pub size: f32,
}

impl Rig<'_> {
    pub fn glb(&self) -> Vec<u8> {
        let mut file = File {
            json: json!({"asset": {"version": "2.0"}}),
            bytes: Vec::new(),
        };
        let children = |at: usize| -> Vec<usize> {
            (0..self.bones.len())
                .filter(|child| self.bones[*child].1 == Some(at))
                .collect()
        };
        let mut nodes: Vec<Value> = Vec::new();
        for (at, (name, parent)) in self.bones.iter().enumerate() {
            let mut node = json!({"name": name, "translation": self.place(parent.is_some())});
            if !children(at).is_empty() {
                node["children"] = json!(children(at));
            }
            nodes.push(node);
        }
        nodes.extend(self.others.iter().cloned());
        if self.has_mesh {
            nodes.push(json!({"name": "Body", "mesh": 0, "skin": 0}));
            self.skin(&mut file);
        }
        for (name, angle) in self.clips {
            self.clip(&mut file, name, *angle);
        }
        file.json["nodes"] = json!(nodes);
        file.finish()
    }

    fn place(&self, has_parent: bool) -> [f32; 3] {
        [0.0, if has_parent { 0.1 * self.size } else { 0.0 }, 0.0]
    }

    fn height(&self, bone: usize) -> f32 {
        self.bones[bone]
            .1
            .map_or(0.0, |parent| self.height(parent) + 0.1 * self.size)
    }

    /// A triangle beside each bone.
    fn skin(&self, file: &mut File) {
        let count = self.bones.len();
        let mut binds = Vec::new();
        let (mut places, mut joints, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for bone in 0..count {
            let y = self.height(bone);
            let mut bind = [0.0f32; 16];
            (bind[0], bind[5], bind[10], bind[15], bind[13]) = (1.0, 1.0, 1.0, 1.0, -y);
            binds.extend(bind);
            for (x, z) in [(0.1, 0.0), (0.2, 0.0), (0.1, 0.1)] {
                places.extend([x, y, z]);
                joints.extend([bone as f32, 0.0, 0.0, 0.0]);
                weights.extend([1.0, 0.0, 0.0, 0.0]);
            }
        }
        let binds = file.floats("MAT4", count, &binds);
        let positions = file.floats("VEC3", count * 3, &places);
        let weights = file.floats("VEC4", count * 3, &weights);
        let joints = file.shorts(
            "VEC4",
            count * 3,
            &joints.iter().map(|joint| *joint as u16).collect::<Vec<_>>(),
        );
        let attributes = json!({"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights});
        file.json["meshes"] = json!([{"name": "Body", "primitives": [{"attributes": attributes}]}]);
        file.json["skins"] =
            json!([{"joints": (0..count).collect::<Vec<_>>(), "inverseBindMatrices": binds}]);
    }

    fn clip(&self, file: &mut File, name: &str, angle: f32) {
        let times = file.floats("SCALAR", 2, &[0.0, 1.0]);
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for bone in 0..self.bones.len() {
            let turn = angle * (bone + 1) as f32 / 2.0;
            let keys = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, turn.sin(), turn.cos()];
            let output = file.floats("VEC4", 2, &keys);
            channels.push(
                json!({"sampler": samplers.len(), "target": {"node": bone, "path": "rotation"}}),
            );
            samplers.push(json!({"input": times, "output": output}));
            if self.size != 1.0 {
                let place = self.place(self.bones[bone].1.is_some());
                let output = file.floats("VEC3", 2, &[place, place].concat());
                channels.push(json!({"sampler": samplers.len(), "target": {"node": bone, "path": "translation"}}));
                samplers.push(json!({"input": times, "output": output}));
            }
        }
        if file.json["animations"].is_null() {
            file.json["animations"] = json!([]);
        }
        let clip = json!({"name": name, "samplers": samplers, "channels": channels});
        file.json["animations"].as_array_mut().unwrap().push(clip);
    }
}

struct File {
    json: Value,
    bytes: Vec<u8>,
}

impl File {
    fn push(&mut self, list: &str, item: Value) -> usize {
        if self.json[list].is_null() {
            self.json[list] = json!([]);
        }
        let items = self.json[list].as_array_mut().unwrap();
        items.push(item);
        items.len() - 1
    }

    fn accessor(&mut self, kind: &str, component: u32, count: usize, bytes: Vec<u8>) -> usize {
        let view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = self.push("bufferViews", view);
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": component, "count": count, "type": kind}),
        )
    }

    fn floats(&mut self, kind: &str, count: usize, values: &[f32]) -> usize {
        self.accessor(
            kind,
            5126,
            count,
            values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect(),
        )
    }

    fn shorts(&mut self, kind: &str, count: usize, values: &[u16]) -> usize {
        self.accessor(
            kind,
            5123,
            count,
            values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect(),
        )
    }

    fn finish(mut self) -> Vec<u8> {
        if !self.bytes.is_empty() {
            self.json["buffers"] = json!([{"byteLength": self.bytes.len()}]);
        }
        let mut text = self.json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + text.len() + 8 + self.bytes.len();
        let mut out = b"glTF".to_vec();
        for word in [2, length as u32, text.len() as u32] {
            out.extend(word.to_le_bytes());
        }
        out.extend(b"JSON");
        out.extend(text);
        out.extend((self.bytes.len() as u32).to_le_bytes());
        out.extend(b"BIN\0");
        out.extend(self.bytes);
        out
    }
}
