//! Answers: replies to an editor's requests about a place in a file.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use lsp_server::ErrorCode;
use lsp_types::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::scenarios;
use super::server::{RUN, diagnostic};
use super::workspace::{File, Workspace};
use super::{faces, places, positions};
use crate::editor::index::{At, Index, NamedThing};
use crate::editor::kinds::ObjectKind;
use crate::editor::rename::{self, Renaming};
use crate::editor::{FileKind, card_of, complete, hover, outline, quick_fix};
use crate::share::names;
use intermezzo::catalog::{Files, locale};
use intermezzo::error::{Problem, Problems, Severity};

/// The result of a request of the editor, or the code and the words of its refusal.
pub type RequestResult = Result<Value, (ErrorCode, String)>;

/// The answer to a request of the editor, by its method.
///
/// # Errors
///
/// A method that the server does not know, or parameters that cannot be read.
pub fn answer(workspace: &mut Workspace, method: &str, params: Value) -> RequestResult {
    match method {
        "textDocument/completion" => completion(workspace, read(params)?),
        "textDocument/hover" => hovered(workspace, read(params)?),
        "textDocument/definition" => definition(workspace, read(params)?),
        "textDocument/references" => references(workspace, read(params)?),
        "textDocument/prepareRename" => prepare_rename(workspace, read(params)?),
        "textDocument/rename" => renamed(workspace, read(params)?),
        "textDocument/codeAction" => actions(workspace, read(params)?),
        "textDocument/codeLens" => lenses(workspace, read(params)?),
        "textDocument/documentSymbol" => symbols(workspace, read(params)?),
        "textDocument/signatureHelp" => places::signature(workspace, read(params)?),
        "textDocument/documentHighlight" => places::highlights(workspace, read(params)?),
        "textDocument/foldingRange" => places::folds(workspace, read(params)?),
        "textDocument/formatting" => places::formatting(workspace, read(params)?),
        "workspace/symbol" => places::symbols(workspace, read(params)?),
        "intermezzo/text" => text_of_built_in(&params),
        _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not answered here"))),
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|e| (ErrorCode::InvalidParams, e.to_string()))
}

fn failed(why: impl Into<String>) -> (ErrorCode, String) {
    (ErrorCode::RequestFailed, why.into())
}

/// The open file that a URI of the protocol names; `None`: it is not open, or belongs to no game.
pub fn file<'w>(workspace: &'w mut Workspace, uri: &Uri) -> Option<File<'w>> {
    workspace.file(&positions::path(uri)?)
}

fn completion(workspace: &mut Workspace, asked: CompletionParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position;
    let takes_snippets = workspace.takes_snippets;
    let Some(file) = file(workspace, &text_document.uri) else { return Ok(Value::Null) };
    let at = positions::offset(&file.text, position);
    if file.kind == FileKind::Fluent {
        return Ok(json!(CompletionList { is_incomplete: true, items: of_language(&file, at) }));
    }
    let items = complete::at(&file.known(at, positions::place(&file.text, position)), file.kind, &file.text, at);
    let word = crate::editor::cursor::word_at(&file.text, at);
    let range = Range::new(positions::position(&file.text, word.start), positions::position(&file.text, word.end));
    // If a colon stands behind the word already, the completion adds none.
    let has_colon = file.text[word.end..].starts_with(':');
    let item = |(n, item): (usize, complete::Completion)| {
        let behind = if has_colon { "" } else { item.behind };
        let kind = match item.sort {
            complete::Sort::Key => CompletionItemKind::PROPERTY,
            complete::Sort::Word => CompletionItemKind::KEYWORD,
            complete::Sort::Name(ObjectKind::Card) => CompletionItemKind::CLASS,
            complete::Sort::Name(ObjectKind::Event) => CompletionItemKind::EVENT,
            complete::Sort::Name(_) => CompletionItemKind::ENUM_MEMBER,
            complete::Sort::Function => CompletionItemKind::FUNCTION,
            complete::Sort::Field => CompletionItemKind::FIELD,
            complete::Sort::Snippet => CompletionItemKind::SNIPPET,
        };
        let text = item.snippet.map_or_else(|| format!("{}{behind}", item.label), String::from);
        let doc = MarkupContent { kind: MarkupKind::Markdown, value: item.doc };
        CompletionItem {
            kind: Some(kind),
            detail: (!item.detail.is_empty()).then_some(item.detail),
            documentation: (!doc.value.is_empty()).then_some(Documentation::MarkupContent(doc)),
            sort_text: Some(format!("{n:05}")),
            insert_text_format: item.snippet.map(|_| InsertTextFormat::SNIPPET),
            insert_text_mode: item.snippet.map(|_| InsertTextMode::ADJUST_INDENTATION),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
            label: item.label,
            ..CompletionItem::default()
        }
    };
    let items = items.into_iter().filter(|item| takes_snippets || item.snippet.is_none());
    let items: Vec<CompletionItem> = items.enumerate().map(item).collect();
    Ok(json!(CompletionList { is_incomplete: false, items }))
}

/// Completion in a translation file.
fn of_language(file: &File, at: usize) -> Vec<CompletionItem> {
    let Some(game) = &file.state.engine else { return Vec::new() };
    let (from, offers) = locale::offers(&game.catalog, &file.text, at);
    let range = Range::new(positions::position(&file.text, from), positions::position(&file.text, at));
    let item = |(n, offer): (usize, locale::Completion)| CompletionItem {
        kind: Some(CompletionItemKind::PROPERTY),
        detail: (!offer.doc.is_empty()).then_some(offer.doc),
        sort_text: Some(format!("{n:05}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: format!("{}{}", offer.label, offer.behind),
        })),
        label: offer.label,
        ..CompletionItem::default()
    };
    offers.into_iter().enumerate().map(item).collect()
}

fn hovered(workspace: &mut Workspace, asked: HoverParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position_params;
    let shows_images = workspace.shows_images;
    let Some(file) = file(workspace, &text_document.uri) else { return Ok(Value::Null) };
    let (at, place) = (positions::offset(&file.text, position), positions::place(&file.text, position));
    let known = file.known(at, place);
    let Some(mut value) = hover::at(&known, file.kind, &file.name, &file.text, at, place) else {
        return Ok(Value::Null);
    };
    if let Some(face) = shows_images.then(|| faces::at(&known)).flatten() {
        value = format!("{face}\n\n{value}");
    }
    let word = crate::editor::cursor::word_at(&file.text, at);
    let range = Range::new(positions::position(&file.text, word.start), positions::position(&file.text, word.end));
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Ok(json!(Hover { contents, range: Some(range) }))
}

/// A place in a file, as index and unit name it, in the form of the protocol.
fn location(file: &File, at: &At) -> Option<Location> {
    let path = file.unit.path(&at.path);
    let uri = match &path {
        Some(path) => positions::uri(path)?,
        None => positions::uri_of_built_in(&at.path)?,
    };
    let text = file.state.index.text(&at.path).map_or("", |text| text);
    Some(Location::new(uri, positions::range_of(text, at)))
}

fn definition(workspace: &mut Workspace, asked: GotoDefinitionParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position_params;
    let Some(file) = file(workspace, &text_document.uri) else { return Ok(Value::Null) };
    if let Some(local) = places::local(&file, position) {
        let range = positions::bytes(&file.text, &local.local.declared);
        return Ok(json!([Location::new(text_document.uri, range)]));
    }
    let (line, column) = positions::place(&file.text, position);
    let Some(meant) = file.state.index.meant(&file.name, line, column) else { return Ok(Value::Null) };
    let found = file.state.index.declared(&meant);
    let places: Vec<Location> = found.iter().filter_map(|(_, at)| location(&file, at)).collect();
    Ok(json!(places))
}

fn references(workspace: &mut Workspace, asked: ReferenceParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position;
    workspace.look_around(&positions::path(&text_document.uri).unwrap_or_default());
    let Some(file) = file(workspace, &text_document.uri) else { return Ok(Value::Null) };
    if let Some(local) = places::local(&file, position) {
        let skipped = usize::from(!asked.context.include_declaration);
        let found = local.places().skip(skipped).map(|range| positions::bytes(&file.text, range));
        let found: Vec<Location> = found.map(|range| Location::new(text_document.uri.clone(), range)).collect();
        return Ok(json!(found));
    }
    let (line, column) = positions::place(&file.text, position);
    let index = &file.state.index;
    let Some(meant) = index.meant(&file.name, line, column) else { return Ok(Value::Null) };
    let meant = match index.declared(&meant).first() {
        Some((kind, _)) => meant.with_kind(*kind),
        None => meant,
    };
    let mut places = index.uses(&meant);
    let declared: Vec<At> = index.declared(&meant).into_iter().map(|(_, at)| at).collect();
    if asked.context.include_declaration {
        places.extend(declared);
    } else {
        places.retain(|at| !declared.contains(at));
    }
    places.sort();
    places.dedup();
    let places: Vec<Location> = places.iter().filter_map(|at| location(&file, at)).collect();
    Ok(json!(places))
}

/// The thing whose name stands at a place. The error says why it cannot be renamed.
fn renamable(file: &File, (line, column): (u32, u32)) -> Result<NamedThing, (ErrorCode, String)> {
    let index = &file.state.index;
    let meant = index.meant(&file.name, line, column).ok_or_else(|| failed("nothing here has a name"))?;
    let is_declared = index.at(&file.name, line, column).is_some_and(|mention| mention.is_declared);
    if is_declared { Ok(meant) } else { rename::subject(index, &meant).map_err(failed) }
}

fn prepare_rename(workspace: &mut Workspace, asked: TextDocumentPositionParams) -> RequestResult {
    let Some(file) = file(workspace, &asked.text_document.uri) else { return Ok(Value::Null) };
    if let Some(local) = places::local(&file, asked.position) {
        let at = positions::offset(&file.text, asked.position);
        let here = local.places().find(|range| range.start <= at && at <= range.end);
        let range = positions::bytes(&file.text, here.unwrap_or(&local.local.declared));
        return Ok(json!({ "range": range, "placeholder": local.local.name }));
    }
    let place = positions::place(&file.text, asked.position);
    if file.state.index.meant(&file.name, place.0, place.1).is_none() {
        return Ok(Value::Null);
    }
    let NamedThing { name, .. } = renamable(&file, place)?;
    let range = match file.state.index.at(&file.name, place.0, place.1) {
        Some(mention) => positions::range_of(&file.text, &At::of(&file.name, mention)),
        // The id of a card stands nowhere in its file: the line with its name stands for it.
        None => {
            let line = file.text.lines().nth(place.0 as usize - 1).unwrap_or("");
            positions::range(&file.text, place.0, 1, line.chars().count() as u32)
        }
    };
    Ok(json!({ "range": range, "placeholder": name }))
}

fn renamed(workspace: &mut Workspace, asked: RenameParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position;
    let path = positions::path(&text_document.uri).unwrap_or_default();
    workspace.look_around(&path);
    let Some(file) = workspace.file(&path) else { return Ok(Value::Null) };
    if let Some(local) = places::local(&file, position) {
        local.may_be_called(&file.text, &asked.new_name).map_err(failed)?;
        let edit = |range| TextEdit::new(positions::bytes(&file.text, range), asked.new_name.clone());
        let edits = local.places().map(|range| OneOf::Left(edit(range))).collect();
        let text_document = OptionalVersionedTextDocumentIdentifier { uri: text_document.uri, version: None };
        let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
        return Ok(json!(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }));
    }
    let meant = renamable(&file, positions::place(&file.text, position))?;
    let mut renaming = rename::renaming(&file.state.index, &meant, &asked.new_name).map_err(failed)?;
    can_be_files(&file.state.index, &renaming).map_err(failed)?;
    let inside = renaming.places.keys().find(|name| file.unit.path(name).is_none());
    if let Some(name) = inside {
        return Err(failed(format!("{name} lies in the program and cannot be changed")));
    }
    // A word may name several things. The renaming is tried: the places that become errors meant another thing, and are
    // left out.
    while let Some(wrong) = new_errors(workspace, &path, &renaming, &asked.new_name)? {
        let is_less = rename::leave_out(&mut renaming, &wrong, &meant.name, &asked.new_name);
        if let (false, Some(problem)) = (is_less, wrong.first()) {
            let place = &problem.span;
            return Err(failed(format!(
                "nothing is renamed, as this would be wrong then: {place}: {}",
                problem.message
            )));
        }
    }
    let file = workspace.file(&path).ok_or_else(|| failed("the file is closed"))?;
    if let Some(name) = renaming.unjudged(&file.state.index) {
        let why = "brings files of its own, and nothing tells what the word means there: rename it by hand";
        return Err(failed(format!("`{}` means several things, and {name} {why}", meant.name)));
    }
    let mut changes: Vec<DocumentChangeOperation> = Vec::new();
    for (name, places) in &renaming.places {
        let (Some(path), Some(text)) = (file.unit.path(name), file.state.index.text(name)) else { continue };
        let Some(uri) = positions::uri(&path) else { continue };
        let edit = |at: &At| OneOf::Left(TextEdit::new(positions::range_of(text, at), asked.new_name.clone()));
        changes.push(DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: places.iter().map(edit).collect(),
        }));
    }
    for (old, new) in &renaming.files {
        let Some(from) = file.unit.path(old) else { continue };
        let to = from.with_file_name(new.rsplit('/').next().unwrap_or(new));
        if let (Some(old_uri), Some(new_uri)) = (positions::uri(&from), positions::uri(&to)) {
            let rename = RenameFile { old_uri, new_uri, options: None, annotation_id: None };
            changes.push(DocumentChangeOperation::Op(ResourceOp::Rename(rename)));
        }
    }
    Ok(json!(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(changes)),
        ..WorkspaceEdit::default()
    }))
}

/// Checks that the files which a renaming moves can have their new names on every system.
///
/// # Errors
///
/// The reason why the files cannot be renamed, in words.
fn can_be_files(index: &Index, renaming: &Renaming) -> Result<(), String> {
    for (old, new) in &renaming.files {
        let name = new.rsplit('/').next().unwrap_or(new);
        names::judge(name).map_err(|why| format!("no file can be called so: {why}"))?;
        let is_it = |path: &&str| path != old && names::folded(path) == names::folded(new);
        if let Some(other) = index.paths().find(is_it) {
            return Err(format!("on other systems `{name}` and {other} are one file"));
        }
    }
    Ok(())
}

/// The errors that the game or its scenarios would have after a renaming and do not have now; `None`: there are none.
///
/// # Errors
///
/// No game is open there.
fn new_errors(
    workspace: &mut Workspace,
    path: &Path,
    renaming: &Renaming,
    new: &str,
) -> Result<Option<Vec<Problem>>, (ErrorCode, String)> {
    let (unit, game) = workspace.home(path).ok_or_else(|| failed("nothing of a game is open there"))?;
    let mut open: BTreeMap<_, _> = workspace.open_around(unit);
    let as_it_is = open.clone();
    for (name, places) in &renaming.places {
        let Some(text) = open.get(name).cloned().or_else(|| workspace.text(unit, name)) else { continue };
        open.insert(name.clone(), rename::applied(&text, places, new).into());
    }
    let mut gone = Vec::new();
    for (old, other) in &renaming.files {
        if let Some(text) = open.remove(old).or_else(|| workspace.text(unit, old)) {
            open.insert(other.clone(), text);
        }
        gone.push(old.clone());
    }
    let after = workspace.unit_mut(unit).problems_with(&game, &open, &gone);
    let errors = |found: &Problems| -> Vec<Problem> {
        found.list().iter().filter(|problem| problem.severity == Severity::Error).cloned().collect()
    };
    let mut after = errors(&after);
    if after.is_empty() {
        return Ok(None);
    }
    let before = errors(&workspace.unit_mut(unit).problems_with(&game, &as_it_is, &[]));
    let (n_before, n_after) = (before.len(), after.len());
    after.retain(|problem| !before.iter().any(|old| old.key == problem.key && old.message == problem.message));
    Ok((!after.is_empty() && n_after > n_before).then_some(after))
}

fn actions(workspace: &mut Workspace, asked: CodeActionParams) -> RequestResult {
    let uri = asked.text_document.uri.clone();
    let open = positions::path(&uri).and_then(|path| workspace.home(&path)).map(|(at, _)| workspace.open_of(at));
    let Some(file) = file(workspace, &uri) else { return Ok(Value::Null) };
    let lines = asked.range.start.line..=asked.range.end.line;
    // Some editors send no findings with the request.
    let mut asked_of = asked.context.diagnostics;
    for problem in found_in(&file, &open.unwrap_or_default()).list() {
        let own = diagnostic(problem, &file.text);
        let is_there = |d: &Diagnostic| d.range.start == own.range.start && d.message == own.message;
        if lines.contains(&own.range.start.line) && !asked_of.iter().any(is_there) {
            asked_of.push(own);
        }
    }
    let mut found: Vec<CodeActionOrCommand> = Vec::new();
    for diagnostic in asked_of {
        let (line, column) = positions::place(&file.text, diagnostic.range.start);
        let (message, help) = diagnostic.message.split_once("\nhelp: ").unwrap_or((&diagnostic.message, ""));
        for fix in quick_fix::fixes(message, help, &file.text, line, column) {
            let range = positions::range(&file.text, fix.line, fix.column, fix.length);
            // A fix that replaces a whole line takes the end of the line, too.
            let line_length = file.text.lines().nth(fix.line as usize - 1).map_or(0, |line| line.chars().count());
            let is_whole = fix.column as usize + fix.length as usize > line_length + 1 && fix.length > 0;
            let end = if is_whole { Position::new(range.start.line + 1, 0) } else { range.end };
            let edit = TextEdit::new(Range::new(range.start, end), fix.text);
            // The protocol has two forms for changes; every editor reads this map.
            #[allow(clippy::mutable_key_type)] // the type of the protocol
            let changes = HashMap::from([(uri.clone(), vec![edit])]);
            found.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
                is_preferred: Some(fix.is_only),
                ..CodeAction::default()
            }));
        }
    }
    Ok(json!(found))
}

/// Findings in an open file, without playing.
fn found_in(file: &File, open: &BTreeMap<String, std::sync::Arc<str>>) -> Problems {
    let mut found = match file.kind {
        kind if kind.is_stated() => {
            let game = file.unit.game(&file.name, &file.text).unwrap_or_default();
            let (files, engine) = (file.unit.files_with(open), file.state.engine.as_ref());
            scenarios::judged(file.unit, &files, &game, engine, &file.name, &file.text)
        }
        _ => file.state.problems.clone(),
    };
    found.retain(|problem| *problem.span.file == *file.name);
    found
}

fn lenses(workspace: &mut Workspace, asked: CodeLensParams) -> RequestResult {
    let uri = asked.text_document.uri.clone();
    let Some(file) = file(workspace, &uri) else { return Ok(Value::Null) };
    let title = match (file.kind, card_of(&file.name)) {
        (FileKind::Scenario, _) => "run".into(),
        (_, Some(card)) => match file.state.index.scenarios_of(card).len() {
            0 => "no scenario".into(),
            1 => "1 scenario · run".into(),
            n => format!("{n} scenarios · run"),
        },
        _ => return Ok(json!([])),
    };
    let command = if title == "no scenario" { String::new() } else { RUN.to_string() };
    let command = Command { title, command, arguments: Some(vec![json!(uri)]) };
    let range = Range::new(Position::new(0, 0), Position::new(0, 0));
    Ok(json!([CodeLens { range, command: Some(command), data: None }]))
}

#[allow(deprecated)] // a field of the protocol's type that has no default
fn symbols(workspace: &mut Workspace, asked: DocumentSymbolParams) -> RequestResult {
    let uri = asked.text_document.uri.clone();
    let Some(file) = file(workspace, &uri) else { return Ok(Value::Null) };
    let symbol = |entry: outline::OutlineEntry| SymbolInformation {
        kind: places::symbol_kind(entry.kind),
        name: entry.name,
        tags: None,
        deprecated: None,
        location: Location::new(uri.clone(), positions::range_of(&file.text, &entry.at)),
        container_name: Some(entry.of),
    };
    let entries = outline::of(&file.state.index, file.kind, &file.name, &file.text);
    Ok(json!(entries.into_iter().map(symbol).collect::<Vec<_>>()))
}

/// The text of a built-in file, which the editor asks for after it was led to a place there.
fn text_of_built_in(params: &Value) -> RequestResult {
    let name = params["uri"].as_str().and_then(positions::built_in);
    let text = name.and_then(|name| Files::built_in().texts.get(&name).cloned());
    text.map(|text| json!({ "text": &*text })).ok_or_else(|| failed("there is no such file in the program"))
}
