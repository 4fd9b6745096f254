//! Whether an account's money agrees with itself: for `doctor`, which tells everything, and for the nightly job.

use domain::id::AccountId;
use domain::incentive::Program;
use domain::ledger::Book;
use domain::money::Cents;
use store::{Conn, StoreError, incentives, invoices, ledger, ledger_entries, payments, purchases};

/// What is wrong with the money of one account, in sentences; nothing, on a healthy one.
pub async fn complaints(conn: &mut Conn, id: &AccountId) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    for difference in ledger_entries::differences(conn, id).await? {
        let (book, total, sum) = (&difference.book, difference.total_cents, difference.postings_cents);
        found.push(format!("{id}: {book} says {total} cents, its postings sum to {sum}"));
    }
    found.extend(ledger_entries::unbalanced(conn, id).await?.iter().map(|entry| format!("{id}: entry {entry} does not sum to zero")));
    if let Some(entry) = ledger_entries::misnumbered(conn, id).await? {
        found.push(format!("{id}: the number or running balance of entry {entry} is wrong"));
    }
    let (books, _) = ledger::balances(conn, id).await?;
    let mut compare = |book: Book, expected: Cents, what: &str| {
        let stands = books.get(book);
        if stands != expected {
            found.push(format!("{id}: {} says {} cents, {what} {}", book.key(), stands.get(), expected.get()));
        }
    };
    compare(Book::Held, Cents::new(purchases::open_holds(conn, id).await?.1), "open purchases hold");
    compare(Book::PendingCredit, payments::on_its_way(conn, id).await?, "payments on their way make");
    compare(Book::Receivable, Cents::new(-invoices::total_due(conn, id).await?.get()), "open invoices make");
    for program in Program::ALL {
        compare(program.accrued(), incentives::total_waiting(conn, id, program).await?, "labels that are in no report earned");
    }
    Ok(found)
}
