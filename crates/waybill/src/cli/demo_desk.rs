//! The demo account's desk: warehouses, a saved package, bought labels and drafts, made through the API as a program would.

use super::Stop;
use crate::app::App;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, header};
use serde_json::{Value, json};
use tower::ServiceExt;

/// Name, street, city, state, ZIP code, ounces, service; drafts have no service.
const PARCELS: [(&str, &str, &str, &str, &str, u32, &str); 11] = [
    ("Elena Brandt", "2280 Shattuck Ave", "Berkeley", "CA", "94704", 22, "GroundAdvantage"),
    ("Marcus Hale", "118 E Houston St", "San Antonio", "TX", "78205", 9, "GroundAdvantage"),
    ("Noor Rahman", "500 Boylston St", "Boston", "MA", "02116", 41, "Priority"),
    ("Tomas Lindqvist", "1201 Western Ave", "Seattle", "WA", "98101", 64, "Priority"),
    ("Grace Okafor", "233 S Wacker Dr", "Chicago", "IL", "60606", 18, "GroundAdvantage"),
    ("Wade Kessler", "77 Peachtree St", "Atlanta", "GA", "30303", 96, "Ground"),
    ("Ivy Castellano", "1600 Champa St", "Denver", "CO", "80202", 30, "Standard"),
    ("June Park", "1 Grand Army Plz", "Brooklyn", "NY", "11238", 14, "Express"),
    ("Otis Freeman", "400 Canal St", "New Orleans", "LA", "70130", 26, ""),
    ("Lena Fischer", "15 N 1st Ave", "Phoenix", "AZ", "85003", 12, ""),
    ("Dev Kapoor", "701 SW 6th Ave", "Portland", "OR", "97204", 48, ""),
];

/// The API of one world, as the demo account's own program sees it.
pub struct Desk {
    router: Router,
    base: &'static str,
    key: String,
}

impl Desk {
    /// With a key of the account's owner.
    pub fn new(app: &App, key: &str) -> Self {
        Self { router: crate::http::router(&app.deployment), base: app.base(), key: key.to_owned() }
    }

    /// Adds something.
    pub async fn add(&self, path: &str, body: &Value) -> Result<Value, Stop> {
        self.call(Method::POST, path, body).await
    }

    /// Calls a route.
    pub async fn call(&self, method: Method, path: &str, body: &Value) -> Result<Value, Stop> {
        self.send(method, path, "application/json", body.to_string()).await
    }

    /// Sends a body of any kind.
    pub async fn send(&self, method: Method, path: &str, content_type: &str, body: String) -> Result<Value, Stop> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}/dashboard/{path}", self.base))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.key))
            .header(header::CONTENT_TYPE, content_type)
            .body(Body::from(body))
            .map_err(|error| Stop(error.to_string()))?;
        let answer = self.router.clone().oneshot(request).await.map_err(|error| Stop(error.to_string()))?;
        let good = answer.status().is_success();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.map_err(|error| Stop(error.to_string()))?;
        let value: Value = serde_json::from_slice(&bytes)?;
        if good { Ok(value) } else { Err(Stop(format!("The demo account could not be filled ({path}): {}", value["message"]))) }
    }
}

/// Fills one world's desk; answers the numbers of the labels that were bought.
pub async fn fill(desk: &Desk) -> Result<Vec<String>, Stop> {
    let home = json!({ "name": "Juniper & Sage", "company": "Juniper & Sage Goods", "street1": "417 Montgomery St", "city": "San Francisco",
        "state": "CA", "zip": "94104", "country": "US", "phone": "415-555-0134" });
    let mut first = home.clone();
    first["starred"] = true.into();
    desk.add("user/addresses", &json!({ "address": first })).await?;
    let east = json!({ "name": "East coast stock", "company": "Juniper & Sage Goods", "street1": "60 Furman St", "city": "Brooklyn", "state": "NY",
        "zip": "11201", "country": "US" });
    desk.add("user/addresses", &json!({ "address": east })).await?;
    let parcel = json!({ "length": "10", "width": "7", "height": "4", "weight": "20", "predefined_package": "Parcel" });
    desk.add("saved_packages", &json!({ "saved_package": { "name": "Candle box", "parcel": parcel, "options": {} } })).await?;
    let mut codes = Vec::new();
    for (name, street, city, state, zip, ounces, service) in PARCELS {
        let to = json!({ "name": name, "street1": street, "city": city, "state": state, "zip": zip, "country": "US" });
        let parcel = json!({ "length": "10", "width": "7", "height": "4", "weight": ounces.to_string(), "predefined_package": "Parcel" });
        let made = desk.add("shipments", &json!({ "shipment": { "from_address": home, "to_address": to, "parcel": parcel } })).await?;
        let rates = made["rates"].as_array().cloned().unwrap_or_default();
        if let Some(rate) = rates.iter().find(|rate| !service.is_empty() && rate["service"] == service) {
            let id = made["shipment"]["id"].as_str().unwrap_or_default();
            let bought = desk.add(&format!("shipments/{id}/buy"), &json!({ "rate_id": rate["id"] })).await?;
            codes.extend(bought["tracking_code"].as_str().map(str::to_owned));
        }
    }
    Ok(codes)
}
