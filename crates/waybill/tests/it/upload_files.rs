//! Files as other programs write them, from the upload to the rated rows: workbooks larger than a chunk of storage, exports of
//! shipping programs, other encodings and separators, and a bomb.

use crate::harness::{Answer, Owner, TestApp};
use crate::uploads::{get, mapped, overrides, post};
use domain::world::World;
use serde_json::json;
use std::io::{Cursor, Write};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

const SHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

async fn prepared() -> (TestApp, Owner) {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "ada@example.com").await;
    (app, owner)
}

fn folder(files: &[(&str, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(method);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook with one sheet of texts, as Excel would write it but without compression, so that it fills several chunks.
fn workbook(rows: &[Vec<String>]) -> Vec<u8> {
    let cell = |text: &String| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let lines: String = rows.iter().map(|row| format!("<row>{}</row>", row.iter().map(cell).collect::<String>())).collect();
    let relation = |id: &str, kind: &str, target: &str| {
        format!(
            "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"{id}\" Type=\"{DOCUMENT}/{kind}\" Target=\"{target}\"/></Relationships>"
        )
    };
    let book = format!(
        "<workbook xmlns=\"{SHEET}\" xmlns:r=\"{DOCUMENT}\"><sheets><sheet name=\"Orders\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    let files = [
        ("[Content_Types].xml", "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>".to_owned()),
        ("_rels/.rels", relation("rId1", "officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", relation("rId1", "worksheet", "worksheets/sheet1.xml")),
        ("xl/worksheets/sheet1.xml", format!("<worksheet xmlns=\"{SHEET}\"><sheetData>{lines}</sheetData></worksheet>")),
    ];
    folder(&files.map(|(name, text)| (name, text.into_bytes())), CompressionMethod::Stored)
}

async fn send(app: &TestApp, owner: &Owner, name: &str, bytes: &[u8], fields: &[(&str, &str)]) -> Answer {
    app.send_file("/dashboard/shipment_uploads", &owner.token, name, bytes, fields).await
}

/// How many rows became shipments, and the names on the first page.
async fn rated(app: &TestApp, owner: &Owner, id: &str) -> (i64, Vec<String>) {
    post(app, owner, &format!("{id}/rate"), overrides()).await.expect(200);
    app.run_jobs().await;
    let rates = get(app, owner, &format!("{id}/rates")).await;
    assert_eq!((&rates["status"], &rates["messages"]), (&json!("rated"), &json!({})));
    let names = rates["shipments"].as_array().unwrap().iter().map(|row| row["to_name"].as_str().unwrap().to_owned()).collect();
    (rates["total_count"].as_i64().unwrap(), names)
}

#[tokio::test]
async fn a_workbook_of_many_chunks_is_read_from_storage() {
    let (app, owner) = prepared().await;
    let line = |cells: [&str; 7]| cells.map(str::to_owned).to_vec();
    let mut rows = vec![line(["Name", "Street 1", "City", "State", "Zip", "Weight (lb)", "Note"])];
    let note = "x".repeat(400);
    rows.extend((0..900).map(|n| line([&format!("Person {n}"), "1 Oak St", "Boston", "MA", "2134", "1.5", &note])));
    let bytes = workbook(&rows);
    assert!(bytes.len() > 2 * store::files::CHUNK, "{}", bytes.len());
    let id = send(&app, &owner, "orders.xlsx", &bytes, &[]).await.expect(201)["id"].as_str().unwrap().to_owned();
    mapped(&app, &owner, &id).await;
    let (count, names) = rated(&app, &owner, &id).await;
    assert_eq!((count, names[0].as_str()), (900, "Person 0"));
    let file = get(&app, &owner, &id).await["shipment_upload"]["file_url"].as_str().unwrap().to_owned();
    assert_eq!(app.call("GET", &file, None, serde_json::Value::Null).await.headers["content-length"], bytes.len().to_string());
}

#[tokio::test]
async fn exports_of_other_programs_need_no_hand() {
    let (app, owner) = prepared().await;
    let shipstation = "\"Order - Number\",\"Ship To - Name\",\"Ship To - Company\",\"Ship To - Address 1\",\"Ship To - Address 2\",\
        \"Ship To - City\",\"Ship To - State\",\"Ship To - Postal Code\",\"Ship To - Country\",\"Customer Email\"\r\n\
        \"1001\",\"Ann \"\"Bo\"\" Lee\",\"\",\"1 Oak St\",\"Apt 2\",\"Boston\",\"MA\",\"02134\",\"US\",\"ann@example.com\"\r\n";
    let pirate = "Order ID,Full Name,Company,Email,Phone,Address Line 1,Address Line 2,City,State,Zipcode,Country,Pounds,Length,Width,Height\n\
        7,Cy Ott,,,,\"1 Oak St, rear\",,Boston,Massachusetts,2134,United States,2,8,6,4\n";
    // German Excel: semicolons, Windows letters.
    let german = b"Name;Street;City;State;Zip\r\nRen\xe9e M\xfcller;1 Oak St;Boston;MA;02134\r\n";
    // Excel's 'Unicode text': tabs in UTF-16 with its mark. Numbers and Google Sheets: UTF-8, line feeds, none at the end.
    let unicode: Vec<u8> = "\u{feff}Name\tStreet\tCity\tState\tZip\r\nZoë\t1 Oak St\tBoston\tMA\t02134\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let sheets = "\u{feff}Name,Street,City,State,Zip\nAnn Lee,\"1 Oak St\nrear\",Boston,MA,02134";
    for (name, bytes, fields, expected) in [
        ("shipstation.csv", shipstation.as_bytes(), &[("id", "shipstation")][..], "Ann \"Bo\" Lee"),
        ("pirate.csv", pirate.as_bytes(), &[("id", "pirate-ship")], "Cy Ott"),
        ("mappe.csv", german, &[], "Renée Müller"),
        ("unicode.txt", &unicode, &[], "Zoë"),
        ("sheets.csv", sheets.as_bytes(), &[], "Ann Lee"),
    ] {
        let made = send(&app, &owner, name, bytes, fields).await.expect(201);
        let id = made["id"].as_str().unwrap().to_owned();
        if fields.is_empty() {
            mapped(&app, &owner, &id).await;
        }
        assert_eq!(rated(&app, &owner, &id).await, (1, vec![expected.to_owned()]), "{name}");
    }
}

#[tokio::test]
async fn a_bomb_is_refused_and_leaves_nothing() {
    let (app, owner) = prepared().await;
    let blanks = vec![b' '; 80 * 1024 * 1024];
    let bomb = folder(&[("xl/workbook.xml", b"<a/>".to_vec()), ("xl/sharedStrings.xml", blanks)], CompressionMethod::Deflated);
    let refused = send(&app, &owner, "orders.xlsx", &bomb, &[]).await.expect(422);
    assert_eq!(refused["errors"]["file"].as_array().map(Vec::len), Some(1), "{refused}");
    assert_eq!(app.get("/dashboard/shipment_uploads", &owner.token).await.expect(200)["total_count"], 0);
}
