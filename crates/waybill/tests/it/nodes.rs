//! Real processes on one database: jobs run once, a killed node's job is finished by the other, stopping is orderly.

use crate::harness::process::{Node, eventually, run};
use crate::harness::smtp::SmtpSink;
use domain::world::World;
use std::collections::BTreeSet;
use store::testing::TestDatabase;

const PEOPLE: usize = 12;

/// An account with some people, so that there is mail to send.
async fn prepared() -> TestDatabase {
    let database = TestDatabase::create().await;
    for n in 0..PEOPLE {
        let email = format!("owner{n}@example.com");
        let made =
            run(&database, &["user", "create", "--name", "Ada", "--email", &email, "--password", "long enough", "--server", "live"]).await;
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    database
}

async fn ask_for_recovery(node: &Node, n: usize) {
    let body = format!(r#"{{"user":{{"email":"owner{n}@example.com"}}}}"#);
    let (status, answer) = node.request("POST", "/users/password", &body).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test]
async fn two_nodes_share_the_jobs_and_send_each_mail_once() {
    let database = prepared().await;
    let sink = SmtpSink::start().await;
    let settings = [("WAYBILL_MAIL_SMTP_URL", sink.url.as_str()), ("WAYBILL_JOBS_WORKERS", "2")];
    let (one, two) = (Node::start(&database, &settings).await, Node::start(&database, &settings).await);
    for n in 0..PEOPLE {
        ask_for_recovery(if n % 2 == 0 { &one } else { &two }, n).await;
    }
    eventually("all mails arrive", || sink.taken().len() >= PEOPLE).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    let taken = sink.taken();
    let ids: BTreeSet<_> = taken.iter().map(|mail| header(mail, "Message-ID")).collect();
    assert_eq!((taken.len(), ids.len()), (PEOPLE, PEOPLE), "each mail once");
    assert!(one.stop().await && two.stop().await, "both stop in order");
}

#[tokio::test]
async fn a_killed_nodes_job_is_finished_by_the_other() {
    let database = prepared().await;
    let sink = SmtpSink::start().await;
    let settings = [("WAYBILL_MAIL_SMTP_URL", sink.url.as_str()), ("WAYBILL_JOBS_LEASE_SECONDS", "2")];
    let doomed = Node::start(&database, &settings).await;
    sink.hang(true);
    ask_for_recovery(&doomed, 0).await;
    eventually("the node is in the middle of the job", || sink.is_hanging()).await;
    doomed.kill().await;
    assert!(sink.taken().is_empty());
    sink.hang(false);
    let heir = Node::start(&database, &settings[..1]).await;
    eventually("the other node finishes the job", || sink.taken().len() == 1).await;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    assert_eq!(sink.taken().len(), 1);
    // It has ended what it was at: scheduled work comes round at any time.
    assert!(heir.stop().await);
    let store = database.open(World::Live).await;
    let mut conn = store.reader().await.unwrap();
    assert!(store::shown_jobs::counts(&mut conn).await.unwrap().is_empty(), "nothing is left over");
}

#[tokio::test]
async fn a_node_that_is_asked_to_stop_finishes_its_job_first() {
    let database = prepared().await;
    let sink = SmtpSink::start().await;
    let node = Node::start(&database, &[("WAYBILL_MAIL_SMTP_URL", sink.url.as_str())]).await;
    sink.hang(true);
    ask_for_recovery(&node, 0).await;
    eventually("the node is in the middle of the job", || sink.is_hanging()).await;
    let stopping = tokio::spawn(node.stop());
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    assert!(!stopping.is_finished(), "it waits for the job");
    sink.hang(false);
    assert!(stopping.await.unwrap());
    assert_eq!(sink.taken().len(), 1);
    let store = database.open(World::Live).await;
    let mut conn = store.reader().await.unwrap();
    assert!(store::shown_jobs::counts(&mut conn).await.unwrap().is_empty(), "nothing is left over");
}

fn header(mail: &str, name: &str) -> String {
    let prefix = format!("{name}: ").to_lowercase();
    let line = mail.lines().find(|line| line.to_lowercase().starts_with(&prefix));
    line.unwrap_or_else(|| panic!("no {name} in {mail}")).to_owned()
}
