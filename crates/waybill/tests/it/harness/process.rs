//! The real program as a process: started on a free port, killed without mercy, or asked to stop.

use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use store::testing::TestDatabase;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

const SECRET_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// A command of the program on these databases.
pub fn command(database: &TestDatabase, data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waybill"));
    command.env_clear().env("PATH", "/usr/bin:/bin").env("WAYBILL_SECRET_KEY", SECRET_KEY);
    command.args(arguments).arg("--data").arg(data).stdin(Stdio::null()).kill_on_drop(true);
    if let Some(url) = &database.url {
        command.arg("--database-url").arg(url);
    }
    command
}

/// Runs a command to its end.
pub async fn run(database: &TestDatabase, arguments: &[&str]) -> Output {
    command(database, database.folder.path(), arguments).output().await.expect("the program runs")
}

/// A running server.
pub struct Node {
    child: Child,
    pub port: u16,
}

impl Node {
    /// Starts `serve` with settings by environment.
    pub async fn start(database: &TestDatabase, settings: &[(&str, &str)]) -> Self {
        let mut command = command(database, database.folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
        command.envs(settings.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let ready = async {
            while let Ok(Some(line)) = lines.next_line().await {
                if let Some((_, port)) = line.strip_prefix("Waybill is ready at ").and_then(|address| address.rsplit_once(':')) {
                    return port.parse::<u16>().expect("a port");
                }
            }
            panic!("the server ended before it was ready");
        };
        let port = tokio::time::timeout(Duration::from_secs(60), ready).await.expect("ready in time");
        Self { child, port }
    }

    /// Kills it without warning.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("killed");
    }

    /// Asks it to stop, and tells whether it ended well.
    pub async fn stop(mut self) -> bool {
        let id = self.child.id().expect("it runs").to_string();
        let asked = Command::new("kill").arg("-TERM").arg(&id).status().await.expect("kill runs");
        assert!(asked.success());
        tokio::time::timeout(Duration::from_secs(40), self.child.wait()).await.expect("it ends in time").expect("a status").success()
    }

    /// A request that may find nobody: nothing when the server is gone.
    pub async fn try_request(port: u16, method: &str, path: &str, token: &str, body: &str) -> Option<(u16, String)> {
        Self::try_once(port, method, path, token, "", body).await
    }

    /// The same with a key under which the server does it once.
    pub async fn try_once(port: u16, method: &str, path: &str, token: &str, key: &str, body: &str) -> Option<(u16, String)> {
        let key = if key.is_empty() { String::new() } else { format!("idempotency-key: {key}\r\n") };
        Self::send(port, method, path, token, &format!("{key}content-type: application/json"), body.as_bytes()).await
    }

    /// The same with a body of any kind.
    pub async fn try_send(port: u16, method: &str, path: &str, token: &str, kind: &str, body: &[u8]) -> Option<(u16, String)> {
        Self::send(port, method, path, token, &format!("content-type: {kind}"), body).await
    }

    async fn send(port: u16, method: &str, path: &str, token: &str, headers: &str, body: &[u8]) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {token}\r\n{headers}\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).await.ok()?;
        stream.write_all(body).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok())?;
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        Some((status, body))
    }

    /// A request over the wire: status and body.
    pub async fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("a connection");
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        (status, body)
    }
}

/// Waits until something holds, but not for ever.
pub async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "in vain: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
