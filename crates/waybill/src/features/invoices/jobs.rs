//! Drawing up the invoices of the month that ended, and paying due ones for accounts that want that.

use crate::app::App;
use crate::audit::record_as;
use crate::jobs::JobError;
use crate::mail::Letter;
use crate::outgoing;
use crate::payments::{self, Wanted};
use domain::account::BillingType;
use domain::activity::{Action, ActorKind};
use domain::id::{AccountId, Id, PaymentMethodId};
use domain::invoice::{self, DUE_AFTER, month_before};
use domain::settlement::Purpose;
use store::activity::Actor;
use store::invoices::{self, Invoice, NewInvoice};
use store::payment_methods::Method;
use store::{StoreError, Writer, accounts, payment_methods, payments as stored};

const AT_ONCE: i64 = 200;

fn system() -> Actor {
    Actor { kind: ActorKind::System, name: "Invoicing".into(), ip: None }
}

/// Draws up one invoice for every invoiced account that owes something. Safe to repeat: a month has one invoice.
pub async fn draw(app: &App) -> Result<(), JobError> {
    let (from, to) = month_before(app.now());
    let mut after = String::new();
    loop {
        let mut conn = app.store().reader().await?;
        let ids = accounts::ids_after(&mut conn, &after, AT_ONCE).await?;
        drop(conn);
        let Some(last) = ids.last() else { return Ok(()) };
        after = last.to_string();
        for account in &ids {
            let mut conn = app.store().reader().await?;
            let standing = accounts::standing(&mut conn, account).await?;
            drop(conn);
            if !standing.is_some_and(|standing| standing.billing_type == BillingType::Invoicing) {
                continue;
            }
            let (id, transaction_id, entry_id) = (app.id(), app.id(), app.id());
            let new =
                NewInvoice { id: &id, transaction_id: &transaction_id, entry_id: &entry_id, from, to, due: to + DUE_AFTER, at: app.now() };
            let mut writer = app.store().writer().await?;
            if let Some(drawn) = invoices::draw(&mut writer, account, &new).await? {
                let action = Action::InvoiceDrawn { number: invoice::shown(drawn.number), amount: drawn.amount };
                record_as(app, &mut writer, account, &system(), &action).await?;
                tell(app, &mut writer, account, &drawn).await?;
                writer.commit().await?;
            }
        }
    }
}

async fn tell(app: &App, writer: &mut Writer, account: &AccountId, drawn: &Invoice) -> Result<(), JobError> {
    let Some(contact) = accounts::contact(writer, account).await? else { return Ok(()) };
    let number = invoice::shown(drawn.number);
    let letter = Letter {
        to: contact.email.to_string(),
        subject: format!("Invoice {number}"),
        text: format!(
            "Invoice {number} over ${} is ready. It is due on {}.\n\n{}/invoices\n",
            drawn.amount,
            drawn.due.format("%B %-d, %Y"),
            app.deployment.config.public_url()
        ),
    };
    outgoing::enqueue_mail(app, writer, account, &letter, "invoice").await.map_err(|_| JobError::retry("the mail could not be written"))
}

/// Pays invoices that are due within a day from the method that the account chose. One try a day per invoice.
pub async fn collect(app: &App) -> Result<(), JobError> {
    let soon = app.now() + chrono::TimeDelta::days(1);
    let mut after = (String::new(), String::new());
    loop {
        let mut conn = app.store().reader().await?;
        let open = invoices::open_after(&mut conn, &after.0, &after.1, AT_ONCE).await?;
        drop(conn);
        let Some((account, invoice)) = open.last() else { return Ok(()) };
        after = (account.to_string(), invoice.id.to_string());
        for (account, invoice) in open.iter().filter(|(_, invoice)| invoice.due <= soon) {
            if let Some(method) = chosen(app, account).await? {
                pay(app, account, invoice, &method).await?;
            }
        }
    }
}

async fn chosen(app: &App, account: &AccountId) -> Result<Option<Method>, StoreError> {
    let mut conn = app.store().reader().await?;
    let settings = accounts::settings(&mut conn, account).await?.unwrap_or_default();
    let Some(id) = settings.invoice_autopay_method_id.and_then(|id| PaymentMethodId::parse(&id).ok()) else { return Ok(None) };
    Ok(payment_methods::find(&mut conn, account, &id).await?.filter(Method::chargeable))
}

async fn pay(app: &App, account: &AccountId, invoice: &Invoice, method: &Method) -> Result<(), JobError> {
    let number = invoice::shown(invoice.number);
    let key = format!("autopay:{}:{}", invoice.id, app.now().format("%Y-%m-%d"));
    let description = format!("Invoice {number} paid from {}", method.title());
    let mut writer = app.store().writer().await?;
    if stored::any_open_for(&mut writer, account, &invoice.id).await? || stored::by_key(&mut writer, account, &key).await?.is_some() {
        return Ok(());
    }
    let wanted = Wanted {
        key: &key,
        purpose: Purpose::Invoice,
        method,
        amount: invoice.amount_due(),
        invoice: Some(&invoice.id),
        report: None,
        description: &description,
        by: "Automatic payment",
    };
    let id = payments::begin(app, &mut writer, account, &wanted).await?;
    let action = Action::InvoicePaymentOrdered { number, amount: invoice.amount_due() };
    record_as(app, &mut writer, account, &system(), &action).await?;
    writer.commit().await?;
    payments::carry_out(app, account, &id).await?;
    Ok(())
}
