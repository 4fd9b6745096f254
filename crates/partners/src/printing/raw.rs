//! Raw bytes to port 9100, as label printers take them. There is no answer: the bytes were taken, or they were not.

use super::{CONNECT, PrintFormat, PrintJob, PrintOutcome, PrinterUri, nobody, unconfirmed};
use domain::partner::PartnerError;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long the printer may take to close the connection after the last byte; those that never do are no reason to wait.
const CLOSING: Duration = Duration::from_secs(1);

pub(super) async fn print(printer: &PrinterUri, addresses: &[SocketAddr], job: &PrintJob) -> Result<PrintOutcome, PartnerError> {
    if job.format == PrintFormat::Png {
        return Err(PartnerError::rejected("format", "PNG pictures cannot be sent to a socket:// printer: use PDF or ZPL, or ipp://."));
    }
    let connecting = timeout(CONNECT, TcpStream::connect(addresses)).await;
    let mut stream = connecting.map_err(|_| nobody(printer))?.map_err(|_| nobody(printer))?;
    let sending = async {
        stream.write_all(&job.bytes).await?;
        stream.shutdown().await
    };
    timeout(job.patience(), sending).await.map_err(|_| unconfirmed())?.map_err(|_| unconfirmed())?;
    let mut answer = [0_u8; 256];
    // A reset after the last byte means that it threw the job away; words (some printers report a state) mean nothing to us.
    match timeout(CLOSING, stream.read(&mut answer)).await {
        Ok(Err(_)) => Err(unconfirmed()),
        Ok(Ok(_)) | Err(_) => Ok(PrintOutcome::default()),
    }
}
