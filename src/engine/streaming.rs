//! Clips whose keys come from their bundle in chunks of time while they play: so much of them is in
//! memory as a budget allows. A tick never waits for a chunk. It holds the nearest frame that is
//! here, says so ([`anim::instance::Posed::is_stalled`]), and the chunk is ordered by the next
//! [`Streaming::update`]. Invariant: which chunks are here changes in `update` alone.

use anim::{Clip, Library, Name, codec::Chunked};
use bundle::Bundle;
use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, never};
use std::{
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
    thread::JoinHandle,
};
use words::tr;

/// The file of a bundle, or what stands for it.
pub trait ChunkSource: Send {
    /// Reads from byte `at` of the bundle on until `into` is full. The call runs on a thread of its
    /// own and may wait. [`StreamingStatus::failure`] reports an error, and the chunk is ordered
    /// again later.
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()>;
}

impl<T: Read + Seek + Send> ChunkSource for T {
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at))?;
        self.read_exact(into)
    }
}

/// Settings for how clips are cut into chunks, and how much of them is kept in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreamingSettings {
    /// Most bytes of keys that may be in memory or ordered.
    pub budget: usize,
    /// Seconds of a chunk; rounded to what the clip's compression can cut.
    pub chunk: f32,
    /// Seconds; shorter clips are read whole.
    pub shortest: f32,
}

impl Default for StreamingSettings {
    fn default() -> Self {
        Self {
            budget: 16 << 20,
            chunk: 4.0,
            shortest: 8.0,
        }
    }
}

/// State of the stream as of the last update: what is in memory and what is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamingStatus {
    /// Bytes of the chunks that are in memory.
    pub here: usize,
    /// Bytes of the chunks that are ordered and not here yet.
    pub ordered: usize,
    /// Number of chunks that are in memory.
    pub chunks_here: usize,
    /// Number of times since the start that a frame was held because its own chunk was missing.
    pub stalls: u64,
    /// Chunks that ticks need now have no room beside each other.
    pub is_starved: bool,
    /// Why a chunk could not be read; None if there was no failure or the chunk was read since. The
    /// chunk is tried again.
    pub failure: Option<String>,
}

/// Updates after which a chunk that could not be read is ordered again.
const RETRY: u64 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChunkState {
    Away,
    Ordered,
    Here,
}

struct StreamChunk {
    state: ChunkState,
    bytes: usize,
    /// Round in which a tick needed it last; one less where it was only next.
    asked: u64,
    /// Round before which it is not ordered again.
    waits: u64,
}

struct Stream {
    chunked: Arc<Chunked>,
    looping: bool,
    name: Name,
    /// Byte of the bundle at which the clip's keys begin.
    first: u64,
    chunks: Vec<StreamChunk>,
}

/// Index of a stream, and of a chunk in it.
type ChunkPlace = (usize, usize);

struct ChunkOrder {
    place: ChunkPlace,
    at: u64,
    bytes: usize,
}

type Came = (ChunkPlace, io::Result<Vec<u8>>);

/// Loads chunks of keys while characters play, on a thread of its own. Dropping it ends the thread.
pub struct Streaming {
    library: Arc<Library>,
    streams: Vec<Stream>,
    budget: usize,
    /// Bytes of the chunks that are here or on their way.
    used: usize,
    round: u64,
    orders: Option<Sender<ChunkOrder>>,
    came: Receiver<Came>,
    thread: Option<JoinHandle<()>>,
    is_starved: bool,
    /// Needed, and without room when it was wanted last.
    refused: Vec<ChunkPlace>,
    /// Last chunk that could not be read, and why; the chunk is None if streaming has stopped. None
    /// without a failure.
    failure: Option<(Option<ChunkPlace>, String)>,
}

impl Streaming {
    /// Plays the library of a bundle from its file: clips of `settings.shortest` or longer come in
    /// chunks. The remaining clips stay where the bundle was read into: for a bundle that is
    /// mapped, or part of the program.
    pub fn begin_streaming(
        bundle: &Bundle,
        source: impl ChunkSource + 'static,
        settings: StreamingSettings,
    ) -> io::Result<Self> {
        let (library, streams) = cut(&bundle.library, &settings);
        Self::of(library, streams, source, settings.budget)
    }

    /// Plays as [`Streaming::begin_streaming`], but with a copy of the remaining clips, so that the
    /// memory that the bundle was read into can be freed.
    pub fn begin_apart(
        bundle: &Bundle,
        source: impl ChunkSource + 'static,
        settings: StreamingSettings,
    ) -> io::Result<Self> {
        let (cut, streams) = cut(&bundle.library, &settings);
        let without = |clip: &Arc<Clip>| {
            Arc::new(Clip {
                chunked: None,
                ..Clip::clone(clip)
            })
        };
        let rest = Library {
            clips: cut.clips.iter().map(without).collect(),
            ..cut.clone()
        };
        let bytes = bundle::write(&rest, &bundle::Golden::default());
        let read = bundle::read(anim::Store::of(&bytes), bytes.len()).map_err(io::Error::other)?;
        let mut library = Library::clone(&read.library);
        for (clip, chunked) in library
            .clips
            .iter_mut()
            .zip(cut.clips.iter().map(|it| &it.chunked))
        {
            if chunked.is_some() {
                *clip = Arc::new(Clip {
                    chunked: chunked.clone(),
                    ..Clip::clone(clip)
                });
            }
        }
        Self::of(library, streams, source, settings.budget)
    }

    fn of(
        library: Library,
        streams: Vec<Stream>,
        source: impl ChunkSource + 'static,
        budget: usize,
    ) -> io::Result<Self> {
        // A chunk is on its way once at most, so that neither side ever waits for room.
        let most = streams.iter().map(|stream| stream.chunks.len()).sum();
        let (orders, ordered) = bounded(most);
        let (comes, came) = bounded(most);
        let thread = std::thread::Builder::new().name("streaming".into());
        let thread = thread.spawn(move || serve(source, &ordered, &comes))?;
        Ok(Self {
            library: Arc::new(library),
            streams,
            budget,
            used: 0,
            round: 1,
            orders: Some(orders),
            came,
            thread: Some(thread),
            is_starved: false,
            refused: Vec::new(),
            failure: None,
        })
    }

    /// The library that an [`crate::Evaluator`] plays.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Number of clips that come in chunks.
    pub fn count(&self) -> usize {
        self.streams.len()
    }

    /// Between two ticks: takes what came, orders what was needed and what is next, and lets go
    /// what was needed longest ago where there is no room. Never waits.
    pub fn update(&mut self) -> StreamingStatus {
        loop {
            match self.came.try_recv() {
                Ok(came) => self.take(came),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.stop();
                    break;
                }
            }
        }
        let wanted = self.wanted();
        self.is_starved = false;
        self.refused.clear();
        for (place, is_needed) in wanted {
            self.order(place, is_needed);
        }
        self.status()
    }

    /// Asks for the data that holds the time `time`, in seconds, of a clip before the clip is
    /// played; the next update orders that data.
    pub fn prefetch(&self, clip: Name, time: f64) {
        if let Some(clip) = self.library.clip(clip) {
            clip.ask(time);
        }
    }

    /// Updates as [`Streaming::update`], and waits until all ordered chunks are in memory, also
    /// those that found room only then: behind a loading screen.
    pub fn finish_loading(&mut self) -> StreamingStatus {
        self.update();
        while self.streams.iter().any(|stream| {
            stream
                .chunks
                .iter()
                .any(|it| it.state == ChunkState::Ordered)
        }) {
            match self.came.recv() {
                Ok(came) => self.take(came),
                Err(_) => self.stop(),
            }
            self.is_starved = false;
            for place in std::mem::take(&mut self.refused) {
                self.order(place, true);
            }
        }
        self.status()
    }

    /// State of the stream now: what is in memory, without taking or ordering anything.
    pub fn status(&self) -> StreamingStatus {
        let of = |state: ChunkState| {
            let chunks = self.streams.iter().flat_map(|stream| &stream.chunks);
            chunks
                .filter(move |chunk| chunk.state == state)
                .map(|chunk| chunk.bytes)
        };
        StreamingStatus {
            here: of(ChunkState::Here).sum(),
            ordered: of(ChunkState::Ordered).sum(),
            chunks_here: of(ChunkState::Here).count(),
            stalls: self
                .streams
                .iter()
                .map(|stream| u64::from(stream.chunked.stalls()))
                .sum(),
            is_starved: self.is_starved,
            failure: self.failure.as_ref().map(|(_, why)| why.clone()),
        }
    }

    /// Chunks to load: first those that ticks needed since the last update, then those that follow.
    fn wanted(&mut self) -> Vec<(ChunkPlace, bool)> {
        let (mut needed, mut next) = (Vec::new(), Vec::new());
        for (at, stream) in self.streams.iter().enumerate() {
            for chunk in (0..stream.chunks.len()).filter(|chunk| stream.chunked.take_asked(*chunk))
            {
                needed.push((at, chunk));
                let after = chunk + 1;
                match after < stream.chunks.len() {
                    true => next.push((at, after)),
                    false if stream.looping => next.push((at, 0)),
                    false => {}
                }
            }
        }
        // Between ticks nothing is needed anew, and what was needed is no older for it.
        self.round += u64::from(!needed.is_empty());
        // What is next goes for what is needed, but not for what is next elsewhere.
        for (places, asked) in [(&next, self.round - 1), (&needed, self.round)] {
            for &(stream, chunk) in places {
                let chunk = &mut self.streams[stream].chunks[chunk];
                chunk.asked = chunk.asked.max(asked);
            }
        }
        let needed = needed.into_iter().map(|place| (place, true));
        needed
            .chain(next.into_iter().map(|place| (place, false)))
            .collect()
    }

    fn order(&mut self, place: ChunkPlace, is_needed: bool) {
        let chunk = self.chunk(place);
        let (bytes, waits) = (chunk.bytes, chunk.waits);
        if chunk.state != ChunkState::Away || waits > self.round {
            return;
        }
        if !self.make_room(bytes, is_needed) {
            self.is_starved |= is_needed;
            self.refused.extend(is_needed.then_some(place));
            return;
        }
        let stream = &self.streams[place.0];
        let at = stream.first + stream.chunked.bytes(place.1).start as u64;
        if self
            .orders
            .as_ref()
            .is_some_and(|orders| orders.send(ChunkOrder { place, at, bytes }).is_ok())
        {
            self.chunk(place).state = ChunkState::Ordered;
            self.used += bytes;
        }
    }

    /// Lets chunks go, those first that were needed longest ago, and none that was in this round;
    /// for what is not needed yet only such as have not been needed for two. Returns whether there
    /// is room now.
    fn make_room(&mut self, bytes: usize, is_needed: bool) -> bool {
        while self.used + bytes > self.budget {
            let spared = if is_needed {
                self.round
            } else {
                self.round.saturating_sub(2)
            };
            let here = self.streams.iter().enumerate().flat_map(|(at, stream)| {
                let chunks = stream.chunks.iter().enumerate();
                chunks
                    .filter(|(_, it)| it.state == ChunkState::Here)
                    .map(move |(chunk, it)| (it.asked, (at, chunk)))
            });
            let Some((_, oldest)) = here.filter(|(asked, _)| *asked < spared).min() else {
                return false;
            };
            self.streams[oldest.0].chunked.drop_chunk(oldest.1);
            self.leave(oldest);
        }
        true
    }

    fn leave(&mut self, place: ChunkPlace) {
        let chunk = self.chunk(place);
        chunk.state = ChunkState::Away;
        let bytes = chunk.bytes;
        self.used -= bytes;
    }

    /// The source has panicked: nothing comes any more.
    fn stop(&mut self) {
        self.failure = Some((None, tr!("Key streaming has stopped.").into()));
        for stream in 0..self.streams.len() {
            for chunk in 0..self.streams[stream].chunks.len() {
                if self.streams[stream].chunks[chunk].state == ChunkState::Ordered {
                    self.leave((stream, chunk));
                }
            }
        }
    }

    fn take(&mut self, (place, read): Came) {
        let stream = &self.streams[place.0];
        match read {
            Ok(codes) if stream.chunked.supply(place.1, &codes) => {
                self.chunk(place).state = ChunkState::Here;
                self.failure.take_if(|(failed, _)| *failed == Some(place));
            }
            Ok(_) => self.leave(place),
            Err(error) => {
                let name = self.library.names.text(stream.name);
                self.failure = Some((
                    Some(place),
                    tr!("Cannot read the keys of clip “{name}”: {error}."),
                ));
                self.leave(place);
                self.chunk(place).waits = self.round + RETRY;
            }
        }
    }

    fn chunk(&mut self, (stream, chunk): ChunkPlace) -> &mut StreamChunk {
        &mut self.streams[stream].chunks[chunk]
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.orders = None;
        // What was ordered and has nobody to go to is not read.
        self.came = never();
        if let Some(thread) = self.thread.take() {
            // A source that panicked has said so; its chunks never came.
            let _ = thread.join();
        }
    }
}

/// The library with its long clips in chunks.
fn cut(library: &Library, settings: &StreamingSettings) -> (Library, Vec<Stream>) {
    let mut library = library.clone();
    let mut streams = Vec::new();
    for clip in library
        .clips
        .iter_mut()
        .filter(|clip| clip.length >= settings.shortest)
    {
        let Some(first) = clip
            .compressed
            .as_ref()
            .map(|keys| keys.bytes().offset() as u64)
        else {
            continue;
        };
        let Some(cut) = clip.in_chunks(settings.chunk) else {
            continue;
        };
        if let Some(chunked) = cut.chunked.clone() {
            let chunk = |at| StreamChunk {
                state: ChunkState::Away,
                bytes: chunked.bytes(at).len(),
                asked: 0,
                waits: 0,
            };
            let chunks = (0..chunked.count()).map(chunk).collect();
            streams.push(Stream {
                chunked,
                looping: clip.looping,
                name: clip.name,
                first,
                chunks,
            });
        }
        *clip = Arc::new(cut);
    }
    (library, streams)
}

fn serve(mut source: impl ChunkSource, orders: &Receiver<ChunkOrder>, comes: &Sender<Came>) {
    for ChunkOrder { place, at, bytes } in orders {
        let mut codes = vec![0; bytes];
        let read = source.read(at, &mut codes).map(|()| codes);
        if comes.send((place, read)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
