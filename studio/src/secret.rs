//! Secrets: the codes of tables, and the keys of seats.

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

#[cfg(test)]
mod tests {
    use super::*;

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
