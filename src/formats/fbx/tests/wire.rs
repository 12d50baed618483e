//! What goes to the process that reads and what comes back of it.

use super::*;
use crate::{
    ImportErrorPlace, ImportProblem,
    fbx::wire::{ANSWER, PROGRESS, found, next, question, serve},
};

fn small() -> Vec<u8> {
    let mut made = Made::new(100.0, 1, 6);
    made.node("hips", "LimbNode", 0, [0.0; 3], [0.0; 3], "");
    made.text().into_bytes()
}

/// All frames of the answer to a question.
fn answers(options: &Options, file: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let asked = [question(options).unwrap(), file.to_vec()].concat();
    let mut answer = Vec::new();
    serve(&mut &asked[..], &mut answer).unwrap();
    let (mut left, mut frames) = (&answer[..], Vec::new());
    while !left.is_empty() {
        frames.push(next(&mut left).unwrap());
    }
    frames
}

#[test]
fn a_question_is_answered_with_progress_and_what_was_read() {
    let options = Options {
        scale: 3.0,
        more_memory: 7,
        ..Options::default()
    };
    let frames = answers(&options, &small());
    let (last, before) = frames.split_last().unwrap();
    let parts: Vec<f32> = before
        .iter()
        .map(|(kind, bytes)| {
            assert_eq!(*kind, PROGRESS);
            f32::from_le_bytes(bytes.as_slice().try_into().unwrap())
        })
        .collect();
    assert!(parts.is_sorted() && parts.iter().all(|part| (0.0..=1.0).contains(part)));
    assert!(!parts.is_empty());
    assert_eq!(last.0, ANSWER);
    let read = found(&last.1).unwrap();
    let here = crate::fbx::read(&small(), &options, &|_| true).unwrap();
    assert_eq!(
        postcard::to_stdvec(&read).unwrap(),
        postcard::to_stdvec(&here).unwrap()
    );
}

#[test]
fn refusals_come_back_as_they_were() {
    let refusal = |options: &Options, file: &[u8]| {
        let frames = answers(options, file);
        let error = found(&frames.last().unwrap().1).err().unwrap();
        (error.place, error.problem)
    };
    let here = |options: &Options, file: &[u8]| {
        let error = crate::fbx::read(file, options, &|_| true).err().unwrap();
        let text = error.problem.to_string();
        (error.place, ImportProblem::Said { text })
    };
    let (usual, none) = (
        Options::default(),
        Options {
            scale: 0.0,
            ..Options::default()
        },
    );
    for (options, file) in [
        (&usual, &b"nonsense"[..]),
        (&usual, &[]),
        (&usual, &small()[..200]),
        (&none, &small()),
    ] {
        assert_eq!(refusal(options, file), here(options, file));
    }
}

/// Nobody listens any more.
struct Deaf;

impl std::io::Write for Deaf {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_broken_pipe_ends_the_reading_and_a_cut_question_has_no_answer() {
    let asked = [question(&Options::default()).unwrap(), small()].concat();
    let error = serve(&mut &asked[..], &mut Deaf).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    let head = question(&Options::default()).unwrap().len();
    for cut in [0, 3, head - 1] {
        let mut answer = Vec::new();
        let error = serve(&mut &asked[..cut], &mut answer).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
        assert!(answer.is_empty());
    }
}

#[test]
fn options_are_read_to_sixty_five_thousand_bytes() {
    // What follows the options in their bytes is not looked at.
    let ask = |length: u32| {
        let options = question(&Options::default()).unwrap();
        let mut asked = length.to_le_bytes().to_vec();
        asked.extend(&options[4..]);
        asked.resize(4 + (1 << 16), 0);
        asked.extend(small());
        let mut answer = Vec::new();
        serve(&mut &asked[..], &mut answer).unwrap();
        let (mut left, mut last) = (&answer[..], Vec::new());
        while !left.is_empty() {
            last = next(&mut left).unwrap().1;
        }
        found(&last).is_ok()
    };
    assert!(ask(1 << 16) && ask(u32::MAX));
}

#[test]
fn frames_have_a_kind_a_length_and_bytes() {
    let frame = [&[b'P', 3, 0, 0, 0, 0, 0, 0, 0][..], b"abc"].concat();
    assert_eq!(next(&mut &frame[..]).unwrap(), (b'P', b"abc".to_vec()));
    for cut in 0..frame.len() {
        let error = next(&mut &frame[..cut]).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof, "{cut}");
    }
    let long = |length: u64| {
        let frame = [&[b'A'][..], &length.to_le_bytes(), b"abc"].concat();
        next(&mut &frame[..]).unwrap_err().kind()
    };
    let most = 64 << 30;
    assert_eq!(long(most), std::io::ErrorKind::UnexpectedEof);
    assert_eq!(long(most + 1), std::io::ErrorKind::InvalidData);
}

#[test]
fn memory_and_a_no_come_back_as_what_they_are() {
    #[derive(serde::Serialize)]
    enum Sent {
        Memory { asked: u64, left: u64 },
        Cancelled,
    }
    let come_back = |sent: Sent| {
        let bytes = postcard::to_stdvec(&Err::<(), _>(sent)).unwrap();
        let error = found(&bytes).err().unwrap();
        assert_eq!(error.place, ImportErrorPlace::File);
        error.problem
    };
    let memory = ImportProblem::Memory { asked: 5, left: 3 };
    assert_eq!(come_back(Sent::Memory { asked: 5, left: 3 }), memory);
    assert_eq!(come_back(Sent::Cancelled), ImportProblem::Cancelled);
}
