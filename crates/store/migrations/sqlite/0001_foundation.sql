-- Foundation: accounts, people, sign-in, terms, activity, durable jobs, ledger.
--
-- Tenant tables carry account_id first in every primary and unique key, and their foreign keys stay inside one account, so
-- that the schema can be distributed by account. The few tables without it (logins, documents, throttles, schedules, meta)
-- are small directories that every node may hold whole. Times are microseconds since 1970 in UTC.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE accounts (
    account_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    billing_eq_contact BOOLEAN NOT NULL,
    billing_type TEXT NOT NULL CHECK (billing_type IN ('wallet', 'invoicing')),
    externally_billed BOOLEAN NOT NULL,
    sales_channel BOOLEAN NOT NULL,
    settings TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE persons (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    person_id TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    permissions BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_sign_in_at BIGINT,
    PRIMARY KEY (account_id, person_id),
    UNIQUE (account_id, email)
);

-- The directory of sign-in addresses: one address, one user, in the whole world.
CREATE TABLE logins (
    email TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    person_id TEXT,
    password_hash TEXT NOT NULL
);
CREATE INDEX logins_by_account ON logins (account_id, person_id);

CREATE TABLE sessions (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    session_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    person_id TEXT,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, session_id),
    UNIQUE (account_id, token_hash),
    FOREIGN KEY (account_id, person_id) REFERENCES persons (account_id, person_id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_person ON sessions (account_id, person_id, last_used_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A key acts as whoever made it: the owner, or a person with that person's permissions.
CREATE TABLE api_keys (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    api_key_id TEXT NOT NULL,
    person_id TEXT,
    token_hash TEXT NOT NULL,
    hint TEXT NOT NULL,
    description TEXT NOT NULL,
    is_default BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    PRIMARY KEY (account_id, api_key_id),
    UNIQUE (account_id, token_hash),
    FOREIGN KEY (account_id, person_id) REFERENCES persons (account_id, person_id) ON DELETE CASCADE
);
CREATE INDEX api_keys_by_person ON api_keys (account_id, person_id);

-- Single-use secrets: recovery links, and hand-overs to the other server.
CREATE TABLE tokens (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    token_id TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('recovery', 'hand_over')),
    token_hash TEXT NOT NULL,
    person_id TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (account_id, token_id),
    UNIQUE (account_id, token_hash),
    FOREIGN KEY (account_id, person_id) REFERENCES persons (account_id, person_id) ON DELETE CASCADE
);
CREATE INDEX tokens_by_person ON tokens (account_id, person_id);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);

CREATE TABLE activity (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    activity_id TEXT NOT NULL,
    happened_at BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    summary TEXT NOT NULL,
    ip TEXT,
    PRIMARY KEY (account_id, activity_id)
);
CREATE INDEX activity_by_time ON activity (account_id, happened_at, activity_id);
CREATE INDEX activity_by_action ON activity (account_id, action, happened_at, activity_id);

CREATE TABLE documents (
    kind TEXT NOT NULL CHECK (kind IN ('terms', 'privacy')),
    version BIGINT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    published_at BIGINT NOT NULL,
    PRIMARY KEY (kind, version)
);

-- The owner accepts for the account; sub-users work under that acceptance.
CREATE TABLE terms_acceptances (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    version BIGINT NOT NULL,
    accepted_at BIGINT NOT NULL,
    ip TEXT NOT NULL,
    PRIMARY KEY (account_id, version)
);

CREATE TABLE idempotency_keys (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    key_hash TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    status BIGINT,
    sealed_body BLOB,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, key_hash)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE throttles (
    throttle_key TEXT PRIMARY KEY,
    began_at BIGINT NOT NULL,
    tries BIGINT NOT NULL
);
CREATE INDEX throttles_by_age ON throttles (began_at);

-- account_id is 'system' for work that belongs to nobody.
CREATE TABLE jobs (
    account_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    attempts BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    run_at BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT,
    last_error TEXT,
    progress_done BIGINT NOT NULL,
    progress_total BIGINT,
    started_by TEXT NOT NULL,
    person_id TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    PRIMARY KEY (account_id, job_id)
);
CREATE INDEX jobs_waiting ON jobs (run_at) WHERE state = 'queued';
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_failed ON jobs (kind) WHERE state = 'failed';

CREATE TABLE job_rows (
    account_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    row_number BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ok', 'failed')),
    message TEXT,
    reference TEXT,
    PRIMARY KEY (account_id, job_id, row_number),
    FOREIGN KEY (account_id, job_id) REFERENCES jobs (account_id, job_id) ON DELETE CASCADE
);
CREATE INDEX job_rows_by_state ON job_rows (account_id, job_id, state, row_number);

CREATE TABLE schedules (
    name TEXT PRIMARY KEY,
    next_run_at BIGINT NOT NULL
);

CREATE TABLE ledger_entries (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    entry_id TEXT NOT NULL,
    entry_key TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, entry_id),
    UNIQUE (account_id, entry_key)
);

CREATE TABLE ledger_postings (
    account_id TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    book TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    PRIMARY KEY (account_id, entry_id, position),
    FOREIGN KEY (account_id, entry_id) REFERENCES ledger_entries (account_id, entry_id)
);
CREATE INDEX ledger_postings_by_book ON ledger_postings (account_id, book);

-- A maintained sum of the postings; `waybill doctor` and a nightly job compare it with them.
CREATE TABLE ledger_totals (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    book TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    PRIMARY KEY (account_id, book)
);

-- The ledger is append-only: the database itself refuses everything else.
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_postings_no_update BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_postings_no_delete BEFORE DELETE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
