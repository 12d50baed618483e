//! From copied items to the commands that add them where they are pasted.

use super::copied::CopiedItem;
use crate::{
    timeline::{
        TimelineHost, add_key,
        item::{self, free_name},
        ripple,
    },
    views::Edits,
};
use anim::{Transform, mask::ProfileMode};
use asset::{
    Curve, CurveKey, Id, LaneSound, Note, Notify, NotifyTrack, Skeleton, SyncMarker,
    montage::{Section, Segment, Slot},
    notify::{Action as NotifyAction, Link},
    notify_class::FieldValue,
    skeleton::{BlendProfile, BoneMask, BoneWeights, Socket, VirtualBone},
};
use document::{Command, ItemCommand, MontageCommand, NotifyCommand, SkeletonCommand};
use std::collections::BTreeMap;
use words::tr;

/// Makes the edits of a paste, item by item.
pub struct Pasting<'a> {
    host: Option<TimelineHost<'a>>,
    rig: Option<(Id, &'a Skeleton)>,
    /// Time by which pasted items move, seconds.
    shift: f32,
    edits: &'a mut Edits,
    /// Tracks that the target did not have, by name.
    tracks: BTreeMap<String, Id>,
    /// New ids of pasted sections, by copied id.
    sections: BTreeMap<Id, Id>,
    /// New ids of pasted segments, by copied id.
    segments: BTreeMap<Id, Id>,
    /// Slots of the montage with the segments pasted so far, by id.
    slots: BTreeMap<Id, Slot>,
    /// Taken in this pasting.
    names: Vec<String>,
    /// Edits so far, in order.
    pub commands: Vec<Command>,
    /// Pairs of an asset that received a pasted item, and the item.
    pub added: Vec<(Id, Id)>,
    /// Reasons why items were left out.
    pub refused: Vec<String>,
}

type PasteResult = Result<(Id, Id), String>;

impl<'a> Pasting<'a> {
    /// Begins a paste that has no edits yet.
    pub fn new(
        host: Option<TimelineHost<'a>>,
        rig: Option<(Id, &'a Skeleton)>,
        shift: f32,
        edits: &'a mut Edits,
    ) -> Self {
        Self {
            host,
            rig,
            shift,
            edits,
            tracks: BTreeMap::new(),
            sections: BTreeMap::new(),
            segments: BTreeMap::new(),
            slots: BTreeMap::new(),
            names: Vec::new(),
            commands: Vec::new(),
            added: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Adds the edits for these items; those that do not fit are listed with the reason.
    pub fn paste(&mut self, items: &[CopiedItem]) {
        // Links and jumps among the copied lead to the new ones.
        for item in items {
            if let CopiedItem::Section(section) = item {
                self.sections.insert(section.id, self.edits.id());
            }
            if let CopiedItem::Segment { segment, .. } = item {
                self.segments.insert(segment.id, self.edits.id());
            }
        }
        // Notifies come after the segments that they follow.
        let is_notify = |item: &&CopiedItem| matches!(item, CopiedItem::Notify { .. });
        let (notifies, others): (Vec<_>, Vec<_>) = items.iter().partition(is_notify);
        for item in others.into_iter().chain(notifies) {
            match self.add(item) {
                Ok(added) => self.added.push(added),
                Err(reason) => self.refused.push(reason),
            }
        }
    }

    fn add(&mut self, item: &CopiedItem) -> PasteResult {
        match item {
            CopiedItem::Section(section) => self.section(section),
            CopiedItem::Segment {
                slot,
                clip,
                segment,
            } => self.segment(slot, clip, segment),
            CopiedItem::Notify {
                track,
                color,
                notify,
            } => self.notify((track, *color), notify),
            CopiedItem::Track {
                name,
                color,
                notifies,
            } => self.track((name, *color), notifies),
            CopiedItem::SyncMarker(marker) => self.marker(marker),
            CopiedItem::Note(note) => self.note(note),
            CopiedItem::Sound { of, sound } => self.sound(of, sound),
            CopiedItem::Curve(curve) => self.curve(curve),
            CopiedItem::CurveKey { curve, key } => self.key(curve, key),
            CopiedItem::Socket {
                id,
                name,
                bone,
                translation,
                rotation,
                scale,
            } => {
                let (translation, scale) = ((*translation).into(), (*scale).into());
                let local = Transform {
                    translation,
                    rotation: glam::Quat::from_array(*rotation),
                    scale,
                };
                self.socket(Socket::new(*id, name.clone(), bone.clone(), local))
            }
            CopiedItem::Mask { name, weights } => self.mask(name, weights),
            CopiedItem::BlendProfile {
                name,
                mode,
                factors,
            } => self.blend_profile(name, *mode, factors),
            CopiedItem::VirtualBone {
                name,
                source,
                target,
            } => {
                let (source, target) = (source.clone(), target.clone());
                self.virtual_bone(VirtualBone::new(Id(0), name.clone(), source, target))
            }
        }
    }

    fn host(&self) -> Result<&TimelineHost<'a>, String> {
        self.host
            .as_ref()
            .ok_or_else(|| tr!("Open a montage or a clip first.").to_owned())
    }

    fn montage(&self) -> Result<&TimelineHost<'a>, String> {
        self.host().and_then(|host| match host.montage() {
            Some(_) => Ok(host),
            None => Err(
                tr!("Sections and segments belong in a montage, but a clip is open.").to_owned(),
            ),
        })
    }

    fn clip(&self) -> Result<&TimelineHost<'a>, String> {
        self.host().and_then(|host| match host.clip() {
            Some(_) => Ok(host),
            None => Err(tr!("Sync markers belong in a clip, but a montage is open.").to_owned()),
        })
    }

    /// `time` after the shift, seconds, moved onto the timeline so that `duration` seconds still
    /// fit.
    fn time(&self, host: &TimelineHost<'_>, time: f32, duration: f32) -> f32 {
        (time + self.shift).clamp(0.0, (host.length() as f32 - duration).max(0.0))
    }

    fn free<'n>(&mut self, wanted: &str, taken: impl Iterator<Item = &'n str>) -> String {
        let taken: Vec<String> = taken
            .map(str::to_owned)
            .chain(self.names.iter().cloned())
            .collect();
        let name = free_name(wanted, taken.iter().map(String::as_str));
        self.names.push(name.clone());
        name
    }

    fn section(&mut self, section: &Section) -> PasteResult {
        let host = self.montage()?;
        let (asset, sections) = (host.id, host.sections());
        let start = self.time(host, section.start, 0.0);
        let id = self.sections[&section.id];
        let name = self.free(
            &section.name,
            sections.iter().map(|section| section.name.as_str()),
        );
        let next = section
            .next
            .and_then(|next| self.sections.get(&next).copied());
        let section = Section {
            id,
            name,
            start,
            next,
            color: section.color,
        };
        self.commands
            .push(Command::Montage(asset, MontageCommand::AddSection(section)));
        Ok((asset, id))
    }

    fn segment(&mut self, slot: &str, clip: &str, segment: &Segment) -> PasteResult {
        let id = self.segments[&segment.id];
        let host = *self.montage()?;
        let known = host
            .project
            .clips
            .contains_key(&segment.clip)
            .then_some(segment.clip);
        let named = || {
            host.project
                .clips
                .iter()
                .find(|(_, known)| known.name == clip)
                .map(|(id, _)| *id)
        };
        let clip = known
            .or_else(named)
            .ok_or_else(|| tr!("This project has no clip “{clip}”."))?;
        let slot = target(&host, slot)?;
        let slot = self.slots.entry(slot.id).or_insert_with(|| slot.clone());
        let segment = Segment {
            id,
            clip,
            ..segment.clone()
        };
        let duration = f64::from(host.segment_duration(&segment));
        let wanted = f64::from(segment.start + self.shift);
        let start = item::free_place(&host, slot, Id(0), wanted, duration) as f32;
        let segment = Segment { start, ..segment };
        slot.segments.push(segment.clone());
        self.commands.push(Command::Montage(
            host.id,
            MontageCommand::AddSegment {
                slot: slot.id,
                segment,
            },
        ));
        Ok((host.id, id))
    }

    /// Segments at and after the playhead go on by as much as those that come take up.
    pub fn make_room(&mut self, items: &[CopiedItem]) {
        let Ok(host) = self.montage().copied() else {
            return;
        };
        let mut spans: BTreeMap<Id, (f64, f64)> = BTreeMap::new();
        for item in items {
            let CopiedItem::Segment { slot, segment, .. } = item else {
                continue;
            };
            let Ok(slot) = target(&host, slot) else {
                continue;
            };
            let start = f64::from(segment.start + self.shift);
            let end = start + f64::from(host.segment_duration(segment));
            let span = spans.entry(slot.id).or_insert((start, end));
            *span = (span.0.min(start), span.1.max(end));
        }
        for (id, (start, end)) in spans {
            let Some(slot) = host.slots().iter().find(|slot| slot.id == id) else {
                continue;
            };
            let (_, room) = ripple::opening(&host, slot, start, end - start);
            self.commands
                .push(ripple::arranged(&host, slot, room.clone(), |_| None));
            self.slots.insert(
                id,
                Slot {
                    segments: room,
                    ..slot.clone()
                },
            );
        }
    }

    /// A track of its own, whatever it is called, with its notifies where they were.
    fn track(&mut self, (name, color): (&str, u8), notifies: &[Notify]) -> PasteResult {
        let id = self.edits.id();
        let host = *self.host()?;
        let name = self.free(name, host.tracks().iter().map(|track| track.name.as_str()));
        let track = NotifyTrack {
            id,
            name: name.clone(),
            color,
            locked: false,
        };
        self.commands.push(Command::Notify(
            host.id,
            NotifyCommand::Track(ItemCommand::Add(track)),
        ));
        self.tracks.insert(name.clone(), id);
        let shift = std::mem::take(&mut self.shift);
        let mut added = Ok((host.id, id));
        for notify in notifies {
            match self.notify((&name, color), notify) {
                Ok(notify) => self.added.push(notify),
                Err(reason) => added = Err(reason),
            }
        }
        self.shift = shift;
        added
    }

    fn notify(&mut self, (track, color): (&str, u8), notify: &Notify) -> PasteResult {
        let (id, new_track) = (self.edits.id(), self.edits.id());
        let host = self.host()?;
        let (asset, sections, project, skeleton) =
            (host.id, host.sections(), host.project, host.skeleton());
        let time = self.time(host, notify.time, notify.duration.unwrap_or(0.0));
        let sockets = host
            .project
            .skeletons
            .get(&host.skeleton())
            .map_or(&[][..], |skeleton| &skeleton.sockets);
        let socket = notify
            .socket
            .filter(|id| sockets.iter().any(|socket| socket.id == *id));
        let known = host
            .tracks()
            .iter()
            .find(|known| known.name == track)
            .map(|known| known.id);
        let track_id = known
            .or_else(|| self.tracks.get(track).copied())
            .unwrap_or_else(|| {
                let added = NotifyTrack {
                    id: new_track,
                    name: track.to_owned(),
                    color,
                    locked: false,
                };
                self.commands.push(Command::Notify(
                    asset,
                    NotifyCommand::Track(ItemCommand::Add(added)),
                ));
                self.tracks.insert(track.to_owned(), new_track);
                new_track
            });
        // A section that came along, or one that is there already.
        let section = |to| {
            let is_there = sections.iter().any(|section| section.id == to);
            self.sections.get(&to).copied().or(is_there.then_some(to))
        };
        let skeleton_of = |id| project.montages.get(&id).map(|montage| montage.skeleton);
        let action = match notify.action {
            NotifyAction::JumpToSection(to) => {
                section(to).map_or(NotifyAction::None, NotifyAction::JumpToSection)
            }
            NotifyAction::SetNextSection(to) => {
                section(to).map_or(NotifyAction::None, NotifyAction::SetNextSection)
            }
            NotifyAction::PlayMontage(id) if skeleton_of(id) != Some(skeleton) => {
                NotifyAction::None
            }
            action => action,
        };
        let class = notify
            .class
            .filter(|class| project.notify_classes.contains_key(class));
        let fitted = |value: &FieldValue| match value {
            FieldValue::Section(to) => section(*to).map(FieldValue::Section),
            FieldValue::Socket(id) => sockets
                .iter()
                .any(|socket| socket.id == *id)
                .then(|| value.clone()),
            value => Some(value.clone()),
        };
        let fields = notify
            .fields
            .iter()
            .filter_map(|(field, value)| Some((*field, fitted(value)?)))
            .collect();
        let link = match notify.link.segment() {
            Some(from) => match self.segments.get(&from).copied() {
                Some(came_along) => notify.link.to(came_along),
                None if host_has(self.host()?, from) => notify.link,
                None => Link::Absolute,
            },
            None => Link::Absolute,
        };
        let notify = Notify {
            id,
            track: track_id,
            time,
            socket,
            action,
            class,
            fields,
            link,
            ..notify.clone()
        };
        self.commands
            .push(Command::Notify(asset, NotifyCommand::Add(notify)));
        Ok((asset, id))
    }

    fn marker(&mut self, marker: &SyncMarker) -> PasteResult {
        let id = self.edits.id();
        let host = self.clip()?;
        let asset = host.id;
        let marker = SyncMarker {
            id,
            time: self.time(host, marker.time, 0.0),
            ..marker.clone()
        };
        self.commands
            .push(Command::SyncMarker(asset, ItemCommand::Add(marker)));
        Ok((asset, id))
    }

    fn note(&mut self, note: &Note) -> PasteResult {
        let id = self.edits.id();
        let host = self.host()?;
        let asset = host.id;
        let note = Note {
            id,
            time: self.time(host, note.time, 0.0),
            ..note.clone()
        };
        self.commands
            .push(Command::Note(asset, ItemCommand::Add(note)));
        Ok((asset, id))
    }

    fn sound(&mut self, of: &str, sound: &LaneSound) -> PasteResult {
        let id = self.edits.id();
        let host = self.host()?;
        let asset = host.id;
        let known = host.project.sounds.contains_key(&sound.sound);
        let named = || host.project.sound_named(of).map(|(id, _)| id);
        let found = known.then_some(sound.sound).or_else(named);
        let found = found.ok_or_else(|| tr!("This project has no sound “{of}”."))?;
        let sound = LaneSound {
            id,
            sound: found,
            time: self.time(host, sound.time, 0.0),
            ..sound.clone()
        };
        self.commands
            .push(Command::Sound(asset, ItemCommand::Add(sound)));
        Ok((asset, id))
    }

    fn curve(&mut self, curve: &Curve) -> PasteResult {
        let id = self.edits.id();
        let (asset, known) = self.host().map(|host| (host.id, host.curves()))?;
        let name = self.free(&curve.name, known.iter().map(|curve| curve.name.as_str()));
        let keys = curve
            .keys
            .iter()
            .map(|key| CurveKey {
                id: self.edits.id(),
                ..key.clone()
            })
            .collect();
        let curve = Curve {
            id,
            name,
            keys,
            ..curve.clone()
        };
        self.commands
            .push(Command::Curve(asset, ItemCommand::Add(curve)));
        Ok((asset, id))
    }

    fn key(&mut self, curve: &str, key: &CurveKey) -> PasteResult {
        let id = self.edits.id();
        let host = self.host()?;
        let (asset, curves) = (host.id, host.curves());
        let on = curves.iter().find(|known| known.name == curve);
        let on = on.ok_or_else(|| tr!("Curve “{curve}” does not exist."))?;
        let key = CurveKey {
            id,
            time: self.time(host, key.time, 0.0),
            ..key.clone()
        };
        self.commands.push(add_key(asset, on, key));
        Ok((asset, id))
    }

    fn rig(&self) -> Result<(Id, &'a Skeleton), String> {
        self.rig
            .ok_or_else(|| tr!("No skeleton is open.").to_owned())
    }

    fn socket(&mut self, socket: Socket) -> PasteResult {
        let (rig, skeleton) = self.rig()?;
        if skeleton.index(&socket.bone).is_none() {
            return Err(tr!("This skeleton has no bone “{}”.", socket.bone));
        }
        let id = self.edits.id();
        let name = self.free(
            &socket.name,
            skeleton.sockets.iter().map(|socket| socket.name.as_str()),
        );
        let socket = Socket { id, name, ..socket };
        self.commands.push(Command::Skeleton(
            rig,
            SkeletonCommand::Socket(ItemCommand::Add(socket)),
        ));
        Ok((rig, id))
    }

    /// The weights of bones that this skeleton has. Reports the other bones; Err if none of the
    /// bones exists.
    fn weights(&mut self, name: &str, weights: &BoneWeights) -> Result<BoneWeights, String> {
        let (_, skeleton) = self.rig()?;
        let (there, missing): (BoneWeights, BoneWeights) = weights
            .iter()
            .map(|(bone, weight)| (bone.clone(), *weight))
            .partition(|(bone, _)| skeleton.index(bone).is_some());
        let Some(first) = missing.keys().next() else {
            return Ok(there);
        };
        let others = if missing.len() > 1 {
            tr!(" and {} more of “{name}”", missing.len() - 1)
        } else {
            String::new()
        };
        let told = tr!("This skeleton has no bone “{first}”{others}.");
        if there.is_empty() {
            return Err(told);
        }
        self.refused.push(told);
        Ok(there)
    }

    fn mask(&mut self, name: &str, weights: &BoneWeights) -> PasteResult {
        let weights = self.weights(name, weights)?;
        let (rig, skeleton) = self.rig()?;
        let id = self.edits.id();
        let name = self.free(name, skeleton.masks.iter().map(|mask| mask.name.as_str()));
        self.commands.push(Command::Skeleton(
            rig,
            SkeletonCommand::Mask(ItemCommand::Add(BoneMask { id, name, weights })),
        ));
        Ok((rig, id))
    }

    fn blend_profile(
        &mut self,
        name: &str,
        mode: ProfileMode,
        factors: &BoneWeights,
    ) -> PasteResult {
        let factors = self.weights(name, factors)?;
        let (rig, skeleton) = self.rig()?;
        let id = self.edits.id();
        let name = self.free(
            name,
            skeleton
                .blend_profiles
                .iter()
                .map(|profile| profile.name.as_str()),
        );
        let profile = BlendProfile {
            id,
            name,
            mode,
            factors,
        };
        self.commands.push(Command::Skeleton(
            rig,
            SkeletonCommand::BlendProfile(ItemCommand::Add(profile)),
        ));
        Ok((rig, id))
    }

    fn virtual_bone(&mut self, bone: VirtualBone) -> PasteResult {
        let (rig, skeleton) = self.rig()?;
        if let Some(missing) = [&bone.source, &bone.target]
            .into_iter()
            .find(|key| skeleton.index(key).is_none())
        {
            return Err(tr!("This skeleton has no bone “{missing}”."));
        }
        let id = self.edits.id();
        let taken = skeleton.virtual_bones.iter().map(|bone| bone.name.as_str());
        let bones = skeleton.bones.iter().map(|bone| bone.name.as_str());
        let name = self.free(&bone.name, taken.chain(bones));
        self.commands.push(Command::Skeleton(
            rig,
            SkeletonCommand::VirtualBone(ItemCommand::Add(VirtualBone { id, name, ..bone })),
        ));
        Ok((rig, id))
    }
}

/// The slot of the name, or the first.
fn target<'a>(host: &TimelineHost<'a>, name: &str) -> Result<&'a Slot, String> {
    let slots = host.slots();
    let slot = slots
        .iter()
        .find(|known| known.name == name)
        .or(slots.first());
    slot.ok_or_else(|| tr!("The montage has no slot.").to_owned())
}

fn host_has(host: &TimelineHost<'_>, segment: Id) -> bool {
    host.montage()
        .is_some_and(|montage| montage.segment(segment).is_some())
}
