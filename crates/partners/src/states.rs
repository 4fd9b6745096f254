//! States, territories and the regions of the armed forces: codes, names, and which ZIP codes belong to the special ones.
//!
//! Codes and names come from `data/states.csv`, the prefixes from the team's carrier facts (section 2). Nothing here decides
//! whether an address is deliverable.

use std::sync::LazyLock;

/// What kind of place a code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateKind {
    /// A state or the District of Columbia.
    State,
    /// A territory of the United States.
    Territory,
    /// A freely associated state whose mail is domestic.
    FreelyAssociated,
    /// A region of the armed forces.
    Military,
}

/// A state or what takes its place in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Two letters.
    pub code: &'static str,
    /// The name in English.
    pub name: &'static str,
    /// What it is.
    pub kind: StateKind,
}

static STATES: LazyLock<Vec<State>> = LazyLock::new(|| {
    let parse = |line: &'static str| {
        let (code, rest) = line.split_once(',')?;
        let (name, kind) = rest.rsplit_once(',')?;
        let kind = match kind {
            "territory" => StateKind::Territory,
            "freely_associated" => StateKind::FreelyAssociated,
            "military" => StateKind::Military,
            _ => StateKind::State,
        };
        Some(State { code, name: name.trim_matches('"'), kind })
    };
    include_str!("../data/states.csv").lines().skip(1).filter_map(parse).collect()
});

/// All of them, states first.
#[must_use]
pub fn all() -> &'static [State] {
    &STATES
}

/// Other names that people write.
const ALIASES: [(&str, &str); 5] =
    [("WASHINGTON DC", "DC"), ("WASHINGTON D C", "DC"), ("VIRGIN ISLANDS", "VI"), ("US VIRGIN ISLANDS", "VI"), ("MICRONESIA", "FM")];

/// Reads a code or a name, whatever its case and dots.
#[must_use]
pub fn find(text: &str) -> Option<&'static State> {
    let letters: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { ' ' }).collect();
    let words = letters.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = words.replace(' ', "");
    let alias = ALIASES.iter().find(|(name, _)| *name == words).map(|(_, code)| *code);
    STATES.iter().find(|state| {
        let name: String = state.name.chars().filter(char::is_ascii_alphanumeric).collect();
        state.code == joined || alias == Some(state.code) || name.eq_ignore_ascii_case(&joined)
    })
}

/// The region of the armed forces that a ZIP code belongs to.
#[must_use]
pub fn military_region(zip: &str) -> Option<&'static str> {
    match zip.get(..3)? {
        "340" => Some("AA"),
        "090" | "091" | "092" | "093" | "094" | "095" | "096" | "097" | "098" | "099" => Some("AE"),
        "962" | "963" | "964" | "965" | "966" => Some("AP"),
        _ => None,
    }
}

/// The territory or freely associated state that a ZIP code belongs to.
#[must_use]
pub fn territory(zip: &str) -> Option<&'static str> {
    let number: u32 = zip.get(..5)?.parse().ok()?;
    match number {
        600..=799 | 900..=999 => Some("PR"),
        800..=899 => Some("VI"),
        96_799 => Some("AS"),
        96_910..=96_932 => Some("GU"),
        96_939..=96_940 => Some("PW"),
        96_941..=96_944 => Some("FM"),
        96_950..=96_952 => Some("MP"),
        96_960 | 96_970 => Some("MH"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_are_read() {
        for (text, code) in [
            ("New York", "NY"),
            ("new-york", "NY"),
            ("ny", "NY"),
            ("N.Y.", "NY"),
            ("D.C.", "DC"),
            ("district of columbia", "DC"),
            ("U.S. Virgin Islands", "VI"),
            ("Puerto Rico", "PR"),
            ("ae", "AE"),
        ] {
            assert_eq!(find(text).map(|state| state.code), Some(code), "{text}");
        }
        for text in ["", "Ontario", "XX", "New"] {
            assert_eq!(find(text), None, "{text}");
        }
        assert_eq!(all().len(), 62);
    }

    #[test]
    fn special_zip_codes_are_known() {
        assert_eq!((military_region("09012"), military_region("96201"), military_region("10001")), (Some("AE"), Some("AP"), None));
        assert_eq!(
            (territory("00901"), territory("00801"), territory("96910"), territory("96701")),
            (Some("PR"), Some("VI"), Some("GU"), None)
        );
    }
}
