//! What a file says of an asset, in the fields that people can change too.

#[cfg(test)]
mod tests;

use crate::{
    BoneKey, Clip, Id, Material, Mesh, Skeleton, Texture, mesh::Lod, origin::Fields,
    source::ClipSource,
};
use anim::MeshPart;
use words::word;

/// Field for the frame rate of a clip.
pub const FRAME_RATE: &str = word!("frame rate").english();
/// Field for the screen sizes of the levels of detail of a mesh.
pub const SCREEN_SIZES: &str = word!("screen sizes").english();
/// Field for the finest level of detail of a mesh.
pub const FINEST_LEVEL: &str = word!("finest level").english();
/// Field for the levels of detail of a mesh below the finest.
pub const COARSER_LEVELS: &str = word!("coarser levels").english();
/// Field for the removed bones of a mesh, level by level.
pub const REMOVED_BONES: &str = word!("removed bones").english();

fn fields<const N: usize>(fields: [(&str, String); N]) -> Fields {
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Field for a socket of a skeleton.
pub fn socket_field(socket: Id) -> String {
    format!("socket {socket}")
}

impl Clip {
    /// Keys that nobody has edited count as the file said them, whatever bones they were bound to
    /// since.
    pub(crate) fn said(&self) -> Fields {
        let as_imported = self
            .origin
            .as_ref()
            .filter(|_| !self.keys_edited)
            .and_then(|origin| origin.said.get("keys"));
        let of_own = || {
            let count: usize = self
                .source
                .channels()
                .map(|channel| channel.times.len())
                .sum();
            format!("{count} keys ({:016x})", self.source.fingerprint())
        };
        fields([
            (word!("name").english(), self.name.clone()),
            (FRAME_RATE, self.frame_rate.to_string()),
            (word!("looping").english(), self.looping.to_string()),
            (
                word!("keys").english(),
                as_imported.cloned().unwrap_or_else(of_own),
            ),
        ])
    }
}

impl Skeleton {
    pub(crate) fn said(&self) -> Fields {
        let mut said = fields([(word!("name").english(), self.name.clone())]);
        for socket in &self.sockets {
            let (t, r, s) = (
                socket.local.translation,
                socket.local.rotation,
                socket.local.scale,
            );
            said.insert(
                socket_field(socket.id),
                format!("“{}” on {} {t} {r} {s}", socket.name, socket.bone),
            );
        }
        said
    }
}

impl Mesh {
    pub(crate) fn said(&self) -> Fields {
        let sizes: Vec<String> = self
            .lods
            .iter()
            .map(|lod| lod.screen_size.to_string())
            .collect();
        let removed: Vec<String> = self.lods.iter().skip(1).map(removed_said).collect();
        let triangles = |lod: &Lod| format!("{} triangles", lod.triangles());
        let coarser: Vec<String> = self.lods.iter().skip(1).map(triangles).collect();
        let mut said = fields([
            (word!("name").english(), self.name.clone()),
            (SCREEN_SIZES, sizes.join(", ")),
            (FINEST_LEVEL, triangles(self.lod(0))),
            (
                REMOVED_BONES,
                if removed.is_empty() {
                    "none".to_owned()
                } else {
                    removed.join("; ")
                },
            ),
            (
                COARSER_LEVELS,
                if coarser.is_empty() {
                    "none".to_owned()
                } else {
                    coarser.join(", ")
                },
            ),
        ]);
        said.extend(
            self.materials
                .iter()
                .map(|material| (material_field(&material.name), material.said())),
        );
        let parts = self.lod(0).parts.iter().enumerate();
        said.extend(
            parts.map(|(at, part)| (weights_field(at, &part.name), weights_said(&part.data))),
        );
        said
    }
}

fn removed_said(lod: &Lod) -> String {
    let bones: Vec<&str> = lod.removed_bones.iter().map(BoneKey::as_str).collect();
    if bones.is_empty() {
        "none".to_owned()
    } else {
        bones.join(", ")
    }
}

/// Field for a material of a mesh by its name.
pub fn material_field(name: &str) -> String {
    format!("material {name}")
}

/// Field for the skin weights of a part of a mesh's finest level.
pub fn weights_field(at: usize, name: &str) -> String {
    format!("weights of part {at} “{name}”")
}

fn weights_said(part: &MeshPart) -> String {
    let mut hash = Fnv::new();
    for slot in &*part.joints {
        hash.add(&slot.to_le_bytes());
    }
    for weight in &*part.weights {
        hash.add(&weight.to_bits().to_le_bytes());
    }
    format!("{} a vertex ({:016x})", part.influences, hash.0)
}

impl Material {
    /// Text of the material without its pictures, whose ids differ in every project.
    fn said(&self) -> String {
        let [r, g, b, a] = self.base_color;
        let sides = if self.double_sided {
            "two sides"
        } else {
            "one side"
        };
        let cutoff = self
            .alpha_cutoff
            .map_or("none".to_owned(), |cutoff| cutoff.to_string());
        let picture = |id: Option<Id>| if id.is_some() { "one" } else { "none" };
        let (colors, normals) = (picture(self.texture), picture(self.normal_texture));
        format!(
            "colour {r} {g} {b} {a}, {sides}, cut-off {cutoff}, pictures {colors} and {normals}"
        )
    }
}

impl Texture {
    pub(crate) fn said(&self) -> Fields {
        fields([(word!("name").english(), self.name.clone())])
    }
}

impl ClipSource {
    /// Equal for equal keys and curves, and hardly ever otherwise; the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.add(&self.duration.to_bits().to_le_bytes());
        for track in &self.tracks {
            hash.add(track.bone.as_str().as_bytes());
            for (at, channel) in [&track.translation, &track.rotation, &track.scale]
                .into_iter()
                .enumerate()
            {
                channel
                    .iter()
                    .for_each(|channel| hash.channel(at as u8, channel));
            }
        }
        for curve in &self.curves {
            hash.add(curve.name.as_bytes());
            hash.channel(3, &curve.channel);
        }
        hash.0
    }
}

/// A 64-bit FNV-1a hash.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn channel(&mut self, property: u8, channel: &crate::source::Channel) {
        self.add(&[property, channel.interpolation as u8]);
        for value in channel.times.iter().chain(&channel.values) {
            self.add(&value.to_bits().to_le_bytes());
        }
    }
}
