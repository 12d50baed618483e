use super::*;

const SHELL: &str = "/bin/sh";

fn shell(script: &str) -> Result<(), String> {
    let mut command = Command::new(SHELL);
    command.args(["-c", script]);
    let found = read_with(
        &mut command,
        b"bytes",
        &Options::default(),
        &|_| true,
        Duration::from_secs(2),
    );
    found.map(drop).map_err(|error| error.to_string())
}

#[test]
#[cfg(unix)]
fn whatever_becomes_of_the_reader_is_an_error_of_the_file() {
    for (script, words) in [
        ("kill -SEGV $$", "its reader crashed"),
        ("exit 0", "its reader crashed"),
        ("printf P", "its reader crashed"),
        (
            "printf 'A\\001\\000\\000\\000\\000\\000\\000\\000x'",
            "cannot read it",
        ),
        (
            "printf 'A\\377\\377\\377\\377\\377\\377\\377\\377'",
            "its reader crashed",
        ),
        ("cat >/dev/null; exec sleep 60", "reading it took over"),
    ] {
        let error = shell(script).unwrap_err();
        assert!(
            error.contains("cannot read it") && error.contains(words),
            "{script}: {error}"
        );
    }
    let missing = read_with(
        &mut Command::new("/no/such"),
        b"",
        &Options::default(),
        &|_| true,
        PATIENCE,
    );
    assert!(
        missing
            .err()
            .unwrap()
            .to_string()
            .contains("could not be started")
    );
}

#[test]
#[cfg(unix)]
fn a_reader_is_ended_when_nobody_waits_for_it() {
    let mut command = Command::new(SHELL);
    command.args(["-c", "cat >/dev/null; exec sleep 60"]);
    let begun = Instant::now();
    let found = read_with(
        &mut command,
        b"bytes",
        &Options::default(),
        &|_| begun.elapsed().as_millis() < 100,
        PATIENCE,
    );
    assert_eq!(found.err().unwrap().problem, ImportProblem::Cancelled);
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_answer_over_pipes_is_what_reading_here_gives() {
    let text = "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\nObjects:  {\n\tModel: 1, \"Model::hips\", \"LimbNode\" {\n\t\tVersion: 232\n\t}\n}\nConnections:  {\n\tC: \"OO\",1,0\n}\n";
    let options = Options {
        scale: 2.0,
        ..Options::default()
    };
    let question = [
        fbx::wire::question(&options).unwrap(),
        text.as_bytes().to_vec(),
    ]
    .concat();
    let mut answer = Vec::new();
    serve(&mut question.as_slice(), &mut answer).unwrap();
    let mut left = answer.as_slice();
    let found = loop {
        match fbx::wire::next(&mut left).unwrap() {
            (fbx::wire::ANSWER, bytes) => break fbx::wire::found(&bytes).unwrap(),
            (kind, _) => assert_eq!(kind, fbx::wire::PROGRESS),
        }
    };
    let here = fbx::read(text.as_bytes(), &options, &|_| true).unwrap();
    assert_eq!(
        format!("{:?} {:?}", found.scene, found.report),
        format!("{:?} {:?}", here.scene, here.report)
    );
    assert!(format!("{:?}", here.scene).contains("hips"));
}
