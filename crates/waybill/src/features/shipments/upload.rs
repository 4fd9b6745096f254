//! Buying the labels of an upload: group after group, in the order of its rows, while earlier groups are still with the carriers.
//!
//! What a row needs to be tried once is in its shipment: a draft without a reason, that its job has
//! not tried, is still to be bought. So a worker that takes
//! over simply goes on. When money runs out everything stops; the rest gets the reason, and 'Retry failed' goes on from there.

use super::group::{self, Of, Wanted};
use super::{interrupted, words};
use crate::jobs::{JobContext, JobError};
use domain::activity::ActorKind;
use domain::id::{AccountId, Id, ShipmentId, UploadId};
use domain::upload::UploadState;
use std::collections::BTreeMap;
use store::activity::Actor;
use store::job_rows::{self, JobRow};
use store::shipments::{self, Shipment};
use store::{jobs, purchases, upload_rows, upload_states, uploads};
use tokio::task::JoinSet;

/// Groups that are with the carriers at once.
const LANES: usize = 3;
/// How often it is looked whether something is left, before another worker is given the job.
const ROUNDS: usize = 10;

/// Runs the job.
pub async fn run(context: &JobContext, account: &AccountId, id: &UploadId, by: &str) -> Result<(), JobError> {
    let app = &context.app;
    let mut conn = app.store().reader().await?;
    let upload = uploads::find(&mut conn, account, id).await?;
    drop(conn);
    // Deleted meanwhile, or done by a worker that died before it could say so.
    if upload.is_none_or(|upload| upload.status != UploadState::Purchasing || upload.job_id.as_ref() != Some(context.id())) {
        return Ok(());
    }
    forgive(context, account, id).await?;
    let left_over = interrupted::count(app, account, id, context).await?;
    let mut conn = app.store().reader().await?;
    let (good, bad) = job_rows::counts(&mut conn, account, context.id()).await?;
    let left = upload_rows::count_to_buy(&mut conn, account, id, context.id()).await?;
    drop(conn);
    context.progress(good + bad, Some(good + bad + left + left_over)).await?;
    interrupted::settle(context, account, id).await?;
    let by = Actor { kind: ActorKind::Owner, name: by.to_owned(), ip: None };
    let mut elsewhere = BTreeMap::new();
    for _ in 0..ROUNDS {
        let end = buy_all(context, account, id, &by, &mut elsewhere).await?;
        if matches!(end, End::Cancelled) {
            return Err(JobError::Cancelled);
        }
        interrupted::settle_rest(context, account, id).await?;
        if finish(context, account, id, &end, &elsewhere).await? {
            return Ok(());
        }
    }
    Err(JobError::retry("labels of this upload are still being bought by somebody else"))
}

/// Moves the upload on; not when there is something left to do for this job.
async fn finish(context: &JobContext, account: &AccountId, id: &UploadId, end: &End, elsewhere: &Elsewhere) -> Result<bool, JobError> {
    let job = &context.job;
    let mut writer = context.app.store().writer().await?;
    let (from, to) = (&[UploadState::Purchasing], UploadState::Purchased);
    let moved = upload_states::set_status(&mut writer, account, id, context.id(), from, to, context.app.now()).await?;
    // Else the upload was taken from this job meanwhile, or the job from this worker, and nothing of this is to be written.
    if !moved || !jobs::is_ours(&mut writer, job).await? {
        return Ok(true);
    }
    let broke = matches!(end, End::Broke);
    let left = purchases::count_interrupted(&mut writer, account, id, context.id()).await?;
    if left > 0 || (!broke && upload_rows::count_to_buy(&mut writer, account, id, context.id()).await? > 0) {
        return Ok(false);
    }
    let ids: Vec<ShipmentId> = elsewhere.values().cloned().collect();
    let found = shipments::find_many(&mut writer, account, &ids).await?;
    let told: Vec<JobRow> = elsewhere.iter().filter_map(|(number, id)| told(*number, found.iter().find(|one| one.id == *id)?)).collect();
    job_rows::record_all(&mut writer, job, &told).await?;
    if broke {
        upload_rows::note_untried(&mut writer, account, id, context.id(), words::CHARGE_FAILED).await?;
        upload_states::leave_unbought(&mut writer, account, id, words::CHARGE_FAILED).await?;
    }
    let (good, bad) = job_rows::counts(&mut writer, account, context.id()).await?;
    jobs::progress(&mut writer, job, good + bad, Some(good + bad)).await?;
    writer.commit().await?;
    Ok(true)
}

/// What became of a row that somebody else bought, or tried to buy.
fn told(number: i64, shipment: &Shipment) -> Option<JobRow> {
    let (ok, message) = match (&shipment.tracking_code, &shipment.label_error) {
        (Some(code), _) => (true, code.clone()),
        (None, Some(reason)) => (false, reason.clone()),
        (None, None) => return None,
    };
    Some(JobRow { number, ok, message: Some(message), reference: Some(shipment.id.as_str().to_owned()) })
}

/// What an earlier job could not buy is tried again, in steps: it may be all of them.
async fn forgive(context: &JobContext, account: &AccountId, id: &UploadId) -> Result<(), JobError> {
    loop {
        let mut writer = context.app.store().writer().await?;
        let forgiven = upload_rows::forgive_some(&mut writer, account, id, context.id()).await?;
        writer.commit().await?;
        if forgiven == 0 {
            return Ok(());
        }
    }
}

enum End {
    All,
    Broke,
    Cancelled,
}

/// Rows that somebody else is buying, by their numbers.
type Elsewhere = BTreeMap<i64, ShipmentId>;

/// A group that is with the carriers.
type Lanes = JoinSet<Result<Vec<Wanted>, JobError>>;

async fn buy_all(context: &JobContext, account: &AccountId, id: &UploadId, by: &Actor, elsewhere: &mut Elsewhere) -> Result<End, JobError> {
    let mut lanes = JoinSet::new();
    let end = buy_groups(context, account, id, by, (&mut lanes, elsewhere)).await;
    // What carriers answer is written in any case, and whoever records that the job failed must not meet it.
    while lanes.join_next().await.is_some() {}
    end
}

async fn buy_groups(
    context: &JobContext,
    account: &AccountId,
    id: &UploadId,
    by: &Actor,
    (lanes, elsewhere): (&mut Lanes, &mut Elsewhere),
) -> Result<End, JobError> {
    let app = &context.app;
    let (mut after, mut end) = (0, None);
    loop {
        while end.is_none() && lanes.len() < LANES {
            if context.is_cancelled().await? {
                end = Some(End::Cancelled);
                break;
            }
            let mut conn = app.store().reader().await?;
            let size = i64::try_from(group::SIZE).unwrap_or(50);
            let rows = upload_rows::to_buy(&mut conn, account, id, context.id(), after, size).await?;
            drop(conn);
            let Some((last, _)) = rows.last() else {
                end = Some(End::All);
                break;
            };
            after = *last;
            let wanted = rows.into_iter().map(|(number, id)| Wanted { number, id }).collect();
            let begun = group::begin(app, account, wanted, by, false).await?;
            if begun.broke {
                end = Some(End::Broke);
            }
            let (app, account, job) = (app.clone(), account.clone(), context.job.clone());
            lanes.spawn(async move { group::ask(&app, &account, begun).await?.settle(&app, &account, &job, Of::Upload).await });
        }
        let Some(done) = lanes.join_next().await else { return Ok(end.unwrap_or(End::All)) };
        let rows = done.map_err(|error| JobError::Retry(error.to_string()))??;
        elsewhere.extend(rows.into_iter().map(|row| (row.number, row.id)));
    }
}
