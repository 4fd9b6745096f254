//! The table of who may call what. A route that is not in it answers nobody, and a test fails for it.
//!
//! The order is that of the specification. Whoever adds a route adds its line here.

use axum::http::Method;
use domain::access::{Guard, Permission};

/// One line of the table.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// HTTP method.
    pub method: &'static str,
    /// The path as the router knows it.
    pub path: &'static str,
    /// Who may call it.
    pub guard: Guard,
    /// Whether it also answers a user who has not accepted the terms yet.
    pub before_terms: bool,
}

const fn rule(method: &'static str, path: &'static str, guard: Guard) -> Rule {
    Rule { method, path, guard, before_terms: false }
}

const fn before_terms(method: &'static str, path: &'static str, guard: Guard) -> Rule {
    Rule { method, path, guard, before_terms: true }
}

const API_KEYS: Guard = Guard::AnyOf(&[Permission::ApiKeys]);
const SHIPMENTS: Guard = Guard::AnyOf(&[Permission::ShipmentReporting]);
const BILLING_REPORTS: Guard = Guard::AnyOf(&[Permission::BillingReporting]);
const BILLING_SETTINGS: Guard = Guard::AnyOf(&[Permission::BillingSettings]);
const BILLING: Guard = Guard::AnyOf(&[Permission::BillingReporting, Permission::BillingSettings]);
const ADD_LOCATIONS: Guard = Guard::AnyOf(&[Permission::AddLocations]);

/// The table.
pub const TABLE: &[Rule] = &[
    rule("GET", "/users/setup", Guard::Anyone),
    rule("POST", "/users/setup", Guard::Anyone),
    rule("POST", "/users/sign_in", Guard::Anyone),
    before_terms("DELETE", "/users/sign_out", Guard::SignedIn),
    rule("POST", "/users/password", Guard::Anyone),
    rule("PUT", "/users/password", Guard::Anyone),
    rule("GET", "/dashboard/api_keys/{id}", Guard::Anyone),
    rule("GET", "/dashboard/api_keys/token", Guard::SignedIn),
    rule("GET", "/dashboard/terms.json", Guard::Anyone),
    rule("GET", "/dashboard/privacy.json", Guard::Anyone),
    rule("POST", "/auth/finalize/{key}", Guard::Owner),
    before_terms("GET", "/dashboard/user", Guard::SignedIn),
    rule("PATCH", "/dashboard/user", BILLING_SETTINGS),
    before_terms("POST", "/dashboard/user/accept_tos", Guard::Owner),
    rule("PATCH", "/dashboard/user/password", Guard::SignedIn),
    rule("GET", "/dashboard/user/settings", Guard::SignedIn),
    rule("PATCH", "/dashboard/user/settings", BILLING_SETTINGS),
    rule("GET", "/dashboard/persons", Guard::Owner),
    rule("POST", "/dashboard/persons", Guard::Owner),
    rule("DELETE", "/dashboard/persons/{id}", Guard::Owner),
    rule("PATCH", "/dashboard/persons/{id}/toggle_state", Guard::Owner),
    rule("PATCH", "/dashboard/persons/{id}/toggle_permission", Guard::Owner),
    rule("GET", "/dashboard/api_keys", API_KEYS),
    rule("POST", "/dashboard/api_keys", API_KEYS),
    rule("DELETE", "/dashboard/api_keys/{id}", API_KEYS),
    rule("PATCH", "/dashboard/api_keys/{id}/default", API_KEYS),
    rule("GET", "/dashboard/sessions", Guard::SignedIn),
    rule("DELETE", "/dashboard/sessions", Guard::SignedIn),
    rule("DELETE", "/dashboard/sessions/{id}", Guard::SignedIn),
    rule("GET", "/dashboard/activity", Guard::Owner),
    rule("GET", "/dashboard/shipments", SHIPMENTS),
    rule("POST", "/dashboard/shipments", Guard::Owner),
    rule("GET", "/dashboard/shipments/{id}", SHIPMENTS),
    rule("PATCH", "/dashboard/shipments/{id}", Guard::Owner),
    rule("DELETE", "/dashboard/shipments/{id}", Guard::Owner),
    rule("POST", "/dashboard/shipments/quote", Guard::Owner),
    rule("POST", "/dashboard/shipments/{id}/buy", Guard::Owner),
    rule("POST", "/dashboard/shipments/{id}/return", Guard::Owner),
    rule("GET", "/dashboard/shipments/{id}/order", SHIPMENTS),
    rule("GET", "/dashboard/shipments/{id}/label", SHIPMENTS),
    rule("POST", "/dashboard/shipments/buy", Guard::Owner),
    rule("POST", "/dashboard/shipments/refund", Guard::Owner),
    rule("POST", "/dashboard/shipments/compile", SHIPMENTS),
    rule("POST", "/dashboard/shipments/delete", Guard::Owner),
    rule("POST", "/dashboard/shipments/print", SHIPMENTS),
    rule("POST", "/dashboard/shipments/execute", Guard::Owner),
    rule("POST", "/dashboard/shipments/download", Guard::Anyone),
    rule("POST", "/dashboard/shipments/report", SHIPMENTS),
    rule("GET", "/dashboard/files/{id}", Guard::Anyone),
    rule("POST", "/dashboard/addresses/check", Guard::SignedIn),
    rule("GET", "/dashboard/addresses/autocomplete", Guard::SignedIn),
    rule("GET", "/dashboard/zips/{zip}", Guard::SignedIn),
    rule("GET", "/dashboard/shipping_options", Guard::SignedIn),
    rule("GET", "/dashboard/jobs", Guard::SignedIn),
    rule("GET", "/dashboard/jobs/{id}", Guard::SignedIn),
    rule("GET", "/dashboard/jobs/{id}/rows", Guard::SignedIn),
    rule("GET", "/dashboard/jobs/{id}/causes", Guard::SignedIn),
    rule("POST", "/dashboard/jobs/{id}/retry", Guard::Owner),
    rule("POST", "/dashboard/jobs/{id}/cancel", Guard::Owner),
    rule("POST", "/dashboard/shipment_uploads", Guard::Owner),
    rule("GET", "/dashboard/shipment_uploads", SHIPMENTS),
    rule("GET", "/dashboard/shipment_uploads/{id}", SHIPMENTS),
    rule("DELETE", "/dashboard/shipment_uploads/{id}", Guard::Owner),
    rule("GET", "/dashboard/shipment_uploads/{id}/status", SHIPMENTS),
    rule("GET", "/dashboard/shipment_uploads/{id}/maps", Guard::Owner),
    rule("POST", "/dashboard/shipment_uploads/{id}/update_maps", Guard::Owner),
    rule("POST", "/dashboard/shipment_uploads/{id}/rate", Guard::Owner),
    rule("GET", "/dashboard/shipment_uploads/{id}/rates", SHIPMENTS),
    rule("PATCH", "/dashboard/shipment_uploads/{id}/rates", Guard::Owner),
    rule("POST", "/dashboard/shipment_uploads/{id}/buy_labels", Guard::Owner),
    rule("POST", "/dashboard/shipment_uploads/{id}/retry", Guard::Owner),
    rule("GET", "/dashboard/shipment_uploads/{id}/results", SHIPMENTS),
    rule("GET", "/dashboard/shipment_uploads/{id}/results.csv", Guard::Anyone),
    rule("GET", "/dashboard/shipment_uploads/{id}/events", Guard::Anyone),
    rule("GET", "/dashboard/shipment_upload_mappings", SHIPMENTS),
    rule("POST", "/dashboard/shipment_upload_mappings", Guard::Owner),
    rule("PATCH", "/dashboard/shipment_upload_mappings/{id}", Guard::Owner),
    rule("DELETE", "/dashboard/shipment_upload_mappings/{id}", Guard::Owner),
    rule("GET", "/dashboard/shipment_upload_mappings/{id}/template", SHIPMENTS),
    rule("GET", "/dashboard/shipment_upload_mappings/{id}/template.csv", Guard::Anyone),
    rule("GET", "/dashboard/user/addresses", Guard::SignedIn),
    rule("POST", "/dashboard/user/addresses", ADD_LOCATIONS),
    rule("PATCH", "/dashboard/user/addresses/{id}", ADD_LOCATIONS),
    rule("DELETE", "/dashboard/user/addresses/{id}", ADD_LOCATIONS),
    rule("GET", "/dashboard/saved_packages", Guard::Owner),
    rule("POST", "/dashboard/saved_packages", Guard::Owner),
    rule("GET", "/dashboard/saved_packages/{id}", Guard::Owner),
    rule("PATCH", "/dashboard/saved_packages/{id}", Guard::Owner),
    rule("DELETE", "/dashboard/saved_packages/{id}", Guard::Owner),
    rule("GET", "/dashboard/carrier_accounts", Guard::Owner),
    rule("POST", "/dashboard/carrier_accounts", Guard::Owner),
    rule("PATCH", "/dashboard/carrier_accounts/{id}", Guard::Owner),
    rule("DELETE", "/dashboard/carrier_accounts/{id}", Guard::Owner),
    rule("POST", "/dashboard/carrier_accounts/test", Guard::Owner),
    rule("POST", "/dashboard/carrier_accounts/{id}/test", Guard::Owner),
    rule("GET", "/dashboard/printers", Guard::Owner),
    rule("POST", "/dashboard/printers", Guard::Owner),
    rule("DELETE", "/dashboard/printers/{id}", Guard::Owner),
    rule("POST", "/dashboard/printers/{id}/test", Guard::Owner),
    rule("GET", "/dashboard/balance", BILLING),
    rule("PATCH", "/dashboard/balance", BILLING_SETTINGS),
    rule("GET", "/dashboard/balance/transactions", BILLING_REPORTS),
    rule("GET", "/dashboard/balance/transactions/{id}", BILLING_REPORTS),
    rule("GET", "/dashboard/balance/entries", BILLING_REPORTS),
    rule("POST", "/dashboard/balance/report", BILLING_REPORTS),
    rule("GET", "/dashboard/adjustments", BILLING_REPORTS),
    rule("PATCH", "/dashboard/adjustments/{id}", BILLING_REPORTS),
    rule("POST", "/dashboard/adjustments/import", Guard::Owner),
    rule("GET", "/dashboard/payment_methods", BILLING_SETTINGS),
    rule("POST", "/dashboard/payment_methods", BILLING_SETTINGS),
    rule("POST", "/dashboard/payment_methods/start_card", BILLING_SETTINGS),
    rule("POST", "/dashboard/payment_methods/link_token", BILLING_SETTINGS),
    rule("PATCH", "/dashboard/payment_methods/{id}", BILLING_SETTINGS),
    rule("DELETE", "/dashboard/payment_methods/{id}", BILLING_SETTINGS),
    rule("PUT", "/dashboard/payment_methods/{id}/verify", BILLING_SETTINGS),
    rule("POST", "/dashboard/sandbox_bank/cards", BILLING_SETTINGS),
    rule("POST", "/dashboard/sandbox_bank/banks", BILLING_SETTINGS),
    rule("GET", "/dashboard/invoices", BILLING),
    rule("GET", "/dashboard/external_balance", BILLING_REPORTS),
    rule("GET", "/dashboard/external_balance/transactions", BILLING_REPORTS),
    rule("POST", "/dashboard/external_balance/report", BILLING_REPORTS),
    rule("GET", "/dashboard/channel_balance", BILLING_REPORTS),
    rule("GET", "/dashboard/channel_balance/transactions", BILLING_REPORTS),
    rule("POST", "/dashboard/channel_balance/report", BILLING_REPORTS),
    rule("PATCH", "/dashboard/incentive_reports/{id}/approve", BILLING_SETTINGS),
    rule("GET", "/dashboard/business_information", Guard::Owner),
    rule("POST", "/dashboard/business_information", Guard::Owner),
    rule("GET", "/dashboard/documents/receipts/{id}", Guard::Anyone),
    rule("GET", "/dashboard/documents/invoices/{id}", Guard::Anyone),
    rule("GET", "/dashboard/documents/incentive_reports/{id}", Guard::Anyone),
    rule("POST", "/webhooks/stripe", Guard::Anyone),
    rule("POST", "/webhooks/plaid", Guard::Anyone),
];

/// The rule of a route; nothing when it is not in the table.
#[must_use]
pub fn find(method: &Method, path: &str) -> Option<&'static Rule> {
    let method = if method == Method::HEAD { "GET" } else { method.as_str() };
    TABLE.iter().find(|rule| rule.method == method && rule.path == path)
}

/// Who may call it, in words for the API documentation.
#[must_use]
pub fn words(guard: Guard) -> String {
    let keys = |wanted: &[Permission]| wanted.iter().map(|p| p.key()).collect::<Vec<_>>();
    match guard {
        Guard::Anyone => "everybody, signed out too".into(),
        Guard::SignedIn => "everybody who is signed in".into(),
        Guard::Owner => "the owner".into(),
        Guard::AnyOf(wanted) => format!("the owner, or a user with {}", keys(wanted).join(" or ")),
        Guard::AllOf(wanted) => format!("the owner, or a user with {}", keys(wanted).join(" and ")),
    }
}
