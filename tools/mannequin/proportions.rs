//! The two builds of the figure, which share the names of their bones.

use glam::DVec3;

/// A build of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// 1.8 m tall; the motions are made for it.
    Tall,
    /// Short and broad, with long arms and a large head.
    Stout,
}

impl Build {
    /// Name of its skeleton asset, from which the id is derived.
    pub fn skeleton_name(self) -> &'static str {
        match self {
            Build::Tall => "SK_Mannequin",
            Build::Stout => "SK_Mannequin_Stout",
        }
    }

    /// Name of its mesh asset, from which the id is derived.
    pub fn mesh_name(self) -> &'static str {
        match self {
            Build::Tall => "SM_Mannequin",
            Build::Stout => "SM_Mannequin_Stout",
        }
    }

    /// Name of its post-process graph.
    pub fn post_process_name(self) -> &'static str {
        match self {
            Build::Tall => "PP_Mannequin",
            Build::Stout => "PP_Mannequin_Stout",
        }
    }

    /// Factor for the offset of a bone from its parent, along each axis; 1 for the tall build.
    pub fn stretch(self, bone: &str) -> DVec3 {
        let starts = |stems: &[&str]| stems.iter().any(|stem| bone.starts_with(stem));
        match self {
            Build::Tall => DVec3::ONE,
            // The pelvis is as high above the ground as the legs below are long.
            Build::Stout if bone == "pelvis" => DVec3::new(1.0, 0.6583, 1.0),
            Build::Stout if starts(&["calf", "thigh_twist"]) => DVec3::new(1.0, 0.58, 1.0),
            Build::Stout if starts(&["foot"]) => DVec3::new(1.0, 0.64, 1.0),
            Build::Stout if starts(&["thigh"]) => DVec3::new(1.45, 1.0, 1.0),
            Build::Stout if starts(&["spine"]) => DVec3::new(1.0, 0.84, 1.0),
            Build::Stout if starts(&["clavicle", "upperarm_l", "upperarm_r"]) => {
                DVec3::new(1.28, 1.0, 1.0)
            }
            Build::Stout if starts(&["upperarm", "lowerarm", "hand"]) => DVec3::splat(0.86),
            Build::Stout => DVec3::ONE,
        }
    }
}
