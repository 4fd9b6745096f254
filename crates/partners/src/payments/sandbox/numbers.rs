//! The card and account numbers that the sandbox bank takes, and what each makes happen.
//!
//! docs/sandbox.md lists them for users. The bank takes no other number: a real card must never get into it by mistake. A
//! number is looked at here and forgotten: what is kept is its last four digits and the [`Behaviour`] that it chose.

use chrono::{Datelike, NaiveDate};
use domain::fields::FieldErrors;
use domain::money::Cents;
use serde::{Deserialize, Serialize};

/// What a number makes happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    /// Everything goes well. A bank account settles after three banking days.
    Good,
    /// The card is refused when it is added.
    Declined,
    /// Charges are refused for lack of funds.
    InsufficientFunds,
    /// Charges are refused.
    FailsWhenCharged,
    /// Charges succeed and are charged back after three banking days.
    ChargedBack,
    /// The charge happens and the answer gets lost.
    TimeoutAfter,
    /// The charge gets lost on the way there.
    TimeoutBefore,
    /// The debit or payout comes back after three banking days.
    FailsLater,
    /// The debit comes back for lack of funds after three banking days.
    InsufficientLater,
    /// The account is closed: debits and payouts are refused at once.
    Closed,
}

/// The cards: number, what it does, brand.
pub const CARDS: [(&str, Behaviour, &str); 9] = [
    ("4242424242424242", Behaviour::Good, "Visa"),
    ("5555555555554444", Behaviour::Good, "Mastercard"),
    ("378282246310005", Behaviour::Good, "American Express"),
    ("4000000000000002", Behaviour::Declined, "Visa"),
    ("4000000000009995", Behaviour::InsufficientFunds, "Visa"),
    ("4000000000000341", Behaviour::FailsWhenCharged, "Visa"),
    ("4000000000000259", Behaviour::ChargedBack, "Visa"),
    ("4000000000003220", Behaviour::TimeoutAfter, "Visa"),
    ("4000000000003238", Behaviour::TimeoutBefore, "Visa"),
];

/// The routing number of the sandbox bank.
pub const ROUTING: &str = "110000000";

/// What the bank calls itself.
pub const BANK_NAME: &str = "Sandbox Bank";

/// The bank accounts: number, what it does.
pub const ACCOUNTS: [(&str, Behaviour); 4] = [
    ("000123456789", Behaviour::Good),
    ("000111111116", Behaviour::FailsLater),
    ("000222222227", Behaviour::InsufficientLater),
    ("000111111113", Behaviour::Closed),
];

/// The two small amounts that verify a bank account, in any order.
pub const AMOUNTS: [Cents; 2] = [Cents::new(32), Cents::new(45)];

/// How often they may be wrong.
pub const TRIES: u8 = 3;

/// A card as typed into the sandbox's own form. It has no `Debug`: numbers do not belong into a log, not even these.
#[derive(Clone)]
pub struct CardEntry {
    /// Its number; spaces are fine.
    pub number: String,
    /// Month and year: `MM/YY` or `MM/YYYY`.
    pub expires: String,
    /// The code on its back.
    pub cvc: String,
}

/// A bank account as typed into the sandbox's own form.
#[derive(Clone)]
pub struct BankEntry {
    /// The routing number.
    pub routing: String,
    /// The account number.
    pub account: String,
    /// What to call it; `Checking` when empty.
    pub name: String,
}

/// What is kept of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The card's brand, or the bank.
    pub issuer: String,
    /// The routing number; empty for cards.
    pub issuer_code: String,
    /// What to call a bank account; empty for cards.
    pub name: String,
    /// The last four digits.
    pub last4: String,
    /// Card: month and year of its end.
    pub expires: Option<(u8, u16)>,
    pub(super) behaviour: Behaviour,
}

fn digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

fn last4(number: &str) -> String {
    number.get(number.len().saturating_sub(4)..).unwrap_or_default().to_owned()
}

impl CardEntry {
    /// Checks what was typed; messages stand beside `number`, `expiry` and `cvc`.
    pub fn check(&self, today: NaiveDate) -> Result<Offer, FieldErrors> {
        let mut errors = FieldErrors::default();
        let number = digits(&self.number);
        let known = CARDS.iter().find(|(card, _, _)| *card == number);
        if known.is_none() {
            errors.add("number", "is none of the sandbox's test cards, such as 4242 4242 4242 4242");
        }
        let expires = expiry(&self.expires);
        match expires {
            None => errors.add("expiry", "must be a month and a year, such as 12/30"),
            Some((month, year)) if (i32::from(year), u32::from(month)) < (today.year(), today.month()) => {
                errors.add("expiry", "is in the past");
            }
            Some(_) => {}
        }
        let length = if number.starts_with('3') { 4 } else { 3 };
        if self.cvc.trim().len() != length || !self.cvc.trim().bytes().all(|b| b.is_ascii_digit()) {
            errors.add("cvc", &format!("must have {length} digits"));
        }
        errors.into_result()?;
        let (card, behaviour, brand) = known.ok_or_else(FieldErrors::default)?;
        Ok(Offer {
            issuer: (*brand).into(),
            issuer_code: String::new(),
            name: String::new(),
            last4: last4(card),
            expires,
            behaviour: *behaviour,
        })
    }
}

impl BankEntry {
    /// Checks what was typed; messages stand beside `routing` and `account`.
    pub fn check(&self) -> Result<Offer, FieldErrors> {
        let mut errors = FieldErrors::default();
        if digits(&self.routing) != ROUTING {
            errors.add("routing", &format!("is not the sandbox bank's routing number, {ROUTING}"));
        }
        let number = digits(&self.account);
        let known = ACCOUNTS.iter().find(|(account, _)| *account == number);
        if known.is_none() {
            errors.add("account", "is none of the sandbox's test accounts, such as 000123456789");
        }
        errors.into_result()?;
        let (account, behaviour) = known.ok_or_else(FieldErrors::default)?;
        let name: String = domain::text::one_line(&self.name).chars().take(60).collect();
        Ok(Offer {
            issuer: BANK_NAME.into(),
            issuer_code: ROUTING.into(),
            name: if name.is_empty() { "Checking".into() } else { name },
            last4: last4(account),
            expires: None,
            behaviour: *behaviour,
        })
    }
}

fn expiry(text: &str) -> Option<(u8, u16)> {
    let (month, year) = text.split_once('/')?;
    let (month, year) = (month.trim(), year.trim());
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !plain(month) || !plain(year) {
        return None;
    }
    let month: u8 = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    let year: u16 = match year.len() {
        2 => year.parse::<u16>().ok()?.checked_add(2000)?,
        4 => year.parse().ok()?,
        _ => return None,
    };
    Some((month, year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 16).unwrap()
    }

    fn card(number: &str, expires: &str, cvc: &str) -> CardEntry {
        CardEntry { number: number.into(), expires: expires.into(), cvc: cvc.into() }
    }

    #[test]
    fn every_test_card_is_taken_and_only_its_end_is_kept() {
        for (number, behaviour, brand) in CARDS {
            let cvc = if brand == "American Express" { "1234" } else { "123" };
            let offer = card(number, "11/26", cvc).check(today()).unwrap();
            assert_eq!((offer.behaviour, offer.issuer.as_str(), offer.expires), (behaviour, brand, Some((11, 2026))));
            assert!(number.ends_with(&offer.last4) && offer.last4.len() == 4);
            assert!(!format!("{offer:?}").contains(number));
        }
        assert!(card("4242 4242-4242 4242", " 1 / 2030 ", "123").check(today()).is_ok());
    }

    #[test]
    fn other_numbers_and_bad_dates_are_told_beside_their_fields() {
        let errors = card("4111111111111111", "13/30", "12").check(today()).unwrap_err();
        let fields = |errors: &FieldErrors| errors.iter().map(|(path, _)| path.to_owned()).collect::<Vec<_>>();
        assert_eq!(fields(&errors), ["cvc", "expiry", "number"]);
        let past = card("4242424242424242", "10/26", "123").check(today()).unwrap_err();
        assert_eq!(past, FieldErrors::one("expiry", "is in the past"));
        let bank = BankEntry { routing: "021000021".into(), account: "1".into(), name: String::new() };
        assert_eq!(fields(&bank.check().unwrap_err()), ["account", "routing"]);
    }

    #[test]
    fn every_test_account_is_taken() {
        for (account, behaviour) in ACCOUNTS {
            let offer = BankEntry { routing: "110000000".into(), account: account.into(), name: " My\nbank ".into() }.check().unwrap();
            assert_eq!((offer.behaviour, offer.issuer_code.as_str()), (behaviour, ROUTING));
            assert!(account.ends_with(&offer.last4) && !offer.name.contains('\n'));
        }
    }

    #[test]
    fn the_guide_lists_every_number() {
        let guide = include_str!("../../../../../docs/sandbox.md");
        let numbers = CARDS.iter().map(|card| card.0).chain(ACCOUNTS.iter().map(|account| account.0)).chain([ROUTING]);
        for number in numbers {
            assert!(guide.contains(&format!("`{number}`")), "docs/sandbox.md does not say what {number} does");
        }
        for amount in AMOUNTS {
            assert!(guide.contains(&format!("`{amount}`")), "docs/sandbox.md does not name the amount {amount}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(number in ".{0,20}", expires in ".{0,9}", cvc in ".{0,5}") {
            let _ = card(&number, &expires, &cvc).check(today());
        }
    }
}
