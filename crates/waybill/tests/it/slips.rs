//! Packing slips behind labels: in compiled files, downloads and on printers, and left out, in so many words, for label printers.

use crate::harness::printer::EvePrinter;
use crate::harness::{Answer, Owner, TestApp};
use crate::shipments::{credit, shipment};
use domain::world::World;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

const LEFT_OUT: &str = "Packing slips were left out: they come with PDF and PNG only, not with ZPL or to raw printers.";

async fn two_labels(app: &TestApp) -> (Owner, Vec<Value>) {
    let owner = app.owner(World::Live, "ada@example.com").await;
    credit(app, &owner, 100_000).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let made = app.call("POST", "/dashboard/shipments", Some(&owner.token), shipment()).await.expect(201);
        ids.push(made["shipment"]["id"].clone());
    }
    act(app, &owner, "buy", json!({ "ids": ids })).await.expect(200);
    (owner, ids)
}

async fn act(app: &TestApp, owner: &Owner, verb: &str, body: Value) -> Answer {
    app.call_with_jobs("POST", &format!("/dashboard/shipments/{verb}"), &owner.token, body).await
}

async fn set(app: &TestApp, owner: &Owner, settings: Value) {
    app.call("PATCH", "/dashboard/user/settings", Some(&owner.token), json!({ "settings": settings })).await.expect(200);
}

fn pages(pdf: &str) -> usize {
    pdf.matches("<</Type/Page/Parent").count()
}

/// Compiles and gives the message and the file.
async fn compiled(app: &TestApp, owner: &Owner, body: Value) -> (String, String) {
    let answer = act(app, owner, "compile", body).await.expect(200);
    let file = app.call("GET", answer["report"]["url"].as_str().unwrap(), None, Value::Null).await;
    (answer["message"].as_str().unwrap().to_owned(), file.text)
}

#[tokio::test]
async fn a_slip_follows_each_label_when_the_request_or_the_settings_ask_for_it() {
    let app = TestApp::new().await;
    let (owner, ids) = two_labels(&app).await;
    let (said, plain) = compiled(&app, &owner, json!({ "ids": ids, "format": "pdf" })).await;
    assert_eq!((said.as_str(), pages(&plain)), ("2 label(s) compiled.", 2));
    let (said, with) = compiled(&app, &owner, json!({ "ids": ids, "format": "pdf", "packing_slip": true })).await;
    assert_eq!((said.as_str(), pages(&with)), ("2 label(s) compiled.", 4));
    let (_, letter) = compiled(&app, &owner, json!({ "ids": ids, "format": "pdf", "layout": "8.5X11", "packing_slip": true })).await;
    assert_eq!(pages(&letter), 4);

    set(&app, &owner, json!({ "download_packing_slip": true })).await;
    let (_, by_setting) = compiled(&app, &owner, json!({ "ids": ids, "format": "pdf" })).await;
    assert_eq!(pages(&by_setting), 4);
    let (_, refused) = compiled(&app, &owner, json!({ "ids": ids, "format": "pdf", "packing_slip": false })).await;
    assert_eq!(pages(&refused), 2, "the request has the last word");
    let (said, images) = compiled(&app, &owner, json!({ "ids": ids, "format": "png" })).await;
    assert_eq!((said.as_str(), images.matches("-2.png").count()), ("2 label(s) compiled.", 4), "named in the folder and in its list");
    let (said, zpl) = compiled(&app, &owner, json!({ "ids": ids, "format": "zpl" })).await;
    assert_eq!((said, zpl.matches("^XA").count()), (format!("2 label(s) compiled. {LEFT_OUT}"), 2));

    let form = format!("ids%5B%5D={}&token={}", ids[0].as_str().unwrap(), owner.token);
    let request = axum::http::Request::builder().method("POST").uri("/dashboard/shipments/download");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(form.into()).unwrap();
    assert_eq!(pages(&app.send(request).await.text), 2);
}

#[tokio::test]
async fn a_printer_gets_the_slip_with_its_label_and_a_label_printer_the_label_alone() {
    let app = TestApp::new().await;
    let (owner, ids) = two_labels(&app).await;
    let office = EvePrinter::start("application/pdf").await;
    let mut listener = None;
    for port in 9100..=9109 {
        listener = listener.or(TcpListener::bind(("127.0.0.1", port)).await.ok());
    }
    let listener = listener.expect("a free port of a label printer");
    let zebra = format!("socket://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let mut printers = Vec::new();
    for (name, uri) in [("Office", office.uri()), ("Zebra", zebra)] {
        let body = json!({ "printer": { "name": name, "uri": uri } });
        let made = app.call("POST", "/dashboard/printers", Some(&owner.token), body).await.expect(201);
        printers.push(made["printer"]["id"].clone());
    }
    let print = async |printer: usize, format: &str| {
        let body = json!({ "ids": [ids[0]], "format": format, "printer_id": printers[printer], "packing_slip": true });
        act(&app, &owner, "print", body).await.expect(200)["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(print(0, "pdf").await, "1 label(s) sent to the printer.");
    let spooled = office.printed(".pdf");
    let printed = String::from_utf8_lossy(&std::fs::read(&spooled[0]).unwrap()).into_owned();
    assert_eq!((spooled.len(), pages(&printed)), (1, 2), "one document, so that nothing comes between label and slip");

    let received = tokio::spawn(async move {
        let mut bytes = Vec::new();
        listener.accept().await.unwrap().0.read_to_end(&mut bytes).await.unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    assert_eq!(print(1, "pdf").await, format!("1 label(s) sent to the printer. {LEFT_OUT}"));
    assert_eq!(pages(&received.await.unwrap()), 1);
}
