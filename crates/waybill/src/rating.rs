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
use partners::carrier::CarrierApi;
use std::sync::Arc;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

/// The day a parcel that is bought now is handed over.
pub fn ship_date(app: &App) -> NaiveDate {
    app.now().date_naive()
}

/// One carrier, under the user's own account where one is named.
struct Rater {
    carrier: Carrier,
    own_id: Option<CarrierAccountId>,
    api: Result<Arc<dyn CarrierApi>, PartnerError>,
}

/// All carriers and the user's own accounts, opened once for any number of shipments.
pub struct Raters(Vec<Rater>);

impl Raters {
    /// Opens them.
    pub async fn open(app: &App, account: &AccountId) -> Self {
        let own = carriers::own_accounts(app, account).await.unwrap_or_default();
        let accounts =
            Carrier::ALL.into_iter().map(|carrier| (carrier, None)).chain(own.into_iter().map(|own| (own.carrier, Some(own.id))));
        let opened = accounts.map(|(carrier, own_id)| async move {
            let api = carriers::seller(app, account, carrier, own_id.as_ref()).await;
            Rater { carrier, own_id, api }
        });
        Self(join_all(opened).await)
    }

    /// Their rates, cheapest first.
    pub async fn offers(&self, app: &App, details: &Details) -> Offers {
        let consignment = details.consignment(ship_date(app));
        let asked = self.0.iter().map(|rater| {
            let consignment = &consignment;
            async move {
                let answer = match &rater.api {
                    Ok(api) => ask(api.as_ref(), consignment).await,
                    Err(error) => Err(error.clone()),
                };
                (rater, answer)
            }
        });
        let mut offers = Offers::default();
        for (rater, answer) in join_all(asked).await {
            match answer {
                Ok(rates) => {
                    let offered = |rate| OfferedRate { id: app.id::<RateId>(), carrier_account_id: rater.own_id.clone(), rate };
                    offers.rates.extend(rates.into_iter().map(offered));
                }
                Err(refusal) => offers.refusals.push(told(rater.carrier, &refusal)),
            }
        }
        cheapest_first(&mut offers.rates);
        offers
    }
}

/// Puts rates in their order: the cheapest first, among equals the faster one.
pub fn cheapest_first(rates: &mut [OfferedRate]) {
    rates.sort_by_key(|offered| (offered.rate.cents, offered.rate.delivery_date.unwrap_or(NaiveDate::MAX)));
}

/// The rates of all carriers and of the user's own accounts, cheapest first.
pub async fn offers(app: &App, account: &AccountId, details: &Details) -> Offers {
    Raters::open(app, account).await.offers(app, details).await
}

/// The rates of one carrier, under the user's own account where one is named.
pub async fn rate(
    app: &App,
    account: &AccountId,
    carrier: Carrier,
    own_id: Option<&CarrierAccountId>,
    consignment: &Consignment,
) -> Result<Vec<Rate>, PartnerError> {
    ask(carriers::seller(app, account, carrier, own_id).await?.as_ref(), consignment).await
}

async fn ask(api: &dyn CarrierApi, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
    match tokio::time::timeout(PATIENCE, api.rate(consignment)).await {
        Ok(answer) => answer,
        Err(_) => Err(PartnerError::Transient(format!("{} did not answer in time.", api.carrier()))),
    }
}

fn told(carrier: Carrier, refusal: &PartnerError) -> Refusal {
    let field = match refusal {
        PartnerError::Rejected { field, .. } => field.clone(),
        _ => "base".into(),
    };
    Refusal { carrier: carrier.name().into(), message: refusal.to_string(), field }
}
