//! A receiver of live frames: where it listens, what comes, and why it does not.

#[cfg(test)]
mod tests;

use live::{DEFAULT_PORT, LiveSource, VmcReceiver};
use std::{
    io::{Error, ErrorKind},
    net::Ipv4Addr,
};
use words::tr;

/// Port to listen on, and the subject whose frames are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listening {
    /// Off by default, and again when the port does not open.
    pub is_on: bool,
    /// The UDP port to listen on.
    pub port: u16,
    /// Name of the subject, as in Live Pose nodes.
    pub subject: String,
    /// Frames from other computers are taken, too.
    pub is_network: bool,
}

impl Default for Listening {
    fn default() -> Self {
        Self {
            is_on: false,
            port: DEFAULT_PORT,
            subject: "VMC".into(),
            is_network: false,
        }
    }
}

/// Listens for frames of a live performer, at most on one port.
#[derive(Default)]
pub struct LiveReceiver {
    asked: Listening,
    source: Option<Box<dyn LiveSource>>,
    /// Why the receiver does not listen, and what to do; None if there is no error.
    error: Option<String>,
}

impl LiveReceiver {
    /// Settings that were requested last; off if opening the port failed.
    pub fn asked(&self) -> &Listening {
        &self.asked
    }

    /// Reason why the receiver does not listen, and what to do; None while it listens or is off.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The open receiver; None while it is off.
    pub fn source(&mut self) -> Option<&mut Box<dyn LiveSource>> {
        self.source.as_mut()
    }

    /// `wake` is called when something new has come. What cannot listen is off, and says why.
    pub fn listen(&mut self, asked: Listening, wake: impl Fn() + Send + 'static) {
        // The port is free again before it is opened anew.
        self.source = None;
        (self.asked, self.error) = (asked, None);
        if !self.asked.is_on {
            return;
        }
        let host = if self.asked.is_network {
            Ipv4Addr::UNSPECIFIED
        } else {
            Ipv4Addr::LOCALHOST
        };
        match VmcReceiver::open((host, self.asked.port).into(), &self.asked.subject, wake) {
            Ok(receiver) => self.source = Some(Box::new(receiver)),
            Err(error) => {
                self.asked.is_on = false;
                self.error = Some(refusal(self.asked.port, &error));
            }
        }
    }

    /// State of the receiver in words; None while it is off. `subjects` are those that the graph's
    /// nodes name.
    pub fn state(&self, subjects: &[&str]) -> Option<String> {
        let traffic = self.source.as_ref()?.traffic();
        let Listening { port, subject, .. } = &self.asked;
        let pace = match traffic.frames {
            0 => tr!("no data yet").to_owned(),
            _ => tr!("{:.0} frames/s", traffic.rate),
        };
        let mut words = tr!("listening on {port} · subject {subject} · {pace}");
        if traffic.ignored > 0 {
            words += &tr!(" · {} unknown messages", traffic.ignored);
        }
        if !subjects.contains(&subject.as_str()) {
            words += tr!(" · no Live Pose node uses it");
        }
        Some(words)
    }
}

fn refusal(port: u16, error: &Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => {
            tr!(
                "Port {port} is in use by another program. Close that program, or choose another port."
            )
        }
        ErrorKind::PermissionDenied => {
            tr!("Port {port} is not allowed here. Choose one above 1023.")
        }
        _ => tr!("Cannot open port {port}: {error}. Choose another port."),
    }
}
