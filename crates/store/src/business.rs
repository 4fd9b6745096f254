//! Business information: how far an account's onboarding at the payment partner is. Payouts need it.

use crate::error::StoreError;
use crate::query::sql;
use crate::row::Row;
use crate::tx::{Conn, Writer};
use domain::Timestamp;
use domain::id::AccountId;
use domain::payment::{OnboardingState, PaymentPartner};

/// What is known of an account's business.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Business {
    /// The partner's name for it, once onboarding began.
    pub reference: Option<String>,
    /// When the agreement was accepted.
    pub tos_accepted_at: Option<Timestamp>,
    /// Whether it can be paid to.
    pub billing_enabled: bool,
}

/// What is known of an account's business at a partner.
pub async fn find(conn: &mut Conn, account: &AccountId, partner: PaymentPartner) -> Result<Business, StoreError> {
    let row = sql("SELECT * FROM business_information WHERE account_id = $1 AND partner = $2")
        .bind(account)
        .bind(partner.key())
        .optional(conn)
        .await?;
    row.as_ref().map_or(Ok(Business::default()), business)
}

/// Notes that the agreement was accepted; the first time stays.
pub async fn accept(writer: &mut Writer, account: &AccountId, partner: PaymentPartner, now: Timestamp) -> Result<(), StoreError> {
    sql("INSERT INTO business_information (account_id, partner, tos_accepted_at, billing_enabled, changed_at) VALUES ($1, $2, $3, $4, $3)
         ON CONFLICT (account_id, partner) DO UPDATE SET tos_accepted_at = COALESCE(business_information.tos_accepted_at, $3), changed_at = $3")
    .bind(account)
    .bind(partner.key())
    .bind(now)
    .bind(false)
    .execute(writer)
    .await?;
    Ok(())
}

/// Keeps the partner's name for the business, once onboarding began.
pub async fn begin(
    writer: &mut Writer,
    account: &AccountId,
    partner: PaymentPartner,
    reference: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO business_information (account_id, partner, reference, billing_enabled, changed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (account_id, partner) DO UPDATE SET reference = $3, changed_at = $5")
    .bind(account)
    .bind(partner.key())
    .bind(reference)
    .bind(false)
    .bind(now)
    .execute(writer)
    .await?;
    Ok(())
}

/// Notes how far the onboarding is; whether that is news.
pub async fn note(
    writer: &mut Writer,
    account: &AccountId,
    partner: PaymentPartner,
    state: &OnboardingState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let accepted_at = state.tos_accepted.then_some(now);
    let changed =
        sql("UPDATE business_information SET billing_enabled = $3, tos_accepted_at = COALESCE(tos_accepted_at, $4), changed_at = $5
                       WHERE account_id = $1 AND partner = $2 AND (billing_enabled <> $3 OR (tos_accepted_at IS NULL AND $6))")
        .bind(account)
        .bind(partner.key())
        .bind(state.payouts_enabled)
        .bind(accepted_at)
        .bind(now)
        .bind(state.tos_accepted)
        .execute(writer)
        .await?;
    Ok(changed == 1)
}

/// Whose business a partner names so: for what the partner tells us by itself.
pub async fn by_reference(conn: &mut Conn, partner: PaymentPartner, reference: &str) -> Result<Option<AccountId>, StoreError> {
    let row = sql("SELECT account_id FROM business_information WHERE partner = $1 AND reference = $2 LIMIT 1")
        .bind(partner.key())
        .bind(reference)
        .optional(conn)
        .await?;
    row.map(|row| row.id("account_id")).transpose()
}

fn business(row: &Row) -> Result<Business, StoreError> {
    Ok(Business {
        reference: row.opt_text("reference")?,
        tos_accepted_at: row.opt_time("tos_accepted_at")?,
        billing_enabled: row.bool("billing_enabled")?,
    })
}
