//! A small HTTP server inside the test: one handler, real sockets, and answers that get lost on request.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// What was asked.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
    /// Query and form, decoded.
    pub(crate) fields: BTreeMap<String, String>,
}

impl Request {
    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// What to do about it.
pub(crate) enum Reply {
    /// Status and JSON.
    Json(u16, serde_json::Value),
    /// Status, another header, and any text.
    Text(u16, &'static str, String),
    /// The connection is closed without an answer.
    Lost,
    /// Nothing is ever answered.
    Silence,
}

/// Serves until the test ends; answers the base address.
pub(crate) async fn serve(handler: impl Fn(Request) -> Reply + Send + Sync + 'static) -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let handler = Arc::new(handler);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let handler = handler.clone();
            tokio::spawn(async move { talk(stream, &*handler).await });
        }
    });
    base
}

/// An address where nobody listens.
pub(crate) async fn nobody() -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap()
}

async fn talk(mut stream: TcpStream, handler: &(impl Fn(Request) -> Reply + Send + Sync)) -> Option<()> {
    let request = read(&mut stream).await?;
    let (status, header, body) = match handler(request) {
        Reply::Json(status, body) => (status, "content-type: application/json", body.to_string()),
        Reply::Text(status, header, body) => (status, header, body),
        Reply::Lost => return None,
        Reply::Silence => {
            tokio::time::sleep(Duration::from_secs(600)).await;
            return None;
        }
    };
    let head = format!("HTTP/1.1 {status} Answer\r\n{header}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(body.as_bytes()).await.ok()?;
    stream.shutdown().await.ok()
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let (method, target) = (first.next()?.to_owned(), first.next()?.to_owned());
    let headers: BTreeMap<String, String> =
        lines.filter_map(|line| line.split_once(':')).map(|(name, value)| (name.to_lowercase(), value.trim().to_owned())).collect();
    let length: usize = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = bytes[end + 4..].to_vec();
    while body.len() < length {
        if stream.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let is_form = headers.get("content-type").is_some_and(|kind| kind.contains("urlencoded"));
    let form: &[u8] = if is_form { &body } else { &[] };
    let pairs = url::form_urlencoded::parse(query.as_bytes()).chain(url::form_urlencoded::parse(form));
    let mut fields: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in pairs {
        fields.entry(name.into_owned()).and_modify(|all| *all = format!("{all},{value}")).or_insert_with(|| value.into_owned());
    }
    Some(Request { method, path: path.to_owned(), headers, body, fields })
}
