//! Names: the scopes of a source, and the names that it may read and write.

use super::LuaParser;
use crate::lua::edits::Side;
use crate::lua::lexer::{Token, TokenKind};
use crate::lua::library_names::{LIBRARIES, NO_PATTERNS, OF_PATTERNS, WITHDRAWN};
use crate::lua::source_facts::{Naming, Word};

fn of_sandbox(name: &str) -> String {
    format!("`{name}`: names that start with two underscores belong to the sandbox")
}

impl<'a> LuaParser<'a> {
    /// The place of a local among those that are declared here.
    pub(super) fn local(&self, name: &str) -> Option<usize> {
        self.locals.iter().rposition(|(local, _)| *local == name)
    }

    /// The number of functions around the declaration of a local.
    pub(super) fn local_of(&self, name: &str) -> Option<u32> {
        self.local(name).map(|at| self.locals[at].1)
    }

    pub(super) fn word(&self, token: usize) -> Word {
        let Token { line, column, .. } = self.tokens[token];
        Word { text: self.text_of(token).into(), line, column }
    }

    pub(super) fn declare(&mut self, name: &'a str) {
        // Such a name could hide the functions of the edits.
        if name.starts_with("__") {
            self.find(self.at - 1, of_sandbox(name));
        }
        self.locals.push((name, self.function));
    }

    pub(super) fn check_read(&mut self, token: usize) {
        let name = self.text_of(token);
        let local = self.local(name);
        if local.is_some_and(|at| at >= self.given) {
            return;
        }
        let (member, after) = match self.member(token + 1) {
            Some((member, after)) => (Some(member), after),
            None => (None, token + 1),
        };
        if local.is_none() || member.is_some() {
            let dot = self.tokens.get(token + 1).map(|t| t.line);
            let is_apart = member.as_ref().is_some_and(|member| dot < Some(member.line));
            let (name, is_given) = (self.word(token), local.is_some());
            let then = if member.is_some() && !is_apart { self.members(after) } else { Vec::new() };
            self.namings.push(Naming { name, member: member.clone(), then, is_given, is_apart });
        }
        if self.tokens.get(after).is_some_and(|t| t.kind == TokenKind::Text)
            || ["(", "{"].contains(&self.text_of(after))
        {
            self.heads.push(token);
        }
        if local.is_some() {
            return;
        }
        if name.starts_with("__") {
            self.find(token, of_sandbox(name));
        } else if WITHDRAWN.contains(&name) {
            self.find(token, format!("`{name}` is not available to scripts"));
        } else if let Some((_, members)) = LIBRARIES.iter().find(|(library, _)| *library == name)
            && let Some(member) = member
            && !members.contains(&&*member.text)
        {
            let member = &*member.text;
            let why = match member {
                _ if OF_PATTERNS.contains(&member) => NO_PATTERNS,
                "random" | "randomseed" => ": `roll.number(low, high)` takes a number by chance",
                _ => "",
            };
            self.find(token, format!("`{name}.{member}` is not available to scripts{why}"));
        }
    }

    /// Members named one after the other from a token on, without a called one.
    fn members(&self, mut token: usize) -> Vec<Word> {
        let mut found = Vec::new();
        while self.text_of(token) == "."
            && let Some((member, after)) = self.member(token)
            && self.tokens[token].line == member.line
            && self.text_of(after) != "("
        {
            found.push(member);
            token = after;
        }
        found
    }

    /// The member that a token begins to name, as `.word` or `["word"]`, and the token after it.
    fn member(&self, token: usize) -> Option<(Word, usize)> {
        match (self.text_of(token), self.tokens.get(token + 1)?.kind) {
            (".", TokenKind::Name) => Some((self.word(token + 1), token + 2)),
            ("[", TokenKind::Text)
                if self
                    .tokens
                    .get(token + 2)
                    .is_some_and(|t| self.text_of(token + 2) == "]" && t.kind == TokenKind::Sign) =>
            {
                let mut word = self.word(token + 1);
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let text = word.text.trim_matches(['"', '\'']);
                if text.is_empty() || !text.chars().all(is_word) {
                    return None;
                }
                word.text = text.into();
                Some((word, token + 3))
            }
            _ => None,
        }
    }

    pub(super) fn check_write(&mut self, token: usize) {
        let name = self.text_of(token);
        if self.local(name).is_some_and(|at| at < self.given) {
            self.rewritten.push(name);
        }
        match self.local_of(name) {
            None => {
                let message =
                    format!("assignment to the global `{name}`: globals are read only, so declare it `local`");
                self.find(token, message);
            }
            Some(0) if self.function > 0 => {
                let message = format!(
                    "a function assigns to `{name}`, which belongs to the whole script: it would be hidden state"
                );
                self.find(token, message);
            }
            Some(of) => {
                if of < self.function && self.is_file {
                    self.is_kept[of as usize - 1] = true;
                    self.keeping.push(of);
                }
            }
        }
    }

    /// Notes the target of an assignment that is a field of an object of the game, however many names lead to it, by the
    /// token it begins at.
    pub(super) fn check_field(&mut self, first: usize) {
        let name = self.text_of(first);
        let is_object = match self.local(name) {
            Some(at) => at < self.given && name != "args",
            None => ["me", "active", "inactive", "game", "option"].contains(&name),
        };
        // Names and dots: `this.who.power`.
        let is_path = (first + 1..self.at).step_by(2).all(|dot| self.text_of(dot) == ".");
        if is_object && is_path {
            self.fields.push((name, first..self.at));
        }
    }

    /// Checks, before the statement at a byte, that no function that lives on assigns to a local that the statement
    /// captures.
    pub(super) fn check_keeping(&mut self, start: usize) {
        for of in std::mem::take(&mut self.keeping) {
            self.edit(start, 0, Side::Between, format!(" __keeps(__born{of}); "));
        }
    }
}
