//! Actions that need more than one value to become a command: new items at the playhead, the
//! selection as a whole.

use super::App;
use crate::{
    dock::Panel,
    timeline::{
        NEW_STATE, TimelineHost, TimelineRevealMode, add_key,
        item::{self, Item, free_name},
    },
    toast::Tone,
    views::Renaming,
};
use asset::{
    AssetKind, Clip, Curve, CurveKey, Id, LaneSound, Montage, Note, Notify, NotifyTrack, Project,
    SyncMarker,
    montage::{Section, Segment, Slot},
};
use document::{Command, ItemCommand, MontageCommand, NotifyCommand, ProjectCommand, Selection};
use std::{collections::BTreeSet, sync::Arc};
use words::tr;

/// The skeleton with the most clips: a prop has few or none.
fn most_played(project: &Project) -> Option<Id> {
    let clips = |skeleton: &Id| {
        project
            .clips
            .values()
            .filter(|clip| clip.skeleton == *skeleton)
            .count()
    };
    project.skeletons.keys().copied().max_by_key(clips)
}

/// Frames a second on which the frames of the clips lie; 30 where they are finer than a timeline
/// needs.
fn shared_rate<'a>(clips: impl Iterator<Item = &'a Arc<Clip>>) -> f32 {
    let rate = clips
        .map(|clip| clip.frame_rate)
        .filter(|rate| *rate <= 60.0)
        .fold(0.0, f32::max);
    if rate > 0.0 { rate } else { 30.0 }
}

impl App {
    pub(super) fn host(&self) -> Option<TimelineHost<'_>> {
        self.session
            .active
            .and_then(|id| TimelineHost::new(self.document.project(), id))
    }

    /// The playhead on the edge where it stands, else on the grid of frames, seconds.
    pub(super) fn playhead(&self, host: &TimelineHost<'_>) -> f32 {
        let (rate, position) = (host.frame_rate(), self.session.transport.position);
        let edge = crate::timeline::edges(host)
            .into_iter()
            .find(|edge| (edge - position).abs() < 1e-3);
        edge.unwrap_or((position * rate).round() / rate)
            .min(host.length()) as f32
    }

    /// Performs and selects what was added.
    pub(super) fn add(&mut self, command: &Command, item: Id) {
        let Some(host) = self.session.active else {
            return;
        };
        let before = self.document.step_count();
        self.perform(command, None);
        if self.document.step_count() != before {
            self.document.select(Selection::item(host, item));
        }
    }

    pub(super) fn add_note(&mut self) {
        let id = self.views.edits.id();
        let Some(host) = self.host() else { return };
        let note = Note {
            id,
            time: self.playhead(&host),
            text: "Note".into(),
            color: 4,
        };
        self.add(&Command::Note(host.id, ItemCommand::Add(note)), id);
    }

    /// The new section takes over the link of the one it cuts, which now leads to it: playing is
    /// unchanged.
    pub(crate) fn add_section(&mut self) {
        let id = self.views.edits.id();
        let Some(host) = self.host() else { return };
        let Some(montage) = host.montage() else {
            return;
        };
        let start = self.playhead(&host);
        let half_a_frame = 0.5 / montage.frame_rate;
        let mut sections = montage.sections.iter();
        // Those of a child montage are refused for what they are, wherever they begin.
        if let Some(there) = sections.find(|it| (it.start - start).abs() < half_a_frame)
            && montage.parent.is_none()
        {
            let line = tr!(
                "Section “{}” starts here. Move the playhead first.",
                there.name
            );
            return self
                .session
                .toast(Tone::Warning, tr!("No section added"), line);
        }
        let name = free_name(
            "Section",
            montage.sections.iter().map(|section| section.name.as_str()),
        );
        let cut = montage
            .sections
            .iter()
            .rev()
            .find(|section| section.start <= start);
        let color = (montage.sections.len() % 8) as u8;
        let section = Section {
            id,
            name,
            start,
            next: cut.and_then(|cut| cut.next),
            color,
        };
        let mut commands = vec![Command::Montage(
            host.id,
            MontageCommand::AddSection(section),
        )];
        if let Some(cut) = cut {
            commands.push(Command::Montage(
                host.id,
                MontageCommand::LinkSection {
                    from: cut.id,
                    to: Some(id),
                },
            ));
        }
        self.add(&Command::Batch(commands), id);
    }

    /// Links each section of the open montage to the next one in time, or to the end if `chains` is
    /// false.
    pub(super) fn link_sections(&mut self, chains: bool) {
        let Some(host) = self.host() else { return };
        let sections = host.sections();
        let next = |at: usize| {
            sections
                .get(at + 1)
                .filter(|_| chains)
                .map(|section| section.id)
        };
        let link = |(at, section): (usize, &Section)| {
            Command::Montage(
                host.id,
                MontageCommand::LinkSection {
                    from: section.id,
                    to: next(at),
                },
            )
        };
        let commands = sections.iter().enumerate().map(link).collect();
        self.perform(&Command::Batch(commands), None);
    }

    pub(super) fn add_notify(&mut self, state: bool) {
        let (id, new_track) = (self.views.edits.id(), self.views.edits.id());
        let Some(host) = self.host() else { return };
        let time = self.pressed_time(self.session.press_part);
        let active = self
            .views
            .timeline
            .active_track
            .filter(|track| host.tracks().iter().any(|t| t.id == *track));
        let mut commands = Vec::new();
        let track = active
            .or_else(|| host.tracks().first().map(|track| track.id))
            .unwrap_or_else(|| {
                let track = NotifyTrack {
                    id: new_track,
                    name: "Notifies".into(),
                    color: 4,
                    locked: false,
                };
                commands.push(Command::Notify(
                    host.id,
                    NotifyCommand::Track(ItemCommand::Add(track)),
                ));
                new_track
            });
        let wanted = if state { "NotifyState" } else { "Notify" };
        let name = free_name(
            wanted,
            host.notifies().iter().map(|notify| notify.name.as_str()),
        );
        let link = self.views.timeline.new_link.at(&host, time.into());
        let notify = if state {
            let room = (host.length() as f32 - time).max(1.0 / host.frame_rate() as f32);
            Notify::state(id, track, name, time, NEW_STATE.min(room))
        } else {
            Notify::instant(id, track, name, time)
        };
        let notify = Notify { link, ..notify };
        commands.push(Command::Notify(host.id, NotifyCommand::Add(notify)));
        self.add(&Command::Batch(commands), id);
    }

    pub(super) fn add_track(&mut self) {
        let id = self.views.edits.id();
        let Some(host) = self.host() else { return };
        let name = free_name(
            "Notifies",
            host.tracks().iter().map(|track| track.name.as_str()),
        );
        let color = ((host.tracks().len() + 4) % 8) as u8;
        let command = Command::Notify(
            host.id,
            NotifyCommand::Track(ItemCommand::Add(NotifyTrack {
                id,
                name,
                color,
                locked: false,
            })),
        );
        self.perform(&command, None);
        self.views.timeline.active_track = Some(id);
    }

    pub(crate) fn add_slot(&mut self) {
        let id = self.views.edits.id();
        let Some(host) = self.host() else { return };
        let name = free_name("Slot", host.slots().iter().map(|slot| slot.name.as_str()));
        let slot = Slot {
            id,
            name,
            segments: Vec::new(),
            locked: false,
        };
        let command = Command::Montage(host.id, MontageCommand::Slot(ItemCommand::Add(slot)));
        self.perform(&command, None);
    }

    /// Appends a clip after the last segment of the first slot.
    pub(crate) fn append_clip(&mut self, clip: Id) {
        let id = self.views.edits.id();
        let Some(host) = self.host() else { return };
        let (Some(slot), Some(source)) = (host.slots().first(), host.project.clips.get(&clip))
        else {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing added"),
                tr!("Open a montage first."),
            );
        };
        let end = |segment: &Segment| segment.start + host.segment_duration(segment);
        let start = slot.segments.iter().map(end).fold(0.0, f32::max);
        let segment = Segment {
            id,
            clip,
            start,
            clip_begin: 0.0,
            clip_end: source.length(),
            rate: 1.0,
            loops: 1,
        };
        let command = Command::Montage(
            host.id,
            MontageCommand::AddSegment {
                slot: slot.id,
                segment,
            },
        );
        self.add(&command, id);
        self.views.timeline.fit = Some(crate::timeline::TimelineFitMode::All);
    }

    pub(crate) fn new_montage(&mut self, clip: Option<Id>) {
        let (id, segment_id) = (self.views.edits.id(), self.views.edits.id());
        let project = self.document.project().clone();
        let of_clip = clip.and_then(|clip| project.clips.get(&clip));
        let shown = crate::panels::skeleton::shown_skeleton(&self.document, &self.session);
        let skeleton = of_clip
            .map(|clip| clip.skeleton)
            .or(shown)
            .or_else(|| most_played(&project));
        let Some(skeleton) = skeleton else {
            return self.session.toast(
                Tone::Warning,
                tr!("No skeleton yet"),
                tr!("Import a character first. A montage plays its clips."),
            );
        };
        let wanted = of_clip.map_or("AM_Montage".to_owned(), |clip| format!("AM_{}", clip.name));
        let name = project.free_name(AssetKind::Montage, &wanted, None);
        let mut montage = Montage::new(name, skeleton, self.views.edits.ids());
        if let (Some(clip_id), Some(clip)) = (clip, of_clip) {
            let segment = Segment {
                id: segment_id,
                clip: clip_id,
                start: 0.0,
                clip_begin: 0.0,
                clip_end: clip.length(),
                rate: 1.0,
                loops: 1,
            };
            montage.slots[0].segments.push(segment);
        }
        let all = project
            .clips
            .values()
            .filter(|clip| clip.skeleton == skeleton);
        montage.frame_rate = of_clip.map_or_else(
            || shared_rate(all),
            |clip| shared_rate(std::iter::once(clip)),
        );
        self.perform(
            &Command::Project(ProjectCommand::Add(id, montage.into())),
            None,
        );
        self.open_asset(id);
    }

    pub(crate) fn new_child_montage(&mut self, parent: Id) {
        let id = self.views.edits.id();
        let project = self.document.project().clone();
        let wanted = format!("{}_Child", project.asset_name(parent).unwrap_or("AM"));
        let name = project.free_name(AssetKind::Montage, &wanted, None);
        self.perform(
            &Command::Project(ProjectCommand::AddChildMontage { id, parent, name }),
            None,
        );
        self.open_asset(id);
    }

    pub(super) fn delete_selected(&mut self) {
        if self.delete_from_rig() || self.delete_on_canvas(false) {
            return;
        }
        let Some(host) = self
            .host()
            .filter(|host| self.document.selection().asset == Some(host.id))
        else {
            return;
        };
        let items = &self.document.selection().items;
        // The keys of a curve go with it.
        let goes_along = |id: &Id| matches!(item::find(&host, *id), Some(Item::CurveKey(curve, _)) if items.contains(&curve.id));
        let commands: Vec<Command> = items
            .iter()
            .filter(|id| !goes_along(id))
            .filter_map(|id| item::removed(&host, *id))
            .collect();
        if !commands.is_empty() {
            let id = host.id;
            self.perform(&Command::Batch(commands), None);
            self.document.select(Selection::asset(id));
        }
    }

    /// Segments after themselves, what has a time at the playhead.
    pub(super) fn duplicate_selected(&mut self) {
        if self.duplicate_on_canvas() {
            return;
        }
        let Some(active) = self
            .session
            .active
            .filter(|id| self.document.selection().asset == Some(*id))
        else {
            return;
        };
        let selected: Vec<Id> = self.document.selection().items.iter().copied().collect();
        let copies: Vec<(Id, Id)> = selected
            .into_iter()
            .map(|id| (id, self.views.edits.id()))
            .collect();
        let Some(host) = TimelineHost::new(self.document.project(), active) else {
            return;
        };
        let playhead = self.playhead(&host);
        let first = copies
            .iter()
            .filter_map(|(id, _)| item::span(&host, *id))
            .map(|span| span.0)
            .fold(f64::INFINITY, f64::min);
        let at = |time: f32, duration: f32| {
            (playhead + time - first as f32).clamp(0.0, (host.length() as f32 - duration).max(0.0))
        };
        let copy = |(id, new): &(Id, Id)| match item::find(&host, *id)? {
            Item::Section(_) => None,
            Item::Note(note) => {
                let note = Note {
                    id: *new,
                    time: at(note.time, 0.0),
                    ..note.clone()
                };
                Some(Command::Note(active, ItemCommand::Add(note)))
            }
            Item::Sound(sound) => {
                let sound = LaneSound {
                    id: *new,
                    time: at(sound.time, 0.0),
                    ..sound.clone()
                };
                Some(Command::Sound(active, ItemCommand::Add(sound)))
            }
            Item::SyncMarker(marker) => {
                let marker = SyncMarker {
                    id: *new,
                    time: at(marker.time, 0.0),
                    ..marker.clone()
                };
                Some(Command::SyncMarker(active, ItemCommand::Add(marker)))
            }
            Item::CurveKey(curve, key) => Some(add_key(
                active,
                curve,
                CurveKey {
                    id: *new,
                    time: at(key.time, 0.0),
                    ..key.clone()
                },
            )),
            Item::Curve(curve) => {
                let name = free_name(
                    &curve.name,
                    host.curves().iter().map(|curve| curve.name.as_str()),
                );
                let id = |key: &CurveKey| Id::derive(&[&new.to_string(), &key.id.to_string()]);
                let keys = curve
                    .keys
                    .iter()
                    .map(|key| CurveKey {
                        id: id(key),
                        ..key.clone()
                    })
                    .collect();
                Some(Command::Curve(
                    active,
                    ItemCommand::Add(Curve {
                        id: *new,
                        name,
                        keys,
                        ..curve.clone()
                    }),
                ))
            }
            Item::Notify(notify) => {
                let time = at(notify.time, notify.duration.unwrap_or(0.0));
                Some(Command::Notify(
                    active,
                    NotifyCommand::Add(Notify {
                        id: *new,
                        time,
                        ..notify.clone()
                    }),
                ))
            }
            Item::Segment(slot, segment) => {
                let duration = f64::from(host.segment_duration(segment));
                let start = item::free_place(
                    &host,
                    slot,
                    Id(0),
                    f64::from(segment.start) + duration,
                    duration,
                ) as f32;
                let segment = Segment {
                    id: *new,
                    start,
                    ..segment.clone()
                };
                Some(Command::Montage(
                    active,
                    MontageCommand::AddSegment {
                        slot: slot.id,
                        segment,
                    },
                ))
            }
        };
        let commands: Vec<Command> = copies.iter().filter_map(copy).collect();
        if !commands.is_empty() {
            self.perform(&Command::Batch(commands), None);
            let items: BTreeSet<Id> = copies.into_iter().map(|(_, new)| new).collect();
            self.document.select(Selection {
                asset: Some(active),
                items,
            });
        }
    }

    pub(super) fn select_all(&mut self) {
        if self.select_all_on_canvas() {
            return;
        }
        let Some(host) = self.host() else { return };
        let selection = Selection {
            asset: Some(host.id),
            items: item::all(&host).into_iter().collect(),
        };
        self.document.select(selection);
    }

    /// Moves all selected items together; refused if one item would leave the range.
    pub(super) fn nudge(&mut self, frames: i32) {
        let Some(host) = self.host() else { return };
        let delta = f64::from(frames) / host.frame_rate();
        let spans: Vec<(Id, (f64, f64))> = self
            .document
            .selection()
            .items
            .iter()
            .filter_map(|id| Some((*id, item::span(&host, *id)?)))
            .collect();
        let leaves = |(id, (start, end)): &(Id, (f64, f64))| {
            let stays_inside = item::find(&host, *id).is_some_and(|item| item.stays_inside());
            start + delta < -1e-6 || (stays_inside && end + delta > host.length() + 1e-6)
        };
        if spans.iter().any(leaves) {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing moved"),
                tr!("An item would move outside the timeline."),
            );
        }
        let mut commands: Vec<(f64, Command)> = spans
            .iter()
            .filter_map(|(id, span)| Some((span.0, item::moved(&host, *id, span.0 + delta)?)))
            .collect();
        commands.sort_by(|a, b| a.0.total_cmp(&b.0));
        if frames > 0 {
            commands.reverse();
        }
        if commands.is_empty() {
            return;
        }
        let mut commands: Vec<Command> = commands.into_iter().map(|(_, command)| command).collect();
        let moving: Vec<Id> = spans.iter().map(|(id, _)| *id).collect();
        commands.extend(item::replaced_keys(&host, &moving, &commands));
        // A held key is one step: its repeats share a gesture.
        let gesture = self
            .views
            .edits
            .nudging
            .filter(|_| self.views.edits.key_repeats)
            .unwrap_or_else(|| self.views.edits.gesture());
        self.views.edits.nudging = Some(gesture);
        self.perform(&Command::Batch(commands), Some(gesture));
    }

    /// Finds the uses of the selected notify, if one is selected.
    pub(super) fn find_uses(&mut self) {
        let items = &self.document.selection().items;
        let name = self.host().and_then(|host| {
            let selected = host
                .notifies()
                .iter()
                .find(|notify| items.contains(&notify.id));
            selected.map(|notify| notify.name.clone())
        });
        if let Some(name) = name.filter(|name| *name != self.views.find.name) {
            self.views.find.name = name;
            self.views.find.rename_to.clear();
        }
        self.show_panel(crate::dock::Panel::FindUses);
    }

    pub(super) fn start_rename(&mut self) {
        let selection = self.document.selection().clone();
        let text = match (selection.items.len(), self.host()) {
            (1, _) if self.selected_rig_name().is_some() => self.selected_rig_name(),
            (1, None) => self.selected_on_canvas_name(),
            (1, Some(host)) => selection
                .items
                .iter()
                .next()
                .and_then(|id| item::name(&host, *id)),
            (0, _) => selection
                .asset
                .and_then(|id| self.document.project().asset_name(id))
                .map(str::to_owned),
            _ => None,
        };
        if let Some(text) = text {
            self.show_named(&selection);
            self.views.renaming = Some(Renaming::new(selection, text));
        }
    }

    /// Brings what bears a name to the front, where its field will stand.
    fn show_named(&mut self, selection: &Selection) {
        if selection.items.is_empty() {
            self.reveal_in_assets();
        } else if self.selected_rig_name().is_some() {
            self.show_panel(Panel::Skeleton);
        } else {
            self.show_panel(self.main_panel());
            self.views.timeline.reveal = Some(TimelineRevealMode::Selection);
        }
    }

    pub(super) fn rename(&mut self, selection: &Selection, name: &str) {
        let Some(asset) = selection.asset else { return };
        let command = match selection.items.iter().next() {
            None => Some(Command::Project(ProjectCommand::RenameAsset(
                asset,
                name.to_owned(),
            ))),
            Some(&id) => self.item_rename(asset, id, name),
        };
        if let Some(command) = command {
            self.perform(&command, None);
        }
    }

    fn item_rename(&self, asset: Id, id: Id, name: &str) -> Option<Command> {
        if let Some(graph) = self.document.project().graphs.get(&asset) {
            return self.rename_on_canvas((asset, graph), id, name);
        }
        let Some(host) = TimelineHost::new(self.document.project(), asset) else {
            return self.rig_rename(asset, id, name);
        };
        let name = name.to_owned();
        if host.tracks().iter().any(|track| track.id == id) {
            Some(Command::Notify(
                asset,
                NotifyCommand::Track(ItemCommand::Rename(id, name)),
            ))
        } else if host.slots().iter().any(|slot| slot.id == id) {
            Some(Command::Montage(
                asset,
                MontageCommand::Slot(ItemCommand::Rename(id, name)),
            ))
        } else {
            item::renamed(&host, id, &name)
        }
    }
}
