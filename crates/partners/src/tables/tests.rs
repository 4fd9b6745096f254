//! Files from the wild, written by ourselves: what spreadsheets, shops and shipping programs export, and what attackers send.

use super::*;
use proptest::prelude::*;
use std::io::{Cursor, Write};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

fn looked(bytes: &[u8]) -> Result<Outline, Refusal> {
    inspect(Cursor::new(bytes))
}

fn read(bytes: &[u8]) -> Vec<(u64, Vec<String>)> {
    let outline = looked(bytes).unwrap();
    let mut found = Vec::new();
    rows(Cursor::new(bytes), outline.format, outline.header.len(), |row| {
        found.push((row.number, row.cells));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(u64::try_from(found.len()).unwrap(), outline.rows, "counted and read alike");
    found
}

fn cells(row: &[&str]) -> Vec<String> {
    row.iter().map(|cell| (*cell).to_owned()).collect()
}

/// A folder with these files.
fn folder(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const SHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A workbook as Excel writes it: numbers as numbers, texts as shared strings or inline.
fn xlsx(sheet_data: &str, shared: &[&str]) -> Vec<u8> {
    let shared: String = shared.iter().map(|text| format!("<si><t>{text}</t></si>")).collect();
    let text = |text: String| text.into_bytes();
    folder(&[
        ("[Content_Types].xml", text("<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>".into())),
        (
            "_rels/.rels",
            text(format!(
                "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"rId1\" Type=\"{DOCUMENT}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            )),
        ),
        (
            "xl/workbook.xml",
            text(format!(
                "<workbook xmlns=\"{SHEET}\" xmlns:r=\"{DOCUMENT}\"><sheets><sheet name=\"Orders\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            )),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            text(format!(
                "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"rId1\" Type=\"{DOCUMENT}/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" Type=\"{DOCUMENT}/sharedStrings\" Target=\"sharedStrings.xml\"/></Relationships>"
            )),
        ),
        ("xl/sharedStrings.xml", text(format!("<sst xmlns=\"{SHEET}\">{shared}</sst>"))),
        ("xl/worksheets/sheet1.xml", text(format!("<worksheet xmlns=\"{SHEET}\"><sheetData>{sheet_data}</sheetData></worksheet>"))),
    ])
}

fn ods(table: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><office:body><office:spreadsheet>\
         <table:table table:name=\"S\">{table}</table:table></office:spreadsheet></office:body></office:document-content>"
    );
    folder(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet".to_vec()), ("content.xml", content.into_bytes())])
}

#[test]
fn reads_what_spreadsheets_write_as_text() {
    let plain = "Name,Street,Zip\r\nAnn,1 Elm St,10001\r\nBo,\"2 Oak, Apt 3\",94103\r\n";
    let expected = vec![(2, cells(&["Ann", "1 Elm St", "10001"])), (3, cells(&["Bo", "2 Oak, Apt 3", "94103"]))];
    assert_eq!(read(plain.as_bytes()), expected);
    // Google Sheets and Numbers: line feeds only, no line break at the end. Old Macs: carriage returns only.
    assert_eq!(read(plain.replace("\r\n", "\n").trim_end().as_bytes()), expected);
    assert_eq!(read(plain.replace("\r\n", "\r").as_bytes()), expected);
    // Excel: 'CSV UTF-8' with its mark, 'Unicode text' with tabs, European semicolons, its own hint.
    assert_eq!(read(format!("\u{feff}{plain}").as_bytes()), expected);
    let tabs = "Name\tStreet\tZip\r\nAnn\t1 Elm St\t10001\r\nBo\t2 Oak, Apt 3\t94103\r\n";
    let utf16 = |order: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
        let text = if mark { format!("\u{feff}{tabs}") } else { tabs.to_owned() };
        text.encode_utf16().flat_map(order).collect()
    };
    for bytes in
        [utf16(u16::to_le_bytes, true), utf16(u16::to_be_bytes, true), utf16(u16::to_le_bytes, false), utf16(u16::to_be_bytes, false)]
    {
        assert_eq!(read(&bytes), expected);
    }
    assert_eq!(read(tabs.replace('\t', ";").as_bytes()), expected);
    assert_eq!(read(tabs.replace('\t', "|").as_bytes()), expected);
    let hinted = format!("sep=;\r\n{}", tabs.replace('\t', ";"));
    let numbers: Vec<u64> = read(hinted.as_bytes()).into_iter().map(|(number, _)| number).collect();
    assert_eq!(numbers, [3, 4], "the hint is a row of the file");
}

#[test]
fn what_is_not_utf8_is_taken_for_windows_text() {
    let mut bytes = b"Name,City\n".to_vec();
    // Far behind the first bytes, so that only the whole file tells.
    bytes.extend((0..20_000).flat_map(|n| format!("Ann {n},Boston\n").into_bytes()));
    bytes.extend(b"Ren\xe9e,M\xfcnchen \x80\n");
    let found = read(&bytes);
    assert_eq!(found.last().unwrap().1, cells(&["Renée", "München €"]));
}

#[test]
fn quotes_and_ragged_rows_are_read_as_they_were_meant() {
    let text =
        "Name,Note,Zip\n\"Ann \"\"Bo\"\" Lee\",\"two\nlines\",10001\n5\" pipe,x\n\"6\" pipe\",y,2,extra,\n\n   \n\"Smith, \"Al\" J\",z,3\n";
    let expected = vec![
        (2, cells(&["Ann \"Bo\" Lee", "two\nlines", "10001"])),
        (3, cells(&["5\" pipe", "x", ""])),
        (4, cells(&["6\" pipe", "y", "2"])),
        (7, cells(&["Smith, \"Al\" J", "z", "3"])),
    ];
    assert_eq!(read(text.as_bytes()), expected);
    let never = format!("Name,Zip\n\"Ann,10001\n{}", "Bo,94103\n".repeat(200));
    assert_eq!(looked(never.as_bytes()), Err(Refusal::OpenQuote(2)));
}

#[test]
fn headers_of_shipping_programs_are_found() {
    let shipstation = "\"Order - Number\",\"Ship To - Name\",\"Ship To - Postal Code\",\"\"\n\"1001\",\"Ann Lee\",\"10001\",\"\"\n";
    assert_eq!(looked(shipstation.as_bytes()).unwrap().header, cells(&["Order - Number", "Ship To - Name", "Ship To - Postal Code"]));
    let gaps = "Full  Name,,Zipcode\nAnn,x,10001\n";
    let outline = looked(gaps.as_bytes()).unwrap();
    assert_eq!((outline.header, outline.samples), (cells(&["Full Name", "Column 2", "Zipcode"]), vec![cells(&["Ann", "x", "10001"])]));
}

#[test]
fn clear_refusals() {
    for (bytes, refusal) in [
        (&b""[..], Refusal::Empty),
        (b"\n\n  \n", Refusal::Empty),
        (b"\xef\xbb\xbf", Refusal::Empty),
        (b"Name,Zip\n", Refusal::NoRows),
        (b"10001,12\n94103,7\n", Refusal::NoHeader),
        (b"%PDF-1.7\nobj", Refusal::WrongType),
        (b"<html><table><tr><td>Name</td></tr></table></html>", Refusal::WrongType),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01", Refusal::WrongType),
        (b"PK\x03\x04 and then nothing", Refusal::Broken),
        (b"\xd0\xcf\x11\xe0 and then nothing", Refusal::Broken),
    ] {
        assert_eq!(looked(bytes), Err(refusal), "{:?}", String::from_utf8_lossy(bytes));
    }
    let columns = (0..10_000).map(|n| format!("c{n}")).collect::<Vec<_>>().join(",");
    assert_eq!(looked(format!("{columns}\n1\n").as_bytes()), Err(Refusal::TooManyColumns));
    let rows = format!("Name\n{}", "Ann\n".repeat(100_001));
    assert_eq!(looked(rows.as_bytes()), Err(Refusal::TooManyRows));
    assert_eq!(looked(&rows.as_bytes()[..rows.len() - 4]).map(|outline| outline.rows), Ok(100_000));
    assert_eq!(looked(format!("Name,Zip\n{},1\n", "x".repeat(40_000)).as_bytes()), Err(Refusal::LongCell(2)));
    assert_eq!(looked(&folder(&[("word/document.xml", b"<a/>".to_vec())])), Err(Refusal::WrongType));
}

#[test]
fn a_workbook_is_read_as_people_see_it() {
    let data = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c><c r=\"C1\" t=\"inlineStr\"><is><t>Weight</t></is></c></row>\
                <row r=\"2\"><c r=\"A2\" t=\"s\"><v>2</v></c><c r=\"B2\"><v>2134</v></c><c r=\"C2\"><v>0.30000000000000004</v></c></row>\
                <row r=\"5\"><c r=\"A5\" t=\"s\"><v>2</v></c><c r=\"C5\" t=\"b\"><v>1</v></c></row>";
    let book = xlsx(data, &["Name", "Zip", "Ann &amp; Bo"]);
    assert_eq!(looked(&book).unwrap().format, Format::Xlsx);
    assert_eq!(read(&book), vec![(2, cells(&["Ann & Bo", "2134", "0.3"])), (5, cells(&["Ann & Bo", "", "TRUE"]))]);
    let far = "<row r=\"1\"><c r=\"ZZ1\" t=\"inlineStr\"><is><t>x</t></is></c></row>";
    assert_eq!(looked(&xlsx(far, &[])), Err(Refusal::TooManyColumns));
}

#[test]
fn a_zip_bomb_is_refused_before_it_unfolds() {
    // Half a gigabyte of blanks fits into half a megabyte.
    let blanks = vec![b' '; 80 * 1024 * 1024];
    let bomb = folder(&[("xl/workbook.xml", b"<a/>".to_vec()), ("xl/sharedStrings.xml", blanks)]);
    assert!(bomb.len() < 1024 * 1024);
    assert_eq!(looked(&bomb), Err(Refusal::Bomb));
    let mut many: Vec<(String, Vec<u8>)> = (0..6000).map(|n| (format!("xl/{n}.xml"), Vec::new())).collect();
    many.push(("xl/workbook.xml".into(), Vec::new()));
    let many: Vec<(&str, Vec<u8>)> = many.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    assert_eq!(looked(&folder(&many)), Err(Refusal::Bomb));
}

#[test]
fn what_the_folder_says_about_sizes_is_not_believed() {
    let mut lie = folder(&[("xl/workbook.xml", b"<a/>".to_vec()), ("xl/sharedStrings.xml", vec![b' '; 70 * 1024 * 1024])]);
    // The sizes before the file and in the list at the end are set to a hundred bytes.
    let large = u32::try_from(70 * 1024 * 1024).unwrap().to_le_bytes();
    let mut places: Vec<usize> = lie.windows(4).enumerate().filter(|(_, four)| **four == large).map(|(place, _)| place).collect();
    assert!(!places.is_empty());
    while let Some(place) = places.pop() {
        lie[place..place + 4].copy_from_slice(&100_u32.to_le_bytes());
    }
    assert!(matches!(looked(&lie), Err(Refusal::Bomb | Refusal::Broken)), "{:?}", looked(&lie));
}

#[test]
fn open_document_sheets_are_read_without_unfolding_them() {
    let text = |text: &str| format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>");
    let table = format!(
        "<table:table-row>{}{}{}</table:table-row>\
         <table:table-row table:number-rows-repeated=\"2\">{}<table:table-cell table:number-columns-repeated=\"1\"/>\
         <table:table-cell office:value-type=\"float\" office:value=\"2.50\"><text:p>3</text:p></table:table-cell>\
         <table:table-cell table:number-columns-repeated=\"16000\"/></table:table-row>\
         <table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>",
        text("Name"),
        text("Street"),
        text("Weight"),
        text("Ann &amp; Bo")
    );
    let found = read(&ods(&table));
    assert_eq!(found, vec![(2, cells(&["Ann & Bo", "", "2.50"])), (3, cells(&["Ann & Bo", "", "2.50"]))]);
    let wide = "<table:table-row><table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"16384\"><text:p>x</text:p></table:table-cell></table:table-row>";
    assert_eq!(looked(&ods(wide)), Err(Refusal::TooManyColumns));
    let tall = format!(
        "<table:table-row>{0}</table:table-row><table:table-row table:number-rows-repeated=\"1000000\">{0}</table:table-row>",
        text("Ann")
    );
    assert_eq!(looked(&ods(&tall)), Err(Refusal::TooManyRows));
    let locked = folder(&[
        ("mimetype", b"x".to_vec()),
        ("content.xml", b"\x01\x02".to_vec()),
        ("META-INF/manifest.xml", b"<manifest:encryption-data/>".to_vec()),
    ]);
    assert_eq!(looked(&locked), Err(Refusal::Password));
}

/// A record of an old Excel file.
fn record(kind: u16, body: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &u16::try_from(body.len()).unwrap().to_le_bytes(), body].concat()
}

/// An old Excel file with one sheet of texts.
fn xls(rows: &[(u16, u16, &str)]) -> Vec<u8> {
    let label = |(row, column, text): &(u16, u16, &str)| {
        let head = [row.to_le_bytes(), column.to_le_bytes(), [0; 2], u16::try_from(text.len()).unwrap().to_le_bytes()].concat();
        record(0x0204, &[&head[..], &[0], text.as_bytes()].concat())
    };
    xls_of(&[], &["Orders"], &rows.iter().flat_map(label).collect::<Vec<_>>())
}

/// An old Excel file with these records before its sheets; all names mean the one sheet.
fn xls_of(before: &[u8], names: &[&str], sheet: &[u8]) -> Vec<u8> {
    let begin = |kind: u16| record(0x0809, &[&0x0600_u16.to_le_bytes()[..], &kind.to_le_bytes(), &[0; 12]].concat());
    let globals = [&begin(5)[..], before].concat();
    let end = record(0x000A, &[]);
    let bounds_len: usize = names.iter().map(|name| 4 + 8 + name.len()).sum();
    let offset = u32::try_from(globals.len() + bounds_len + end.len()).unwrap();
    let bound = |name: &&str| {
        let body = [&offset.to_le_bytes()[..], &[0, 0, u8::try_from(name.len()).unwrap(), 0], name.as_bytes()].concat();
        record(0x0085, &body)
    };
    let bounds: Vec<u8> = names.iter().flat_map(bound).collect();
    let stream = [globals, bounds, end.clone(), begin(0x10), sheet.to_vec(), end].concat();
    let mut book = cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new())).unwrap();
    // Small streams stand elsewhere in such files; all that Excel writes are larger.
    let padded = [stream, vec![0; 8192]].concat();
    book.create_stream("/Workbook").unwrap().write_all(&padded).unwrap();
    book.flush().unwrap();
    book.into_inner().into_inner()
}

#[test]
fn old_workbooks_are_read_and_far_corners_refused() {
    let book = xls(&[(0, 0, "Name"), (0, 1, "City"), (1, 0, "Ann"), (1, 1, "Boston")]);
    assert_eq!(read(&book), vec![(2, cells(&["Ann", "Boston"]))]);
    assert_eq!(looked(&xls(&[(0, 0, "Name"), (65_535, 255, "x")])), Err(Refusal::Bomb));
    let mut locked = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    locked.create_stream("/EncryptedPackage").unwrap().write_all(&[7; 5000]).unwrap();
    locked.flush().unwrap();
    assert_eq!(looked(&locked.into_inner().into_inner()), Err(Refusal::Password));
}

#[test]
fn old_workbooks_are_not_believed() {
    let text = |row: u16, text: &str| {
        let head = [row.to_le_bytes(), [0; 2], [0; 2], u16::try_from(text.len()).unwrap().to_le_bytes()].concat();
        record(0x0204, &[&head[..], &[0], text.as_bytes()].concat())
    };
    let rows = [text(0, "Name"), text(1, "Ann")].concat();
    let expected = vec![(2, cells(&["Ann"]))];
    // A claim of four billion rows is left out; so are other sheets, even if there are hundreds.
    let claim = record(0x0200, &[&[0_u8; 4][..], &[0xFF; 4], &[0; 2], &[0xFF, 0], &[0; 2]].concat());
    assert_eq!(read(&xls_of(&[], &["Orders"], &[&claim[..], &rows].concat())), expected);
    let names: Vec<String> = (0..500).map(|n| format!("S{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(read(&xls_of(&[], &names, &rows)), expected);
    // Numbers side by side reach as far as their last one.
    let many = record(0x00BD, &[&[0xFF_u8, 0xFF, 0, 0][..], &[0; 6 * 200], &[199, 0]].concat());
    assert_eq!(looked(&xls_of(&[], &["Orders"], &[&rows[..], &many].concat())), Err(Refusal::Bomb));
    // One long shared text in many cells, and cells that claim to be longer than they are.
    let long = [&[0_u8; 8][..], &8000_u16.to_le_bytes(), &[0], &[b'x'; 8000]].concat();
    let shared = |row: u16| record(0x00FD, &[&row.to_le_bytes()[..], &[0; 8]].concat());
    let sheet = |count: u16| [&rows[..], &(2..count).flat_map(shared).collect::<Vec<u8>>()].concat();
    assert_eq!(read(&xls_of(&record(0x00FC, &long), &["Orders"], &sheet(4))).len(), 3);
    assert_eq!(looked(&xls_of(&record(0x00FC, &long), &["Orders"], &sheet(9000))), Err(Refusal::Bomb));
    let hollow = |row: u16| record(0x0204, &[&row.to_le_bytes()[..], &[0; 4], &[0xFF, 0xFF, 0]].concat());
    assert_eq!(looked(&xls_of(&[], &["Orders"], &(0..1000).flat_map(hollow).collect::<Vec<u8>>())), Err(Refusal::Bomb));
}

#[test]
fn shared_texts_that_go_on_in_another_record_are_counted() {
    // Eight letters, five of them in the next record and two bytes wide there; then a text of its own.
    let first = record(0x00FC, &[&[0_u8; 8][..], &8_u16.to_le_bytes(), &[0], b"Nam"].concat());
    let next = record(0x003C, &[&[1_u8][..], b"e\0 \0o\0n\0e\0", &3_u16.to_le_bytes(), &[0], b"Ann"].concat());
    let shared = |row: u16| record(0x00FD, &[&row.to_le_bytes()[..], &[0; 4], &row.to_le_bytes(), &[0; 2]].concat());
    let book = xls_of(&[first, next].concat(), &["Orders"], &[shared(0), shared(1)].concat());
    assert_eq!(looked(&book).unwrap().header, cells(&["Name one"]));
    assert_eq!(read(&book), vec![(2, cells(&["Ann"]))]);
}

/// The workbook with another part in place of one of its own.
fn with_part(book: &[u8], part: &str, text: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(book)).unwrap();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).unwrap();
        let (name, mut bytes) = (file.name().unwrap().into_owned(), Vec::new());
        file.read_to_end(&mut bytes).unwrap();
        files.push((name, bytes));
    }
    files.retain(|(name, _)| name != part);
    files.push((part.to_owned(), text.as_bytes().to_vec()));
    folder(&files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect::<Vec<_>>())
}

#[test]
fn what_a_workbook_claims_is_not_reserved() {
    let data = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row><row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c></row>";
    let book = xlsx(data, &["Name"]);
    let strings = |count: &str| format!("<sst xmlns=\"{SHEET}\" count=\"9000000\" uniqueCount=\"{count}\"><si><t>Name</t></si></sst>");
    let part = "xl/sharedStrings.xml";
    assert_eq!(read(&with_part(&book, part, &strings("1"))), vec![(2, cells(&["Name"]))]);
    assert_eq!(read(&with_part(&book, part, &strings("5000"))).len(), 1, "some programs count wrongly");
    assert_eq!(looked(&with_part(&book, part, &strings("100000000000000"))), Err(Refusal::Bomb));
    let prefixed = "<x:sst xmlns:x=\"x\" uniqueCount='100000000000000'/>";
    let moved = with_part(&with_part(&book, part, "<a/>"), "XL/SHAREDSTRINGS.XML", prefixed);
    assert_eq!(looked(&moved), Err(Refusal::Bomb));
    let styles = format!("<styleSheet xmlns=\"{SHEET}\"><cellXfs>{}</cellXfs></styleSheet>", "<xf/>".repeat(300_000));
    assert_eq!(looked(&with_part(&book, "xl/styles.xml", &styles)), Err(Refusal::Bomb));
    let deep = format!("<worksheet xmlns=\"{SHEET}\">{}", "<a>".repeat(1000));
    assert_eq!(looked(&with_part(&book, "xl/worksheets/sheet1.xml", &deep)), Err(Refusal::Bomb));
    let relation = format!(
        "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"rId1\" Type=\"{DOCUMENT}/officeDocument\" Target=\"other/workbook.xml\"/></Relationships>"
    );
    assert_eq!(looked(&with_part(&book, "_rels/.rels", &relation)), Err(Refusal::Broken));
}

#[test]
fn long_rows_and_long_tables_are_refused() {
    let long = "x".repeat(30_000);
    let wide: Vec<&str> = vec![long.as_str(); 10];
    assert_eq!(looked(format!("Name\n{}\n", wide.join(",")).as_bytes()), Err(Refusal::LongRow(2)));
    assert_eq!(looked(format!("Name\n{}\n", wide[..8].join(",")).as_bytes()).map(|outline| outline.rows), Ok(1));
    // One shared text in every cell of a small workbook.
    let row = |number: usize, columns: &str| {
        let cell = |column: char| format!("<c r=\"{column}{number}\" t=\"s\"><v>0</v></c>");
        format!("<row r=\"{number}\">{}</row>", columns.chars().map(cell).collect::<String>())
    };
    assert_eq!(looked(&xlsx(&row(1, "ABCDEFGHIJ"), &[&long])), Err(Refusal::LongRow(1)));
    let tall: String = (1..1100).map(|number| row(number, "ABCDEFGH")).collect();
    assert_eq!(looked(&xlsx(&tall, &[&long])), Err(Refusal::Bomb));
    // A repeated cell counts as often as it is repeated, and so does a row.
    let repeated = |cells: u32, rows: u32| {
        let text = format!("<text:p>{long}</text:p>");
        format!(
            "<table:table-row table:number-rows-repeated=\"{rows}\"><table:table-cell table:number-columns-repeated=\"{cells}\">{text}</table:table-cell></table:table-row>"
        )
    };
    assert_eq!(looked(&ods(&repeated(10, 1))), Err(Refusal::LongRow(1)));
    assert_eq!(looked(&ods(&repeated(8, 1100))), Err(Refusal::Bomb));
}

#[test]
fn texts_are_not_held_whole_to_find_them_too_long() {
    let endless = "x".repeat(3 * 1024 * 1024);
    let cell = |inner: &str| ods(&format!("<table:table-row><table:table-cell>{inner}</table:table-cell></table:table-row>"));
    assert_eq!(looked(&cell(&format!("<text:p>{endless}</text:p>"))), Err(Refusal::Bomb));
    assert_eq!(looked(&cell(&format!("<text:p>{}</text:p>", &endless[..40_000]))), Err(Refusal::LongCell(1)));
    assert_eq!(looked(&cell(&format!("<text:p>{}</text:p>", "<text:s/>".repeat(40_000)))), Err(Refusal::LongCell(1)));
    assert_eq!(looked(&cell(&"<text:p>".repeat(1000))), Err(Refusal::Bomb));
    let inline = |inner: &str| xlsx(&format!("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is>{inner}</is></c></row>"), &[]);
    assert_eq!(looked(&inline(&format!("<t>{endless}</t>"))), Err(Refusal::Bomb));
    assert_eq!(looked(&inline(&format!("<r><t>{}</t></r>", &endless[..1000]).repeat(2000))), Err(Refusal::Bomb));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = looked(&bytes);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[a-z,;\t|\"\r\n =]{0,300}") {
        if let Ok(outline) = looked(text.as_bytes()) {
            prop_assert_eq!(u64::try_from(read(text.as_bytes()).len()).unwrap(), outline.rows);
        }
    }

    #[test]
    fn damaged_workbooks_are_read_or_refused(place in 0_usize..4000, byte in any::<u8>(), cut in 0_usize..4000) {
        let cell = "<c r=\"A1\" t=\"inlineStr\"><is><t>Name</t></is></c>";
        let data = format!("<row r=\"1\">{cell}</row><row r=\"2\"><c r=\"A2\"><v>7</v></c></row>");
        for mut book in [xlsx(&data, &["x"]), xls(&[(0, 0, "Name"), (1, 0, "Ann")]), ods("<table:table-row/>")] {
            let place = place % book.len();
            book[place] = byte;
            let _ = looked(&book);
            book.truncate(cut % book.len());
            let _ = looked(&book);
        }
    }

    #[test]
    fn what_was_quoted_is_read_back(rows in proptest::collection::vec(proptest::collection::vec("[a-z\",;\n\r \t]{0,12}", 3), 1..8)) {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let lines: Vec<String> = rows.iter().map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",")).collect();
        let text = format!("a,b,c\r\n{}\r\n", lines.join("\r\n"));
        let expected: Vec<Vec<String>> = rows.into_iter().filter(|row| !is_blank(row)).collect();
        let outline = looked(text.as_bytes());
        prop_assume!(outline.as_ref().is_ok_and(|outline| outline.format == Format::Csv { encoding: Encoding::Utf8, delimiter: ',' }));
        let found: Vec<Vec<String>> = read(text.as_bytes()).into_iter().map(|(_, cells)| cells).collect();
        prop_assert_eq!(found, expected);
    }
}
