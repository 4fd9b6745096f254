//! Durable jobs: enqueued with the change, run once, retried, given up with the reason, taken over from the dead.

use crate::harness::TestApp;
use chrono::TimeDelta;
use domain::id::{AccountId, JobId};
use domain::work::{Mail, Work};
use domain::world::World;
use serde_json::{Value, json};
use store::hopeless_jobs;
use store::job_rows::{self, JobRow};
use store::jobs::{self, Leased, Owner, Starter};
use store::shown_jobs;
use waybill::app::App;
use waybill::jobs::{JobContext, SCHEDULES, run_due};

async fn enqueue(app: &App, account: &AccountId, work: Work) -> JobId {
    let id: JobId = app.id();
    let mut writer = app.store().writer().await.unwrap();
    jobs::enqueue(&mut writer, &Owner::Account(account.clone()), &id, &work, app.now(), Starter::named("a test")).await.unwrap();
    writer.commit().await.unwrap();
    id
}

async fn lease(app: &App, holder: &str) -> Vec<Leased> {
    let mut writer = app.store().writer().await.unwrap();
    let leased = jobs::lease(&mut writer, holder, app.now(), app.now() + TimeDelta::seconds(30), 10).await.unwrap();
    writer.commit().await.unwrap();
    leased
}

fn letter() -> Work {
    Work::SendMail(Mail { sealed: "bm90IGEgbGV0dGVy".into() })
}

#[tokio::test]
async fn a_change_that_is_rolled_back_leaves_no_job() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let live = app.app(World::Live);
    let mut writer = live.store().writer().await.unwrap();
    let id: JobId = live.id();
    jobs::enqueue(&mut writer, &Owner::Account(owner.account_id.clone()), &id, &Work::RemoveExpired, live.now(), Starter::named("x"))
        .await
        .unwrap();
    drop(writer);
    assert_eq!(app.run_jobs().await, 0);
}

#[tokio::test]
async fn a_hopeless_job_fails_with_its_reason_and_shows_it() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let id = enqueue(&app.app(World::Live), &owner.account_id, letter()).await;
    assert_eq!(app.run_jobs().await, 1);
    let shown = app.get(&format!("/dashboard/jobs/{id}"), &owner.token).await.expect(200)["job"].clone();
    assert_eq!(shown["state"], "failed");
    assert_eq!(shown["message"], "the letter cannot be opened with this deployment's key");
    let stranger = app.owner(World::Live, "other@example.com").await;
    app.get(&format!("/dashboard/jobs/{id}"), &stranger.token).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_job_that_may_succeed_later_is_retried_with_growing_pauses_and_then_given_up() {
    let app = TestApp::with_settings(&[("WAYBILL_MAIL_SMTP_URL", "smtp://127.0.0.1:9")]).await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    // A mailer whose server does not answer, as the configuration says.
    let unreachable = app.node_with_real_mail().await;
    app.call("POST", "/users/password", None, json!({"user": {"email": "owner@example.com"}})).await.expect(200);
    let node = unreachable.app(World::Live);
    let (mut runs, mut pauses, mut waited) = (0, Vec::new(), 0);
    while runs < 12 {
        let ran = run_due(&node).await.unwrap();
        if ran == 0 {
            node.deployment.clock.advance(TimeDelta::milliseconds(250));
            waited += 250;
        } else {
            pauses.push(std::mem::take(&mut waited));
            runs += ran;
        }
    }
    assert!(pauses[1] >= 750 && pauses[4] > 2 * pauses[2] && pauses[11] >= 450_000, "{pauses:?}");
    node.deployment.clock.advance(TimeDelta::hours(1));
    assert_eq!(run_due(&node).await.unwrap(), 0, "given up after twelve attempts");
    let mut conn = node.store().reader().await.unwrap();
    assert_eq!(shown_jobs::counts(&mut conn).await.unwrap(), [("failed".to_owned(), 1)]);
    drop(conn);
    assert!(owner.email.contains('@'));
}

#[tokio::test]
async fn a_dead_workers_job_is_taken_over_and_its_late_word_counts_nothing() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let live = app.app(World::Live);
    enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    let dead = lease(&live, "dead").await.pop().expect("leased");
    assert!(lease(&live, "other").await.is_empty(), "a lease is exclusive");
    app.advance(TimeDelta::seconds(20));
    let mut writer = live.store().writer().await.unwrap();
    assert!(jobs::heartbeat(&mut writer, &dead, live.now() + TimeDelta::seconds(30)).await.unwrap());
    writer.commit().await.unwrap();
    app.advance(TimeDelta::seconds(20));
    assert!(lease(&live, "other").await.is_empty(), "the heartbeat prolonged it");
    app.advance(TimeDelta::seconds(11));
    let taken = lease(&live, "other").await.pop().expect("taken over");
    assert_eq!((taken.id.clone(), taken.attempt), (dead.id.clone(), 2));
    let mut writer = live.store().writer().await.unwrap();
    assert!(!jobs::heartbeat(&mut writer, &dead, live.now()).await.unwrap());
    assert!(!jobs::finish(&mut writer, &dead, live.now()).await.unwrap());
    assert!(jobs::finish(&mut writer, &taken, live.now()).await.unwrap());
    writer.commit().await.unwrap();
}

#[tokio::test]
async fn two_nodes_never_lease_the_same_job() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let (one, node) = (app.app(World::Live), app.second_node().await);
    let two = node.app(World::Live);
    for _ in 0..40 {
        enqueue(&one, &owner.account_id, Work::RemoveExpired).await;
    }
    let take = async |app: &App, name: &str| {
        let mut mine = Vec::new();
        loop {
            let leased = lease(app, name).await;
            if leased.is_empty() {
                return mine;
            }
            mine.extend(leased.into_iter().map(|job| job.id));
        }
    };
    let (mut a, b) = tokio::join!(take(&one, "one"), take(&two, "two"));
    a.extend(b);
    a.sort();
    a.dedup();
    assert_eq!(a.len(), 40);
}

#[tokio::test]
async fn progress_and_rows_can_be_followed() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let live = app.app(World::Live);
    let id = enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    let job = lease(&live, "w").await.pop().expect("leased");
    let context = JobContext { app: live.clone(), job };
    context.progress(2, Some(3)).await.unwrap();
    for (number, ok) in [(1, true), (2, false)] {
        let message = (!ok).then(|| "Row#2 has no ZIP".to_owned());
        context.row(&JobRow { number, ok, message, reference: ok.then(|| "shp_1".into()) }).await.unwrap();
    }
    context.row(&JobRow { number: 1, ok: true, message: None, reference: Some("shp_2".into()) }).await.unwrap();
    let shown = app.get(&format!("/dashboard/jobs/{id}"), &owner.token).await.expect(200)["job"].clone();
    assert_eq!(shown["state"], "running");
    assert_eq!((&shown["progress"], &shown["rows"]), (&json!({"done": 2, "total": 3}), &json!({"ok": 1, "failed": 1})));
    let rows = app.get(&format!("/dashboard/jobs/{id}/rows?state=failed"), &owner.token).await.expect(200);
    assert_eq!(rows["items"], json!([{"row": 2, "state": "failed", "message": "Row#2 has no ZIP", "reference": Value::Null}]));
    let all = app.get(&format!("/dashboard/jobs/{id}/rows"), &owner.token).await.expect(200);
    assert_eq!((&all["total_count"], &all["items"][0]["reference"]), (&json!(2), &json!("shp_2")));
    app.get(&format!("/dashboard/jobs/{id}/rows?state=odd"), &owner.token).await.refused(422, "invalid");
    let mut conn = live.store().reader().await.unwrap();
    assert_eq!(job_rows::counts(&mut conn, &owner.account_id, &id).await.unwrap(), (1, 1));
}

#[tokio::test]
async fn schedules_run_once_for_all_nodes() {
    /// All but those of the first of the month.
    const DAILY: i64 = 9;
    let app = TestApp::new().await;
    let node = app.second_node().await;
    let stop = tokio_util::sync::CancellationToken::new();
    // Both nodes make the schedules known; then a day passes and both look again.
    let runners = [app.app(World::Live), node.app(World::Live)].map(|app| waybill::jobs::Runner::new(app, stop.clone()));
    let [one, two] = runners.map(|runner| tokio::spawn(runner.run()));
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    app.advance(TimeDelta::days(1));
    node.clock.advance(TimeDelta::days(1));
    let live = app.app(World::Live);
    let mut done = 0;
    for _ in 0..2000 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let mut conn = live.store().reader().await.unwrap();
        done = shown_jobs::finished(&mut conn).await.unwrap();
        if done >= DAILY {
            break;
        }
    }
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let mut conn = live.store().reader().await.unwrap();
    assert_eq!(
        (done, shown_jobs::finished(&mut conn).await.unwrap()),
        (DAILY, DAILY),
        "each of {} schedules that are due within a day ran once",
        SCHEDULES.len()
    );
    drop(conn);
    stop.cancel();
    one.await.unwrap();
    two.await.unwrap();
}

#[tokio::test]
async fn a_job_that_kills_its_workers_is_given_up_in_the_end() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let live = app.app(World::Live);
    let id = enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    for attempt in 1..=Work::RemoveExpired.attempts() {
        assert_eq!(lease(&live, "doomed").await.pop().expect("leased").attempt, attempt);
        app.advance(TimeDelta::seconds(31));
    }
    assert!(lease(&live, "doomed").await.is_empty());
    app.run_jobs().await;
    let shown = app.get(&format!("/dashboard/jobs/{id}"), &owner.token).await.expect(200)["job"].clone();
    assert_eq!((&shown["state"], &shown["message"]), (&json!("failed"), &json!("every worker that tried it died")));
}

#[tokio::test]
async fn a_job_that_cannot_be_given_up_lets_the_others_pass() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let live = app.app(World::Live);
    for _ in 0..2 {
        enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    }
    while !lease(&live, "doomed").await.is_empty() {
        app.advance(TimeDelta::seconds(31));
    }
    let mut writer = live.store().writer().await.unwrap();
    let first = hopeless_jobs::find(&mut writer, live.now(), 1).await.unwrap().remove(0);
    hopeless_jobs::put_off(&mut writer, &first, live.now(), live.now() + TimeDelta::seconds(30)).await.unwrap();
    let others = hopeless_jobs::find(&mut writer, live.now(), 10).await.unwrap();
    assert!(others.len() == 1 && others[0] != first, "{first:?} {others:?}");
    assert!(!hopeless_jobs::give_up(&mut writer, &first, live.now()).await.unwrap(), "not before its time");
    assert!(hopeless_jobs::give_up(&mut writer, &others[0], live.now()).await.unwrap());
    assert!(!hopeless_jobs::give_up(&mut writer, &others[0], live.now()).await.unwrap(), "once");
    writer.commit().await.unwrap();
    app.advance(TimeDelta::seconds(31));
    app.run_jobs().await;
    let mut conn = live.store().reader().await.unwrap();
    assert_eq!(shown_jobs::counts(&mut conn).await.unwrap(), [("failed".to_owned(), 2)]);
}

#[tokio::test]
async fn jobs_of_unknown_kinds_wait_and_unreadable_ones_hold_nobody_up() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let live = app.app(World::Live);
    let unreadable = enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    let newer = enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    let good = enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    let mut writer = live.store().writer().await.unwrap();
    store::testing::spoil_job(&mut writer, &unreadable, "remove_expired", "{}").await;
    store::testing::spoil_job(&mut writer, &newer, "from_the_future", "{}").await;
    writer.commit().await.unwrap();
    app.run_jobs().await;
    for (id, state) in [(unreadable, "failed"), (newer, "queued"), (good, "done")] {
        assert_eq!(app.get(&format!("/dashboard/jobs/{id}"), &owner.token).await.expect(200)["job"]["state"], state);
    }
}

#[tokio::test]
async fn a_person_follows_only_its_own_jobs() {
    let app = TestApp::new().await;
    let owner = app.owner(World::Live, "owner@example.com").await;
    let person = app.person(World::Live, &owner.account_id, "sub@example.com", &[]).await;
    let live = app.app(World::Live);
    let theirs = enqueue(&live, &owner.account_id, Work::RemoveExpired).await;
    let own: JobId = live.id();
    let mut writer = live.store().writer().await.unwrap();
    let starter = Starter { name: "Sub", person_id: Some(&person.id) };
    jobs::enqueue(&mut writer, &Owner::Account(owner.account_id.clone()), &own, &Work::RemoveExpired, live.now(), starter).await.unwrap();
    writer.commit().await.unwrap();
    app.get(&format!("/dashboard/jobs/{own}"), &person.token).await.expect(200);
    app.get(&format!("/dashboard/jobs/{own}"), &owner.token).await.expect(200);
    app.get(&format!("/dashboard/jobs/{theirs}"), &person.token).await.refused(404, "not_found");
    app.get(&format!("/dashboard/jobs/{theirs}/rows"), &person.token).await.refused(404, "not_found");
}
