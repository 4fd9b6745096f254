//! Where printers may stand. The host is resolved here, once; whoever connects uses the addresses that were checked, so that
//! a name cannot point elsewhere a moment later.

use super::{CONNECT, PrinterUri};
use domain::partner::PartnerError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use url::Host;

/// The networks on which this deployment prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Networks {
    /// Private, link-local and loopback addresses.
    Private,
    /// Everywhere.
    Any,
    /// Nowhere: printing is switched off.
    None,
}

/// Where clouds tell a machine its own secrets.
const METADATA: [IpAddr; 3] = [
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 2)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
];

impl Networks {
    /// The words of the setting.
    pub const WORDS: &'static [&'static str] = &["private", "any", "none"];

    /// Reads the setting; an unknown word allows nothing.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        match word {
            "private" => Self::Private,
            "any" => Self::Any,
            _ => Self::None,
        }
    }

    /// Whether a printer may have this address.
    #[must_use]
    pub fn allow(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        if address.is_unspecified() || address.is_multicast() || METADATA.contains(&address) {
            return false;
        }
        let private = match address {
            IpAddr::V4(v4) if v4.is_broadcast() || v4.octets()[0] == 0 => return false,
            IpAddr::V4(v4) => v4.is_private() || v4.is_link_local() || v4.is_loopback(),
            IpAddr::V6(v6) => v6.is_unique_local() || v6.is_unicast_link_local() || v6.is_loopback(),
        };
        match self {
            Self::Private => private,
            Self::Any => true,
            Self::None => false,
        }
    }

    /// Says beforehand what can be said without asking anybody: printing is off, or the address itself is out of bounds.
    pub fn check(self, printer: &PrinterUri) -> Result<(), PartnerError> {
        let literal = match printer.host() {
            Host::Ipv4(v4) => Some(IpAddr::V4(*v4)),
            Host::Ipv6(v6) => Some(IpAddr::V6(*v6)),
            Host::Domain(_) => None,
        };
        match literal {
            _ if self == Self::None => Err(PartnerError::rejected("uri", "Printing on network printers is switched off on this server.")),
            Some(address) if !self.allow(address) => Err(self.refused()),
            _ => Ok(()),
        }
    }

    /// The addresses to connect to.
    pub(super) async fn resolve(self, printer: &PrinterUri) -> Result<Vec<SocketAddr>, PartnerError> {
        self.check(printer)?;
        let port = printer.port();
        let name = match printer.host() {
            Host::Ipv4(v4) => return Ok(vec![SocketAddr::from((*v4, port))]),
            Host::Ipv6(v6) => return Ok(vec![SocketAddr::from((*v6, port))]),
            Host::Domain(name) => name.as_str(),
        };
        let unknown = || PartnerError::Transient(format!("The name {name} leads to no address."));
        let found = tokio::time::timeout(CONNECT, tokio::net::lookup_host((name, port))).await;
        let found: Vec<SocketAddr> = found.map_err(|_| unknown())?.map_err(|_| unknown())?.collect();
        if found.is_empty() {
            return Err(unknown());
        }
        let allowed: Vec<SocketAddr> = found.into_iter().filter(|address| self.allow(address.ip())).collect();
        if allowed.is_empty() { Err(self.refused()) } else { Ok(allowed) }
    }

    fn refused(self) -> PartnerError {
        let message = match self {
            Self::Private => "This server prints only on private networks (such as 192.168.1.20), and the printer is not on one.",
            Self::Any | Self::None => "This address cannot be a printer's.",
        };
        PartnerError::rejected("uri", message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_in_every_spelling() {
        for address in
            ["10.1.2.3", "172.31.0.1", "192.168.1.20", "127.0.0.1", "169.254.7.7", "::1", "fd12::1", "fe80::1", "::ffff:10.0.0.1"]
        {
            assert!(Networks::Private.allow(address.parse().unwrap()), "{address}");
        }
        for address in ["8.8.8.8", "172.32.0.1", "100.64.0.1", "2001:db8::1", "::ffff:8.8.8.8", "64:ff9b::a00:1"] {
            let address = address.parse().unwrap();
            assert!(!Networks::Private.allow(address) && Networks::Any.allow(address) && !Networks::None.allow(address), "{address}");
        }
    }

    #[test]
    fn no_setting_allows_what_is_never_a_printer() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "::",
            "169.254.169.254",
            "::ffff:169.254.169.254",
            "fd00:ec2::254",
            "224.0.0.1",
            "ff02::1",
            "255.255.255.255",
        ] {
            let address: IpAddr = address.parse().unwrap();
            assert!(!Networks::Private.allow(address) && !Networks::Any.allow(address), "{address}");
        }
    }

    #[tokio::test]
    async fn names_are_resolved_and_checked() {
        let printer = |text: &str| PrinterUri::parse(text).unwrap();
        let here = Networks::Private.resolve(&printer("ipp://localhost:8631/")).await.unwrap();
        assert!(here.iter().all(|address| address.ip().is_loopback() && address.port() == 8631));
        let public = Networks::Private.resolve(&printer("ipp://8.8.8.8/")).await.unwrap_err();
        assert!(public.to_string().contains("only on private networks"), "{public}");
        let off = Networks::None.resolve(&printer("socket://127.0.0.1")).await.unwrap_err();
        assert!(off.to_string().contains("switched off"), "{off}");
        let unknown = Networks::Private.resolve(&printer("ipp://printer.invalid/")).await.unwrap_err();
        assert_eq!(unknown, PartnerError::Transient("The name printer.invalid leads to no address.".into()));
    }
}
