//! The demo account's money: methods, top-ups, what carriers charged afterwards, a recharge setting. All through the API, so that
//! the books are what anybody's would be.

use super::Stop;
use super::demo_desk::Desk;
use axum::http::Method;
use serde_json::{Value, json};

const BOUNDARY: &str = "waybill-demo";

/// Fills the billing screens of one world; `labels` are numbers of labels that carriers weigh again.
pub async fn fill(desk: &Desk, labels: &[String]) -> Result<(), Stop> {
    let address = json!({ "street_name": "417 Montgomery St", "city": "San Francisco", "state": "CA", "zip": "94104" });
    let contact = json!({ "user": { "phone": "415-555-0134", "billing_eq_contact": true }, "contact_address_attributes": address });
    desk.call(Method::PATCH, "user", &contact).await?;
    let visa = card(desk, "4242424242424242").await?;
    let master = card(desk, "5555555555554444").await?;
    let bank = bank(desk).await?;
    for (method, amount) in [(&visa, "150.00"), (&master, "75.00"), (&bank, "100.00")] {
        desk.call(Method::PATCH, "balance", &json!({ "amount": amount, "topup_method": method })).await?;
    }
    adjust(desk, labels).await?;
    let recharge = json!({ "settings": { "recharge_threshold": "50.00", "replenishment_amount": "100.00",
        "primary_topup_method_id": visa, "secondary_topup_method_id": bank } });
    desk.call(Method::PATCH, "user/settings", &recharge).await?;
    Ok(())
}

async fn card(desk: &Desk, number: &str) -> Result<String, Stop> {
    let typed = desk.add("sandbox_bank/cards", &json!({ "number": number, "expiry": "12/39", "cvc": "123" })).await?;
    method(desk, &json!({ "type": "BankCard", "stripe_source_id": typed["token"] })).await
}

async fn bank(desk: &Desk) -> Result<String, Stop> {
    let account = json!({ "routing": "110000000", "account": "000123456789", "name": "Operating account" });
    let typed = desk.add("sandbox_bank/banks", &account).await?;
    let id = method(desk, &json!({ "type": "BankAccount", "plaid_token": typed["token"], "plaid_id": "" })).await?;
    desk.call(Method::PUT, &format!("payment_methods/{id}/verify"), &json!({ "amounts": ["0.32", "0.45"] })).await?;
    Ok(id)
}

async fn method(desk: &Desk, new: &Value) -> Result<String, Stop> {
    let added = desk.add("payment_methods", &json!({ "payment_method": new })).await?;
    let id = added["payment_method"]["id"].as_str();
    id.map(str::to_owned).ok_or_else(|| Stop("The demo account could not be filled: a payment method has no id.".into()))
}

/// A carrier's bill with two parcels that were heavier than declared; one of the two is disputed.
async fn adjust(desk: &Desk, labels: &[String]) -> Result<(), Stop> {
    // The third and the fourth of the demo's labels are the heavy ones.
    let rows = labels.iter().skip(2).zip(["3.35,Heavier than declared,Priority,57,10,7,4", "2.10,Larger than declared,Priority,64,14,9,6"]);
    let bill = rows.fold("tracking_code,amount,description,service,weight_oz,length,width,height\r\n".to_owned(), |bill, (code, row)| {
        format!("{bill}{code},{row}\r\n")
    });
    let form = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bill.csv\"\r\nContent-Type: text/csv\r\n\r\n{bill}\r\n--{BOUNDARY}--\r\n"
    );
    desk.send(Method::POST, "adjustments/import", &format!("multipart/form-data; boundary={BOUNDARY}"), form).await?;
    let listed = desk.call(Method::GET, "adjustments", &Value::Null).await?;
    if let Some(id) = listed["items"][0]["id"].as_str() {
        let objection =
            json!({ "detail": "Our scale showed 64 oz, but the box measures 10 x 7 x 4 in.", "expectation": "The difference back" });
        desk.call(Method::PATCH, &format!("adjustments/{id}"), &objection).await?;
    }
    Ok(())
}
