//! The test page, 4 by 6 inches, in the two languages of label printers.

/// Points of a page of 4 by 6 inches.
const SIZE: &str = "0 0 288 432";

/// As PDF.
pub fn pdf() -> Vec<u8> {
    let drawing = "2 w 9 9 270 414 re S BT /F 24 Tf 36 330 Td (Waybill test page) Tj /F 12 Tf 0 -30 Td \
                   (Labels of 4 x 6 inches fill this frame.) Tj ET";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [{SIZE}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"),
        format!("<< /Length {} >>\nstream\n{drawing}\nendstream", drawing.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut text = String::from("%PDF-1.4\n");
    let mut places = String::new();
    for (index, object) in objects.iter().enumerate() {
        places.push_str(&format!("{:010} 00000 n \n", text.len()));
        text.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let (start, count) = (text.len(), objects.len() + 1);
    text.push_str(&format!(
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ));
    text.into_bytes()
}

/// As ZPL, at 203 dots per inch.
pub fn zpl() -> Vec<u8> {
    b"^XA^PW812^LL1218^FO20,20^GB772,1178,4^FS^FO80,260^A0N,60,60^FDWaybill test page^FS\
^FO80,350^A0N,30,30^FDLabels of 4 x 6 inches fill this frame.^FS^XZ\n"
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_in_the_table_is_an_object() {
        let page = String::from_utf8(pdf()).unwrap();
        let table = page.rfind("xref\n0 ").unwrap();
        assert!(page.ends_with(&format!("startxref\n{}\n%%EOF\n", page.find("\nxref\n").unwrap() + 1)), "{table}");
        let places = page[page.find("\nxref\n").unwrap()..].lines().filter(|line| line.ends_with(" n "));
        for (index, line) in places.enumerate() {
            let place: usize = line[..10].parse().unwrap();
            assert!(page[place..].starts_with(&format!("{} 0 obj", index + 1)), "{line}");
        }
    }
}
