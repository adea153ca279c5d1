//! Lexer: splits a Lua source into the tokens of Lua 5.1.
//!
//! The lexer must find the same tokens as Luau's own lexer, or a script could get past the rules of sources. So it
//! refuses everything that the two languages read differently (`\z`, `` ` ``, `//`, `::`, compound assignment).

use std::ops::Range;

/// The kind of a token; its text is a slice of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name.
    Name,
    /// A word of the language.
    Keyword,
    /// A number.
    Number,
    /// A text, with its quotes.
    Text,
    /// A sign.
    Sign,
    /// The end of the source.
    End,
}

/// A token with its place: bytes `start..end`, line and column counted from 1, the column in characters.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A source that cannot be read, and where.
#[derive(Debug)]
pub(crate) struct LexError {
    pub line: u32,
    pub column: u32,
    pub message: String,
    pub kind: FaultKind,
    /// The unclosed opening, and its line.
    pub opened: Option<(Box<str>, u32)>,
}

/// The kinds of fault that have help of their own.
#[derive(Debug)]
pub(crate) enum FaultKind {
    /// A word or sign is missing.
    Expected(&'static str),
    /// A name is missing.
    NameExpected,
    /// A name is missing behind a dot or a colon.
    NameMissing {
        before: String,
        sign: String,
    },
    /// A value stands where a statement should stand.
    CallExpected,
    /// A token stands where it may not; an empty text: the end of the source.
    OutOfPlace(String),
    EndlessText,
    EndlessBracket,
    /// A quote of a word processor.
    PrintedQuote,
    /// A space of another width, as text copied from pages has it.
    HardSpace,
    /// A sign of another language, or of Luau.
    NotLua(&'static str),
    Other,
}

impl LexError {
    /// The error message, for a source that begins at this line of its file.
    pub fn message(&self, first_line: u32) -> String {
        match &self.opened {
            Some((what, line)) => {
                let line = line + first_line.saturating_sub(1);
                format!("{}: `{what}` in line {line} is not closed", self.message)
            }
            None => self.message.clone(),
        }
    }

    /// The help that belongs to the fault.
    pub fn help(&self) -> String {
        const LINE: &str = "a line is a call, as in `act.draw(me)`, or sets something, as in `local n = 1`";
        let help = match &self.kind {
            // The author wrote a colon between the name of a part and its value, as in YAML.
            FaultKind::NameMissing { before, sign } if sign == ":" => {
                return format!("a part of a table is written `{before} = …`, with `=`");
            }
            FaultKind::Expected(what) => match *what {
                ")" => "each `(` needs a `)` behind it, and arguments have commas between them",
                "}" => "each `{` needs a `}` behind it, and what is in between has commas",
                "]" => "each `[` needs a `]` behind it",
                "then" => "it is written `if CONDITION then … end`",
                "do" => "it is written `for … do … end` or `while CONDITION do … end`",
                "until" => "it is written `repeat … until CONDITION`",
                "end" => "each `if`, `for`, `while`, `do` and `function` needs an `end`",
                "=" => "it is written `NAME = VALUE`",
                _ => "",
            },
            FaultKind::CallExpected => LINE,
            FaultKind::NameExpected => "a name has letters, digits and `_`, and is no word of Lua such as `end`",
            FaultKind::OutOfPlace(what) => match what.as_str() {
                "," => "between two commas something is missing, or one of them is too many",
                "" => "something is missing at the end of the script",
                "end" => "there is an `end` too many, or a word before it is missing",
                _ => LINE,
            },
            FaultKind::EndlessText => "close the text with the quote that opened it, in the same line",
            FaultKind::EndlessBracket => "`[[` needs `]]`",
            FaultKind::PrintedQuote => "texts of Lua stand between `\"` or `'`, as keyboards write them",
            FaultKind::HardSpace => "write an ordinary space there; copied text brings such spaces along",
            FaultKind::NotLua(sign) => match *sign {
                "^" | "^=" => "",
                "!" => "`not` says that something is not so, and `~=` that two things differ",
                "&" => "it is written `a and b`",
                "|" => "it is written `a or b`",
                "!=" => "`a ~= b` says that two things differ",
                "..=" => "it is written out: `s = s .. \"more\"`",
                sign if sign.ends_with('=') => "it is written out: `n = n + 1`",
                _ => "",
            },
            FaultKind::NameMissing { .. } | FaultKind::Other => "",
        };
        help.into()
    }
}

/// True for a keyword of Lua 5.1.
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "break"
            | "do"
            | "else"
            | "elseif"
            | "end"
            | "false"
            | "for"
            | "function"
            | "if"
            | "in"
            | "local"
            | "nil"
            | "not"
            | "or"
            | "repeat"
            | "return"
            | "then"
            | "true"
            | "until"
            | "while"
    )
}

/// Luau's signs that Lua 5.1 does not have, and `^`, whose result differs between machines. Longest first.
const FOREIGN: [&str; 20] =
    ["..=", "//", "+=", "-=", "*=", "/=", "%=", "^=", "::", "->", "^", "`", "@", "&", "|", "!", "?", "$", "\\", "~"];

/// All tokens of a source, the last one [`TokenKind::End`].
pub(crate) fn tokens(source: &str) -> Result<Vec<Token>, LexError> {
    let mut lexer = Lexer::of(source);
    let mut found = Vec::with_capacity(source.len() / 4);
    loop {
        lexer.skip_blank()?;
        let token = lexer.token()?;
        found.push(token);
        if token.kind == TokenKind::End {
            return Ok(found);
        }
    }
}

/// The tokens of a source up to what cannot be read.
pub fn readable(source: &str) -> Vec<Token> {
    let (mut lexer, mut found) = (Lexer::of(source), Vec::new());
    while lexer.skip_blank().is_ok()
        && let Ok(token) = lexer.token()
        && token.kind != TokenKind::End
    {
        found.push(token);
    }
    found
}

/// The comments of a source that end with their line, by their bytes; up to what cannot be read.
pub(crate) fn comments(source: &str) -> Vec<Range<usize>> {
    let mut lexer = Lexer::of(source);
    while lexer.skip_blank().is_ok() && lexer.token().is_ok_and(|token| token.kind != TokenKind::End) {}
    lexer.comments
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
    /// The number of continuation bytes of UTF-8 characters in this line so far.
    more: usize,
    comments: Vec<Range<usize>>,
}

impl<'a> Lexer<'a> {
    fn of(text: &'a str) -> Lexer<'a> {
        Lexer { text, bytes: text.as_bytes(), at: 0, line: 1, line_start: 0, more: 0, comments: Vec::new() }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, LexError> {
        self.fault_of(FaultKind::Other, message)
    }

    fn fault_of<T>(&self, kind: FaultKind, message: impl Into<String>) -> Result<T, LexError> {
        Err(LexError { line: self.line, column: self.column(), message: message.into(), kind, opened: None })
    }

    fn column(&self) -> u32 {
        (self.at.saturating_sub(self.line_start + self.more) + 1) as u32
    }

    /// Moves over one byte, counting lines; control characters are refused wherever they stand.
    fn step(&mut self) -> Result<(), LexError> {
        match self.peek(0) {
            b'\n' => {
                self.at += 1;
                self.line += 1;
                self.line_start = self.at;
                self.more = 0;
            }
            b'\r' if self.peek(1) != b'\n' => return self.fault("a carriage return without a line feed"),
            b'\r' | b'\t' => self.at += 1,
            0x80..=0xbf => {
                self.at += 1;
                self.more += 1;
            }
            0..=31 | 127 => return self.fault("a control character; scripts are plain text"),
            _ => self.at += 1,
        }
        Ok(())
    }

    fn skip_blank(&mut self) -> Result<(), LexError> {
        loop {
            if self.at >= self.bytes.len() {
                return Ok(());
            }
            match self.peek(0) {
                b' ' => self.at += 1,
                b'\t' | b'\n' | b'\r' => self.step()?,
                b'-' if self.peek(1) == b'-' => {
                    let start = self.at;
                    self.at += 2;
                    match self.long_bracket() {
                        Some(level) => self.long_text(level)?,
                        None if self.peek(0) == b'!' => {
                            return self
                                .fault("a comment may not start with `--!`, which gives orders to the compiler");
                        }
                        None => {
                            while self.at < self.bytes.len() && self.peek(0) != b'\n' {
                                self.step()?;
                            }
                            self.comments.push(start..self.at);
                        }
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// The level of a long bracket that opens here (`[[` is 0), if one does.
    fn long_bracket(&self) -> Option<usize> {
        if self.peek(0) != b'[' {
            return None;
        }
        let level = self.bytes[self.at + 1..].iter().take_while(|b| **b == b'=').count();
        (self.peek(level + 1) == b'[').then_some(level)
    }

    fn long_text(&mut self, level: usize) -> Result<(), LexError> {
        self.at += level + 2;
        while self.at < self.bytes.len() {
            if self.peek(0) != b']' {
                self.step()?;
                continue;
            }
            self.at += 1;
            let equals = self.bytes[self.at..].iter().take_while(|b| **b == b'=').count();
            self.at += equals;
            if equals == level && self.peek(0) == b']' {
                self.at += 1;
                return Ok(());
            }
        }
        self.fault_of(FaultKind::EndlessBracket, "a long string or comment that never ends")
    }

    fn short_text(&mut self) -> Result<(), LexError> {
        let quote = self.peek(0);
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\n' | b'\r' => break,
                b'\\' => {
                    self.at += 1;
                    match self.peek(0) {
                        b'z' => return self.fault("`\\z` is not Lua 5.1"),
                        b'\r' => {
                            self.step()?;
                            self.step()?;
                        }
                        _ => self.step()?,
                    }
                }
                c if c == quote => {
                    self.at += 1;
                    return Ok(());
                }
                _ => self.step()?,
            }
        }
        self.fault_of(FaultKind::EndlessText, "a string that never ends")
    }

    fn number(&mut self) -> Result<(), LexError> {
        let (start, column) = (self.at, self.column());
        while matches!(self.peek(0), b'0'..=b'9' | b'.' | b'_') {
            self.at += 1;
        }
        if matches!(self.peek(0), b'e' | b'E') {
            self.at += 1;
            if matches!(self.peek(0), b'+' | b'-') {
                self.at += 1;
            }
        }
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
            self.at += 1;
        }
        let number = &self.text[start..self.at];
        match is_number(number) {
            true => Ok(()),
            false => {
                let message = format!("`{number}` is no number");
                Err(LexError { line: self.line, column, message, kind: FaultKind::Other, opened: None })
            }
        }
    }

    fn token(&mut self) -> Result<Token, LexError> {
        let (start, line, column) = (self.at, self.line, self.column());
        let mut kind = TokenKind::End;
        if self.at < self.bytes.len() {
            kind = match self.peek(0) {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                    self.at += self.bytes[start..].iter().take_while(is_part).count();
                    if is_keyword(&self.text[start..self.at]) { TokenKind::Keyword } else { TokenKind::Name }
                }
                b'0'..=b'9' => {
                    self.number()?;
                    TokenKind::Number
                }
                b'.' if self.peek(1).is_ascii_digit() => {
                    self.number()?;
                    TokenKind::Number
                }
                b'"' | b'\'' => {
                    self.short_text()?;
                    TokenKind::Text
                }
                b'[' if self.long_bracket().is_some() => {
                    self.long_text(self.long_bracket().unwrap_or(0))?;
                    TokenKind::Text
                }
                _ => self.sign()?,
            };
        }
        Ok(Token { kind, start, end: self.at, line, column })
    }

    /// The length of the sign of Lua 5.1 that stands here, in bytes; 0: none does.
    fn sign_length(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'.', b'.', b'.') => 3,
            (b'.', b'.', _) | (b'=' | b'~' | b'<' | b'>', b'=', _) => 2,
            (b'+' | b'-' | b'*' | b'/' | b'%' | b'#' | b'<' | b'>' | b'=' | b'.' | b',' | b';' | b':', ..) => 1,
            (b'(' | b')' | b'{' | b'}' | b'[' | b']', ..) => 1,
            _ => 0,
        }
    }

    fn sign(&mut self) -> Result<TokenKind, LexError> {
        let rest = &self.text[self.at..];
        // These signs begin no foreign one, so the list is not searched for them.
        if !b"(){}[]=,;<#".contains(&self.peek(0))
            && !rest.starts_with("~=")
            && let Some(sign) = FOREIGN.iter().find(|sign| rest.starts_with(**sign))
        {
            let sign = if rest.starts_with("!=") { "!=" } else { *sign };
            let message = match sign {
                "^" | "^=" => {
                    "`^` computes in floating point that differs between machines; multiply instead".to_owned()
                }
                "//" => "`//` is not Lua 5.1; write math.floor(a / b)".to_owned(),
                "!=" => "`!=` is not Lua 5.1; write `~=`".to_owned(),
                _ => format!("`{sign}` is not Lua 5.1"),
            };
            return self.fault_of(FaultKind::NotLua(sign), message);
        }
        let length = self.sign_length();
        if length > 0 {
            self.at += length;
            return Ok(TokenKind::Sign);
        }
        let odd = rest.chars().next().unwrap_or(' ');
        match odd {
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201c}'..='\u{201e}' | '\u{ab}' | '\u{bb}' => {
                let message = format!("`{odd}` is a printed quote, which Lua does not know");
                self.fault_of(FaultKind::PrintedQuote, message)
            }
            '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{3000}' => {
                let message = "a hard space stands here, which Lua does not know";
                self.fault_of(FaultKind::HardSpace, message)
            }
            odd => self.fault(format!("the character {odd:?} means nothing here")),
        }
    }
}

/// True for a number of Lua 5.1: `12`, `.5`, `1e-3`, `0x1F`.
fn is_number(text: &str) -> bool {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return !hex.is_empty() && hex.bytes().all(|c| c.is_ascii_hexdigit());
    }
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let has_digit = !whole.is_empty() || !part.is_empty();
    has_digit && digits(whole) && digits(part) && !exponent.is_empty() && digits(exponent)
}
