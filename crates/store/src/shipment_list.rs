//! Lists of shipments: filters, search and sorts that each database answers from an index.

use crate::db::DatabaseKind;
use crate::error::StoreError;
use crate::query::{Query, sql_from_parts};
use crate::row::{Listed, Row, micros};
use crate::shipments::{Shipment, WITHOUT_RATES, shipment};
use crate::tx::Conn;
use domain::Timestamp;
use domain::id::{AccountId, ShipmentId};
use domain::page::Page;

/// Which shipments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Drafts, or what was bought.
    pub drafts: bool,
    /// Words that must all occur.
    pub words: Vec<String>,
    /// Whether the label was downloaded.
    pub downloaded: Option<bool>,
    /// Where they came from.
    pub source: Option<String>,
    /// Listed at or after.
    pub from: Option<Timestamp>,
    /// Listed before.
    pub until: Option<Timestamp>,
    /// Tracking status, or `refund` for any refund.
    pub status: Option<String>,
    /// Who carries.
    pub carrier: Option<String>,
    /// Which upload.
    pub upload_id: Option<String>,
}

/// By what a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Time.
    #[default]
    Date,
    /// Addressee.
    Name,
    /// Price.
    Price,
    /// Service.
    Service,
}

impl Sort {
    fn column(self) -> &'static str {
        match self {
            Self::Date => "listed_at",
            Self::Name => "to_name",
            Self::Price => "price_cents",
            Self::Service => "service",
        }
    }
}

enum Bound {
    Text(String),
    Int(i64),
    Bool(bool),
}

struct Condition {
    text: String,
    bound: Vec<Bound>,
}

impl Condition {
    fn new(conn: &Conn, filter: &Filter) -> Self {
        let mut condition = Self { text: "account_id = $1 AND is_draft = $2".into(), bound: vec![Bound::Bool(filter.drafts)] };
        condition.words(conn, &filter.words);
        if let Some(downloaded) = filter.downloaded {
            condition.and("downloaded = ", Bound::Bool(downloaded));
        }
        for (column, value) in [("source = ", &filter.source), ("carrier = ", &filter.carrier), ("upload_id = ", &filter.upload_id)] {
            if let Some(value) = value {
                condition.and(column, Bound::Text(value.clone()));
            }
        }
        match filter.status.as_deref() {
            None => {}
            Some("refund") => condition.text.push_str(" AND refund_status IS NOT NULL"),
            Some(status) => {
                condition.text.push_str(" AND refund_status IS NULL");
                condition.and("tracking_status = ", Bound::Text(status.to_owned()));
            }
        }
        if let Some(from) = filter.from {
            condition.and("listed_at >= ", Bound::Int(micros(from)));
        }
        if let Some(until) = filter.until {
            condition.and("listed_at < ", Bound::Int(micros(until)));
        }
        condition
    }

    fn and(&mut self, left: &str, value: Bound) {
        self.bound.push(value);
        self.text.push_str(&format!(" AND {left}${}", self.bound.len() + 1));
    }

    /// Parts of words: from the trigram index where they are long enough for one, else by looking at each row.
    fn words(&mut self, conn: &Conn, words: &[String]) {
        let indexed = |word: &&String| conn.kind() == DatabaseKind::Sqlite && word.chars().count() >= 3;
        let quoted: Vec<String> = words.iter().filter(indexed).map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
        if !quoted.is_empty() {
            self.bound.push(Bound::Text(quoted.join(" AND ")));
            let number = self.bound.len() + 1;
            self.text.push_str(&format!(" AND search_id IN (SELECT rowid FROM shipment_search WHERE shipment_search MATCH ${number})"));
        }
        for word in words.iter().filter(|word| !indexed(word)) {
            let escaped = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
            self.bound.push(Bound::Text(format!("%{escaped}%")));
            self.text.push_str(&format!(" AND search_text LIKE ${} ESCAPE '\\'", self.bound.len() + 1));
        }
    }

    fn bind(&self, account: &AccountId, query: Query) -> Query {
        self.bound.iter().fold(query.bind(account), |query, value| match value {
            Bound::Text(text) => query.bind(text.as_str()),
            Bound::Int(number) => query.bind(*number),
            Bound::Bool(yes) => query.bind(*yes),
        })
    }
}

/// A page of shipments. What was bought comes without the rates that were offered for it.
pub async fn list(
    conn: &mut Conn,
    account: &AccountId,
    filter: &Filter,
    sort: Sort,
    descending: bool,
    page: Page,
) -> Result<Listed<Shipment>, StoreError> {
    let condition = Condition::new(conn, filter);
    let direction = if descending { "DESC" } else { "ASC" };
    let column = sort.column();
    let (limit, offset) = (condition.bound.len() + 2, condition.bound.len() + 3);
    let text = format!(
        "SELECT {} FROM shipments WHERE {} ORDER BY {column} {direction}, shipment_id {direction} LIMIT ${limit} OFFSET ${offset}",
        if filter.drafts { "*" } else { WITHOUT_RATES },
        condition.text
    );
    let rows = condition.bind(account, sql_from_parts(text)).bind(page.per).bind(page.offset()).all(conn).await?;
    Ok(Listed { items: rows.iter().map(shipment).collect::<Result<_, _>>()?, total_count: count(conn, account, &condition).await? })
}

async fn count(conn: &mut Conn, account: &AccountId, condition: &Condition) -> Result<i64, StoreError> {
    let text = format!("SELECT COUNT(*) AS n FROM shipments WHERE {}", condition.text);
    condition.bind(account, sql_from_parts(text)).one(conn).await?.int("n")
}

/// Ids of shipments that match, in the order of their making, after a given one: for work on all that match.
pub async fn matching(
    conn: &mut Conn,
    account: &AccountId,
    filter: &Filter,
    after: &str,
    limit: i64,
) -> Result<Vec<ShipmentId>, StoreError> {
    let condition = Condition::new(conn, filter);
    let (place, most) = (condition.bound.len() + 2, condition.bound.len() + 3);
    let text =
        format!("SELECT shipment_id FROM shipments WHERE {} AND shipment_id > ${place} ORDER BY shipment_id LIMIT ${most}", condition.text);
    let rows = condition.bind(account, sql_from_parts(text)).bind(after).bind(limit).all(conn).await?;
    rows.iter().map(|row: &Row| row.id("shipment_id")).collect()
}
