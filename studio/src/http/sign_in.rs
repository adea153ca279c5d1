//! Sign in: hosts on their way to the issuer and back, and who has come back.
//!
//! The server remembers nobody: who began a sign-in, and who ended one, brings a signed cookie. What must fit the answer of
//! the issuer follows from the state in that cookie and from the secret of the server, so it never travels.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use intermezzo::error::Refusal;
use serde::Deserialize;
use serde_json::{Value, json};
use tracing::Span;

use super::HttpRefusal;
use super::cookies::{Cookie, cookie, is_https};
use super::table_requests::waiting;
use crate::audit::AUDIT;
use crate::clock::seconds;
use crate::login::{BegunSignIn, NoSignIn};
use crate::{Hall, secret};

/// How long somebody may take to sign in, in seconds.
const BEGUN: u64 = 600;
/// How long a host stays signed in, in seconds.
const SIGNED_IN: u64 = 12 * 3600;
/// The longest address to which a browser goes on.
const LONGEST: usize = 100;
/// The purposes of what is signed here.
const SIGN_IN: &str = "sign-in";
const HOST: &str = "host";

/// The page from which somebody signs in.
#[derive(Deserialize)]
pub struct From {
    #[serde(default)]
    to: String,
}

/// Sends a browser to the issuer.
pub async fn begin(
    State(hall): State<Arc<Hall>>,
    Query(From { to }): Query<From>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let Some(state) = hall.login().and(secret::key().ok()) else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let to = if is_page(&to) { to } else { "/".into() };
    let begun = begun(&hall, &headers, &state);
    let text = format!("{state}{}", hex(&to));
    let kept = hall.signer().sign(SIGN_IN, &text, seconds() + BEGUN);
    let address = waiting(move || hall.login().map(|(_, issuer)| issuer.address(&begun))).await?;
    match address {
        Some(Ok(address)) => Ok(goes_to(&address, [begun_cookie(&kept).set(&headers)])),
        Some(Err(why)) => Ok(nobody(&why)),
        None => Ok(StatusCode::NOT_FOUND.into_response()),
    }
}

/// What the issuer sends back with a browser.
#[derive(Deserialize)]
pub struct Answer {
    #[serde(default)]
    code: String,
    #[serde(default)]
    state: String,
    /// Why nobody signed in.
    error: Option<String>,
}

/// Judges what the issuer says. Whatever that is, the sign-in is over, and its cookie is forgotten.
pub async fn end(
    State(hall): State<Arc<Hall>>,
    Query(answer): Query<Answer>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let forgotten = begun_cookie("").set(&headers);
    let judged = match began(&hall, &headers, &answer) {
        Ok(to) => {
            let begun = begun(&hall, &headers, &answer.state);
            let judging = hall.clone();
            waiting(move || name_of(&judging, &begun, &answer.code)).await?.map(|name| (name, to))
        }
        Err(why) => Err(why),
    };
    match judged {
        Ok((name, to)) => {
            tracing::info!(target: AUDIT, kind = "signed_in", host = name);
            let signed = hall.signer().sign(&purpose(&hall), &hex(&name), seconds() + SIGNED_IN);
            Ok(goes_to(&to, [host_cookie(&signed).set(&headers), forgotten]))
        }
        Err(why) => Ok((AppendHeaders(forgotten), nobody(&why)).into_response()),
    }
}

/// The page to go on to, for the browser that began this sign-in.
fn began(hall: &Hall, headers: &HeaderMap, answer: &Answer) -> Result<String, NoSignIn> {
    let of = |why: &str| NoSignIn("state", why.into());
    let brought = cookie(headers, "sign_in").and_then(|kept| hall.signer().read(SIGN_IN, kept, seconds()));
    let brought = brought.ok_or_else(|| of("this browser began no sign-in, or too long ago"))?;
    let to = brought.strip_prefix(&answer.state).filter(|_| answer.state.len() == 32);
    let to = to.ok_or_else(|| of("this is the answer to another sign-in"))?;
    if let Some(error) = &answer.error {
        return Err(NoSignIn("issuer", format!("the issuer refuses: {error}")));
    }
    unhex(to).ok_or_else(|| of("the page to go on to cannot be read"))
}

/// The name of a host who signed in.
fn name_of(hall: &Hall, begun: &BegunSignIn, code: &str) -> Result<String, NoSignIn> {
    let (login, issuer) = hall.login().ok_or_else(|| NoSignIn("issuer", "there is no issuer".into()))?;
    let identity = issuer.identity(begun, code)?;
    login.name_of(&identity).ok_or_else(|| {
        NoSignIn("not_a_host", format!("subject {} is not among those who may open tables", identity.subject))
    })
}

/// Forgets who has signed in.
pub async fn out(headers: HeaderMap) -> Response {
    (AppendHeaders(host_cookie("").set(&headers)), Json(json!({ "name": null }))).into_response()
}

/// Says whether hosts sign in here, and who has.
pub async fn who(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Json<Value> {
    let name = host(&hall, &headers);
    Json(
        json!({ "asks": hall.login().is_some(), "name": name.as_deref().and_then(|name| name.split_once(' ')).map(|(_, name)| name) }),
    )
}

/// A request of somebody who may open tables: who signed in, where hosts do that; everybody elsewhere.
pub struct SignedIn;

impl FromRequestParts<Arc<Hall>> for SignedIn {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<SignedIn, HttpRefusal> {
        if hall.login().is_none() {
            return Ok(SignedIn);
        }
        let first = || HttpRefusal(Refusal::new("sign_in_first", "who opens a table here signs in first"));
        let name = host(hall, &parts.headers).ok_or_else(first)?;
        Span::current().record("host", name);
        Ok(SignedIn)
    }
}

/// The name of who has signed in, if she still may open tables.
fn host(hall: &Hall, headers: &HeaderMap) -> Option<String> {
    let (login, _) = hall.login()?;
    let name = unhex(hall.signer().read(&purpose(hall), cookie(headers, HOST)?, seconds())?)?;
    login.is_host(&name).then_some(name)
}

/// The purpose of the cookie of a host, which names the issuer: who was signed in by another one is not.
fn purpose(hall: &Hall) -> String {
    hall.login().map_or(String::new(), |(login, _)| format!("{HOST} {} {}", login.issuer, login.client))
}

fn begun(hall: &Hall, headers: &HeaderMap, state: &str) -> BegunSignIn {
    let scheme = if is_https(headers) { "https" } else { "http" };
    // The guard let in a `Host` of ours only.
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let derived = |purpose| hall.signer().derive(purpose, state).to_hex().to_string();
    BegunSignIn {
        back: format!("{scheme}://{host}/login/back"),
        state: state.into(),
        nonce: derived("nonce"),
        verifier: derived("verifier"),
    }
}

/// Tells who runs the server why nobody signed in, and the browser no more than that.
fn nobody(NoSignIn(why, words): &NoSignIn) -> Response {
    tracing::info!(target: AUDIT, kind = "sign_in_refused", why);
    let words: String = words.chars().take(300).collect();
    match *why {
        // Everybody can send an answer to nothing, as often as she likes.
        "state" => tracing::debug!("nobody signed in: {words:?}"),
        _ => tracing::warn!("nobody signed in: {words:?}"),
    }
    let words = match *why {
        "not_a_host" => "You are signed in, but not among those who may open tables here.",
        "issuer" => "The issuer did not sign you in.",
        _ => "You are not signed in. Go to the page of all games, and try again.",
    };
    (StatusCode::FORBIDDEN, [(header::CACHE_CONTROL, "no-store")], words).into_response()
}

fn begun_cookie(value: &str) -> Cookie<'_> {
    Cookie { name: "sign_in", value, path: "/login", follows_links: true, seconds: BEGUN }
}

fn host_cookie(value: &str) -> Cookie<'_> {
    Cookie { name: HOST, value, path: "/", follows_links: true, seconds: SIGNED_IN }
}

/// Sends a browser on, with cookies.
fn goes_to<const N: usize>(address: &str, cookies: [Option<(HeaderName, HeaderValue)>; N]) -> Response {
    let Ok(address) = HeaderValue::from_str(address) else { return StatusCode::BAD_REQUEST.into_response() };
    let cookies: Vec<_> = cookies.into_iter().flatten().collect();
    let about = [(header::LOCATION, address), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    let mut response = (StatusCode::SEE_OTHER, about).into_response();
    for (name, value) in cookies {
        response.headers_mut().append(name, value);
    }
    response
}

/// True for the pages of this server: nobody is sent on elsewhere.
fn is_page(to: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-');
    to.len() <= LONGEST && to.starts_with('/') && !to.starts_with("//") && to.bytes().all(is_plain)
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<String> {
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
    let bytes = text.as_bytes().chunks(2).map(byte).collect::<Option<Vec<u8>>>()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_to_another_page_than_ours() {
        for page in ["/", "/t/ABCDEF", "/g/cardland", "/bench"] {
            assert!(is_page(page), "{page}");
        }
        let long = format!("/{}", "a".repeat(LONGEST));
        for other in ["", "https://evil.example", "//evil.example", "/\\evil.example", "/a?b", "/a\r\nb: c", &long] {
            assert!(!is_page(other), "{other}");
        }
    }

    #[test]
    fn a_name_comes_back_as_it_was_signed() {
        for name in ["", "mail zoë@example.org", "subject 1.2"] {
            assert_eq!(unhex(&hex(name)).as_deref(), Some(name));
        }
        assert_eq!(unhex("zz"), None);
    }
}
