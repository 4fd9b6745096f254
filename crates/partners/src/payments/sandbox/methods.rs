//! Cards and bank accounts at the sandbox bank: offered by its own form, added by a customer, verified, forgotten.
//!
//! A method's name is the token that the form gave out. The token belongs to the account that typed it in: nobody else's.

use super::documents::{change, find, record};
use super::numbers::{AMOUNTS, Behaviour, Offer, TRIES};
use super::{BankParts, DECLINED};
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{BankSource, Customer, LinkedBank, MethodFacts, MethodKind, MethodRef, Verification};
use serde::{Deserialize, Serialize};

/// The drawer of methods.
pub(super) const METHODS: &str = "method";

/// What is kept of a card or bank account. There is no number in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Method {
    pub(super) account: String,
    /// None until a customer adds it.
    pub(super) kind: Option<MethodKind>,
    pub(super) name: String,
    pub(super) issuer: String,
    pub(super) issuer_code: String,
    pub(super) last4: String,
    pub(super) expires: Option<(u8, u16)>,
    pub(super) behaviour: Behaviour,
    pub(super) verified: bool,
    pub(super) wrong_tries: u8,
    pub(super) removed: bool,
}

impl Method {
    fn is_card(&self) -> bool {
        self.expires.is_some()
    }

    fn facts(&self, reference: &str, kind: MethodKind) -> MethodFacts {
        MethodFacts {
            method: MethodRef { kind, customer: customer(&self.account), reference: reference.into() },
            issuer: self.issuer.clone(),
            issuer_code: self.issuer_code.clone(),
            last4: self.last4.clone(),
            expires: self.expires,
            verified: self.verified,
        }
    }
}

/// The bank's name for a customer.
pub(super) fn customer(account: &str) -> String {
    format!("sandbox_{account}")
}

/// Keeps what the form took under a token that nobody can guess.
pub(super) async fn offer(parts: &BankParts, account: &str, token: &str, offer: Offer) -> Result<(), PartnerError> {
    let method = Method {
        account: account.into(),
        kind: None,
        name: offer.name,
        issuer: offer.issuer,
        issuer_code: offer.issuer_code,
        last4: offer.last4,
        expires: offer.expires,
        behaviour: offer.behaviour,
        verified: false,
        wrong_tries: 0,
        removed: false,
    };
    let held = parts.state.insert(record(METHODS, token, None, &method)?).await?;
    if super::documents::read::<Method>(&held)? == method {
        return Ok(());
    }
    Err(PartnerError::rejected("base", "This token was given out before."))
}

/// Adds what the form took.
pub(super) async fn add(parts: &BankParts, customer: &Customer, token: &str, kind: MethodKind) -> Result<MethodFacts, PartnerError> {
    let added = change(&*parts.state, METHODS, token, |method: &mut Method| {
        let other_kind = method.kind.is_some_and(|before| before != kind);
        if method.account != customer.account || method.removed || other_kind || method.is_card() != (kind == MethodKind::BankCard) {
            return Err(unknown());
        }
        if method.behaviour == Behaviour::Declined {
            return Err(PartnerError::rejected("base", DECLINED));
        }
        method.kind = Some(kind);
        method.verified = method.verified || kind != MethodKind::BankAccount;
        Ok(method.facts(token, kind))
    });
    added.await?.ok_or_else(unknown)
}

fn unknown() -> PartnerError {
    PartnerError::rejected("base", "The sandbox bank does not know this card or account. Enter it again.")
}

/// What the form took, for linking.
pub(super) async fn linked(parts: &BankParts, token: &str) -> Result<LinkedBank, PartnerError> {
    let method: Option<Method> = find(&*parts.state, METHODS, token).await?;
    let method = method.filter(|method| !method.is_card() && !method.removed).ok_or_else(unknown)?;
    Ok(LinkedBank {
        name: method.name,
        issuer: method.issuer,
        last4: method.last4,
        link: String::new(),
        source: BankSource { token: token.into(), kind: MethodKind::BankAccount },
    })
}

/// Compares the two small amounts.
pub(super) async fn verify(parts: &BankParts, method: &MethodRef, amounts: [Cents; 2]) -> Result<Verification, PartnerError> {
    let [first, second] = amounts;
    let right = amounts == AMOUNTS || [second, first] == AMOUNTS;
    let verified = change(&*parts.state, METHODS, &method.reference, |method: &mut Method| {
        if method.removed || method.kind.is_none() {
            return Err(unknown());
        }
        if method.verified {
            return Ok(Verification::Verified);
        }
        if method.wrong_tries >= TRIES {
            return Ok(Verification::Failed);
        }
        if right {
            method.verified = true;
            return Ok(Verification::Verified);
        }
        method.wrong_tries += 1;
        let tries_left = TRIES - method.wrong_tries;
        Ok(if tries_left == 0 { Verification::Failed } else { Verification::Wrong { tries_left: Some(tries_left) } })
    });
    verified.await?.ok_or_else(unknown)
}

/// Forgets a method.
pub(super) async fn remove(parts: &BankParts, method: &MethodRef) -> Result<(), PartnerError> {
    let removed = change(&*parts.state, METHODS, &method.reference, |method: &mut Method| {
        method.removed = true;
        Ok(())
    });
    removed.await.map(|_| ())
}

/// A method that money can be moved with now.
pub(super) async fn usable(parts: &BankParts, wanted: &MethodRef) -> Result<Method, PartnerError> {
    let method: Method = find(&*parts.state, METHODS, &wanted.reference).await?.ok_or_else(unknown)?;
    if method.removed || method.kind != Some(wanted.kind) || customer(&method.account) != wanted.customer {
        return Err(unknown());
    }
    if !method.verified {
        return Err(PartnerError::rejected("base", "The bank account is not verified yet."));
    }
    Ok(method)
}
