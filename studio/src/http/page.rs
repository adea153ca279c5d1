//! Page: the page, its script and its style, built into the program and sent compressed.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};

/// The output of `npm run build` in `web/`.
static BUILT: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets");
// `include_dir!` does not tell cargo about changes. The page names the other files by their hashes, so it changes with
// them.
const _: &[u8] = include_bytes!("../../assets/index.html");

/// A file, as it is and compressed.
struct CompressedFile {
    plain: &'static [u8],
    zipped: Vec<u8>,
}

fn packed(name: &str) -> Option<&'static CompressedFile> {
    static ALL: OnceLock<BTreeMap<String, CompressedFile>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        let mut folders = vec![&BUILT];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            for file in folder.files() {
                let zipped = zip(file.contents(), Compression::best());
                all.insert(
                    file.path().to_string_lossy().replace('\\', "/"),
                    CompressedFile { plain: file.contents(), zipped },
                );
            }
        }
        all
    });
    all.get(name)
}

fn zip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut zip = GzEncoder::new(Vec::new(), level);
    // Writing into memory never fails.
    zip.write_all(bytes).and_then(|()| zip.finish()).unwrap_or_default()
}

/// The compressed bytes, for a browser that accepts them; `None`: it does not.
pub fn zipped(bytes: &[u8], headers: &HeaderMap) -> Option<Vec<u8>> {
    takes_zipped(headers).then(|| zip(bytes, Compression::fast())).filter(|zipped| !zipped.is_empty())
}

fn takes_zipped(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("gzip"))
}

fn type_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

fn send(name: &str, caching: &'static str, headers: &HeaderMap) -> Response {
    let Some(file) = packed(name) else { return StatusCode::NOT_FOUND.into_response() };
    let about =
        [(header::CONTENT_TYPE, type_of(name)), (header::CACHE_CONTROL, caching), (header::VARY, "accept-encoding")];
    match takes_zipped(headers) && !file.zipped.is_empty() {
        true => (about, [(header::CONTENT_ENCODING, "gzip")], file.zipped.as_slice()).into_response(),
        false => (about, file.plain).into_response(),
    }
}

/// The page. The server answers with it at the address of each view, such as `/t/CODE`.
pub async fn index(headers: HeaderMap) -> Response {
    send("index.html", "no-cache", &headers)
}

/// A script or a style. Its name contains its hash, so browsers may keep it for ever.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    send(&format!("assets/{name}"), "public, max-age=31536000, immutable", &headers)
}

/// The icon of the page.
pub async fn icon(headers: HeaderMap) -> Response {
    send("favicon.svg", "no-cache", &headers)
}
