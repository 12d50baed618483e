//! Takes every moment of an order and writes what becomes of it.

#[cfg(test)]
mod tests;

use crate::{
    Caption, FootageError, FootageOrder, FootageOutput, FootageShot,
    avi::AviWriter,
    encode,
    sheet::{sheet_size, tiled},
};
use files::{Over, Product, StagedOutput};
use glam::UVec2;
use render::Image;
use std::path::{Path, PathBuf};
use words::tr;

/// Pixels of a sheet at most, which take a gigabyte.
const MOST_SHEET: u64 = 1 << 28;

/// Draws the pictures of a footage order.
pub trait FootageStudio {
    /// Draws a moment. All pictures of an order have one size; moments come in order. An error
    /// where nothing can be drawn.
    fn take(&mut self, shot: &FootageShot) -> Result<TakenPicture, FootageError>;
}

/// A moment as it was drawn.
#[derive(Clone, Debug)]
pub struct TakenPicture {
    /// The picture, without text.
    pub image: Image,
    /// Content of the text in the picture.
    pub caption: Caption,
}

/// Summary of the files that an order has written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FootageSummary {
    /// The files, in their order.
    pub files: Vec<PathBuf>,
    /// Number of moments in the files.
    pub shots: usize,
    /// Bytes of all files.
    pub bytes: u64,
}

/// Takes an order. Every file is written beside its place, and all are put in place when the last
/// is whole. An order that fails or is cancelled leaves nothing, and old files are as they were.
/// `go_on` receives the part that is done, 0 to 1; false in answer cancels.
pub fn shoot(
    order: &FootageOrder,
    studio: &mut dyn FootageStudio,
    (path, over): (&Path, Over),
    go_on: &dyn Fn(f32) -> bool,
) -> Result<FootageSummary, FootageError> {
    if order.shots.is_empty() {
        return Err(FootageError::Empty);
    }
    let mut take = RunningOrder {
        order,
        studio,
        go_on,
    };
    let staged = match order.output {
        FootageOutput::Pictures => take.pictures((path, over))?,
        FootageOutput::Sheet { columns } => vec![take.sheet((path, over), columns)?],
        FootageOutput::Video(rate) => {
            let mut staged = StagedOutput::begin(path, Product::Video, over)?;
            let mut video: Option<AviWriter<'_>> = None;
            let mut file = Some(&mut staged);
            for at in 0..order.shots.len() {
                let image = take.image(at)?;
                if let Some(file) = file.take() {
                    let size = UVec2::new(image.width, image.height);
                    video = Some(AviWriter::begin(file, size, rate)?);
                }
                if let Some(video) = &mut video {
                    video.add(&encode::jpeg(&image)?)?;
                }
            }
            video.ok_or(FootageError::Empty)?.finish()?;
            vec![staged]
        }
    };
    take.tell(order.shots.len())?;
    let summary = FootageSummary {
        files: staged.iter().map(|file| file.path().to_owned()).collect(),
        shots: order.shots.len(),
        bytes: staged.iter().map(StagedOutput::bytes).sum(),
    };
    for file in staged {
        file.put_in_place()?;
    }
    Ok(summary)
}

/// `walk.png` becomes `walk_0000.png`.
pub fn numbered(path: &Path, at: usize) -> PathBuf {
    let text =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (text(path.file_stem()), text(path.extension()));
    path.with_file_name(format!("{stem}_{at:04}.{ending}"))
}

/// An order while it is taken.
struct RunningOrder<'a> {
    order: &'a FootageOrder,
    studio: &'a mut dyn FootageStudio,
    go_on: &'a dyn Fn(f32) -> bool,
}

impl RunningOrder<'_> {
    /// Tells how many moments are done.
    fn tell(&self, done: usize) -> Result<(), FootageError> {
        let part = done as f32 / self.order.shots.len() as f32;
        if (self.go_on)(part) {
            Ok(())
        } else {
            Err(FootageError::Cancelled)
        }
    }

    fn image(&mut self, at: usize) -> Result<Image, FootageError> {
        self.tell(at)?;
        let TakenPicture { mut image, caption } = self.studio.take(&self.order.shots[at])?;
        self.order.burn_in.write(&caption, &mut image);
        Ok(image)
    }

    fn pictures(
        &mut self,
        (path, over): (&Path, Over),
    ) -> Result<Vec<StagedOutput<'static>>, FootageError> {
        let count = self.order.shots.len();
        let mut staged = Vec::new();
        for at in 0..count {
            let path = match count {
                1 => path.to_owned(),
                _ => numbered(path, at),
            };
            let mut file = StagedOutput::begin(&path, Product::Picture, over)?;
            file.append(&encode::png(&self.image(at)?)?)?;
            file.flush()?;
            staged.push(file);
        }
        Ok(staged)
    }

    fn sheet(
        &mut self,
        (path, over): (&Path, Over),
        columns: u32,
    ) -> Result<StagedOutput<'static>, FootageError> {
        let mut file = StagedOutput::begin(path, Product::Picture, over)?;
        let mut images: Vec<Image> = Vec::new();
        for at in 0..self.order.shots.len() {
            let image = self.image(at)?;
            let count = self.order.shots.len() as u32;
            let (width, height) = sheet_size(count, columns, (image.width, image.height));
            if width * height > MOST_SHEET {
                let why = tr!(
                    "the sheet would have {width}x{height} pixels. Choose fewer or smaller pictures"
                );
                return Err(FootageError::Picture(why));
            }
            images.push(image);
        }
        file.append(&encode::png(&tiled(&images, columns))?)?;
        Ok(file)
    }
}
