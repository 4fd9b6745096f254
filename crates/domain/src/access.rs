//! Who may do what: the owner, sub-users with six permissions, API keys, and the rule each route carries.
//!
//! This is the only place that decides about access. The web app mirrors it for its menu; the server alone enforces it.

use crate::id::{AccountId, ApiKeyId, PersonId, SessionId};
use serde::{Deserialize, Serialize};

/// What a sub-user may be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// See shipments and drafts.
    ShipmentReporting,
    /// See balance, invoices and billing logs.
    BillingReporting,
    /// Change payment methods and billing information.
    BillingSettings,
    /// Manage API keys and webhooks.
    ApiKeys,
    /// Manage warehouse locations.
    AddLocations,
    /// Create and see manifests.
    ScanForms,
}

impl Permission {
    /// All six, in the order in which the Permissions screen shows them.
    pub const ALL: [Self; 6] =
        [Self::ShipmentReporting, Self::BillingReporting, Self::BillingSettings, Self::ApiKeys, Self::AddLocations, Self::ScanForms];

    /// The key used on the wire and in the database.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::ShipmentReporting => "shipment_reporting",
            Self::BillingReporting => "billing_reporting",
            Self::BillingSettings => "billing_settings",
            Self::ApiKeys => "api_keys",
            Self::AddLocations => "add_locations",
            Self::ScanForms => "scan_forms",
        }
    }

    /// The name that people read.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::ShipmentReporting => "Shipment reporting",
            Self::BillingReporting => "Billing reporting",
            Self::BillingSettings => "Billing settings",
            Self::ApiKeys => "API keys",
            Self::AddLocations => "Add locations",
            Self::ScanForms => "Scan forms",
        }
    }

    /// Reads a key from the wire.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.key() == key)
    }
}

/// The permissions a person holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PermissionSet(u8);

impl PermissionSet {
    fn bit(permission: Permission) -> u8 {
        let place = Permission::ALL.iter().position(|p| *p == permission).unwrap_or(0);
        1_u8 << place
    }

    /// Whether the permission is held.
    #[must_use]
    pub fn has(self, permission: Permission) -> bool {
        self.0 & Self::bit(permission) != 0
    }

    /// The set with one permission switched over.
    #[must_use]
    pub fn toggled(self, permission: Permission) -> Self {
        Self(self.0 ^ Self::bit(permission))
    }

    /// The set as a small number for storage.
    #[must_use]
    pub fn to_bits(self) -> i64 {
        i64::from(self.0)
    }

    /// Reads a stored number; `None` when a bit is unknown to this version.
    #[must_use]
    pub fn from_bits(bits: i64) -> Option<Self> {
        u8::try_from(bits).ok().filter(|b| *b < 64).map(Self)
    }
}

impl FromIterator<Permission> for PermissionSet {
    fn from_iter<I: IntoIterator<Item = Permission>>(permissions: I) -> Self {
        permissions.into_iter().fold(Self::default(), |set, p| Self(set.0 | Self::bit(p)))
    }
}

/// How a caller proved who it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// A browser session.
    Session(SessionId),
    /// A key for programs.
    ApiKey(ApiKeyId),
}

/// In which role a caller acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// The account owner, or a key that the owner made.
    Owner,
    /// A sub-user, or a key that it made, with what it was given.
    Person {
        /// Which person.
        id: PersonId,
        /// What it may do.
        permissions: PermissionSet,
    },
}

/// Someone who has been recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The account everything is scoped to.
    pub account_id: AccountId,
    /// Owner or sub-user.
    pub role: Role,
    /// Session or key.
    pub credential: Credential,
    /// The name for the activity log.
    pub name: String,
    /// The sign-in address (of the owner for API keys).
    pub email: String,
}

impl Caller {
    /// The person behind the caller, if it is a sub-user.
    #[must_use]
    pub fn person_id(&self) -> Option<&PersonId> {
        match &self.role {
            Role::Owner => None,
            Role::Person { id, .. } => Some(id),
        }
    }

    /// Whether the caller is the owner (or acts for them).
    #[must_use]
    pub fn is_owner(&self) -> bool {
        self.role == Role::Owner
    }
}

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// Everybody, also signed out.
    Anyone,
    /// Whoever is signed in, with any permissions.
    SignedIn,
    /// The owner only.
    Owner,
    /// The owner, or a person with at least one of these.
    AnyOf(&'static [Permission]),
    /// The owner, or a person with all of these.
    AllOf(&'static [Permission]),
}

impl Guard {
    /// Whether this role passes. `Anyone` needs no role and is answered before one is known.
    #[must_use]
    pub fn admits(self, role: &Role) -> bool {
        let Role::Person { permissions, .. } = role else { return true };
        match self {
            Self::Anyone | Self::SignedIn => true,
            Self::Owner => false,
            Self::AnyOf(wanted) => wanted.iter().any(|p| permissions.has(*p)),
            Self::AllOf(wanted) => wanted.iter().all(|p| permissions.has(*p)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;

    fn person(permissions: PermissionSet) -> Role {
        let now = chrono::DateTime::from_timestamp(0, 0).unwrap();
        Role::Person { id: PersonId::generate(now, [0; 10]), permissions }
    }

    #[test]
    fn every_combination_is_judged_by_its_own_bits() {
        for bits in 0..64 {
            let set = PermissionSet::from_bits(bits).unwrap();
            let role = person(set);
            assert!(Guard::SignedIn.admits(&role));
            assert!(!Guard::Owner.admits(&role));
            for p in Permission::ALL {
                let one: &'static [Permission] = Box::leak(Box::new([p]));
                assert_eq!(Guard::AnyOf(one).admits(&role), set.has(p), "{p:?} of {bits}");
                assert_eq!(set.toggled(p).has(p), !set.has(p));
                assert_eq!(set.toggled(p).toggled(p), set);
            }
            let both = Guard::AllOf(&[Permission::ShipmentReporting, Permission::BillingReporting]);
            let expected = set.has(Permission::ShipmentReporting) && set.has(Permission::BillingReporting);
            assert_eq!(both.admits(&role), expected);
        }
    }

    #[test]
    fn the_owner_passes_everywhere_and_unknown_bits_are_refused() {
        for guard in [Guard::SignedIn, Guard::Owner, Guard::AnyOf(&[]), Guard::AllOf(&Permission::ALL)] {
            assert!(guard.admits(&Role::Owner));
        }
        assert_eq!(PermissionSet::from_bits(64), None);
        assert_eq!(PermissionSet::from_bits(-1), None);
    }

    #[test]
    fn keys_read_back() {
        for p in Permission::ALL {
            assert_eq!(Permission::from_key(p.key()), Some(p));
        }
        assert_eq!(Permission::from_key("owner"), None);
    }
}
