//! Asking all carriers what a shipment would cost, at the same time and each with a time limit of its own.
//!
//! A carrier that refuses, fails or is slow never hides the rates of the others: it is told as a refusal.

use crate::app::App;
use crate::carriers;
use chrono::NaiveDate;
use domain::carrier::Carrier;
use domain::id::{AccountId, CarrierAccountId, RateId};
use domain::partner::{Consignment, PartnerError};
use domain::rate::Rate;
use domain::shipment::{Details, OfferedRate, Offers, Refusal};
use futures_util::future::join_all;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

/// The day a parcel that is bought now is handed over.
pub fn ship_date(app: &App) -> NaiveDate {
    app.now().date_naive()
}

/// The rates of all carriers and of the user's own accounts, cheapest first.
pub async fn offers(app: &App, account: &AccountId, details: &Details) -> Offers {
    let consignment = details.consignment(ship_date(app));
    let own = carriers::own_accounts(app, account).await.unwrap_or_default();
    let accounts = Carrier::ALL.into_iter().map(|carrier| (carrier, None)).chain(own.into_iter().map(|own| (own.carrier, Some(own.id))));
    let asked = accounts.map(|(carrier, own_id)| {
        let consignment = &consignment;
        async move {
            let answer = rate(app, account, carrier, own_id.as_ref(), consignment).await;
            (carrier, own_id, answer)
        }
    });
    let mut offers = Offers::default();
    for (carrier, own_id, answer) in join_all(asked).await {
        match answer {
            Ok(rates) => {
                let offered = |rate| OfferedRate { id: app.id::<RateId>(), carrier_account_id: own_id.clone(), rate };
                offers.rates.extend(rates.into_iter().map(offered));
            }
            Err(refusal) => offers.refusals.push(told(carrier, &refusal)),
        }
    }
    offers.rates.sort_by_key(|offered| (offered.rate.cents, offered.rate.delivery_date.unwrap_or(NaiveDate::MAX)));
    offers
}

/// The rates of one carrier, under the user's own account where one is named.
pub async fn rate(
    app: &App,
    account: &AccountId,
    carrier: Carrier,
    own_id: Option<&CarrierAccountId>,
    consignment: &Consignment,
) -> Result<Vec<Rate>, PartnerError> {
    let api = carriers::of(app, account, carrier, own_id).await?;
    match tokio::time::timeout(PATIENCE, api.rate(consignment)).await {
        Ok(answer) => answer,
        Err(_) => Err(PartnerError::Transient(format!("{carrier} did not answer in time."))),
    }
}

fn told(carrier: Carrier, refusal: &PartnerError) -> Refusal {
    let field = match refusal {
        PartnerError::Rejected { field, .. } => field.clone(),
        _ => "base".into(),
    };
    Refusal { carrier: carrier.name().into(), message: refusal.to_string(), field }
}
