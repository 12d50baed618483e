//! Settings of state machines, and of their states, conduits, aliases and transitions.

use super::fields::NodeFieldRows;
use crate::{
    action::SelectAction,
    canvas::rule_text,
    icons,
    panels::{
        details::{expression::ExpressionNames, heading::identity, list_row::list_row_ui},
        rows::PropertyRows,
    },
    parts, theme,
};
use anim::montage::Easing;
use asset::{
    Id, PoseGraph, Project,
    graph::{Alias, Logic, Machine, Node, NodeKind, Rule, Settings, State, StateKind, Transition},
};
use document::Selection;
use egui::Ui;
use words::{noun, tr};

fn of(kind: &mut NodeKind) -> Option<&mut Machine> {
    if let NodeKind::StateMachine(machine) = kind {
        Some(machine)
    } else {
        None
    }
}

/// The states, aliases and transitions of a state machine.
pub fn machine_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine) {
    if !parts::group_header(
        fields.ui,
        tr!("State machine"),
        &parts::count(machine.transitions.len(), noun!("transition")),
    ) {
        return;
    }
    entry_ui(fields, machine);
    fields.whole(
        (tr!("Max per tick"), "transitions"),
        machine.most_per_tick.into(),
        1..=16,
        |kind, to| {
            of(kind)
                .into_iter()
                .for_each(|machine| machine.most_per_tick = to as u8);
        },
    );
    fields.toggle(
        tr!("Skip first transition"),
        machine.skips_first,
        tr!("no transition in the first tick"),
        |kind, to| {
            of(kind)
                .into_iter()
                .for_each(|machine| machine.skips_first = to);
        },
    );
    fields.toggle(
        tr!("Restarts"),
        machine.restarts,
        tr!("when it had no weight"),
        |kind, to| {
            of(kind)
                .into_iter()
                .for_each(|machine| machine.restarts = to);
        },
    );
}

fn entry_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine) {
    let states: Vec<_> = machine
        .states
        .iter()
        .map(|state| (Some(state.id), state.name.clone()))
        .collect();
    fields.choice(tr!("Entry"), &machine.entry, &states, |kind, to| {
        of(kind).into_iter().for_each(|machine| machine.entry = to);
    });
}

/// Adds the rows of a state, conduit, alias or transition; false if `item` is none of these.
pub fn part_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    graph: &PoseGraph,
    item: Id,
) -> bool {
    let found = graph
        .wiring
        .machines()
        .find(|(_, machine)| machine.item_text(item).is_some());
    let Some((node, machine)) =
        found.and_then(|(id, machine)| Some((graph.wiring.node(id)?, machine)))
    else {
        return false;
    };
    ui.push_id(item, |ui| {
        let mut fields = NodeFieldRows {
            ui,
            rows,
            project,
            graph,
            node,
        };
        if let Some(state) = machine.state(item) {
            state_ui(&mut fields, machine, state);
        } else if let Some(alias) = machine.aliases.iter().find(|alias| alias.id == item) {
            alias_ui(&mut fields, machine, alias);
        } else if let Some(transition) = machine.transitions.iter().find(|it| it.id == item) {
            transition_ui(&mut fields, machine, transition);
        }
    });
    true
}

fn with_state(kind: &mut NodeKind, id: Id, change: impl FnOnce(&mut State)) {
    let state = of(kind).and_then(|machine| machine.states.iter_mut().find(|state| state.id == id));
    if let Some(state) = state {
        change(state);
    }
}

fn with_transition(kind: &mut NodeKind, id: Id, change: impl FnOnce(&mut Transition)) {
    let transition =
        of(kind).and_then(|machine| machine.transitions.iter_mut().find(|it| it.id == id));
    if let Some(transition) = transition {
        change(transition);
    }
}

fn state_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, state: &State) {
    let (id, node) = (state.id, owner(fields.node));
    let word = if let StateKind::Conduit { .. } = state.kind {
        tr!("Conduit")
    } else {
        tr!("State")
    };
    identity(fields.ui, icons::PATH, &state.name, word, &node);
    fields.text(tr!("Name"), &state.name, |kind, to| {
        with_state(kind, id, |state| state.name = to)
    });
    match &state.kind {
        StateKind::Conduit { rule } => {
            rule_ui(fields, rule, move |kind, to| set_rule(kind, id, to));
        }
        StateKind::Pose {
            reset_on_entry,
            inertialize_reentry,
            on_entered,
            on_left,
            on_fully_blended,
            ..
        } => {
            fields.toggle(
                tr!("Resets on entry"),
                *reset_on_entry,
                tr!("restarts its players"),
                |kind, to| {
                    with_state(kind, id, |state| {
                        if let StateKind::Pose { reset_on_entry, .. } = &mut state.kind {
                            *reset_on_entry = to;
                        }
                    });
                },
            );
            fields.toggle(
                tr!("Smooth re-entry"),
                *inertialize_reentry,
                tr!("inertializes instead of blending"),
                |kind, to| {
                    with_state(kind, id, |state| {
                        if let StateKind::Pose {
                            inertialize_reentry,
                            ..
                        } = &mut state.kind
                        {
                            *inertialize_reentry = to;
                        }
                    });
                },
            );
            let notifies = [
                (tr!("On enter"), on_entered),
                (tr!("On exit"), on_left),
                (tr!("On fully blended"), on_fully_blended),
            ];
            for (which, (label, value)) in notifies.into_iter().enumerate() {
                fields.text(label, value, |kind, to| {
                    with_state(kind, id, |state| {
                        if let StateKind::Pose {
                            on_entered,
                            on_left,
                            on_fully_blended,
                            ..
                        } = &mut state.kind
                        {
                            *[on_entered, on_left, on_fully_blended][which] = to;
                        }
                    });
                });
            }
        }
    }
    leaving_ui(fields, machine, id);
    let is_entry = machine.entry == Some(id);
    fields.toggle(
        tr!("Entry"),
        is_entry,
        tr!("the state machine starts here"),
        |kind, to| {
            of(kind)
                .filter(|_| to)
                .into_iter()
                .for_each(|machine| machine.entry = Some(id));
        },
    );
}

/// The machine that a part belongs to.
fn owner(node: &Node) -> String {
    tr!("of {}", node.title())
}

fn alias_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, alias: &Alias) {
    let id = alias.id;
    let set = move |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Alias)| {
        let alias = of(kind).and_then(|machine| machine.aliases.iter_mut().find(|it| it.id == id));
        alias.into_iter().for_each(change);
    };
    let word = owner(fields.node);
    identity(fields.ui, icons::PATH, &alias.name, tr!("Alias"), &word);
    fields.text(tr!("Name"), &alias.name, |kind, to| {
        set(kind, &mut |it| it.name.clone_from(&to))
    });
    let states: Vec<Id> = machine.states.iter().map(|state| state.id).collect();
    fields.toggle(
        tr!("Any state"),
        alias.states.is_none(),
        tr!("all except the target"),
        |kind, to| {
            set(kind, &mut |it| it.states = (!to).then(|| states.clone()));
        },
    );
    let Some(chosen) = &alias.states else { return };
    for state in &machine.states {
        fields.toggle(&state.name, chosen.contains(&state.id), "", |kind, to| {
            set(kind, &mut |it| {
                if let Some(states) = &mut it.states {
                    states.retain(|known| *known != state.id);
                    states.extend(to.then_some(state.id));
                }
            });
        });
    }
}

/// How the rows of a transition or conduit show its rule.
pub enum RuleField {
    /// The item that had the rule no longer exists.
    Gone,
    /// Several transitions share the rule, which is edited with the graph's settings.
    Shared,
    /// The field of its text.
    Typed(egui::Response),
}

/// The rule of a transition or conduit, with the node of its machine.
pub fn rule_of(graph: &PoseGraph, item: Id) -> Option<(&Node, &Machine, &Rule)> {
    graph.wiring.machines().find_map(|(id, machine)| {
        let transition = machine.transitions.iter().find(|it| it.id == item);
        let rule = match (transition, machine.state(item).map(|it| &it.kind)) {
            (Some(it), _) => &it.rule,
            (None, Some(StateKind::Conduit { rule })) => rule,
            _ => return None,
        };
        Some((graph.wiring.node(id)?, machine, rule))
    })
}

/// The rule of a transition or conduit alone.
pub fn rule_alone_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    graph: &PoseGraph,
    item: Id,
) -> RuleField {
    let Some((node, machine, rule)) = rule_of(graph, item) else {
        return RuleField::Gone;
    };
    let transition = machine.transitions.iter().find(|it| it.id == item);
    let title = transition.map(|it| machine.transition_text(it));
    let title = title.or_else(|| machine.name_of(item).map(str::to_owned));
    let title = egui::RichText::new(title.unwrap_or_default()).font(theme::strong());
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        ui.label(title.color(theme::WHITE));
    });
    let mut fields = NodeFieldRows {
        ui,
        rows,
        project,
        graph,
        node,
    };
    let field = rule_ui(&mut fields, rule, move |kind, to| set_rule(kind, item, to));
    if let Some(it) = transition {
        automatic_ui(&mut fields, it);
    }
    field
}

fn set_rule(kind: &mut NodeKind, item: Id, to: Rule) {
    with_transition(kind, item, |it| it.rule = to.clone());
    with_state(kind, item, |state| {
        if let StateKind::Conduit { rule } = &mut state.kind {
            *rule = to;
        }
    });
}

/// A rule in words, or one of the graph's that several share.
fn rule_ui(
    fields: &mut NodeFieldRows<'_, '_>,
    rule: &Rule,
    change: impl Fn(&mut NodeKind, Rule),
) -> RuleField {
    let shared = fields
        .graph
        .wiring
        .rules
        .iter()
        .map(|rule| (Some(rule.id), rule.name.clone()));
    let options: Vec<_> = std::iter::once((None, tr!("Own rule").to_owned()))
        .chain(shared)
        .collect();
    let now = if let Rule::Shared(id) = rule {
        Some(*id)
    } else {
        None
    };
    if options.len() > 1 {
        fields.choice(tr!("Rule of"), &now, &options, |kind, to| {
            change(kind, to.map_or_else(|| Rule::from("false"), Rule::Shared));
        });
    }
    match rule {
        Rule::Text(text) => {
            let NodeKind::StateMachine(machine) = &fields.node.kind else {
                return RuleField::Gone;
            };
            let named = ExpressionNames::of_rule(fields.graph, machine);
            let field = fields.expression((tr!("Rule"), text, ""), &named, |kind, to| {
                change(kind, Rule::Text(to.trim().to_owned()))
            });
            RuleField::Typed(field)
        }
        Rule::Shared(id) => {
            let text = fields
                .graph
                .wiring
                .rules
                .iter()
                .find(|it| it.id == *id)
                .map_or(tr!("missing"), |it| it.text.as_str());
            super::super::fact(fields.ui, tr!("Rule"), text);
            RuleField::Shared
        }
    }
}

fn transition_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, it: &Transition) {
    let (id, word) = (it.id, owner(fields.node));
    identity(
        fields.ui,
        icons::CARET_RIGHT,
        &machine.transition_text(it),
        tr!("Transition"),
        &word,
    );
    rule_ui(fields, &it.rule, move |kind, to| set_rule(kind, id, to));
    automatic_ui(fields, it);
    if let Some(left) = it.automatic {
        seconds_left_ui(fields, id, left);
    }
    fields.whole(
        (tr!("Priority"), tr!("lower first")),
        it.priority.into(),
        -1000..=1000,
        |kind, to| {
            with_transition(kind, id, |it| it.priority = to as i32);
        },
    );
    order_ui(fields, machine, it);
    fields.number(
        (tr!("Min time away"), "s"),
        it.least_time_away,
        0.0..=600.0,
        |kind, to| {
            with_transition(kind, id, |it| it.least_time_away = to);
        },
    );
    let groups: Vec<&str> = fields.graph.wiring.sync_groups().into_iter().collect();
    fields.text_of(
        tr!("Needs sync group"),
        &it.required_group,
        &groups,
        |kind, to| {
            with_transition(kind, id, |it| it.required_group = to);
        },
    );
    ends_ui(fields, machine, it);
    settings_ui(fields, it);
    if parts::group_header(fields.ui, tr!("Notifies"), "names") {
        fields.toggle(
            tr!("Mute source"),
            it.mutes_source,
            tr!("mutes notifies of the state it leaves"),
            |kind, to| {
                with_transition(kind, id, |it| it.mutes_source = to);
            },
        );
        let all = [
            (tr!("On start"), &it.on_start),
            (tr!("On end"), &it.on_end),
            (tr!("On interrupt"), &it.on_interrupt),
        ];
        for (which, (label, value)) in all.into_iter().enumerate() {
            fields.text(label, value, |kind, to| {
                with_transition(kind, id, |it| {
                    *[&mut it.on_start, &mut it.on_end, &mut it.on_interrupt][which] = to
                });
            });
        }
    }
}

fn automatic_ui(fields: &mut NodeFieldRows<'_, '_>, it: &Transition) {
    let (id, is_on) = (it.id, it.automatic.is_some());
    fields.toggle(
        tr!("When the clip ends"),
        is_on,
        tr!("automatic rule"),
        |kind, on| {
            with_transition(kind, id, |it| set_automatic(it, on));
        },
    );
}

/// A rule that nobody has written yet would keep the transition from being taken at all.
fn set_automatic(it: &mut Transition, is_on: bool) {
    it.automatic = is_on.then_some(-1.0);
    let (unwritten, nothing) = (Rule::from("false"), Rule::from(""));
    match is_on {
        true if it.rule == unwritten => it.rule = nothing,
        false if it.rule == nothing => it.rule = unwritten,
        _ => {}
    }
}

/// Place of the transition among all that leave the same state, those of aliases included.
fn order_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, it: &Transition) {
    let all = machine.leaving(it.from);
    if let Some(place) = all.iter().position(|other| other.id == it.id) {
        let text = tr!("{} of {}", place + 1, all.len());
        super::super::fact(fields.ui, tr!("Order"), &text);
    }
}

/// Transitions out of a state in the order in which they are asked. A click selects one.
fn leaving_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, state: Id) {
    let all = machine.leaving(state);
    let count = parts::count(all.len(), noun!("transition"));
    if !parts::group_header(fields.ui, tr!("Evaluation order"), &count) {
        return;
    }
    for (place, it) in all.into_iter().enumerate() {
        let (ends, rule) = (machine.transition_text(it), rule_text(fields.graph, it));
        let text = format!("{}  {ends}: {rule}", place + 1);
        if list_row_ui(fields.ui, tr!("Outgoing transition"), &text, "", false) {
            let selection = Selection::item(fields.rows.asset, it.id);
            let action = SelectAction::These(selection);
            fields.rows.actions.push(action.into());
        }
    }
}

/// Rows for how long before the end of its clip an automatic transition begins: its blend time, or
/// a time of its own.
fn seconds_left_ui(fields: &mut NodeFieldRows<'_, '_>, id: Id, left: f64) {
    let as_it_blends = left < 0.0;
    fields.toggle(
        tr!("Match blend time"),
        as_it_blends,
        tr!("starts one blend time before the end"),
        |kind, on| {
            with_transition(kind, id, |it| {
                it.automatic = Some(if on { -1.0 } else { 0.0 })
            });
        },
    );
    if as_it_blends {
        parts::property(fields.ui, tr!("Seconds left"), |ui| {
            let dash = ui.label(egui::RichText::new("–").color(theme::TEXT_3));
            dash.on_hover_text(
                tr!("Uses the transition's duration, so the blend ends with the clip. Turn off “Match blend time” to set a time."),
            )
        });
    } else {
        fields.number((tr!("Seconds left"), "s"), left, 0.0..=60.0, |kind, to| {
            with_transition(kind, id, |it| it.automatic = Some(to));
        });
    }
}

/// Rows for the ends of a transition; an edit keeps its rule.
fn ends_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, it: &Transition) {
    let id = it.id;
    let states = machine
        .states
        .iter()
        .map(|state| (state.id, state.name.clone()));
    let targets: Vec<_> = states.collect();
    let aliases = machine
        .aliases
        .iter()
        .map(|alias| (alias.id, alias.name.clone()));
    let sources: Vec<_> = targets.iter().cloned().chain(aliases).collect();
    fields.choice(tr!("From"), &it.from, &sources, |kind, to| {
        with_transition(kind, id, |it| it.from = to)
    });
    fields.choice(tr!("To"), &it.to, &targets, |kind, to| {
        with_transition(kind, id, |it| it.to = to)
    });
}

fn settings_ui(fields: &mut NodeFieldRows<'_, '_>, it: &Transition) {
    let id = it.id;
    if !parts::group_header(fields.ui, tr!("Blend"), "") {
        return;
    }
    fields.toggle(
        tr!("Own settings"),
        it.settings.is_some(),
        tr!("else shares those of the transition before"),
        |kind, on| {
            with_transition(kind, id, |it| it.settings = on.then(|| Settings::new(0.2)));
        },
    );
    let Some(settings) = it.settings else { return };
    let set = move |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Settings)| {
        with_transition(kind, id, |it| it.settings.iter_mut().for_each(change));
    };
    fields.number(
        (tr!("Duration"), "s"),
        settings.duration,
        0.0..=60.0,
        |kind, to| {
            set(kind, &mut |settings| settings.duration = to);
        },
    );
    fields.easing(settings.easing, |kind, to: Easing| {
        set(kind, &mut |settings| settings.easing = to)
    });
    let logics = [
        (
            Logic::Standard,
            tr!("Standard: both states play, by weight"),
        ),
        (
            Logic::Inertialize,
            tr!("Inertialize: the difference decays"),
        ),
        (Logic::Custom, tr!("Custom: own graph")),
    ]
    .map(|(logic, name)| (logic, name.to_owned()));
    fields.choice(tr!("Logic"), &settings.logic, &logics, |kind, to| {
        set(kind, &mut |settings| settings.logic = to)
    });
    fields.profile(settings.profile, |kind, to| {
        set(kind, &mut |settings| settings.profile = to)
    });
}
