//! Rows of a notify.

use super::{fields::TimelineFieldRows, payload, warp::warp_ui};
use crate::{
    parts::{self, NumberField},
    timeline::{LinkKind, NEW_STATE, TimelineHost},
};
use anim::limits::{LONGEST_BLEND, MOST_RATE};
use asset::{
    Id, Notify,
    notify::{Action, Link},
};
use document::{Command, NotifyCommand};
use egui::Ui;
use words::{Word, tr, word};

/// The group of what a notify carries for a game.
const PAYLOAD: Word = word!("Payload");

/// The rows of the selected notify.
pub fn notify_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, notify: &Notify) {
    let kind = match (notify.duration, notify.branching) {
        (None, false) => tr!("notify"),
        (None, true) => tr!("branching notify"),
        (Some(_), false) => tr!("notify state"),
        (Some(_), true) => tr!("branching notify state"),
    };
    if fields.rows.views.reveals_payload {
        fields.open_selected(ui, &notify.name);
    }
    if !fields.selected_header(ui, &notify.name, kind) {
        return;
    }
    let host = fields.host.id;
    let set = move |notify: Notify| Command::Notify(host, NotifyCommand::Set(notify));
    let usual = Notify::instant(notify.id, notify.track, "", notify.time);
    fields.rows.text(ui, tr!("Name"), &notify.name, |name| {
        set(Notify {
            name,
            ..notify.clone()
        })
    });
    let (length, duration) = (
        fields.host.length(),
        f64::from(notify.duration.unwrap_or(0.0)),
    );
    fields.time_within(ui, tr!("Time"), (notify.time, length - duration), |time| {
        set(Notify {
            time,
            ..notify.clone()
        })
    });
    fields.rows.toggle(
        ui,
        tr!("State"),
        notify.duration.is_some(),
        tr!("fires begin, tick and end over a duration"),
        |on| {
            set(Notify {
                duration: on.then(|| notify.duration.unwrap_or(NEW_STATE)),
                ..notify.clone()
            })
        },
    );
    if let Some(duration) = notify.duration {
        let most = length - f64::from(notify.time);
        fields.time_within(ui, tr!("Duration"), (duration, most), |duration| {
            set(Notify {
                duration: Some(duration),
                ..notify.clone()
            })
        });
    }
    let tracks: Vec<(Id, String)> = fields
        .host
        .tracks()
        .iter()
        .map(|track| (track.id, track.name.clone()))
        .collect();
    fields
        .rows
        .choice(ui, tr!("Track"), &notify.track, &tracks, |track| {
            set(Notify {
                track,
                ..notify.clone()
            })
        });
    if fields.host.montage().is_some() {
        link_ui(ui, fields, notify, set);
    }
    fields
        .rows
        .resets(notify.socket.is_some(), tr!("None"), || {
            set(Notify {
                socket: None,
                ..notify.clone()
            })
        });
    socket_ui(ui, fields, notify, set);
    if fields.host.montage().is_some() {
        branching_ui(ui, fields, notify, set);
    }
    if notify.duration.is_some() && fields.many.len() <= 1 {
        warp_ui(ui, fields, notify, set);
    }
    if parts::group_header(ui, tr!("Fires when"), "") {
        filters_ui(ui, fields, (notify, &usual), set);
    }
    if fields.rows.views.reveals_payload {
        parts::unfold(ui, &PAYLOAD);
    }
    if parts::group_header(ui, &PAYLOAD, "") {
        payload::payload_ui(ui, fields, notify, set);
    }
}

/// Rows for the segment that a notify follows, and for how it follows.
fn link_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    notify: &Notify,
    set: impl Fn(Notify) -> Command,
) {
    let under = |follow: LinkKind| match notify.link.segment() {
        Some(segment) => follow.of(segment),
        None => follow.at(&fields.host, notify.time.into()),
    };
    let ways = LinkKind::ALL.map(|follow| (under(follow), follow.name().to_owned()));
    // Without a segment under it there is nothing to follow.
    let ways: Vec<(Link, String)> = match under(LinkKind::Relative) {
        Link::Absolute => ways[..1].to_vec(),
        _ => ways.to_vec(),
    };
    fields
        .rows
        .choice(ui, tr!("Link"), &notify.link, &ways, |link| {
            set(Notify {
                link,
                ..notify.clone()
            })
        });
    if notify.link == Link::Absolute {
        return;
    }
    let segments = fields.host.slots().iter().flat_map(|slot| &slot.segments);
    let named: Vec<(Link, String)> = segments
        .map(|it| {
            (
                notify.link.to(it.id),
                tr!("{} at {:.3} s", fields.host.clip_name(it.clip), it.start),
            )
        })
        .collect();
    fields
        .rows
        .choice(ui, tr!("To segment"), &notify.link, &named, |link| {
            set(Notify {
                link,
                ..notify.clone()
            })
        });
}

/// Row for the socket at which a game plays the effect or sound. A missing socket is shown as a
/// dash.
fn socket_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    notify: &Notify,
    set: impl Fn(Notify) -> Command,
) {
    let skeleton = fields.host.project.skeletons.get(&fields.host.skeleton());
    let sockets = skeleton.map_or(&[][..], |skeleton| &skeleton.sockets);
    let named = sockets
        .iter()
        .map(|socket| (Some(socket.id), socket.name.clone()));
    let options: Vec<(Option<Id>, String)> = [(None, tr!("None").to_owned())]
        .into_iter()
        .chain(named)
        .collect();
    let socket = |socket| {
        set(Notify {
            socket,
            ..notify.clone()
        })
    };
    if fields.many.len() > 1 {
        return fields
            .rows
            .choice(ui, tr!("Socket"), &notify.socket, &options, socket);
    }
    let picking = fields.picking((notify.id, None), true, tr!("Socket"));
    payload::pick_ui(ui, fields, picking, (&notify.socket, &options), socket);
}

fn branching_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    notify: &Notify,
    set: impl Fn(Notify) -> Command + Copy,
) {
    fields.rows.toggle(
        ui,
        tr!("Branching point"),
        notify.branching,
        tr!("fires at its exact time; can jump"),
        |branching| {
            set(Notify {
                branching,
                ..notify.clone()
            })
        },
    );
    fields.rows.choice(
        ui,
        tr!("Action"),
        &notify.action,
        &actions(fields.host, notify),
        |action| {
            set(Notify {
                action,
                branching: notify.branching || action != Action::None,
                ..notify.clone()
            })
        },
    );
    let act = |action| {
        set(Notify {
            action,
            ..notify.clone()
        })
    };
    let number = |name, value, unit, range| NumberField {
        name,
        value,
        unit,
        decimals: 3,
        speed: 0.01,
        range,
        width: 84.0,
    };
    match notify.action {
        Action::StopMontage(time) => {
            let note = tr!("uses the montage's blend-out");
            fields
                .rows
                .toggle(ui, tr!("Own blend-out"), time.is_none(), note, |on| {
                    act(Action::StopMontage((!on).then_some(NEW_STATE)))
                });
            if let Some(time) = time {
                let field = number(
                    tr!("Blend out over"),
                    time.into(),
                    "s",
                    0.0..=LONGEST_BLEND.into(),
                );
                let over = |time: f64| act(Action::StopMontage(Some(time as f32)));
                fields.rows.number(ui, tr!("Blend out over"), field, over);
            }
        }
        Action::SetPlayRate(rate) => {
            let most = f64::from(MOST_RATE);
            let field = number(tr!("Play rate"), rate.into(), "×", -most..=most);
            fields.rows.number(ui, tr!("Play rate"), field, |rate| {
                act(Action::SetPlayRate(rate as f32))
            });
        }
        Action::None
        | Action::JumpToSection(_)
        | Action::SetNextSection(_)
        | Action::PlayMontage(_)
        | Action::DisableRootMotion => {}
    }
}

/// Actions that a branching point can have. The chosen action keeps its own number.
fn actions(host: TimelineHost<'_>, notify: &Notify) -> Vec<(Action, String)> {
    let chosen = notify.action;
    let jumps = host
        .sections()
        .iter()
        .map(|it| (Action::JumpToSection(it.id), tr!("Jump to {}", it.name)));
    let links = host.sections().iter().map(|it| {
        (
            Action::SetNextSection(it.id),
            tr!("Continue with {}", it.name),
        )
    });
    let of_skeleton = host
        .project
        .montages
        .iter()
        .filter(|(_, montage)| montage.skeleton == host.skeleton());
    let plays =
        of_skeleton.map(|(id, montage)| (Action::PlayMontage(*id), tr!("Play {}", montage.name)));
    let stop = if let Action::StopMontage(_) = chosen {
        chosen
    } else {
        Action::StopMontage(None)
    };
    let rate = if let Action::SetPlayRate(_) = chosen {
        chosen
    } else {
        Action::SetPlayRate(1.0)
    };
    let rest = [
        (stop, tr!("Stop the montage").to_owned()),
        (rate, tr!("Set the play rate").to_owned()),
    ];
    let none = [(Action::None, tr!("None").to_owned())];
    // Of a state alone; an instant that was one still shows what it says.
    let holds = notify.duration.is_some() || chosen == Action::DisableRootMotion;
    let hold = holds.then(|| {
        (
            Action::DisableRootMotion,
            tr!("Disable root motion").to_owned(),
        )
    });
    none.into_iter()
        .chain(jumps)
        .chain(links)
        .chain(rest)
        .chain(hold)
        .chain(plays)
        .collect()
}

fn filters_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    (notify, usual): (&Notify, &Notify),
    set: impl Fn(Notify) -> Command + Copy,
) {
    let field = NumberField {
        name: tr!("Weight threshold"),
        value: notify.weight_threshold.into(),
        unit: "",
        decimals: 3,
        speed: 0.005,
        range: 0.0..=1.0,
        width: 84.0,
    };
    let (threshold, chance) = (usual.weight_threshold, usual.chance);
    fields.rows.resets(
        notify.weight_threshold != threshold,
        format!("{threshold:.3}"),
        || {
            set(Notify {
                weight_threshold: threshold,
                ..notify.clone()
            })
        },
    );
    fields.rows.number(ui, tr!("Weight threshold"), field, |v| {
        set(Notify {
            weight_threshold: v as f32,
            ..notify.clone()
        })
    });
    let field = NumberField {
        name: tr!("Chance"),
        value: f64::from(notify.chance) * 100.0,
        unit: "%",
        decimals: 0,
        speed: 0.5,
        range: 0.0..=100.0,
        width: 84.0,
    };
    fields.rows.resets(
        notify.chance != chance,
        format!("{:.0} %", chance * 100.0),
        || {
            set(Notify {
                chance,
                ..notify.clone()
            })
        },
    );
    fields.rows.number(ui, tr!("Chance"), field, |v| {
        set(Notify {
            chance: (v / 100.0) as f32,
            ..notify.clone()
        })
    });
    let lods: Vec<(Option<u32>, String)> = [(None, tr!("Every LOD").to_owned())]
        .into_iter()
        .chain(
            (1..8)
                .rev()
                .map(|lod| (Some(lod), tr!("Up to LOD {}", lod - 1))),
        )
        .chain([(Some(0), tr!("Never").to_owned())])
        .collect();
    fields
        .rows
        .resets(notify.from_lod.is_some(), tr!("Every LOD"), || {
            set(Notify {
                from_lod: None,
                ..notify.clone()
            })
        });
    fields
        .rows
        .choice(ui, "LOD", &notify.from_lod, &lods, |from_lod| {
            set(Notify {
                from_lod,
                ..notify.clone()
            })
        });
    fields
        .rows
        .resets(notify.on_follower != usual.on_follower, tr!("off"), || {
            set(Notify {
                on_follower: usual.on_follower,
                ..notify.clone()
            })
        });
    fields.rows.toggle(
        ui,
        tr!("Fire when following"),
        notify.on_follower,
        tr!("also while another clip of its sync group leads"),
        |on| {
            set(Notify {
                on_follower: on,
                ..notify.clone()
            })
        },
    );
    fields.rows.resets(
        notify.on_dedicated_server != usual.on_dedicated_server,
        tr!("on"),
        || {
            set(Notify {
                on_dedicated_server: usual.on_dedicated_server,
                ..notify.clone()
            })
        },
    );
    fields.rows.toggle(
        ui,
        tr!("Fire on server"),
        notify.on_dedicated_server,
        tr!("also on a dedicated server"),
        |on| {
            set(Notify {
                on_dedicated_server: on,
                ..notify.clone()
            })
        },
    );
    fields
        .rows
        .resets(notify.filterable != usual.filterable, tr!("off"), || {
            set(Notify {
                filterable: usual.filterable,
                ..notify.clone()
            })
        });
    fields.rows.toggle(
        ui,
        tr!("Can be filtered"),
        notify.filterable,
        tr!("a game's filter request can mute it"),
        |on| {
            set(Notify {
                filterable: on,
                ..notify.clone()
            })
        },
    );
}
