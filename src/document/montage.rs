//! Edits of a montage: settings, sections, slots, segments.

use crate::{
    EditError, MontageCommand, child,
    curve::{check_key, check_stretch_key, sort},
    field::{
        blend_time, bounded, frame_rate, has_room, place_in_time, rate_scale, replace, trimmed,
    },
    item::{self, ItemCommand, ListedItem, listed, on_copy},
    linked,
    segment::{insert_segment, slot_index, take_segment},
    split,
};
use anim::limits::{LONGEST_BLEND, MOST_SECTIONS, MOST_SEGMENTS};
use asset::{
    Curve, Id, Montage, Notify, Project,
    montage::{Blend, Section, Segment, Slot},
    notify::Action,
    notify_class::FieldValue,
};
use words::tr;

/// Far more than its 33 points can show.
const MOST_BLEND_KEYS: usize = 1000;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &MontageCommand,
) -> Result<bool, EditError> {
    on_copy(
        project,
        id,
        |project| &mut project.montages,
        |montage, project| edit(project, montage, command),
    )
}

/// The old and the new name, where the edit gives a slot another one.
pub(crate) fn slot_rename(
    project: &Project,
    id: Id,
    command: &MontageCommand,
) -> Option<(String, String)> {
    let (slot, name) = match command {
        MontageCommand::Slot(ItemCommand::Rename(id, name)) => (id, name),
        MontageCommand::Slot(command) => command.item().map(|slot| (&slot.id, &slot.name))?,
        _ => return None,
    };
    let known = project
        .montages
        .get(&id)?
        .slots
        .iter()
        .find(|known| known.id == *slot)?;
    Some((known.name.clone(), name.trim().to_owned()))
}

fn edit(project: &Project, m: &mut Montage, command: &MontageCommand) -> Result<bool, EditError> {
    match command {
        MontageCommand::SetOverride { segment, clip } => {
            child::set_override(project, m, *segment, *clip)
        }
        MontageCommand::Detach => child::detach(m),
        MontageCommand::AddSection(section) => add_section(m, section),
        MontageCommand::RemoveSection(id) => remove_section(m, *id),
        MontageCommand::RenameSection(id, name) => rename_section(m, *id, name),
        MontageCommand::MoveSection(id, start) => move_section(m, *id, *start),
        MontageCommand::LinkSection { from, to } => {
            if let Some(to) = to {
                section_index(m, *to)?;
            }
            let at = section_index(m, *from)?;
            Ok(replace(&mut m.sections[at].next, *to))
        }
        MontageCommand::SetSectionColor(id, color) => {
            let at = section_index(m, *id)?;
            Ok(replace(&mut m.sections[at].color, *color))
        }
        MontageCommand::Slot(command) => edit_slots(project, m, command),
        MontageCommand::AddSegment { slot, segment } => add_segment(project, m, *slot, segment),
        MontageCommand::RemoveSegment(id) => {
            take_segment(m, *id)?;
            linked::let_go(m);
            Ok(true)
        }
        MontageCommand::SetSegment { slot, segment } => arrange(
            project,
            m,
            std::slice::from_ref(&(*slot, segment.clone())),
            &[],
        ),
        MontageCommand::Arrange { segments, sections } => arrange(project, m, segments, sections),
        MontageCommand::SplitSegment {
            segment,
            at,
            pieces,
        } => split::split(project, m, *segment, *at, *pieces),
        MontageCommand::SetSlotLocked(id, locked) => {
            let at = slot_index(m, *id)?;
            Ok(replace(&mut m.slots[at].locked, *locked))
        }
        settings => edit_settings(m, settings),
    }
}

fn edit_settings(m: &mut Montage, command: &MontageCommand) -> Result<bool, EditError> {
    match command {
        MontageCommand::SetRateScale(rate) => {
            rate_scale(*rate)?;
            Ok(replace(&mut m.rate_scale, *rate))
        }
        MontageCommand::SetFrameRate(rate) => {
            frame_rate(*rate)?;
            Ok(replace(&mut m.frame_rate, *rate))
        }
        MontageCommand::SetBlendIn(blend) => Ok(replace(&mut m.blend_in, checked_blend(blend)?)),
        MontageCommand::SetBlendOut(blend) => Ok(replace(&mut m.blend_out, checked_blend(blend)?)),
        MontageCommand::SetBlendOutTrigger(time) => {
            bounded(*time, -1.0..=LONGEST_BLEND, tr!("Blend-out trigger"), " s")?;
            Ok(replace(&mut m.blend_out_trigger, *time))
        }
        MontageCommand::SetAutoBlendOut(auto) => Ok(replace(&mut m.auto_blend_out, *auto)),
        MontageCommand::SetRootMotion {
            translation,
            rotation,
        } => Ok(replace(&mut m.root_translation, *translation)
            | replace(&mut m.root_rotation, *rotation)),
        MontageCommand::SetStretch(stretch) => set_stretch(m, stretch),
        MontageCommand::SetSyncGroup(group) => {
            Ok(replace(&mut m.sync_group, group.trim().to_owned()))
        }
        MontageCommand::SetSyncSlot(slot) => set_sync_slot(m, *slot),
        _ => Ok(false),
    }
}

/// The keys of its curve in order.
fn checked_blend(blend: &Blend) -> Result<Blend, EditError> {
    blend_time(blend.time)?;
    let mut blend = blend.clone();
    for keys in blend.curve.iter_mut() {
        has_room(
            keys.len().saturating_sub(1),
            MOST_BLEND_KEYS,
            tr!("Keys of the blend's curve"),
        )?;
        for key in keys.iter() {
            check_key(key)?;
            bounded(
                key.time,
                0.0..=1.0,
                tr!("Time"),
                tr!(", the fraction of the blend"),
            )?;
            bounded(key.value, 0.0..=1.0, tr!("Value"), "")?;
        }
        sort(keys);
    }
    Ok(blend)
}

/// Sets the time stretch of a montage; None is no stretch. Keys are in order of time and from 0 to
/// 1.
fn set_stretch(m: &mut Montage, stretch: &Option<Curve>) -> Result<bool, EditError> {
    let stretch = stretch
        .as_ref()
        .map(|curve| checked_stretch(m, curve))
        .transpose()?;
    Ok(replace(&mut m.stretch, stretch))
}

fn checked_stretch(m: &Montage, curve: &Curve) -> Result<Curve, EditError> {
    let ids = |curve: &Curve| {
        std::iter::once(curve.id)
            .chain(curve.keys.iter().map(|key| key.id))
            .collect::<Vec<_>>()
    };
    let taken: Vec<Id> = m.curves.iter().flat_map(ids).collect();
    if ids(curve).iter().any(|id| taken.contains(id)) {
        return Err(EditError::IdTaken);
    }
    let mut curve = curve.clone();
    curve.keys.iter().try_for_each(check_stretch_key)?;
    sort(&mut curve.keys);
    Ok(curve)
}

fn set_sync_slot(m: &mut Montage, slot: Option<Id>) -> Result<bool, EditError> {
    if let Some(slot) = slot {
        slot_index(m, slot)?;
    }
    Ok(replace(&mut m.sync_slot, slot))
}

fn section_index(m: &Montage, id: Id) -> Result<usize, EditError> {
    m.sections
        .iter()
        .position(|section| section.id == id)
        .ok_or(EditError::ItemMissing)
}

fn section_name_is_free(m: &Montage, name: &str, except: Option<Id>) -> Result<(), EditError> {
    let taken = m
        .sections
        .iter()
        .any(|section| section.name == name && Some(section.id) != except);
    if taken {
        Err(EditError::NameTaken {
            name: name.to_owned(),
        })
    } else {
        Ok(())
    }
}

fn sort_sections(m: &mut Montage) {
    m.sections.sort_by(|a, b| a.start.total_cmp(&b.start));
}

/// The section that is cut keeps its link on the new part: playing on is unchanged.
fn add_section(m: &mut Montage, section: &Section) -> Result<bool, EditError> {
    if section_index(m, section.id).is_ok() {
        return Err(EditError::IdTaken);
    }
    let name = trimmed(&section.name)?;
    section_name_is_free(m, &name, None)?;
    place_in_time(section.start, tr!("Start"))?;
    has_room(m.sections.len(), MOST_SECTIONS, tr!("Sections"))?;
    let start = free_start(m, section.start, None);
    m.sections.push(Section {
        name,
        start,
        ..section.clone()
    });
    sort_sections(m);
    Ok(true)
}

fn remove_section(m: &mut Montage, id: Id) -> Result<bool, EditError> {
    let at = section_index(m, id)?;
    if m.sections.len() == 1 {
        return Err(EditError::LastSection);
    }
    let onward = m.sections.remove(at).next.filter(|next| *next != id);
    m.sections[0].start = 0.0;
    for section in m
        .sections
        .iter_mut()
        .filter(|section| section.next == Some(id))
    {
        section.next = onward;
    }
    let names = |notify: &Notify| {
        notify.action.section() == Some(id)
            || notify
                .fields
                .values()
                .any(|value| *value == FieldValue::Section(id))
    };
    m.notifies.edit(names, |notify| {
        if notify.action.section() == Some(id) {
            notify.action = bridged(notify.action, onward);
        }
        for value in notify
            .fields
            .values_mut()
            .filter(|value| **value == FieldValue::Section(id))
        {
            *value = onward.map_or(FieldValue::Section(id), FieldValue::Section);
        }
        notify
            .fields
            .retain(|_, value| *value != FieldValue::Section(id));
    });
    Ok(true)
}

/// Replacement of an action that leads to a removed section: one that leads to `onward`, or stops
/// the montage.
fn bridged(action: Action, onward: Option<Id>) -> Action {
    match (action, onward) {
        (Action::JumpToSection(_), Some(next)) => Action::JumpToSection(next),
        (Action::SetNextSection(_), Some(next)) => Action::SetNextSection(next),
        _ => Action::StopMontage(None),
    }
}

fn rename_section(m: &mut Montage, id: Id, name: &str) -> Result<bool, EditError> {
    let (at, name) = (section_index(m, id)?, trimmed(name)?);
    section_name_is_free(m, &name, Some(id))?;
    Ok(replace(&mut m.sections[at].name, name))
}

fn move_section(m: &mut Montage, id: Id, start: f32) -> Result<bool, EditError> {
    let at = section_index(m, id)?;
    place_in_time(start, tr!("Start"))?;
    if at == 0 {
        return Ok(false);
    }
    let start = free_start(m, start, Some(id));
    let changed = replace(&mut m.sections[at].start, start);
    sort_sections(m);
    Ok(changed)
}

/// The nearest start at least a frame away from every section but `except`.
fn free_start(m: &Montage, wanted: f32, except: Option<Id>) -> f32 {
    let frame = 1.0 / m.frame_rate;
    let taken: Vec<f32> = m
        .sections
        .iter()
        .filter(|section| Some(section.id) != except)
        .map(|section| section.start)
        .collect();
    // A hair less than a frame, so that the rounding of a neighbour's frame does not push it
    // further.
    let is_free = |start: f32| {
        start > 0.0
            && taken
                .iter()
                .all(|other| (start - other).abs() > frame * 0.999)
    };
    if is_free(wanted) {
        return wanted;
    }
    let beside = taken
        .iter()
        .flat_map(|other| [other - frame, other + frame])
        .filter(|start| is_free(*start));
    beside
        .min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()))
        .unwrap_or(wanted)
}

impl ListedItem for Slot {
    listed!(Montage, slots, name);

    /// The slot with segments that fit beside those of the other slots.
    fn checked(&self, m: &Montage, project: &Project) -> Result<Self, EditError> {
        let mut edited = m.clone();
        edited.slots.retain(|slot| slot.id != self.id);
        edited.slots.push(Slot {
            name: Self::checked_name(m, self.id, &self.name)?,
            segments: Vec::new(),
            ..self.clone()
        });
        for segment in &self.segments {
            add_segment(project, &mut edited, self.id, segment)?;
        }
        edited.slots.pop().ok_or(EditError::ItemMissing)
    }

    fn may_go(m: &Montage, _: &Project, _: Id) -> Result<(), EditError> {
        if m.slots.len() == 1 {
            return Err(EditError::LastSlot);
        }
        Ok(())
    }
}

fn edit_slots(
    project: &Project,
    m: &mut Montage,
    command: &ItemCommand<Slot>,
) -> Result<bool, EditError> {
    let changed = item::edit(m, project, command)?;
    match command {
        ItemCommand::Remove(id) => {
            linked::let_go(m);
            m.sync_slot = m.sync_slot.filter(|slot| slot != id);
        }
        ItemCommand::Set(_) | ItemCommand::Put(_) => linked::let_go(m),
        ItemCommand::Add(_) | ItemCommand::Rename(..) | ItemCommand::Move(..) => {}
    }
    Ok(changed)
}

fn add_segment(
    project: &Project,
    m: &mut Montage,
    slot: Id,
    segment: &Segment,
) -> Result<bool, EditError> {
    if m.segment(segment.id).is_some() {
        return Err(EditError::IdTaken);
    }
    let count = m.slots.len()
        + m.slots
            .iter()
            .map(|slot| slot.segments.len())
            .sum::<usize>();
    has_room(count, MOST_SEGMENTS, tr!("Slots and segments"))?;
    insert_segment(project, m, slot, segment)?;
    Ok(true)
}

/// Places segments and sections at once; only the places at the end have to be valid, not those
/// between.
fn arrange(
    project: &Project,
    m: &mut Montage,
    segments: &[(Id, Segment)],
    sections: &[(Id, f32)],
) -> Result<bool, EditError> {
    let (before, starts) = (m.slots.clone(), m.sections.clone());
    segments
        .iter()
        .try_for_each(|(_, segment)| take_segment(m, segment.id).map(drop))?;
    segments
        .iter()
        .try_for_each(|(slot, segment)| insert_segment(project, m, *slot, segment))?;
    linked::follow(project, m, &before);
    place_sections(m, sections)?;
    Ok(m.slots != before || m.sections != starts)
}

fn place_sections(m: &mut Montage, sections: &[(Id, f32)]) -> Result<(), EditError> {
    for (id, start) in sections {
        let at = section_index(m, *id)?;
        place_in_time(*start, tr!("Start"))?;
        m.sections[at].start = *start;
    }
    if sections.is_empty() {
        return Ok(());
    }
    sort_sections(m);
    m.sections[0].start = 0.0;
    let frame = 1.0 / m.frame_rate;
    for at in 1..m.sections.len() {
        let earliest = m.sections[at - 1].start + frame;
        if m.sections[at].start < earliest - frame * 1e-3 {
            m.sections[at].start = earliest;
        }
    }
    Ok(())
}
