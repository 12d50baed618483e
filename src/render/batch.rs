//! The poses of all parts of a picture in a few buffers, and the skinning work. Invariant: one
//! dispatch skins all parts whose vertices lie in one page, whoever they belong to.

use crate::{
    Gpu,
    growing::Growing,
    pages::VertexPage,
    posed::{ActiveMorph, Bent, MatrixRow, PosedPart},
    skin_pass::{SKINNED_STRIDE, SkinPass},
    timing::Timer,
};
use anim::mesh::SkinMethod;
use bytemuck::{Pod, Zeroable};
use std::sync::Arc;

const WORKGROUP: u32 = 64;
const MAX_GROUPS: u32 = 65_535;

/// Matches `Pose` in `shaders/instance.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct PoseRange {
    rows: u32,
    first_morph: u32,
    morph_count: u32,
    unused: u32,
}

/// Matches `Instance` in `shaders/instance.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Instance {
    rest: u32,
    influences: u32,
    deltas: u32,
    vertex_count: u32,
    width: u32,
    flags: u32,
    first_vertex: u32,
    unused: u32,
    now: PoseRange,
    before: PoseRange,
}

/// Words of an unskinned vertex, as in `shaders/skinning.wgsl`.
const REST: u64 = 5;
const DUAL_QUATERNION: u32 = 1;
const TANGENTS: u32 = 2;

/// Matches `SkinJob` in `shaders/skin.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct SkinJob {
    first_group: u32,
    instance: u32,
}

/// Poses of one picture on the device, with the skinning that they need.
#[derive(Debug)]
pub(crate) struct PoseBatch {
    rows: Growing,
    morphs: Growing,
    instances: Growing,
    sheets: Vec<PageBatch>,
    /// Bind group that looks up skinned vertices, and the buffer that it was made for.
    kept: Option<(wgpu::Buffer, wgpu::BindGroup)>,
    staged: Staged,
}

/// Data that is collected for the device.
#[derive(Debug, Default)]
struct Staged {
    rows: Vec<MatrixRow>,
    morphs: Vec<ActiveMorph>,
    instances: Vec<Instance>,
}

/// The parts whose vertices lie in one page.
#[derive(Debug)]
struct PageBatch {
    page: Arc<VertexPage>,
    group: wgpu::BindGroup,
    jobs: Growing,
    /// Bind group of the jobs and of the buffer that they write, and that buffer.
    output: Option<(wgpu::Buffer, wgpu::BindGroup)>,
    staged: Vec<SkinJob>,
    group_count: u32,
    is_used: bool,
}

impl PoseBatch {
    /// An empty batch; its buffers grow as poses are sent.
    pub fn new(device: &wgpu::Device) -> PoseBatch {
        let buffer = |label| Growing::new(device, label);
        let (rows, morphs, instances) = (
            buffer("palettes"),
            buffer("active morphs"),
            buffer("instances"),
        );
        PoseBatch {
            rows,
            morphs,
            instances,
            sheets: Vec::new(),
            kept: None,
            staged: Staged::default(),
        }
    }

    /// Sends the poses and numbers them in the order given, with those of the previous picture if
    /// `with_before` is set. Plans the skinning of parts that have room in `output` and are not
    /// skinned yet.
    pub fn send<'a>(
        &mut self,
        gpu: &Gpu,
        pass: &SkinPass,
        all: impl Iterator<Item = &'a mut PosedPart>,
        output: &wgpu::Buffer,
        with_before: bool,
    ) {
        self.staged.clear();
        self.sheets.iter_mut().for_each(PageBatch::clear);
        for posed in all {
            posed.instance = self.staged.push(posed, with_before);
            let sheet = self.sheet(gpu, pass, &posed.part.buffers().streams.geometry.page);
            if posed.room.is_some() && !posed.is_skinned {
                posed.is_skinned = true;
                sheet.plan(posed);
            }
        }
        self.sheets.retain(|sheet| sheet.is_used);
        let PoseBatch {
            rows,
            morphs,
            instances,
            staged,
            sheets,
            kept,
        } = self;
        let is_new = [
            rows.send(gpu, bytemuck::cast_slice(&staged.rows)),
            morphs.send(gpu, bytemuck::cast_slice(&staged.morphs)),
            instances.send(gpu, bytemuck::cast_slice(&staged.instances)),
        ];
        if gpu.looks_up && (is_new[2] || kept.as_ref().is_none_or(|(bound, _)| bound != output)) {
            *kept = Some((
                output.clone(),
                pass.kept_group(&gpu.device, output, &instances.buffer),
            ));
        }
        for sheet in sheets {
            if is_new.contains(&true) {
                sheet.group =
                    pass.read_group(&gpu.device, &sheet.page.buffer, [rows, morphs, instances]);
            }
            sheet.send(gpu, pass, output);
        }
    }

    fn sheet(&mut self, gpu: &Gpu, pass: &SkinPass, page: &Arc<VertexPage>) -> &mut PageBatch {
        let PoseBatch {
            rows,
            morphs,
            instances,
            sheets,
            ..
        } = self;
        let at = sheets
            .iter()
            .position(|sheet| Arc::ptr_eq(&sheet.page, page))
            .unwrap_or_else(|| {
                let group = pass.read_group(&gpu.device, &page.buffer, [rows, morphs, instances]);
                sheets.push(PageBatch::new(gpu, page.clone(), group));
                sheets.len() - 1
            });
        sheets[at].is_used = true;
        &mut sheets[at]
    }

    /// Bind group for a shader that skins this part while it draws. Contract: the part was sent.
    pub fn group(&self, posed: &PosedPart) -> &wgpu::BindGroup {
        let page = &posed.part.buffers().streams.geometry.page;
        let sheet = self
            .sheets
            .iter()
            .find(|sheet| Arc::ptr_eq(&sheet.page, page));
        &sheet.expect("what is drawn was sent").group
    }

    /// Bind group for a shader that looks up skinned vertices. Contract: the device can look up
    /// vertices, and something was sent.
    pub fn kept_group(&self) -> &wgpu::BindGroup {
        &self.kept.as_ref().expect("what is drawn was sent").1
    }

    /// Records the planned skinning, one dispatch for each page. With a timer the pass is recorded
    /// even without work.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pass: &SkinPass,
        timer: Option<&Timer>,
    ) {
        let mut sheets = self
            .sheets
            .iter()
            .filter(|sheet| sheet.group_count > 0)
            .peekable();
        if sheets.peek().is_none() && timer.is_none() {
            return;
        }
        let timestamp_writes = timer.map(Timer::around_skin);
        let mut compute = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("skin"),
            timestamp_writes,
        });
        compute.set_pipeline(&pass.pipeline);
        for sheet in sheets {
            let (_, output) = sheet.output.as_ref().expect("bound when it was sent");
            compute.set_bind_group(2, &sheet.group, &[]);
            compute.set_bind_group(3, output, &[]);
            let columns = sheet.group_count.min(MAX_GROUPS);
            compute.dispatch_workgroups(columns, sheet.group_count.div_ceil(columns), 1);
        }
    }

    /// Number of vertices that are planned to be skinned, and the bytes that this reads and writes
    /// at least.
    pub fn amount(&self) -> (u64, u64) {
        let sheets = self.sheets.iter().filter(|sheet| sheet.group_count > 0);
        let planned = sheets
            .flat_map(|sheet| &sheet.staged[1..])
            .map(|job| &self.staged.instances[job.instance as usize]);
        planned.fold((0, 0), |(vertices, bytes), instance| {
            let count = u64::from(instance.vertex_count);
            let words = REST + u64::from(instance.width);
            (
                vertices + count,
                bytes + count * (words * 4 + SKINNED_STRIDE),
            )
        })
    }

    /// Number of dispatches of the planned skinning.
    #[cfg(test)]
    pub fn dispatches(&self) -> usize {
        self.sheets
            .iter()
            .filter(|sheet| sheet.group_count > 0)
            .count()
    }
}

impl PageBatch {
    fn new(gpu: &Gpu, page: Arc<VertexPage>, group: wgpu::BindGroup) -> PageBatch {
        let jobs = Growing::new(&gpu.device, "skin jobs");
        PageBatch {
            page,
            group,
            jobs,
            output: None,
            staged: Vec::new(),
            group_count: 0,
            is_used: true,
        }
    }

    fn clear(&mut self) {
        self.staged.clear();
        self.staged.push(SkinJob {
            first_group: 0,
            instance: 0,
        });
        (self.group_count, self.is_used) = (0, false);
    }

    fn plan(&mut self, posed: &PosedPart) {
        if self.staged.is_empty() {
            self.staged.push(SkinJob {
                first_group: 0,
                instance: 0,
            });
        }
        self.staged.push(SkinJob {
            first_group: self.group_count,
            instance: posed.instance,
        });
        // The first tells how many there are.
        self.staged[0].first_group += 1;
        self.group_count += posed.part.buffers().vertex_count.div_ceil(WORKGROUP);
    }

    fn send(&mut self, gpu: &Gpu, pass: &SkinPass, output: &wgpu::Buffer) {
        if self.group_count == 0 {
            return;
        }
        let is_new = self.jobs.send(gpu, bytemuck::cast_slice(&self.staged));
        if is_new
            || self
                .output
                .as_ref()
                .is_none_or(|(bound, _)| bound != output)
        {
            let group = pass.write_group(&gpu.device, &self.jobs.buffer, output);
            self.output = Some((output.clone(), group));
        }
    }
}

impl Staged {
    fn clear(&mut self) {
        self.rows.clear();
        self.morphs.clear();
        self.instances.clear();
    }

    fn push(&mut self, posed: &PosedPart, with_before: bool) -> u32 {
        let now = self.range(&posed.now);
        let before = if with_before {
            self.range(&posed.before)
        } else {
            now
        };
        let buffers = posed.part.buffers();
        let streams = &buffers.streams;
        let method = if buffers.method == SkinMethod::DualQuaternion {
            DUAL_QUATERNION
        } else {
            0
        };
        self.instances.push(Instance {
            rest: streams.geometry.first(),
            influences: streams.influences,
            deltas: streams.deltas,
            vertex_count: buffers.vertex_count,
            width: buffers.width,
            flags: method | if buffers.has_tangents { TANGENTS } else { 0 },
            first_vertex: posed.room.as_ref().map_or(0, |room| room.start),
            unused: 0,
            now,
            before,
        });
        self.instances.len() as u32 - 1
    }

    fn range(&mut self, bent: &Bent) -> PoseRange {
        let (rows, first_morph) = (self.rows.len() as u32, self.morphs.len() as u32);
        self.rows.extend_from_slice(&bent.rows);
        self.morphs.extend_from_slice(&bent.morphs);
        PoseRange {
            rows,
            first_morph,
            morph_count: bent.morphs.len() as u32,
            unused: 0,
        }
    }
}
