//! Sound files to samples: WAV, Ogg Vorbis and FLAC.

#[cfg(test)]
mod tests;

use crate::Pcm;
use std::{
    fmt,
    io::{Cursor, ErrorKind},
    panic::{AssertUnwindSafe, catch_unwind},
};
use words::tr;

/// Bytes of the largest file that is decoded.
const MOST_BYTES: usize = 256 << 20;
/// Frames of the longest sound: 23 minutes at 48 kHz, half a gigabyte.
const MOST_FRAMES: usize = 64 << 20;
/// Frames per second that a file may have.
const RATES: std::ops::RangeInclusive<u32> = 1_000..=384_000;
/// Channels that a file may have; those after the second are mixed into both sides.
const MOST_CHANNELS: usize = 8;

/// Format of a sound file, detected from its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoundFormat {
    Wav,
    Ogg,
    Flac,
}

impl SoundFormat {
    /// Every format, in the order in which they are named.
    pub const ALL: [SoundFormat; 3] = [SoundFormat::Wav, SoundFormat::Ogg, SoundFormat::Flac];

    /// Format of a file by its first bytes; None for anything else.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'A',
                b'V',
                b'E',
                ..,
            ] => Some(Self::Wav),
            [b'O', b'g', b'g', b'S', ..] => Some(Self::Ogg),
            [b'f', b'L', b'a', b'C', ..] => Some(Self::Flac),
            _ => None,
        }
    }

    /// File extension of the format, in small letters and without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Ogg => "ogg",
            Self::Flac => "flac",
        }
    }

    /// Name of the format, as people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wav => "WAV",
            Self::Ogg => tr!("Ogg Vorbis"),
            Self::Flac => "FLAC",
        }
    }
}

/// Error of a sound that cannot be played: the reason, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundError(String);

impl fmt::Display for SoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SoundError {}

fn error(text: impl Into<String>) -> SoundError {
    SoundError(text.into())
}

/// File extension and duration in seconds of the sound in these bytes; Err gives the reason why the
/// sound cannot be played.
pub fn checked(bytes: &[u8]) -> Result<(&'static str, f64), String> {
    let pcm = decode(bytes).map_err(|why| why.to_string())?;
    let ending = SoundFormat::of(bytes).map_or("wav", SoundFormat::ending);
    Ok((ending, pcm.duration()))
}

/// Decodes a whole file. The text of an error is written to follow the name of the file.
pub fn decode(bytes: &[u8]) -> Result<Pcm, SoundError> {
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(error(tr!(
            "it has more than {most} MiB. Cut it, or save it as Ogg Vorbis or FLAC."
        )));
    }
    let format = SoundFormat::of(bytes).ok_or_else(|| stranger(bytes))?;
    // A decoder that stumbles over a file that was made to make it stumble takes nothing with it.
    let decoded = catch_unwind(AssertUnwindSafe(|| match format {
        SoundFormat::Wav => wav(bytes),
        SoundFormat::Ogg => ogg(bytes),
        SoundFormat::Flac => flac(bytes),
    }));
    let pcm =
        decoded.unwrap_or_else(|_| Err(broken(format, tr!("its data contradict each other"))))?;
    if pcm.frames.is_empty() {
        return Err(error(tr!("it has no samples. Record or export it again.")));
    }
    Ok(pcm)
}

fn stranger(bytes: &[u8]) -> SoundError {
    let convert = tr!("Convert it to WAV, Ogg Vorbis or FLAC.");
    error(match bytes {
        [] => tr!("it is empty. Copy or export it again.").to_owned(),
        [b'I', b'D', b'3', ..] | [0xff, 0xe0..=0xff, ..] => tr!("it is an MP3. {convert}"),
        [b'R', b'F', b'6', b'4', ..] => tr!("it is a WAV of the large kind (RF64). {convert}"),
        [b'F', b'O', b'R', b'M', ..] => tr!("it is an AIFF. {convert}"),
        _ => tr!("it is not a WAV, Ogg Vorbis or FLAC file. Choose a file of one of these types.")
            .to_owned(),
    })
}

fn broken(format: SoundFormat, why: &str) -> SoundError {
    error(tr!(
        "the {} is broken: {why}. Copy or export it again.",
        format.word()
    ))
}

/// Channel count and samples that are decoded from a file, frame by frame.
struct DecodedFrames {
    channels: usize,
    pcm: Pcm,
}

impl DecodedFrames {
    fn new(rate: u32, channels: usize) -> Result<Self, SoundError> {
        if !RATES.contains(&rate) {
            return Err(error(tr!(
                "it has {rate} samples a second, and {} to {} are read. Resample it.",
                RATES.start(),
                RATES.end()
            )));
        }
        if !(1..=MOST_CHANNELS).contains(&channels) {
            return Err(error(tr!(
                "it has {channels} channels, and 1 to {MOST_CHANNELS} are read. Mix it down."
            )));
        }
        let frames = Vec::new();
        Ok(Self {
            channels,
            pcm: Pcm { rate, frames },
        })
    }

    /// A frame with a value a channel.
    fn push(&mut self, frame: &[f32]) -> Result<(), SoundError> {
        if self.pcm.frames.len() >= MOST_FRAMES {
            let minutes = MOST_FRAMES / (self.pcm.rate as usize * 60);
            return Err(error(tr!(
                "it is longer than {minutes} minutes. Cut it into shorter sounds."
            )));
        }
        let sane = |value: f32| {
            if value.is_finite() {
                value.clamp(-8.0, 8.0)
            } else {
                0.0
            }
        };
        self.pcm.frames.push(match frame {
            [one] => [sane(*one); 2],
            [left, right] => [sane(*left), sane(*right)],
            more => {
                let rest: f32 = more.iter().skip(2).map(|value| sane(*value)).sum();
                let side = |at: usize| sane(more.get(at).copied().unwrap_or_default());
                // As loud as three channels at −3 dB, which is how a centre is mixed in.
                [0, 1].map(|at| side(at) + rest * std::f32::consts::FRAC_1_SQRT_2)
            }
        });
        Ok(())
    }
}

fn wav(bytes: &[u8]) -> Result<Pcm, SoundError> {
    let wrong = |why: &hound::Error, taken: Option<&DecodedFrames>| match why {
        hound::Error::IoError(io) if io.kind() == ErrorKind::UnexpectedEof => {
            ends_early(SoundFormat::Wav, taken)
        }
        hound::Error::Unsupported | hound::Error::TooWide => error(tr!(
            "the WAV is of a kind that is not read. Save it as PCM of 8, 16, 24 or 32 bits, or float."
        )),
        hound::Error::IoError(_) => ends_early(SoundFormat::Wav, taken),
        why => broken(SoundFormat::Wav, &why.to_string()),
    };
    let reader = hound::WavReader::new(Cursor::new(bytes)).map_err(|why| wrong(&why, None))?;
    let spec = reader.spec();
    let mut taken = DecodedFrames::new(spec.sample_rate, spec.channels.into())?;
    let mut frame = Vec::with_capacity(taken.channels);
    let mut take = |taken: &mut DecodedFrames, sample: hound::Result<f32>| {
        frame.push(sample.map_err(|why| wrong(&why, Some(taken)))?);
        if frame.len() == taken.channels {
            taken.push(&frame)?;
            frame.clear();
        }
        Ok(())
    };
    match spec.sample_format {
        hound::SampleFormat::Float => {
            for sample in reader.into_samples::<f32>() {
                take(&mut taken, sample)?;
            }
        }
        hound::SampleFormat::Int => {
            let scale = scale(spec.bits_per_sample.into());
            for sample in reader.into_samples::<i32>() {
                take(&mut taken, sample.map(|value| value as f32 * scale))?;
            }
        }
    }
    Ok(taken.pcm)
}

/// Factor that scales an integer of `bits` bits so that the largest is 1.
fn scale(bits: u32) -> f32 {
    1.0 / (1u64 << bits.clamp(1, 32).saturating_sub(1)) as f32
}

fn ends_early(format: SoundFormat, taken: Option<&DecodedFrames>) -> SoundError {
    let after = taken.map_or(0.0, |taken| taken.pcm.duration());
    broken(format, &tr!("it ends early, after {after:.2} s"))
}

fn ogg(bytes: &[u8]) -> Result<Pcm, SoundError> {
    if bytes.windows(8).take(4096).any(|at| at == b"OpusHead") {
        return Err(error(tr!(
            "it is an Opus in an Ogg. Convert it to Ogg Vorbis, WAV or FLAC."
        )));
    }
    let wrong = |why: lewton::VorbisError| broken(SoundFormat::Ogg, &plain(&why.to_string()));
    let mut reader = lewton::inside_ogg::OggStreamReader::new(Cursor::new(bytes)).map_err(wrong)?;
    let (rate, channels) = (
        reader.ident_hdr.audio_sample_rate,
        reader.ident_hdr.audio_channels,
    );
    let mut taken = DecodedFrames::new(rate, channels.into())?;
    let mut frame = Vec::with_capacity(taken.channels);
    while let Some(packet) = reader
        .read_dec_packet_generic::<Vec<Vec<f32>>>()
        .map_err(wrong)?
    {
        if packet.len() != taken.channels {
            return Err(broken(SoundFormat::Ogg, tr!("its channels change")));
        }
        for at in 0..packet.first().map_or(0, Vec::len) {
            frame.clear();
            frame.extend(
                packet
                    .iter()
                    .map(|side| side.get(at).copied().unwrap_or_default()),
            );
            taken.push(&frame)?;
        }
    }
    Ok(taken.pcm)
}

/// A sentence of a decoder within one of ours.
fn plain(text: &str) -> String {
    text.trim_end_matches('.').to_lowercase()
}

fn flac(bytes: &[u8]) -> Result<Pcm, SoundError> {
    let wrong = |why: claxon::Error, taken: Option<&DecodedFrames>| match why {
        claxon::Error::IoError(_) => ends_early(SoundFormat::Flac, taken),
        claxon::Error::FormatError(why) | claxon::Error::Unsupported(why) => {
            broken(SoundFormat::Flac, &plain(why))
        }
    };
    let mut reader = claxon::FlacReader::new(Cursor::new(bytes)).map_err(|why| wrong(why, None))?;
    let info = reader.streaminfo();
    let mut taken = DecodedFrames::new(info.sample_rate, info.channels as usize)?;
    let scale = scale(info.bits_per_sample);
    let mut blocks = reader.blocks();
    let mut buffer = Vec::new();
    let mut frame = Vec::with_capacity(taken.channels);
    while let Some(block) = blocks
        .read_next_or_eof(buffer)
        .map_err(|why| wrong(why, Some(&taken)))?
    {
        if block.channels() as usize != taken.channels {
            return Err(broken(SoundFormat::Flac, tr!("its channels change")));
        }
        for at in 0..block.duration() {
            frame.clear();
            frame.extend((0..block.channels()).map(|side| block.sample(side, at) as f32 * scale));
            taken.push(&frame)?;
        }
        buffer = block.into_buffer();
    }
    if let Some(all) = info.samples
        && (taken.pcm.frames.len() as u64) < all
    {
        return Err(ends_early(SoundFormat::Flac, Some(&taken)));
    }
    Ok(taken.pcm)
}
