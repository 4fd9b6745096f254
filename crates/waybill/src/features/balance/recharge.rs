//! Recharging a balance that fell below its threshold: once per crossing, the primary method first, then the secondary; the
//! owner is told by mail when neither could be charged.

use crate::app::App;
use crate::audit::record_as;
use crate::http::error::ApiError;
use crate::jobs::JobError;
use crate::mail::Letter;
use crate::outgoing;
use crate::payments::{self, Wanted};
use domain::activity::{Action, ActorKind};
use domain::id::{AccountId, Id, PaymentId, PaymentMethodId};
use domain::ledger::Book;
use domain::money::Cents;
use domain::settlement::{Purpose, State};
use store::activity::Actor;
use store::payment_methods::{self, Method};
use store::payments::Payment;
use store::{StoreError, accounts, ledger, payment_events, payments as stored};

/// Recharges after the entry with this number let the balance fall below the threshold. Safe to repeat: each method is asked
/// once per crossing, under a key made of both.
pub async fn run(app: &App, account: &AccountId, crossing: i64) -> Result<(), JobError> {
    let mut conn = app.store().reader().await?;
    let settings = accounts::settings(&mut conn, account).await?.unwrap_or_default();
    let (balances, _) = ledger::balances(&mut conn, account).await?;
    drop(conn);
    let Some((threshold, amount)) = settings.recharge_below().zip(settings.recharge_amount()) else { return Ok(()) };
    // Somebody added money meanwhile, or it is on its way.
    let coming = balances.get(Book::Available).get().saturating_add(balances.get(Book::PendingCredit).get());
    let chosen = [("primary", &settings.primary_topup_method_id), ("secondary", &settings.secondary_topup_method_id)];
    let mut reasons = Vec::new();
    for (rank, id) in chosen {
        let Some(method) = find(app, account, id.as_deref()).await? else { continue };
        let key = payments::recharge_key(crossing, rank);
        let mut conn = app.store().reader().await?;
        let before = stored::by_key(&mut conn, account, &key).await?;
        drop(conn);
        if before.is_none() && Cents::new(coming) >= threshold {
            return Ok(());
        }
        let payment = match before {
            Some(payment) if payment.state != State::Pending => payment,
            Some(payment) => payments::carry_out(app, account, &payment.id).await?,
            None => charge(app, account, &key, &method, amount).await?,
        };
        match payment.state {
            State::Failed => reasons.push(format!("{}: {}", method.title(), payment.reason.unwrap_or_default())),
            // The settling job asks on; charging the other method now might pay twice.
            _ => return Ok(()),
        }
    }
    tell(app, account, crossing, amount, &reasons).await
}

async fn find(app: &App, account: &AccountId, id: Option<&str>) -> Result<Option<Method>, StoreError> {
    let Some(id) = id.and_then(|id| PaymentMethodId::parse(id).ok()) else { return Ok(None) };
    let mut conn = app.store().reader().await?;
    Ok(payment_methods::find(&mut conn, account, &id).await?.filter(Method::chargeable))
}

async fn charge(app: &App, account: &AccountId, key: &str, method: &Method, amount: Cents) -> Result<Payment, JobError> {
    let description = format!("Automatic recharge from {}", method.title());
    let wanted = Wanted {
        key,
        purpose: Purpose::Recharge,
        method,
        amount,
        invoice: None,
        report: None,
        description: &description,
        by: "Automatic recharge",
    };
    let mut writer = app.store().writer().await?;
    let id: PaymentId = payments::begin(app, &mut writer, account, &wanted).await?;
    let actor = Actor { kind: ActorKind::System, name: "Automatic recharge".into(), ip: None };
    record_as(app, &mut writer, account, &actor, &Action::RechargeOrdered { amount, method: method.title() }).await?;
    writer.commit().await?;
    Ok(payments::carry_out(app, account, &id).await?)
}

/// Tells the owner, once: the letter is written in the transaction that claims it.
async fn tell(app: &App, account: &AccountId, crossing: i64, amount: Cents, reasons: &[String]) -> Result<(), JobError> {
    let mut writer = app.store().writer().await?;
    let event = format!("{account}:{crossing}");
    if !payment_events::note(&mut writer, "recharge", &event, "could not be recharged", app.now()).await? {
        return Ok(());
    }
    let Some(contact) = accounts::contact(&mut writer, account).await? else { return Ok(()) };
    let why = if reasons.is_empty() { "No payment method is chosen, or none can be charged.".to_owned() } else { reasons.join("\n") };
    let letter = Letter {
        to: contact.email.to_string(),
        subject: "Your balance could not be recharged".into(),
        text: format!(
            "Your balance fell below its recharge threshold, and ${amount} could not be added:\n\n{why}\n\nPlease check your payment methods: {}/payment-methods\n",
            app.deployment.config.public_url()
        ),
    };
    outgoing::enqueue_mail(app, &mut writer, account, &letter, "recharge")
        .await
        .map_err(|_: ApiError| JobError::retry("the mail could not be written"))?;
    Ok(writer.commit().await?)
}
