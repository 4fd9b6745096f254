//! The rules for new passwords. Hashing is done elsewhere; nothing here keeps or shows a password.

use crate::fields::FieldErrors;

/// The specification's minimum.
pub const MINIMUM: usize = 8;
/// Long enough for every passphrase, short enough that hashing stays bounded.
pub const MAXIMUM: usize = 200;

/// Checks a password that will be set from now on (set-up, a new person, the command line).
pub fn check_new(path: &str, password: &str, errors: &mut FieldErrors) {
    let length = password.chars().count();
    if length == 0 {
        errors.add(path, "can't be blank");
    } else if length < MINIMUM {
        errors.add(path, "should be at least 8 characters");
    } else if length > MAXIMUM {
        errors.add(path, "should be at most 200 characters");
    }
}

/// Checks the repetition of a password.
pub fn check_repeated(path: &str, password: &str, repeated: &str, errors: &mut FieldErrors) {
    if password != repeated {
        errors.add(&format!("{path}_confirmation"), "Password and repeat password should match");
    }
}

/// The specification's rules for changing one's own password, with its texts.
pub fn check_change(current: &str, new: &str, repeated: &str) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if current.chars().count() < MINIMUM {
        errors.add("user.current_password", "Current password should be at least 8 characters");
    }
    let length = new.chars().count();
    if length < MINIMUM {
        errors.add("user.password", "New password should be at least 8 characters");
    } else if length > MAXIMUM {
        errors.add("user.password", "New password should be at most 200 characters");
    }
    if new.is_empty() || new != repeated {
        errors.add("user.password_confirmation", "Password and repeat password should match");
    }
    errors.into_result()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_specifications_texts() {
        let errors = check_change("short", "tiny", "other").unwrap_err();
        let texts: Vec<_> = errors.iter().flat_map(|(_, m)| m.to_vec()).collect();
        assert_eq!(
            texts,
            [
                "Current password should be at least 8 characters",
                "New password should be at least 8 characters",
                "Password and repeat password should match"
            ]
        );
        assert_eq!(check_change("long enough", "long enough too", "long enough too"), Ok(()));
    }

    #[test]
    fn lengths_count_characters_not_bytes() {
        let mut errors = FieldErrors::default();
        check_new("password", "päßwört€", &mut errors);
        assert!(errors.is_empty());
        check_new("password", &"x".repeat(201), &mut errors);
        assert!(!errors.is_empty());
    }
}
