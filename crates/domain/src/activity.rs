//! What the activity log records: every change of money, keys, people, permissions and credentials.
//!
//! An action knows its own key and sentence, so that a slice cannot write a free text that nobody can filter.

use crate::access::Permission;
use crate::money::Cents;

/// Who did it, as the log shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    /// The account owner.
    Owner,
    /// A sub-user.
    Person,
    /// A program with an API key.
    ApiKey,
    /// The product itself or its operator on the command line.
    System,
}

impl ActorKind {
    /// The word on the wire and in the database.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Person => "person",
            Self::ApiKey => "api_key",
            Self::System => "system",
        }
    }
}

/// What was done. The names inside are those of the time of the deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The account came into being.
    AccountCreated,
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed in by a hand-over token from the other server.
    SignedInByToken,
    /// A sign-in with a wrong password.
    SignInFailed {
        /// The address that was tried.
        email: String,
    },
    /// Somebody signed out.
    SignedOut,
    /// A session was ended from the list.
    SessionRevoked {
        /// Whose session.
        of: String,
    },
    /// All other sessions were ended.
    OtherSessionsRevoked,
    /// Somebody changed the own password.
    PasswordChanged,
    /// Recovery instructions were asked for.
    PasswordRecoveryRequested,
    /// A password was set through a recovery link.
    PasswordReset,
    /// A sub-user was added.
    PersonCreated {
        /// Its name.
        name: String,
    },
    /// A sub-user was deleted.
    PersonDeleted {
        /// Its name.
        name: String,
    },
    /// A sub-user may sign in again.
    PersonEnabled {
        /// Its name.
        name: String,
    },
    /// A sub-user was locked out.
    PersonDisabled {
        /// Its name.
        name: String,
    },
    /// A permission was given.
    PermissionGiven {
        /// To whom.
        name: String,
        /// Which.
        permission: Permission,
    },
    /// A permission was taken away.
    PermissionTaken {
        /// From whom.
        name: String,
        /// Which.
        permission: Permission,
    },
    /// A key for programs was made.
    ApiKeyCreated {
        /// Its description.
        description: String,
    },
    /// A key for programs was deleted.
    ApiKeyDeleted {
        /// Its description.
        description: String,
    },
    /// Another key became the default.
    ApiKeyMadeDefault {
        /// Its description.
        description: String,
    },
    /// A user's own account with a carrier was added.
    CarrierAccountCreated {
        /// Carrier and description.
        name: String,
    },
    /// A user's own account with a carrier was changed.
    CarrierAccountChanged {
        /// Carrier and description.
        name: String,
    },
    /// A user's own account with a carrier was deleted.
    CarrierAccountDeleted {
        /// Carrier and description.
        name: String,
    },
    /// Settings were changed.
    SettingsChanged {
        /// The names of the changed settings.
        names: Vec<&'static str>,
    },
    /// A version of the terms was accepted.
    TermsAccepted {
        /// Which version.
        version: i64,
    },
    /// Money was credited by the operator.
    BalanceCredited {
        /// How much.
        amount: Cents,
    },
    /// A label was ordered and its price set aside.
    LabelOrdered {
        /// Carrier and service.
        service: String,
        /// Its price.
        amount: Cents,
    },
    /// A label's money was asked back.
    RefundRequested {
        /// Its number.
        tracking_code: String,
    },
    /// A card or bank account was added.
    PaymentMethodAdded {
        /// Its name.
        name: String,
    },
    /// A card or bank account was removed.
    PaymentMethodRemoved {
        /// Its name.
        name: String,
    },
    /// Another payment method became the primary one.
    PaymentMethodMadePrimary {
        /// Its name.
        name: String,
    },
    /// A bank account was verified.
    PaymentMethodVerified {
        /// Its name.
        name: String,
    },
    /// Money was added from a payment method.
    TopUpOrdered {
        /// How much.
        amount: Cents,
        /// From which method.
        method: String,
    },
    /// The balance fell below its threshold and is recharged.
    RechargeOrdered {
        /// How much.
        amount: Cents,
        /// From which method.
        method: String,
    },
    /// A bank told what became of a payment.
    PaymentSettled {
        /// How much.
        amount: Cents,
        /// Its state in a word.
        outcome: &'static str,
    },
    /// A carrier charged or gave back something afterwards.
    AdjustmentPosted {
        /// How much was taken; negative for a credit.
        amount: Cents,
        /// Of which label.
        tracking_code: String,
    },
    /// An adjustment was disputed.
    AdjustmentDisputed {
        /// Of which label.
        tracking_code: String,
    },
    /// A dispute was decided.
    DisputeDecided {
        /// Of which label.
        tracking_code: String,
        /// `won` or `lost`.
        outcome: &'static str,
    },
    /// An invoice was drawn up.
    InvoiceDrawn {
        /// Its number as shown.
        number: String,
        /// How much.
        amount: Cents,
    },
    /// An invoice is being paid.
    InvoicePaymentOrdered {
        /// Its number as shown.
        number: String,
        /// How much.
        amount: Cents,
    },
    /// An incentive report was approved.
    IncentiveReportApproved {
        /// Its number as shown.
        number: String,
    },
    /// An incentive report is being paid.
    IncentivesPaid {
        /// Its number as shown.
        number: String,
        /// How much; negative when it was pulled.
        amount: Cents,
    },
    /// Contact or billing information was changed.
    BillingInformationChanged,
    /// The agreement of the payment processor was accepted.
    BusinessAgreementAccepted,
}

impl Action {
    /// Every key with its label for the filter, in the order of the menu.
    pub const FILTERS: [(&'static str, &'static str); 43] = [
        ("account.created", "Account created"),
        ("session.signed_in", "Signed in"),
        ("session.signed_in_by_token", "Signed in by link"),
        ("session.failed", "Sign-in failed"),
        ("session.signed_out", "Signed out"),
        ("session.revoked", "Session ended"),
        ("session.others_revoked", "Other sessions ended"),
        ("password.changed", "Password changed"),
        ("password.recovery_requested", "Recovery requested"),
        ("password.reset", "Password reset"),
        ("person.created", "User added"),
        ("person.deleted", "User deleted"),
        ("person.enabled", "User enabled"),
        ("person.disabled", "User disabled"),
        ("permission.given", "Permission given"),
        ("permission.taken", "Permission taken away"),
        ("api_key.created", "API key created"),
        ("api_key.deleted", "API key deleted"),
        ("api_key.made_default", "Default API key changed"),
        ("carrier_account.created", "Carrier account added"),
        ("carrier_account.changed", "Carrier account changed"),
        ("carrier_account.deleted", "Carrier account deleted"),
        ("settings.changed", "Settings changed"),
        ("terms.accepted", "Terms accepted"),
        ("balance.credited", "Balance credited"),
        ("label.ordered", "Label ordered"),
        ("refund.requested", "Refund requested"),
        ("payment_method.added", "Payment method added"),
        ("payment_method.removed", "Payment method removed"),
        ("payment_method.made_primary", "Primary payment method changed"),
        ("payment_method.verified", "Bank account verified"),
        ("balance.top_up", "Top-up"),
        ("balance.recharge", "Automatic recharge"),
        ("payment.settled", "Payment settled"),
        ("adjustment.posted", "Adjustment"),
        ("adjustment.disputed", "Adjustment disputed"),
        ("adjustment.decided", "Dispute decided"),
        ("invoice.drawn", "Invoice drawn up"),
        ("invoice.payment", "Invoice payment"),
        ("incentives.approved", "Incentive report approved"),
        ("incentives.paid", "Incentives paid"),
        ("billing.changed", "Billing information changed"),
        ("business.agreement", "Business agreement accepted"),
    ];

    /// The stable key.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::AccountCreated => "account.created",
            Self::SignedIn => "session.signed_in",
            Self::SignedInByToken => "session.signed_in_by_token",
            Self::SignInFailed { .. } => "session.failed",
            Self::SignedOut => "session.signed_out",
            Self::SessionRevoked { .. } => "session.revoked",
            Self::OtherSessionsRevoked => "session.others_revoked",
            Self::PasswordChanged => "password.changed",
            Self::PasswordRecoveryRequested => "password.recovery_requested",
            Self::PasswordReset => "password.reset",
            Self::PersonCreated { .. } => "person.created",
            Self::PersonDeleted { .. } => "person.deleted",
            Self::PersonEnabled { .. } => "person.enabled",
            Self::PersonDisabled { .. } => "person.disabled",
            Self::PermissionGiven { .. } => "permission.given",
            Self::PermissionTaken { .. } => "permission.taken",
            Self::ApiKeyCreated { .. } => "api_key.created",
            Self::ApiKeyDeleted { .. } => "api_key.deleted",
            Self::ApiKeyMadeDefault { .. } => "api_key.made_default",
            Self::CarrierAccountCreated { .. } => "carrier_account.created",
            Self::CarrierAccountChanged { .. } => "carrier_account.changed",
            Self::CarrierAccountDeleted { .. } => "carrier_account.deleted",
            Self::SettingsChanged { .. } => "settings.changed",
            Self::TermsAccepted { .. } => "terms.accepted",
            Self::BalanceCredited { .. } => "balance.credited",
            Self::LabelOrdered { .. } => "label.ordered",
            Self::RefundRequested { .. } => "refund.requested",
            Self::PaymentMethodAdded { .. } => "payment_method.added",
            Self::PaymentMethodRemoved { .. } => "payment_method.removed",
            Self::PaymentMethodMadePrimary { .. } => "payment_method.made_primary",
            Self::PaymentMethodVerified { .. } => "payment_method.verified",
            Self::TopUpOrdered { .. } => "balance.top_up",
            Self::RechargeOrdered { .. } => "balance.recharge",
            Self::PaymentSettled { .. } => "payment.settled",
            Self::AdjustmentPosted { .. } => "adjustment.posted",
            Self::AdjustmentDisputed { .. } => "adjustment.disputed",
            Self::DisputeDecided { .. } => "adjustment.decided",
            Self::InvoiceDrawn { .. } => "invoice.drawn",
            Self::InvoicePaymentOrdered { .. } => "invoice.payment",
            Self::IncentiveReportApproved { .. } => "incentives.approved",
            Self::IncentivesPaid { .. } => "incentives.paid",
            Self::BillingInformationChanged => "billing.changed",
            Self::BusinessAgreementAccepted => "business.agreement",
        }
    }

    /// The sentence the owner reads.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::AccountCreated => "Created the account".into(),
            Self::SignedIn => "Signed in".into(),
            Self::SignedInByToken => "Signed in with a link from another server".into(),
            Self::SignInFailed { email } => format!("A sign-in as {email} failed: wrong password"),
            Self::SignedOut => "Signed out".into(),
            Self::SessionRevoked { of } => format!("Ended a session of {of}"),
            Self::OtherSessionsRevoked => "Ended all other sessions".into(),
            Self::PasswordChanged => "Changed the password".into(),
            Self::PasswordRecoveryRequested => "Asked for password recovery".into(),
            Self::PasswordReset => "Set a new password through a recovery link".into(),
            Self::PersonCreated { name } => format!("Added the user {name}"),
            Self::PersonDeleted { name } => format!("Deleted the user {name}"),
            Self::PersonEnabled { name } => format!("Enabled the user {name}"),
            Self::PersonDisabled { name } => format!("Disabled the user {name}"),
            Self::PermissionGiven { name, permission } => format!("Gave {name} the permission {}", permission.label()),
            Self::PermissionTaken { name, permission } => format!("Took the permission {} from {name}", permission.label()),
            Self::ApiKeyCreated { description } => format!("Created the API key {description}"),
            Self::ApiKeyDeleted { description } => format!("Deleted the API key {description}"),
            Self::ApiKeyMadeDefault { description } => format!("Made the API key {description} the default"),
            Self::CarrierAccountCreated { name } => format!("Added the carrier account {name}"),
            Self::CarrierAccountChanged { name } => format!("Changed the carrier account {name}"),
            Self::CarrierAccountDeleted { name } => format!("Deleted the carrier account {name}"),
            Self::SettingsChanged { names } => format!("Changed the settings {}", names.join(", ")),
            Self::TermsAccepted { version } => format!("Accepted version {version} of the terms"),
            Self::BalanceCredited { amount } => format!("Credited ${amount} to the balance"),
            Self::LabelOrdered { service, amount } => format!("Ordered a {service} label for ${amount}"),
            Self::RefundRequested { tracking_code } => format!("Asked for the money of label {tracking_code}"),
            Self::PaymentMethodAdded { name } => format!("Added the payment method {name}"),
            Self::PaymentMethodRemoved { name } => format!("Removed the payment method {name}"),
            Self::PaymentMethodMadePrimary { name } => format!("Made {name} the primary payment method"),
            Self::PaymentMethodVerified { name } => format!("Verified the bank account {name}"),
            Self::TopUpOrdered { amount, method } => format!("Ordered a top-up of ${amount} from {method}"),
            Self::RechargeOrdered { amount, method } => {
                format!("Recharged ${amount} from {method}, because the balance fell below its threshold")
            }
            Self::PaymentSettled { amount, outcome } => format!("The payment of ${amount} is {outcome}"),
            Self::AdjustmentPosted { amount, tracking_code } => format!("Adjusted label {tracking_code} by ${amount}"),
            Self::AdjustmentDisputed { tracking_code } => format!("Disputed the adjustment of label {tracking_code}"),
            Self::DisputeDecided { tracking_code, outcome } => format!("The dispute about label {tracking_code} was {outcome}"),
            Self::InvoiceDrawn { number, amount } => format!("Drew up invoice {number} of ${amount}"),
            Self::InvoicePaymentOrdered { number, amount } => format!("Ordered the payment of ${amount} for invoice {number}"),
            Self::IncentiveReportApproved { number } => format!("Approved incentive report {number}"),
            Self::IncentivesPaid { number, amount } => format!("Ordered the payment of ${amount} for incentive report {number}"),
            Self::BillingInformationChanged => "Changed the billing information".into(),
            Self::BusinessAgreementAccepted => "Accepted the services agreement of the payment processor".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_name_the_people_and_things() {
        let action = Action::PermissionGiven { name: "Ann Lee".into(), permission: Permission::ScanForms };
        assert_eq!(action.summary(), "Gave Ann Lee the permission Scan forms");
        assert!(Action::FILTERS.iter().any(|(key, _)| *key == action.key()));
    }
}
