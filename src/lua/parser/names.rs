//! Names: the scopes of a source, and the names that it may read and write.

use std::ops::Range;

use super::{AliasedCall, LuaParser, VisibleLocal};
use crate::lua::edits::EditSide;
use crate::lua::lexer::{Token, TokenKind};
use crate::lua::library_names::{LIBRARIES, NO_PATTERNS, OF_PATTERNS, WITHDRAWN};
use crate::lua::source_facts::{Naming, SourceWord};

fn of_sandbox(name: &str) -> String {
    format!("`{name}`: names that start with two underscores belong to the sandbox")
}

impl<'a> LuaParser<'a> {
    /// The index in `locals` of the innermost local with this name.
    pub(super) fn local(&self, name: &str) -> Option<usize> {
        self.locals.iter().rposition(|local| local.name == name)
    }

    /// The number of functions around the declaration of a local.
    pub(super) fn local_of(&self, name: &str) -> Option<u32> {
        self.local(name).map(|at| self.locals[at].function)
    }

    pub(super) fn word(&self, token: usize) -> SourceWord {
        let Token { line, column, .. } = self.tokens[token];
        SourceWord { text: self.text_of(token).into(), line, column }
    }

    pub(super) fn declare(&mut self, name: &'a str) {
        // A name that begins with `__` could hide the functions of the edits.
        if name.starts_with("__") {
            self.find(self.at - 1, of_sandbox(name));
        }
        self.declared += 1;
        self.locals.push(VisibleLocal { name, function: self.function, alias_of: None, number: self.declared });
    }

    /// The global that tokens name and nothing else: `act`, `act.draw`, `act["draw"]`, or a local that stands for one.
    pub(super) fn global_path(&self, tokens: Range<usize>) -> Option<Box<str>> {
        let head = tokens.start;
        if self.tokens[head].kind != TokenKind::Name {
            return None;
        }
        let head_path: Box<str> = match self.local(self.text_of(head)) {
            Some(at) => self.locals[at].alias_of.clone()?,
            None => self.text_of(head).into(),
        };
        if tokens.len() == 1 {
            return Some(head_path);
        }
        let (member, after) = self.member(head + 1)?;
        (after == tokens.end && !head_path.contains('.')).then(|| format!("{head_path}.{}", member.text).into())
    }

    /// Notes that a local is read which stands for a global: as a call, or as a global that is handed on.
    fn note_aliased_call(&mut self, token: usize, local: usize) {
        let VisibleLocal { alias_of: Some(path), number, .. } = &self.locals[local] else { return };
        let (path, after) = match self.member(token + 1) {
            Some((member, after)) if !path.contains('.') => (format!("{path}.{}", member.text).into(), after),
            _ => (path.clone(), token + 1),
        };
        match self.opens_arguments(after) {
            true => self.aliased.push(AliasedCall { head: token, path, local: *number }),
            false => self.handed.push((token, path)),
        }
    }

    fn opens_arguments(&self, token: usize) -> bool {
        let is_text = self.tokens.get(token).is_some_and(|t| t.kind == TokenKind::Text);
        is_text || ["(", "{"].contains(&self.text_of(token))
    }

    pub(super) fn check_read(&mut self, token: usize) {
        let name = self.text_of(token);
        let local = self.local(name);
        if let Some(own) = local.filter(|at| *at >= self.given) {
            return self.note_aliased_call(token, own);
        }
        let (member, after) = match self.member(token + 1) {
            Some((member, after)) => (Some(member), after),
            None => (None, token + 1),
        };
        if local.is_none() && !self.opens_arguments(after) {
            let path = member.as_ref().map_or(name.to_string(), |member| format!("{name}.{}", member.text));
            self.handed.push((token, path.into()));
        }
        if local.is_none() || member.is_some() {
            let dot = self.tokens.get(token + 1).map(|t| t.line);
            let is_apart = member.as_ref().is_some_and(|member| dot < Some(member.line));
            let (name, is_given) = (self.word(token), local.is_some());
            let then = if member.is_some() && !is_apart { self.members(after) } else { Vec::new() };
            self.namings.push(Naming { name, member: member.clone(), then, is_given, is_apart });
        }
        if self.opens_arguments(after) {
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

    /// The members that are named one after the other from a token on, as in `.owner.name`, up to one that is called.
    fn members(&self, mut token: usize) -> Vec<SourceWord> {
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
    fn member(&self, token: usize) -> Option<(SourceWord, usize)> {
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
        self.bindings.push((name, None));
        if self.local(name).is_some_and(|at| at < self.given) {
            self.rewritten.push(name);
        }
        self.reassigned.extend(self.local(name).map(|at| self.locals[at].number));
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

    /// Notes an assignment to a field of an object of the game, however many names lead to the field. The target begins
    /// at token `first`.
    pub(super) fn check_field(&mut self, first: usize) {
        let name = self.text_of(first);
        let is_object = match self.local(name) {
            Some(at) => at < self.given && name != "args",
            None => ["me", "active", "inactive", "game", "option"].contains(&name),
        };
        // True if the target consists of names and dots only: `this.who.power`.
        let is_path = (first + 1..self.at).step_by(2).all(|dot| self.text_of(dot) == ".");
        if is_object && is_path {
            self.fields.push((name, first..self.at));
        }
    }

    /// Inserts, before the statement at byte `start`, a check for each outer function to whose locals the statement
    /// assigns: it fails if the function was called while files loaded, and all files have loaded now.
    pub(super) fn check_keeping(&mut self, start: usize) {
        for of in std::mem::take(&mut self.keeping) {
            self.edit(start, 0, EditSide::Between, format!(" __keeps(__born{of}); "));
        }
    }
}
