//! Transactions: what a customer sees of the ledger. Each groups the entries that belong to one thing (a label's hold and its
//! payment), and its amounts are always derived from their postings, never kept a second time.

use crate::id::{Id, PurchaseId, TransactionId};
use crate::ledger::{Balances, Book};
use crate::money::Cents;

/// What a transaction is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A label: its hold, then its payment or its release.
    Label,
    /// Money that came back: of a label, or of a top-up that was sent back.
    Refund,
    /// Money that the customer added.
    TopUp,
    /// Money that was added because the balance fell below the threshold.
    Recharge,
    /// A credit by the operator.
    Credit,
    /// A payment that the customer's bank took back, or gave again.
    Chargeback,
    /// What a carrier charged or gave back afterwards.
    Adjustment,
    /// An adjustment that was disputed with success.
    Dispute,
    /// What was owed was put on an invoice.
    Invoice,
    /// An invoice was paid.
    InvoicePayment,
    /// A month's incentives of externally billed labels.
    ExternalIncentive,
    /// A month's incentives of a sales channel.
    ChannelIncentive,
    /// Incentives were paid out.
    Payout,
    /// Negative incentives were pulled from a bank account.
    Pull,
}

impl Kind {
    /// Every kind with its stored word and its label, in the order of the menu.
    const WORDS: [(Self, &'static str, &'static str); 14] = [
        (Self::Label, "label", "Labels"),
        (Self::Refund, "refund", "Refunds"),
        (Self::TopUp, "top_up", "Top-ups"),
        (Self::Recharge, "recharge", "Automatic recharges"),
        (Self::Credit, "credit", "Credits"),
        (Self::Chargeback, "chargeback", "Chargebacks"),
        (Self::Adjustment, "adjustment", "Adjustments"),
        (Self::Dispute, "dispute", "Disputes"),
        (Self::Invoice, "invoice", "Invoices"),
        (Self::InvoicePayment, "invoice_payment", "Invoice payments"),
        (Self::ExternalIncentive, "external_incentive", "External incentives"),
        (Self::ChannelIncentive, "channel_incentive", "Channel incentives"),
        (Self::Payout, "payout", "Payouts"),
        (Self::Pull, "pull", "Pulls"),
    ];

    /// Words and labels for the filter.
    pub fn filters() -> impl Iterator<Item = (&'static str, &'static str)> {
        Self::WORDS.into_iter().map(|(_, word, label)| (word, label))
    }

    /// The stored word, also the one on the wire.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::WORDS.into_iter().find(|(kind, ..)| *kind == self).map_or("", |(_, word, _)| word)
    }

    /// What menus and papers call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        Self::WORDS.into_iter().find(|(kind, ..)| *kind == self).map_or("", |(_, _, label)| label)
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::WORDS.into_iter().find(|(_, word, _)| *word == key).map(|(kind, ..)| kind)
    }
}

/// The transaction of a purchase: its hold, then its payment or its release.
#[must_use]
pub fn of_purchase(purchase: &PurchaseId) -> TransactionId {
    TransactionId::from_text(format!("{}_{}", TransactionId::PREFIX, purchase.letters()))
}

/// The amounts of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Amounts {
    /// What is settled: positive came in, negative went out.
    pub amount: Cents,
    /// What is under way: positive is coming in, negative is set aside to go out.
    pub pending: Cents,
    /// What it changed in the money that can be spent.
    pub available_change: Cents,
}

impl Amounts {
    /// Derives the amounts from the sums of the postings by book.
    #[must_use]
    pub fn of(kind: Kind, sums: &Balances) -> Self {
        let add = |books: &[Book]| Cents::new(books.iter().map(|book| sums.get(*book).get()).fold(0, i64::saturating_add));
        let amount = match kind {
            Kind::InvoicePayment => add(&[Book::Receivable, Book::Available]),
            Kind::ExternalIncentive | Kind::ChannelIncentive | Kind::Payout | Kind::Pull => {
                add(&[Book::IncentivesExternal, Book::IncentivesChannel])
            }
            _ => add(&[Book::Available, Book::Held]),
        };
        let (coming, held) = (sums.get(Book::PendingCredit), sums.get(Book::Held));
        Self { amount, pending: Cents::new(coming.get().saturating_sub(held.get())), available_change: sums.get(Book::Available) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Balanced;

    fn amounts(kind: Kind, entries: &[Balanced]) -> (i64, i64, i64) {
        let postings: Vec<_> = entries.iter().flat_map(|entry| entry.postings().to_vec()).collect();
        let found = Amounts::of(kind, &Balances::of(&postings).unwrap());
        (found.amount.get(), found.pending.get(), found.available_change.get())
    }

    #[test]
    fn words_are_read_back() {
        for (word, _) in Kind::filters() {
            assert_eq!(Kind::from_key(word).unwrap().key(), word);
        }
    }

    #[test]
    fn a_label_is_pending_until_it_is_bought() {
        let cents = Cents::new;
        let hold = Balanced::hold(cents(900)).unwrap();
        assert_eq!(amounts(Kind::Label, std::slice::from_ref(&hold)), (0, -900, -900));
        let capture = Balanced::capture(cents(900), cents(850), Cents::ZERO, &[(Book::AccruedExternal, cents(17))]).unwrap();
        assert_eq!(amounts(Kind::Label, &[hold.clone(), capture]), (-850, 0, -850));
        assert_eq!(amounts(Kind::Label, &[hold, Balanced::release(cents(900)).unwrap()]), (0, 0, 0));
    }

    #[test]
    fn money_on_its_way_is_pending_and_an_invoice_moves_what_was_owed() {
        let coming = Balanced::moved(Cents::new(100), Book::Clearing, Book::PendingCredit).unwrap();
        let settled = Balanced::moved(Cents::new(100), Book::PendingCredit, Book::Available).unwrap();
        assert_eq!(amounts(Kind::TopUp, std::slice::from_ref(&coming)), (0, 100, 0));
        assert_eq!(amounts(Kind::TopUp, &[coming, settled]), (100, 0, 100));
        let invoice = Balanced::moved(Cents::new(70), Book::Receivable, Book::Available).unwrap();
        assert_eq!(amounts(Kind::Invoice, &[invoice]), (70, 0, 70));
        let paid = Balanced::moved(Cents::new(70), Book::Clearing, Book::Receivable).unwrap();
        assert_eq!(amounts(Kind::InvoicePayment, &[paid]), (70, 0, 0));
        let report = Balanced::moved(Cents::new(5), Book::AccruedChannel, Book::IncentivesChannel).unwrap();
        assert_eq!(amounts(Kind::ChannelIncentive, &[report]), (5, 0, 0));
    }
}
