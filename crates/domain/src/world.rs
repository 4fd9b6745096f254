//! The two worlds of a deployment: live data, and test data that always uses the sandbox partners.

/// Which data a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum World {
    /// Real labels, real money.
    Live,
    /// The sandbox.
    Test,
}

impl World {
    /// Both, live first.
    pub const BOTH: [Self; 2] = [Self::Live, Self::Test];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Live => Self::Test,
            Self::Test => Self::Live,
        }
    }

    /// The name on the wire, in file names and in schema names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Test => "test",
        }
    }
}
