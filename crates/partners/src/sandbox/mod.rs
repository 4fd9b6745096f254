//! stub
pub mod check_digits;
pub mod numbers;
