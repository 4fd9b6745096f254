//! Any bytes are a table or are refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(init: waybill_fuzz::begin(), |bytes: &[u8]| waybill_fuzz::check(bytes));
