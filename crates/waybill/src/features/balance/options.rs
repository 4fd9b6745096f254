//! What can be chosen when money is added: methods that can be charged, and usual amounts.

use domain::money::Cents;
use serde::Serialize;
use store::payment_methods::Method;
use utoipa::ToSchema;

/// The methods that can be charged.
#[derive(Serialize, ToSchema)]
pub struct MethodOptions {
    /// The primary one.
    value: Option<String>,
    /// Pairs of id and title.
    options: Vec<[String; 2]>,
}

/// Usual amounts.
#[derive(Serialize, ToSchema)]
pub struct AmountOptions {
    #[schema(value_type = String)]
    value: Cents,
    #[schema(value_type = Vec<String>)]
    options: Vec<Cents>,
}

const AMOUNTS: [Cents; 5] = [Cents::new(5_000), Cents::new(10_000), Cents::new(25_000), Cents::new(50_000), Cents::new(100_000)];

/// Those of an account's methods that can be charged.
pub fn methods(all: &[Method]) -> MethodOptions {
    let chargeable = || all.iter().filter(|method| method.chargeable());
    MethodOptions {
        value: chargeable().find(|method| method.is_primary).or_else(|| chargeable().next()).map(|method| method.id.to_string()),
        options: chargeable().map(|method| [method.id.to_string(), method.title()]).collect(),
    }
}

/// Usual amounts.
pub fn amounts() -> AmountOptions {
    AmountOptions { value: Cents::new(10_000), options: AMOUNTS.to_vec() }
}
