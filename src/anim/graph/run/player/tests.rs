use super::*;
use crate::fixture::clip_along;

fn library() -> Library {
    let mut clips: Vec<_> = ["a", "b", "c"].map(|name| clip_along(name, 0.0)).to_vec();
    clips.sort_by_key(|clip| clip.name);
    Library {
        clips,
        ..Library::default()
    }
}

fn fade(player: &mut ClipPlayer, clip: &str, duration: f32) {
    player.show(
        &Show::Fade {
            clip: Name::new(clip),
            rate: 1.0,
            duration,
        },
        &library(),
    );
}

/// Names and weights, the oldest first.
fn update(player: &mut ClipPlayer, dt: f64) -> Vec<(Name, f32)> {
    let mut found = Vec::new();
    player.update(dt, 1.0, &library(), 0, |it| {
        found.push((it.playing.clip(&library()).name, it.weight))
    });
    found.reverse();
    found
}

fn named(list: &[(&str, f32)]) -> Vec<(Name, f32)> {
    list.iter()
        .map(|(name, weight)| (Name::new(name), *weight))
        .collect()
}

/// Property 01.6.
#[test]
fn a_newer_fade_that_ends_first_does_not_pop() {
    let mut player = ClipPlayer::default();
    fade(&mut player, "a", 1.0);
    fade(&mut player, "b", 2.0);
    assert_eq!(update(&mut player, 0.5), named(&[("a", 0.75), ("b", 0.25)]));
    fade(&mut player, "c", 0.5);
    assert_eq!(
        update(&mut player, 0.5),
        named(&[("a", 0.0), ("b", 0.0), ("c", 1.0)])
    );
    assert_eq!(update(&mut player, 0.01), named(&[("c", 1.0)]));
}

#[test]
fn the_newest_clip_is_not_faded_to_itself() {
    let mut player = ClipPlayer::default();
    fade(&mut player, "a", 1.0);
    let alone = player.clone();
    fade(&mut player, "a", 1.0);
    assert_eq!(player, alone);
    fade(&mut player, "b", 0.0);
    fade(&mut player, "a", 1.0);
    assert_eq!(
        update(&mut player, 0.5),
        named(&[("b", 0.5), ("a", 0.5)]),
        "no duration is there at once"
    );
}

#[test]
fn weights_sum_to_the_players_own_however_many_fade() {
    let mut player = ClipPlayer::default();
    for round in 0..40 {
        fade(&mut player, ["a", "b", "c"][round % 3], 100.0);
        let found = update(&mut player, 0.3);
        // Sixteen fade over the oldest.
        assert_eq!(found.len(), (round + 1).min(17));
        assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-5);
    }
}

#[test]
fn what_is_gone_fades_no_more_and_the_rest_goes_on() {
    let mut player = ClipPlayer::default();
    fade(&mut player, "a", 1.0);
    fade(&mut player, "b", 1.0);
    fade(&mut player, "c", 1.0);
    update(&mut player, 0.25);
    let (whole, mut less) = (library(), library());
    less.clips.retain(|clip| clip.name != Name::new("b"));
    player.rebind(&whole, &less, Name::NONE);
    let names: Vec<Name> = player
        .layers()
        .map(|(playing, _)| playing.clip(&less).name)
        .collect();
    assert_eq!(names, ["a", "c"].map(Name::new));
    player.show(&Show::Nothing, &less);
    assert_eq!(player, ClipPlayer::default());
}

#[test]
fn a_fade_that_is_complete_takes_over_with_all_that_is_older() {
    let mut player = ClipPlayer::default();
    for (clip, duration) in [("a", 1.0), ("b", 9.0), ("c", 0.25), ("a", 9.0)] {
        fade(&mut player, clip, duration);
    }
    let names = |player: &mut ClipPlayer, dt| {
        update(player, dt)
            .iter()
            .map(|found| found.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(&mut player, 0.25),
        ["a", "b", "c", "a"].map(Name::new)
    );
    assert_eq!(names(&mut player, 0.25), ["c", "a"].map(Name::new));
    player.show(
        &Show::Clip {
            clip: Name::new("b"),
            position: 1.25,
            rate: 2.0,
        },
        &library(),
    );
    assert_eq!(names(&mut player, 0.25), [Name::new("b")]);
    assert_eq!(
        player
            .newest()
            .map(|playing| (playing.at.time, playing.rate)),
        Some((0.25, 2.0)),
        "it wraps"
    );
    player.show(
        &Show::Fade {
            clip: Name::new("no"),
            rate: 1.0,
            duration: 1.0,
        },
        &library(),
    );
    assert_eq!(names(&mut player, 0.25), [Name::new("b")]);
}

#[test]
fn layers_are_told_apart_when_they_have_moved() {
    let mut player = ClipPlayer::default();
    for clip in ["a", "b", "c"] {
        fade(&mut player, clip, 1.0);
    }
    (0..4).for_each(|layer| {
        player.moved(
            layer,
            PlayerState::at(layer as f64 + 1.0),
            Travel::default(),
        )
    });
    assert_eq!(
        player
            .layers()
            .map(|(playing, _)| playing.at.time)
            .collect::<Vec<_>>(),
        [1.0, 2.0, 3.0]
    );
    let mut players = Vec::new();
    player.update(0.0, 1.0, &library(), 64, |it| players.push(it.player));
    assert_eq!(players, [66, 65, 64]);
}
