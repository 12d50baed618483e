//! Edits of the sample project, as a slip of the hand or a change of mind makes them.

use asset::{Clip, Id, Montage, Notify, PoseGraph, Project};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Id and asset of a name.
fn named<'a, T>(
    list: &'a mut BTreeMap<Id, Arc<T>>,
    name: &str,
    of: impl Fn(&T) -> &str,
) -> &'a mut Arc<T> {
    let found = list.values_mut().find(|asset| of(asset) == name);
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

pub fn montage<'a>(project: &'a mut Project, name: &str) -> &'a mut Montage {
    Arc::make_mut(named(&mut project.montages, name, |it| &it.name))
}

pub fn clip<'a>(project: &'a mut Project, name: &str) -> &'a mut Clip {
    Arc::make_mut(named(&mut project.clips, name, |it| &it.name))
}

pub fn clip_id(project: &Project, name: &str) -> Id {
    let found = project.clips.iter().find(|(_, clip)| clip.name == name);
    *found.unwrap().0
}

/// Changes the JSON of a graph.
pub fn graph(project: &mut Project, name: &str, change: impl FnOnce(&mut Value)) {
    let graph = named(&mut project.graphs, name, |it: &PoseGraph| &it.name);
    let mut value = serde_json::to_value(&**graph).unwrap();
    let before = value.clone();
    change(&mut value);
    assert_ne!(value, before, "nothing was changed");
    *graph = Arc::new(serde_json::from_value(value).unwrap());
}

/// Changes the JSON of a node of the figure's graph.
pub fn node(project: &mut Project, name: &str, change: impl FnOnce(&mut Value)) {
    graph(project, "PG_Hero", |graph| {
        let nodes = graph["wiring"]["nodes"].as_array_mut().unwrap();
        change(nodes.iter_mut().find(|node| node["name"] == name).unwrap());
    });
}

/// Changes the transition from one state of the locomotion to another.
pub fn transition(project: &mut Project, from: &str, to: &str, change: impl FnOnce(&mut Value)) {
    node(project, "Locomotion", |machine| {
        let id = |name: &str| {
            let states = machine["states"].as_array().unwrap();
            states.iter().find(|it| it["name"] == name).unwrap()["id"].clone()
        };
        let (from, to) = (id(from), id(to));
        let transitions = machine["transitions"].as_array_mut().unwrap();
        let is_it = |it: &&mut Value| it["from"] == from && it["to"] == to;
        change(transitions.iter_mut().find(is_it).unwrap());
    });
}

pub fn notifies(project: &mut Project, of: &str, change: impl FnOnce(&mut Vec<Notify>)) {
    let montage = montage(project, of);
    let mut all: Vec<Notify> = montage.notifies.iter().cloned().collect();
    change(&mut all);
    montage.notifies = all.into_iter().collect();
}

pub fn notify(project: &mut Project, of: &str, name: &str, change: impl FnOnce(&mut Notify)) {
    notifies(project, of, |all| {
        change(all.iter_mut().find(|it| it.name == name).unwrap());
    });
}
