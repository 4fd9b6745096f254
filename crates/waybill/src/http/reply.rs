//! Bodies that many routes share. Every one carries `success`.

use serde::Serialize;
use std::collections::BTreeMap;
use store::Listed;
use utoipa::ToSchema;

/// What every failure looks like.
#[derive(Debug, Serialize, ToSchema)]
pub struct Failure {
    /// Always false.
    pub success: bool,
    /// A sentence for the user.
    pub message: String,
    /// Field path to messages about it.
    pub errors: BTreeMap<String, Vec<String>>,
    /// Stable and machine-readable.
    pub code: String,
    /// Finds the request in the log.
    pub request_id: String,
}

/// A success with a sentence.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub success: bool,
    /// A sentence for the user.
    pub message: String,
}

impl Done {
    /// A success with this sentence.
    pub fn saying(message: &str) -> axum::Json<Self> {
        axum::Json(Self { success: true, message: message.to_owned() })
    }
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListReply<T> {
    /// Always true.
    pub success: bool,
    /// The rows of this page.
    pub items: Vec<T>,
    /// Rows on all pages.
    pub total_count: i64,
    /// Which page, from one.
    pub page: i64,
    /// Rows per page.
    pub per: i64,
}

impl<T> ListReply<T> {
    /// The page of a list, each row shown as `T`.
    pub fn of<R>(listed: Listed<R>, page: domain::page::Page, show: impl FnMut(R) -> T) -> axum::Json<Self> {
        let items = listed.items.into_iter().map(show).collect();
        axum::Json(Self { success: true, items, total_count: listed.total_count, page: page.page, per: page.per })
    }
}
