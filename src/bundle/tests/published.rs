//! `docs/bundle.md` against the code: every struct, field, offset, type and size that it publishes.

use crate::{layout::*, sections};
use anim::{
    Material, Notify, PackedTransform, SoundCue,
    clip::{Keys, Track},
    codec::layout::{CodecHeader, PackedConstant, PackedGroup},
    curve::{Curve, CurveKey},
    mesh::{Attribute, ClothVertex, Morph, MorphDelta, Near, PaletteJoint, Profile},
    mesh_bounds::Body,
    montage::{Easing, Section, Segment, Slot},
    notify::NotifyField,
    skeleton::{Bone, Socket, VirtualBone},
    sync::SyncMarker,
};
use bytemuck::Zeroable;

/// Name, size, and the offsets of the fields of a struct.
type Record = (&'static str, usize, Vec<(&'static str, usize)>);

/// The pattern names every field, so that a new one is not forgotten here.
macro_rules! record {
    ($name:ident { $($field:ident),* }) => {{
        let $name { $($field: _),* } = $name::zeroed();
        (stringify!($name), size_of::<$name>(), vec![$((stringify!($field), std::mem::offset_of!($name, $field))),*])
    }};
}

fn records() -> Vec<Record> {
    [of_the_file(), of_clips(), of_meshes(), of_montages()].concat()
}

fn of_the_file() -> Vec<Record> {
    vec![
        record!(Header {
            magic,
            version,
            float_rule,
            length,
            checksum,
            sections
        }),
        record!(SectionRecord {
            tag,
            version,
            flags,
            record_size,
            reserved,
            records
        }),
        record!(ArraySpan { offset, count }),
        record!(NameRecord {
            name,
            first,
            length
        }),
        record!(SkeletonRecord {
            name,
            bones,
            sockets,
            virtual_bones,
            retarget,
            masks,
            profiles
        }),
        record!(WeightsRecord {
            name,
            mode,
            reserved,
            values
        }),
        record!(Bone {
            name,
            parent,
            reference,
            reserved
        }),
        record!(Socket {
            name,
            bone,
            local,
            reserved
        }),
        record!(VirtualBone {
            name,
            source,
            target
        }),
        record!(PackedTransform {
            translation,
            rotation,
            scale
        }),
    ]
}

fn of_clips() -> Vec<Record> {
    vec![
        record!(ClipRecord {
            name,
            skeleton,
            length,
            key_count,
            rate_scale,
            flags,
            root_lock,
            additive,
            compressed,
            tracks,
            keys,
            curves,
            curve_keys,
            notifies,
            sync_markers,
            values,
            warps,
            times
        }),
        record!(Track {
            bone,
            translation,
            rotation,
            scale
        }),
        record!(Keys { first, count }),
        record!(CodecHeader {
            magic,
            version,
            segment_frames,
            bytes,
            checksum,
            frames,
            bones,
            groups,
            constants,
            stream_bytes
        }),
        record!(PackedGroup {
            block,
            property,
            lanes,
            reserved
        }),
        record!(PackedConstant {
            bone,
            property,
            value
        }),
        record!(Curve {
            name,
            first_key,
            key_count,
            extrapolation,
            flags
        }),
        record!(CurveKey {
            time,
            value,
            in_tangent,
            out_tangent,
            interpolation
        }),
        record!(Notify {
            id,
            name,
            target,
            socket,
            time,
            end,
            track,
            flags,
            weight_threshold,
            chance,
            from_lod,
            action,
            class,
            value,
            first_value,
            value_count,
            reserved
        }),
        record!(SyncMarker {
            name,
            time,
            reserved
        }),
    ]
}

fn of_meshes() -> Vec<Record> {
    vec![
        record!(Material {
            name,
            texture,
            normal_texture,
            base_color,
            alpha_cutoff,
            flags
        }),
        record!(MeshRecord {
            name,
            skeleton,
            first_lod,
            lod_count,
            first_material,
            material_count,
            post_process,
            bodies,
            room,
            post_process_levels,
            box_min,
            box_max
        }),
        record!(Body {
            bone,
            radius,
            from,
            to
        }),
        record!(BundleLodRecord {
            screen_size,
            first_part,
            part_count,
            reserved,
            bones
        }),
        record!(PartRecord {
            name,
            influences,
            method,
            material,
            reserved,
            positions,
            normals,
            tangents,
            uvs,
            colors,
            joints,
            weights,
            palette,
            morphs,
            deltas,
            indices,
            delta_tangents,
            attributes,
            attribute_values,
            profiles,
            profile_joints,
            profile_weights,
            cloth_mesh,
            cloth_part,
            cloth_driving,
            cloth_reserved,
            cloth
        }),
        record!(PaletteJoint { bone, inverse_bind }),
        record!(Morph {
            name,
            default_weight,
            first_delta,
            delta_count,
            reserved
        }),
        record!(MorphDelta {
            vertex,
            position,
            normal
        }),
        record!(Attribute {
            name,
            components,
            first
        }),
        record!(Profile {
            name,
            influences,
            first
        }),
        record!(ClothVertex {
            corners,
            weight,
            position,
            normal,
            tangent
        }),
        record!(Near { shares, away }),
    ]
}

fn of_montages() -> Vec<Record> {
    vec![
        record!(SoundCue {
            id,
            host,
            name,
            sound,
            time,
            skip,
            gain,
            host_kind
        }),
        record!(MontageRecord {
            name,
            skeleton,
            group,
            length,
            rate_scale,
            blend_in_time,
            blend_out_time,
            blend_in_easing,
            blend_out_easing,
            blend_out_trigger,
            flags,
            blend_in_profile,
            blend_out_profile,
            sections,
            slots,
            segments,
            notifies,
            values,
            blend_in_curve,
            blend_out_curve,
            stretch,
            sync_group,
            sync_markers,
            curves,
            curve_keys,
            warps
        }),
        record!(Section { name, start, next }),
        record!(Slot {
            name,
            first_segment,
            segment_count
        }),
        record!(Segment {
            id,
            clip,
            start,
            clip_begin,
            clip_end,
            rate,
            loops
        }),
        record!(GoldenClip { clip, time, pose }),
        record!(GoldenTrack {
            montage,
            dt,
            first_tick,
            tick_count
        }),
        record!(GoldenTick {
            pose,
            events,
            placement
        }),
        record!(NotifyClassRecord {
            name,
            kind,
            reserved,
            fields,
            choices
        }),
        record!(NotifyField {
            name,
            unit,
            kind,
            first_choice,
            choice_count,
            low,
            high,
            reserved
        }),
        record!(GraphRecord {
            name,
            encoding,
            reserved,
            bytes
        }),
        record!(GoldenGraph {
            graph,
            dt,
            first_tick,
            tick_count,
            first_setting,
            setting_count
        }),
        record!(GoldenSetting {
            parameter,
            value,
            tick,
            reserved
        }),
    ]
}

fn published() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bundle.md");
    std::fs::read_to_string(path).unwrap()
}

/// The part of the page about one struct.
fn chapter<'a>(page: &'a str, name: &str, size: usize) -> &'a str {
    let heading = format!("## `{name}`: {size} bytes\n");
    let (_, rest) = page
        .split_once(&heading)
        .unwrap_or_else(|| panic!("the page has no “{}”", heading.trim()));
    rest.split("\n## ").next().unwrap()
}

/// Offset, field and type of each row.
fn rows(chapter: &str) -> Vec<(usize, String, String)> {
    let rows = chapter
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1);
    let cells = |row: &str| {
        row.split('|')
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect::<Vec<_>>()
    };
    rows.map(cells)
        .map(|row| (row[1].parse().unwrap(), row[2].clone(), row[3].clone()))
        .collect()
}

/// Bytes of a type as the page writes it.
fn bytes(kind: &str, records: &[Record]) -> usize {
    if let Some((item, count)) = kind
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']')?.rsplit_once("; "))
    {
        return bytes(item, records) * count.parse::<usize>().unwrap();
    }
    match kind {
        "u8" => 1,
        "u16" => 2,
        "u32" | "i32" | "f32" => 4,
        "u64" | "f64" | "Name" | "Tag" => 8,
        _ => {
            records
                .iter()
                .find(|record| record.0 == kind)
                .unwrap_or_else(|| panic!("{kind} is unknown"))
                .1
        }
    }
}

#[test]
fn the_page_is_the_code() {
    let (page, records) = (published(), records());
    for (name, size, fields) in &records {
        let rows = rows(chapter(&page, name, *size));
        let named: Vec<(&str, usize)> = rows
            .iter()
            .map(|(offset, field, _)| (field.as_str(), *offset))
            .collect();
        assert_eq!(&named, fields, "{name}");
        let ends = rows
            .iter()
            .map(|(offset, _, kind)| offset + bytes(kind, &records));
        let starts = rows.iter().skip(1).map(|row| row.0).chain([*size]);
        assert!(
            ends.eq(starts),
            "{name}: the types do not fill the gaps between the offsets"
        );
    }
    assert_eq!(page.matches("\n## `").count(), records.len());
}

#[test]
fn the_page_numbers_every_easing() {
    let page = published();
    let list = page.split_once("## Easings").unwrap().1;
    for (at, easing) in Easing::ALL.iter().enumerate() {
        let plain: String = format!("{easing:?}").to_lowercase();
        let written = list
            .split(',')
            .nth(at)
            .unwrap()
            .replace(['-', ' ', '.', '\n'], "");
        assert_eq!(written, format!("{at}{plain}"));
    }
    assert!(list.contains(&format!("{CUSTOM_EASING} a custom curve")));
}

#[test]
fn the_page_is_of_the_versions_that_are_written() {
    let of = |struct_: &str, size: usize| {
        let page = published();
        let row = chapter(&page, struct_, size)
            .lines()
            .find(|line| line.contains("`version`"))
            .map(str::to_owned);
        row.and_then(|row| {
            row.split('|')
                .nth_back(1)
                .map(|cell| cell.trim().to_owned())
        })
        .unwrap()
    };
    assert_eq!(of("Header", size_of::<Header>()), VERSION.to_string());
    assert_eq!(
        of("CodecHeader", size_of::<CodecHeader>()),
        anim::codec::layout::VERSION.to_string()
    );
}

#[test]
fn the_page_lists_every_section() {
    let page = published();
    let chapter = page
        .split_once("## Sections")
        .unwrap()
        .1
        .split("\n## ")
        .next()
        .unwrap();
    let rows = chapter.lines().filter(|line| line.starts_with("| `"));
    let cells = |row: &str| {
        row.split('|')
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect::<Vec<_>>()
    };
    let listed: Vec<(String, String, bool)> = rows
        .map(cells)
        .map(|row| (row[1].clone(), row[2].clone(), row[3] == "yes"))
        .collect();
    let known = sections::ALL.map(|kind| (kind.name(), kind.version.to_string(), kind.required));
    assert_eq!(listed, known);
}
