use super::*;

fn parameters() -> Vec<Parameter> {
    let float = ParameterKind::Float {
        default: 0.0,
        range: Some([0.0, 5.0]),
    };
    let truth = ParameterKind::Bool { default: false };
    [
        ("Ground Speed", float.clone()),
        ("is_in_air", truth.clone()),
        ("Jump", truth.clone()),
        (
            "Direction",
            ParameterKind::Int {
                default: 0,
                range: None,
            },
        ),
        ("AimYaw", float),
        ("Armed", truth),
    ]
    .into_iter()
    .enumerate()
    .map(|(at, (name, kind))| Parameter::new(Id(at as u64), name, kind))
    .collect()
}

fn goes(choices: &Choices, figure: MoverFigure) -> Result<Option<String>, String> {
    match choices.binding(figure, &parameters()) {
        Binding::Nothing => Ok(None),
        Binding::To(parameter) => Ok(Some(parameter.name.clone())),
        Binding::Misfit(_, why) => Err(why),
    }
}

#[test]
fn figures_go_to_parameters_of_their_names_that_fit_and_the_rest_is_told() {
    let choices = Choices::default();
    assert_eq!(
        goes(&choices, MoverFigure::Speed),
        Ok(Some("Ground Speed".into()))
    );
    assert_eq!(
        goes(&choices, MoverFigure::InAir),
        Ok(Some("is_in_air".into()))
    );
    assert_eq!(goes(&choices, MoverFigure::Sprinting), Ok(None));
    assert!(
        goes(&choices, MoverFigure::Jump).is_err_and(|why| why.contains("“Jump” is not a trigger"))
    );
    assert!(goes(&choices, MoverFigure::Direction).is_err_and(|why| why.contains("not a float")));
    let bound: Vec<_> = choices
        .bound(&parameters())
        .iter()
        .map(|it| (it.figure, it.range))
        .collect();
    let whole = [f64::MIN, f64::MAX];
    let range = [0.0, 5.0];
    assert_eq!(
        bound,
        [
            (MoverFigure::Speed, range),
            (MoverFigure::InAir, whole),
            (MoverFigure::AimYaw, range)
        ]
    );
}

#[test]
fn what_is_chosen_comes_first_and_is_kept() {
    let mut choices = Choices::default();
    choices.choose(
        MoverFigure::Moving,
        DriveParameterChoice::To("Armed".into()),
    );
    choices.choose(MoverFigure::Speed, DriveParameterChoice::Nothing);
    choices.choose(MoverFigure::AimYaw, DriveParameterChoice::To("Gone".into()));
    choices.set_pace("Walk", 1.25);
    choices.set_pace("Sprint", -3.0);
    let kept: Choices = serde_json::from_str(&serde_json::to_string(&choices).unwrap()).unwrap();
    assert_eq!(kept, choices);
    assert_eq!(goes(&kept, MoverFigure::Moving), Ok(Some("Armed".into())));
    assert_eq!(goes(&kept, MoverFigure::Speed), Ok(None));
    assert!(
        goes(&kept, MoverFigure::AimYaw)
            .is_err_and(|why| why.contains("Parameter “Gone” does not exist"))
    );
    assert_eq!(
        (kept.pace().walk, kept.pace().sprint),
        (1.25, Pace::default().sprint)
    );
    choices.choose(MoverFigure::Speed, DriveParameterChoice::Usual);
    assert_eq!(
        goes(&choices, MoverFigure::Speed),
        Ok(Some("Ground Speed".into()))
    );
}
