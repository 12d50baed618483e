use super::*;
use asset::{Id, blend_space::Sample};

fn space() -> BlendSpace {
    let project = mannequin::sample();
    let mut spaces = project.blend_spaces.values();
    let found = spaces.find(|space| space.name == "BS_Locomotion").unwrap();
    BlendSpace::clone(found)
}

fn reasons(space: &BlendSpace, now: &BlendSpaceNow) -> Vec<String> {
    now.reasons(space, |sample| format!("S{sample}"))
}

#[test]
fn at_rest_the_weights_are_those_of_the_input() {
    let mut space = space();
    space.axes.iter_mut().for_each(|axis| axis.wrap = false);
    for input in [[0.0, 1.4], [30.0, 2.0], [500.0, -4.0]] {
        let now = BlendSpaceNow::of(&space, None, input);
        let inside = |at: usize| (space.axes[at].min.into(), space.axes[at].max.into());
        let [x, y] = [inside(0), inside(1)];
        let inside = [input[0].clamp(x.0, x.1), input[1].clamp(y.0, y.1)];
        assert_eq!((now.position, &now.weights), (inside, &now.goals));
        let sum: f64 = now.weights.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{input:?} {sum}");
        let told = reasons(&space, &now);
        assert!(told.contains(&"Smoothing has reached the input.".to_owned()));
        let near = now.weights.iter().filter(|weight| **weight > 1e-6).count();
        let word = ["", "At S", "On the line between S", "In the triangle of S"][near];
        assert!(told.iter().any(|line| line.starts_with(word)), "{told:?}");
    }
}

#[test]
fn an_input_beyond_its_axis_says_as_what_it_counts() {
    let mut space = space();
    space.axes[0].wrap = true;
    space.axes[1].wrap = false;
    let told = reasons(&space, &BlendSpaceNow::of(&space, None, [190.0, 9.0]));
    let (turned, fast) = (&told[0], &told[1]);
    assert!(turned.ends_with("190.00 ° is beyond its range and comes in as -170.00 °."));
    let end = format!("counts as {:.2} m/s.", space.axes[1].max);
    assert!(fast.ends_with(&end), "{fast}");
}

#[test]
fn what_fades_says_from_where_to_where() {
    let space = BlendSpace {
        weight_speed: 2.0,
        ..space()
    };
    let now = BlendSpaceNow {
        input: [0.0, 1.4],
        position: [0.0, 1.0],
        weights: vec![0.9, 0.1],
        goals: vec![0.4, 0.6],
    };
    let told = reasons(&space, &now);
    assert!(told.contains(&"Smoothed to 0.00 °, 1.00 m/s on its way there.".to_owned()));
    assert!(told.contains(&"S0 goes from 0.900 to 0.400, at most 2.0 per second.".to_owned()));
    assert!(told.contains(&"On the line between S1 and S0.".to_owned()));
}

#[test]
fn a_space_without_samples_gives_nothing() {
    let mut space = space();
    space.samples.clear();
    let now = BlendSpaceNow::of(&space, None, [0.0; 2]);
    assert!(now.weights.is_empty());
    assert!(reasons(&space, &now).contains(&"There is no sample.".to_owned()));
    space.samples.push(Sample {
        id: Id(1),
        clip: Id(2),
        at: [0.0; 2],
        rate: 1.0,
    });
    let now = BlendSpaceNow::of(&space, None, [0.0; 2]);
    assert!(reasons(&space, &now).contains(&"At S0, or nearest to it.".to_owned()));
}
