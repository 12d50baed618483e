//! Edits of a pose graph: nodes and links, parameters, shared rules, and where things lie.

use crate::{
    EditError, GraphCommand,
    field::{finite, trimmed},
    item::{self, ItemCommand, ListedItem, listed, own_name},
};
use asset::graph::nodes::{LinkedGraphNode, UsedPoseNode};
use asset::{
    Id, PoseGraph, Project,
    expression::{is_name, renamed},
    graph::{
        Comment, Layout, Node, NodeKind, Parameter, Preset, Reroute, SharedRule, SubGraph, Wiring,
    },
    is_finite,
};
use std::{collections::BTreeSet, sync::Arc};

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &GraphCommand,
) -> Result<bool, EditError> {
    let before = project.graphs.get(&id).ok_or(EditError::AssetMissing)?;
    if let GraphCommand::SetImplements(Some(layer)) = command {
        let layer = project
            .graphs
            .get(layer)
            .filter(|_| *layer != id)
            .ok_or(EditError::AssetMissing)?;
        if layer.skeleton != before.skeleton {
            return Err(EditError::SkeletonMismatch);
        }
    }
    let mut graph = (**before).clone();
    edit(&mut graph, project, command)?;
    let changed = graph != **before;
    if let GraphCommand::Parameter(command) = command {
        let old = before.wiring.parameter(command.id()).cloned();
        let new = graph.wiring.parameter(command.id()).cloned();
        if let (Some(old), Some(new)) = (old, new) {
            rename_values(project, id, &old, &new);
        }
    }
    if changed {
        project.graphs.insert(id, Arc::new(graph));
    }
    Ok(changed)
}

/// Renames the values that other graphs give the parameter where they link this graph.
fn rename_values(project: &mut Project, id: Id, old: &Parameter, new: &Parameter) {
    if old.name == new.name {
        return;
    }
    let names: Vec<(String, String)> = old
        .numbers()
        .into_iter()
        .zip(new.numbers())
        .map(|(old, new)| (old.0, new.0))
        .collect();
    let links = |kind: &NodeKind| matches!(kind, NodeKind::LinkedGraph(LinkedGraphNode { graph: Some(linked), .. }) if *linked == id);
    for graph in project.graphs.values_mut() {
        if !graph.wiring.nodes.iter().any(|node| links(&node.kind)) {
            continue;
        }
        let wiring = Arc::make_mut(&mut Arc::make_mut(graph).wiring);
        for node in wiring.nodes.iter_mut().filter(|node| links(&node.kind)) {
            let NodeKind::LinkedGraph(LinkedGraphNode { values, .. }) = &mut node.kind else {
                continue;
            };
            for (old, new) in &names {
                if let Some(value) = values.remove(old) {
                    values.insert(new.clone(), value);
                }
            }
        }
    }
}

fn edit(graph: &mut PoseGraph, project: &Project, command: &GraphCommand) -> Result<(), EditError> {
    match command {
        GraphCommand::Place(places) => {
            finite(is_finite(places))?;
            Arc::make_mut(&mut graph.layout)
                .places
                .extend(places.iter().copied());
            Ok(())
        }
        GraphCommand::SetPage { node, page } => set_page(graph, *node, *page),
        GraphCommand::Comment(command) => edit_comments(graph, project, command),
        GraphCommand::SubGraph(command) => edit_sub_graphs(graph, project, command),
        GraphCommand::AddReroute { reroute, at } => add_reroute(graph, reroute, *at),
        GraphCommand::RemoveReroute(id) => {
            let layout = Arc::make_mut(&mut graph.layout);
            remove(&mut layout.reroutes, |reroute| reroute.id == *id)?;
            layout.places.remove(id);
            layout.pages.remove(id);
            Ok(())
        }
        wiring => {
            edit_wiring(Arc::make_mut(&mut graph.wiring), project, wiring)?;
            forget_what_is_gone(graph);
            Ok(())
        }
    }
}

fn edit_wiring(
    wiring: &mut Wiring,
    project: &Project,
    command: &GraphCommand,
) -> Result<(), EditError> {
    match command {
        GraphCommand::AddNode(node) => {
            let taken = taken(wiring, None);
            if node.items().iter().any(|id| taken.contains(id)) {
                return Err(EditError::IdTaken);
            }
            wiring.nodes.push(checked(node)?);
        }
        GraphCommand::SetNode(node) => {
            let taken = taken(wiring, Some(node.id));
            if node.items().iter().any(|id| taken.contains(id)) {
                return Err(EditError::IdTaken);
            }
            let new = checked(node)?;
            *wiring.node_mut(node.id).ok_or(EditError::ItemMissing)? = new;
        }
        GraphCommand::RemoveNodes(ids) => remove_nodes(wiring, ids)?,
        GraphCommand::Link { node, pin, source } => link(wiring, *node, *pin, *source)?,
        GraphCommand::SetOutput(source) => {
            if source.is_some_and(|source| wiring.node(source).is_none()) {
                return Err(EditError::ItemMissing);
            }
            wiring.output = *source;
        }
        GraphCommand::Rule(command) => drop(item::edit(wiring, project, command)?),
        GraphCommand::Preset(command) => drop(item::edit(wiring, project, command)?),
        GraphCommand::SetImplements(layer) => wiring.implements = *layer,
        GraphCommand::Parameter(command) => edit_parameters(wiring, project, command)?,
        _ => {}
    }
    Ok(())
}

/// A new name of a parameter is written into the expressions that name it; the values of one that
/// is gone leave the presets.
fn edit_parameters(
    wiring: &mut Wiring,
    project: &Project,
    command: &ItemCommand<Parameter>,
) -> Result<(), EditError> {
    let id = command.id();
    let old = wiring.parameter(id).cloned();
    item::edit(wiring, project, command)?;
    match (old, wiring.parameter(id).cloned()) {
        (Some(old), Some(new)) if old.name != new.name => {
            wiring.for_each_text(&mut |text| *text = renamed(text, &old.name, &new.name));
        }
        (Some(_), None) => {
            let presets = wiring.presets.iter_mut();
            presets.for_each(|preset| drop(preset.values.remove(&id)));
        }
        _ => {}
    }
    Ok(())
}

impl ListedItem for Parameter {
    listed!(Wiring, parameters, name);

    fn checked(&self, wiring: &Wiring, _: &Project) -> Result<Self, EditError> {
        let name = Self::checked_name(wiring, self.id, &self.name)?;
        finite(is_finite(self))?;
        Ok(Parameter {
            name,
            ..self.clone()
        })
    }

    /// The name as expressions can name it.
    fn checked_name(wiring: &Wiring, id: Id, name: &str) -> Result<String, EditError> {
        let name = own_name::<Self>(wiring, id, name)?;
        if is_name(&name) {
            Ok(name)
        } else {
            Err(EditError::NotAName { name })
        }
    }

    fn is_taken(wiring: &Wiring, id: Id) -> bool {
        taken(wiring, None).contains(&id)
    }
}

impl ListedItem for SharedRule {
    listed!(Wiring, rules, name);

    fn checked(&self, wiring: &Wiring, _: &Project) -> Result<Self, EditError> {
        Ok(SharedRule {
            name: Self::checked_name(wiring, self.id, &self.name)?,
            ..self.clone()
        })
    }
}

impl ListedItem for Preset {
    listed!(Wiring, presets, name);
    const NAMES_DIFFER: bool = false;

    fn checked(&self, _: &Wiring, _: &Project) -> Result<Self, EditError> {
        finite(is_finite(self))?;
        Ok(self.clone())
    }
}

impl ListedItem for Comment {
    listed!(Layout, comments);

    fn checked(&self, _: &Layout, _: &Project) -> Result<Self, EditError> {
        finite(is_finite(self))?;
        Ok(self.clone())
    }
}

impl ListedItem for SubGraph {
    listed!(Layout, sub_graphs, name);
    const NAMES_DIFFER: bool = false;

    fn checked(&self, layout: &Layout, _: &Project) -> Result<Self, EditError> {
        Ok(SubGraph {
            name: Self::checked_name(layout, self.id, &self.name)?,
            ..self.clone()
        })
    }
}

/// Ids of everything in the graph but a node.
fn taken(wiring: &Wiring, except: Option<Id>) -> BTreeSet<Id> {
    let nodes = wiring
        .nodes
        .iter()
        .filter(|node| Some(node.id) != except)
        .flat_map(Node::items);
    let parameters = wiring.parameters.iter().map(|parameter| parameter.id);
    nodes
        .chain(parameters)
        .chain(wiring.rules.iter().map(|rule| rule.id))
        .collect()
}

/// A node whose numbers are finite and whose parts have ids and names of their own.
fn checked(node: &Node) -> Result<Node, EditError> {
    finite(is_finite(node))?;
    let ids = node.items();
    if ids.iter().collect::<BTreeSet<_>>().len() != ids.len() {
        return Err(EditError::IdTaken);
    }
    let mut node = node.clone();
    if let NodeKind::StateMachine(machine) = &mut node.kind {
        let mut names = BTreeSet::new();
        for state in &mut machine.states {
            state.name = trimmed(&state.name)?;
            if !names.insert(state.name.clone()) {
                return Err(EditError::NameTaken {
                    name: state.name.clone(),
                });
            }
        }
    }
    Ok(node)
}

/// Removes nodes with every link that leads to them.
fn remove_nodes(wiring: &mut Wiring, ids: &[Id]) -> Result<(), EditError> {
    if ids.iter().any(|id| wiring.node(*id).is_none()) {
        return Err(EditError::ItemMissing);
    }
    wiring.nodes.retain(|node| !ids.contains(&node.id));
    let is_gone = |source: &Option<Id>| source.is_some_and(|source| ids.contains(&source));
    for node in &mut wiring.nodes {
        for pin in 0..node.kind.pins().len() {
            if let Some(source) = node.kind.link_mut(pin) {
                *source = source.filter(|id| !ids.contains(id));
            }
        }
        if let NodeKind::UsedPose(UsedPoseNode { saved }) = &mut node.kind {
            *saved = saved.filter(|id| !ids.contains(id));
        }
    }
    if is_gone(&wiring.output) {
        wiring.output = None;
    }
    Ok(())
}

/// A pose goes to one place: a link that was there before is taken away. One that would lead back
/// is refused.
fn link(wiring: &mut Wiring, node: Id, pin: usize, source: Option<Id>) -> Result<(), EditError> {
    if let Some(source) = source {
        if wiring.node(source).is_none() {
            return Err(EditError::ItemMissing);
        }
        if wiring.leads_to(source, node) {
            return Err(EditError::Cycle);
        }
        unlink(wiring, source);
    }
    let target = wiring.node_mut(node).ok_or(EditError::ItemMissing)?;
    *target.kind.link_mut(pin).ok_or(EditError::ItemMissing)? = source;
    Ok(())
}

fn unlink(wiring: &mut Wiring, from: Id) {
    for node in &mut wiring.nodes {
        for pin in 0..node.kind.pins().len() {
            if let Some(source) = node
                .kind
                .link_mut(pin)
                .filter(|source| **source == Some(from))
            {
                *source = None;
            }
        }
    }
    wiring.output = wiring.output.filter(|output| *output != from);
}

/// Moves an item to a page; refuses the item's own page and pages below it.
fn set_page(graph: &mut PoseGraph, item: Id, page: Option<Id>) -> Result<(), EditError> {
    let is_own = |id: Id| graph.layout.own_ids().contains(&id);
    let is_item = |id: Id| {
        graph
            .wiring
            .nodes
            .iter()
            .any(|node| node.items().contains(&id))
    };
    if !is_own(item) && !is_item(item) || page.is_some_and(|page| !is_page(graph, page)) {
        return Err(EditError::ItemMissing);
    }
    if page.is_some_and(|page| graph.with_pages(&[item].into()).contains(&page)) {
        return Err(EditError::Cycle);
    }
    let pages = &mut Arc::make_mut(&mut graph.layout).pages;
    match page {
        Some(page) => drop(pages.insert(item, page)),
        None => drop(pages.remove(&item)),
    }
    Ok(())
}

/// Whether something can lie on the page of it.
fn is_page(graph: &PoseGraph, id: Id) -> bool {
    graph.layout.sub_graph(id).is_some()
        || graph
            .wiring
            .nodes
            .iter()
            .any(|node| node.items().contains(&id))
}

fn edit_sub_graphs(
    graph: &mut PoseGraph,
    project: &Project,
    command: &ItemCommand<SubGraph>,
) -> Result<(), EditError> {
    let is_taken = |it: &SubGraph| graph.wiring.item_text(it.id).is_some();
    if command.item().is_some_and(is_taken) {
        return Err(EditError::IdTaken);
    }
    let layout = Arc::make_mut(&mut graph.layout);
    item::edit(layout, project, command)?;
    if let ItemCommand::Remove(id) = command {
        dissolve(layout, *id);
    }
    Ok(())
}

/// Items on the page of a sub-graph that is gone move to the page that the sub-graph was on.
fn dissolve(layout: &mut Layout, id: Id) {
    layout.places.remove(&id);
    let above = layout.pages.remove(&id);
    let lying: Vec<Id> = layout
        .pages
        .iter()
        .filter(|(_, page)| **page == id)
        .map(|(item, _)| *item)
        .collect();
    for item in lying {
        match above {
            Some(page) => drop(layout.pages.insert(item, page)),
            None => drop(layout.pages.remove(&item)),
        }
    }
    for comment in layout
        .comments
        .iter_mut()
        .filter(|comment| comment.page == Some(id))
    {
        comment.page = above;
    }
}

fn add_reroute(graph: &mut PoseGraph, reroute: &Reroute, at: usize) -> Result<(), EditError> {
    if graph.wiring.node(reroute.wire).is_none() {
        return Err(EditError::ItemMissing);
    }
    let reroutes = &mut Arc::make_mut(&mut graph.layout).reroutes;
    if reroutes.iter().any(|known| known.id == reroute.id) {
        return Err(EditError::IdTaken);
    }
    reroutes.insert(at.min(reroutes.len()), reroute.clone());
    Ok(())
}

fn edit_comments(
    graph: &mut PoseGraph,
    project: &Project,
    command: &ItemCommand<Comment>,
) -> Result<(), EditError> {
    let page = command.item().and_then(|comment| comment.page);
    if page.is_some_and(|page| !is_page(graph, page)) {
        return Err(EditError::ItemMissing);
    }
    item::edit(Arc::make_mut(&mut graph.layout), project, command).map(drop)
}

fn remove<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Result<(), EditError> {
    let at = list.iter().position(is_it).ok_or(EditError::ItemMissing)?;
    list.remove(at);
    Ok(())
}

/// Removes the layout of items that no longer exist.
fn forget_what_is_gone(graph: &mut PoseGraph) {
    let ids: BTreeSet<Id> = graph.wiring.nodes.iter().flat_map(Node::items).collect();
    let mut layout = (*graph.layout).clone();
    layout.keep_only(&ids);
    if layout != *graph.layout {
        graph.layout = Arc::new(layout);
    }
}

#[cfg(test)]
mod tests;
