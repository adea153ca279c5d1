//! Places: answers about what an editor shows beside a text: signatures, highlights, folds, and names of the workspace.

use lsp_types::*;
use serde_json::{Value, json};

use super::answers::{RequestResult, file};
use super::positions;
use super::workspace::{File, Workspace};
use crate::editor::index::At;
use crate::editor::kinds::ObjectKind;
use crate::editor::local_names::{self, LocalName};
use crate::editor::{FileKind, folding, signature, workspace_names};
use crate::layout;

/// The local variable whose name stands at a position in a script.
pub fn local(file: &File, position: Position) -> Option<LocalName> {
    let at = positions::offset(&file.text, position);
    let known = file.known(at, positions::place(&file.text, position));
    local_names::at(&known, file.kind, &file.text, at)
}

/// The signature of the function call in whose brackets the cursor stands.
pub fn signature(workspace: &mut Workspace, asked: SignatureHelpParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position_params;
    let Some(file) = file(workspace, &text_document.uri) else { return Ok(Value::Null) };
    let at = positions::offset(&file.text, position);
    let known = file.known(at, positions::place(&file.text, position));
    let Some(found) = signature::at(&known, file.kind, &file.text, at) else { return Ok(Value::Null) };
    let units = |end: usize| found.label[..end].encode_utf16().count() as u32;
    let parameter = |range: &std::ops::Range<usize>| ParameterInformation {
        label: ParameterLabel::LabelOffsets([units(range.start), units(range.end)]),
        documentation: None,
    };
    let doc = MarkupContent { kind: MarkupKind::Markdown, value: found.doc.clone() };
    let active_parameter = Some(found.active as u32);
    let one = SignatureInformation {
        label: found.label.clone(),
        documentation: (!doc.value.is_empty()).then_some(Documentation::MarkupContent(doc)),
        parameters: Some(found.parameters.iter().map(parameter).collect()),
        active_parameter,
    };
    Ok(json!(SignatureHelp { signatures: vec![one], active_signature: Some(0), active_parameter }))
}

/// All places in the file at which the name at the cursor stands.
pub fn highlights(workspace: &mut Workspace, asked: DocumentHighlightParams) -> RequestResult {
    let TextDocumentPositionParams { text_document, position } = asked.text_document_position_params;
    let Some(file) = file(workspace, &text_document.uri) else { return Ok(Value::Null) };
    let of = |range: Range, is_declared: bool| DocumentHighlight {
        range,
        kind: Some(if is_declared { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    if let Some(local) = local(&file, position) {
        let places = local.places().zip(0..).map(|(range, n)| of(positions::bytes(&file.text, range), n == 0));
        return Ok(json!(places.collect::<Vec<_>>()));
    }
    let (index, (line, column)) = (&file.state.index, positions::place(&file.text, position));
    let Some(meant) = index.meant(&file.name, line, column) else { return Ok(Value::Null) };
    let declared = index.declared(&meant);
    let meant = declared.first().map_or(meant.clone(), |(kind, _)| meant.with_kind(*kind));
    let is_declared = |at: &At| declared.iter().any(|(_, known)| known == at);
    let mut places: Vec<At> = index.uses(&meant).into_iter().filter(|at| at.path == file.name).collect();
    places.sort();
    places.dedup();
    let places = places.iter().map(|at| of(positions::range_of(&file.text, at), is_declared(at)));
    Ok(json!(places.collect::<Vec<_>>()))
}

/// The parts of a file that may be folded.
pub fn folds(workspace: &mut Workspace, asked: FoldingRangeParams) -> RequestResult {
    let Some(file) = file(workspace, &asked.text_document.uri) else { return Ok(Value::Null) };
    let comment = if file.kind == FileKind::Lua { "--" } else { "#" };
    let fold = |fold: folding::Fold| FoldingRange {
        start_line: fold.first,
        end_line: fold.last,
        kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
        ..FoldingRange::default()
    };
    Ok(json!(folding::of(&file.text, comment).into_iter().map(fold).collect::<Vec<_>>()))
}

/// The edits that give a file of YAML its layout; null for other files, and where it cannot be laid out.
pub fn formatting(workspace: &mut Workspace, asked: DocumentFormattingParams) -> RequestResult {
    let Some(file) = file(workspace, &asked.text_document.uri) else { return Ok(Value::Null) };
    if matches!(file.kind, FileKind::Lua | FileKind::Fluent) {
        return Ok(Value::Null);
    }
    let Ok(new) = layout::laid_out(&file.text) else { return Ok(Value::Null) };
    let diff = similar::TextDiff::from_lines(&*file.text, new.as_str());
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (file.text.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    // The edit ends at the beginning of a next line; behind the last line it ends with the text.
    let last = positions::position(&file.text, file.text.len());
    let start_of = |line: usize| if line < old_lines.len() { Position::new(line as u32, 0) } else { last };
    let edit = |op: &similar::DiffOp| {
        let (old, new) = (op.old_range(), op.new_range());
        TextEdit::new(Range::new(start_of(old.start), start_of(old.end)), new_lines[new].concat())
    };
    let changed = diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal);
    Ok(json!(changed.map(edit).collect::<Vec<_>>()))
}

/// The declared names that match a query, in all games and packs of the open files.
#[allow(deprecated)] // a field of the protocol's type that has no default
pub fn symbols(workspace: &mut Workspace, asked: WorkspaceSymbolParams) -> RequestResult {
    workspace.read_open();
    let mut found: Vec<SymbolInformation> = Vec::new();
    for (unit, game, state) in workspace.states() {
        for (kind, name, at) in workspace_names::found(&state.index, &asked.query) {
            let uri =
                unit.path(&at.path).map_or_else(|| positions::uri_of_built_in(&at.path), |path| positions::uri(&path));
            let Some(uri) = uri else { continue };
            let text = state.index.text(&at.path).map_or("", |text| text);
            found.push(SymbolInformation {
                name,
                kind: symbol_kind(kind),
                tags: None,
                deprecated: None,
                location: Location::new(uri, positions::range_of(text, &at)),
                container_name: Some(format!("{} of {game}", kind.words())),
            });
        }
    }
    Ok(json!(found))
}

/// The kind of symbol in the protocol that is nearest to a kind of named thing.
pub fn symbol_kind(kind: ObjectKind) -> SymbolKind {
    match kind {
        ObjectKind::Step | ObjectKind::Function => SymbolKind::FUNCTION,
        ObjectKind::Event => SymbolKind::EVENT,
        ObjectKind::Card => SymbolKind::CLASS,
        ObjectKind::Module => SymbolKind::MODULE,
        ObjectKind::Type | ObjectKind::Record => SymbolKind::STRUCT,
        ObjectKind::Field => SymbolKind::FIELD,
        ObjectKind::Ability | ObjectKind::CardAbility => SymbolKind::METHOD,
        ObjectKind::Word | ObjectKind::Status => SymbolKind::ENUM_MEMBER,
        _ => SymbolKind::OBJECT,
    }
}
