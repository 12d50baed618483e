use super::*;
use crate::{Pcm, SilentDevice};

struct NoDevice;

impl SoundDevice for NoDevice {
    fn run(&self, _: &Arc<DeviceLine>) -> Result<(), DeviceError> {
        Err(DeviceError::new("No sound: there is no device."))
    }
}

fn voice() -> Voice {
    Voice::new(Arc::new(Pcm {
        rate: 48_000,
        frames: vec![[0.5; 2]; 4800],
    }))
}

#[test]
fn without_a_device_it_is_silent_and_says_so_once() {
    let mut player = SoundPlayer::new(NoDevice);
    assert_eq!(player.failure(), None);
    player.play(voice());
    let since = std::time::Instant::now();
    let told = loop {
        if let Some(told) = player.failure() {
            break told;
        }
        assert!(since.elapsed().as_secs() < 10);
        std::thread::yield_now();
    };
    assert!(told.to_string().contains("no device"));
    assert_eq!(player.play(voice()), None);
    assert_eq!((player.failure(), player.voices()), (None, 0));
    player.retry();
    assert!(player.play(voice()).is_some());
}

#[test]
fn whoever_asks_in_place_of_a_device_hears_what_plays() {
    let mut player = SoundPlayer::new(SilentDevice);
    let mut out = [[1.0f32; 2]; 480];
    player.fill(&mut out);
    assert_eq!(out, [[0.0; 2]; 480]);
    player.set_volume(0.5);
    let handle = player.play(voice()).unwrap();
    player.fill(&mut out);
    let loudest = out.iter().flatten().copied().fold(0.0, f32::max);
    assert_eq!(loudest, 0.25, "from the first frame on");
    assert_eq!(player.position(handle), Some(0.01));
    player.fill(&mut out);
    assert_eq!(out[0], [0.25; 2]);
    player.stop_all();
    player.fill(&mut out);
    assert_eq!((out[479], player.voices()), ([0.0; 2], 0));
}
