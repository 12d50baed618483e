//! Edits of a pose graph: nodes and links, parameters, shared rules, and where things lie.

use crate::{EditError, GraphCommand, field::trimmed};
use asset::graph::nodes::{LinkedGraphNode, UsedPoseNode};
use asset::{
    Id, PoseGraph, Project,
    expression::{is_name, renamed},
    graph::{Comment, Node, NodeKind, Parameter, Reroute, SubGraph, Wiring},
    is_finite,
};
use std::{collections::BTreeSet, sync::Arc};
use words::tr;

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
    edit(&mut graph, command)?;
    let changed = graph != **before;
    if let GraphCommand::SetParameter(parameter) = command {
        let old = before.wiring.parameter(parameter.id).cloned();
        let new = graph.wiring.parameter(parameter.id).cloned();
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

fn edit(graph: &mut PoseGraph, command: &GraphCommand) -> Result<(), EditError> {
    match command {
        GraphCommand::Place(places) => {
            if !is_finite(places) {
                return Err(not_finite());
            }
            Arc::make_mut(&mut graph.layout)
                .places
                .extend(places.iter().copied());
            Ok(())
        }
        GraphCommand::SetPage { node, page } => set_page(graph, *node, *page),
        GraphCommand::SetComment(comment) => set_comment(graph, comment),
        GraphCommand::RemoveComment(id) => {
            let comments = &mut Arc::make_mut(&mut graph.layout).comments;
            remove(comments, |comment| comment.id == *id)
        }
        GraphCommand::SetSubGraph(sub_graph) => set_sub_graph(graph, sub_graph),
        GraphCommand::RemoveSubGraph(id) => dissolve(graph, *id),
        GraphCommand::AddReroute { reroute, at } => add_reroute(graph, reroute, *at),
        GraphCommand::RemoveReroute(id) => {
            let layout = Arc::make_mut(&mut graph.layout);
            remove(&mut layout.reroutes, |reroute| reroute.id == *id)?;
            layout.places.remove(id);
            layout.pages.remove(id);
            Ok(())
        }
        wiring => {
            edit_wiring(Arc::make_mut(&mut graph.wiring), wiring)?;
            forget_what_is_gone(graph);
            Ok(())
        }
    }
}

fn edit_wiring(wiring: &mut Wiring, command: &GraphCommand) -> Result<(), EditError> {
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
        GraphCommand::SetRule(rule) => {
            let mut rule = rule.clone();
            rule.name = trimmed(&rule.name)?;
            if wiring
                .rules
                .iter()
                .any(|other| other.name == rule.name && other.id != rule.id)
            {
                return Err(EditError::NameTaken { name: rule.name });
            }
            put(&mut wiring.rules, rule, |rule| rule.id);
        }
        GraphCommand::RemoveRule(id) => remove(&mut wiring.rules, |rule| rule.id == *id)?,
        GraphCommand::SetPreset(preset) => {
            if !is_finite(preset) {
                return Err(not_finite());
            }
            put(&mut wiring.presets, preset.clone(), |preset| preset.id);
        }
        GraphCommand::SetImplements(layer) => wiring.implements = *layer,
        GraphCommand::RemovePreset(id) => remove(&mut wiring.presets, |preset| preset.id == *id)?,
        parameters => edit_parameters(wiring, parameters)?,
    }
    Ok(())
}

fn edit_parameters(wiring: &mut Wiring, command: &GraphCommand) -> Result<(), EditError> {
    match command {
        GraphCommand::AddParameter(parameter) => {
            if taken(wiring, None).contains(&parameter.id) {
                return Err(EditError::IdTaken);
            }
            let parameter = checked_parameter(wiring, parameter)?;
            wiring.parameters.push(parameter);
        }
        GraphCommand::SetParameter(parameter) => {
            let new = checked_parameter(wiring, parameter)?;
            let at = wiring
                .parameters
                .iter()
                .position(|it| it.id == parameter.id)
                .ok_or(EditError::ItemMissing)?;
            let old = std::mem::replace(&mut wiring.parameters[at], new);
            let name = wiring.parameters[at].name.clone();
            if old.name != name {
                wiring.for_each_text(&mut |text| *text = renamed(text, &old.name, &name));
            }
        }
        GraphCommand::RemoveParameter(id) => {
            remove(&mut wiring.parameters, |parameter| parameter.id == *id)?;
            wiring
                .presets
                .iter_mut()
                .for_each(|preset| drop(preset.values.remove(id)));
        }
        GraphCommand::MoveParameter(id, to) => {
            let at = wiring
                .parameters
                .iter()
                .position(|it| it.id == *id)
                .ok_or(EditError::ItemMissing)?;
            let parameter = wiring.parameters.remove(at);
            wiring
                .parameters
                .insert((*to).min(wiring.parameters.len()), parameter);
        }
        _ => {}
    }
    Ok(())
}

fn not_finite() -> EditError {
    EditError::OutOfRange {
        field: tr!("Every number"),
        range: tr!("finite").into(),
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
    if !is_finite(node) {
        return Err(not_finite());
    }
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

fn checked_parameter(wiring: &Wiring, parameter: &Parameter) -> Result<Parameter, EditError> {
    let parameter = Parameter {
        name: trimmed(&parameter.name)?,
        ..parameter.clone()
    };
    if !is_name(&parameter.name) {
        return Err(EditError::NotAName {
            name: parameter.name,
        });
    }
    if wiring
        .parameters
        .iter()
        .any(|other| other.name == parameter.name && other.id != parameter.id)
    {
        return Err(EditError::NameTaken {
            name: parameter.name,
        });
    }
    if is_finite(&parameter) {
        Ok(parameter)
    } else {
        Err(not_finite())
    }
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

fn set_sub_graph(graph: &mut PoseGraph, sub_graph: &SubGraph) -> Result<(), EditError> {
    let sub_graph = SubGraph {
        name: trimmed(&sub_graph.name)?,
        ..sub_graph.clone()
    };
    if graph.wiring.item_text(sub_graph.id).is_some() {
        return Err(EditError::IdTaken);
    }
    put(
        &mut Arc::make_mut(&mut graph.layout).sub_graphs,
        sub_graph,
        |sub_graph| sub_graph.id,
    );
    Ok(())
}

/// Dissolves a sub-graph: items on its page move to the page that the sub-graph is on.
fn dissolve(graph: &mut PoseGraph, id: Id) -> Result<(), EditError> {
    let layout = Arc::make_mut(&mut graph.layout);
    remove(&mut layout.sub_graphs, |sub_graph| sub_graph.id == id)?;
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
    Ok(())
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

fn set_comment(graph: &mut PoseGraph, comment: &Comment) -> Result<(), EditError> {
    if !is_finite(comment) {
        return Err(not_finite());
    }
    if comment.page.is_some_and(|page| !is_page(graph, page)) {
        return Err(EditError::ItemMissing);
    }
    put(
        &mut Arc::make_mut(&mut graph.layout).comments,
        comment.clone(),
        |comment| comment.id,
    );
    Ok(())
}

/// Puts an item in the place of the one of its id, or last.
fn put<T>(list: &mut Vec<T>, item: T, id: impl Fn(&T) -> Id) {
    match list.iter_mut().find(|known| id(known) == id(&item)) {
        Some(known) => *known = item,
        None => list.push(item),
    }
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
