//! Pages of lists: which sizes there are and which rows a page holds.

use crate::fields::FieldErrors;

/// The page sizes the specification offers.
pub const SIZES: [i64; 5] = [10, 25, 50, 100, 200];
/// The size when nobody chose.
pub const DEFAULT_SIZE: i64 = 50;
/// Deeper pages are refused: nobody reads them, and they would cost more with every page.
pub const LAST_PAGE: i64 = 100_000;

/// A page that exists by the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// From one.
    pub page: i64,
    /// Rows on it.
    pub per: i64,
}

impl Page {
    /// Checks what a caller asked for.
    pub fn check(page: Option<i64>, per: Option<i64>) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let page = page.unwrap_or(1);
        let per = per.unwrap_or(DEFAULT_SIZE);
        if !(1..=LAST_PAGE).contains(&page) {
            errors.add("page", "must be between 1 and 100000");
        }
        if !SIZES.contains(&per) {
            errors.add("per", "must be 10, 25, 50, 100 or 200");
        }
        errors.into_result().map(|()| Self { page, per })
    }

    /// Rows to skip.
    #[must_use]
    pub fn offset(self) -> i64 {
        (self.page - 1) * self.per
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_only_the_specified_sizes() {
        assert_eq!(Page::check(None, None), Ok(Page { page: 1, per: 50 }));
        assert_eq!(Page::check(Some(3), Some(25)).unwrap().offset(), 50);
        assert!(Page::check(Some(0), None).is_err());
        assert!(Page::check(None, Some(51)).is_err());
        assert!(Page::check(Some(i64::MAX), Some(200)).is_err());
    }
}
