//! Partners, customers and what they pay with or are paid to. No number of a card or an account is ever part of these.

/// Who moves the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentPartner {
    /// The bank without a network: the test world's, and the live world's until another is configured.
    Sandbox,
    /// Stripe.
    Stripe,
}

impl PaymentPartner {
    /// The stored word, also the one on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Stripe => "stripe",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Sandbox, Self::Stripe].into_iter().find(|partner| partner.key() == key)
    }
}

/// Who links bank accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BankLinkPartner {
    /// The sandbox's own form.
    Sandbox,
    /// Plaid.
    Plaid,
}

impl BankLinkPartner {
    /// The word on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Plaid => "plaid",
        }
    }
}

/// What a browser needs to talk to the partner itself. Nothing secret.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BrowserKeys {
    /// The card processor's public key; none for the sandbox.
    pub card_provider_public_key: Option<String>,
}

/// What a customer pays with or is paid to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum MethodKind {
    /// A credit or debit card.
    BankCard,
    /// A bank account that is debited.
    BankAccount,
    /// A bank account that is paid to.
    PayoutBankAccount,
}

impl MethodKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::BankCard, Self::BankAccount, Self::PayoutBankAccount];

    /// The stored word, also the `type` on the wire.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::BankCard => "BankCard",
            Self::BankAccount => "BankAccount",
            Self::PayoutBankAccount => "PayoutBankAccount",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// A customer as a partner needs to know one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Our account id; partners keep it beside theirs, so that nobody can use somebody else's card.
    pub account: String,
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// The partner's name for the customer, once one is known (from [`CardStart`] or [`MethodFacts`]).
    pub reference: Option<String>,
    /// The partner's name for the customer's business, once onboarding began (from [`Onboarding`]).
    pub business: Option<String>,
}

/// The beginning of adding a card in the browser.
#[derive(Clone, PartialEq, Eq)]
pub struct CardStart {
    /// The partner's name for the customer: keep it.
    pub customer: String,
    /// What the partner's script in the browser needs; none where there is no script.
    pub client_secret: Option<String>,
}

/// A client secret lets whoever holds it finish adding the card.
impl std::fmt::Debug for CardStart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CardStart").field("customer", &self.customer).finish_non_exhaustive()
    }
}

/// A bank account to add.
#[derive(Clone, PartialEq, Eq)]
pub struct BankSource {
    /// The partner's token, good once.
    pub token: String,
    /// Whether it is debited or paid to.
    pub kind: MethodKind,
}

impl std::fmt::Debug for BankSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BankSource").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// A payment method as the partner knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodRef {
    /// What it is.
    pub kind: MethodKind,
    /// The partner's name for its customer (for payouts: for the business).
    pub customer: String,
    /// The partner's name for the method.
    pub reference: String,
}

/// What a partner says about a method that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodFacts {
    /// How to name it from now on; keep `method.customer` with the account too.
    pub method: MethodRef,
    /// Card: its brand, such as `Visa`. Bank account: the bank's name.
    pub issuer: String,
    /// Bank account: the routing number. Empty for cards.
    pub issuer_code: String,
    /// The last four digits.
    pub last4: String,
    /// Card: month and year of its end.
    pub expires: Option<(u8, u16)>,
    /// Whether it can be charged. Cards and payout accounts always can.
    pub verified: bool,
}

/// What came of naming the two small amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// They were right.
    Verified,
    /// They were wrong.
    Wrong {
        /// How often one may try again, where the partner says.
        tries_left: Option<u8>,
    },
    /// They were wrong too often: the account must be added anew.
    Failed,
}
