//! The device that everything is drawn with, made here or borrowed from a window. Invariant: a
//! `Gpu` has compute shaders and storage buffers; an adapter without them is refused with one clear
//! line.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use words::tr;

/// A device, its queue, and what its adapter can do. Clones share the device.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The device, which all clones share.
    pub device: wgpu::Device,
    /// The queue of the device.
    pub queue: wgpu::Queue,
    /// Name, type and driver of the adapter.
    pub adapter: wgpu::AdapterInfo,
    /// Whether a texture can be used as sRGB and as plain bytes. Where not, an extra pass encodes
    /// the colours.
    pub(crate) has_view_formats: bool,
    /// Whether vertices can be skinned while they are drawn.
    pub(crate) has_vertex_storage: bool,
    /// Whether skinned vertices are looked up while they are drawn, so that one draw shows many
    /// parts. A software adapter is slower at that than with vertex buffers.
    pub(crate) looks_up: bool,
    is_lost: Arc<AtomicBool>,
}

/// Reasons why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GpuError {
    /// No adapter was found.
    NoAdapter,
    /// The adapter has no compute shaders or too few storage buffers for skinning.
    NoCompute {
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter cannot skin in the vertex stage.
    NoVertexStorage {
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter cannot draw triangles as lines.
    NoLineTriangles {
        /// Name of the adapter.
        adapter: String,
    },
    /// The adapter gave no device.
    Refused {
        /// Name of the adapter.
        adapter: String,
        /// Message of the driver.
        reason: String,
    },
    /// The device is lost with everything that was uploaded, for example because a driver was
    /// restarted or a card was removed.
    Lost {
        /// Name of the adapter.
        adapter: String,
    },
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpuError::NoAdapter => f.write_str(
                tr!("no graphics adapter found; install a Vulkan driver, e.g. `apt-get install mesa-vulkan-drivers`"),
            ),
            GpuError::NoCompute { adapter } => {
                f.write_str(&tr!("the graphics adapter `{adapter}` has no compute shaders; install a Vulkan driver for it"))
            }
            GpuError::NoVertexStorage { adapter } => {
                f.write_str(&tr!("the graphics adapter `{adapter}` cannot read storage buffers in the vertex stage: motion is not shown, and only `--skin gpu` works"))
            }
            GpuError::NoLineTriangles { adapter } => {
                f.write_str(&tr!("the graphics adapter `{adapter}` cannot draw triangles as lines: no wireframe; use `--shading solid`"))
            }
            GpuError::Refused { adapter, reason } => {
                f.write_str(&tr!("the graphics adapter `{adapter}` gave no device: {reason}"))
            }
            GpuError::Lost { adapter } => {
                f.write_str(&tr!("the graphics device of `{adapter}` was lost while it drew; run the command again"))
            }
        }
    }
}

impl std::error::Error for GpuError {}

impl Gpu {
    /// A device without a window: with Vulkan, Metal or Direct3D if there is one, else with OpenGL.
    /// An Err means that no adapter was found, or that the last one tried cannot be used.
    pub fn headless() -> Result<Gpu, GpuError> {
        match Gpu::headless_on(wgpu::Backends::PRIMARY) {
            Err(_) => Gpu::headless_on(wgpu::Backends::GL),
            found => found,
        }
    }

    /// A device without a window, with the given backends only. An Err means that no adapter was
    /// found, or that it cannot be used.
    pub fn headless_on(backends: wgpu::Backends) -> Result<Gpu, GpuError> {
        let instance = instance(backends);
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|_| GpuError::NoAdapter)?;
        check_compute(&adapter)?;
        let (device, queue) = pollster::block_on(
            adapter.request_device(&Gpu::device_descriptor(&adapter)),
        )
        .map_err(|error| GpuError::Refused {
            adapter: adapter.get_info().name,
            reason: error.to_string(),
        })?;
        Gpu::from_parts(&adapter, device, queue)
    }

    /// Draws with a device that the caller made, such as that of a window. Contract: the device was
    /// requested with [`Gpu::device_descriptor`] or better. An Err is [`GpuError::NoCompute`].
    pub fn from_parts(
        adapter: &wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
    ) -> Result<Gpu, GpuError> {
        check_compute(adapter)?;
        if device.limits().max_storage_buffers_per_shader_stage < crate::skin_pass::STORAGE_BUFFERS
        {
            return Err(GpuError::NoCompute {
                adapter: adapter.get_info().name,
            });
        }
        let flags = adapter.get_downlevel_capabilities().flags;
        let has_view_formats = flags.contains(wgpu::DownlevelFlags::VIEW_FORMATS);
        let has_vertex_storage = flags.contains(wgpu::DownlevelFlags::VERTEX_STORAGE);
        let (adapter, is_lost) = (adapter.get_info(), watch(&device));
        let looks_up = has_vertex_storage && adapter.device_type != wgpu::DeviceType::Cpu;
        Ok(Gpu {
            device,
            queue,
            adapter,
            has_view_formats,
            has_vertex_storage,
            looks_up,
            is_lost,
        })
    }

    /// This device, set to look up skinned vertices or not. Contract: a device that is set to look
    /// up is able to.
    #[cfg(test)]
    pub(crate) fn looking_up(&self, looks_up: bool) -> Gpu {
        assert!(self.has_vertex_storage || !looks_up);
        Gpu {
            looks_up,
            ..self.clone()
        }
    }

    /// Whether the device is lost for good. Nothing more is drawn, and everything has to be
    /// uploaded to another device.
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Acquire)
    }

    /// Request for an adapter that makes [`Gpu::from_parts`] accept the device: default limits,
    /// larger textures and buffers where the adapter has them, less where it has less.
    pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
        let has = adapter.limits();
        let usual = wgpu::Limits::default()
            .or_worse_values_from(&has)
            .using_resolution(has.clone());
        let required_limits = wgpu::Limits {
            max_buffer_size: has.max_buffer_size,
            max_storage_buffer_binding_size: has.max_storage_buffer_binding_size,
            ..usual
        };
        // Clocks of passes, for who measures, and lines for triangles; everything else works
        // without.
        let wanted = wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::POLYGON_MODE_LINE;
        let required_features = adapter.features() & wanted;
        wgpu::DeviceDescriptor {
            label: Some("mutoscope"),
            required_limits,
            required_features,
            ..Default::default()
        }
    }

    /// Whether the adapter is software that runs on the CPU; a viewport should then draw with one
    /// sample.
    pub fn is_software(&self) -> bool {
        self.adapter.device_type == wgpu::DeviceType::Cpu
    }

    /// Whether [`crate::Shading::Motion`] works, which skins vertices while they are drawn.
    pub fn shows_motion(&self) -> bool {
        self.has_vertex_storage
    }

    /// Whether [`crate::Shading::Wireframe`] shows edges.
    pub fn shows_wireframe(&self) -> bool {
        self.device
            .features()
            .contains(wgpu::Features::POLYGON_MODE_LINE)
    }

    /// Samples for each pixel that a viewport should use on this adapter: 1 or 4.
    pub fn preferred_samples(&self) -> u32 {
        if self.is_software() { 1 } else { 4 }
    }

    /// Waits until all submitted work is done. An Err means that the device was lost.
    pub fn wait(&self) -> Result<(), GpuError> {
        let done = self.device.poll(wgpu::PollType::wait_indefinitely());
        done.map(drop).map_err(|_| self.lost())
    }

    fn lost(&self) -> GpuError {
        GpuError::Lost {
            adapter: self.adapter.name.clone(),
        }
    }

    /// Bytes of a buffer after all submitted work. Blocks. Contract: the buffer has `COPY_SRC`. An
    /// Err means that the device was lost.
    pub(crate) fn read_buffer(&self, buffer: &wgpu::Buffer) -> Result<Vec<u8>, GpuError> {
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: buffer.size(),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        self.read_mapped(&staging)
    }

    /// Bytes of a `MAP_READ` buffer after all submitted work. Blocks. An Err means that the device
    /// was lost.
    pub(crate) fn read_mapped(&self, staging: &wgpu::Buffer) -> Result<Vec<u8>, GpuError> {
        let is_mapped = Arc::new(AtomicBool::new(false));
        let told = is_mapped.clone();
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            told.store(result.is_ok(), Ordering::Release)
        });
        self.wait()?;
        if !is_mapped.load(Ordering::Acquire) {
            return Err(self.lost());
        }
        let bytes = staging
            .get_mapped_range(..)
            .map_err(|_| self.lost())?
            .to_vec();
        staging.unmap();
        Ok(bytes)
    }
}

/// The instance for some backends, one for the whole process, since some drivers can only be
/// started a limited number of times. OpenGL gets a new one each time, since its devices would
/// share a context.
fn instance(backends: wgpu::Backends) -> wgpu::Instance {
    static KNOWN: Mutex<Vec<(wgpu::Backends, wgpu::Instance)>> = Mutex::new(Vec::new());
    let descriptor = wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    };
    if backends.contains(wgpu::Backends::GL) {
        return wgpu::Instance::new(descriptor);
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, instance)) = known.iter().find(|(of, _)| *of == backends) {
        return instance.clone();
    }
    let instance = wgpu::Instance::new(descriptor);
    known.push((backends, instance.clone()));
    instance
}

/// Returns a flag that becomes true when the device is lost. Errors of a lost device are ignored,
/// since everything that it still holds is invalid.
fn watch(device: &wgpu::Device) -> Arc<AtomicBool> {
    let is_lost = Arc::new(AtomicBool::new(false));
    let (told, known) = (is_lost.clone(), is_lost.clone());
    device.set_device_lost_callback(move |_, _| told.store(true, Ordering::Release));
    device.on_uncaptured_error(Arc::new(move |error| {
        assert!(known.load(Ordering::Acquire), "{error}");
    }));
    is_lost
}

fn check_compute(adapter: &wgpu::Adapter) -> Result<(), GpuError> {
    let enough =
        adapter.limits().max_storage_buffers_per_shader_stage >= crate::skin_pass::STORAGE_BUFFERS;
    let compute = adapter
        .get_downlevel_capabilities()
        .flags
        .contains(wgpu::DownlevelFlags::COMPUTE_SHADERS);
    if enough && compute {
        Ok(())
    } else {
        Err(GpuError::NoCompute {
            adapter: adapter.get_info().name,
        })
    }
}
