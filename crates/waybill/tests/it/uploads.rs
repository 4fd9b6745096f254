//! A table in, labels out: good and bad rows, choices, money that runs out and comes back, refusals, deletion.

use crate::harness::{Answer, Owner, TestApp};
use crate::shipments::{book, credit};
use axum::http::StatusCode;
use domain::access::Permission;
use domain::ledger::Book;
use domain::money::Cents;
use domain::world::World;
use serde_json::{Value, json};
use std::fmt::Write;

pub const HEADER: &str = "Order Number,Recipient Name,Company,Address,City,State,Zip,Weight";

/// A table of good rows.
pub fn table(rows: usize) -> String {
    let mut text = format!("{HEADER}\n");
    for n in 0..rows {
        writeln!(text, "A-{n},Person {n},,{n} Elm St,Beverly Hills,CA,90210,1.5").unwrap();
    }
    text
}

pub fn overrides() -> Value {
    json!({ "overrides": {
        "from_address": { "name": "Ann Lee", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118" },
        "parcel": { "length": 8, "width": 6, "height": 4, "weight": 10 },
    }})
}

pub fn cents(value: &Value) -> i64 {
    Cents::parse(value.as_str().unwrap_or_else(|| panic!("no amount: {value}"))).unwrap().get()
}

pub async fn post(app: &TestApp, owner: &Owner, path: &str, body: Value) -> Answer {
    app.call("POST", &format!("/dashboard/shipment_uploads/{path}"), Some(&owner.token), body).await
}

pub async fn get(app: &TestApp, owner: &Owner, path: &str) -> Value {
    app.get(&format!("/dashboard/shipment_uploads/{path}"), &owner.token).await.expect(200)
}

/// Sends a table; its id.
pub async fn sent(app: &TestApp, owner: &Owner, text: &str) -> String {
    let answer = app.send_file("/dashboard/shipment_uploads", &owner.token, "orders.csv", text.as_bytes(), &[]).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json["id"].as_str().unwrap().to_owned()
}

/// Confirms the suggested meanings.
pub async fn mapped(app: &TestApp, owner: &Owner, id: &str) {
    let maps = get(app, owner, &format!("{id}/maps")).await["maps"].clone();
    let chosen: serde_json::Map<String, Value> = maps
        .as_array()
        .unwrap()
        .iter()
        .map(|column| (column["index"].to_string(), column["target"].as_str().unwrap_or("omit").into()))
        .collect();
    let answer = post(app, owner, &format!("{id}/update_maps"), json!({ "maps": chosen })).await.expect(200);
    assert_eq!(answer["status"], "mapped");
}

/// Sends, maps and rates a table; its id.
pub async fn rated(app: &TestApp, owner: &Owner, text: &str) -> String {
    let id = sent(app, owner, text).await;
    mapped(app, owner, &id).await;
    assert_eq!(post(app, owner, &format!("{id}/rate"), overrides()).await.expect(200)["status"], "rating");
    app.run_jobs().await;
    assert_eq!(get(app, owner, &format!("{id}/status")).await["status"], "rated");
    id
}

async fn prepared(money: i64) -> (TestApp, Owner) {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(&app, &owner, money).await;
    (app, owner)
}

#[tokio::test]
async fn a_table_becomes_labels_and_bad_rows_stop_nobody() {
    let (app, owner) = prepared(100_000).await;
    let text = format!(
        "{HEADER}\n\
         A-1,Bo Diaz,,9 Elm St,Beverly Hills,california,90210,1.5\n\
         A-2,,,,Boston,MA,,heavy\n\
         A-3,Cy Ott,,1 Oak St,Boston,MA,2134,12 oz\n\
         A-4,Di Poe,SANDBOX REFUSE,2 Oak St,Boston,MA,02134,1\n\
         A-5,Ed Ray,,3 Oak St,Boston,MA,02134,500\n"
    );
    let id = sent(&app, &owner, &text).await;
    let maps = get(&app, &owner, &format!("{id}/maps")).await;
    let targets: Vec<&str> = maps["maps"].as_array().unwrap().iter().map(|column| column["target"].as_str().unwrap()).collect();
    let expected = [
        "shop_order_id",
        "to_address.name",
        "to_address.company",
        "to_address.street1",
        "to_address.city",
        "to_address.state",
        "to_address.zip",
        "parcel.weight",
    ];
    assert_eq!(targets, expected);
    assert_eq!(maps["maps"][1]["samples"], json!(["Bo Diaz", "", "Cy Ott"]));
    assert_eq!((&maps["targets"][14]["label"], &maps["targets"][15]["label"]), (&json!("Order Id"), &json!("Do Not Import")));
    mapped(&app, &owner, &id).await;
    let wrong = post(&app, &owner, &format!("{id}/rate"), json!({})).await.expect(422);
    assert!(wrong["errors"]["from_address.street1"].is_array() && wrong["errors"]["parcel.length"].is_array(), "{wrong}");
    assert!(wrong["errors"]["parcel.weight"].is_null(), "the rows say it: {wrong}");
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    app.run_jobs().await;

    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    assert_eq!((&rates["status"], &rates["processed_rows_count"], &rates["rows_count"]), (&json!("rated"), &json!(5), &json!(5)));
    let messages = rates["messages"].as_object().unwrap();
    assert_eq!(messages.keys().collect::<Vec<_>>(), ["Row#3", "Row#6"], "{rates}");
    let told: Vec<&str> = messages["Row#3"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(told, ["Weight must be a number such as 12.5", "Name can't be blank", "Street 1 can't be blank", "Zip can't be blank"]);
    let rows = rates["shipments"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| row["row"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 4, 5]);
    let prices: i64 = rows.iter().map(|row| cents(&row["price"])).sum();
    assert_eq!(cents(&rates["total"]), prices);
    assert_eq!((cents(&rates["balance_after"]), &rates["missing"]), (100_000 - prices, &Value::Null));
    assert!(rows.iter().all(|row| row["rates"][0]["public_id"] == row["selected_rate_id"]), "the cheapest is preselected");
    assert_eq!(rows[1]["to_address"], "1 Oak St, Boston MA 02134");

    let bought = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    assert_eq!(bought["status"], "purchasing");
    let again = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    assert_eq!(again["job_id"], bought["job_id"], "the same job");
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!(
        (&status["status"], &status["labels_count"], &status["errors_count"]),
        (&json!("purchased"), &json!(2), &json!(3)),
        "{status}"
    );
    let failed = get(&app, &owner, &format!("{id}/rates?errors=1")).await;
    assert_eq!((&failed["total_count"], &failed["shipments"][0]["row"]), (&json!(1), &json!(5)));
    assert!(failed["shipments"][0]["label_error"].as_str().is_some_and(|reason| !reason.is_empty()));
    assert_eq!(book(&app, &owner, Book::Held).await, 0);

    let url = get(&app, &owner, &format!("{id}/results")).await["url"].as_str().unwrap().to_owned();
    let file = app.call("GET", &url, None, Value::Null).await;
    assert_eq!(file.status, StatusCode::OK);
    let lines: Vec<&str> = file.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].ends_with("Weight,Row,Tracking number,Carrier,Service,Price,Error"));
    assert!(lines[2].contains("Name can't be blank") && lines[1].contains(",2,"), "{}", file.text);
    app.call("GET", &url.replace("ticket=", "ticket=x"), None, Value::Null).await.refused(404, "not_found");

    let compile = json!({ "all_matching": { "upload_id": id }, "format": "pdf" });
    let compiled = app.call_with_jobs("POST", "/dashboard/shipments/compile", &owner.token, compile).await;
    assert_eq!(compiled.json["message"], "2 label(s) compiled.", "{}", compiled.text);
}

#[tokio::test]
async fn rates_are_chosen_row_by_row_and_for_all() {
    let (app, owner) = prepared(1_000_000).await;
    let id = rated(&app, &owner, &table(30)).await;
    let rates = get(&app, &owner, &format!("{id}/rates?per=50")).await;
    let service = |rates: &Value, name: &str| {
        let services = rates["services"].as_array().unwrap();
        services.iter().find(|service| service["carrier"] == "USPS" && service["service"] == name).unwrap().clone()
    };
    let priority = service(&rates, "Priority");
    assert_eq!(priority["count"], 30);
    let path = format!("/dashboard/shipment_uploads/{id}/rates");
    let all = app.call("PATCH", &path, Some(&owner.token), json!({ "carrier": "USPS", "service": "Priority" })).await.expect(200);
    assert_eq!((&all["changed"], &all["total"]), (&json!(30), &priority["total"]));
    let first = &rates["shipments"][0];
    let dearest = first["rates"].as_array().unwrap().last().unwrap();
    let one = json!({ "rates": { first["public_id"].as_str().unwrap(): dearest["public_id"] } });
    let changed = app.call("PATCH", &path, Some(&owner.token), one).await.expect(200);
    let expected = cents(&priority["total"]) / 30 * 29 + cents(&dearest["rate"]);
    assert_eq!((cents(&changed["total"]), &changed["changed"]), (expected, &json!(1)));
    let foreign = json!({ "rates": { first["public_id"].as_str().unwrap(): rates["shipments"][1]["selected_rate_id"] } });
    app.call("PATCH", &path, Some(&owner.token), foreign).await.refused(422, "invalid");
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    assert_eq!(book(&app, &owner, Book::Available).await, 1_000_000 - expected, "what was shown is what was paid");
    let shown = get(&app, &owner, &format!("{id}/rates?per=50")).await;
    assert_eq!(shown["shipments"].as_array().unwrap().iter().filter(|row| row["label_status"] == "ready").count(), 30);
}

#[tokio::test]
async fn money_that_runs_out_stops_cleanly_and_more_of_it_goes_on() {
    let (app, owner) = prepared(0).await;
    let id = rated(&app, &owner, &table(120)).await;
    let rates = get(&app, &owner, &format!("{id}/rates")).await;
    let price = cents(&rates["total"]) / 120;
    assert_eq!(cents(&rates["missing"]), price * 120);
    credit(&app, &owner, price * 70 + 1).await;
    assert_eq!(cents(&get(&app, &owner, &format!("{id}/rates")).await["missing"]), price * 50 - 1);
    let begun = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["labels_count"], &status["errors_count"]), (&json!("purchased"), &json!(70), &json!(50)));
    assert_eq!(book(&app, &owner, Book::Available).await, 1);
    let failed = get(&app, &owner, &format!("{id}/rates?errors=1&per=10")).await;
    assert_eq!((&failed["total_count"], &failed["shipments"][0]["row"]), (&json!(50), &json!(72)), "in the order of the rows");
    assert_eq!(cents(&failed["missing"]), price * 50 - 1);
    let causes = app.get(&format!("/dashboard/jobs/{}/causes", begun["job_id"].as_str().unwrap()), &owner.token).await.expect(200);
    let words = "Failed to charge your account. Please check your payment method at the Billing Page and try again.";
    assert_eq!(causes["items"], json!([{ "message": words, "count": 50 }]));
    credit(&app, &owner, price * 50).await;
    let again = post(&app, &owner, &format!("{id}/retry"), json!({})).await.expect(200);
    assert_ne!(again["job_id"], begun["job_id"]);
    app.run_jobs().await;
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["labels_count"], &status["errors_count"]), (&json!("purchased"), &json!(120), &json!(0)));
    assert_eq!(book(&app, &owner, Book::Available).await, 1);
    let job = app.get(&format!("/dashboard/jobs/{}", again["job_id"].as_str().unwrap()), &owner.token).await.expect(200)["job"].clone();
    assert_eq!((&job["retry_of"], &job["progress"]), (&begun["job_id"], &json!({ "done": 50, "total": 50 })));
}

#[tokio::test]
async fn files_that_cannot_be_used_are_refused_with_a_reason() {
    let (app, owner) = prepared(0).await;
    let path = "/dashboard/shipment_uploads";
    let wide = (0..10_000).map(|n| format!("c{n}")).collect::<Vec<_>>().join(",");
    for (bytes, reason) in [
        (&b""[..], "is empty"),
        (b"Name,Zip\n", "has no rows below its header"),
        (b"1,2\n3,4\n", "has no header: its first row must name the columns"),
        (b"%PDF-1.7", "is not a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file"),
        (format!("{wide}\n1\n").as_bytes(), "has more than 500 columns"),
        (&vec![b'x'; 50 * 1024 * 1024 + 10], "is larger than 50 MB"),
    ] {
        let answer = app.send_file(path, &owner.token, "orders.csv", bytes, &[]).await.expect(422);
        assert_eq!(answer["errors"]["file"], json!([reason]));
    }
    let none = app.call("POST", path, Some(&owner.token), json!({})).await;
    assert_eq!(none.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(app.get(path, &owner.token).await.expect(200)["total_count"], 0, "nothing is left of them");
}

#[tokio::test]
async fn deleting_takes_drafts_and_leaves_labels() {
    let (app, owner) = prepared(100_000).await;
    let text = format!("{}A-x,Bad,SANDBOX REFUSE,1 Oak St,Boston,MA,02134,1\n", table(3));
    let id = rated(&app, &owner, &text).await;
    post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    let path = format!("/dashboard/shipment_uploads/{id}");
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.refused(409, "upload_busy");
    app.run_jobs().await;
    let drafts = app.get(&format!("/dashboard/shipments?draft=true&upload_id={id}"), &owner.token).await;
    assert_eq!(drafts.json["total_count"], 1);
    let file = get(&app, &owner, &id).await["shipment_upload"]["file_url"].as_str().unwrap().to_owned();
    assert_eq!(app.call("GET", &file, None, Value::Null).await.text, text, "the file as it was sent");
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
    app.get(&path, &owner.token).await.refused(404, "not_found");
    app.run_jobs().await;
    assert_eq!(app.get("/dashboard/shipments?draft=true", &owner.token).await.json["total_count"], 0);
    assert_eq!(app.get(&format!("/dashboard/shipments?upload_id={id}"), &owner.token).await.json["total_count"], 3);
    assert_eq!(app.call("GET", &file, None, Value::Null).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn rating_again_replaces_the_drafts() {
    let (app, owner) = prepared(0).await;
    let id = rated(&app, &owner, &table(5)).await;
    let before = get(&app, &owner, &format!("{id}/rates")).await;
    let mut heavier = overrides();
    heavier["overrides"]["options"] = json!({ "carrier_insurance_amount": 100 });
    post(&app, &owner, &format!("{id}/rate"), heavier).await.expect(200);
    app.run_jobs().await;
    let after = get(&app, &owner, &format!("{id}/rates")).await;
    assert_eq!((&after["total_count"], &after["services"][0]["count"]), (&json!(5), &json!(5)));
    assert!(cents(&after["total"]) > cents(&before["total"]));
    assert_eq!(app.get("/dashboard/shipments?draft=true", &owner.token).await.json["total_count"], 5);
}

#[tokio::test]
async fn people_may_look_and_strangers_may_not() {
    let (app, owner) = prepared(0).await;
    let id = sent(&app, &owner, &table(2)).await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[Permission::ShipmentReporting]).await;
    let path = format!("/dashboard/shipment_uploads/{id}");
    app.get(&path, &person.token).await.expect(200);
    app.get(&format!("{path}/maps"), &person.token).await.refused(403, "access_denied");
    app.send_file("/dashboard/shipment_uploads", &person.token, "a.csv", b"Name\nAnn\n", &[]).await.refused(403, "access_denied");
    let stranger = app.owner(World::Live, "other@example.com").await;
    for route in ["", "/status", "/maps", "/rates", "/results"] {
        app.get(&format!("{path}{route}"), &stranger.token).await.refused(404, "not_found");
    }
    app.call("DELETE", &path, Some(&stranger.token), Value::Null).await.refused(404, "not_found");
}
