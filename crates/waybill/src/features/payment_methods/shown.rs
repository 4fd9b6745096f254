//! Payment methods as they are sent: never more of a number than its last four digits.

use domain::payment::MethodKind;
use serde::Serialize;
use store::payment_methods::{Method, MethodState};
use utoipa::ToSchema;

/// A card.
#[derive(Serialize, ToSchema)]
pub struct CardOut {
    id: String,
    /// Such as `Visa`.
    card_type: String,
    last4: String,
    /// Such as `12/2029`.
    expires: Option<String>,
    primary: bool,
}

/// A bank account.
#[derive(Serialize, ToSchema)]
pub struct BankOut {
    id: String,
    /// `BankAccount` or `PayoutBankAccount`.
    r#type: &'static str,
    name: String,
    issuer: String,
    issuer_code: String,
    last4: String,
    primary: bool,
    verified: bool,
    /// `new`, `verified` or `failed`.
    state: &'static str,
}

/// A card or a bank account.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum MethodOut {
    /// A card.
    Card(CardOut),
    /// A bank account.
    Bank(BankOut),
}

/// A card as it is sent.
pub fn card(method: Method) -> CardOut {
    CardOut {
        id: method.id.to_string(),
        card_type: method.issuer,
        last4: method.last4,
        expires: method.expires,
        primary: method.is_primary,
    }
}

/// A bank account as it is sent.
pub fn bank(method: Method) -> BankOut {
    BankOut {
        id: method.id.to_string(),
        r#type: method.at_partner.kind.key(),
        name: method.name,
        issuer: method.issuer,
        issuer_code: method.issuer_code,
        last4: method.last4,
        primary: method.is_primary,
        verified: method.state == MethodState::Verified,
        state: method.state.key(),
    }
}

/// The answer with one method.
#[derive(Serialize, ToSchema)]
pub struct MethodReply {
    success: bool,
    message: String,
    payment_method: MethodOut,
}

impl MethodReply {
    /// The method after a change.
    pub fn of(method: Method, message: &str) -> axum::Json<Self> {
        let payment_method =
            if method.at_partner.kind == MethodKind::BankCard { MethodOut::Card(card(method)) } else { MethodOut::Bank(bank(method)) };
        axum::Json(Self { success: true, message: message.to_owned(), payment_method })
    }
}
