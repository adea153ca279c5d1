//! Secrets: the codes of tables, the keys of seats, and the signatures of a server.

/// The letters of a code, without those that look alike.
const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ";
/// The length of a code. There are 148 million codes, so guessing finds none of some thousand tables.
pub const CODE: usize = 6;

/// A code for a table.
///
/// # Errors
///
/// A system without a source of randomness.
pub fn code() -> std::io::Result<String> {
    let mut bytes = [0u8; CODE * 4];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    let letter = |four: &[u8]| {
        let n = four.iter().fold(0u32, |n, byte| n << 8 | u32::from(*byte));
        LETTERS[n as usize % LETTERS.len()] as char
    };
    Ok(bytes.chunks(4).map(letter).collect())
}

/// True if a text has the form of a code.
pub fn is_code(text: &str) -> bool {
    text.len() == CODE && text.bytes().all(|letter| LETTERS.contains(&letter))
}

/// A random key for a seat, of 128 bits.
///
/// # Errors
///
/// A system without a source of randomness.
pub fn key() -> std::io::Result<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A random seed for a table, below 2^63: a scenario holds no greater number.
///
/// # Errors
///
/// A system without a source of randomness.
pub fn seed() -> std::io::Result<u64> {
    Ok(getrandom::u64().map_err(std::io::Error::other)? >> 1)
}

/// The hash of a key. Only the hash is stored. Table and seat are part of it, so equal keys would have different
/// hashes.
pub fn hash(table: &str, seat: usize, key: &str) -> String {
    let hash = blake3::derive_key(&format!("intermezzo studio: seat {seat} of {table}"), key.as_bytes());
    blake3::Hash::from_bytes(hash).to_hex().to_string()
}

/// True if a key has this hash. The comparison takes constant time, so that the time of a refusal does not reveal part
/// of the key.
pub fn is_hash(hash: &str, table: &str, seat: usize, key: &str) -> bool {
    let own = blake3::derive_key(&format!("intermezzo studio: seat {seat} of {table}"), key.as_bytes());
    blake3::Hash::from_hex(hash).is_ok_and(|hash| hash == blake3::Hash::from_bytes(own))
}

/// The secret of the servers of one database, by which they know again what they signed.
pub struct Signer([u8; 32]);

impl Signer {
    /// A signer with a new secret.
    ///
    /// # Errors
    ///
    /// A system without a source of randomness.
    pub fn new() -> std::io::Result<Signer> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(std::io::Error::other)?;
        Ok(Signer(secret))
    }

    /// The signer with the secret of [`Signer::secret`]; `None`: that is none.
    pub fn of(secret: &str) -> Option<Signer> {
        blake3::Hash::from_hex(secret).ok().map(|hash| Signer(*hash.as_bytes()))
    }

    /// The secret as text, for the database.
    pub fn secret(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// A text for who is to bring it back, `TEXT.UNTIL.SIGNATURE`. It counts for one purpose, and until then, in seconds
    /// since 1970. The text is not hidden, and has letters and digits only.
    pub fn sign(&self, purpose: &str, text: &str, until: u64) -> String {
        let signed = format!("{text}.{until}");
        format!("{signed}.{}", self.derive(purpose, &signed))
    }

    /// The text that was signed for this purpose, if it counts at this time, in seconds since 1970.
    pub fn read<'a>(&self, purpose: &str, brought: &'a str, now: u64) -> Option<&'a str> {
        let (signed, signature) = brought.rsplit_once('.')?;
        // The comparison of hashes takes constant time.
        let is_own = blake3::Hash::from_hex(signature).ok()? == self.derive(purpose, signed);
        let (text, until) = signed.rsplit_once('.').filter(|_| is_own)?;
        until.parse::<u64>().is_ok_and(|until| now < until).then_some(text)
    }

    /// What only this signer can make of a text, another one for each purpose.
    pub fn derive(&self, purpose: &str, text: &str) -> blake3::Hash {
        let key = blake3::keyed_hash(&self.0, purpose.as_bytes());
        blake3::keyed_hash(key.as_bytes(), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_counts_for_its_purpose_in_its_time_as_it_was_signed() {
        let signer = Signer::new().expect("chance");
        let signed = signer.sign("seat", "1", 1000);
        assert_eq!(signer.read("seat", &signed, 999), Some("1"));
        assert_eq!(Signer::of(&signer.secret()).expect("a secret").read("seat", &signed, 999), Some("1"));
        assert_eq!(signer.read("seat", &signed, 1000), None, "its time is over");
        assert_eq!(signer.read("host", &signed, 999), None, "another purpose");
        assert_eq!(Signer::new().expect("chance").read("seat", &signed, 999), None, "another signer");
        for at in 0..signed.len() {
            let mut altered = signed.clone().into_bytes();
            altered[at] = if altered[at] == b'1' { b'2' } else { b'1' };
            let altered = String::from_utf8(altered).expect("text");
            assert_eq!(signer.read("seat", &altered, 999), None, "{altered}");
        }
        for nothing in ["", ".", "..", "1", "1.1000", "1.1000."] {
            assert_eq!(signer.read("seat", nothing, 0), None, "{nothing}");
        }
    }

    #[test]
    fn a_code_has_six_letters_and_a_key_opens_its_own_seat_only() {
        let code = code().expect("chance");
        assert!(is_code(&code), "{code}");
        for other in ["", "abcdef", "ABCDE", "../ABC", "ABCDEFG"] {
            assert!(!is_code(other), "{other}");
        }
        let key = key().expect("chance");
        assert_eq!(key.len(), 32);
        let hash = hash(&code, 0, &key);
        assert!(is_hash(&hash, &code, 0, &key));
        assert!(!is_hash(&hash, &code, 1, &key) && !is_hash(&hash, "OTHERS", 0, &key) && !is_hash("", &code, 0, &key));
    }
}
