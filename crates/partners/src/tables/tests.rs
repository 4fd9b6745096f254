//! Files from the wild.
