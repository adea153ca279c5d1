//! Login: hosts who sign in, at an issuer that tells the truth, and at the same when somebody lies.
#![cfg(feature = "login")]

mod common;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD as URL};
use common::{Server, audit_log, audited, request, server_of};
use intermezzo::Files;
use intermezzo_studio::{HostLogin, Options};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use ring::{digest, hmac};
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");
const CLIENT: &str = "tables";
const SECRET: &str = "a secret / of both";
const OPEN: &str = r#"{"game":"market","seats":[{},{"bot":"random"}]}"#;

/// What is wrong with a token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    Nothing,
    Nonce,
    NoNonce,
    Issuer,
    Audience,
    SecondAudience,
    Expired,
    ForeignKey,
    Unsigned,
    SignedBySecret,
    AlteredAfterwards,
}

/// A sign-in that the issuer has granted.
struct Granted {
    back: String,
    challenge: String,
    claims: Value,
    lie: Lie,
}

/// An issuer of the test: it gives codes to who asks, and each token once.
struct Issuer {
    address: String,
    own: EcdsaKeyPair,
    foreign: EcdsaKeyPair,
    granted: Mutex<BTreeMap<String, Granted>>,
}

fn key_pair() -> EcdsaKeyPair {
    let (chance, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
    let bytes = EcdsaKeyPair::generate_pkcs8(kind, &chance).expect("a key");
    EcdsaKeyPair::from_pkcs8(kind, bytes.as_ref(), &chance).expect("a key")
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_secs()
}

/// The parameters of an address or a form.
fn parameters(text: &str) -> BTreeMap<String, String> {
    let plain = |text: &str| {
        let mut bytes = text.bytes();
        let mut plain = Vec::new();
        while let Some(byte) = bytes.next() {
            let mut digit = || (bytes.next().expect("a digit") as char).to_digit(16).expect("a digit") as u8;
            plain.push(match byte {
                b'%' => digit() << 4 | digit(),
                b'+' => b' ',
                byte => byte,
            });
        }
        String::from_utf8(plain).expect("text")
    };
    text.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (plain(name), plain(value))).collect()
}

impl Issuer {
    async fn start() -> Arc<Issuer> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let issuer = Issuer { address, own: key_pair(), foreign: key_pair(), granted: Mutex::default() };
        let issuer = Arc::new(issuer);
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(about))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(issuer.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        issuer
    }

    /// Lets somebody sign in who was sent here, and returns the address to which her browser is sent back.
    fn lets_in(&self, sent: &str, person: &Value, lie: Lie) -> String {
        let (at, asked) = sent.split_once('?').expect("parameters");
        assert_eq!(at, format!("{}/authorize", self.address));
        let asked = parameters(asked);
        assert_eq!((&*asked["response_type"], &*asked["client_id"]), ("code", CLIENT));
        assert_eq!((&*asked["scope"], &*asked["code_challenge_method"]), ("openid email", "S256"));
        let nonce = if lie == Lie::Nonce { "another" } else { &asked["nonce"] };
        let mut claims = json!({
            "iss": if lie == Lie::Issuer { "http://127.0.0.1:1" } else { &*self.address },
            "aud": match lie {
                Lie::Audience => json!("another"),
                Lie::SecondAudience => json!([CLIENT, "another"]),
                _ => json!([CLIENT]),
            },
            "exp": if lie == Lie::Expired { now() - 5 } else { now() + 300 },
            "iat": now() - 10,
            "nonce": nonce,
        });
        let fields = claims.as_object_mut().expect("an object");
        if lie == Lie::NoNonce {
            fields.remove("nonce");
        }
        fields.extend(person.as_object().expect("an object").clone());
        let mut granted = self.granted.lock().expect("a lock");
        let code = format!("code-{}", granted.len());
        let (back, challenge) = (asked["redirect_uri"].clone(), asked["code_challenge"].clone());
        let address = format!("{back}?code={code}&state={}", asked["state"]);
        granted.insert(code, Granted { back, challenge, claims, lie });
        address
    }

    fn token(&self, claims: &Value, lie: Lie) -> String {
        let kind = match lie {
            Lie::Unsigned => json!({ "alg": "none" }),
            Lie::SignedBySecret => json!({ "alg": "HS256" }),
            _ => json!({ "alg": "ES256", "kid": "1" }),
        };
        let text = format!("{}.{}", URL.encode(kind.to_string()), URL.encode(claims.to_string()));
        let key = if lie == Lie::ForeignKey { &self.foreign } else { &self.own };
        let signature = match lie {
            Lie::Unsigned => Vec::new(),
            Lie::SignedBySecret => {
                hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes()), text.as_bytes()).as_ref().to_vec()
            }
            _ => key.sign(&SystemRandom::new(), text.as_bytes()).expect("a signature").as_ref().to_vec(),
        };
        let text = match lie {
            Lie::AlteredAfterwards => {
                let mut claims = claims.clone();
                claims["sub"] = "somebody else".into();
                format!("{}.{}", URL.encode(kind.to_string()), URL.encode(claims.to_string()))
            }
            _ => text,
        };
        format!("{text}.{}", URL.encode(signature))
    }
}

async fn about(State(issuer): State<Arc<Issuer>>) -> Response {
    let at = |path: &str| format!("{}{path}", issuer.address);
    axum::Json(json!({
        "issuer": issuer.address,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "jwks_uri": at("/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // An issuer that offers what must not count.
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
    }))
    .into_response()
}

async fn keys(State(issuer): State<Arc<Issuer>>) -> Response {
    let point = issuer.own.public_key().as_ref();
    let (x, y) = (URL.encode(&point[1..33]), URL.encode(&point[33..]));
    axum::Json(json!({ "keys": [{ "kty": "EC", "crv": "P-256", "use": "sig", "kid": "1", "x": x, "y": y }] }))
        .into_response()
}

async fn token(State(issuer): State<Arc<Issuer>>, headers: HeaderMap, form: String) -> Response {
    let form = parameters(&form);
    let encoded = SECRET.replace(' ', "+").replace('/', "%2F");
    let own = format!("Basic {}", BASE64_STANDARD.encode(format!("{CLIENT}:{encoded}")));
    assert_eq!(headers["authorization"], own);
    let refused = || (StatusCode::BAD_REQUEST, axum::Json(json!({ "error": "invalid_grant" }))).into_response();
    // A code counts once.
    let Some(granted) = issuer.granted.lock().expect("a lock").get_mut(&form["code"]).map(|granted| Granted {
        back: std::mem::take(&mut granted.back),
        challenge: granted.challenge.clone(),
        claims: granted.claims.clone(),
        lie: granted.lie,
    }) else {
        return refused();
    };
    let challenge = URL.encode(digest::digest(&digest::SHA256, form["code_verifier"].as_bytes()));
    if granted.back != form["redirect_uri"] || granted.challenge != challenge {
        return refused();
    }
    let token = issuer.token(&granted.claims, granted.lie);
    axum::Json(json!({ "access_token": "at", "token_type": "Bearer", "expires_in": 60, "id_token": token }))
        .into_response()
}

/// A server whose hosts sign in at this issuer, and those of them who may open tables.
async fn server_at(issuer: &Issuer, hosts: Option<&[&str]>) -> Server {
    audit_log();
    let mut options = Options::new(Files::built_in());
    options.host_login = Some(HostLogin {
        issuer: issuer.address.clone(),
        client: CLIENT.into(),
        secret: Some(SECRET.into()),
        hosts: hosts.map(|hosts| hosts.iter().map(|line| HostLogin::name(line)).collect()),
    });
    server_of(options).await
}

/// A request with a cookie. Returns the status, the headers, and the body.
async fn asks(server: &Server, head: &str, cookie: &str, body: &str) -> (u16, Vec<(String, String)>, String) {
    // A browser says that the page of the issuer sent it back.
    let mut headers =
        vec![JSON, ("sec-fetch-site", if head.starts_with("GET /login/back") { "cross-site" } else { "same-origin" })];
    if !cookie.is_empty() {
        headers.push(("cookie", cookie));
    }
    let (status, head, body) = common::request_as_it_is(server, head, &headers, body).await;
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    (status, headers.map(|(name, value)| (name.to_lowercase(), value.to_string())).collect(), body)
}

/// The value of a header.
fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(of, _)| of == name).map(|(_, value)| &**value)
}

/// The cookie that an answer sets, as a browser sends it back.
fn cookie(headers: &[(String, String)], name: &str) -> Option<String> {
    let set = headers.iter().filter(|(of, _)| of == "set-cookie").map(|(_, set)| &**set);
    let mut set = set.filter(|set| set.starts_with(&format!("{name}=")) && !set.contains("Max-Age=0"));
    set.next().and_then(|set| set.split(';').next()).map(String::from)
}

/// Goes to the issuer. Returns the address there, and the cookie with which one comes back.
async fn sets_out(server: &Server) -> (String, String) {
    let (status, headers, body) = asks(server, "GET /login?to=/g/market", "", "").await;
    assert_eq!(status, 303, "{body}");
    (header(&headers, "location").expect("an address").into(), cookie(&headers, "sign_in").expect("a cookie"))
}

/// The path of an address at the server.
fn path(address: &str) -> String {
    format!("GET /{}", address.splitn(4, '/').nth(3).expect("a path"))
}

/// Signs somebody in. Returns the cookie of a host; `None`: she was refused.
async fn signs_in(server: &Server, issuer: &Issuer, person: &Value, lie: Lie) -> Option<String> {
    let (there, begun) = sets_out(server).await;
    let back = issuer.lets_in(&there, person, lie);
    let (status, headers, body) = asks(server, &path(&back), &begun, "").await;
    let host = cookie(&headers, "host");
    assert_eq!(status, if host.is_some() { 303 } else { 403 }, "{lie:?}: {body}");
    host
}

fn ann() -> Value {
    json!({ "sub": "41", "email": "Ann@example.org", "email_verified": true })
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signed_in_opens_tables_and_guests_need_no_sign_in() {
    let issuer = Issuer::start().await;
    let server = server_at(&issuer, None).await;
    for cookie in ["", "host=", "host=61.9999999999.00"] {
        let (status, _, said) = asks(&server, "POST /api/tables", cookie, OPEN).await;
        assert!(status == 401 && said.contains("sign_in_first"), "{status} {said}");
    }
    assert_eq!(asks(&server, "GET /api/host", "", "").await.2, r#"{"asks":true,"name":null}"#);
    let (there, begun) = sets_out(&server).await;
    let back = issuer.lets_in(&there, &ann(), Lie::Nothing);
    let (status, headers, _) = asks(&server, &path(&back), &begun, "").await;
    assert_eq!((status, header(&headers, "location")), (303, Some("/g/market")));
    let set = headers.iter().find(|(_, value)| value.starts_with("host=")).map(|(_, value)| &**value);
    assert!(set.is_some_and(|set| set.ends_with("; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax")), "{set:?}");
    assert!(headers.iter().any(|(_, value)| value.starts_with("sign_in=; Path=/login; Max-Age=0")), "{headers:?}");
    let host = cookie(&headers, "host").expect("a cookie");
    assert_eq!(asks(&server, "GET /api/host", &host, "").await.2, r#"{"asks":true,"name":"ann@example.org"}"#);
    let (status, _, made) = asks(&server, "POST /api/tables", &host, r#"{"game":"market","seats":[{},{}]}"#).await;
    assert_eq!(status, 200, "{made}");
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let code = made["code"].as_str().expect("a code");
    // A guest sits down and plays, and opens nothing.
    let (status, _, sat) = asks(&server, &format!("POST /api/tables/{code}/seats"), "", r#"{"name":"Guest"}"#).await;
    assert_eq!(status, 200, "{sat}");
    let (status, ..) = asks(&server, &format!("POST /api/tables/{code}/moments/0/table"), "", "{}").await;
    assert_eq!(status, 401);
    assert_eq!(asks(&server, "POST /api/bench/table", "", r#"{"path":"a"}"#).await.0, 401);
    // A request of another page with the cookie opens nothing either.
    let headers = [JSON, ("cookie", &*host), ("origin", "http://evil.example")];
    assert_eq!(request(&server, "POST /api/tables", &headers, OPEN).await.0, 403);
    let (_, headers, _) = asks(&server, "POST /api/sign-out", &host, "").await;
    assert!(headers.iter().any(|(_, value)| value.starts_with("host=; Path=/; Max-Age=0")), "{headers:?}");
    let lines = audited(|line| line["kind"] == "signed_in" && line["host"] == "mail ann@example.org");
    assert!(!lines.is_empty() && lines.iter().all(|line| line["peer"] == "127.0.0.1"), "{lines:?}");
    let opened = audited(|line| line["kind"] == "table_opened" && line["table"] == code);
    assert_eq!(opened[0]["host"], "mail ann@example.org");
    let log = audit_log();
    for secret in [&host["host=".len()..], &begun["sign_in=".len()..], "code-", SECRET, "eyJ"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_was_not_made_for_this_sign_in_signs_nobody_in() {
    let issuer = Issuer::start().await;
    let server = server_at(&issuer, None).await;
    let lies = [
        Lie::Nonce,
        Lie::NoNonce,
        Lie::Issuer,
        Lie::Audience,
        Lie::SecondAudience,
        Lie::Expired,
        Lie::ForeignKey,
        Lie::Unsigned,
        Lie::SignedBySecret,
        Lie::AlteredAfterwards,
    ];
    for lie in lies {
        assert_eq!(signs_in(&server, &issuer, &ann(), lie).await, None, "{lie:?}");
    }
    assert!(signs_in(&server, &issuer, &ann(), Lie::Nothing).await.is_some());
    assert!(audited(|line| line["kind"] == "sign_in_refused" && line["why"] == "token").len() >= lies.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_once_and_for_the_browser_that_asked() {
    let issuer = Issuer::start().await;
    let server = server_at(&issuer, None).await;
    let (there, begun) = sets_out(&server).await;
    let back = path(&issuer.lets_in(&there, &ann(), Lie::Nothing));
    let refused = async |back: &str, with: &str| {
        let (status, headers, body) = asks(&server, back, with, "").await;
        assert_eq!((status, cookie(&headers, "host")), (403, None), "{back} {with}: {body}");
    };
    // Somebody is led to the answer to another's sign-in.
    refused(&back, "").await;
    let (other, of_other) = sets_out(&server).await;
    refused(&back, &of_other).await;
    refused(&back, &begun.replace('.', ".1")).await;
    let (code, state) = back.split_once("&state=").expect("a state");
    refused(code, &begun).await;
    refused(&format!("{code}&state={}", &state[1..]), &begun).await;
    refused(&format!("GET /login/back?error=access_denied&state={state}"), &begun).await;
    // The code of one sign-in, brought to another: its verifier is not the one that the issuer was told of.
    let state_of_other = parameters(&other)["state"].clone();
    refused(&format!("{code}&state={state_of_other}"), &of_other).await;
    let (there, begun) = sets_out(&server).await;
    let back = path(&issuer.lets_in(&there, &ann(), Lie::Nothing));
    assert_eq!(asks(&server, &back, &begun, "").await.0, 303);
    // Also for who kept the cookie that the browser forgot.
    refused(&back, &begun).await;
    // Behind a proxy with TLS the browser comes back by TLS, and cookies travel only so.
    let headers = [("x-forwarded-proto", "https")];
    let (_, head, _) = request(&server, "GET /login", &headers, "").await;
    assert!(head.contains("redirect_uri=https%3a%2f%2f127.0.0.1") && head.contains("samesite=lax; secure"), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_says_who_may_open_tables() {
    let issuer = Issuer::start().await;
    let server = server_at(&issuer, Some(&["ann@example.org", "7"])).await;
    let person = |sub: &str, email: &str, is_verified: bool| json!({ "sub": sub, "email": email, "email_verified": is_verified });
    for (person, may) in [
        (person("1", "ANN@example.org", true), true),
        (person("1", "ann@example.org", false), false),
        (person("7", "eve@example.org", true), true),
        (json!({ "sub": "7" }), true),
        (json!({ "sub": "ann@example.org" }), false),
        (json!({ "sub": "8" }), false),
    ] {
        assert_eq!(signs_in(&server, &issuer, &person, Lie::Nothing).await.is_some(), may, "{person}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_another_server_or_another_hand_made_opens_nothing() {
    let issuer = Issuer::start().await;
    let (server, other) = (server_at(&issuer, None).await, server_at(&issuer, None).await);
    let host = signs_in(&server, &issuer, &ann(), Lie::Nothing).await.expect("a cookie");
    let (_, begun) = sets_out(&server).await;
    let value = host.strip_prefix("host=").expect("a value");
    let [text, until, signature] = value.split('.').collect::<Vec<_>>()[..] else { panic!("{value}") };
    let somebody: String = "mail eve@example.org".bytes().map(|byte| format!("{byte:02x}")).collect();
    let bad = [
        signs_in(&other, &issuer, &ann(), Lie::Nothing).await.expect("a cookie"),
        format!("host={somebody}.{until}.{signature}"),
        format!("host={text}.{until}9.{signature}"),
        format!("host={}", &begun["sign_in=".len()..]),
    ];
    for bad in bad {
        assert_eq!(asks(&server, "POST /api/tables", &bad, OPEN).await.0, 401, "{bad}");
    }
    assert_eq!(asks(&server, "POST /api/tables", &host, OPEN).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_issuer_that_says_nothing_holds_few_up() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let silent = Issuer { address, own: key_pair(), foreign: key_pair(), granted: Mutex::default() };
    let server = Arc::new(server_at(&silent, None).await);
    let (told, mut answers) = tokio::sync::mpsc::unbounded_channel();
    for _ in 0..20 {
        let (server, told) = (server.clone(), told.clone());
        tokio::spawn(async move {
            let _ = told.send(asks(&server, "GET /login", "", "").await.0);
        });
    }
    // Those who may not wait are told at once, and the others after ten seconds.
    let in_time = Duration::from_secs(5);
    for _ in 0..12 {
        assert_eq!(tokio::time::timeout(in_time, answers.recv()).await, Ok(Some(403)));
    }
    assert!(answers.try_recv().is_err(), "eight wait");
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_play_on_while_the_issuer_is_gone() {
    let gone = Issuer {
        address: "http://127.0.0.1:1".into(),
        own: key_pair(),
        foreign: key_pair(),
        granted: Mutex::default(),
    };
    let server = server_at(&gone, None).await;
    let (status, headers, body) = asks(&server, "GET /login", "", "").await;
    assert_eq!((status, cookie(&headers, "sign_in")), (403, None));
    assert!(!body.contains("127.0.0.1"), "{body}");
    assert_eq!(asks(&server, "GET /api/games", "", "").await.0, 200);
}
