//! Jobs that have not ended and that no worker takes any more: given up with a reason, each in a transaction of its own, so that one
//! that cannot be given up never stops the others.

use crate::error::StoreError;
use crate::query::sql;
use crate::tx::{Conn, Writer};
use crate::upload_states;
use domain::Timestamp;
use domain::id::{AccountId, Id, JobId};

/// A job that has not ended and that no worker takes any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hopeless {
    /// The stored word for whose work it is.
    pub owner: String,
    /// Its id as it is stored.
    pub id: String,
}

/// Jobs whose workers died in every attempt, and those that cannot be read.
pub async fn find(conn: &mut Conn, now: Timestamp, limit: i64) -> Result<Vec<Hopeless>, StoreError> {
    let rows = sql("SELECT account_id, job_id FROM jobs WHERE state = 'running' AND lease_until <= $1 AND attempts >= max_attempts
                    ORDER BY lease_until LIMIT $2")
    .bind(now)
    .bind(limit)
    .all(conn)
    .await?;
    rows.iter().map(|row| Ok(Hopeless { owner: row.text("account_id")?, id: row.text("job_id")? })).collect()
}

/// Gives such a job up and lets go of the upload it was at; whether it still was hopeless, else another node was faster.
pub async fn give_up(writer: &mut Writer, job: &Hopeless, now: Timestamp) -> Result<bool, StoreError> {
    let ids = AccountId::parse(&job.owner).ok().zip(JobId::parse(&job.id).ok());
    if let Some((account, id)) = &ids {
        upload_states::lock_of_job(writer, account, id).await?;
    }
    // Without an owner it could not be read, and the reason is there already.
    let given_up = sql("UPDATE jobs SET state = 'failed', finished_at = $3, lease_owner = NULL, lease_until = NULL,
                            last_error = CASE WHEN lease_owner IS NULL THEN last_error ELSE 'every worker that tried it died' END
                        WHERE account_id = $1 AND job_id = $2 AND state = 'running' AND lease_until <= $3 AND attempts >= max_attempts")
    .bind(&job.owner)
    .bind(&job.id)
    .bind(now)
    .execute(writer)
    .await?;
    if given_up == 0 {
        return Ok(false);
    }
    if let Some((account, id)) = &ids {
        upload_states::job_ended(writer, account, id, "Something went wrong on our side. Please try again.", now).await?;
    }
    Ok(true)
}

/// Leaves such a job for later, because it could not be given up: others come first meanwhile.
pub async fn put_off(conn: &mut Conn, job: &Hopeless, now: Timestamp, until: Timestamp) -> Result<(), StoreError> {
    sql("UPDATE jobs SET lease_until = $4
         WHERE account_id = $1 AND job_id = $2 AND state = 'running' AND lease_until <= $3 AND attempts >= max_attempts")
    .bind(&job.owner)
    .bind(&job.id)
    .bind(now)
    .bind(until)
    .execute(conn)
    .await?;
    Ok(())
}
