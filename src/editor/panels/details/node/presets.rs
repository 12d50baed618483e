//! How a control works, under a name: presets that there are, and those that the user keeps.

use super::{Fields, control::of};
use crate::{icons, parts, session::NodePreset, timeline::item::free_name};
use asset::graph::ControlKind;

pub(super) fn presets_ui(fields: &mut Fields<'_, '_>, kind: &ControlKind) {
    let built_in = kind.presets().into_iter().map(|(name, by)| (name.to_owned(), by));
    let own = fields.rows.session.node_presets.iter().map(|it| (it.name.clone(), it.kind.clone()));
    let known: Vec<(String, ControlKind)> =
        built_in.chain(own).filter_map(|(name, by)| Some((name, kind.tuned_as(&by)?))).collect();
    if known.is_empty() || !parts::group_header(fields.ui, "Preset", "bones and targets stay") {
        return;
    }
    let now = known.iter().position(|(_, by)| by == kind);
    let options = known.iter().enumerate().map(|(at, (name, _))| (Some(at), name.clone()));
    let options: Vec<_> = std::iter::once((None, "Own settings".to_owned())).chain(options).collect();
    fields.choice("Works as", &now, &options, |kind, to| {
        if let Some((kind, to)) = of(kind).zip(to) {
            kind.clone_from(&known[to].1);
        }
    });
    let kept = now.and_then(|at| kept(fields, &known[at].0));
    if now.is_none() && fields.button(icons::PLUS, "Keep as a preset") {
        let name = if fields.node.name.is_empty() { kind.word() } else { &fields.node.name };
        let name = free_name(name, known.iter().map(|it| it.0.as_str()));
        fields.rows.session.node_presets.push(NodePreset { name, kind: kind.clone() });
    }
    if let Some(kept) = kept
        && fields.button(icons::TRASH, "Forget this preset")
    {
        fields.rows.session.node_presets.remove(kept);
    }
}

fn kept(fields: &Fields<'_, '_>, name: &str) -> Option<usize> {
    fields.rows.session.node_presets.iter().position(|it| it.name == name)
}
