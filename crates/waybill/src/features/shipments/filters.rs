//! The filters of a list, as they stand in the address bar and in a request for work on all that match.

use crate::http::error::ApiError;
use chrono::{NaiveDate, NaiveTime, TimeDelta};
use domain::Timestamp;
use domain::carrier::Carrier;
use domain::page::Page;
use domain::tracking::TrackingStatus;
use serde::{Deserialize, Serialize};
use store::shipment_list::{Filter, Sort};
use utoipa::{IntoParams, ToSchema};

/// Longer searches are noise.
const MOST_WORDS: usize = 8;

/// The filters.
#[derive(Default, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct Filters {
    /// Page, from one.
    #[serde(default)]
    page: Option<i64>,
    /// Rows per page.
    #[serde(default)]
    per: Option<i64>,
    /// Parts of names, addresses, tracking codes, order ids.
    #[serde(default)]
    q: String,
    /// `all`, `yes` or `no`.
    #[serde(default)]
    downloaded: String,
    /// `internal`, `upload`, `shop` or `all`.
    #[serde(default)]
    source: String,
    /// First day.
    #[serde(default)]
    from: String,
    /// Last day.
    #[serde(default)]
    to: String,
    /// Drafts instead of shipments.
    #[serde(default)]
    draft: bool,
    /// A tracking status, or `refund`.
    #[serde(default)]
    status: String,
    /// A carrier.
    #[serde(default)]
    carrier: String,
    /// An upload.
    #[serde(default)]
    upload_id: String,
    /// `date`, `to_name`, `price` or `service`.
    #[serde(default)]
    sort: String,
    /// `asc` or `desc`.
    #[serde(default)]
    dir: String,
}

impl Filters {
    /// Which page.
    pub fn page(&self) -> Result<Page, ApiError> {
        Page::check(self.page, self.per).map_err(ApiError::invalid)
    }

    /// By what it is sorted.
    pub fn sort(&self) -> Result<Sort, ApiError> {
        match self.sort.as_str() {
            "" | "date" => Ok(Sort::Date),
            "to_name" => Ok(Sort::Name),
            "price" => Ok(Sort::Price),
            "service" => Ok(Sort::Service),
            _ => Err(ApiError::invalid_field("sort", "must be date, to_name, price or service")),
        }
    }

    /// In which direction: newest first when nothing is said.
    pub fn descending(&self) -> bool {
        self.dir != "asc"
    }

    /// Which shipments.
    pub fn filter(&self) -> Result<Filter, ApiError> {
        let given = |text: &str| (!text.is_empty() && text != "all").then(|| text.to_owned());
        let downloaded = match self.downloaded.as_str() {
            "" | "all" => None,
            "yes" => Some(true),
            "no" => Some(false),
            _ => return Err(ApiError::invalid_field("downloaded", "must be all, yes or no")),
        };
        let status = given(&self.status);
        if status.as_deref().is_some_and(|status| status != "refund" && TrackingStatus::parse(status).is_none()) {
            return Err(ApiError::invalid_field("status", "is not in the list"));
        }
        let carrier = given(&self.carrier);
        if carrier.as_deref().is_some_and(|name| Carrier::parse(name).is_none()) {
            return Err(ApiError::invalid_field("carrier", "is not in the list"));
        }
        let from = day(&self.from, "from")?;
        let to = day(&self.to, "to")?;
        Ok(Filter {
            drafts: self.draft,
            words: self.q.to_lowercase().split_whitespace().take(MOST_WORDS).map(|word| word.chars().take(60).collect()).collect(),
            downloaded,
            source: given(&self.source),
            from,
            until: to.map(|to| to + TimeDelta::days(1)),
            status,
            carrier: carrier.and_then(|name| Carrier::parse(&name)).map(|carrier| carrier.name().to_owned()),
            upload_id: given(&self.upload_id),
        })
    }
}

fn day(text: &str, field: &str) -> Result<Option<Timestamp>, ApiError> {
    if text.is_empty() {
        return Ok(None);
    }
    let date: NaiveDate = text.parse().map_err(|_| ApiError::invalid_field(field, "must be a date such as 2026-11-15"))?;
    Ok(Some(date.and_time(NaiveTime::MIN).and_utc()))
}
