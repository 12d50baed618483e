//! Settings of state machines, and of their states, conduits, aliases and transitions.

use super::fields::NodeFieldRows;
use crate::{
    icons,
    panels::{
        details::{expression::ExpressionNames, heading::identity},
        rows::PropertyRows,
    },
    parts, theme,
};
use anim::montage::Easing;
use asset::{
    Id, PoseGraph, Project,
    graph::{Alias, Logic, Machine, Node, NodeKind, Rule, Settings, State, StateKind, Transition},
};
use egui::Ui;

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
        "State machine",
        &parts::count(machine.transitions.len(), "transition"),
    ) {
        return;
    }
    entry_ui(fields, machine);
    fields.whole(
        ("Max per tick", "transitions"),
        machine.most_per_tick.into(),
        1..=16,
        |kind, to| {
            of(kind)
                .into_iter()
                .for_each(|machine| machine.most_per_tick = to as u8);
        },
    );
    fields.toggle(
        "Skip first transition",
        machine.skips_first,
        "no transition in the first tick",
        |kind, to| {
            of(kind)
                .into_iter()
                .for_each(|machine| machine.skips_first = to);
        },
    );
    fields.toggle(
        "Restarts",
        machine.restarts,
        "when it had no weight",
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
    fields.choice("Entry", &machine.entry, &states, |kind, to| {
        of(kind).into_iter().for_each(|machine| machine.entry = to);
    });
}

/// A state, conduit, alias or transition; false where it is none.
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
        "Conduit"
    } else {
        "State"
    };
    identity(fields.ui, icons::PATH, &state.name, word, &node);
    fields.text("Name", &state.name, |kind, to| {
        with_state(kind, id, |state| state.name = to)
    });
    match &state.kind {
        StateKind::Conduit { rule } => rule_ui(fields, rule, move |kind, to| {
            with_state(kind, id, |state| {
                state.kind = StateKind::Conduit { rule: to }
            });
        }),
        StateKind::Pose {
            reset_on_entry,
            inertialize_reentry,
            on_entered,
            on_left,
            on_fully_blended,
            ..
        } => {
            fields.toggle(
                "Resets on entry",
                *reset_on_entry,
                "restarts its players",
                |kind, to| {
                    with_state(kind, id, |state| {
                        if let StateKind::Pose { reset_on_entry, .. } = &mut state.kind {
                            *reset_on_entry = to;
                        }
                    });
                },
            );
            fields.toggle(
                "Smooth re-entry",
                *inertialize_reentry,
                "inertializes instead of blending",
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
                ("On enter", on_entered),
                ("On exit", on_left),
                ("On fully blended", on_fully_blended),
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
    let is_entry = machine.entry == Some(id);
    fields.toggle(
        "Entry",
        is_entry,
        "the state machine starts here",
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
    format!("of {}", node.title())
}

fn alias_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, alias: &Alias) {
    let id = alias.id;
    let set = move |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Alias)| {
        let alias = of(kind).and_then(|machine| machine.aliases.iter_mut().find(|it| it.id == id));
        alias.into_iter().for_each(change);
    };
    let word = owner(fields.node);
    identity(fields.ui, icons::PATH, &alias.name, "Alias", &word);
    fields.text("Name", &alias.name, |kind, to| {
        set(kind, &mut |it| it.name.clone_from(&to))
    });
    let states: Vec<Id> = machine.states.iter().map(|state| state.id).collect();
    fields.toggle(
        "Any state",
        alias.states.is_none(),
        "all except the target",
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

/// A rule in words, or one of the graph's that several share.
fn rule_ui(fields: &mut NodeFieldRows<'_, '_>, rule: &Rule, change: impl Fn(&mut NodeKind, Rule)) {
    let shared = fields
        .graph
        .wiring
        .rules
        .iter()
        .map(|rule| (Some(rule.id), rule.name.clone()));
    let options: Vec<_> = std::iter::once((None, "Own rule".to_owned()))
        .chain(shared)
        .collect();
    let now = if let Rule::Shared(id) = rule {
        Some(*id)
    } else {
        None
    };
    if options.len() > 1 {
        fields.choice("Rule of", &now, &options, |kind, to| {
            change(kind, to.map_or_else(|| Rule::from("false"), Rule::Shared));
        });
    }
    match rule {
        Rule::Text(text) => {
            let NodeKind::StateMachine(machine) = &fields.node.kind else {
                return;
            };
            let named = ExpressionNames::of_rule(fields.graph, machine);
            fields.expression(("Rule", text, ""), &named, |kind, to| {
                change(kind, Rule::Text(to.trim().to_owned()))
            });
        }
        Rule::Shared(id) => {
            let text = fields
                .graph
                .wiring
                .rules
                .iter()
                .find(|it| it.id == *id)
                .map_or("missing", |it| it.text.as_str());
            super::super::fact(fields.ui, "Rule", text);
        }
    }
}

fn transition_ui(fields: &mut NodeFieldRows<'_, '_>, machine: &Machine, it: &Transition) {
    let (id, word) = (it.id, owner(fields.node));
    identity(
        fields.ui,
        icons::CARET_RIGHT,
        &machine.transition_text(it),
        "Transition",
        &word,
    );
    rule_ui(fields, &it.rule, move |kind, to| {
        with_transition(kind, id, |it| it.rule = to)
    });
    fields.toggle(
        "When the clip ends",
        it.automatic.is_some(),
        "automatic rule",
        |kind, on| {
            with_transition(kind, id, |it| it.automatic = on.then_some(-1.0));
        },
    );
    if let Some(left) = it.automatic {
        seconds_left_ui(fields, id, left);
    }
    fields.whole(
        ("Priority", "lower first"),
        it.priority.into(),
        -1000..=1000,
        |kind, to| {
            with_transition(kind, id, |it| it.priority = to as i32);
        },
    );
    fields.number(
        ("Min time away", "s"),
        it.least_time_away,
        0.0..=600.0,
        |kind, to| {
            with_transition(kind, id, |it| it.least_time_away = to);
        },
    );
    let groups = groups(fields);
    let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
    fields.text_of(
        "Needs sync group",
        &it.required_group,
        &groups,
        |kind, to| {
            with_transition(kind, id, |it| it.required_group = to);
        },
    );
    ends_ui(fields, machine, it);
    settings_ui(fields, it);
    if parts::group_header(fields.ui, "Notifies", "names") {
        fields.toggle(
            "Mute source",
            it.mutes_source,
            "mutes notifies of the state it leaves",
            |kind, to| {
                with_transition(kind, id, |it| it.mutes_source = to);
            },
        );
        let all = [
            ("On start", &it.on_start),
            ("On end", &it.on_end),
            ("On interrupt", &it.on_interrupt),
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

/// The sync groups of the graph's players, each once.
fn groups(fields: &NodeFieldRows<'_, '_>) -> Vec<String> {
    let mut groups: Vec<String> = fields
        .graph
        .wiring
        .nodes
        .iter()
        .map(|node| node.kind.group().to_owned())
        .collect();
    groups.sort();
    groups.dedup();
    groups.retain(|group| !group.is_empty());
    groups
}

/// How long before the end of its clip a transition by itself begins: as long as it blends, or a
/// time of its own.
fn seconds_left_ui(fields: &mut NodeFieldRows<'_, '_>, id: Id, left: f64) {
    let as_it_blends = left < 0.0;
    fields.toggle(
        "Match blend time",
        as_it_blends,
        "starts one blend time before the end",
        |kind, on| {
            with_transition(kind, id, |it| {
                it.automatic = Some(if on { -1.0 } else { 0.0 })
            });
        },
    );
    if as_it_blends {
        parts::property(fields.ui, "Seconds left", |ui| {
            let dash = ui.label(egui::RichText::new("–").color(theme::TEXT_3));
            dash.on_hover_text(
                "Uses the transition's duration, so the blend ends with the clip. Turn off “Match blend time” to set a time.",
            )
        });
    } else {
        fields.number(("Seconds left", "s"), left, 0.0..=60.0, |kind, to| {
            with_transition(kind, id, |it| it.automatic = Some(to));
        });
    }
}

/// To lead it elsewhere, its rule kept.
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
    fields.choice("From", &it.from, &sources, |kind, to| {
        with_transition(kind, id, |it| it.from = to)
    });
    fields.choice("To", &it.to, &targets, |kind, to| {
        with_transition(kind, id, |it| it.to = to)
    });
}

fn settings_ui(fields: &mut NodeFieldRows<'_, '_>, it: &Transition) {
    let id = it.id;
    if !parts::group_header(fields.ui, "Blend", "") {
        return;
    }
    fields.toggle(
        "Own settings",
        it.settings.is_some(),
        "else shares those of the transition before",
        |kind, on| {
            with_transition(kind, id, |it| it.settings = on.then(|| Settings::new(0.2)));
        },
    );
    let Some(settings) = it.settings else { return };
    let set = move |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Settings)| {
        with_transition(kind, id, |it| it.settings.iter_mut().for_each(change));
    };
    fields.number(
        ("Duration", "s"),
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
        (Logic::Standard, "Standard: both states play, by weight"),
        (Logic::Inertialize, "Inertialize: the difference decays"),
        (Logic::Custom, "Custom: own graph"),
    ]
    .map(|(logic, name)| (logic, name.to_owned()));
    fields.choice("Logic", &settings.logic, &logics, |kind, to| {
        set(kind, &mut |settings| settings.logic = to)
    });
    fields.profile(settings.profile, |kind, to| {
        set(kind, &mut |settings| settings.profile = to)
    });
}
