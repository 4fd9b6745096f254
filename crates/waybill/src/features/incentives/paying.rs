//! Paying one approved report: out to the payout account when it is positive, pulled from the pull account when it is negative.

use crate::app::App;
use crate::audit::record_as;
use crate::payments::{self, Wanted};
use domain::activity::Action;
use domain::id::{AccountId, Id, PaymentMethodId};
use domain::money::Cents;
use domain::payment::MethodKind;
use domain::settlement::{Purpose, State};
use store::activity::Actor;
use store::incentives::Report;
use store::payment_methods::Method;
use store::{StoreError, accounts, payment_methods};

/// What came of it, in words for the user where it did not work.
pub enum Paid {
    /// It is paid or on its way, or there was nothing to pay.
    Ordered,
    /// There is no account to pay to or pull from, or the bank said no.
    Refused(String),
}

/// Pays a report unless that is done or under way.
pub async fn pay(app: &App, account: &AccountId, report: &Report, by: &Actor) -> Result<Paid, StoreError> {
    let (purpose, amount) = match report.amount.get() {
        0 => return Ok(Paid::Ordered),
        sum if sum > 0 => (Purpose::Payout(report.program), report.amount),
        sum => (Purpose::Pull(report.program), Cents::new(sum.saturating_neg())),
    };
    let Some(method) = method(app, account, purpose).await? else {
        return Ok(Paid::Refused(match purpose {
            Purpose::Payout(_) => "Add a payout bank account first.".into(),
            _ => "Choose the bank account to pull from first.".into(),
        }));
    };
    let key = format!("incentives:{}:{}", report.id, app.id::<domain::id::PaymentId>());
    let description = format!("Incentives of {}", report.month);
    let mut writer = app.store().writer().await?;
    let wanted = Wanted {
        key: &key,
        purpose,
        method: &method,
        amount,
        invoice: None,
        report: Some(&report.id),
        description: &description,
        by: &by.name,
    };
    let id = match payments::begin(app, &mut writer, account, &wanted).await {
        Err(StoreError::Duplicate) => return Ok(Paid::Ordered),
        other => other?,
    };
    let action = Action::IncentivesPaid { number: report.number.to_string(), amount: report.amount };
    record_as(app, &mut writer, account, by, &action).await?;
    writer.commit().await?;
    let payment = payments::carry_out(app, account, &id).await?;
    Ok(match payment.state {
        State::Failed => Paid::Refused(payment.reason.unwrap_or_else(|| "The bank refused the payment.".into())),
        _ => Paid::Ordered,
    })
}

async fn method(app: &App, account: &AccountId, purpose: Purpose) -> Result<Option<Method>, StoreError> {
    let mut conn = app.store().reader().await?;
    if matches!(purpose, Purpose::Payout(_)) {
        let methods = payment_methods::list(&mut conn, account).await?;
        return Ok(methods.into_iter().find(|method| method.at_partner.kind == MethodKind::PayoutBankAccount));
    }
    let settings = accounts::settings(&mut conn, account).await?.unwrap_or_default();
    let Some(id) = settings.external_pull_account_id.and_then(|id| PaymentMethodId::parse(&id).ok()) else { return Ok(None) };
    Ok(payment_methods::find(&mut conn, account, &id).await?.filter(Method::chargeable))
}
