//! Customers, cards and bank accounts at Stripe.
//!
//! Cards are typed into Stripe's own fields in the browser: their numbers never reach us. A card is taken only when it belongs
//! to a customer of the same account of ours, which Stripe keeps in the customer's metadata.

use super::Stripe;
use super::call::{Failure, Risk, safe};
use super::wire::{ACCOUNT, SetupIntent, WireBank, WireCustomer, WireMethod};
use super::words;
use crate::http::Form;
use domain::money::Cents;
use domain::partner::PartnerError;
use domain::payment::{BankSource, CardStart, Customer, MethodFacts, MethodKind, MethodRef, Verification};
use ring::digest::{SHA256, digest};
use serde::de::IgnoredAny;

/// A short fingerprint for idempotency keys.
pub(super) fn fingerprint(parts: &[&str]) -> String {
    let hash = digest(&SHA256, parts.join("\n").as_bytes());
    hex::encode(hash.as_ref()).chars().take(32).collect()
}

impl Stripe {
    /// The customer at Stripe, made when there is none.
    async fn customer(&self, customer: &Customer) -> Result<String, PartnerError> {
        if let Some(reference) = &customer.reference {
            return Ok(reference.clone());
        }
        let form = Form::default()
            .with("name", &customer.name)
            .with("email", &customer.email)
            .with(&format!("metadata[{ACCOUNT}]"), &customer.account);
        let key = format!("customer-{}", fingerprint(&[&customer.account, &customer.name, &customer.email]));
        let made: WireCustomer = self.caller.post("/v1/customers", &form, Some(&key), Risk::Harmless).await?;
        Ok(made.id)
    }

    pub(super) async fn start_card(&self, customer: &Customer) -> Result<CardStart, PartnerError> {
        let reference = self.customer(customer).await?;
        let form = Form::default().with("customer", &reference).with("usage", "off_session").with("payment_method_types[]", "card");
        let intent: SetupIntent = self.caller.post("/v1/setup_intents", &form, None, Risk::Harmless).await?;
        Ok(CardStart { customer: reference, client_secret: intent.client_secret })
    }

    pub(super) async fn add_card(&self, customer: &Customer, source: &str) -> Result<MethodFacts, PartnerError> {
        let path = format!("/v1/payment_methods/{}", safe(source)?);
        let method: WireMethod = self.caller.get(&path, &Form::default()).await?;
        let Some(card) = &method.card else { return Err(PartnerError::rejected("base", "This is no card.")) };
        let owner = match &method.customer {
            Some(owner) => {
                self.check_owner(customer, owner).await?;
                owner.clone()
            }
            None => {
                let owner = self.customer(customer).await?;
                let path = format!("/v1/payment_methods/{}/attach", safe(&method.id)?);
                let form = Form::default().with("customer", &owner);
                let _: WireMethod = self.caller.post(&path, &form, None, Risk::Harmless).await?;
                owner
            }
        };
        Ok(MethodFacts {
            method: MethodRef { kind: MethodKind::BankCard, customer: owner, reference: method.id.clone() },
            issuer: words::brand(&card.brand).into(),
            issuer_code: String::new(),
            last4: card.last4.clone(),
            expires: Some((card.exp_month, card.exp_year)),
            verified: true,
        })
    }

    async fn check_owner(&self, customer: &Customer, owner: &str) -> Result<(), PartnerError> {
        if customer.reference.as_deref() == Some(owner) {
            return Ok(());
        }
        let found: WireCustomer = self.caller.get(&format!("/v1/customers/{}", safe(owner)?), &Form::default()).await?;
        if found.deleted || found.metadata.get(ACCOUNT) != Some(&customer.account) {
            return Err(PartnerError::rejected("base", "This card belongs to another account."));
        }
        Ok(())
    }

    pub(super) async fn add_bank(&self, customer: &Customer, bank: &BankSource) -> Result<MethodFacts, PartnerError> {
        let key = format!("bank-{}", fingerprint(&[&bank.token]));
        let (owner, added): (String, WireBank) = if bank.kind == MethodKind::PayoutBankAccount {
            let unready = || PartnerError::rejected("base", "Your business account is pending verification");
            let business = customer.business.clone().ok_or_else(unready)?;
            let path = format!("/v1/accounts/{}/external_accounts", safe(&business)?);
            let form = Form::default().with("external_account", &bank.token).with("default_for_currency", "true");
            (business, self.caller.post(&path, &form, Some(&key), Risk::Harmless).await?)
        } else {
            let owner = self.customer(customer).await?;
            let path = format!("/v1/customers/{}/sources", safe(&owner)?);
            let form = Form::default().with("source", &bank.token);
            (owner, self.caller.post(&path, &form, Some(&key), Risk::Harmless).await?)
        };
        let verified = bank.kind == MethodKind::PayoutBankAccount || added.status.as_deref() == Some("verified");
        let method = MethodRef { kind: bank.kind, customer: owner, reference: added.id };
        if verified && bank.kind == MethodKind::BankAccount {
            self.agree_to_debits(&method).await?;
        }
        Ok(MethodFacts {
            method,
            issuer: added.bank_name.unwrap_or_default(),
            issuer_code: added.routing_number.unwrap_or_default(),
            last4: added.last4,
            expires: None,
            verified,
        })
    }

    /// Notes at Stripe that the customer allowed debits: without it a verified account cannot be charged.
    async fn agree_to_debits(&self, method: &MethodRef) -> Result<(), PartnerError> {
        let form = Form::default()
            .with("customer", &method.customer)
            .with("payment_method", &method.reference)
            .with("payment_method_types[]", "us_bank_account")
            .with("usage", "off_session")
            .with("confirm", "true")
            .with("mandate_data[customer_acceptance][type]", "offline");
        let key = format!("mandate-{}", fingerprint(&[&method.customer, &method.reference]));
        let intent: SetupIntent = self.caller.post("/v1/setup_intents", &form, Some(&key), Risk::Harmless).await?;
        match intent.status.as_str() {
            "succeeded" | "processing" => Ok(()),
            _ => Err(PartnerError::rejected("base", "Stripe could not set up debits from this account.")),
        }
    }

    pub(super) async fn verify(&self, method: &MethodRef, amounts: [Cents; 2]) -> Result<Verification, PartnerError> {
        let path = format!("/v1/customers/{}/sources/{}", safe(&method.customer)?, safe(&method.reference)?);
        let [first, second] = amounts;
        let form = Form::default().with("amounts[]", first.get().to_string()).with("amounts[]", second.get().to_string());
        let told: Result<WireBank, Failure> = self.caller.post(&format!("{path}/verify"), &form, None, Risk::Harmless).await;
        let status = match told {
            Ok(bank) => bank.status,
            // Wrong amounts, too many tries and an account that is verified already are all refusals: the account itself tells.
            Err(failure) if matches!(failure.status, Some(400 | 402)) => {
                let bank: WireBank = self.caller.get(&path, &Form::default()).await?;
                bank.status
            }
            Err(failure) => return Err(failure.into()),
        };
        match status.as_deref() {
            Some("verified") => self.agree_to_debits(method).await.map(|()| Verification::Verified),
            Some("verification_failed" | "errored") => Ok(Verification::Failed),
            _ => Ok(Verification::Wrong { tries_left: None }),
        }
    }

    pub(super) async fn remove(&self, method: &MethodRef) -> Result<(), PartnerError> {
        let (owner, name) = (safe(&method.customer)?, safe(&method.reference)?);
        let removed: Result<IgnoredAny, Failure> = match method.kind {
            MethodKind::BankCard => {
                let path = format!("/v1/payment_methods/{name}/detach");
                self.caller.post(&path, &Form::default(), None, Risk::Harmless).await
            }
            MethodKind::BankAccount => self.caller.delete(&format!("/v1/customers/{owner}/sources/{name}")).await,
            MethodKind::PayoutBankAccount => self.caller.delete(&format!("/v1/accounts/{owner}/external_accounts/{name}")).await,
        };
        match removed {
            Ok(IgnoredAny) => Ok(()),
            Err(failure) if failure.status == Some(404) => Ok(()),
            // A card that is not attached to anybody any more.
            Err(failure) if method.kind == MethodKind::BankCard && failure.status == Some(400) => Ok(()),
            Err(failure) => Err(failure.into()),
        }
    }
}
