use super::*;

struct By<A, B>(A, B);

impl<
    A: Fn(&RootMotionTick) -> Transform + Send + Sync,
    B: Fn(&RootMotionTick) -> Transform + Send + Sync,
> RootMotionModifier for By<A, B>
{
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        self.0(motion)
    }

    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        self.1(motion)
    }
}

fn placed() -> Transform {
    Transform::new(
        Vec3::new(30.0, 1.0, -7.0),
        Quat::from_rotation_y(1.0),
        Vec3::splat(2.0),
    )
}

fn delta() -> Transform {
    Transform::new(
        Vec3::new(0.1, 0.02, 0.3),
        Quat::from_rotation_y(0.25),
        Vec3::ONE,
    )
}

fn changed(
    pre: impl Fn(&RootMotionTick) -> Transform + Send + Sync + 'static,
    post: impl Fn(&RootMotionTick) -> Transform + Send + Sync + 'static,
) -> Result<Option<Transform>, String> {
    RootMotionSource::Ask(3, Arc::new(By(pre, post))).changed(delta(), (placed(), 0.1))
}

fn same(motion: &RootMotionTick) -> Transform {
    motion.delta
}

#[test]
fn what_stays_as_it_is_counts_as_extracted() {
    assert_eq!(changed(same, same), Ok(None));
    assert_eq!(
        RootMotionSource::Extracted.changed(delta(), (placed(), 0.1)),
        Ok(None)
    );
    assert_eq!(
        RootMotionSource::Known(placed()).changed(delta(), (placed(), 0.1)),
        Ok(Some(placed()))
    );
}

/// The first sees the frame of the root, the second the axes of the world; each its own character,
/// placement and time.
#[test]
fn it_is_asked_in_the_frame_of_the_root_and_then_along_the_axes_of_the_world() {
    let half = |motion: &RootMotionTick| Transform {
        translation: motion.delta.translation / 2.0,
        ..motion.delta
    };
    let halved = Transform {
        translation: delta().translation / 2.0,
        ..delta()
    };
    let found = changed(half, move |motion| {
        let to = placed().compose(&halved);
        let way = to.translation - placed().translation;
        assert!(motion.delta.translation.abs_diff_eq(way, 1e-5));
        assert!((motion.delta.rotation * placed().rotation).abs_diff_eq(to.rotation, 1e-6));
        assert_eq!(
            (motion.character, motion.placement, motion.dt),
            (3, placed(), 0.1)
        );
        motion.delta
    });
    assert_eq!(found, Ok(Some(halved)));
    let north = |motion: &RootMotionTick| Transform {
        translation: Vec3::Z,
        ..motion.delta
    };
    let to = placed().compose(&changed(same, north).unwrap().unwrap());
    assert!(
        to.translation
            .abs_diff_eq(placed().translation + Vec3::Z, 1e-5),
        "a metre along the world's axis"
    );
    assert!(
        to.rotation
            .abs_diff_eq(placed().rotation * delta().rotation, 1e-6),
        "and turned as before"
    );
}

#[test]
fn what_is_no_motion_and_a_panic_change_nothing() {
    let bad = [
        Transform::from_translation(Vec3::X * f32::NAN),
        Transform::from_translation(Vec3::X * f32::INFINITY),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Transform::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)),
    ];
    for bad in bad {
        assert_eq!(changed(move |_| bad, same), Err(BAD.into()));
        assert_eq!(changed(same, move |_| bad), Err(BAD.into()));
    }
    assert_eq!(
        changed(|_| panic!("made up"), same),
        Err("made up".to_owned())
    );
    let long = Transform::new(
        Vec3::X,
        Quat::from_xyzw(0.0, 3.0, 0.0, 3.0),
        Vec3::splat(9.0),
    );
    let found = changed(move |_| long, same).unwrap().unwrap();
    assert_eq!((found.translation, found.scale), (Vec3::X, Vec3::ONE));
    assert!(
        found
            .rotation
            .abs_diff_eq(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2), 1e-6)
    );
}
