//! Sign: signatures of archives, as the program `minisign` makes and checks them.

use std::io::Cursor;

use minisign::{KeyPair, PublicKey, PublicKeyBox, SecretKeyBox, SignatureBox};

use intermezzo::error::{Error, Result};

/// A new pair of keys: the secret one, which may have a password, and the public one.
///
/// # Errors
///
/// A system that gives no random numbers.
pub fn new_keys(password: Option<&str>) -> Result<(String, String)> {
    let error = |cause: minisign::PError| Error::usage(format!("no key can be made: {cause}"));
    let pair = match password {
        Some(password) => KeyPair::generate_encrypted_keypair(Some(password.into())),
        None => KeyPair::generate_unencrypted_keypair(),
    }
    .map_err(error)?;
    let public = pair.pk.to_box().map_err(error)?.into_string();
    let secret = pair.sk.to_box(Some("secret key for packs of Intermezzo")).map_err(error)?.into_string();
    Ok((secret, public))
}

/// Signs bytes with a secret key. The password is for keys that have one.
///
/// # Errors
///
/// A malformed secret key, and a missing or wrong password.
pub fn sign(bytes: &[u8], secret: &str, password: Option<&str>, about: &str) -> Result<String> {
    let error = |cause: minisign::PError| Error::usage(format!("the secret key cannot be used: {cause}"));
    let key = SecretKeyBox::from_string(secret).map_err(error)?;
    let key = match (has_password(secret), password) {
        (true, None) => {
            let message = "the secret key has a password, and none was given";
            return Err(Error::usage(message).help("the variable MINISIGN_PASSWORD says it"));
        }
        (true, Some(password)) => key.into_secret_key(Some(password.into())).map_err(|cause| {
            let help = "the variable MINISIGN_PASSWORD says the password with which the key was made";
            error(cause).help(help)
        }),
        (false, _) => key.into_unencrypted_secret_key().map_err(error),
    }?;
    // Without this comment minisign would write the time into its own.
    let signed = minisign::sign(None, &key, Cursor::new(bytes), Some(about), Some("signature of a pack"));
    Ok(signed.map_err(error)?.into_string())
}

/// True if a secret key is protected by a password.
pub fn has_password(secret: &str) -> bool {
    // `RWRTY` is base64 for `Ed` and `Sc`, the kinds of the key and of its encryption, with which the second line
    // begins.
    secret.lines().nth(1).is_some_and(|line| line.starts_with("RWRTY"))
}

/// Verifies a signature of bytes with a public key. Returns the signer's trusted comment.
///
/// # Errors
///
/// A malformed key or signature, and a signature of other bytes or by another key.
pub fn check(bytes: &[u8], signature: &str, public: &str) -> Result<String> {
    let wrong = |cause: minisign::PError| Error::usage(format!("the signature is not valid: {cause}"));
    let key = key(public)?;
    let signature = SignatureBox::from_string(signature).map_err(wrong)?;
    minisign::verify(&key, &signature, Cursor::new(bytes), true, false, false).map_err(wrong)?;
    signature.trusted_comment().map_err(wrong)
}

/// A public key as one line, from that line or from a key file.
///
/// # Errors
///
/// Text that is no key.
pub fn public_line(text: &str) -> Result<String> {
    Ok(key(text)?.to_base64())
}

fn key(text: &str) -> Result<PublicKey> {
    let error = |cause: minisign::PError| Error::usage(format!("this is no public key: {cause}"));
    match text.trim().contains('\n') {
        true => PublicKeyBox::from_string(text).and_then(PublicKeyBox::into_public_key).map_err(error),
        false => PublicKey::from_base64(text.trim()).map_err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_of_these_bytes_and_by_this_key() {
        let (secret, public) = new_keys(None).expect("keys");
        let signature = sign(b"abc", &secret, None, "a 1.0.0").expect("a signature");
        assert_eq!(check(b"abc", &signature, &public).expect("it is valid"), "a 1.0.0");
        assert_eq!(check(b"abc", &signature, &public_line(&public).expect("a key")).expect("it is valid"), "a 1.0.0");
        assert!(check(b"abd", &signature, &public).is_err());
        let (_, other) = new_keys(None).expect("keys");
        assert!(check(b"abc", &signature, &other).is_err());
        assert!(check(b"abc", "nothing", &public).is_err());
        assert!(check(b"abc", &signature.replace("a 1.0.0", "a 2.0.0"), &public).is_err());
    }

    #[test]
    fn a_key_with_a_password_needs_it() {
        let (secret, public) = new_keys(Some("abc")).expect("keys");
        assert!(has_password(&secret) && !has_password(&new_keys(None).expect("keys").0));
        let signature = sign(b"abc", &secret, Some("abc"), "a 1.0.0").expect("a signature");
        assert!(check(b"abc", &signature, &public).is_ok());
        let error = |password| sign(b"abc", &secret, password, "a").expect_err("it is refused").to_string();
        assert!(error(None).contains("has a password, and none was given"), "{}", error(None));
        assert!(error(Some("abd")).contains("Wrong password"), "{}", error(Some("abd")));
    }

    #[test]
    fn a_password_does_not_hinder_a_key_without_one() {
        let (secret, public) = new_keys(None).expect("keys");
        let signature = sign(b"abc", &secret, Some("abc"), "a 1.0.0").expect("a signature");
        assert!(check(b"abc", &signature, &public).is_ok());
    }
}
