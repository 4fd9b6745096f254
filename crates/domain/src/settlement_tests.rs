//! Whatever order a bank's news comes in, the books end where they should.

use super::*;
use crate::ledger::{Balances, Posting};
use proptest::prelude::*;

const FACTS: Facts = Facts { amount: Cents::new(10_000), disputed: Cents::new(10_000), invoice_due: Cents::new(7_000) };
const STEPS: [Step; 6] =
    [Step::Processing, Step::Succeeded, Step::Failed, Step::Disputed(Cents::new(10_000)), Step::Reinstated, Step::Refunded];
const PURPOSES: [Purpose; 5] =
    [Purpose::TopUp, Purpose::Recharge, Purpose::Invoice, Purpose::Payout(Program::External), Purpose::Pull(Program::Channel)];

/// Applies steps; answers the state and the sums of what was posted.
fn run(purpose: Purpose, steps: &[Step]) -> (State, Balances) {
    let (mut state, mut all) = (State::Pending, Vec::<Posting>::new());
    for step in steps {
        if let Some(next) = step.after(state) {
            all.extend(postings(purpose, state, *step, &FACTS).unwrap().iter().flat_map(|entry| entry.postings().to_vec()));
            state = next;
        }
    }
    (state, Balances::of(&all).unwrap())
}

/// What must stand in the books when a payment is in a state, however it got there.
fn expected(purpose: Purpose, state: State, was_settled: bool) -> Vec<(Book, i64)> {
    let full = FACTS.amount.get();
    match (purpose, state) {
        (Purpose::TopUp | Purpose::Recharge, State::Succeeded) => vec![(Book::Available, full), (Book::Clearing, -full)],
        (Purpose::TopUp | Purpose::Recharge | Purpose::Invoice, State::Processing) => {
            vec![(Book::PendingCredit, full), (Book::Clearing, -full)]
        }
        (Purpose::Invoice, State::Succeeded) => {
            if was_settled {
                vec![(Book::Receivable, 7_000), (Book::Available, 3_000), (Book::Clearing, -full)]
            } else {
                vec![(Book::Available, full), (Book::Clearing, -full)]
            }
        }
        (Purpose::Invoice, State::Disputed | State::Refunded) if was_settled => vec![(Book::Receivable, 7_000), (Book::Available, -7_000)],
        (Purpose::Payout(program), State::Processing | State::Succeeded) => vec![(program.reported(), -full), (Book::Clearing, full)],
        (Purpose::Pull(program), State::Succeeded) => vec![(program.reported(), full), (Book::Clearing, -full)],
        _ => Vec::new(),
    }
}

proptest! {
    #[test]
    fn no_order_of_news_credits_twice(purpose in 0_usize..5, order in prop::collection::vec(0_usize..6, 0..12)) {
        let purpose = PURPOSES[purpose];
        let steps: Vec<Step> = order.into_iter().map(|place| STEPS[place]).collect();
        let (state, sums) = run(purpose, &steps);
        let mut settled = false;
        let mut at = State::Pending;
        for step in &steps {
            if let Some(next) = step.after(at) {
                settled |= *step == Step::Succeeded;
                at = next;
            }
        }
        let expected = expected(purpose, state, settled);
        for book in Book::ALL {
            let want = expected.iter().find(|(of, _)| *of == book).map_or(0, |(_, amount)| *amount);
            prop_assert_eq!(sums.get(book).get(), want, "{:?} {:?} after {:?}: {}", purpose, state, steps, book.key());
        }
    }

    #[test]
    fn news_that_come_twice_change_nothing(purpose in 0_usize..5, order in prop::collection::vec(0_usize..6, 0..8)) {
        let steps: Vec<Step> = order.into_iter().map(|place| STEPS[place]).collect();
        let doubled: Vec<Step> = steps.iter().flat_map(|step| [*step, *step]).collect();
        prop_assert_eq!(run(PURPOSES[purpose], &steps), run(PURPOSES[purpose], &doubled));
    }
}

#[test]
fn a_part_of_a_payment_can_be_disputed_and_won() {
    let facts = Facts { disputed: Cents::new(400), ..FACTS };
    let lost = postings(Purpose::TopUp, State::Succeeded, Step::Disputed(Cents::new(400)), &facts).unwrap().unwrap();
    let won = postings(Purpose::TopUp, State::Disputed, Step::Reinstated, &facts).unwrap().unwrap();
    let sums = |entry: &Balanced| Balances::of(entry.postings()).unwrap().get(Book::Available).get();
    assert_eq!((sums(&lost), sums(&won)), (-400, 400));
}

#[test]
fn stored_words_are_read_back() {
    for purpose in PURPOSES {
        assert_eq!(Purpose::read(purpose.key(), purpose.program()), Some(purpose));
    }
    for state in State::ALL {
        assert_eq!(State::from_key(state.key()), Some(state));
    }
    assert_eq!(Purpose::read("payout", None), None);
}
