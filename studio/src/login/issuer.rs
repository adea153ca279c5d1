//! Issuer: the one who knows hosts. Authorization code flow with PKCE; what its token is worth is judged by the crate
//! `openidconnect`, by keys that the issuer publishes.
//!
//! All of it waits for the network, so it is called on threads that may.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use intermezzo::error::{Error, Result as Loads};
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreJwsSigningAlgorithm as Signing, CoreProviderMetadata,
};
use openidconnect::http::Response;
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest, HttpResponse, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse as _,
};
use tokio::sync::{Semaphore, SemaphorePermit};
use ureq::Agent;

use super::{BegunSignIn, HostLogin, Identity, NoSignIn};

/// The longest wait for an answer of the issuer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many may wait for the issuer at the same time.
const TURNS: usize = 8;
/// The longest answer of the issuer, in bytes.
const LONGEST: u64 = 1 << 20;
/// How long what the issuer says about itself is not asked for again: its keys change now and then.
const KNOWN: Duration = Duration::from_secs(600);
/// The signatures that count: those that need a key of the issuer which nobody else has.
const SIGNATURES: [Signing; 9] = [
    Signing::RsaSsaPkcs1V15Sha256,
    Signing::RsaSsaPkcs1V15Sha384,
    Signing::RsaSsaPkcs1V15Sha512,
    Signing::RsaSsaPssSha256,
    Signing::RsaSsaPssSha384,
    Signing::RsaSsaPssSha512,
    Signing::EcdsaP256Sha256,
    Signing::EcdsaP384Sha384,
    Signing::EdDsa,
];

/// An issuer of OpenID Connect.
pub struct Issuer {
    address: IssuerUrl,
    client: ClientId,
    secret: Option<ClientSecret>,
    agent: Agent,
    /// Who may wait for the issuer: each takes a thread that games need, too, and everybody can ask.
    turns: Semaphore,
    /// What the issuer says about itself, and when it said so.
    about: Mutex<Option<(Instant, CoreProviderMetadata)>>,
}

impl Issuer {
    /// The issuer of these settings. Nothing is asked of it yet: guests play on while it cannot be reached.
    ///
    /// # Errors
    ///
    /// An address that is none, or that is not encrypted.
    pub fn new(login: &HostLogin) -> Loads<Issuer> {
        let HostLogin { issuer, client, secret, .. } = login;
        let wrong = |why: &str| Error::usage(format!("--host-login {issuer}: {why}"));
        let address = IssuerUrl::new(issuer.clone()).map_err(|error| wrong(&error.to_string()))?;
        let url = address.url();
        let is_own = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if url.scheme() != "https" && !(url.scheme() == "http" && is_own) {
            return Err(wrong("an issuer elsewhere is spoken to by `https://`"));
        }
        let agent = Agent::config_builder()
            .https_only(url.scheme() == "https")
            // An address that the issuer does not name is not gone to.
            .max_redirects(0)
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        let secret = secret.clone().map(ClientSecret::new);
        let (client, turns) = (ClientId::new(client.clone()), Semaphore::new(TURNS));
        Ok(Issuer { address, client, secret, agent, turns, about: Mutex::default() })
    }

    /// The address at which a browser signs in.
    ///
    /// # Errors
    ///
    /// An issuer that does not answer.
    pub fn address(&self, begun: &BegunSignIn) -> Result<String, NoSignIn> {
        let _turn = self.turn()?;
        let client = CoreClient::from_provider_metadata(self.about()?, self.client.clone(), self.secret.clone());
        let (state, nonce) = (begun.state.clone(), begun.nonce.clone());
        let verifier = PkceCodeVerifier::new(begun.verifier.clone());
        let (address, ..) = client
            .set_redirect_uri(back(begun)?)
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || CsrfToken::new(state), || Nonce::new(nonce))
            .add_scope(Scope::new("email".into()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(address.into())
    }

    /// Who signed in, by the code that her browser brought back from the issuer.
    ///
    /// # Errors
    ///
    /// A code that the issuer did not give for this sign-in, or that was used before; a token of another issuer, for
    /// another client or sign-in, whose time is over, or whose signature is not by a key of the issuer.
    pub fn identity(&self, begun: &BegunSignIn, code: &str) -> Result<Identity, NoSignIn> {
        let _turn = self.turn()?;
        let client = CoreClient::from_provider_metadata(self.about()?, self.client.clone(), self.secret.clone())
            .set_redirect_uri(back(begun)?);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.into()))
            .map_err(|error| NoSignIn("issuer", words(&error)))?
            .set_pkce_verifier(PkceCodeVerifier::new(begun.verifier.clone()))
            .request(&|request| self.fetch(request))
            .map_err(|error| NoSignIn("code", words(&error)))?;
        let token = tokens.id_token().ok_or_else(|| NoSignIn("token", "the issuer gave no ID token".into()))?;
        let judge = client.id_token_verifier().set_allowed_algs(SIGNATURES);
        let said = token.claims(&judge, &Nonce::new(begun.nonce.clone())).map_err(|error| {
            // The keys of the issuer may be others by now.
            *self.about.lock().unwrap_or_else(PoisonError::into_inner) = None;
            NoSignIn("token", words(&error))
        })?;
        let mail = said.email().filter(|_| said.email_verified() == Some(true)).map(|mail| mail.to_string());
        Ok(Identity { subject: said.subject().to_string(), mail })
    }

    fn turn(&self) -> Result<SemaphorePermit<'_>, NoSignIn> {
        let full = |_| NoSignIn("issuer", format!("{TURNS} others wait for the issuer already"));
        self.turns.try_acquire().map_err(full)
    }

    /// What the issuer says about itself, with its keys.
    fn about(&self) -> Result<CoreProviderMetadata, NoSignIn> {
        let known = |about: &Option<(Instant, CoreProviderMetadata)>| {
            about.as_ref().filter(|(at, _)| at.elapsed() < KNOWN).map(|(_, about)| about.clone())
        };
        // Who comes while somebody asks waits, and asks nothing.
        let mut about = self.about.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(about) = known(&about) {
            return Ok(about);
        }
        let said = CoreProviderMetadata::discover(&self.address, &|request| self.fetch(request))
            .map_err(|error| NoSignIn("issuer", words(&error)))?;
        *about = Some((Instant::now(), said.clone()));
        Ok(said)
    }

    fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
        let (parts, mut body) = self.agent.run(request)?.into_parts();
        let bytes = body.with_config().limit(LONGEST).read_to_vec()?;
        Ok(Response::from_parts(parts, bytes))
    }
}

fn back(begun: &BegunSignIn) -> Result<RedirectUrl, NoSignIn> {
    RedirectUrl::new(begun.back.clone()).map_err(|error| NoSignIn("address", words(&error)))
}

/// An error with its causes: the first says only which step failed.
fn words(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |words, cause| format!("{words}: {cause}"))
}
