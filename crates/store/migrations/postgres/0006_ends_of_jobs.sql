-- Outcomes by what they are about: a screen asks for the rows it shows, and a carrier's late answer finds the rows it was waited for in.
CREATE INDEX job_rows_by_reference ON job_rows (account_id, reference, job_id) WHERE reference IS NOT NULL;

-- Why the drafts that nobody tried to buy have no label: said once, for an upload may have a hundred thousand of them.
ALTER TABLE uploads ADD COLUMN unbought TEXT;
