//! Errors of the device while something is drawn, told to whoever draws.

use std::{future::Future, task};

/// Draws, and returns what came of it with the first error of the device, in one line.
pub(super) fn scoped<T>(device: &wgpu::Device, draw: impl FnOnce() -> T) -> (T, Option<String>) {
    let scopes = [
        wgpu::ErrorFilter::Validation,
        wgpu::ErrorFilter::OutOfMemory,
    ]
    .map(|filter| device.push_error_scope(filter));
    let drawn = draw();
    // Scopes end in the opposite order.
    let error = scopes
        .into_iter()
        .rev()
        .filter_map(|scope| ready(scope.pop()))
        .next()
        .map(|e| one_line(&e));
    (drawn, error)
}

/// The value of a future that native wgpu has finished when it returns it.
fn ready<T>(future: impl Future<Output = Option<T>>) -> Option<T> {
    let mut future = std::pin::pin!(future);
    match future
        .as_mut()
        .poll(&mut task::Context::from_waker(task::Waker::noop()))
    {
        task::Poll::Ready(value) => value,
        task::Poll::Pending => None,
    }
}

fn one_line(error: &wgpu::Error) -> String {
    let text = error.to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join(" ")
}
