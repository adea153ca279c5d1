//! Numbers: reads the numbers of options; the messages of errors say which numbers are permitted.

/// The function with which clap reads an option that is a whole number from `least` to `most`; its error says these
/// bounds.
pub fn whole<N: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|n| (least..=most).contains(n)).and_then(|n| N::try_from(n).ok());
        number.ok_or_else(|| format!("a whole number from {least} to {most}"))
    }
}

/// The most games of a run.
pub const MOST_GAMES: u64 = 1_000_000_000_000;
/// Most threads: more than any machine needs.
pub const MOST_THREADS: u64 = 1024;

/// The number of threads: as given, or one for each core.
pub fn threads(given: Option<usize>) -> usize {
    given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_within_the_bounds_is_told_them() {
        let small = whole::<u8>(1, 1000);
        assert_eq!(small("255"), Ok(255));
        for text in ["0", "256", "-1", "", "1.5", "one", "99999999999999999999"] {
            assert_eq!(small(text).unwrap_err(), "a whole number from 1 to 1000", "{text}");
        }
        assert_eq!(whole::<u64>(0, u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }
}
