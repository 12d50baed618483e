//! A graph while it is put together: nodes with the place of each.

use crate::take::Take;
use asset::graph::nodes::SequencePlayerNode;
use asset::{
    Id, PoseGraph,
    graph::{Comment, Input, Layout, Node, NodeKind, Play, Wiring},
};
use std::sync::Arc;

pub(super) struct Builder {
    name: &'static str,
    pub(super) wiring: Wiring,
    layout: Layout,
    /// The state on whose page nodes are put.
    page: Option<Id>,
}

impl Builder {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            wiring: Wiring::default(),
            layout: Layout::default(),
            page: None,
        }
    }

    pub(super) fn id(&self, kind: &str, name: &str) -> Id {
        Id::derive(&["sample", self.name, kind, name])
    }

    /// What is put down until the next call lies on the page of a state, or on the first one.
    pub(super) fn turn_to(&mut self, page: Option<Id>) {
        self.page = page;
    }

    /// Ids go by the order in which nodes are put down.
    pub(super) fn node(&mut self, name: &str, at: [f32; 2], kind: NodeKind) -> Id {
        let id = self.id("node", &self.wiring.nodes.len().to_string());
        self.wiring.nodes.push(Node {
            id,
            name: name.to_owned(),
            kind,
        });
        self.place(id, at);
        if let Some(page) = self.page {
            self.layout.pages.insert(id, page);
        }
        id
    }

    pub(super) fn place(&mut self, id: Id, at: [f32; 2]) {
        self.layout.places.insert(id, at);
    }

    pub(super) fn comment(&mut self, text: &str, at: [f32; 2], size: [f32; 2], color: u8) {
        let id = self.id("comment", text);
        self.layout.comments.push(Comment {
            id,
            text: text.to_owned(),
            page: self.page,
            at,
            size,
            color,
        });
    }

    /// A player of one of the sample's clips.
    pub(super) fn player(&mut self, clip: &str, at: [f32; 2]) -> Id {
        self.player_at(clip, at, 1.0.into())
    }

    pub(super) fn player_at(&mut self, clip: &str, at: [f32; 2], rate: Input) -> Id {
        let play = Play {
            rate,
            ..Play::default()
        };
        self.node(
            clip,
            at,
            NodeKind::SequencePlayer(SequencePlayerNode {
                clip: Some(Take::clip_id(clip)),
                play,
            }),
        )
    }

    pub(super) fn graph(self, skeleton: Id) -> PoseGraph {
        let (wiring, layout) = (Arc::new(self.wiring), Arc::new(self.layout));
        PoseGraph {
            wiring,
            layout,
            ..PoseGraph::new(self.name, skeleton)
        }
    }
}
