//! Cookies: what a browser keeps for this server and sends back, signed, see [`crate::secret::Signer`].

use axum::http::HeaderName;
use axum::http::header::{self, HeaderMap, HeaderValue};

/// A cookie that no script reads.
pub struct Cookie<'a> {
    /// The name.
    pub name: &'a str,
    /// The value: letters, digits and points. Empty: the browser forgets the cookie.
    pub value: &'a str,
    /// The path with which, and below which, the browser sends it.
    pub path: &'a str,
    /// True if it is sent also when a link of another page leads here, and not only by our own page.
    pub follows_links: bool,
    /// How long the browser keeps it, in seconds.
    pub seconds: u64,
}

impl Cookie<'_> {
    /// The header that sets the cookie in answer to a request with these headers.
    pub fn set(&self, request: &HeaderMap) -> Option<(HeaderName, HeaderValue)> {
        let Cookie { name, value, path, .. } = self;
        let site = if self.follows_links { "Lax" } else { "Strict" };
        let seconds = if value.is_empty() { 0 } else { self.seconds };
        let secure = if is_https(request) { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite={site}{secure}");
        Some((header::SET_COOKIE, HeaderValue::from_str(&text).ok()?))
    }
}

/// The value of a cookie that a request brings.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|header| header.to_str().ok());
    all.flat_map(|cookies| cookies.split("; ")).find_map(|one| one.strip_prefix(name)?.strip_prefix('='))
}

/// True if the browser speaks TLS with the proxy that passes its requests on: this server itself never does.
pub fn is_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("seats=1; seat=2.3; other=4"));
        headers.append(header::COOKIE, HeaderValue::from_static("host=5"));
        assert_eq!(cookie(&headers, "seat"), Some("2.3"));
        assert_eq!(cookie(&headers, "host"), Some("5"));
        assert_eq!(cookie(&headers, "sea"), None);
    }

    #[test]
    fn a_cookie_travels_by_tls_only_where_there_is_tls() {
        let cookie = Cookie { name: "seat", value: "1.2", path: "/x", follows_links: false, seconds: 60 };
        let set = |headers: &HeaderMap| cookie.set(headers).expect("a header").1;
        let mut headers = HeaderMap::new();
        assert_eq!(set(&headers), "seat=1.2; Path=/x; Max-Age=60; HttpOnly; SameSite=Strict");
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        assert_eq!(set(&headers), "seat=1.2; Path=/x; Max-Age=60; HttpOnly; SameSite=Strict; Secure");
        let forgotten = Cookie { value: "", follows_links: true, ..cookie }.set(&headers).expect("a header").1;
        assert_eq!(forgotten, "seat=; Path=/x; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
    }
}
