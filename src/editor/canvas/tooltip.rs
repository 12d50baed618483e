//! What a node, a state or a transition tells while the pointer rests on it: its settings, what it
//! does now, and why.

mod settings;

use super::{host::Host, live::Live, page::Card};
use crate::{graph_inspection::Looking, parts, theme};
use asset::{
    Id, PoseGraph,
    graph::{Machine, Node, NodeKind, Rule, State, StateKind, Transition},
};
use egui::{Color32, RichText, Ui};
use engine::Decided;
use words::{noun, tr};

/// Points; longer lines are broken.
const WIDTH: f32 = 340.0;
/// Settings, decisions and problems that are listed at most, each.
const MOST: usize = 8;

/// The graph, its playback and its recent decisions, as tooltips describe them.
pub struct TooltipScene<'a> {
    /// The graph and its problems.
    pub host: &'a Host<'a>,
    /// Playback of the graph; None while the graph does not play.
    pub live: Option<&'a Live<'a>>,
    /// Recently recorded decisions of the graph.
    pub looking: &'a Looking,
}

/// Shows the tooltip of a node's card; for an end of the page, only the title and the line below
/// it.
pub fn card_ui(ui: &mut Ui, of: &TooltipScene<'_>, card: &Card) {
    ui.set_max_width(WIDTH);
    title(ui, &card.title);
    let Some(node) = card.id.and_then(|id| of.host.graph.wiring.node(id)) else {
        return small(ui, &card.line, theme::TEXT_2);
    };
    small(ui, &card.line, theme::TEXT_2);
    if node.is_disabled {
        small(
            ui,
            match node.passed_pin() {
                Some(_) => tr!("Passes its first input unchanged. Press D to enable it."),
                None => tr!("Gives the reference pose. Press D to enable it."),
            },
            theme::WARN,
        );
    }
    problems(ui, of.host, node.id);
    settings_ui(ui, of.host, node);
    if let Some(live) = of.live {
        playing(ui, of, live, node);
    }
    if let NodeKind::StateMachine(_) = node.kind {
        decisions(ui, of, node.id, None);
    }
}

/// Shows the tooltip of a state, conduit or alias.
pub fn state_ui(ui: &mut Ui, of: &TooltipScene<'_>, (machine, at): (&Machine, Id), item: Id) {
    ui.set_max_width(WIDTH);
    title(ui, machine.name_of(item).unwrap_or_default());
    problems(ui, of.host, item);
    if let Some(state) = machine.state(item) {
        what_it_is(ui, of.host, state);
        if let Some(live) = of.live {
            let weight = live.states(at, machine).get(&item).copied();
            row(ui, tr!("Weight"), &format!("{:.2}", weight.unwrap_or(0.0)));
        }
        leaving_ui(ui, of.host, machine, item);
    } else if let Some(alias) = machine.aliases.iter().find(|it| it.id == item) {
        let names = alias.states.iter().flatten();
        let names: Vec<&str> = names.filter_map(|id| machine.name_of(*id)).collect();
        match alias.states {
            None => small(ui, tr!("Any state except the target"), theme::TEXT_2),
            Some(_) => small(ui, &names.join(", "), theme::TEXT_2),
        }
    }
}

/// Shows the tooltip of a transition: when it is taken, and why it was or was not taken.
pub fn transition_ui(
    ui: &mut Ui,
    of: &TooltipScene<'_>,
    (machine, at): (&Machine, Id),
    it: &Transition,
) {
    ui.set_max_width(WIDTH);
    title(ui, &machine.transition_text(it));
    small(ui, &rule_text(of.host.graph, it), theme::TEXT);
    problems(ui, of.host, it.id);
    let order = machine.leaving(it.from);
    if let Some(place) = order.iter().position(|known| known.id == it.id) {
        let text = tr!("{} of {}", place + 1, order.len());
        row(ui, tr!("Order"), &text);
    }
    if let Some(settings) = it.settings {
        row(ui, tr!("Blend time"), &format!("{} s", settings.duration));
    }
    for why in refusals(of, at, it.id).into_iter().take(MOST) {
        small(ui, &tr!("Not taken: {why}"), theme::TEXT_2);
    }
    decisions(ui, of, at, Some(it.id));
}

/// One line of text that describes when a transition is taken.
pub fn rule_text(graph: &PoseGraph, it: &Transition) -> String {
    let rules = &graph.wiring.rules;
    let rule = match &it.rule {
        Rule::Text(text) => text.clone(),
        Rule::Shared(id) => rules
            .iter()
            .find(|rule| rule.id == *id)
            .map_or_else(|| tr!("missing rule").to_owned(), |rule| rule.name.clone()),
    };
    match (it.automatic.is_some(), rule.trim().is_empty()) {
        (true, true) => tr!("when the clip ends").to_owned(),
        (true, false) => tr!("{rule}, when the clip ends"),
        (false, true) => tr!("never: the rule is empty").to_owned(),
        (false, false) => rule,
    }
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(
        RichText::new(text)
            .font(theme::strong())
            .color(theme::WHITE),
    );
}

fn small(ui: &mut Ui, text: &str, color: Color32) {
    if !text.is_empty() {
        ui.label(RichText::new(text).font(theme::small()).color(color));
    }
}

fn row(ui: &mut Ui, label: &str, value: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        small(ui, label, theme::TEXT_2);
        small(ui, value, theme::TEXT);
    });
}

fn problems(ui: &mut Ui, host: &Host<'_>, item: Id) {
    let own = host.told.iter().filter(|it| it.subject.asset == host.id);
    let own = own.filter(|it| it.subject.item == Some(item));
    for problem in own.take(MOST) {
        let color = match problem.severity {
            asset::Severity::Error => theme::ERROR,
            asset::Severity::Warning => theme::WARN,
        };
        small(ui, &asset::describe(host.project, problem), color);
    }
}

/// Rows for settings that differ from those of a new node.
fn settings_ui(ui: &mut Ui, host: &Host<'_>, node: &Node) {
    let all = settings::changed(host.project, host.graph, node);
    for (label, value) in all.iter().take(MOST) {
        row(ui, label, value);
    }
    if all.len() > MOST {
        let more = parts::count(all.len() - MOST, noun!("more setting"));
        small(ui, &tr!("{more} in Details"), theme::TEXT_3);
    }
}

fn playing(ui: &mut Ui, of: &TooltipScene<'_>, live: &Live<'_>, node: &Node) {
    row(ui, tr!("Weight"), &format!("{:.2}", live.weight(node.id)));
    if let Some(time) = live.time(node.id) {
        row(ui, tr!("Time"), &format!("{time:.2} s"));
    }
    if let NodeKind::StateMachine(machine) = &node.kind
        && let Some((state, time)) = live.current(node.id, machine)
    {
        let name = machine.name_of(state).unwrap_or_default();
        row(ui, tr!("State"), &format!("{name}, {time:.2} s"));
    }
    if let Some(micros) = of.looking.costs.of(node.id) {
        row(ui, tr!("Evaluation"), &format!("{micros:.1} µs"));
    }
}

fn what_it_is(ui: &mut Ui, host: &Host<'_>, state: &State) {
    match &state.kind {
        StateKind::Conduit { .. } => small(ui, tr!("Conduit"), theme::TEXT_2),
        StateKind::Pose { source, .. } => {
            let shown = source.and_then(|id| host.graph.wiring.node(id));
            let shown = shown.map_or_else(
                || tr!("No pose yet").to_owned(),
                |node| super::title(host.project, host.graph, node),
            );
            small(ui, &shown, theme::TEXT_2);
        }
    }
}

/// Transitions out of a state in the order in which they are asked, those of aliases included.
fn leaving_ui(ui: &mut Ui, host: &Host<'_>, machine: &Machine, state: Id) {
    for (nth, it) in machine.leaving(state).iter().take(MOST).enumerate() {
        let label = format!("{}  {}", nth + 1, machine.transition_text(it));
        row(ui, &label, &rule_text(host.graph, it));
    }
}

/// Reasons why a transition was not taken in this frame.
fn refusals(of: &TooltipScene<'_>, machine: Id, transition: Id) -> Vec<String> {
    let Some(frame) = of.host.frame.filter(|_| of.live.is_some()) else {
        return Vec::new();
    };
    let ids = &frame.graph.parts().ids;
    let own = frame.inspected.not_taken.iter().filter(|it| {
        let node = ids.get(usize::from(it.node)).copied().map(Id);
        node == Some(machine) && of.host.transition(machine, it.transition) == Some(transition)
    });
    own.map(|it| it.why.clone()).collect()
}

/// The last ones of a machine, or of one of its transitions.
fn decisions(ui: &mut Ui, of: &TooltipScene<'_>, machine: Id, transition: Option<Id>) {
    let own = of.looking.decisions.iter().filter(|it| {
        let is_wanted = |wanted| of.host.transition(machine, it.transition) == Some(wanted);
        it.node == machine.0 && transition.is_none_or(is_wanted)
    });
    for it in own.take(3) {
        let what = match &it.what {
            Decided::Taken(why) if why.is_empty() => tr!("{} taken", it.title),
            Decided::Taken(why) => tr!("{} taken: {why}", it.title),
            Decided::Interrupted => tr!("{} interrupted", it.title),
        };
        row(ui, &format!("{:.2} s", it.time), &what);
    }
}
