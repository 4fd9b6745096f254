//! Any sheet inside of a well-formed workbook is read or refused. The folder around it is made here, for no chance change of bytes
//! keeps a checksum right. The first byte says which program wrote it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Write};
use waybill_fuzz::check;
use zip::write::SimpleFileOptions;

const SHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

fn folder(files: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn excel(sheet: &[u8]) -> Vec<u8> {
    // What stands behind a zero byte are the shared texts.
    let (sheet, texts) = sheet.iter().position(|byte| *byte == 0).map_or((sheet, &b""[..]), |at| (&sheet[..at], &sheet[at + 1..]));
    let relations = |inner: &str| format!("<Relationships xmlns=\"{RELATIONS}\">{inner}</Relationships>");
    let relation = |id: &str, kind: &str, target: &str| format!("<Relationship Id=\"{id}\" Type=\"{DOCUMENT}/{kind}\" Target=\"{target}\"/>");
    let outer = relations(&relation("rId1", "officeDocument", "xl/workbook.xml"));
    let inner = relations(&(relation("rId1", "worksheet", "worksheets/sheet1.xml") + &relation("rId2", "sharedStrings", "sharedStrings.xml")));
    let book = format!("<workbook xmlns=\"{SHEET}\" xmlns:r=\"{DOCUMENT}\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>");
    folder(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", outer.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", inner.as_bytes()),
        ("xl/sharedStrings.xml", texts),
        ("xl/worksheets/sheet1.xml", sheet),
    ])
}

fuzz_target!(init: waybill_fuzz::begin(), |bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    if first.is_multiple_of(2) {
        check(&excel(rest));
    } else {
        check(&folder(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", rest)]));
    }
});
