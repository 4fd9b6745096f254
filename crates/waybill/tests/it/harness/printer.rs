//! A real IPP printer: CUPS' `ippeveprinter`, on a free port, with a spool folder to look into.
//!
//! It announces itself over D-Bus and ends without one, so it gets a private bus; nothing of this machine is touched.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

/// A running printer, gone when dropped.
pub struct EvePrinter {
    pub port: u16,
    spool: TempDir,
    _bus: Child,
    _printer: Child,
}

fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.env_clear().env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin").stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command
}

async fn start_bus(folder: &TempDir) -> (Child, String) {
    let address = format!("--address=unix:dir={}", folder.path().display());
    let mut bus = program("dbus-daemon");
    bus.args(["--session", "--nofork", "--nopidfile", "--print-address=1", &address]).stdout(Stdio::piped());
    let mut bus = bus.spawn().expect("dbus-daemon runs (package dbus-daemon; scripts/install-deps test)");
    let mut lines = BufReader::new(bus.stdout.take().expect("its output")).lines();
    let said = lines.next_line().await.expect("the bus speaks").expect("the bus tells its address");
    (bus, said)
}

pub async fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("its address").port()
}

impl EvePrinter {
    /// Starts one that takes these formats.
    pub async fn start(formats: &str) -> Self {
        let spool = TempDir::new().expect("a folder");
        let (bus, address) = start_bus(&spool).await;
        for _ in 0..5 {
            let port = free_port().await;
            let mut printer = program("ippeveprinter");
            printer.env("DBUS_SYSTEM_BUS_ADDRESS", &address).env("HOME", spool.path()).stdout(Stdio::null());
            printer.args(["-r", "off", "-k", "-f", formats, "-p", &port.to_string()]).arg("-K").arg(spool.path());
            printer.args(["-c", "/bin/true"]).arg("-d").arg(spool.path()).arg("Test");
            let mut printer = printer.spawn().expect("ippeveprinter runs (package cups-ipp-utils; scripts/install-deps test)");
            for _ in 0..200 {
                if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                    return Self { port, spool, _bus: bus, _printer: printer };
                }
                if printer.try_wait().expect("its state").is_some() {
                    break; // Somebody else took the port meanwhile.
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        panic!("ippeveprinter did not start");
    }

    pub fn uri(&self) -> String {
        format!("ipp://127.0.0.1:{}/ipp/print", self.port)
    }

    /// Files of finished uploads whose name ends like this.
    pub fn printed(&self, ending: &str) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.spool.path()).expect("the spool");
        entries.map(|entry| entry.expect("a file").path()).filter(|path| path.to_string_lossy().ends_with(ending)).collect()
    }
}
