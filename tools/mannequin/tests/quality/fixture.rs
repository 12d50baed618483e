//! Made-up clips of one second: the figure in its reference pose, both feet on the ground, with
//! some bones moved.

use super::{Check, Failures, Film, film::Stage};
use crate::{Build, rig::Rig, skeleton};
use asset::{
    Clip, Curve, CurveKey, Id, Mesh, Notify, NotifyTrack, Project,
    source::{Channel, ClipSource, Interpolation, Track},
};
use glam::{DQuat, DVec3};
use std::sync::Arc;

const RATE: f32 = 30.0;
const CLIP: Id = Id(3);

/// A bone, and at a time how far it is moved and turned against the reference pose, parent space.
pub type Change<'a> = (&'a str, &'a dyn Fn(f64) -> (DVec3, DQuat));

pub struct Broken {
    clip: Clip,
    mesh: Option<Mesh>,
}

impl Broken {
    pub fn new(changes: &[Change<'_>]) -> Self {
        let times: Vec<f32> = (0..=RATE as usize).map(|i| i as f32 / RATE).collect();
        let tracks = changes.iter().map(|change| track(change, &times)).collect();
        let source = ClipSource {
            duration: 1.0,
            tracks,
            curves: Vec::new(),
        };
        let mut clip = Clip::new("Broken", Id(1), Arc::new(source), RATE);
        clip.curves = vec![contact("Contact_L", 10), contact("Contact_R", 20)];
        Self { clip, mesh: None }
    }

    pub fn edit(mut self, edit: impl FnOnce(&mut Clip)) -> Self {
        edit(&mut self.clip);
        self
    }

    /// Neither foot stands.
    pub fn aloft(self) -> Self {
        self.edit(|clip| clip.curves.clear())
    }

    /// In the air from and to, seconds.
    pub fn flying(self, from: f32, to: f32) -> Self {
        self.aloft().edit(|clip| {
            clip.tracks = vec![NotifyTrack {
                id: Id(30),
                name: "Flight".into(),
                color: 0,
                locked: false,
            }];
            clip.notifies = vec![Notify::state(Id(31), Id(30), "Airborne", from, to - from)].into();
        })
    }

    pub fn clothed(self) -> Self {
        let sample = crate::sample();
        let body = sample
            .meshes
            .values()
            .find(|mesh| mesh.name == Build::Tall.mesh_name());
        let body = body.expect("the tall build has a mesh");
        Self {
            mesh: Some(Mesh {
                skeleton: Id(1),
                post_process: None,
                ..(**body).clone()
            }),
            ..self
        }
    }

    /// What a check finds wrong with the clip.
    pub fn failures(self, check: &Check) -> Vec<String> {
        let mut project = Project::default();
        project
            .skeletons
            .insert(Id(1), Arc::new(skeleton::skeleton(Build::Tall)));
        project
            .meshes
            .extend(self.mesh.map(|mesh| (Id(2), Arc::new(mesh))));
        project.clips.insert(CLIP, Arc::new(self.clip));
        let films: Vec<Film> = Stage::new(&project).films().collect();
        let mut failures = Failures {
            film: films[0].name.clone(),
            lines: Vec::new(),
        };
        (check.run)(&films[0], &mut failures);
        failures.lines
    }

    /// Holds when each of the texts is found, each in one failure, and nothing else.
    pub fn expect(self, check: &Check, texts: &[&str]) {
        let found = self.failures(check);
        let is_seen = |text: &&str| found.iter().filter(|line| line.contains(*text)).count() == 1;
        assert!(
            found.len() == texts.len() && texts.iter().all(is_seen),
            "expected {texts:?}, found {found:#?}"
        );
    }
}

fn track((bone, change): &Change<'_>, times: &[f32]) -> Track {
    let rig = Rig::get();
    let (key, bone) = ((*bone).into(), rig.bone(bone));
    let keys: Vec<(DVec3, DQuat)> = times.iter().map(|time| change(f64::from(*time))).collect();
    let channel = |values: Vec<f32>| Channel {
        interpolation: Interpolation::Linear,
        times: times.to_vec(),
        values,
    };
    let place = |moved: DVec3| (rig.offset(bone) + moved).as_vec3().to_array();
    Track {
        bone: key,
        translation: Some(channel(
            keys.iter().flat_map(|(moved, _)| place(*moved)).collect(),
        )),
        rotation: Some(channel(
            keys.iter()
                .flat_map(|(_, turn)| turn.as_quat().normalize().to_array())
                .collect(),
        )),
        scale: None,
        reference: Some(rig.offset(bone).as_vec3().to_array()),
    }
}

/// 1 all the time.
fn contact(name: &str, id: u64) -> Curve {
    let key = |at: u64| CurveKey::new(Id(id + 1 + at), at as f32, 1.0, Interpolation::Linear);
    Curve {
        keys: vec![key(0), key(1)],
        ..Curve::new(Id(id), name, 0)
    }
}
