//! Credentials as they are sent and as they are shown: in clear on the way in, masked on the way out.

use crate::carriers::own::CredentialSet;
use domain::carrier::Carrier;
use domain::fields::FieldErrors;
use domain::text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const MASK: &str = "••••••••";

/// Credentials as they are sent. A blank, absent or masked field keeps what is stored.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CredentialsIn {
    /// API key (FedEx) or client id (UPS).
    key: Option<String>,
    /// UPS: merchant id.
    user_id: Option<String>,
    /// FedEx: meter number.
    meter: Option<String>,
    /// Secret key (FedEx) or client secret (UPS).
    password: Option<String>,
    /// Account or shipper number.
    account_number: Option<String>,
    /// FedEx: another account for Ground Economy; absent or null: none.
    smart_post: Option<SmartPostIn>,
}

/// FedEx credentials for Ground Economy as they are sent.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SmartPostIn {
    key: Option<String>,
    meter: Option<String>,
    password: Option<String>,
    account_number: Option<String>,
}

fn kept(new: Option<&String>, old: Option<&String>) -> String {
    let new = new.map(|text| text.trim()).filter(|text| !text.is_empty() && !text.contains('•'));
    new.map_or_else(|| old.cloned().unwrap_or_default(), str::to_owned)
}

impl CredentialsIn {
    /// What is stored after the change, checked: every field that the carrier needs is there.
    pub fn read(&self, carrier: Carrier, old: Option<&CredentialSet>) -> Result<CredentialSet, FieldErrors> {
        let was = |field: fn(&CredentialSet) -> &String| old.map(field);
        let mut set = CredentialSet {
            key: kept(self.key.as_ref(), was(|old| &old.key)),
            password: kept(self.password.as_ref(), was(|old| &old.password)),
            account_number: kept(self.account_number.as_ref(), was(|old| &old.account_number)),
            ..CredentialSet::default()
        };
        if carrier == Carrier::Ups {
            set.user_id = kept(self.user_id.as_ref(), was(|old| &old.user_id));
        } else {
            set.meter = kept(self.meter.as_ref(), was(|old| &old.meter));
            let old = old.and_then(|old| old.smart_post.as_deref());
            set.smart_post = self.smart_post.as_ref().map(|smart_post| Box::new(smart_post.read(old)));
        }
        check(&set, carrier)?;
        Ok(set)
    }
}

impl SmartPostIn {
    fn read(&self, old: Option<&CredentialSet>) -> CredentialSet {
        CredentialSet {
            key: kept(self.key.as_ref(), old.map(|old| &old.key)),
            meter: kept(self.meter.as_ref(), old.map(|old| &old.meter)),
            password: kept(self.password.as_ref(), old.map(|old| &old.password)),
            account_number: kept(self.account_number.as_ref(), old.map(|old| &old.account_number)),
            ..CredentialSet::default()
        }
    }
}

/// The registry says what is missing; here is said what nobody can have meant.
fn check(set: &CredentialSet, carrier: Carrier) -> Result<(), FieldErrors> {
    if let Some(credentials) = set.for_carrier(carrier) {
        credentials.check()?;
    }
    let mut errors = FieldErrors::default();
    let sets = [("credentials", Some(set)), ("credentials.smart_post", set.smart_post.as_deref())];
    for (path, set) in sets.into_iter().filter_map(|(path, set)| set.map(|set| (path, set))) {
        let CredentialSet { key, user_id, meter, password, account_number, .. } = set;
        let fields = [("key", key), ("user_id", user_id), ("meter", meter), ("password", password), ("account_number", account_number)];
        for (field, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
            errors.take(&format!("{path}.{field}"), text::line(value, 500));
        }
    }
    errors.into_result()
}

/// Credentials as they are shown: secrets as dots, numbers with their last four characters.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct CredentialsOut {
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meter: Option<String>,
    password: String,
    account_number: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    smart_post: Option<SmartPostOut>,
}

/// FedEx credentials for Ground Economy as they are shown.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct SmartPostOut {
    key: String,
    meter: String,
    password: String,
    account_number: String,
}

fn last_four(value: &str) -> String {
    let count = value.chars().count();
    // Four characters of a short number would be most of it.
    if count < 8 { MASK.to_owned() } else { format!("{MASK}{}", value.chars().skip(count - 4).collect::<String>()) }
}

impl CredentialsOut {
    /// The masks of credentials.
    pub fn masked(set: &CredentialSet, carrier: Carrier) -> Self {
        let ups = carrier == Carrier::Ups;
        let smart_post = set.smart_post.as_ref().map(|set| SmartPostOut {
            key: MASK.into(),
            meter: last_four(&set.meter),
            password: MASK.into(),
            account_number: last_four(&set.account_number),
        });
        Self {
            key: MASK.into(),
            user_id: ups.then(|| last_four(&set.user_id)),
            meter: (!ups).then(|| last_four(&set.meter)),
            password: MASK.into(),
            account_number: last_four(&set.account_number),
            smart_post,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(sent: serde_json::Value, old: Option<&CredentialSet>) -> Result<CredentialSet, FieldErrors> {
        serde_json::from_value::<CredentialsIn>(sent).unwrap().read(Carrier::FedEx, old)
    }

    fn full() -> CredentialSet {
        let set = json!({"key": "k1", "meter": "118", "password": "p1", "account_number": "510087020"});
        let mut sent = set.clone();
        sent["smart_post"] = set;
        read(sent, None).unwrap_or_default()
    }

    #[test]
    fn blank_and_masked_fields_keep_and_an_absent_set_goes() {
        let old = full();
        assert!(old.smart_post.is_some());
        let changed = read(json!({"key": "", "password": " p2 ", "account_number": "••••••••7020", "smart_post": {}}), Some(&old))
            .unwrap_or_default();
        assert!(
            changed.key == "k1"
                && changed.password == "p2"
                && changed.account_number == "510087020"
                && changed.smart_post == old.smart_post
        );
        assert!(read(json!({}), Some(&old)).unwrap_or_default().smart_post.is_none());
    }

    #[test]
    fn every_field_is_needed_and_told_by_its_path() {
        let sent = json!({"key": "k", "meter": "m", "password": "p", "account_number": "a", "smart_post": {"key": "k"}});
        let errors = read(sent, None).err().unwrap_or_default();
        let paths: Vec<&str> = errors.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["account_number", "meter", "password"].map(|field| format!("credentials.smart_post.{field}")));
        let long = json!({"key": "k".repeat(501), "meter": "m", "password": "p", "account_number": "a"});
        assert_eq!(read(long, None).err(), Some(FieldErrors::one("credentials.key", "should be at most 500 characters")));
    }

    #[test]
    fn masks_tell_nothing_of_secrets() {
        let shown = serde_json::to_value(CredentialsOut::masked(&full(), Carrier::FedEx)).unwrap();
        let set = json!({"key": MASK, "meter": MASK, "password": MASK, "account_number": format!("{MASK}7020")});
        let mut expected = set.clone();
        expected["smart_post"] = set;
        assert_eq!(shown, expected);
    }
}
