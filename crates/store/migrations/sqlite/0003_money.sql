-- Money: transactions over the ledger, payments and their methods, adjustments, invoices, incentives, and what the sandbox
-- bank remembers.
--
-- Whoever changes money of an account holds its row in ledger_balances first: it is the lock, it numbers the entries, and it
-- keeps the sum of every book. Shipments, purchases and refunds are locked before it, payments, adjustments, invoices and
-- incentives after it.

ALTER TABLE accounts ADD COLUMN contact_address TEXT;
ALTER TABLE accounts ADD COLUMN billing_address TEXT;
ALTER TABLE accounts ADD COLUMN credit_limit_cents BIGINT;

-- What a customer sees. `number` and `kind_number` count the account's transactions in all and by kind, so that any page and
-- its total are found without counting. What it is about may be deleted (a draft) or is written after it (a payment), so these
-- columns are no foreign keys.
CREATE TABLE transactions (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    transaction_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    kind_number BIGINT NOT NULL,
    description TEXT NOT NULL,
    shipment_id TEXT,
    payment_id TEXT,
    adjustment_id TEXT,
    invoice_id TEXT,
    incentive_report_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, transaction_id),
    UNIQUE (account_id, number),
    UNIQUE (account_id, kind, kind_number)
);
CREATE INDEX transactions_by_time ON transactions (account_id, created_at, number);
CREATE INDEX transactions_by_kind ON transactions (account_id, kind, created_at, number);
CREATE INDEX transactions_by_shipment ON transactions (account_id, shipment_id) WHERE shipment_id IS NOT NULL;

-- Entries written before there were transactions: a hold, its label and its release were one thing.
INSERT INTO transactions (account_id, transaction_id, number, kind, kind_number, description, shipment_id, created_at)
SELECT account_id, 'txn_' || letters, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY created_at, letters), kind,
       ROW_NUMBER() OVER (PARTITION BY account_id, kind ORDER BY created_at, letters), description, shipment_id, created_at
FROM (
    SELECT e.account_id, e.created_at, p.shipment_id,
           CASE WHEN e.entry_key LIKE 'hold:pur_%' THEN SUBSTR(e.entry_key, 10) ELSE SUBSTR(e.entry_id, 5) END AS letters,
           CASE WHEN e.entry_key LIKE 'hold:pur_%' THEN 'label' WHEN e.entry_key LIKE 'refund:pur_%' THEN 'refund' ELSE 'credit' END AS kind,
           CASE WHEN e.entry_key LIKE 'hold:pur_%' AND p.purchase_id IS NOT NULL THEN p.carrier || ' ' || p.service || ' label' ELSE e.description END AS description
    FROM ledger_entries e
    LEFT JOIN purchases p ON p.account_id = e.account_id AND p.purchase_id =
        CASE WHEN e.entry_key LIKE 'hold:pur_%' THEN SUBSTR(e.entry_key, 6) WHEN e.entry_key LIKE 'refund:pur_%' THEN SUBSTR(e.entry_key, 8) END
    WHERE e.entry_key NOT LIKE 'label:pur_%' AND e.entry_key NOT LIKE 'release:pur_%'
) old;

ALTER TABLE ledger_entries RENAME TO old_ledger_entries;
ALTER TABLE ledger_postings RENAME TO old_ledger_postings;

-- Entries are numbered per account without holes and say what was available after them.
CREATE TABLE ledger_entries (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    version BIGINT NOT NULL,
    entry_id TEXT NOT NULL,
    entry_key TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    description TEXT NOT NULL,
    available_after_cents BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, version),
    UNIQUE (account_id, entry_key),
    FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, transaction_id)
);
CREATE INDEX ledger_entries_by_transaction ON ledger_entries (account_id, transaction_id, version);

CREATE TABLE ledger_postings (
    account_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    position BIGINT NOT NULL,
    book TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    PRIMARY KEY (account_id, version, position),
    FOREIGN KEY (account_id, version) REFERENCES ledger_entries (account_id, version)
);

-- One row per account: the lock, the number of the last entry, and the maintained sum of every book. `waybill doctor` and a
-- nightly job compare the sums with the postings.
CREATE TABLE ledger_balances (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    version BIGINT NOT NULL,
    available_cents BIGINT NOT NULL,
    held_cents BIGINT NOT NULL,
    pending_credit_cents BIGINT NOT NULL,
    receivable_cents BIGINT NOT NULL,
    accrued_external_cents BIGINT NOT NULL,
    accrued_channel_cents BIGINT NOT NULL,
    incentives_external_cents BIGINT NOT NULL,
    incentives_channel_cents BIGINT NOT NULL,
    fees_cents BIGINT NOT NULL,
    carrier_cost_cents BIGINT NOT NULL,
    clearing_cents BIGINT NOT NULL,
    PRIMARY KEY (account_id)
);

INSERT INTO ledger_entries (account_id, version, entry_id, entry_key, transaction_id, description, available_after_cents, created_at)
SELECT e.account_id, ROW_NUMBER() OVER (PARTITION BY e.account_id ORDER BY e.created_at, e.entry_id), e.entry_id, e.entry_key,
       'txn_' || CASE WHEN e.entry_key LIKE 'hold:pur_%' THEN SUBSTR(e.entry_key, 10)
                      WHEN e.entry_key LIKE 'label:pur_%' THEN SUBSTR(e.entry_key, 11)
                      WHEN e.entry_key LIKE 'release:pur_%' THEN SUBSTR(e.entry_key, 13)
                      ELSE SUBSTR(e.entry_id, 5) END,
       e.description,
       CAST(SUM(COALESCE(a.cents, 0)) OVER (PARTITION BY e.account_id ORDER BY e.created_at, e.entry_id) AS BIGINT), e.created_at
FROM old_ledger_entries e
LEFT JOIN (SELECT account_id, entry_id, SUM(amount_cents) AS cents FROM old_ledger_postings WHERE book = 'available' GROUP BY account_id, entry_id) a
    ON a.account_id = e.account_id AND a.entry_id = e.entry_id;

INSERT INTO ledger_postings (account_id, version, position, book, amount_cents)
SELECT e.account_id, e.version, p.position, p.book, p.amount_cents
FROM ledger_entries e JOIN old_ledger_postings p ON p.account_id = e.account_id AND p.entry_id = e.entry_id;

INSERT INTO ledger_balances (account_id, version, available_cents, held_cents, pending_credit_cents, receivable_cents, accrued_external_cents,
                             accrued_channel_cents, incentives_external_cents, incentives_channel_cents, fees_cents, carrier_cost_cents, clearing_cents)
SELECT a.account_id, (SELECT COUNT(*) FROM ledger_entries e WHERE e.account_id = a.account_id),
       COALESCE((SELECT t.amount_cents FROM ledger_totals t WHERE t.account_id = a.account_id AND t.book = 'available'), 0),
       COALESCE((SELECT t.amount_cents FROM ledger_totals t WHERE t.account_id = a.account_id AND t.book = 'held'), 0),
       0, 0, 0, 0, 0, 0,
       COALESCE((SELECT t.amount_cents FROM ledger_totals t WHERE t.account_id = a.account_id AND t.book = 'fees'), 0),
       COALESCE((SELECT t.amount_cents FROM ledger_totals t WHERE t.account_id = a.account_id AND t.book = 'carrier_cost'), 0),
       COALESCE((SELECT t.amount_cents FROM ledger_totals t WHERE t.account_id = a.account_id AND t.book = 'clearing'), 0)
FROM accounts a;

DROP TABLE old_ledger_postings;
DROP TABLE old_ledger_entries;
DROP TABLE ledger_totals;

-- The ledger and its transactions are append-only: the database itself refuses everything else.
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_postings_no_update BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_postings_no_delete BEFORE DELETE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transactions_no_update BEFORE UPDATE ON transactions
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- The names that payment partners have for our accounts.
CREATE TABLE payment_customers (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    partner TEXT NOT NULL,
    reference TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, partner)
);

-- Cards and bank accounts. Removed ones stay, because payments name them. No number is ever kept, only its last four digits.
CREATE TABLE payment_methods (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    payment_method_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('BankCard', 'BankAccount', 'PayoutBankAccount')),
    partner TEXT NOT NULL,
    customer_reference TEXT NOT NULL,
    reference TEXT NOT NULL,
    name TEXT NOT NULL,
    issuer TEXT NOT NULL,
    issuer_code TEXT NOT NULL,
    last4 TEXT NOT NULL,
    expires TEXT,
    bank_link_id TEXT,
    is_external BOOLEAN NOT NULL,
    is_primary BOOLEAN NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'verified', 'failed')),
    created_at BIGINT NOT NULL,
    removed_at BIGINT,
    PRIMARY KEY (account_id, payment_method_id)
);
CREATE INDEX payment_methods_by_time ON payment_methods (account_id, created_at, payment_method_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX payment_methods_one_primary ON payment_methods (account_id) WHERE is_primary AND removed_at IS NULL;
CREATE UNIQUE INDEX payment_methods_once ON payment_methods (account_id, partner, kind, reference) WHERE removed_at IS NULL;
CREATE INDEX payment_methods_by_reference ON payment_methods (partner, reference);

-- Charges, payouts and pulls: the intent is written before the bank is called and settled once after. `version` counts its
-- changes; `check_at` is when to ask the bank next.
CREATE TABLE payments (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    payment_id TEXT NOT NULL,
    payment_key TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('top_up', 'recharge', 'invoice', 'payout', 'pull')),
    program TEXT CHECK (program IN ('external', 'channel')),
    payment_method_id TEXT NOT NULL,
    partner TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'processing', 'succeeded', 'failed', 'refunded', 'disputed')),
    version BIGINT NOT NULL,
    amount_cents BIGINT NOT NULL,
    disputed_cents BIGINT NOT NULL,
    reference TEXT,
    reason TEXT,
    invoice_id TEXT,
    incentive_report_id TEXT,
    started_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    check_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, payment_id),
    UNIQUE (account_id, payment_key),
    FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, transaction_id),
    FOREIGN KEY (account_id, payment_method_id) REFERENCES payment_methods (account_id, payment_method_id)
);
CREATE INDEX payments_by_transaction ON payments (account_id, transaction_id);
CREATE INDEX payments_by_method ON payments (account_id, payment_method_id, state);
CREATE INDEX payments_by_time ON payments (account_id, created_at, payment_id);
CREATE INDEX payments_by_invoice ON payments (account_id, invoice_id, created_at) WHERE invoice_id IS NOT NULL;
CREATE INDEX payments_by_report ON payments (account_id, incentive_report_id, created_at) WHERE incentive_report_id IS NOT NULL;
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
CREATE INDEX payments_by_id ON payments (payment_id);
CREATE INDEX payments_open ON payments (check_at) WHERE state IN ('pending', 'processing');

-- What a carrier charged or gave back afterwards (amount_cents is what was taken), and the dispute about it.
CREATE TABLE adjustments (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    adjustment_id TEXT NOT NULL,
    carrier TEXT NOT NULL,
    carrier_key TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    shipment_id TEXT,
    tracking_code TEXT NOT NULL,
    kind TEXT NOT NULL,
    description TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    quoted_cents BIGINT,
    charged_cents BIGINT,
    claimed TEXT,
    captured TEXT,
    created_at BIGINT NOT NULL,
    dispute_state TEXT CHECK (dispute_state IN ('submitted', 'won', 'lost')),
    dispute_detail TEXT,
    dispute_expectation TEXT,
    dispute_outcome TEXT,
    disputed_by TEXT,
    disputed_at BIGINT,
    decided_at BIGINT,
    PRIMARY KEY (account_id, adjustment_id),
    UNIQUE (account_id, carrier_key),
    FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, transaction_id)
);
CREATE INDEX adjustments_by_transaction ON adjustments (account_id, transaction_id);
CREATE INDEX adjustments_by_time ON adjustments (account_id, created_at, adjustment_id);
CREATE INDEX adjustments_by_shipment ON adjustments (account_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX adjustments_disputing ON adjustments (account_id, created_at, adjustment_id) WHERE dispute_state IS NOT NULL;
CREATE INDEX adjustments_undecided ON adjustments (disputed_at) WHERE dispute_state = 'submitted';

-- Numbers that count for the whole deployment: invoices, incentive reports. A small directory.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

CREATE TABLE invoices (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    invoice_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    transaction_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    from_at BIGINT NOT NULL,
    to_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    amount_cents BIGINT NOT NULL,
    paid_cents BIGINT NOT NULL,
    is_paid BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, invoice_id),
    UNIQUE (account_id, from_at),
    FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, transaction_id)
);
CREATE INDEX invoices_by_transaction ON invoices (account_id, transaction_id);
CREATE INDEX invoices_by_number ON invoices (account_id, number);
CREATE INDEX invoices_by_payment ON invoices (account_id, is_paid, number);
CREATE INDEX invoices_open ON invoices (account_id, invoice_id) WHERE NOT is_paid;

-- What a label earned, and what its refund took back; each is gathered into one report.
CREATE TABLE incentive_accruals (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    shipment_id TEXT NOT NULL,
    program TEXT NOT NULL CHECK (program IN ('external', 'channel')),
    reason TEXT NOT NULL CHECK (reason IN ('label', 'refund')),
    amount_cents BIGINT NOT NULL,
    price_cents BIGINT NOT NULL,
    incentive_report_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, shipment_id, program, reason),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, shipment_id)
);
CREATE INDEX incentive_accruals_waiting ON incentive_accruals (account_id, program, created_at) WHERE incentive_report_id IS NULL;
CREATE INDEX incentive_accruals_by_report ON incentive_accruals (account_id, incentive_report_id, created_at, shipment_id, reason);

CREATE TABLE incentive_reports (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    incentive_report_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    program TEXT NOT NULL CHECK (program IN ('external', 'channel')),
    month TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    labels BIGINT NOT NULL,
    approved_at BIGINT,
    approved_by TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, incentive_report_id),
    UNIQUE (account_id, program, month),
    FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, transaction_id)
);
CREATE INDEX incentive_reports_by_transaction ON incentive_reports (account_id, transaction_id);
CREATE INDEX incentive_reports_approved ON incentive_reports (account_id, incentive_report_id) WHERE approved_at IS NOT NULL;
CREATE INDEX incentive_reports_by_number ON incentive_reports (account_id, program, number);

-- How far an account's business is at the payment partner.
CREATE TABLE business_information (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    partner TEXT NOT NULL,
    reference TEXT,
    tos_accepted_at BIGINT,
    billing_enabled BOOLEAN NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, partner)
);
CREATE INDEX business_information_by_reference ON business_information (partner, reference) WHERE reference IS NOT NULL;

-- Events of partners that were handled. They come before it is known whose they are; old ones are removed.
CREATE TABLE payment_events (
    partner TEXT NOT NULL,
    event_id TEXT NOT NULL,
    name TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (partner, event_id)
);
CREATE INDEX payment_events_by_time ON payment_events (received_at);

-- The sandbox bank's own memory: documents in drawers. It belongs to the bank, not to an account.
CREATE TABLE sandbox_bank (
    drawer TEXT NOT NULL,
    record_key TEXT NOT NULL,
    version BIGINT NOT NULL,
    due_at BIGINT,
    body TEXT NOT NULL,
    PRIMARY KEY (drawer, record_key)
);
CREATE INDEX sandbox_bank_due ON sandbox_bank (drawer, due_at, record_key) WHERE due_at IS NOT NULL;

-- Carriers name labels without knowing whose they are, and weigh parcels later.
CREATE INDEX shipments_by_any_tracking_code ON shipments (tracking_code, carrier) WHERE tracking_code IS NOT NULL;
ALTER TABLE sandbox_labels ADD COLUMN measured_at BIGINT;
CREATE INDEX sandbox_labels_by_measuring ON sandbox_labels (carrier, measured_at) WHERE measured_at IS NOT NULL;
