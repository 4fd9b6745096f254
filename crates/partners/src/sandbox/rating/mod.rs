//! Sandbox prices: what the four carriers would charge, from their published price lists.
//!
//! Pure: the same consignment gives the same rates. Every rate names its price list and how sure it is, and its parts add
//! up to its total. It must never be used for a live purchase: carriers answer those themselves.

mod abroad;
mod fedex;
mod list;
mod offer;
mod size;
mod tables;
mod uniuni;
mod ups;
mod usps;
mod usps_abroad;
mod zones;

#[cfg(test)]
mod tests;

pub use usps::Card as UspsCard;

use crate::sandbox::Prices;
use domain::carrier::Carrier;
use domain::partner::{Consignment, PartnerError, Quotes};
use domain::rate::Rate;

/// Rates consignments with the price lists it was given.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rater {
    /// Which price list of USPS holds.
    pub usps: UspsCard,
}

impl Rater {
    /// The rates of one carrier, or why it offers none.
    pub fn rate(&self, carrier: Carrier, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
        match carrier {
            Carrier::Usps if consignment.to.is_domestic() => usps::rate(self.usps, consignment),
            Carrier::Usps => usps_abroad::rate(self.usps, consignment),
            Carrier::FedEx => fedex::rate(consignment),
            Carrier::Ups => ups::rate(consignment),
            Carrier::UniUni => uniuni::rate(consignment),
        }
    }

    /// The rates of all carriers, and why others offer none.
    #[must_use]
    pub fn quotes(&self, consignment: &Consignment) -> Quotes {
        let mut quotes = Quotes { rates: Vec::with_capacity(24), refusals: Vec::new() };
        for carrier in Carrier::ALL {
            match self.rate(carrier, consignment) {
                Ok(rates) => quotes.rates.extend(rates),
                Err(refusal) => quotes.refusals.push((carrier, refusal)),
            }
        }
        quotes
    }
}

impl Prices for Rater {
    fn rate(&self, carrier: Carrier, consignment: &Consignment) -> Result<Vec<Rate>, PartnerError> {
        Self::rate(self, carrier, consignment)
    }
}

/// Whether dangerous goods are inside; an error when the carrier does not take that class.
fn hazmat(consignment: &Consignment, carrier: Carrier) -> Result<bool, PartnerError> {
    match (consignment.options.hazmat.is_empty(), consignment.options.hazmat()) {
        (true, _) => Ok(false),
        (false, Some(class)) if class.is_taken_by(carrier) => Ok(true),
        (false, Some(class)) => Err(PartnerError::rejected("options.hazmat", format!("{carrier} does not take {}", class.label))),
        (false, None) => Err(PartnerError::rejected("options.hazmat", "is not in the list")),
    }
}
