//! A user's settings: what they are, their defaults, and the rules a change must keep.

use crate::fields::FieldErrors;
use crate::money::Cents;
use crate::text;
use serde::{Deserialize, Serialize};

/// The layouts labels are printed on.
pub const LAYOUTS: [&str; 2] = ["4X6", "8.5X11"];
/// The formats labels come in.
pub const FORMATS: [&str; 3] = ["pdf", "png", "zpl"];

/// The settings of one account. Amounts are decimal strings as on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `4X6` or `8.5X11`.
    pub label_layout: String,
    /// `pdf`, `png` or `zpl` (zpl only on 4X6).
    pub label_format: String,
    /// Whether a packing slip comes with the labels.
    pub download_packing_slip: bool,
    /// The printer labels go to.
    pub printer_id: Option<String>,
    /// Recharge when the balance falls below.
    pub recharge_threshold: Option<String>,
    /// How much to recharge: at least the threshold.
    pub replenishment_amount: Option<String>,
    /// The payment method tried first.
    pub primary_topup_method_id: Option<String>,
    /// The payment method tried second.
    pub secondary_topup_method_id: Option<String>,
    /// Approve payouts of incentive reports without asking.
    pub auto_approve_payouts: bool,
    /// Approve pulls of incentive reports without asking.
    pub auto_approve_pulls: bool,
    /// The payment method for invoices.
    pub invoice_autopay_method_id: Option<String>,
    /// The bank account that negative incentives are pulled from.
    pub external_pull_account_id: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            label_layout: "4X6".into(),
            label_format: "pdf".into(),
            download_packing_slip: false,
            printer_id: None,
            recharge_threshold: None,
            replenishment_amount: None,
            primary_topup_method_id: None,
            secondary_topup_method_id: None,
            auto_approve_payouts: false,
            auto_approve_pulls: false,
            invoice_autopay_method_id: None,
            external_pull_account_id: None,
        }
    }
}

impl Settings {
    /// Checks the whole, as it would be after a change. `payment_methods` are the ids the account has.
    pub fn check(&self, payment_methods: &[String]) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        self.check_labels(&mut errors);
        self.check_recharge(&mut errors);
        let methods = [
            ("settings.primary_topup_method_id", &self.primary_topup_method_id),
            ("settings.secondary_topup_method_id", &self.secondary_topup_method_id),
            ("settings.invoice_autopay_method_id", &self.invoice_autopay_method_id),
            ("settings.external_pull_account_id", &self.external_pull_account_id),
        ];
        for (path, method) in methods {
            if method.as_ref().is_some_and(|id| !payment_methods.contains(id)) {
                errors.add(path, "is not one of your payment methods");
            }
        }
        if self.secondary_topup_method_id.is_some() {
            if self.primary_topup_method_id.is_none() {
                errors.add("settings.secondary_topup_method_id", "needs a primary method first");
            } else if self.primary_topup_method_id == self.secondary_topup_method_id {
                errors.add("settings.secondary_topup_method_id", "must differ from the primary method");
            }
        }
        errors.into_result()
    }

    /// Whether a payment method is in use: such a one cannot be removed.
    #[must_use]
    pub fn uses_method(&self, id: &str) -> bool {
        let used = [
            &self.primary_topup_method_id,
            &self.secondary_topup_method_id,
            &self.invoice_autopay_method_id,
            &self.external_pull_account_id,
        ];
        used.into_iter().any(|method| method.as_deref() == Some(id))
    }

    /// Below which balance to recharge, if recharging is set up: a threshold, an amount and a method are needed.
    #[must_use]
    pub fn recharge_below(&self) -> Option<Cents> {
        let threshold = Cents::parse(self.recharge_threshold.as_deref()?).ok()?;
        let amount = Cents::parse(self.replenishment_amount.as_deref()?).ok()?;
        let method = self.primary_topup_method_id.as_ref();
        Some(threshold).filter(|_| method.is_some() && amount > Cents::ZERO)
    }

    /// How much is added then.
    #[must_use]
    pub fn recharge_amount(&self) -> Option<Cents> {
        Cents::parse(self.replenishment_amount.as_deref()?).ok()
    }

    fn check_labels(&self, errors: &mut FieldErrors) {
        if !LAYOUTS.contains(&self.label_layout.as_str()) {
            errors.add("settings.label_layout", "must be 4X6 or 8.5X11");
        }
        if !FORMATS.contains(&self.label_format.as_str()) {
            errors.add("settings.label_format", "must be pdf, png or zpl");
        } else if self.label_format == "zpl" && self.label_layout != "4X6" {
            errors.add("settings.label_format", "ZPL needs the layout 4X6");
        }
        if let Some(id) = &self.printer_id {
            errors.take("settings.printer_id", text::line(id, 200));
        }
    }

    fn check_recharge(&self, errors: &mut FieldErrors) {
        let mut amount = |path: &str, text: &Option<String>| {
            let amount = errors.take(path, text.as_deref().map(Cents::parse).transpose()).flatten();
            if amount.is_some_and(|a| a < Cents::ZERO) {
                errors.add(path, "must not be negative");
            }
            amount
        };
        let threshold = amount("settings.recharge_threshold", &self.recharge_threshold);
        let replenishment = amount("settings.replenishment_amount", &self.replenishment_amount);
        if let (Some(threshold), Some(replenishment)) = (threshold, replenishment)
            && replenishment < threshold
        {
            errors.add("settings.replenishment_amount", "must be at least the recharge threshold");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(settings: &Settings) -> Vec<String> {
        let errors = settings.check(&["pm_1".into(), "pm_2".into()]).err().unwrap_or_default();
        errors.iter().map(|(path, _)| path.to_owned()).collect()
    }

    #[test]
    fn the_defaults_are_valid() {
        assert_eq!(paths(&Settings::default()), Vec::<String>::new());
    }

    #[test]
    fn recharging_needs_a_threshold_an_amount_and_a_method() {
        let set = Settings {
            recharge_threshold: Some("50".into()),
            replenishment_amount: Some("100".into()),
            primary_topup_method_id: Some("pm_1".into()),
            ..Settings::default()
        };
        assert_eq!(set.recharge_below(), Some(Cents::new(5000)));
        assert!(set.uses_method("pm_1") && !set.uses_method("pm_2"));
        assert_eq!(Settings { primary_topup_method_id: None, ..set.clone() }.recharge_below(), None);
        assert_eq!(Settings { replenishment_amount: Some("0".into()), ..set }.recharge_below(), None);
    }

    #[test]
    fn zpl_needs_4x6() {
        let settings = Settings { label_format: "zpl".into(), label_layout: "8.5X11".into(), ..Settings::default() };
        assert_eq!(paths(&settings), ["settings.label_format"]);
    }

    #[test]
    fn recharge_rules() {
        let low = Settings { recharge_threshold: Some("50".into()), replenishment_amount: Some("49.99".into()), ..Settings::default() };
        assert_eq!(paths(&low), ["settings.replenishment_amount"]);
        let alone = Settings { secondary_topup_method_id: Some("pm_1".into()), ..Settings::default() };
        assert_eq!(paths(&alone), ["settings.secondary_topup_method_id"]);
        let unknown = Settings { primary_topup_method_id: Some("pm_9".into()), ..Settings::default() };
        assert_eq!(paths(&unknown), ["settings.primary_topup_method_id"]);
    }
}
