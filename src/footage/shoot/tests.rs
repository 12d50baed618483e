use super::*;
use crate::{BurnIn, FrameRate, across, around, every};
use std::{cell::Cell, fs};

/// Draws pictures of one shade each.
struct Shades {
    size: (u32, u32),
    taken: u32,
    /// Fails at this one.
    fails: Option<u32>,
}

impl FootageStudio for Shades {
    fn take(&mut self, shot: &FootageShot) -> Result<TakenPicture, FootageError> {
        if self.fails == Some(self.taken) {
            return Err(FootageError::Nothing("the device fell over".into()));
        }
        self.taken += 1;
        let (width, height) = self.size;
        let texel = [(self.taken * 10) as u8, 128, 128, 255];
        Ok(TakenPicture {
            image: Image {
                width,
                height,
                rgba: texel.repeat((width * height) as usize),
            },
            caption: Caption {
                name: "AM_Combo".into(),
                time: shot.time,
                frame: Some((shot.time * 30.0) as u32),
                state: "Attack2".into(),
            },
        })
    }
}

fn studio(size: (u32, u32)) -> Shades {
    Shades {
        size,
        taken: 0,
        fails: None,
    }
}

fn order(shots: Vec<FootageShot>, output: FootageOutput) -> FootageOrder {
    FootageOrder {
        shots,
        output,
        burn_in: BurnIn::default(),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn each_kind_of_footage_becomes_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let go_on = |_: f32| true;
    let write = |name: &str, order: &FootageOrder| {
        shoot(order, &mut studio((12, 8)), (&at(name), Over::Own), &go_on).unwrap()
    };
    let one = write(
        "one.png",
        &order(across(1, 0.5, 0.5), FootageOutput::Pictures),
    );
    assert_eq!(one.files, [at("one.png")]);
    let round = write("round.png", &order(around(3, 0.0), FootageOutput::Pictures));
    let numbers = ["round_0000.png", "round_0001.png", "round_0002.png"];
    assert_eq!(round.files, numbers.map(at));
    let sheet = FootageOutput::Sheet { columns: 2 };
    write("sheet.png", &order(across(3, 0.0, 1.0), sheet));
    let sheet = image::open(at("sheet.png")).unwrap().into_rgba8();
    assert_eq!(sheet.dimensions(), (12 * 2 + 2, 8 * 2 + 2));
    assert_eq!(sheet.get_pixel(0, 10).0[0], 30, "the third begins a row");
    assert_eq!(
        sheet.get_pixel(20, 16).0,
        [0x60, 0x60, 0x60, 0xff],
        "none is there"
    );
    let shots = every(FrameRate::default(), 0.0, 1.0).unwrap();
    let video = write(
        "video.avi",
        &order(shots, FootageOutput::Video(FrameRate::default())),
    );
    assert_eq!(video.shots, 30);
    assert_eq!(fs::metadata(at("video.avi")).unwrap().len(), video.bytes);
    assert_eq!(names(folder.path()).len(), 6, "nothing else is left");
}

#[test]
fn a_range_holds_each_frame_that_begins_in_it() {
    let rate: FrameRate = "30".parse().unwrap();
    let count = |from: f64, to: f64| every(rate, from, to).map(|shots| shots.len());
    assert_eq!(count(0.0, 1.0).unwrap(), 30, "the end is the next one's");
    assert_eq!(count(0.0, 1.0 / 30.0).unwrap(), 1);
    assert_eq!(count(2.0, 2.0).unwrap(), 1);
    assert_eq!(count(0.0, 1.01).unwrap(), 31);
    assert!(matches!(count(1.0, 0.5), Err(FootageError::Empty)));
    assert!(matches!(count(0.0, f64::NAN), Err(FootageError::Empty)));
    assert!(matches!(count(0.0, 1e7), Err(FootageError::TooLong)));
    let shots = every(rate, 2.0, 3.0).unwrap();
    assert_eq!((shots[0].time, shots[15].time), (2.0, 2.5));
}

#[test]
fn without_a_moment_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.avi");
    let video = order(Vec::new(), FootageOutput::Video(FrameRate::default()));
    let failed = shoot(&video, &mut studio((4, 4)), (&path, Over::Own), &|_| true);
    assert!(matches!(failed, Err(FootageError::Empty)) && names(folder.path()).is_empty());
}

#[test]
fn what_fails_or_is_cancelled_leaves_the_old_files() {
    let kinds = [
        ("take.png", FootageOutput::Pictures),
        ("sheet.png", FootageOutput::Sheet { columns: 3 }),
        ("video.avi", FootageOutput::Video(FrameRate::default())),
    ];
    for (name, output) in kinds {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, b"precious").unwrap();
        fs::write(numbered(&path, 1), b"precious").unwrap();
        let before = names(folder.path());
        let wanted = order(across(4, 0.0, 1.0), output);
        let mut broken = Shades {
            fails: Some(2),
            ..studio((8, 8))
        };
        let failed = shoot(&wanted, &mut broken, (&path, Over::Any), &|_| true);
        assert!(failed.is_err_and(|why| why.to_string() == "the device fell over"));
        let told = Cell::new(0);
        let cancel = |_: f32| {
            told.set(told.get() + 1);
            told.get() < 3
        };
        let cancelled = shoot(&wanted, &mut studio((8, 8)), (&path, Over::Any), &cancel);
        assert!(matches!(cancelled, Err(FootageError::Cancelled)));
        assert_eq!(names(folder.path()), before);
        for old in [path.clone(), numbered(&path, 1)] {
            assert_eq!(fs::read(old).unwrap(), b"precious");
        }
    }
}

#[test]
fn what_others_made_is_replaced_only_when_that_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("video.avi");
    let video = order(
        across(2, 0.0, 1.0),
        FootageOutput::Video(FrameRate::default()),
    );
    let write = |over| shoot(&video, &mut studio((8, 8)), (&path, over), &|_| true);
    fs::write(&path, b"RIFF\0\0\0\0AVI LIST of another program").unwrap();
    assert!(matches!(write(Over::Own), Err(FootageError::File(_))));
    write(Over::Any).unwrap();
    write(Over::Own).unwrap();
}

#[test]
fn text_is_written_where_it_was_asked_for() {
    let taken = |burn_in: BurnIn, size: (u32, u32)| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.png");
        let one = FootageOrder {
            burn_in,
            ..order(across(1, 0.5, 0.5), FootageOutput::Pictures)
        };
        shoot(&one, &mut studio(size), (&path, Over::Own), &|_| true).unwrap();
        image::open(&path).unwrap().into_rgba8()
    };
    let size = (640, 360);
    let bare = taken(BurnIn::default(), size);
    assert!(bare.pixels().all(|texel| texel.0 == [10, 128, 128, 255]));
    let all = taken(BurnIn::ALL, size);
    let white = |image: &image::RgbaImage| {
        let bright = |(_, _, texel): &(u32, u32, &image::Rgba<u8>)| texel.0[0] > 200;
        image
            .enumerate_pixels()
            .filter(bright)
            .map(|(x, y, _)| (x, y))
            .collect::<Vec<_>>()
    };
    let letters = white(&all);
    assert!(letters.len() > 200, "{} bright pixels", letters.len());
    assert!(
        letters.iter().all(|(x, y)| *x < 320 && *y > 240),
        "in the lower left corner"
    );
    assert_eq!(all.get_pixel(639, 0).0, [10, 128, 128, 255]);
    let time = BurnIn {
        time: true,
        ..BurnIn::default()
    };
    assert!(white(&taken(time, size)).len() < letters.len() / 2);
    // Where no line fits, the picture stays as it is.
    assert!(white(&taken(BurnIn::ALL, (9, 9))).is_empty());
}
