//! What we ask of banks and card processors and what they answer, in our own words, the same for every partner.
//!
//! Adapters translate these to and from a partner's API; nothing here names a wire format. A card or account number must never
//! get into any of these types: partners are given tokens, and give back the last four digits.

mod events;
mod methods;
mod moves;

pub use events::*;
pub use methods::*;
pub use moves::*;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_words_are_read_back() {
        for kind in MethodKind::ALL {
            assert_eq!(MethodKind::from_key(kind.key()), Some(kind));
        }
        for partner in [PaymentPartner::Sandbox, PaymentPartner::Stripe] {
            assert_eq!(PaymentPartner::from_key(partner.key()), Some(partner));
        }
        assert_eq!(MethodKind::from_key("Cheque"), None);
        assert_eq!(PaymentPartner::from_key(""), None);
    }

    #[test]
    fn what_opens_something_stays_out_of_debug_output() {
        let start = CardStart { customer: "cus_1".into(), client_secret: Some("hidden".into()) };
        let source = BankSource { token: "hidden".into(), kind: MethodKind::BankAccount };
        let shown = format!("{start:?} {source:?} {:?}", LinkToken { token: "hidden".into() });
        assert!(shown.contains("cus_1") && !shown.contains("hidden"), "{shown}");
    }
}
