//! A blend space as the runtime has it.

use anim::blend_space;
use asset::{
    BlendSpace,
    blend_space::{Axis, Division, Sample},
};

/// A blend space as the runtime has it; None while the runtime does not accept its axes or samples.
pub fn compiled_space(space: &BlendSpace) -> Option<blend_space::BlendSpace> {
    let axis = |axis: &Axis| blend_space::BlendSpaceAxis {
        min: axis.min,
        max: axis.max,
        wrap: axis.wrap,
        smoothing: axis.smoothing,
    };
    let axes: Vec<_> = space.axes.iter().map(axis).collect();
    let sample = |(at, sample): (usize, &Sample)| blend_space::Sample {
        clip: at as u32,
        at: space.place(sample),
        rate: sample.rate,
    };
    let samples: Vec<_> = space.samples.iter().enumerate().map(sample).collect();
    let compiled = blend_space::BlendSpace::new(&axes, &samples, space.weight_speed).ok()?;
    let divisions = || [0, 1].map(|at| space.axes.get(at).map_or(1, |axis| axis.grid as u16));
    match space.division {
        Division::Triangles => Some(compiled),
        Division::Grid => compiled.gridded(divisions()).ok(),
    }
}
