//! Stripe's codes in plain words. What a thief must not learn (a card reported as lost) is told as a plain refusal.

use super::wire::WireError;

/// Why a payment failed, for the customer.
pub(super) fn why(error: &WireError) -> String {
    let code = error.decline_code.as_deref().or(error.code.as_deref()).unwrap_or_default();
    let known = match code {
        "insufficient_funds" => "The account has insufficient funds.",
        "expired_card" => "The card has expired.",
        "incorrect_cvc" | "invalid_cvc" => "The card's security code is wrong.",
        "incorrect_number" | "invalid_number" => "The card's number is wrong.",
        "authentication_required" | "payment_intent_authentication_failure" | "authentication_not_handled" => NEEDS_OWNER,
        "processing_error" | "try_again_later" | "issuer_not_available" | "reenter_transaction" => {
            "The bank could not process the payment now. Try again later."
        }
        "card_velocity_exceeded" | "withdrawal_count_limit_exceeded" | "charge_exceeds_source_limit" => {
            "The payment is over the limit that the bank allows."
        }
        "card_not_supported" | "currency_not_supported" | "transaction_not_allowed" => "The card cannot be used for this payment.",
        "account_closed" | "bank_account_closed" | "payment_method_bank_account_closed" => "The bank account is closed.",
        "no_account" | "bank_account_unusable" | "payment_method_bank_account_unusable" | "invalid_account" => {
            "The bank account cannot be used."
        }
        "debit_not_authorized" | "bank_ownership_changed" => "The bank account's owner did not allow the debit.",
        "bank_account_unverified" => "The bank account is not verified yet.",
        "" => "The payment failed.",
        _ => "The payment was declined by the bank.",
    };
    known.to_owned()
}

/// The card's owner must act, and nobody is there to.
pub(super) const NEEDS_OWNER: &str =
    "The card's bank wants its owner to confirm this payment. Use another payment method, or add the card again.";

/// Why a refund came back.
pub(super) fn why_refund(reason: Option<&str>) -> String {
    let known = match reason.unwrap_or_default() {
        "lost_or_stolen_card" | "expired_or_canceled_card" => "The card no longer takes refunds.",
        "charge_for_pending_refund_disputed" => "The charge was disputed by the customer.",
        "insufficient_funds" => "The balance at the payment partner does not cover the refund.",
        "declined" => "The bank declined the refund.",
        _ => "The refund came back.",
    };
    known.to_owned()
}

/// A card's brand as people write it.
pub(super) fn brand(brand: &str) -> &'static str {
    match brand.to_ascii_lowercase().as_str() {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "amex" | "american express" => "American Express",
        "discover" => "Discover",
        "diners" => "Diners Club",
        "jcb" => "JCB",
        "unionpay" => "UnionPay",
        _ => "Card",
    }
}
