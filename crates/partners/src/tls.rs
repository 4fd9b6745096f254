//! The process's TLS library. Every HTTP client of the process that does not bring its own, such as the exporter of traces,
//! asks for the one that is installed here.

/// Makes ring the process's TLS library. Called once, before anything connects; later calls change nothing.
pub fn use_ring() {
    // The only error is that one was installed before, and nobody else in this program does.
    drop(rustls::crypto::ring::default_provider().install_default());
}
