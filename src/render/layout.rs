//! Short forms of the descriptors that every pass fills in the same way.
//! Invariant: bindings are numbered in the order given, and no buffer is empty.

use wgpu::{BindGroupLayoutEntry, BindingType, BufferBindingType, ShaderStages};

/// Smallest buffer in bytes: an empty one cannot be bound, and a uniform struct may be this large.
const SMALLEST: u64 = 32;

pub(crate) fn storage(
    binding: u32,
    visibility: ShaderStages,
    read_only: bool,
) -> BindGroupLayoutEntry {
    buffer_entry(
        binding,
        visibility,
        BufferBindingType::Storage { read_only },
    )
}

pub(crate) fn uniform(binding: u32, visibility: ShaderStages) -> BindGroupLayoutEntry {
    buffer_entry(binding, visibility, BufferBindingType::Uniform)
}

fn buffer_entry(
    binding: u32,
    visibility: ShaderStages,
    ty: BufferBindingType,
) -> BindGroupLayoutEntry {
    let ty = BindingType::Buffer {
        ty,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    BindGroupLayoutEntry {
        binding,
        visibility,
        ty,
        count: None,
    }
}

pub(crate) fn sampled(binding: u32) -> BindGroupLayoutEntry {
    let ty = BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::FRAGMENT,
        ty,
        count: None,
    }
}

pub(crate) fn sampler(binding: u32) -> BindGroupLayoutEntry {
    let ty = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::FRAGMENT,
        ty,
        count: None,
    }
}

/// A texture at binding 0 and its sampler at binding 1.
pub(crate) fn texture(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    group(device, "texture", &[sampled(0), sampler(1)])
}

pub(crate) fn group(
    device: &wgpu::Device,
    label: &str,
    entries: &[BindGroupLayoutEntry],
) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(label),
        entries,
    })
}

pub(crate) fn bind(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let numbered = resources.iter().cloned().zip(0..);
    let entries: Vec<_> = numbered
        .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &entries,
    })
}

pub(crate) fn pipeline(
    device: &wgpu::Device,
    groups: &[&wgpu::BindGroupLayout],
) -> wgpu::PipelineLayout {
    let groups: Vec<_> = groups.iter().map(|group| Some(*group)).collect();
    sparse_pipeline(device, &groups)
}

/// A pipeline layout that may leave out groups before others.
pub(crate) fn sparse_pipeline(
    device: &wgpu::Device,
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::PipelineLayout {
    let descriptor = wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: groups,
        immediate_size: 0,
    };
    device.create_pipeline_layout(&descriptor)
}

pub(crate) fn shader(device: &wgpu::Device, label: &str, source: &str) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(source.into());
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source,
    })
}

pub(crate) fn buffer(
    device: &wgpu::Device,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let size = size.max(SMALLEST);
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

/// A pipeline that draws without depth and with one sample a pixel.
pub(crate) fn flat_pipeline(
    device: &wgpu::Device,
    layout: &wgpu::PipelineLayout,
    module: &wgpu::ShaderModule,
    [vertex, fragment]: [&str; 2],
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    format: wgpu::TextureFormat,
    blend: Option<wgpu::BlendState>,
) -> wgpu::RenderPipeline {
    let targets = [Some(wgpu::ColorTargetState {
        format,
        blend,
        write_mask: wgpu::ColorWrites::ALL,
    })];
    let compilation_options = wgpu::PipelineCompilationOptions::default();
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(fragment),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: compilation_options.clone(),
            buffers,
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(fragment),
            compilation_options,
            targets: &targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Starts a pass without depth on a picture that is cleared to black.
pub(crate) fn begin_flat<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    label: &str,
    view: &wgpu::TextureView,
) -> wgpu::RenderPass<'e> {
    let ops = wgpu::Operations {
        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
        store: wgpu::StoreOp::Store,
    };
    let attachment = wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops,
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(attachment)],
        ..Default::default()
    })
}
