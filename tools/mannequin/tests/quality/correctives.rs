//! What the graphs of the meshes show of the correctives, whatever plays, against how far the limbs
//! are folded.

use crate::{
    Build,
    graph::{HERO, JOINTS, WHOLE},
    sample,
};
use anim::{AnimInstance, AnimInstanceProxy, Library, Name, Request, Skeleton};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

const TICK: f64 = 1.0 / 20.0;
/// Of a corrective, away from what the fold asks for.
const MOST_OFF: f32 = 1e-4;
/// Of a corrective: a limb that is folded by much.
const MUCH: f32 = 0.5;

struct Stage {
    library: Arc<Library>,
    skeleton: Arc<Skeleton>,
}

/// How far off it was at worst, where, and how many limbs were folded by much.
#[derive(Default)]
struct Found {
    off: f32,
    at: String,
    folded: u32,
}

impl Stage {
    fn new() -> Self {
        let library = asset::compile(
            &sample(),
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let skeleton = library
            .skeleton(Name::new(Build::Tall.skeleton_name()))
            .unwrap()
            .clone();
        Self { library, skeleton }
    }

    fn watch(&self, requests: &[Request], seconds: f64, found: &mut Found) {
        let mut instance = AnimInstance::new(self.library.clone(), self.skeleton.clone(), 7);
        requests
            .iter()
            .for_each(|request| instance.request(request).unwrap());
        let mut proxy = AnimInstanceProxy::default();
        for tick in 0..(seconds / TICK) as u32 {
            instance.begin_frame(TICK);
            instance.update_montages(&mut anim::instance::Silent);
            instance.pre_update(&mut proxy);
            proxy.run_tick(&mut Default::default());
            instance.complete(&mut proxy, &mut anim::instance::Silent);
            for joint in JOINTS {
                let wanted = self.wanted(proxy.models(), joint);
                let shown = proxy.pose().curve(Name::new(joint[0])).unwrap_or(0.0);
                found.folded += u32::from(wanted > MUCH);
                if (shown - wanted).abs() > found.off {
                    let at = format!(
                        "{} shows {shown} for {wanted} in tick {tick} of {:?}",
                        joint[0], requests[0]
                    );
                    (found.off, found.at) = ((shown - wanted).abs(), at);
                }
            }
        }
    }

    /// 0 up to half of what makes it whole.
    fn wanted(&self, models: &[Affine3A], [_, above, joint, below]: [&str; 4]) -> f32 {
        let at = |bone: &str| {
            Vec3::from(models[self.skeleton.find(Name::new(bone)).unwrap()].translation)
        };
        let (upper, lower) = (at(joint) - at(above), at(below) - at(joint));
        (2.0 * upper.angle_between(lower).to_degrees() / WHOLE as f32 - 1.0).clamp(0.0, 1.0)
    }
}

#[test]
fn folded_joints_show_their_correctives_whatever_plays() {
    let stage = Stage::new();
    let mut found = Found::default();
    for clip in stage
        .library
        .clips
        .iter()
        .filter(|clip| clip.skeleton == stage.skeleton.name)
    {
        let play = Request::PlayClip {
            clip: clip.name,
            position: 0.0,
            rate: 1.0,
        };
        stage.watch(&[play], clip.length.into(), &mut found);
    }
    for montage in stage
        .library
        .montages
        .iter()
        .filter(|montage| montage.skeleton == stage.skeleton.name)
    {
        let play = Request::play(montage.name, 1.0);
        stage.watch(&[play], 2.0, &mut found);
    }
    assert!(found.folded > 200, "{} folded limbs", found.folded);
    let graph = Request::PlayGraph {
        graph: Name::new(HERO),
    };
    let set = |parameter, value| Request::SetParameter {
        parameter: Name::new(parameter),
        value,
    };
    let before = found.folded;
    stage.watch(&[graph.clone(), set("Crouching", 1.0)], 2.0, &mut found);
    stage.watch(&[graph, set("Speed", 3.0)], 3.0, &mut found);
    assert!(
        found.folded > before + 20,
        "{} folded limbs in the graph",
        found.folded - before
    );
    println!("{} folded limbs; at worst {}", found.folded, found.at);
    assert!(found.off < MOST_OFF, "{}", found.at);
}
