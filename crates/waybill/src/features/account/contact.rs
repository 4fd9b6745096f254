//! Contact and billing information. Name and e-mail address are the owner's: the address signs in, so nobody else may change it.

use super::show::{UserReply, user};
use crate::app::App;
use crate::audit::record;
use crate::http::error::ApiError;
use crate::http::extract::{Body, SignedIn};
use crate::http::request::Client;
use axum::Json;
use axum::extract::State;
use domain::activity::Action;
use domain::billing::BillingAddress;
use domain::email::Email;
use domain::fields::FieldErrors;
use domain::text;
use serde::{Deserialize, Serialize};
use store::{StoreError, accounts};
use utoipa::ToSchema;

/// The owner.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContactUser {
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    billing_eq_contact: Option<bool>,
}

/// An address.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AddressAttributes {
    street_name: String,
    city: String,
    state: String,
    zip: String,
}

impl From<AddressAttributes> for BillingAddress {
    fn from(given: AddressAttributes) -> Self {
        Self { street_name: given.street_name, city: given.city, state: given.state, zip: given.zip }
    }
}

/// What the screen sends; what is absent stays.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContactIn {
    user: ContactUser,
    contact_address_attributes: Option<AddressAttributes>,
    billing_address_attributes: Option<AddressAttributes>,
}

fn phone(text: &str) -> Result<String, String> {
    let trimmed = text.trim();
    let allowed = |c: char| c.is_ascii_digit() || " +-().x".contains(c);
    if trimmed.is_empty() {
        Ok(String::new())
    } else if trimmed.len() > 30 || !trimmed.chars().all(allowed) || trimmed.bytes().filter(u8::is_ascii_digit).count() < 7 {
        Err("must be a telephone number such as 415 555 0100".into())
    } else {
        Ok(trimmed.to_owned())
    }
}

/// Change contact and billing information
#[utoipa::path(patch, path = "/dashboard/user", tag = "account", operation_id = "user_update", request_body = ContactIn,
    responses((status = OK, body = UserReply)))]
pub async fn update(
    State(app): State<App>,
    caller: SignedIn,
    client: Client,
    Body(input): Body<ContactIn>,
) -> Result<Json<UserReply>, ApiError> {
    let mut writer = app.store().writer().await?;
    let before = accounts::contact(&mut writer, &caller.account_id).await?.ok_or_else(ApiError::not_found)?;
    let mut contact = before.clone();
    let mut errors = FieldErrors::default();
    if let Some(name) = &input.user.name {
        contact.name = errors.take("user.name", text::line(name, 120)).unwrap_or_default();
    }
    if let Some(email) = &input.user.email {
        contact.email = errors.take("user.email", Email::parse(email)).unwrap_or_else(|| before.email.clone());
    }
    if let Some(given) = &input.user.phone {
        contact.phone = errors.take("user.phone", phone(given)).unwrap_or_default();
    }
    contact.billing_eq_contact = input.user.billing_eq_contact.unwrap_or(contact.billing_eq_contact);
    if let Some(given) = input.contact_address_attributes {
        contact.contact_address = BillingAddress::check("contact_address", &given.into(), &mut errors);
    }
    if let Some(given) = input.billing_address_attributes.filter(|_| !contact.billing_eq_contact) {
        contact.billing_address = BillingAddress::check("billing_address", &given.into(), &mut errors);
    }
    if !caller.is_owner() {
        for (path, changed) in [("user.name", contact.name != before.name), ("user.email", contact.email != before.email)] {
            if changed {
                errors.add(path, "can only be changed by the account owner");
            }
        }
    }
    errors.into_result()?;
    if contact != before {
        match accounts::save_contact(&mut writer, &caller.account_id, &contact).await {
            Err(StoreError::Duplicate) => return Err(ApiError::invalid_field("user.email", "is taken")),
            other => other?,
        }
        record(&app, &mut writer, &caller, &client, &Action::BillingInformationChanged).await?;
    }
    writer.commit().await?;
    user(&app, &caller).await
}

#[cfg(test)]
mod tests {
    use super::phone;

    #[test]
    fn telephone_numbers() {
        assert_eq!(phone(" +1 (415) 555-0100 x2 ").as_deref(), Ok("+1 (415) 555-0100 x2"));
        assert_eq!(phone(" ").as_deref(), Ok(""));
        assert!(phone("call me").is_err() && phone("555").is_err());
    }
}
