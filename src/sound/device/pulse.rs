//! PulseAudio, or PipeWire in its place, through their socket: no library of the system is needed.

use super::{DeviceError, DeviceLine};
use pulseaudio::protocol::{
    self, AuthParams, AuthReply, ChannelMap, ChannelVolume, Command, CreatePlaybackStreamReply,
    PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec, SetClientNameReply,
    stream::{BufferAttr, StreamFlags},
};
use std::{
    io::{BufRead, BufReader, ErrorKind},
    os::unix::net::UnixStream,
    sync::Arc,
    time::Duration,
};
use words::tr;

/// Frames a second; the server makes of it what its device has.
const RATE: u32 = 48_000;
const FRAME_BYTES: u32 = 8;
/// Bytes of the secret that a server and its clients share.
const COOKIE: usize = 256;
/// Bytes that the server holds: 60 ms, so that a notify is heard as it is seen, and a busy machine
/// still keeps up.
const HELD: u32 = RATE * 6 / 100 * FRAME_BYTES;
/// Longest time until the thread notices that it should end.
const PATIENCE: Duration = Duration::from_millis(200);
/// Longest time that a server may take to answer.
const ANSWER: Duration = Duration::from_secs(3);

pub(super) fn run(line: &Arc<DeviceLine>) -> Result<(), DeviceError> {
    let path = pulseaudio::socket_path_from_env().ok_or_else(|| {
        DeviceError::new(
            tr!("No sound: neither PulseAudio nor PipeWire runs here. Start one of them, or see “Sound” in the documentation."),
        )
    })?;
    let stream = UnixStream::connect(path).map_err(|why| lost(&why.to_string()))?;
    let limits = stream
        .set_read_timeout(Some(ANSWER))
        .and_then(|()| stream.set_write_timeout(Some(ANSWER)));
    limits.map_err(|why| lost(&why.to_string()))?;
    let mut socket = BufReader::new(stream);
    let version = greet(&mut socket).map_err(|why| lost(&why.to_string()))?;
    play(&mut socket, version, line).map_err(|why| lost(&why.to_string()))
}

fn lost(why: &str) -> DeviceError {
    DeviceError::new(tr!(
        "No sound: the sound server does not play ({why}). Start PulseAudio or PipeWire again, then mute and unmute."
    ))
}

/// Says who asks; the version of the protocol that both speak.
fn greet(socket: &mut BufReader<UnixStream>) -> Result<u16, ProtocolError> {
    let known = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
    // Where there is none, a server that asks nobody for one still wants as many bytes.
    let cookie = known.filter(|cookie| cookie.len() == COOKIE);
    let auth = Command::Auth(AuthParams {
        version: protocol::MAX_VERSION,
        supports_shm: false,
        supports_memfd: false,
        cookie: cookie.unwrap_or_else(|| vec![0; COOKIE]),
    });
    protocol::write_command_message(socket.get_mut(), 0, &auth, protocol::MAX_VERSION)?;
    let (_, reply) = protocol::read_reply_message::<AuthReply>(socket, protocol::MAX_VERSION)?;
    let version = reply.version.min(protocol::MAX_VERSION);
    let mut props = Props::new();
    props.set(Prop::ApplicationName, c"Mutoscope");
    let name = Command::SetClientName(props);
    protocol::write_command_message(socket.get_mut(), 1, &name, version)?;
    protocol::read_reply_message::<SetClientNameReply>(socket, version)?;
    Ok(version)
}

fn play(
    socket: &mut BufReader<UnixStream>,
    version: u16,
    line: &DeviceLine,
) -> Result<(), ProtocolError> {
    let create = Command::CreatePlaybackStream(PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::Float32Le,
            channels: 2,
            sample_rate: RATE,
        },
        channel_map: ChannelMap::stereo(),
        sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr {
            target_length: HELD,
            // After a moment without frames it goes on with the first that come.
            pre_buffering: FRAME_BYTES,
            ..BufferAttr::default()
        },
        cvolume: Some(ChannelVolume::norm(2)),
        flags: StreamFlags {
            adjust_latency: true,
            ..StreamFlags::default()
        },
        ..PlaybackStreamParams::default()
    });
    line.mixer().set_rate(RATE);
    protocol::write_command_message(socket.get_mut(), 2, &create, version)?;
    let (_, made) = protocol::read_reply_message::<CreatePlaybackStreamReply>(socket, version)?;
    socket.get_ref().set_read_timeout(Some(PATIENCE))?;
    send(socket, made.channel, made.requested_bytes, line)?;
    while !line.is_over() {
        // Between two messages nothing is lost by giving up waiting.
        match socket.fill_buf() {
            Ok([]) => return Err(std::io::Error::from(ErrorKind::UnexpectedEof).into()),
            Ok(_) => {}
            Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                continue;
            }
            Err(why) if why.kind() == ErrorKind::Interrupted => continue,
            Err(why) => return Err(why.into()),
        }
        match protocol::read_command_message(socket, version)?.1 {
            Command::Request(request) if request.channel == made.channel => {
                send(socket, made.channel, request.length, line)?;
            }
            Command::PlaybackStreamKilled(_) => {
                return Err(ProtocolError::Invalid(
                    tr!("it closed the stream").to_owned(),
                ));
            }
            Command::Error(why) => return Err(ProtocolError::ServerError(why)),
            _ => {}
        }
    }
    Ok(())
}

/// Sends the next frames of the mixer, as many as these bytes hold.
fn send(
    socket: &mut BufReader<UnixStream>,
    channel: u32,
    bytes: u32,
    line: &DeviceLine,
) -> Result<(), ProtocolError> {
    let mut frames = vec![[0.0f32; 2]; (bytes / FRAME_BYTES) as usize];
    if frames.is_empty() {
        return Ok(());
    }
    line.mixer().fill(&mut frames);
    let bytes: Vec<u8> = frames
        .iter()
        .flatten()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    protocol::write_memblock(socket.get_mut(), channel, &bytes, 0)
}
