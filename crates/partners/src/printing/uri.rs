//! The address of a printer: `ipp://`, `ipps://` or `socket://`, read strictly and written in one way.

use std::fmt;
use url::{Host, Url};

/// How a printer is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// IPP over HTTP.
    Ipp,
    /// IPP over HTTPS.
    Ipps,
    /// Raw bytes over TCP.
    Socket,
}

impl Protocol {
    /// The scheme, which is also the word for it on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ipp => "ipp",
            Self::Ipps => "ipps",
            Self::Socket => "socket",
        }
    }

    const fn default_port(self) -> u16 {
        match self {
            Self::Ipp | Self::Ipps => 631,
            Self::Socket => 9100,
        }
    }
}

/// Why a text is no address of a printer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPrinterUri {
    /// Another scheme, or none.
    #[error("must begin with ipp://, ipps:// or socket://")]
    Scheme,
    /// No host, or one that cannot be.
    #[error("must name a host, such as ipp://192.168.1.20/ipp/print")]
    Host,
    /// Credentials would be stored in clear.
    #[error("must not contain a user name or password")]
    Credentials,
    /// Parts that printers do not have.
    #[error("must not contain a query or fragment")]
    Query,
    /// A raw connection to any port could reach anything.
    #[error("must use a port from 9100 to 9109 for socket://")]
    Port,
    /// A raw connection has no path.
    #[error("must not contain a path for socket://")]
    Path,
    /// Too long.
    #[error("should be at most 300 characters")]
    Length,
}

/// A printer's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrinterUri {
    protocol: Protocol,
    host: Host<String>,
    port: u16,
    path: String,
}

impl PrinterUri {
    /// Reads an address as a person types it. Without a path, IPP printers are asked at `/ipp/print`.
    pub fn parse(text: &str) -> Result<Self, InvalidPrinterUri> {
        let text = text.trim();
        if text.len() > 300 {
            return Err(InvalidPrinterUri::Length);
        }
        let (scheme, _) = text.split_once("://").ok_or(InvalidPrinterUri::Scheme)?;
        let protocols = [Protocol::Ipp, Protocol::Ipps, Protocol::Socket];
        let protocol = protocols.into_iter().find(|p| p.key().eq_ignore_ascii_case(scheme)).ok_or(InvalidPrinterUri::Scheme)?;
        let url = Url::parse(text).map_err(|_| InvalidPrinterUri::Host)?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidPrinterUri::Credentials);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(InvalidPrinterUri::Query);
        }
        // The host is read again by the rules of HTTP: 0x7f.1 is 127.0.0.1, and must be known as that.
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(InvalidPrinterUri::Host)?;
        let host = Host::parse(host).map_err(|_| InvalidPrinterUri::Host)?;
        let port = url.port().filter(|port| *port != 0).unwrap_or_else(|| protocol.default_port());
        let path = match (protocol, url.path()) {
            (Protocol::Socket, "" | "/") => String::new(),
            (Protocol::Socket, _) => return Err(InvalidPrinterUri::Path),
            (_, "" | "/") => "/ipp/print".into(),
            (_, path) => path.to_owned(),
        };
        if protocol == Protocol::Socket && !(9100..=9109).contains(&port) {
            return Err(InvalidPrinterUri::Port);
        }
        Ok(Self { protocol, host, port, path })
    }

    /// How it is spoken to.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Host and port, for messages.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    pub(super) const fn host(&self) -> &Host<String> {
        &self.host
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// The address that HTTP knows.
    pub(super) fn http(&self) -> String {
        let scheme = if self.protocol == Protocol::Ipps { "https" } else { "http" };
        format!("{scheme}://{}:{}{}", self.host, self.port, self.path)
    }
}

impl fmt::Display for PrinterUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.protocol.key(), self.host)?;
        if self.port != self.protocol.default_port() {
            write!(f, ":{}", self.port)?;
        }
        f.write_str(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_are_written_in_one_way() {
        for (text, expected, http) in [
            (" IPP://Printer.local ", "ipp://printer.local/ipp/print", "http://printer.local:631/ipp/print"),
            ("ipp://10.0.0.7:80/printers/zebra", "ipp://10.0.0.7:80/printers/zebra", "http://10.0.0.7:80/printers/zebra"),
            ("ipps://[fd00::7]:631/ipp", "ipps://[fd00::7]/ipp", "https://[fd00::7]:631/ipp"),
            ("ipp://2130706433/", "ipp://127.0.0.1/ipp/print", "http://127.0.0.1:631/ipp/print"),
        ] {
            let uri = PrinterUri::parse(text).unwrap();
            assert_eq!((uri.to_string().as_str(), uri.http().as_str()), (expected, http));
            assert_eq!(PrinterUri::parse(&uri.to_string()), Ok(uri));
        }
        let socket = PrinterUri::parse("socket://192.168.1.9").unwrap();
        assert_eq!((socket.place().as_str(), socket.to_string().as_str()), ("192.168.1.9:9100", "socket://192.168.1.9"));
    }

    #[test]
    fn everything_else_is_refused_in_clear_words() {
        use InvalidPrinterUri::{Credentials, Host, Length, Path, Port, Query, Scheme};
        let long = format!("ipp://{}", "x".repeat(300));
        for (text, fault) in [
            ("", Scheme),
            ("http://10.0.0.7/", Scheme),
            ("file:///etc/passwd", Scheme),
            ("ipp:10.0.0.7", Scheme),
            ("ipp://", Host),
            ("ipp:///ipp/print", Host),
            ("ipp://a b/", Host),
            ("ipp://10.0.0.7:99999/", Host),
            ("ipp://ann:secret@10.0.0.7/", Credentials),
            ("ipp://10.0.0.7/ipp?x=1", Query),
            ("socket://10.0.0.7:6379", Port),
            ("socket://10.0.0.7/path", Path),
            (&long, Length),
        ] {
            assert_eq!(PrinterUri::parse(text), Err(fault), "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_reads_what_it_writes(text in "(ipp|ipps|socket)://\\PC{0,40}") {
            if let Ok(uri) = PrinterUri::parse(&text) {
                prop_assert_eq!(PrinterUri::parse(&uri.to_string()), Ok(uri));
            }
        }
    }
}
