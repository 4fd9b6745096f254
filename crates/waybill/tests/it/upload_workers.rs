//! Uploads and the workers that die at them: given up, taken over, and never in each other's way.

use crate::harness::TestApp;
use crate::upload_jobs::prepared;
use crate::uploads::{get, mapped, overrides, post, rated, sent, table};
use chrono::TimeDelta;
use domain::id::{Id, JobId, UploadId};
use domain::upload::UploadState;
use domain::world::World;
use serde_json::{Value, json};
use std::time::Duration;
use store::hopeless_jobs::Hopeless;
use store::upload_states::RatedBatch;
use store::{StoreError, hopeless_jobs, jobs, upload_states};
use waybill::jobs::run_due;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_ends_a_job_and_who_still_writes_its_rows_do_not_wait_for_each_other() {
    let (app, owner) = prepared().await;
    let (live, account) = (app.app(World::Live), &owner.account_id);
    let id = sent(&app, &owner, &table(2)).await;
    mapped(&app, &owner, &id).await;
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let mut held = None;
    loop {
        let mut writer = live.store().writer().await.unwrap();
        let taken = jobs::lease(&mut writer, "doomed", live.now(), live.now() + TimeDelta::seconds(30), 50).await.unwrap();
        writer.commit().await.unwrap();
        app.advance(TimeDelta::seconds(31));
        let Some(job) = taken.into_iter().find(|job| job.work.kind() == "rate_upload") else { break };
        held = Some(job);
    }
    let (job, now) = (held.unwrap(), live.now());

    let upload = UploadId::parse(&id).unwrap();
    let mut writer = live.store().writer().await.unwrap();
    upload_states::cleared(&mut writer, account, &upload).await.unwrap();
    writer.commit().await.unwrap();
    let mut writer = live.store().writer().await.unwrap();
    let batch = RatedBatch { from: 0, to: 1, errors: 0, services: &[] };
    assert!(upload_states::rated_some(&mut writer, account, &upload, &job.id, &batch).await.unwrap());
    let other = live.clone();
    let hopeless = Hopeless { owner: account.to_string(), id: job.id.to_string() };
    let giving_up = tokio::spawn(async move {
        let mut writer = other.store().writer().await?;
        let given_up = hopeless_jobs::give_up(&mut writer, &hopeless, now).await?;
        writer.commit().await?;
        Ok::<_, StoreError>(given_up)
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    jobs::advance(&mut writer, &job, 1).await.unwrap();
    writer.commit().await.unwrap();
    assert!(giving_up.await.unwrap().unwrap());
    let status = get(&app, &owner, &format!("{id}/status")).await;
    assert_eq!((&status["status"], &status["processed_rows_count"]), (&json!("mapped"), &json!(1)));
}

/// Takes all jobs that are due as a worker does that then dies; how many.
async fn take_and_die(app: &TestApp) -> usize {
    let live = app.app(World::Live);
    let mut writer = live.store().writer().await.unwrap();
    let taken = jobs::lease(&mut writer, "doomed", live.now(), live.now() + TimeDelta::seconds(30), 50).await.unwrap();
    writer.commit().await.unwrap();
    taken.len()
}

#[tokio::test]
async fn an_upload_that_could_not_be_deleted_is_shown_again_and_can_be_deleted() {
    let (app, owner) = prepared().await;
    for (buying, back) in [(false, "mapped"), (true, "purchased")] {
        let id = rated(&app, &owner, &table(2)).await;
        if buying {
            post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
            app.run_jobs().await;
        }
        let path = format!("/dashboard/shipment_uploads/{id}");
        app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
        app.get(&format!("{path}/status"), &owner.token).await.refused(404, "not_found");
        while take_and_die(&app).await > 0 {
            app.advance(TimeDelta::seconds(31));
        }
        app.run_jobs().await;
        assert_eq!(get(&app, &owner, &format!("{id}/status")).await["status"], back);
        app.call("DELETE", &path, Some(&owner.token), Value::Null).await.expect(200);
        app.run_jobs().await;
        app.get(&format!("{path}/status"), &owner.token).await.refused(404, "not_found");
        let mut conn = app.app(World::Live).store().reader().await.unwrap();
        let file = upload_states::file_of_deleting(&mut conn, &owner.account_id, &UploadId::parse(&id).unwrap()).await.unwrap();
        assert!(file.is_none(), "it is gone, not hidden");
    }
}

#[tokio::test]
async fn an_upload_whose_job_cannot_be_read_can_be_rated_again() {
    let (app, owner) = prepared().await;
    let id = sent(&app, &owner, &table(2)).await;
    mapped(&app, &owner, &id).await;
    let begun = post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let job = JobId::parse(begun["job_id"].as_str().unwrap()).unwrap();
    let mut writer = app.app(World::Live).store().writer().await.unwrap();
    store::testing::spoil_job(&mut writer, &job, "rate_upload", "{}").await;
    writer.commit().await.unwrap();
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["status"], "mapped");
    let shown = app.get(&format!("/dashboard/jobs/{job}"), &owner.token).await.expect(200)["job"].clone();
    assert_eq!(shown["state"], "failed");
    assert_ne!(shown["message"], "every worker that tried it died", "it says what was wrong");
    post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["status"], "rated");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_lost_its_job_leaves_the_upload_to_the_next_one() {
    let (app, owner) = prepared().await;
    let live = app.app(World::Live);
    let id = sent(&app, &owner, &table(1000)).await;
    mapped(&app, &owner, &id).await;
    let begun = post(&app, &owner, &format!("{id}/rate"), overrides()).await.expect(200);
    let path = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    let at_work = live.clone();
    let worker = tokio::spawn(async move { run_due(&at_work).await });
    while app.get(&path, &owner.token).await.expect(200)["job"]["state"] == "queued" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    app.advance(TimeDelta::seconds(31));
    // A job whose progress is just being written is passed by.
    while take_and_die(&app).await == 0 {
        assert_eq!(app.get(&path, &owner.token).await.expect(200)["job"]["state"], "running", "taken over");
    }
    app.call("POST", &format!("{path}/cancel"), Some(&owner.token), Value::Null).await.expect(200);
    worker.await.unwrap().unwrap();
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["status"], "rating", "another worker is at it");
    let (upload, stranger) = (UploadId::parse(&id).unwrap(), live.id::<JobId>());
    let mut writer = live.store().writer().await.unwrap();
    let moved = upload_states::set_status(
        &mut writer,
        &owner.account_id,
        &upload,
        &stranger,
        &[UploadState::Rating],
        UploadState::Rated,
        live.now(),
    );
    assert!(!moved.await.unwrap(), "another job than the one at it");
    drop(writer);
    app.advance(TimeDelta::seconds(31));
    app.run_jobs().await;
    assert_eq!(get(&app, &owner, &format!("{id}/status")).await["status"], "mapped", "the one that took over heard it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_was_overtaken_and_does_not_know_it_does_not_end_the_purchase() {
    const ROWS: i64 = 400;
    let (app, owner) = prepared().await;
    let live = app.app(World::Live);
    let id = rated(&app, &owner, &table(400)).await;
    let begun = post(&app, &owner, &format!("{id}/buy_labels"), json!({})).await.expect(200);
    let path = format!("/dashboard/jobs/{}", begun["job_id"].as_str().unwrap());
    let status = async || get(&app, &owner, &format!("{id}/status")).await;
    let begin = || {
        let app = live.clone();
        tokio::spawn(async move { run_due(&app).await })
    };
    let overtaken = begin();
    while status().await["labels_count"] == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // It stalls longer than its lease, wakes up, and goes on beside the one that took over.
    app.advance(TimeDelta::seconds(31));
    let heir = begin();
    overtaken.await.unwrap().unwrap();
    heir.await.unwrap().unwrap();
    app.run_jobs().await;
    let after = status().await;
    let seen = (&after["status"], &after["labels_count"], &after["errors_count"]);
    assert_eq!(seen, (&json!("purchased"), &json!(ROWS), &json!(0)), "{after}");
    let shown = app.get(&path, &owner.token).await.expect(200)["job"].clone();
    assert_eq!((&shown["state"], &shown["rows"]), (&json!("done"), &json!({"ok": ROWS, "failed": 0})), "{shown}");
    assert_eq!((&shown["progress"]["done"], &shown["progress"]["total"]), (&json!(ROWS), &json!(ROWS)));
}
