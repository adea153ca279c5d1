//! Login: hosts, who open tables, sign in at an issuer of OpenID Connect. Guests need none: they hold the link of a seat.
//!
//! ```text
//! issuer.rs  what is asked of the issuer, and what its answers are worth; behind the feature `login`
//! ```

#[cfg(feature = "login")]
mod issuer;

use std::collections::BTreeSet;

#[cfg(feature = "login")]
pub use issuer::Issuer;

/// Who may open tables.
#[derive(Clone, Debug)]
pub struct HostLogin {
    /// The address of the issuer.
    pub issuer: String,
    /// The name under which the issuer knows this server.
    pub client: String,
    /// What the issuer and this server know; `None`: the issuer asks for nothing.
    pub secret: Option<String>,
    /// The names of the hosts, see [`HostLogin::name`]; `None`: all who can sign in.
    pub hosts: Option<BTreeSet<String>>,
}

/// Who signed in.
pub struct Identity {
    /// Her number at the issuer, which no other person gets.
    pub subject: String,
    /// Her mail address, if the issuer says that it is hers.
    pub mail: Option<String>,
}

/// A sign-in that has begun: what the answer of the issuer must fit.
#[cfg_attr(not(feature = "login"), allow(dead_code))] // without it nobody reads what is asked of an issuer
pub struct BegunSignIn {
    /// The address to which the issuer sends the browser back.
    pub back: String,
    /// What the address of the answer must name.
    pub state: String,
    /// What the token must name.
    pub nonce: String,
    /// What shows the issuer that who began the sign-in ends it.
    pub verifier: String,
}

/// Why nobody signed in: a word for the log, and what is wrong, for who runs the server.
pub struct NoSignIn(pub &'static str, pub String);

impl HostLogin {
    /// A line of the list of hosts as a name: a mail address, or else a subject. A name says which of both it is, because
    /// some issuers let people choose their subjects.
    pub fn name(line: &str) -> String {
        match line.contains('@') {
            true => format!("mail {}", line.to_lowercase()),
            false => format!("subject {line}"),
        }
    }

    /// The name under which somebody may open tables; `None`: she may not.
    pub fn name_of(&self, identity: &Identity) -> Option<String> {
        let mail = identity.mail.as_ref().map(|mail| format!("mail {}", mail.to_lowercase()));
        let names = mail.into_iter().chain([format!("subject {}", identity.subject)]);
        names.into_iter().find(|name| self.is_host(name))
    }

    /// True if who has this name may open tables.
    pub fn is_host(&self, name: &str) -> bool {
        self.hosts.as_ref().is_none_or(|hosts| hosts.contains(name))
    }
}

/// No issuer: this program was built without its feature `login`.
#[cfg(not(feature = "login"))]
pub enum Issuer {}

#[cfg(not(feature = "login"))]
impl Issuer {
    /// Refuses.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn new(login: &HostLogin) -> intermezzo::error::Result<Issuer> {
        let words = format!("--host-login {}: this program was built without its feature `login`", login.issuer);
        Err(intermezzo::error::Error::usage(words).help("build it with `cargo build --release --features login`"))
    }

    /// Nothing: there is no issuer.
    pub fn address(&self, _: &BegunSignIn) -> Result<String, NoSignIn> {
        match *self {}
    }

    /// Nobody: there is no issuer.
    pub fn identity(&self, _: &BegunSignIn, _: &str) -> Result<Identity, NoSignIn> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_named_by_her_own_mail_address_or_by_her_subject() {
        let hosts = ["Ann@Example.org", "41"].map(HostLogin::name);
        let login = HostLogin {
            issuer: String::new(),
            client: String::new(),
            secret: None,
            hosts: Some(hosts.into_iter().collect()),
        };
        let name = |subject: &str, mail: Option<&str>| {
            login.name_of(&Identity { subject: subject.into(), mail: mail.map(String::from) })
        };
        assert_eq!(name("7", Some("ann@example.ORG")).as_deref(), Some("mail ann@example.org"));
        assert_eq!(name("41", Some("eve@example.org")).as_deref(), Some("subject 41"));
        assert_eq!(name("41", None).as_deref(), Some("subject 41"));
        assert_eq!(name("7", Some("eve@example.org")), None);
        // A subject that is written as a mail address is none.
        assert_eq!(name("ann@example.org", None), None);
        let all = HostLogin { hosts: None, ..login.clone() };
        assert!(all.is_host("subject 7") && !login.is_host("subject 7"));
    }
}
