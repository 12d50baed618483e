//! A blend space is tried in a graph that stands in no file: it is compiled along while the space is open.

use asset::{
    BlendSpace, Id, PoseGraph, Project,
    graph::{Alpha, Node, NodeKind, Parameter, ParameterKind, Play, Wiring},
};
use std::sync::Arc;

pub const TRIAL: Id = Id(u64::MAX);
/// The parameters of its axes.
pub const INPUTS: [&str; 2] = ["X", "Y"];

/// The last root with a trial, and what it was made of.
#[derive(Default)]
pub struct Trial {
    made: Option<(Arc<Project>, Id, Arc<Project>)>,
}

impl Trial {
    /// The root itself where no blend space is open.
    pub fn root(&mut self, root: &Arc<Project>, open: Option<Id>) -> Arc<Project> {
        let Some((id, space)) = open.and_then(|id| Some((id, root.blend_spaces.get(&id)?))) else {
            return root.clone();
        };
        if let Some((known, of, made)) = &self.made
            && Arc::ptr_eq(known, root)
            && *of == id
        {
            return made.clone();
        }
        let mut with = Project::clone(root);
        with.graphs.insert(TRIAL, Arc::new(graph(root, id, space)));
        let made = Arc::new(with);
        self.made = Some((root.clone(), id, made.clone()));
        made
    }
}

/// Of differences, over the reference pose.
fn graph(project: &Project, id: Id, space: &BlendSpace) -> PoseGraph {
    let parameter = |(at, name): (usize, &str)| {
        let axis = space.axes.get(at);
        let [low, high] = axis.map_or([0.0, 1.0], |axis| [axis.min.into(), axis.max.into()]);
        Parameter::new(
            Id(TRIAL.0 - 1 - at as u64),
            name,
            ParameterKind::Float { default: 0.0, range: Some([low, high]) },
        )
    };
    let parameters = INPUTS.into_iter().enumerate().map(parameter).collect();
    let clips = || space.samples.iter().filter_map(|sample| project.clips.get(&sample.clip));
    let (base, player) = (Id(TRIAL.0 - 10), Id(TRIAL.0 - 11));
    let [x, y] = INPUTS.map(Into::into);
    let nodes = if clips().any(|clip| clip.additive.is_some()) {
        let kind = NodeKind::AimOffset {
            source: Some(base),
            space: Some(id),
            x,
            y,
            alpha: Alpha::Value(1.0.into()),
            lod: -1,
            look: None,
        };
        vec![Node::new(base, NodeKind::ReferencePose), Node::new(player, kind)]
    } else {
        let kind = NodeKind::BlendSpacePlayer { space: Some(id), x, y, play: Play::default(), looping: true };
        vec![Node::new(player, kind)]
    };
    let wiring = Wiring { parameters, nodes, output: Some(player), ..Wiring::default() };
    PoseGraph { wiring: wiring.into(), ..PoseGraph::new(format!("{} (trial)", space.name), space.skeleton) }
}
