//! Playing a compressed clip: unpack the two frames around a time, blend them, write them into pose
//! blocks.
//!
//! A cache keeps the last two frames of one player, so that playing on unpacks only the frame that
//! comes in, and the ranges of segments, which all who play a clip have in common. Without one the
//! same is done on the stack: the results are the same bits.

#[cfg(test)]
mod tests;

use super::{
    Compressed,
    layout::{Frame, Group, Property, Still, WINDOW},
};
use crate::{
    Pose, Transform,
    additive::NO_DELTA,
    float::Extreme,
    pose::{BoneBlock, LANES, Row, Rows, Wide, load, nlerp, normalized, product, store},
    simd,
};
use bytemuck::Zeroable;
use fearless_simd::{dispatch, f32x8, i32x8, prelude::*, u32x8};
use glam::{Quat, Vec3};

/// No frame of any clip.
const NOTHING: u32 = u32::MAX;

/// The widest code that four bytes hold wherever in the first two it begins: its bit in a byte, and
/// its group's.
const NARROW: u32 = (1 << (32 - 7 - 7)) - 1;

/// Segments that one thread keeps: as many as a crowd is in at once that plays a few dozen clips.
const SEGMENTS: usize = 64;

/// Two frames of one group: xyzw of rotations, xyz of vectors. Rows that lie across two lines of a
/// cache are read slower.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(32))]
struct FramePair([[Row; 4]; 2]);

/// One group of a segment.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(32))]
struct Ranges {
    least: [Row; 4],
    step: [Row; 4],
    /// First bit of each code from the group's start.
    bits: [[u32; LANES]; 4],
    masks: [[u32; LANES]; 4],
    /// The byte that each code begins in, where the group's first bit is that of a byte.
    bytes: [[u8; LANES]; 4],
    /// Codes of a component may end beyond four bytes from there.
    is_wide: [u32; 4],
}

impl Ranges {
    /// Values of `component`, from the bit `bit` of the window on.
    #[inline(always)]
    fn values<S: Simd>(
        &self,
        simd: S,
        window: &[u8; WINDOW],
        bit: u32,
        component: usize,
    ) -> f32x8<S> {
        let bits = simd.load_array_ref_u32x8(&self.bits[component]);
        let (words, shift) = if self.is_wide[component] == 0 {
            let shift = (bits & u32x8::splat(simd, 7)) + u32x8::splat(simd, bit);
            (words(window, self.bytes[component]), shift)
        } else {
            let bits = bits + u32x8::splat(simd, bit);
            let mut bytes = [0; LANES];
            let all = simd.as_array_u32x8(simd.shr_u32x8(bits, 3));
            bytes
                .iter_mut()
                .zip(all)
                .for_each(|(byte, value)| *byte = value as u8);
            (words(window, bytes), bits & u32x8::splat(simd, 7))
        };
        let mask = simd.load_array_ref_u32x8(&self.masks[component]);
        let codes = float(simd.shrv_u32x8(simd.load_array_u32x8(words), shift) & mask);
        let step = simd.load_array_ref_f32x8(&self.step[component]);
        simd.load_array_ref_f32x8(&self.least[component]) + codes * step
    }
}

/// [`Compressed::identity`] of a clip; 0 of none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ClipKey(u64);

/// Cache that one player of a clip keeps between samples. Any clip may be sampled with any cache: a
/// cache of another clip, or a cache without groups, is reset first.
#[derive(Clone, Debug)]
pub struct SampleCache {
    player: PlayerCache,
    segments: SegmentCache,
}

impl Default for SampleCache {
    fn default() -> Self {
        Self {
            player: PlayerCache::default(),
            segments: SegmentCache {
                slots: Vec::new(),
                count: 1,
            },
        }
    }
}

impl SampleCache {
    pub(crate) fn parts(&mut self) -> Cached<'_> {
        Cached {
            player: &mut self.player,
            segments: &mut self.segments,
        }
    }

    #[cfg(test)]
    pub(crate) fn is_stalled(&self) -> bool {
        self.player.is_stalled
    }
}

/// Caches that a sample uses.
pub(crate) struct Cached<'a> {
    /// The last two frames of one player.
    pub player: &'a mut PlayerCache,
    /// Ranges of segments, shared by all who play the clip.
    pub segments: &'a mut SegmentCache,
}

/// The part of a [`SampleCache`] that is one player's own.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayerCache {
    clip: ClipKey,
    /// Frames in the two places of every group.
    frames: [u32; 2],
    groups: Vec<FramePair>,
    /// Groups of other rows were left out.
    rows: Rows,
    /// Whether the last sample was held because its own frame was not loaded.
    pub is_stalled: bool,
}

/// Segments of any clips that were unpacked last: one for all players of a thread.
#[derive(Clone, Debug)]
pub(crate) struct SegmentCache {
    /// Slots by a hash of clip and segment; empty before the first sample.
    slots: Vec<DecoderSlot>,
    count: usize,
}

#[derive(Clone, Debug, Default)]
struct DecoderSlot {
    clip: ClipKey,
    segment: u32,
    groups: Vec<Ranges>,
    /// Constant difference of an additive clip without motion, in place of `groups`.
    still: Pose,
}

impl Default for SegmentCache {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            count: SEGMENTS,
        }
    }
}

impl SegmentCache {
    /// Slot for a segment, and whether the slot holds that segment.
    fn slot(&mut self, clip: ClipKey, segment: u32) -> (&mut DecoderSlot, bool) {
        if self.slots.is_empty() {
            self.slots.resize_with(self.count, DecoderSlot::default);
        }
        let at = (clip.0 as u32 ^ segment.wrapping_mul(0x9e37_79b9)) as usize % self.slots.len();
        let slot = &mut self.slots[at];
        let is_there = (slot.clip, slot.segment) == (clip, segment);
        (slot.clip, slot.segment) = (clip, segment);
        (slot, is_there)
    }
}

/// A place between two neighbouring frames.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The earlier frame; the later one is the next, if there is one.
    pub frame: u32,
    /// Fraction of the distance from the earlier frame (0) to the later frame (1).
    pub fraction: f32,
}

impl Compressed {
    /// Writes every bone that is stored; others keep what `out` holds. Contract: `out` has the
    /// clip's bones.
    pub fn sample(&self, span: Span, out: &mut Pose) {
        self.tell_scales(out);
        let (wanted, rows) = (self.wanted(span), out.rows());
        dispatch!(simd::level(), simd => self.sample_cold(simd, wanted, span.fraction, rows, out.blocks_mut()));
    }

    /// Samples in the same manner as [`Compressed::sample`], but faster for times near the last
    /// one.
    pub fn sample_cached(&self, span: Span, cache: &mut SampleCache, out: &mut Pose) {
        self.sample_with(span, cache.parts(), out);
    }

    pub(crate) fn sample_with(&self, span: Span, cached: Cached<'_>, out: &mut Pose) {
        self.tell_scales(out);
        let rows = out.rows();
        if self.groups.is_empty() {
            return dispatch!(simd::level(), simd => self.write_stills(simd, rows, out.blocks_mut()));
        }
        let (player, key) = (&mut *cached.player, self.key());
        if player.clip != key || player.groups.len() != self.groups.len() || player.rows != rows {
            (player.clip, player.rows, player.frames) = (key, rows, [NOTHING; 2]);
            player.groups.resize(self.groups.len(), FramePair::zeroed());
        }
        let wanted = self.wanted(span);
        dispatch!(simd::level(), simd => self.sample_warm(simd, wanted, span.fraction, cached, out.blocks_mut()));
    }

    fn key(&self) -> ClipKey {
        ClipKey(self.identity())
    }

    /// Writes the constant difference of an additive clip without motion. Returns false, and writes
    /// nothing, if the clip has motion. Contract: the clip has `bones` bones.
    pub(crate) fn sample_still(
        &self,
        bones: usize,
        rows: Rows,
        segments: &mut SegmentCache,
        out: &mut Pose,
    ) -> bool {
        if !self.groups.is_empty() {
            return false;
        }
        let (DecoderSlot { still, .. }, is_there) = segments.slot(self.key(), NOTHING);
        if !is_there || still.len() != bones {
            still.fill(bones, &NO_DELTA);
            self.tell_scales(still);
            dispatch!(simd::level(), simd => self.write_stills(simd, Rows::ALL, still.blocks_mut()));
        }
        out.copy_rows(still, rows);
        out.clear_numbers();
        true
    }

    /// Samples one bone, with the same bits as in the whole pose; values that are not stored stay
    /// as in `held`.
    pub fn sample_bone(&self, bone: usize, span: Span, held: &Transform) -> Transform {
        let (block, lane) = ((bone / LANES) as u16, bone % LANES);
        let mut out = BoneBlock::splat(held);
        for still in self
            .stills
            .iter()
            .filter(|still| still.block == block && still.mask[lane] != 0)
        {
            write_still(still, lane, &mut out);
        }
        let wanted = self.wanted(span);
        let first = self.groups.partition_point(|group| group.block < block);
        let frames = wanted.map(|frame| self.frame(frame));
        let of_block = self
            .groups
            .iter()
            .enumerate()
            .skip(first)
            .take_while(|(_, group)| group.block == block);
        for (at, group) in of_block.filter(|(_, group)| group.lanes >> lane & 1 != 0) {
            let ends = frames.map(|frame| self.unpack_lane(frame, (at, group), lane));
            dispatch!(simd::level(), simd => blend_frames(simd, group, [&ends[0], &ends[1]], span.fraction, &mut out));
        }
        out.get(lane)
    }

    fn wanted(&self, span: Span) -> [u32; 2] {
        let last = self.frames - 1;
        [span.frame.min(last), (span.frame + 1).min(last)]
    }

    fn tell_scales(&self, out: &mut Pose) {
        if self.is_scaled {
            out.scales_differ();
        }
    }

    #[inline(always)]
    fn write_stills<S: Simd>(&self, simd: S, rows: Rows, out: &mut [BoneBlock]) {
        for still in self
            .stills
            .iter()
            .filter(|still| rows.has(still.block.into()))
        {
            let (out, rows) = (&mut out[usize::from(still.block)], load(simd, &still.rows));
            let [x, y, z, _] = rows;
            match still.property {
                Property::Rotation | Property::FullRotation => {
                    merge(simd, &still.mask, rows, &mut out.rotation)
                }
                Property::Translation => merge(simd, &still.mask, [x, y, z], &mut out.translation),
                Property::Scale => merge(simd, &still.mask, [x, y, z], &mut out.scale),
            }
        }
    }

    #[inline(always)]
    fn sample_cold<S: Simd>(
        &self,
        simd: S,
        wanted: [u32; 2],
        fraction: f32,
        rows: Rows,
        out: &mut [BoneBlock],
    ) {
        self.write_stills(simd, rows, out);
        let ends = [self.frame(wanted[0]), self.frame(wanted[1])];
        let (mut ranges, mut unpacked) = (Ranges::zeroed(), FramePair::zeroed());
        for (at, group) in self
            .groups
            .iter()
            .enumerate()
            .filter(|(_, group)| rows.has(group.block.into()))
        {
            let mut segment = NOTHING;
            for (frame, unpacked) in ends.iter().zip(&mut unpacked.0) {
                if frame.segment != segment {
                    self.unpack_segment(simd, frame, group, &mut ranges);
                    segment = frame.segment;
                }
                self.unpack_frame(simd, frame, (at, group), &ranges, unpacked);
            }
            let [a, b] = &unpacked.0;
            blend_frames(
                simd,
                group,
                [a, b],
                fraction,
                &mut out[usize::from(group.block)],
            );
        }
    }

    #[inline(always)]
    fn sample_warm<S: Simd>(
        &self,
        simd: S,
        wanted: [u32; 2],
        fraction: f32,
        cached: Cached<'_>,
        out: &mut [BoneBlock],
    ) {
        let Cached { player, segments } = cached;
        let rows = player.rows;
        self.write_stills(simd, rows, out);
        let places = self.fetch(simd, wanted, player, segments);
        let groups = self.groups.iter().zip(&player.groups);
        for (group, unpacked) in groups.filter(|(group, _)| rows.has(group.block.into())) {
            let ends = places.map(|place| &unpacked.0[place]);
            blend_frames(
                simd,
                group,
                ends,
                fraction,
                &mut out[usize::from(group.block)],
            );
        }
    }

    /// Brings two frames into the cache. Returns their places.
    #[inline(always)]
    fn fetch<S: Simd>(
        &self,
        simd: S,
        [a, b]: [u32; 2],
        player: &mut PlayerCache,
        segments: &mut SegmentCache,
    ) -> [usize; 2] {
        let [first, second] = player.frames;
        let (has_a, has_b) = (a == first || a == second, b == first || b == second);
        // A frame that stays keeps its place; what comes in takes the other one.
        let place_a = if has_a {
            usize::from(a == second)
        } else {
            usize::from(b == first)
        };
        let place_b = if has_b {
            usize::from(b == second)
        } else {
            1 - place_a
        };
        let place_b = if a == b { place_a } else { place_b };
        // One loop, as what unpacks is long, and twice as long where it is written down twice.
        let ends = [(a, place_a), (b, place_b)];
        for (frame, place) in &ends[usize::from(has_a)..2 - usize::from(has_b || a == b)] {
            self.unpack(simd, *frame, *place, player, segments);
        }
        [place_a, place_b]
    }

    #[inline(always)]
    fn unpack<S: Simd>(
        &self,
        simd: S,
        frame: u32,
        place: usize,
        player: &mut PlayerCache,
        segments: &mut SegmentCache,
    ) {
        let packed = self.frame(frame);
        let (DecoderSlot { groups: ranges, .. }, is_there) =
            segments.slot(player.clip, packed.segment);
        if !is_there || ranges.len() != self.groups.len() {
            ranges.resize(self.groups.len(), Ranges::zeroed());
            for (group, ranges) in self.groups.iter().zip(&mut *ranges) {
                self.unpack_segment(simd, &packed, group, ranges);
            }
        }
        let rows = player.rows;
        let groups = self
            .groups
            .iter()
            .zip(&*ranges)
            .zip(&mut player.groups)
            .enumerate();
        for (at, ((group, ranges), unpacked)) in
            groups.filter(|(_, ((group, _), _))| rows.has(group.block.into()))
        {
            self.unpack_frame(simd, &packed, (at, group), ranges, &mut unpacked.0[place]);
        }
        player.frames[place] = frame;
    }

    /// Ranges, widths and places of a group's codes.
    #[inline(always)]
    fn unpack_segment<S: Simd>(&self, simd: S, frame: &Frame<'_>, group: &Group, out: &mut Ranges) {
        let lists = self.segment_in(frame.bytes, frame.segment as usize);
        let (lanes, places) = (group.lane_count(), Places::of(simd, group));
        let mut bit = 0;
        for component in 0..group.property.width() {
            let first = group.first as usize + component * lanes;
            let widths = places.bytes(lists.widths, first) & simd.load_array_ref_u32x8(&group.mask);
            let (least, extent) = (
                places.shorts(lists.least, first),
                places.shorts(lists.extent, first),
            );
            let units = Units::of(simd, group, component);
            let ends = running_sum(widths) + u32x8::splat(simd, bit);
            simd.store_array_u32x8(ends - widths, &mut out.bits[component]);
            bit = ends[LANES - 1];
            let one = u32x8::splat(simd, 1);
            let masks = simd.shlv_u32x8(one, widths) - one;
            let largest = float(masks);
            // Without bits every code is 0, whatever the step.
            #[expect(clippy::disallowed_methods, reason = "it is a whole number, and no −0")]
            let step = float(extent) * units.unit / largest.max(f32x8::splat(simd, 1.0));
            simd.store_array_u32x8(masks, &mut out.masks[component]);
            let bytes = simd.as_array_u32x8(simd.shr_u32x8(ends - widths, 3));
            out.bytes[component]
                .iter_mut()
                .zip(bytes)
                .for_each(|(byte, value)| *byte = value as u8);
            out.is_wide[component] =
                u32::from(masks.simd_gt(u32x8::splat(simd, NARROW)).any_true());
            simd.store_array_f32x8(
                units.origin + float(least) * units.unit,
                &mut out.least[component],
            );
            simd.store_array_f32x8(step, &mut out.step[component]);
        }
    }

    /// One lane of a frame, as [`Compressed::unpack_segment`] and [`Compressed::unpack_frame`] make
    /// it, to the bit; the others are 0. Contract: the group has the lane.
    fn unpack_lane(&self, frame: Frame<'_>, (at, group): (usize, &Group), lane: usize) -> [Row; 4] {
        let (lists, lanes) = (
            self.segment_in(frame.bytes, frame.segment as usize),
            group.lane_count(),
        );
        let nth = (group.lanes & ((1 << lane) - 1)).count_ones() as usize;
        let first = group.first as usize;
        let bit = frame.first_bit + frame.starts[at];
        let window = self.window_in(frame.bytes, bit);
        let mut out = [[0.0; LANES]; 4];
        for (component, row) in out.iter_mut().enumerate().take(group.property.width()) {
            let place = first + component * lanes + nth;
            let before: u32 = lists.widths[first..place]
                .iter()
                .map(|width| u32::from(*width))
                .sum();
            let (mask, code_bit) = ((1u32 << lists.widths[place]) - 1, before + (bit & 7));
            let byte = (code_bit >> 3 & 127) as usize;
            let word = u32::from_le_bytes([
                window[byte],
                window[byte + 1],
                window[byte + 2],
                window[byte + 3],
            ]);
            let code = (word >> (code_bit & 7) & mask) as f32;
            let (origin, unit) = match group.property {
                Property::Rotation | Property::FullRotation => (-1.0, ROTATION_UNIT),
                _ => (group.base[component][lane], group.base[3 + component][lane]),
            };
            let step = f32::from(lists.extent[place]) * unit / (mask as f32).higher(1.0);
            row[lane] = origin + f32::from(lists.least[place]) * unit + code * step;
        }
        if group.property == Property::Rotation {
            let [x, y, z, _] = [0, 1, 2, 3].map(|row: usize| out[row][lane]);
            out[3][lane] = (1.0 - ((x * x + y * y) + z * z)).higher(0.0).sqrt();
        }
        out
    }

    #[inline(always)]
    fn unpack_frame<S: Simd>(
        &self,
        simd: S,
        frame: &Frame<'_>,
        (at, group): (usize, &Group),
        ranges: &Ranges,
        out: &mut [Row; 4],
    ) {
        let bit = frame.first_bit + frame.starts[at];
        let window = self.window_in(frame.bytes, bit);
        let zero = f32x8::splat(simd, 0.0);
        let bit = bit & 7;
        let [x, y, z] = [
            ranges.values(simd, window, bit, 0),
            ranges.values(simd, window, bit, 1),
            ranges.values(simd, window, bit, 2),
        ];
        let mut values = [x, y, z, zero];
        if group.property.width() == 4 {
            values[3] = ranges.values(simd, window, bit, 3);
        }
        if group.property == Property::Rotation {
            let [x, y, z, _] = values;
            let rest = f32x8::splat(simd, 1.0) - ((x * x + y * y) + z * z);
            #[expect(
                clippy::disallowed_methods,
                reason = "what is decoded is a number, and what is left of 1 no −0"
            )]
            let rest = rest.max(zero);
            values[3] = rest.sqrt();
        }
        store(simd, values, out);
    }
}

/// Each lane's value and all before it.
#[inline(always)]
fn running_sum<S: Simd>(values: u32x8<S>) -> u32x8<S> {
    let zero = u32x8::splat(values.witness(), 0);
    let pairs = values + zero.slide::<7>(values);
    let fours = pairs + zero.slide::<6>(pairs);
    fours + zero.slide::<4>(fours)
}

/// Four bytes of the window from each place on.
#[inline(always)]
fn words(window: &[u8; WINDOW], bytes: [u8; LANES]) -> [u32; LANES] {
    let word = |byte: u8| {
        let at = usize::from(byte & 127);
        u32::from_le_bytes([window[at], window[at + 1], window[at + 2], window[at + 3]])
    };
    let [a, b, c, d, e, f, g, h] = bytes;
    [
        word(a),
        word(b),
        word(c),
        word(d),
        word(e),
        word(f),
        word(g),
        word(h),
    ]
}

/// Exact below 2^24; as signed numbers, which convert in one instruction.
#[inline(always)]
fn float<S: Simd>(values: u32x8<S>) -> f32x8<S> {
    values.bitcast::<i32x8<S>>().to_float()
}

/// Origin and unit of the 16-bit ranges of a component.
struct Units<S: Simd> {
    origin: f32x8<S>,
    unit: f32x8<S>,
}

impl<S: Simd> Units<S> {
    #[inline(always)]
    fn of(simd: S, group: &Group, component: usize) -> Self {
        match group.property {
            Property::Rotation | Property::FullRotation => Self {
                origin: f32x8::splat(simd, -1.0),
                unit: f32x8::splat(simd, ROTATION_UNIT),
            },
            _ => Self {
                origin: simd.load_array_ref_f32x8(&group.base[component]),
                unit: simd.load_array_ref_f32x8(&group.base[3 + component]),
            },
        }
    }
}

/// A step of a rotation's range, which begins at −1: a power of two, so that 0 is a step.
pub const ROTATION_UNIT: f32 = 1.0 / 32768.0;

/// Places of the lanes' numbers in a list without gaps. Whole words go to all lanes and each lane
/// takes its part: a load right after the store of its parts would have to wait.
struct Places<S: Simd> {
    simd: S,
    /// A lane's number counts from here.
    place: u32x8<S>,
}

impl<S: Simd> Places<S> {
    #[inline(always)]
    fn of(simd: S, group: &Group) -> Self {
        Self {
            simd,
            place: simd.load_array_ref_u32x8(&group.places),
        }
    }

    /// Number of each lane, of the numbers from `first` on. Lanes without a sub-track get the
    /// number of any other.
    #[inline(always)]
    fn bytes(&self, list: &[u8], first: usize) -> u32x8<S> {
        let [low, high] = bytemuck::cast::<_, [u32; 2]>(eight(list, first));
        let words = self.choose(4, high, low);
        self.part(words, 3, 3, 0xff)
    }

    #[inline(always)]
    fn shorts(&self, list: &[u16], first: usize) -> u32x8<S> {
        let [a, b, c, d] = bytemuck::cast::<_, [u32; 4]>(eight(list, first));
        let (low, high) = (self.choose(2, b, a), self.choose(2, d, c));
        let words = self.simd.select_u32x8(self.has(4), high, low);
        self.part(words, 1, 4, 0xffff)
    }

    #[inline(always)]
    fn has(&self, bit: u32) -> fearless_simd::mask32x8<S> {
        let bit = u32x8::splat(self.simd, bit);
        self.simd.simd_eq_u32x8(self.place & bit, bit)
    }

    #[inline(always)]
    fn choose(&self, bit: u32, set: u32, unset: u32) -> u32x8<S> {
        let [set, unset] = [u32x8::splat(self.simd, set), u32x8::splat(self.simd, unset)];
        self.simd.select_u32x8(self.has(bit), set, unset)
    }

    /// `1 << log` bits of each word, by as many of the place's last bits as `of` has.
    #[inline(always)]
    fn part(&self, words: u32x8<S>, of: u32, log: u32, mask: u32) -> u32x8<S> {
        let shift = self
            .simd
            .shl_u32x8(self.place & u32x8::splat(self.simd, of), log);
        self.simd.shrv_u32x8(words, shift) & u32x8::splat(self.simd, mask)
    }
}

/// The numbers of `list` from `first` on, one a lane; those beyond the end are 0.
#[inline(always)]
fn eight<T: Copy + Default>(list: &[T], first: usize) -> [T; LANES] {
    let rest = &list[first..];
    match rest.first_chunk() {
        Some(whole) => *whole,
        None => {
            let mut found = [T::default(); LANES];
            found[..rest.len()].copy_from_slice(rest);
            found
        }
    }
}

#[inline(always)]
fn blend_frames<S: Simd>(
    simd: S,
    group: &Group,
    [a, b]: [&[Row; 4]; 2],
    fraction: f32,
    out: &mut BoneBlock,
) {
    let fraction = f32x8::splat(simd, fraction);
    let (a, b) = (load(simd, a), load(simd, b));
    match group.property {
        Property::Rotation => {
            let base: &[Row; 4] = group.base[..4].try_into().expect("six rows");
            write(
                simd,
                group,
                product(load(simd, base), nlerp(a, b, fraction)),
                &mut out.rotation,
            );
        }
        Property::FullRotation => {
            // Quantised rotations are not quite of unit length, and the ends must come out so too.
            let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
            let identity = [zero, zero, zero, one];
            let (a, b) = (normalized(a, identity), normalized(b, identity));
            write(simd, group, nlerp(a, b, fraction), &mut out.rotation);
        }
        Property::Translation => write(simd, group, vectors(a, b, fraction), &mut out.translation),
        Property::Scale => write(simd, group, vectors(a, b, fraction), &mut out.scale),
    }
}

#[inline(always)]
fn vectors<S: Simd>(a: Wide<S, 4>, b: Wide<S, 4>, fraction: f32x8<S>) -> Wide<S, 3> {
    crate::pose::lerp([a[0], a[1], a[2]], [b[0], b[1], b[2]], fraction)
}

/// Lanes without a sub-track keep what they hold.
#[inline(always)]
fn write<S: Simd, const N: usize>(simd: S, group: &Group, values: Wide<S, N>, out: &mut [Row; N]) {
    if group.lanes == u8::MAX {
        return store(simd, values, out);
    }
    merge(simd, &group.mask, values, out);
}

/// Lanes outside of the mask keep what they hold.
#[inline(always)]
fn merge<S: Simd, const N: usize>(
    simd: S,
    mask: &[u32; LANES],
    values: Wide<S, N>,
    out: &mut [Row; N],
) {
    // By bits and not by a selection, which would become a masked store: slow on some processors.
    let stored = simd.load_array_ref_u32x8(mask);
    let held = !stored;
    for (row, value) in out.iter_mut().zip(values) {
        let before = simd.load_array_ref_f32x8(row).bitcast::<u32x8<S>>();
        let merged = (value.bitcast::<u32x8<S>>() & stored) | (before & held);
        simd.store_array_f32x8(merged.bitcast(), row);
    }
}

fn write_still(still: &Still, lane: usize, out: &mut BoneBlock) {
    let [x, y, z, w] = still.rows.map(|row| row[lane]);
    match still.property {
        Property::Rotation | Property::FullRotation => {
            out.set_rotation(lane, Quat::from_xyzw(x, y, z, w))
        }
        Property::Translation => out.set_translation(lane, Vec3::new(x, y, z)),
        Property::Scale => out.set_scale(lane, Vec3::new(x, y, z)),
    }
}
