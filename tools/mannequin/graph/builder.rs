//! A pose graph while it is built, with the place of each node on its page.

use crate::take::Take;
use asset::graph::nodes::SequencePlayerNode;
use asset::{
    Id, PoseGraph,
    graph::{Comment, Input, Layout, Node, NodeKind, Play, Wiring},
};
use std::sync::Arc;

pub(super) struct GraphBuilder {
    name: &'static str,
    pub(super) wiring: Wiring,
    layout: Layout,
    /// State whose page new nodes go to; None is the main page.
    page: Option<Id>,
}

impl GraphBuilder {
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

    /// Sets the page for new nodes: that of a state or transition, or the main page for None.
    pub(super) fn turn_to(&mut self, page: Option<Id>) {
        self.page = page;
    }

    /// Adds a node. Ids follow the order in which nodes are added.
    pub(super) fn node(&mut self, name: &str, at: [f32; 2], kind: NodeKind) -> Id {
        let id = self.id("node", &self.wiring.nodes.len().to_string());
        self.wiring.nodes.push(Node {
            name: name.to_owned(),
            ..Node::new(id, kind)
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

    /// Adds a player for a clip of the sample.
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
