//! Escaping of field data: the one place where text of users becomes ZPL.
//!
//! Letters, digits, spaces and a few harmless marks stay; everything else becomes `_` and two hexadecimal digits for each byte of
//! its UTF-8 form, which a field with `^FH_` turns back. A caret, a tilde or a control character can therefore never reach the
//! printer as such. Anything added to the harmless marks must mean nothing to any firmware.

/// Appends a text in escaped form.
pub fn push(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b' ' | b'.' | b',' | b'-' | b'/' | b':' | b'#' | b'$' | b'(' | b')' => {
                out.push(char::from(byte))
            }
            _ => {
                out.push('_');
                out.push(hex(byte >> 4));
                out.push(hex(byte & 15));
            }
        }
    }
}

/// One hexadecimal digit, as a capital.
#[must_use]
pub fn hex(value: u8) -> char {
    char::from(match value {
        0..=9 => b'0'.saturating_add(value),
        _ => b'A'.saturating_add(value.saturating_sub(10)),
    })
}

/// Whether a barcode's content is letters and digits only, which mean the same to every firmware in every field.
#[must_use]
pub fn is_alphanumeric(content: &str) -> bool {
    content.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a barcode's content is free of what firmware may read as an instruction inside field data.
#[must_use]
pub fn is_plain_or_control(content: &str) -> bool {
    content.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'\\' | b'~' | b'^' | b'_' | b'`'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_escapes_and_everything_comes_back(text in "\\PC{0,60}|[\u{0}-\u{7f}]{0,60}") {
            let mut out = String::new();
            push(&text, &mut out);
            prop_assert!(out.bytes().all(|b| b.is_ascii_graphic() && !b"^~\\".contains(&b) || b == b' '));
            let mut bytes = Vec::new();
            let mut rest = out.as_bytes();
            while let [first, after @ ..] = rest {
                if *first == b'_' {
                    bytes.push(u8::from_str_radix(std::str::from_utf8(&after[..2]).unwrap(), 16).unwrap());
                    rest = &after[2..];
                } else {
                    bytes.push(*first);
                    rest = after;
                }
            }
            prop_assert_eq!(String::from_utf8(bytes).unwrap(), text);
        }
    }
}
