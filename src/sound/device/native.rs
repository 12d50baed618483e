//! WASAPI and Core Audio, which are parts of their systems.

use super::{DeviceError, DeviceLine};
use cpal::{
    SampleFormat, StreamConfig,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};
use std::{
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, channel},
    },
    time::Duration,
};
use words::tr;

/// Longest time until the thread notices that it should end.
const PATIENCE: Duration = Duration::from_millis(200);

pub(super) fn run(line: &Arc<DeviceLine>) -> Result<(), DeviceError> {
    let lost = |why: &dyn std::fmt::Display| {
        DeviceError::new(tr!(
            "No sound: the output device does not play ({why}). Choose another one in the system's settings, then mute and unmute."
        ))
    };
    let device = cpal::default_host()
        .default_output_device()
        .ok_or_else(|| {
            DeviceError::new(tr!(
                "No sound: there is no output device. Connect one, then mute and unmute."
            ))
        })?;
    let config = device.default_output_config().map_err(|why| lost(&why))?;
    if config.sample_format() != SampleFormat::F32 {
        return Err(lost(&config.sample_format()));
    }
    let config: StreamConfig = config.into();
    let channels = usize::from(config.channels).max(1);
    line.mixer().set_rate(config.sample_rate);
    let (fail, failed) = channel::<String>();
    let (heard, mut frames) = (line.clone(), Vec::new());
    let fill = move |out: &mut [f32], _: &cpal::OutputCallbackInfo| {
        out.fill(0.0);
        frames.resize(out.len() / channels, [0.0f32; 2]);
        heard.mixer().fill(&mut frames);
        for (out, [left, right]) in out.chunks_mut(channels).zip(&frames) {
            match out {
                [one] => *one = (left + right) * 0.5,
                [first, second, ..] => (*first, *second) = (*left, *right),
                [] => {}
            }
        }
    };
    let on_error = move |why: cpal::Error| {
        use cpal::ErrorKind::{DeviceChanged, RealtimeDenied, Xrun};
        if !matches!(why.kind(), DeviceChanged | RealtimeDenied | Xrun) {
            let _ = fail.send(why.to_string());
        }
    };
    let stream = device
        .build_output_stream(config, fill, on_error, None)
        .map_err(|why| lost(&why))?;
    stream.play().map_err(|why| lost(&why))?;
    while !line.is_over() {
        match failed.recv_timeout(PATIENCE) {
            Ok(why) => return Err(lost(&why)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(lost(&tr!("it closed the stream"))),
        }
    }
    Ok(())
}
