//! Where randomness comes from: the operating system, or a seeded generator in tests.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Timestamp;
use domain::id::Id;
use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use std::sync::{Arc, Mutex, PoisonError};

/// A source of random bytes. Cheap to clone.
#[derive(Clone)]
pub struct Random(Source);

#[derive(Clone)]
enum Source {
    System,
    Seeded(Arc<Mutex<StdRng>>),
}

impl Random {
    /// The operating system's generator: good for secrets.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A generator that gives the same bytes for the same seed: only for tests.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(seed)))))
    }

    /// Random bytes.
    ///
    /// # Panics
    /// When the operating system has no randomness: going on would mean guessable keys.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut out = [0; N];
        match &self.0 {
            #[expect(clippy::expect_used, reason = "without randomness no key may be made")]
            Source::System => SysRng.try_fill_bytes(&mut out).expect("the operating system gives random bytes"),
            Source::Seeded(rng) => rng.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut out),
        }
        out
    }

    /// A new id.
    #[must_use]
    pub fn id<T: Id>(&self, now: Timestamp) -> T {
        T::generate(now, self.bytes())
    }

    /// 256 random bits as 43 letters that may stand in an address.
    #[must_use]
    pub fn secret(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<32>())
    }
}
