//! One id type per entity: a short prefix and 26 letters that sort by creation time.
//!
//! The letters are a version 7 UUID in Crockford's base 32. A prefix makes a wrong id visible in a log and a type makes it
//! impossible in code. Ids are no secrets: they must never be used to prove anything.

use crate::Timestamp;
use std::fmt;

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LETTERS: usize = 26;

/// What all id types have in common.
pub trait Id: Sized {
    /// What stands before the underscore.
    const PREFIX: &'static str;

    /// Wraps a text that has been checked already.
    fn from_text(text: String) -> Self;

    /// The whole id as stored and sent.
    fn as_str(&self) -> &str;

    /// A new id from the present time and ten random bytes.
    ///
    /// Twelve of the random bits are the fraction of the millisecond (as RFC 9562 allows), so that ids made one after the
    /// other sort in that order.
    fn generate(now: Timestamp, mut random: [u8; 10]) -> Self {
        let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        let fraction = (now.timestamp_subsec_micros() % 1000) * 4096 / 1000;
        let [_, _, high, low] = fraction.to_be_bytes();
        random[0] = high;
        random[1] = low;
        let uuid = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
        Self::from_text(format!("{}_{}", Self::PREFIX, encode(uuid.as_u128())))
    }

    /// Reads an id that came from outside.
    fn parse(text: &str) -> Result<Self, InvalidId> {
        let letters = text.strip_prefix(Self::PREFIX).and_then(|rest| rest.strip_prefix('_')).ok_or(InvalidId)?;
        let well_formed = letters.len() == LETTERS && letters.bytes().all(|b| ALPHABET.contains(&b));
        if well_formed { Ok(Self::from_text(text.to_owned())) } else { Err(InvalidId) }
    }

    /// The 26 letters without the prefix.
    fn letters(&self) -> &str {
        self.as_str().get(Self::PREFIX.len() + 1..).unwrap_or_default()
    }
}

/// The text is no id of the wanted kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an id of this kind")]
pub struct InvalidId;

fn encode(mut value: u128) -> String {
    let mut out = [b'0'; LETTERS];
    for slot in out.iter_mut().rev() {
        let digit = usize::try_from(value & 31).unwrap_or(0);
        *slot = ALPHABET.get(digit).copied().unwrap_or(b'0');
        value >>= 5;
    }
    out.iter().map(|b| char::from(*b)).collect()
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl Id for $name {
            const PREFIX: &'static str = $prefix;
            fn from_text(text: String) -> Self { Self(text) }
            fn as_str(&self) -> &str { &self.0 }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(&self.0) }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = String::deserialize(from)?;
                Self::parse(&text).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

ids! {
    /// A merchant: everything else belongs to exactly one.
    AccountId = "acc";
    /// A sub-user of an account.
    PersonId = "per";
    /// A signed-in browser.
    SessionId = "ses";
    /// A key for programmatic access.
    ApiKeyId = "key";
    /// An entry of the activity log.
    ActivityId = "act";
    /// A piece of work done outside a request.
    JobId = "job";
    /// A balanced group of ledger postings.
    LedgerEntryId = "led";
    /// A single-use secret sent by mail or handed to another server.
    TokenId = "tok";
    /// A parcel from draft to delivery.
    ShipmentId = "shp";
    /// A rate offered for a shipment.
    RateId = "rate";
    /// An intent to buy a label: the key under which the carrier sells it once.
    PurchaseId = "pur";
    /// A place parcels are sent from.
    WarehouseId = "adr";
    /// A package template.
    SavedPackageId = "pkg";
    /// A user's own account with a carrier.
    CarrierAccountId = "ca";
    /// A printer on the network.
    PrinterId = "prn";
    /// A compiled file.
    FileId = "file";
    /// Something that changed a balance, as the customer sees it.
    TransactionId = "txn";
    /// A charge, payout or pull at a bank: the key under which it happens once.
    PaymentId = "pay";
    /// A card or bank account.
    PaymentMethodId = "pm";
    /// What a carrier charged afterwards.
    AdjustmentId = "adj";
    /// An invoice.
    InvoiceId = "inv";
    /// A month's incentives of one program.
    IncentiveReportId = "irp";
    /// A table of shipments that a user sent.
    UploadId = "upl";
    /// What the columns of such tables mean.
    MappingId = "map";
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_back_what_it_made_and_refuses_the_rest() {
        let now = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let id = AccountId::generate(now, [7; 10]);
        assert_eq!(AccountId::parse(id.as_str()), Ok(id.clone()));
        assert_eq!(PersonId::parse(id.as_str()), Err(InvalidId));
        assert_eq!(AccountId::parse("acc_"), Err(InvalidId));
        assert_eq!(AccountId::parse("acc_01ARZ3NDEKTSV4RRFFQ69G5FAV"), Err(InvalidId));
    }

    proptest! {
        #[test]
        fn later_ids_sort_later(a in 0_i64..4_000_000_000_000_000, step in 1_i64..5_000_000, r in any::<[u8; 10]>(), s in any::<[u8; 10]>()) {
            let earlier = JobId::generate(chrono::DateTime::from_timestamp_micros(a).unwrap(), r);
            let later = JobId::generate(chrono::DateTime::from_timestamp_micros(a + step).unwrap(), s);
            prop_assert!(earlier < later);
        }

        #[test]
        fn never_panics_on_any_text(text in ".*") {
            let _ = SessionId::parse(&text);
        }
    }
}
