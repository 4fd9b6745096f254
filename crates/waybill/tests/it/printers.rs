//! Printers: their list, and printing on a real IPP printer (CUPS' `ippeveprinter`) and on a raw connection.

use crate::harness::printer::{EvePrinter, free_port};
use crate::harness::{Answer, Owner, TestApp};
use domain::partner::PartnerError;
use domain::world::World;
use partners::printing::{Networks, PrintFormat, PrintJob, PrintOutcome, PrinterUri, print};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

const PATH: &str = "/dashboard/printers";

async fn add(app: &TestApp, owner: &Owner, name: &str, uri: &str) -> Answer {
    app.call("POST", PATH, Some(&owner.token), json!({"printer": {"name": name, "uri": uri}})).await
}

async fn test_page(app: &TestApp, owner: &Owner, uri: &str) -> Answer {
    let id = add(app, owner, uri, uri).await.expect(201)["printer"]["id"].as_str().unwrap().to_owned();
    app.call("POST", &format!("{PATH}/{id}/test"), Some(&owner.token), Value::Null).await
}

fn job(format: PrintFormat, bytes: &[u8]) -> PrintJob {
    PrintJob { bytes: bytes.to_vec(), format, name: "Label 1".into() }
}

/// This printer takes one job at a time, and says so.
async fn print_when_free(uri: &str, job: &PrintJob) -> Result<PrintOutcome, PartnerError> {
    let uri = PrinterUri::parse(uri).unwrap();
    for _ in 0..100 {
        match print(Networks::Private, &uri, job).await {
            Err(PartnerError::Transient(message)) if message.starts_with("The printer is busy") => {}
            other => return other,
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the printer stays busy");
}

#[tokio::test]
async fn printers_are_added_listed_chosen_and_deleted() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let zebra = add(&app, &owner, "Zebra", "socket://192.168.1.9").await.expect(201)["printer"].clone();
    add(&app, &owner, "Office", " IPP://Office.local ").await.expect(201);
    let list = app.get(PATH, &owner.token).await.expect(200);
    let office = &list["items"][0];
    assert_eq!((&office["uri"], &office["kind"]), (&json!("ipp://office.local/ipp/print"), &json!("ipp")));
    assert_eq!((&list["items"][1], &zebra["kind"], &list["total_count"]), (&zebra, &json!("socket"), &json!(2)));
    assert_eq!(add(&app, &owner, "Zebra", "ipp://10.0.0.1").await.expect(422)["errors"]["printer.name"], json!(["is taken already"]));

    let choose =
        async |id: &Value| app.call("PATCH", "/dashboard/user/settings", Some(&owner.token), json!({"settings": {"printer_id": id}})).await;
    assert_eq!(choose(&json!("nonsense")).await.expect(422)["errors"]["settings.printer_id"], json!(["is not one of your printers"]));
    let theirs = app.owner(World::Live, "theirs@example.com").await;
    let foreign = add(&app, &theirs, "Theirs", "ipp://10.0.0.1").await.expect(201)["printer"]["id"].clone();
    choose(&foreign).await.refused(422, "invalid");
    choose(&zebra["id"]).await.expect(200);
    let path = format!("{PATH}/{}", zebra["id"].as_str().unwrap());
    app.call("DELETE", &path, Some(&theirs.token), Value::Null).await.refused(404, "not_found");
    app.call("POST", &format!("{path}/test"), Some(&theirs.token), Value::Null).await.refused(404, "not_found");
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
    app.call("DELETE", &path, Some(&owner.token), Value::Null).await.refused(404, "not_found");
    assert_eq!(app.get("/dashboard/user/settings", &owner.token).await.expect(200)["settings"]["printer_id"], Value::Null);
}

#[tokio::test]
async fn addresses_that_are_no_printers_are_refused() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let both = add(&app, &owner, " ", "http://10.0.0.1/").await.expect(422);
    assert_eq!(both["errors"]["printer.name"], json!(["can't be blank"]));
    assert_eq!(both["errors"]["printer.uri"], json!(["must begin with ipp://, ipps:// or socket://"]));
    for uri in [
        "",
        "file:///etc/passwd",
        "socket://10.0.0.1:22",
        "ipp://me:pw@10.0.0.1/",
        "ipp://8.8.8.8/",
        "ipp://169.254.169.254/latest",
        "ipp://0/",
    ] {
        assert!(add(&app, &owner, "P", uri).await.expect(422)["errors"].get("printer.uri").is_some(), "{uri}");
    }
    assert_eq!(app.get(PATH, &owner.token).await.expect(200)["total_count"], 0);

    let anywhere = TestApp::with_settings(&[("WAYBILL_PRINTERS_NETWORKS", "any")]).await;
    let owner = anywhere.owner(World::Live, "owner@example.com").await;
    add(&anywhere, &owner, "P", "ipps://8.8.8.8/").await.expect(201);
    add(&anywhere, &owner, "Q", "ipp://169.254.169.254/").await.refused(422, "invalid");
    let nowhere = TestApp::with_settings(&[("WAYBILL_PRINTERS_NETWORKS", "none")]).await;
    let owner = nowhere.owner(World::Live, "owner@example.com").await;
    let off = add(&nowhere, &owner, "P", "ipp://10.0.0.1/").await.expect(422);
    assert_eq!(off["errors"]["printer.uri"], json!(["Printing on network printers is switched off on this server."]));
}

#[tokio::test]
async fn a_real_printer_takes_the_test_page_and_says_what_it_does_not_take() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let printer = EvePrinter::start("application/pdf,image/jpeg").await;
    let sent = test_page(&app, &owner, &printer.uri()).await.expect(200);
    assert_eq!(sent["message"], format!("The test page was sent to {}.", printer.uri()));
    let spooled = printer.printed(".pdf");
    let page = std::fs::read(&spooled[0]).unwrap();
    assert!(spooled.len() == 1 && page.starts_with(b"%PDF-1.4") && page.ends_with(b"%%EOF\n"), "{spooled:?}");

    let taken = print_when_free(&printer.uri(), &job(PrintFormat::Pdf, &page)).await.unwrap();
    assert_eq!((taken.job_id, taken.note), (Some(2), None));
    let refused = print_when_free(&printer.uri(), &job(PrintFormat::Png, b"\x89PNG")).await.unwrap_err();
    let PartnerError::Rejected { message, field } = refused else { panic!("{refused}") };
    assert!(field == "format" && message.starts_with("The printer does not take PNG documents (the printer says: "), "{message}");
    let wrong = test_page(&app, &owner, &format!("ipp://127.0.0.1:{}/printers/none", printer.port)).await;
    let wrong = wrong.refused(422, "partner_refused");
    assert!(wrong.starts_with("There is no printer at this path"), "{wrong}");

    let encrypted = format!("ipps://localhost:{}/ipp/print", printer.port);
    let taken = print_when_free(&encrypted, &job(PrintFormat::Pdf, &page)).await.unwrap();
    assert_eq!((taken.job_id, printer.printed(".pdf").len()), (Some(3), 3));
}

#[tokio::test]
async fn zpl_goes_by_its_name_or_as_bytes_without_one() {
    let zebra = EvePrinter::start("application/vnd.zebra-zpl").await;
    assert_eq!(print_when_free(&zebra.uri(), &job(PrintFormat::Zpl, b"^XA^XZ")).await.unwrap().job_id, Some(1));
    // CUPS' printer looks into bytes without a name and knows PDF among others.
    let other = EvePrinter::start("application/pdf").await;
    assert_eq!(print_when_free(&other.uri(), &job(PrintFormat::Zpl, b"%PDF-1.4\n%%EOF\n")).await.unwrap().job_id, Some(1));
    let refused = print_when_free(&other.uri(), &job(PrintFormat::Zpl, b"^XA^XZ")).await.unwrap_err();
    assert!(refused.to_string().starts_with("The printer does not take ZPL documents"), "{refused}");
}

#[tokio::test]
async fn silence_and_noise_are_told_apart() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let nobody = free_port().await;
    let answer = test_page(&app, &owner, &format!("ipp://127.0.0.1:{nobody}/ipp/print")).await.refused(502, "partner_unavailable");
    assert_eq!(answer, format!("No printer answers at 127.0.0.1:{nobody}."));

    // A web server that is no printer: ours.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let router = waybill::http::router(&app.deployment);
    tokio::spawn(async move { axum::serve(listener, router.into_make_service_with_connect_info::<std::net::SocketAddr>()).await });
    let answer = test_page(&app, &owner, &format!("ipp://127.0.0.1:{port}/dashboard/persons")).await;
    assert!(answer.json["message"].as_str().unwrap().contains("user name and password"), "{}", answer.text);
    let uri = PrinterUri::parse(&format!("ipp://127.0.0.1:{port}/healthz")).unwrap();
    let refused = print(Networks::Private, &uri, &job(PrintFormat::Pdf, b"%PDF")).await.unwrap_err();
    assert!(refused.to_string().contains("does not print (HTTP 405"), "{refused}");
}

#[tokio::test]
async fn raw_connections_get_the_bytes_and_nothing_else() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let mut listener = None;
    for port in 9100..=9109 {
        listener = listener.or(TcpListener::bind(("127.0.0.1", port)).await.ok());
    }
    let listener = listener.expect("a free port of a label printer");
    let uri = format!("socket://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let received = tokio::spawn(async move {
        let mut bytes = Vec::new();
        listener.accept().await.unwrap().0.read_to_end(&mut bytes).await.unwrap();
        bytes
    });
    test_page(&app, &owner, &uri).await.expect(200);
    let bytes = received.await.unwrap();
    assert!(bytes.starts_with(b"^XA") && bytes.ends_with(b"^XZ\n"));
    let uri = PrinterUri::parse(&uri).unwrap();
    let silent = print(Networks::Private, &uri, &job(PrintFormat::Zpl, b"^XA^XZ")).await.unwrap_err();
    assert!(matches!(silent, PartnerError::Transient(_)), "{silent}");
    assert!(print(Networks::Private, &uri, &job(PrintFormat::Png, b"\x89PNG")).await.unwrap_err().to_string().contains("PNG"));
    assert!(print(Networks::Private, &uri, &job(PrintFormat::Zpl, b"")).await.unwrap_err().to_string().contains("nothing to print"));
}
