//! Steps of a graph, forwards and back.

use crate::{
    MOST_PAST, PREVIEWED, Player, PlayerOrder, PreviewFrame, PreviewSubject, TICK, Transport,
};
use anim::{Library, Name, Request};
use asset::{Project, graph::NodeKind};
use engine::{EngineInput, WorkerMode};
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

const GRAPH: &str = "PG_Hero";

fn compiled(project: &Project) -> Arc<Library> {
    let options = asset::CompileOptions::default();
    asset::compile(project, &mut asset::Cache::default(), options).library
}

struct Stage {
    player: Player,
    project: Project,
    revision: u64,
}

impl Stage {
    fn new() -> Self {
        let project = mannequin::sample();
        let mut player = Player::new(WorkerMode::Inline, compiled(&project));
        let subject = PreviewSubject::Graph(Name::new(GRAPH));
        player.step(
            0.0,
            &[Transport::Show(subject).into(), Transport::Play.into()],
        );
        let revision = 0;
        Self {
            player,
            project,
            revision,
        }
    }

    fn send(&mut self, order: impl Into<PlayerOrder>) {
        self.player.step(0.0, &[order.into()]);
    }

    /// What is shown, bit for bit, but for the tick's number, which counts on.
    fn shown(&self) -> String {
        let frame = PreviewFrame::of(&self.player, 0).expect("a character");
        let PreviewFrame {
            time,
            position,
            pose,
            models,
            placement,
            trail,
            speed,
            graph_state,
            ..
        } = frame;
        let weights: Vec<f32> = (0..frame.graph.parts().nodes.len() as u16)
            .map(|node| graph_state.weight(node))
            .collect();
        let whole = format!("{pose:?} {models:?} {placement:?} {trail:?} {speed} {weights:?}");
        let mut hash = std::hash::DefaultHasher::new();
        whole.hash(&mut hash);
        format!("{time} s, at {position} s, {:x}", hash.finish())
    }

    /// Plays on by uneven steps, and returns what was shown before each.
    fn play(&mut self, ticks: usize) -> Vec<String> {
        (0..ticks)
            .map(|tick| {
                let before = self.shown();
                let speed = EngineInput::Request {
                    character: PREVIEWED,
                    request: Request::SetParameter {
                        parameter: Name::new("Speed"),
                        value: f64::from(tick as u32 / 40 % 3) * 2.4,
                    },
                };
                let dt = [TICK, 0.004, 0.1][tick % 3];
                self.player.step(dt, &[speed.into()]);
                before
            })
            .collect()
    }
}

#[test]
fn back_is_what_was_shown_and_forwards_is_what_comes() {
    let mut stage = Stage::new();
    let before = stage.play(200);
    for was in before.iter().rev().take(90) {
        stage.send(Transport::StepTicks(-1));
        assert!(!stage.player.preview().is_playing());
        assert_eq!(stage.shown(), *was);
    }
    // By even steps, there and back again, all at once or one by one.
    let start = stage.shown();
    let on: Vec<String> = (0..30)
        .map(|_| {
            stage.send(Transport::StepTicks(1));
            stage.shown()
        })
        .collect();
    stage.send(Transport::StepTicks(-30));
    assert_eq!(stage.shown(), start);
    stage.send(Transport::StepTicks(30));
    assert_eq!(&stage.shown(), on.last().unwrap());
}

#[test]
fn a_step_on_is_a_tick_long_whatever_the_rate() {
    for rate in [0.0, 0.25, 1.0, 3.0] {
        let mut stage = Stage::new();
        stage.play(10);
        stage.send(Transport::SetRate(rate));
        let before = stage.player.preview().position();
        stage.send(Transport::StepTicks(3));
        let gone = stage.player.preview().position() - before;
        assert!((gone - 3.0 * TICK).abs() < 1e-9, "{gone} s at {rate}×");
    }
}

#[test]
fn only_so_much_is_kept_and_before_it_nothing_moves() {
    let mut stage = Stage::new();
    let before = stage.play(MOST_PAST + 50);
    stage.send(Transport::StepTicks(-(MOST_PAST as i32)));
    assert_eq!(stage.shown(), before[50]);
    stage.send(Transport::StepTicks(-1));
    assert_eq!(stage.shown(), before[50]);
}

/// What was edited meanwhile is not taken back.
#[test]
fn going_back_over_an_edit_goes_back_in_the_edited_graph() {
    let mut stage = Stage::new();
    stage.play(60);
    let time = stage.player.preview().position();
    let (_, graph) = stage
        .project
        .graphs
        .iter_mut()
        .find(|(_, graph)| graph.name == GRAPH)
        .unwrap();
    let graph = Arc::make_mut(graph);
    for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
        node.is_disabled |= matches!(node.kind, NodeKind::Control(_));
    }
    let library = compiled(&stage.project);
    let count = library.graph(Name::new(GRAPH)).unwrap().parts().nodes.len();
    stage.revision += 1;
    let revision = stage.revision;
    stage.send(EngineInput::SetLibrary { revision, library });
    stage.send(Transport::StepTicks(-1));
    let frame = PreviewFrame::of(&stage.player, 0).unwrap();
    assert_eq!(frame.graph.parts().nodes.len(), count);
    assert_eq!(frame.revision, revision);
    assert!(stage.player.preview().position() < time);
}

#[test]
fn another_subject_and_a_jump_have_no_past() {
    let mut stage = Stage::new();
    stage.play(30);
    stage.send(Transport::Seek(0.0));
    let start = stage.shown();
    stage.send(Transport::StepTicks(-5));
    assert_eq!(stage.shown(), start);
    stage.send(Transport::Show(PreviewSubject::Clip(Name::new("Walk_Fwd"))));
    stage.send(Transport::StepTicks(1));
    assert_eq!(
        stage.player.preview().position(),
        0.0,
        "a clip has frames, no ticks"
    );
}
