//! Archive: the archive of a pack. After a first byte that is even stand its bytes, otherwise the tar in it: mangled bytes of
//! a zip would seldom get further than its checksum.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use intermezzo::catalog::Files;
use intermezzo_program::share::{archive, contents::Contents};

use super::play::{Taken, fine};

pub fn seeds() -> Vec<Vec<u8>> {
    let texts = Files::built_in().texts;
    let of_pack = |(path, text): (&String, &std::sync::Arc<str>)| {
        let path = path.strip_prefix("packs/legends/")?;
        Some((path.to_string(), text.as_bytes().to_vec()))
    };
    let all: Vec<_> = texts.iter().filter_map(of_pack).collect();
    let (header, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(path, _)| path == "pack.yaml");
    let mut out = Vec::new();
    for part in [&others[..0], &others[..others.len().min(4)], &others[others.len() / 2..]] {
        let mut contents = Contents::default();
        for (path, bytes) in header.iter().chain(part.iter().take(8)) {
            contents.add(path, bytes.clone()).expect("a file of a pack");
        }
        let zipped = archive::pack(&contents).expect("an archive");
        let mut tar = vec![1];
        std::io::copy(&mut flate2::bufread::GzDecoder::new(&*zipped), &mut tar).expect("a tar");
        out.extend([[&[0], &*zipped].concat(), tar]);
    }
    out
}

pub fn run(input: &[u8]) -> Taken {
    let Some((form, rest)) = input.split_first() else { return Err("it is too short".into()) };
    let contents = match form % 2 {
        0 => fine(archive::unpack(rest))?,
        _ => {
            let mut zip = GzEncoder::new(Vec::new(), Compression::fast());
            zip.write_all(rest).expect("it is written");
            fine(archive::unpack(&zip.finish().expect("a zip")))?
        }
    };
    // The unpacked files can be packed again, with the same result.
    let again = fine(archive::pack(&contents)).and_then(|bytes| fine(archive::unpack(&bytes)));
    assert!(again.is_ok_and(|again| again == contents), "an archive changes on its way");
    fine(contents.info()).map(drop)
}
