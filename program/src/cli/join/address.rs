//! Address: the link of a seat or of a table.

use ureq::http::Uri;

use crate::cli::text::clean;
use intermezzo::error::{Error, Result};

/// A table of a server, and the key of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    /// True for TLS.
    pub is_secure: bool,
    /// The server, with its port.
    pub authority: String,
    /// The code of the table.
    pub code: String,
    /// The key of the seat.
    pub key: Option<String>,
}

impl Address {
    /// Reads `http://HOST/t/CODE#KEY`.
    ///
    /// # Errors
    ///
    /// A text that is no address of a table.
    pub fn read(url: &str) -> Result<Address> {
        let none =
            |why: &str| Error::usage(format!("{}: {why}", clean(url))).help("a link is like http://HOST/t/ABCDEF#KEY");
        let (before, key) = url.split_once('#').map_or((url, None), |(before, key)| (before, Some(key)));
        let uri: Uri = before.parse().map_err(|_| none("this is no address"))?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(none("http:// and https:// are known")),
        };
        let authority = uri.authority().ok_or_else(|| none("a server is missing"))?.as_str().to_string();
        if authority.contains('@') {
            return Err(none("an address has no user name"));
        }
        let code = uri.path().strip_prefix("/t/").unwrap_or_default().to_ascii_uppercase();
        if code.len() != 6 || !code.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(none("this names no table"));
        }
        // The link of the host has a second key behind a dot, for editing the game: it is not needed here.
        let key = key.map(|key| key.split('.').next().unwrap_or_default()).filter(|key| !key.is_empty());
        Ok(Address { is_secure, authority, code, key: key.map(String::from) })
    }

    /// The link that opens the seat.
    pub fn link(&self) -> String {
        let key = self.key.as_ref().map_or_else(String::new, |key| format!("#{key}"));
        format!("{}://{}/t/{}{key}", self.scheme("http"), self.authority, self.code)
    }

    /// The address of a request about the table, such as `seats`.
    pub fn of_table(&self, what: &str) -> String {
        format!("{}://{}/api/tables/{}/{what}", self.scheme("http"), self.authority, self.code)
    }

    /// The address of the table's WebSocket.
    pub fn socket(&self) -> String {
        format!("{}://{}/api/tables/{}/socket", self.scheme("ws"), self.authority, self.code)
    }

    fn scheme(&self, plain: &str) -> String {
        format!("{plain}{}", if self.is_secure { "s" } else { "" })
    }

    /// The host name and the port to which the connection is made.
    pub fn server(&self) -> (&str, u16) {
        let usual = if self.is_secure { 443 } else { 80 };
        let port = |port: &str| port.parse().ok();
        match self.authority.rsplit_once(':').map(|(host, end)| (host, port(end))) {
            Some((host, Some(port))) => (host.trim_matches(['[', ']']), port),
            _ => (self.authority.trim_matches(['[', ']']), usual),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_a_server_a_table_and_a_seat() {
        let link = Address::read("http://127.0.0.1:4747/t/ABCDEF#0123.host").expect("a link");
        assert_eq!(
            (link.server(), link.code.as_str(), link.key.as_deref()),
            (("127.0.0.1", 4747), "ABCDEF", Some("0123"))
        );
        assert_eq!(link.socket(), "ws://127.0.0.1:4747/api/tables/ABCDEF/socket");
        assert_eq!(link.link(), "http://127.0.0.1:4747/t/ABCDEF#0123");
        let link = Address::read("https://cards.example/t/abcdef").expect("a link");
        assert_eq!((link.server(), link.key.as_deref()), (("cards.example", 443), None));
        assert_eq!(link.of_table("seats"), "https://cards.example/api/tables/ABCDEF/seats");
        assert_eq!(Address::read("http://[::1]:80/t/ABCDEF").expect("a link").server(), ("::1", 80));
        for bad in
            ["", "ABCDEF", "ftp://x/t/ABCDEF", "http://x/", "http://x/t/ABC", "http://a@b/t/ABCDEF", "http:///t/ABCDEF"]
        {
            assert!(Address::read(bad).is_err(), "{bad}");
        }
    }
}
