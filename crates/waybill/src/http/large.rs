//! Routes that take more, or longer, than others: uploads, and choices for thousands of rows.

use axum::http::Method;

/// What such a route may take.
#[derive(Debug, Clone, Copy)]
pub struct Large {
    method: &'static str,
    path: &'static str,
    /// Bytes of a body.
    pub bytes: usize,
    /// Seconds until it is given up; none for the usual time.
    pub seconds: Option<u64>,
}

/// A table of 50 MB, and the form around it.
pub const TABLE_BYTES: usize = 51 * 1024 * 1024;
/// A choice for each of a hundred thousand rows.
pub const CHOICE_BYTES: usize = 16 * 1024 * 1024;

const LARGE: [Large; 3] = [
    Large { method: "POST", path: "/dashboard/shipment_uploads", bytes: TABLE_BYTES, seconds: Some(600) },
    Large { method: "PATCH", path: "/dashboard/shipment_uploads/{id}/rates", bytes: CHOICE_BYTES, seconds: Some(60) },
    Large { method: "POST", path: "/dashboard/shipment_uploads/{id}/buy_labels", bytes: CHOICE_BYTES, seconds: Some(60) },
];

/// What a route may take beyond the usual, by the path as the router knows it.
#[must_use]
pub fn find(method: &Method, path: &str) -> Option<&'static Large> {
    LARGE.iter().find(|large| large.method == method.as_str() && large.path == path)
}
