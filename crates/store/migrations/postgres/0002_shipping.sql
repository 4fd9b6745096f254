-- Shipping: warehouses, saved packages, carrier accounts, shipments with their purchases, labels, refunds and tracking,
-- and what the sandbox carriers remember. Documents of a shipment (addresses, parcel, rates) are JSON: they are read and
-- written whole, and nothing filters or sorts by their insides.

CREATE TABLE warehouses (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    warehouse_id TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    starred BOOLEAN NOT NULL,
    last_used_at BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, warehouse_id)
);
CREATE INDEX warehouses_by_name ON warehouses (account_id, starred DESC, name, warehouse_id);

CREATE TABLE saved_packages (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    saved_package_id TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, saved_package_id),
    UNIQUE (account_id, name)
);

-- Credentials are sealed; the hint is what screens may show of them.
CREATE TABLE carrier_accounts (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    carrier_account_id TEXT NOT NULL,
    carrier TEXT NOT NULL CHECK (carrier IN ('FedEx', 'UPS')),
    description TEXT NOT NULL,
    sealed_credentials BYTEA NOT NULL,
    hint TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, carrier_account_id)
);

-- The long texts stand last: SQLite reads a row from its beginning, and lists need little of it.
CREATE TABLE shipments (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    shipment_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'buying', 'bought')),
    source TEXT NOT NULL,
    custom_id TEXT,
    shop_order_id TEXT,
    upload_id TEXT,
    to_name TEXT NOT NULL,
    rated_at BIGINT,
    selected_rate_id TEXT,
    carrier TEXT,
    service TEXT,
    price_cents BIGINT,
    zone TEXT,
    tracking_code TEXT,
    tracking_status TEXT,
    label_status TEXT CHECK (label_status IN ('ready', 'error')),
    label_error TEXT,
    refund_status TEXT CHECK (refund_status IN ('requested', 'submitted', 'refunded', 'rejected')),
    refundable_until BIGINT,
    downloaded BOOLEAN NOT NULL,
    is_draft BOOLEAN NOT NULL,
    listed_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    search_id BIGINT,
    details TEXT NOT NULL,
    search_text TEXT NOT NULL,
    rates TEXT,
    PRIMARY KEY (account_id, shipment_id)
);
-- What lists filter by stands in the index of their usual order: rows are counted without being read.
CREATE INDEX shipments_by_time ON shipments
    (account_id, is_draft, listed_at, shipment_id, source, downloaded, carrier, tracking_status, refund_status);
CREATE INDEX shipments_by_name ON shipments (account_id, is_draft, to_name, shipment_id);
CREATE INDEX shipments_by_price ON shipments (account_id, is_draft, price_cents, shipment_id);
CREATE INDEX shipments_by_service ON shipments (account_id, is_draft, service, shipment_id);
CREATE INDEX shipments_by_tracking_code ON shipments (account_id, tracking_code) WHERE tracking_code IS NOT NULL;
CREATE INDEX shipments_by_order ON shipments (account_id, shop_order_id) WHERE shop_order_id IS NOT NULL;
CREATE INDEX shipments_by_upload ON shipments (account_id, upload_id) WHERE upload_id IS NOT NULL;
CREATE INDEX shipments_by_search_id ON shipments (search_id) WHERE search_id IS NOT NULL;

-- search_id is for SQLite, whose index needs a number for each row; here it stays empty.
-- Parts of words are found at once: names, streets, numbers, order ids.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE INDEX shipments_search ON shipments USING gin (search_text public.gin_trgm_ops);

-- The intent to buy: written with its hold before the carrier is called, settled once after.
CREATE TABLE purchases (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    purchase_id TEXT NOT NULL,
    shipment_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'bought', 'refused')),
    carrier TEXT NOT NULL,
    carrier_account_id TEXT,
    service TEXT NOT NULL,
    purchase_order TEXT NOT NULL,
    rate TEXT NOT NULL,
    hold_cents BIGINT NOT NULL,
    reason TEXT,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,
    PRIMARY KEY (account_id, purchase_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, shipment_id)
);
CREATE INDEX purchases_by_shipment ON purchases (account_id, shipment_id, purchase_id);
CREATE UNIQUE INDEX purchases_one_at_a_time ON purchases (account_id, shipment_id) WHERE state IN ('pending', 'bought');
CREATE INDEX purchases_pending ON purchases (created_at) WHERE state = 'pending';

CREATE TABLE labels (
    account_id TEXT NOT NULL,
    shipment_id TEXT NOT NULL,
    artwork TEXT NOT NULL,
    carrier_reference TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, shipment_id)
);

CREATE TABLE refunds (
    account_id TEXT NOT NULL,
    shipment_id TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('requested', 'submitted', 'refunded', 'rejected')),
    amount_cents BIGINT NOT NULL,
    requested_by TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    settled_at BIGINT,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, shipment_id)
);
CREATE INDEX refunds_open ON refunds (account_id, shipment_id) WHERE settled_at IS NULL;

-- When to ask the carrier next; a parcel that needs no more asking has no row.
CREATE TABLE tracking_due (
    account_id TEXT NOT NULL,
    shipment_id TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, shipment_id)
);
CREATE INDEX tracking_due_by_time ON tracking_due (due_at);

CREATE TABLE tracking_events (
    account_id TEXT NOT NULL,
    shipment_id TEXT NOT NULL,
    happened_at BIGINT NOT NULL,
    code TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (account_id, shipment_id, happened_at, code),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, shipment_id)
);

-- Files made for a user: compiled labels, reports. Kept in chunks, so that a large one never is in memory whole.
CREATE TABLE files (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    file_id TEXT NOT NULL,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, file_id)
);
CREATE INDEX files_by_expiry ON files (expires_at);

CREATE TABLE file_chunks (
    account_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (account_id, file_id, position),
    FOREIGN KEY (account_id, file_id) REFERENCES files (account_id, file_id) ON DELETE CASCADE
);

CREATE TABLE printers (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    printer_id TEXT NOT NULL,
    name TEXT NOT NULL,
    uri TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, printer_id),
    UNIQUE (account_id, name)
);

-- The sandbox carriers' own memory. It belongs to the carriers, not to an account.
CREATE TABLE sandbox_series (
    name TEXT PRIMARY KEY,
    drawn BIGINT NOT NULL
);

CREATE TABLE sandbox_labels (
    carrier TEXT NOT NULL,
    purchase_key TEXT NOT NULL,
    tracking_code TEXT,
    cents BIGINT NOT NULL,
    sold TEXT,
    voided BOOLEAN NOT NULL,
    manifest_number TEXT,
    PRIMARY KEY (carrier, purchase_key)
);
CREATE UNIQUE INDEX sandbox_labels_by_code ON sandbox_labels (carrier, tracking_code);

CREATE TABLE sandbox_manifests (
    carrier TEXT NOT NULL,
    manifest_key TEXT NOT NULL,
    made TEXT NOT NULL,
    PRIMARY KEY (carrier, manifest_key)
);
