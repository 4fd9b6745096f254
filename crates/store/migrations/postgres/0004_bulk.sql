-- Bulk: tables of shipments that users send, their rows, what columns mean, and what the jobs page needs.
--
-- Counts of rows stand in the upload and are written with the rows. Counts of labels are taken from the shipments, because a
-- label may come later or from elsewhere: the index shipments_by_upload answers them without touching a row.

CREATE TABLE upload_mappings (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    mapping_id TEXT NOT NULL,
    name TEXT NOT NULL,
    dictionary TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, mapping_id),
    UNIQUE (account_id, name)
);

CREATE TABLE uploads (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    upload_id TEXT NOT NULL,
    filename TEXT NOT NULL,
    file_id TEXT NOT NULL,
    format TEXT NOT NULL,
    header TEXT NOT NULL,
    samples TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('initialized', 'mapped', 'rating', 'rated', 'purchasing', 'purchased', 'deleting')),
    mapping_id TEXT,
    mapping_name TEXT,
    maps TEXT,
    overrides TEXT,
    buy_at_once BOOLEAN NOT NULL,
    clearing BOOLEAN NOT NULL,
    rows_count BIGINT NOT NULL,
    processed_count BIGINT NOT NULL,
    errors_count BIGINT NOT NULL,
    services TEXT NOT NULL,
    job_id TEXT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, upload_id)
);
CREATE INDEX uploads_by_time ON uploads (account_id, created_at, upload_id);
CREATE INDEX uploads_by_job ON uploads (account_id, job_id) WHERE job_id IS NOT NULL;

-- messages: what is wrong with a row that became no shipment. offers: carrier, service, rate and price of each rate, in short.
-- taken_cents: what of the price is taken from the balance.
CREATE TABLE upload_rows (
    account_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    row_number BIGINT NOT NULL,
    cells TEXT NOT NULL,
    messages TEXT,
    shipment_id TEXT,
    offers TEXT,
    price_cents BIGINT,
    taken_cents BIGINT,
    PRIMARY KEY (account_id, upload_id, row_number),
    FOREIGN KEY (account_id, upload_id) REFERENCES uploads (account_id, upload_id) ON DELETE CASCADE
);
CREATE INDEX upload_rows_with_errors ON upload_rows (account_id, upload_id, row_number) WHERE messages IS NOT NULL;
CREATE INDEX upload_rows_by_shipment ON upload_rows (account_id, shipment_id) WHERE shipment_id IS NOT NULL;

DROP INDEX shipments_by_upload;
CREATE INDEX shipments_by_upload ON shipments (account_id, upload_id, state, label_status, shipment_id) WHERE upload_id IS NOT NULL;

ALTER TABLE jobs ADD COLUMN cancel_asked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE jobs ADD COLUMN retry_of TEXT;
CREATE INDEX jobs_of_account ON jobs (account_id, created_at, job_id);
