-- The shipments that a bulk job is about, apart from the job: its row changes with every group of rows that is done, and SQLite
-- writes a row anew as a whole.
CREATE TABLE job_lists (
    account_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    ids TEXT NOT NULL,
    PRIMARY KEY (account_id, job_id),
    FOREIGN KEY (account_id, job_id) REFERENCES jobs (account_id, job_id) ON DELETE CASCADE
);

-- Whether a job was done again already.
CREATE INDEX jobs_by_retry ON jobs (account_id, retry_of) WHERE retry_of IS NOT NULL;

-- PostgreSQL compresses long values; its own way took a third of the work of writing shipments. Files are compressed already.
DO $$
BEGIN
    EXECUTE 'ALTER TABLE shipments ALTER COLUMN details SET COMPRESSION lz4, ALTER COLUMN rates SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE upload_rows ALTER COLUMN cells SET COMPRESSION lz4, ALTER COLUMN offers SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE purchases ALTER COLUMN purchase_order SET COMPRESSION lz4, ALTER COLUMN rate SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE labels ALTER COLUMN artwork SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE sandbox_labels ALTER COLUMN sold SET COMPRESSION lz4';
    EXECUTE 'ALTER TABLE job_lists ALTER COLUMN ids SET COMPRESSION lz4';
EXCEPTION
    -- Built without lz4, or older than 14: everything works, with its own way.
    WHEN feature_not_supported OR syntax_error THEN NULL;
END $$;
ALTER TABLE file_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
