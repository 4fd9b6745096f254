//! Accounts and the people in them, as the rest of the product sees them.

use crate::Timestamp;
use crate::access::PermissionSet;
use crate::email::Email;
use crate::fields::FieldErrors;
use crate::id::{AccountId, PersonId};
use crate::password;
use crate::text;
use serde::{Deserialize, Serialize};

/// How an account pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BillingType {
    /// From a prepaid balance.
    Wallet,
    /// By invoice.
    Invoicing,
}

impl BillingType {
    /// The stored word.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Invoicing => "invoicing",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Wallet, Self::Invoicing].into_iter().find(|t| t.key() == key)
    }
}

/// A merchant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id, also its public id.
    pub id: AccountId,
    /// The owner's name.
    pub name: String,
    /// The owner's sign-in address.
    pub email: Email,
    /// The owner's telephone number.
    pub phone: String,
    /// Whether the billing address is the contact address.
    pub billing_eq_contact: bool,
    /// Wallet or invoicing.
    pub billing_type: BillingType,
    /// Whether somebody else pays for the labels.
    pub externally_billed: bool,
    /// Whether the account sells through a sales channel.
    pub sales_channel: bool,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A sub-user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Its id.
    pub id: PersonId,
    /// Its name.
    pub name: String,
    /// Its sign-in address.
    pub email: Email,
    /// Whether it may sign in at all.
    pub enabled: bool,
    /// What it may do.
    pub permissions: PermissionSet,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last signed in.
    pub last_sign_in_at: Option<Timestamp>,
}

/// What a new owner or person must bring: checked together, so that all faults are told at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    /// Trimmed, not blank.
    pub name: String,
    /// Checked.
    pub email: Email,
}

impl NewUser {
    /// Checks name, address and password under the given path (`owner` or `person`).
    pub fn check(path: &str, name: &str, email: &str, new_password: &str, errors: &mut FieldErrors) -> Option<Self> {
        let name = errors.take(&format!("{path}.name"), text::line(name, 120));
        let email = errors.take(&format!("{path}.email"), Email::parse(email));
        password::check_new(&format!("{path}.password"), new_password, errors);
        Some(Self { name: name?, email: email? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_faults_of_a_new_user_are_told_at_once() {
        let mut errors = FieldErrors::default();
        assert_eq!(NewUser::check("owner", " ", "nobody", "short", &mut errors), None);
        let paths: Vec<_> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["owner.email", "owner.name", "owner.password"]);
    }
}
