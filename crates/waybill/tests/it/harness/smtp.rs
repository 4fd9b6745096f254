//! A real SMTP server, as small as can be: takes mails, remembers them, and can be told to hang before it accepts one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[derive(Default)]
struct State {
    taken: Mutex<Vec<String>>,
    hang: AtomicBool,
    hanging: AtomicBool,
}

/// The server; it ends with the test.
#[derive(Clone)]
pub struct SmtpSink {
    pub url: String,
    state: Arc<State>,
}

impl SmtpSink {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(State::default());
        let sink = Self { url, state: Arc::clone(&state) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = Arc::clone(&state);
                tokio::spawn(async move {
                    let _ = converse(stream, &state).await;
                });
            }
        });
        sink
    }

    /// What was taken so far.
    pub fn taken(&self) -> Vec<String> {
        self.state.taken.lock().expect("not poisoned").clone()
    }

    /// While this is on, no mail is accepted: the client waits.
    pub fn hang(&self, on: bool) {
        self.state.hang.store(on, Ordering::SeqCst);
    }

    /// Whether a client is waiting.
    pub fn is_hanging(&self) -> bool {
        self.state.hanging.load(Ordering::SeqCst)
    }
}

async fn converse(stream: TcpStream, state: &State) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 sink\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let verb = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" | "HELO" => write.write_all(b"250 sink\r\n").await?,
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                while state.hang.load(Ordering::SeqCst) {
                    state.hanging.store(true, Ordering::SeqCst);
                    tokio::select! {
                        // A client that is gone has not handed its mail over.
                        _ = lines.next_line() => return Ok(()),
                        () = tokio::time::sleep(Duration::from_millis(20)) => {}
                    }
                }
                state.taken.lock().expect("not poisoned").push(mail);
                write.write_all(b"250 taken\r\n").await?;
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => write.write_all(b"250 ok\r\n").await?,
        }
    }
    Ok(())
}
