//! The payloads of durable jobs: anyone may enqueue one, only the owning slice runs it.
//!
//! A payload holds ids and facts, never secrets in clear: jobs are rows that a back-up contains.

use crate::id::ShipmentId;
use serde::{Deserialize, Serialize};

/// Everything that can be asked for outside a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Work {
    /// Send one mail.
    SendMail(Mail),
    /// Make the test world's twin of a new live account.
    CreateTestTwin,
    /// Bring the other world's sign-in of this address in line: a new password must hold there too.
    FollowPassword {
        /// The address.
        email: String,
    },
    /// Give the account's owner in the other world the address that holds in this one.
    FollowEmail,
    /// Remove what has expired: sessions, tokens, kept answers, finished jobs.
    RemoveExpired,
    /// Recompute every balance from the ledger and compare.
    CheckBalances,
    /// Ask carriers what became of purchases whose answer was lost.
    SettlePurchases,
    /// Ask carriers about refunds that are not decided.
    FollowRefunds,
    /// Ask carriers where parcels are.
    Track,
    /// Read an upload's rows and ask carriers what they would cost.
    RateUpload(UploadWork),
    /// Buy the labels of an upload.
    BuyUpload(UploadWork),
    /// Remove an upload and its drafts.
    DeleteUpload(UploadWork),
    /// Do something with many shipments, row by row.
    Shipments(ShipmentsWork),
    /// Write shipments into a table and mail where it is.
    ReportShipments {
        /// The filters of the list, as JSON.
        filters: String,
        /// To whom.
        email: String,
        /// The file it becomes.
        file: crate::id::FileId,
    },
    /// Ask the bank about payments that are not settled, and for news.
    SettlePayments,
    /// Add money to a balance that fell below its threshold.
    Recharge {
        /// The version of the ledger with which it fell: one need, one recharge.
        crossing: i64,
    },
    /// Ask carriers what they charged or gave back afterwards.
    FetchAdjustments,
    /// Put what invoiced accounts owe on invoices.
    DrawInvoices,
    /// Pay due invoices of accounts that want that.
    CollectInvoices,
    /// Gather a month's incentives into reports.
    IncentiveReports,
    /// Pay approved incentive reports out, or pull them.
    PayIncentives,
    /// Write transactions into a table and mail where it is.
    ReportTransactions {
        /// The filters of the list, as JSON.
        filters: String,
        /// The program whose payments are meant; none for the balance.
        program: Option<crate::incentive::Program>,
        /// To whom.
        email: String,
        /// The file it becomes.
        file: crate::id::FileId,
    },
}

/// Which upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadWork {
    /// Its id.
    pub upload: crate::id::UploadId,
    /// The name its file had, for lists of jobs.
    pub filename: String,
    /// Who asked, by name.
    pub by: String,
}

/// What to do with which shipments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipmentsWork {
    /// What to do.
    pub verb: ShipmentsVerb,
    /// With which, in this order.
    #[serde(default)]
    pub ids: Vec<ShipmentId>,
    /// Who asked, by name.
    pub by: String,
}

/// What can be done with many shipments at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum ShipmentsVerb {
    /// Buy the chosen or cheapest rate of each.
    Buy,
    /// Ask for the money of each.
    Refund,
    /// Put the labels into one file.
    Compile {
        /// `pdf`, `png` or `zpl`.
        format: String,
        /// `4X6` or `8.5X11`.
        layout: String,
        /// The file it becomes.
        file: crate::id::FileId,
        /// Whether a packing slip follows each label.
        #[serde(default)]
        slips: Slips,
    },
    /// Send each label to a printer.
    Print {
        /// `pdf`, `png` or `zpl`.
        format: String,
        /// Which printer.
        printer: crate::id::PrinterId,
        /// Whether a packing slip follows each label.
        #[serde(default)]
        slips: Slips,
    },
    /// Delete the drafts among them.
    Delete,
}

/// Whether packing slips come with labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slips {
    /// Nobody asked for them.
    #[default]
    None,
    /// One behind each label.
    Behind,
    /// Asked for, but there can be none: a label printer prints labels only. The report says so.
    LeftOut,
}

impl Slips {
    /// What becomes of the wish for slips with labels in a format.
    #[must_use]
    pub fn wanted(asked: bool, format: &str, to_raw_printer: bool) -> Self {
        match (asked, format == "zpl" || to_raw_printer) {
            (false, _) => Self::None,
            (true, false) => Self::Behind,
            (true, true) => Self::LeftOut,
        }
    }
}

/// A mail, sealed because it may carry a link that proves something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The message as sealed JSON (recipient, subject, text), in base 64.
    pub sealed: String,
}

impl Work {
    /// Every kind, for the registry and the metrics.
    pub const KINDS: [&'static str; 26] = [
        "send_mail",
        "create_test_twin",
        "follow_password",
        "follow_email",
        "remove_expired",
        "check_balances",
        "settle_purchases",
        "follow_refunds",
        "track",
        "buy_labels",
        "refund_labels",
        "compile_labels",
        "print_labels",
        "delete_drafts",
        "report_shipments",
        "settle_payments",
        "recharge",
        "fetch_adjustments",
        "draw_invoices",
        "collect_invoices",
        "incentive_reports",
        "pay_incentives",
        "report_transactions",
        "rate_upload",
        "buy_upload",
        "delete_upload",
    ];

    /// Work on many things that a user asked for: what the jobs page shows.
    pub const BULK: [&'static str; 9] = [
        "rate_upload",
        "buy_upload",
        "buy_labels",
        "refund_labels",
        "compile_labels",
        "print_labels",
        "delete_drafts",
        "report_shipments",
        "report_transactions",
    ];

    /// The stored name of the kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SendMail(_) => "send_mail",
            Self::CreateTestTwin => "create_test_twin",
            Self::FollowPassword { .. } => "follow_password",
            Self::FollowEmail => "follow_email",
            Self::RemoveExpired => "remove_expired",
            Self::CheckBalances => "check_balances",
            Self::SettlePurchases => "settle_purchases",
            Self::FollowRefunds => "follow_refunds",
            Self::Track => "track",
            Self::ReportShipments { .. } => "report_shipments",
            Self::SettlePayments => "settle_payments",
            Self::Recharge { .. } => "recharge",
            Self::FetchAdjustments => "fetch_adjustments",
            Self::DrawInvoices => "draw_invoices",
            Self::CollectInvoices => "collect_invoices",
            Self::IncentiveReports => "incentive_reports",
            Self::PayIncentives => "pay_incentives",
            Self::ReportTransactions { .. } => "report_transactions",
            Self::RateUpload(_) => "rate_upload",
            Self::BuyUpload(_) => "buy_upload",
            Self::DeleteUpload(_) => "delete_upload",
            Self::Shipments(work) => match work.verb {
                ShipmentsVerb::Buy => "buy_labels",
                ShipmentsVerb::Refund => "refund_labels",
                ShipmentsVerb::Compile { .. } => "compile_labels",
                ShipmentsVerb::Print { .. } => "print_labels",
                ShipmentsVerb::Delete => "delete_drafts",
            },
        }
    }

    /// What to do, and with which shipments: lists grow long, and are stored apart from what changes often.
    #[must_use]
    pub fn apart(&self) -> (Self, Vec<ShipmentId>) {
        match self {
            Self::Shipments(ShipmentsWork { verb, ids, by }) => {
                (Self::Shipments(ShipmentsWork { verb: verb.clone(), ids: Vec::new(), by: by.clone() }), ids.clone())
            }
            other => (other.clone(), Vec::new()),
        }
    }

    /// Whether its shipments are to be found elsewhere.
    #[must_use]
    pub fn lacks_list(&self) -> bool {
        matches!(self, Self::Shipments(work) if work.ids.is_empty())
    }

    /// Gives it the shipments back that were stored apart.
    pub fn set_list(&mut self, found: Vec<ShipmentId>) {
        if let Self::Shipments(work) = self {
            work.ids = found;
        }
    }

    /// How often it is tried before it counts as failed.
    #[must_use]
    pub fn attempts(&self) -> i64 {
        match self {
            Self::SendMail(_) => 12,
            Self::CreateTestTwin | Self::FollowPassword { .. } | Self::FollowEmail => 20,
            // A node that dies counts as an attempt: rounds that come again anyway must outlast a few restarts in a row.
            Self::RemoveExpired | Self::CheckBalances | Self::SettlePurchases | Self::FollowRefunds | Self::Track => 10,
            Self::SettlePayments | Self::FetchAdjustments | Self::CollectInvoices | Self::PayIncentives => 10,
            Self::Shipments(_) | Self::ReportShipments { .. } | Self::ReportTransactions { .. } | Self::Recharge { .. } => 10,
            Self::DrawInvoices | Self::IncentiveReports => 20,
            // Each try goes on where the last one stopped.
            Self::RateUpload(_) | Self::BuyUpload(_) | Self::DeleteUpload(_) => 20,
        }
    }
}

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Waits for its time or a worker.
    Queued,
    /// A worker holds its lease.
    Running,
    /// Finished.
    Done,
    /// Given up, with the reason.
    Failed,
    /// Taken back before it started.
    Cancelled,
}

impl JobState {
    /// Every state.
    pub const ALL: [Self; 5] = [Self::Queued, Self::Running, Self::Done, Self::Failed, Self::Cancelled];

    /// The stored word.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// Milliseconds to wait before the next try: doubling from one second to ten minutes, give or take a quarter.
///
/// `jitter` is any number; its remainder spreads jobs that failed together.
#[must_use]
pub fn back_off_millis(attempts: i64, jitter: u32) -> i64 {
    let exponent = u32::try_from(attempts.clamp(1, 20) - 1).unwrap_or(0);
    let base = 1000_i64.saturating_mul(2_i64.saturating_pow(exponent)).min(600_000);
    base * 3 / 4 + base / 2 * i64::from(jitter % 1000) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_on_uploads_reads_back() {
        let upload = serde_json::from_value(serde_json::json!(format!("upl_{}", "0".repeat(26)))).unwrap();
        let work = UploadWork { upload, filename: "orders.csv".into(), by: "Ada".into() };
        for work in [Work::RateUpload(work.clone()), Work::BuyUpload(work.clone()), Work::DeleteUpload(work)] {
            let json = serde_json::to_value(&work).unwrap();
            assert_eq!(json["kind"], work.kind());
            assert!(Work::KINDS.contains(&work.kind()));
            assert_eq!(serde_json::from_value::<Work>(json).unwrap(), work);
        }
        assert!(Work::BULK.iter().all(|kind| Work::KINDS.contains(kind)));
    }

    #[test]
    fn kinds_agree_with_what_is_written() {
        let mail = Work::SendMail(Mail { sealed: String::new() });
        let follow = Work::FollowPassword { email: "ann@example.com".into() };
        let money = [Work::SettlePayments, Work::Recharge { crossing: 7 }, Work::FetchAdjustments, Work::DrawInvoices];
        let more = [Work::CollectInvoices, Work::IncentiveReports, Work::PayIncentives];
        for work in [mail, Work::CreateTestTwin, follow, Work::RemoveExpired, Work::CheckBalances].into_iter().chain(money).chain(more) {
            let json = serde_json::to_value(&work).unwrap();
            assert_eq!(json["kind"], work.kind());
            assert!(Work::KINDS.contains(&work.kind()));
            assert_eq!(serde_json::from_value::<Work>(json).unwrap(), work);
        }
    }

    #[test]
    fn slips_are_left_out_for_label_printers() {
        assert_eq!(Slips::wanted(false, "zpl", true), Slips::None);
        assert_eq!(Slips::wanted(true, "pdf", false), Slips::Behind);
        assert_eq!(Slips::wanted(true, "zpl", false), Slips::LeftOut);
        assert_eq!(Slips::wanted(true, "pdf", true), Slips::LeftOut);
    }

    #[test]
    fn waits_longer_each_time_within_bounds() {
        for jitter in [0, 1, 500, 999, u32::MAX] {
            let waits: Vec<_> = (1..=30).map(|n| back_off_millis(n, jitter)).collect();
            assert!(waits.iter().all(|w| (750..=750_000).contains(w)), "{waits:?}");
            assert!(waits.windows(2).all(|w| w[0] <= w[1]));
        }
    }
}
