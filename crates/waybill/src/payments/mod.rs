//! Payment partners as this deployment has them, and the path of a payment: intent, bank, settlement.
//!
//! The intent is written with its transaction before the bank is called, and nobody may call a bank while a database
//! transaction is open. What a bank says is noted by `store::payments::note`, which never credits twice, whoever hears it first:
//! the request, the settling job, a webhook.

mod memory;
mod news;
mod paying;
mod registry;
mod settling;

pub use memory::StoreBank;
pub use news::{poll, take};
pub use paying::{Wanted, begin, carry_out, recharge_key};
pub use registry::registry;
pub use settling::settle_due;

use crate::app::App;
use domain::id::AccountId;
use domain::payment::Customer;
use partners::payments::registry::Payments;
use store::accounts;
use store::{StoreError, business, payment_methods};

/// This world's partners.
#[must_use]
pub fn of(app: &App) -> &Payments {
    app.deployment.payments().of(app.world)
}

/// An account as its payment partner knows it.
pub async fn customer(app: &App, account: &AccountId) -> Result<Customer, StoreError> {
    let partner = of(app).api.partner();
    let mut conn = app.store().reader().await?;
    let contact = accounts::contact(&mut conn, account).await?.ok_or(StoreError::MissingReference)?;
    let reference = payment_methods::customer(&mut conn, account, partner).await?;
    let business = business::find(&mut conn, account, partner).await?.reference;
    Ok(Customer { account: account.to_string(), name: contact.name, email: contact.email.to_string(), reference, business })
}
