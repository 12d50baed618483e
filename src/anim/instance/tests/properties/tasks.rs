//! Playing and waiting: exactly one end, whatever happens.

use super::stage::{Character, montage, play};
use crate::{
    Montage, Name,
    instance::{MontageTask, ReplicatedMontage, Request, TaskEvent, TaskOptions},
    montage::{Blend, NO_SECTION},
};

fn attack() -> Montage {
    let blend_out = Blend {
        time: 0.25,
        ..Blend::default()
    };
    Montage {
        blend_out,
        ..montage(&[0.0], 1.0, &[NO_SECTION])
    }
}

/// What a task hears when this is asked for at these ticks of a tenth of a second.
fn heard(options: TaskOptions, asked: &[(usize, Request)]) -> Vec<TaskEvent> {
    let other = Montage {
        name: Name::new("other"),
        ..attack()
    };
    let mut c = Character::new(vec![attack(), other]);
    let mut task = MontageTask::new(play("montage"), options).unwrap();
    let mut heard = Vec::new();
    for tick in 0..20 {
        let mut requests: Vec<Request> = asked
            .iter()
            .filter(|(at, _)| *at == tick)
            .map(|(_, it)| it.clone())
            .collect();
        if tick == 0 {
            requests.insert(0, task.request().clone());
        }
        let events = c.tick(0.1, &requests);
        heard.extend(events.iter().filter_map(|event| task.hear(event)));
        assert_eq!(
            task.current(&c.instance).is_some(),
            heard.is_empty(),
            "{tick}: the record is until it blends out"
        );
    }
    assert!(task.is_over());
    heard
}

#[test]
fn it_tells_one_end_and_a_blend_out_before() {
    use TaskEvent::{BlendOut, Completed, Interrupted};
    let plain = TaskOptions::default();
    let late = TaskOptions {
        interrupt_after_blend_out: true,
        ..plain
    };
    assert_eq!(heard(plain, &[]), [BlendOut, Completed]);
    let stop = || Request::StopMontage {
        montage: None,
        blend_out: Some(0.2),
    };
    assert_eq!(heard(plain, &[(3, stop())]), [Interrupted]);
    assert_eq!(heard(plain, &[(3, play("other"))]), [Interrupted]);
    // On its way out already.
    assert_eq!(heard(plain, &[(8, play("other"))]), [BlendOut, Completed]);
    assert_eq!(heard(late, &[(8, play("other"))]), [BlendOut, Interrupted]);
}

#[test]
fn it_hears_of_its_own_play_alone_where_the_same_montage_plays_already() {
    let mut c = Character::new(vec![attack()]);
    c.tick(0.1, &[play("montage")]);
    c.tick(0.1, &[]);
    let mut task = MontageTask::new(play("montage"), TaskOptions::default()).unwrap();
    let request = task.request().clone();
    let mut heard: Vec<TaskEvent> = c
        .tick(0.1, &[request])
        .iter()
        .filter_map(|event| task.hear(event))
        .collect();
    for _ in 0..20 {
        heard.extend(c.tick(0.1, &[]).iter().filter_map(|event| task.hear(event)));
    }
    assert_eq!(heard, [TaskEvent::BlendOut, TaskEvent::Completed]);
}

#[test]
fn an_owner_that_ends_hears_no_more_and_stops_the_montage() {
    let mut c = Character::new(vec![attack()]);
    let mut task = MontageTask::new(play("montage"), TaskOptions::default()).unwrap();
    let request = task.request().clone();
    c.tick(0.1, &[request])
        .iter()
        .for_each(|event| assert_eq!(task.hear(event), None));
    let (told, stop) = task.owner_ended();
    assert_eq!(told, Some(TaskEvent::Cancelled));
    let events = c.tick(0.1, stop.as_slice());
    assert!(c.instance.montage_states().all(|state| state.stopped));
    assert!(
        events.iter().all(|event| task.hear(event).is_none()) && task.owner_ended() == (None, None)
    );
    let keeps = TaskOptions {
        stop_when_owner_ends: false,
        ..TaskOptions::default()
    };
    let mut task = MontageTask::new(play("montage"), keeps).unwrap();
    let request = task.request().clone();
    c.tick(0.1, &[request])
        .iter()
        .for_each(|event| assert_eq!(task.hear(event), None));
    assert_eq!(task.owner_ended(), (Some(TaskEvent::Cancelled), None));
    let mut refused = MontageTask::new(play("no"), TaskOptions::default()).unwrap();
    assert_eq!(
        [refused.refused(), refused.refused()],
        [Some(TaskEvent::Cancelled), None]
    );
    assert!(MontageTask::new(Request::StopClip, TaskOptions::default()).is_none());
}

#[test]
fn what_is_sent_of_a_montage_makes_another_character_show_the_same() {
    let long = || Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[1, 0])
    };
    let (mut here, mut there) = (Character::new(vec![long()]), Character::new(vec![long()]));
    here.tick(0.5, &[Request::play(Name::new("montage"), 0.5)]);
    let name = Name::new("montage");
    let changes = [
        None,
        Some(Request::SetPlayRate {
            montage: name,
            rate: 2.0,
        }),
        Some(Request::Pause { montage: name }),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        here.tick(0.25, change.as_slice());
        let sent = ReplicatedMontage::new(&here.instance.montage_state(name).unwrap()).to_bytes();
        let read = ReplicatedMontage::from_bytes(&sent).unwrap();
        let requests = read.requests(&there.instance, 0.0);
        there.tick(0.0, &requests);
        let [a, b] = [&here, &there].map(|c| c.instance.montage_state(name).unwrap());
        assert!((a.position - b.position).abs() < 0.1, "{at}: {a:?} {b:?}");
        assert_eq!((a.rate, a.playing), (b.rate, b.playing), "{at}");
        assert_eq!(
            read.requests(&there.instance, 0.0),
            [],
            "nothing more is to be done"
        );
    }
    let mut bad = ReplicatedMontage::new(&here.instance.montage_state(name).unwrap());
    bad.rate = f32::NAN;
    assert_eq!(ReplicatedMontage::from_bytes(&bad.to_bytes()), None);
}
