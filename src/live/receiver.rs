//! A receiver of the VMC protocol, which is OSC over UDP; its specification calls one a marionette.

#[cfg(test)]
mod tests;

use crate::{
    LiveSource, Traffic, message,
    performance::{Heard, Performance},
    rig::PerformanceRig,
};
use anim::{Name, Names, Skeleton, graph::LiveFrame};
use std::{
    io::{self, ErrorKind},
    net::{SocketAddr, UdpSocket},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// The UDP port that senders of the protocol send to by default.
pub const DEFAULT_PORT: u16 = 39539;
/// The size of the buffer in bytes: no datagram is longer.
const ROOM: usize = 1 << 16;
/// The longest time that the thread takes to notice that it is to end.
const PATIENCE: Duration = Duration::from_millis(50);
/// The time over which frames are counted for a rate.
const WINDOW: Duration = Duration::from_secs(1);

/// Receives on a thread of its own until it is dropped, which closes the port.
pub struct VmcReceiver {
    shared: Arc<ReceiverState>,
    address: SocketAddr,
    subject: Name,
    /// The skeleton of the last frame and the rig for it. None before the first frame.
    rig: Option<(Arc<Skeleton>, PerformanceRig)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct ReceiverState {
    received: Mutex<Received>,
    is_over: AtomicBool,
}

#[derive(Default)]
struct Received {
    performance: Performance,
    /// Whether something came that nobody has asked for yet.
    is_new: bool,
    frames: u64,
    ignored: u64,
    pace: FrameRateCounter,
}

/// Frames of the window that runs, and the rate of the one before.
#[derive(Default)]
struct FrameRateCounter {
    since: Option<Instant>,
    frames: u32,
    rate: f32,
}

impl VmcReceiver {
    /// Listens at an address (port 0 takes a free one); frames are those of `subject`. `wake` is
    /// called on the receiver's thread when something new has come. The protocol knows no
    /// performers: two on one port are one.
    pub fn open(
        address: SocketAddr,
        subject: &str,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let socket = UdpSocket::bind(address)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        let address = socket.local_addr()?;
        let shared = Arc::<ReceiverState>::default();
        let for_thread = shared.clone();
        let thread = std::thread::Builder::new().name("vmc".into());
        let thread = Some(thread.spawn(move || receive(&socket, &for_thread, &wake))?);
        Ok(Self {
            shared,
            address,
            subject: Name::new(subject),
            rig: None,
            thread,
        })
    }

    /// The address that it listens at, with the port that it got.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl LiveSource for VmcReceiver {
    fn newest(&mut self, skeleton: &Arc<Skeleton>, names: &Names) -> Option<LiveFrame> {
        let mut received = self.shared.received();
        if !std::mem::take(&mut received.is_new) {
            return None;
        }
        let rig = match self
            .rig
            .take()
            .filter(|(known, _)| Arc::ptr_eq(known, skeleton))
        {
            Some(rig) => rig,
            None => (skeleton.clone(), PerformanceRig::new(skeleton, names)),
        };
        Some(
            self.rig
                .insert(rig)
                .1
                .frame(self.subject, &received.performance),
        )
    }

    fn traffic(&self) -> Traffic {
        let received = self.shared.received();
        Traffic {
            frames: received.frames,
            rate: received.pace.at(Instant::now()),
            ignored: received.ignored,
        }
    }
}

impl Drop for VmcReceiver {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been printed by its hook; dropping must not raise another.
            let _ = thread.join();
        }
    }
}

impl ReceiverState {
    /// Locks the received state. It is whole even after a panic, for each of its changes is.
    fn received(&self) -> MutexGuard<'_, Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn receive(socket: &UdpSocket, shared: &ReceiverState, wake: &dyn Fn()) {
    let mut room = vec![0; ROOM];
    while !shared.is_over.load(Ordering::Relaxed) {
        match socket.recv_from(&mut room) {
            Ok((length, _)) => {
                // A datagram whose reading panics is one that was not understood; the next ones are
                // heard.
                let hear = || shared.received().hear(&room[..length], Instant::now());
                let is_new = catch_unwind(AssertUnwindSafe(hear)).unwrap_or_else(|_| {
                    shared.received().ignored += 1;
                    false
                });
                if is_new {
                    wake();
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            // Such as a network that went away; it may come back.
            Err(_) => std::thread::sleep(PATIENCE),
        }
    }
}

impl Received {
    /// Takes in a datagram, and returns whether the datagram brought something new.
    fn hear(&mut self, datagram: &[u8], now: Instant) -> bool {
        #[cfg(test)]
        assert_ne!(datagram, tests::PANICS);
        let Self {
            performance,
            frames,
            pace,
            ..
        } = self;
        let (mut is_new, mut left_out) = (false, 0);
        let not_understood =
            message::read(datagram, &mut |message| match performance.hear(message) {
                Heard::Nothing => {}
                Heard::Part => is_new = true,
                Heard::Start => {
                    is_new = true;
                    *frames += 1;
                    pace.count(now);
                }
                Heard::LeftOut => left_out += 1,
            });
        self.ignored += not_understood + left_out;
        self.is_new |= is_new;
        is_new
    }
}

impl FrameRateCounter {
    fn count(&mut self, now: Instant) {
        let since = *self.since.get_or_insert(now);
        let elapsed = now.saturating_duration_since(since);
        if elapsed >= WINDOW {
            let is_broken = elapsed >= 2 * WINDOW;
            self.rate = if is_broken {
                0.0
            } else {
                self.frames as f32 / elapsed.as_secs_f32()
            };
            (self.since, self.frames) = (Some(now), 0);
        }
        self.frames += 1;
    }

    fn at(&self, now: Instant) -> f32 {
        let is_over = self
            .since
            .is_none_or(|since| now.saturating_duration_since(since) >= 2 * WINDOW);
        if is_over { 0.0 } else { self.rate }
    }
}
