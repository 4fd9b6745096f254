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
