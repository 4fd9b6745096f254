-- The rows that jobs told to wait for a carrier, by their shipments: what became of them is told when the carrier has answered.
CREATE INDEX job_rows_failed ON job_rows (account_id, reference) WHERE state = 'failed' AND reference IS NOT NULL;

-- Why the drafts that nobody tried to buy have no label: said once, for an upload may have a hundred thousand of them.
ALTER TABLE uploads ADD COLUMN unbought TEXT;
