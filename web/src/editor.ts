// The editor of a file: CodeMirror over our language server. It lies in a shadow root, to which it can add its styles
// as objects. The policy of the page allows that, and forbids style elements.

import { closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { StreamLanguage, bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { setDiagnostics } from '@codemirror/lint';
import { LSPClient, type LSPClientExtension, LSPPlugin, hoverTooltips, jumpToDefinitionKeymap, serverCompletion, serverDiagnostics } from '@codemirror/lsp-client';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';

export interface Finding {
  path: string;
  line: number;
  column: number;
  severity: 'error' | 'warning' | 'hint';
  message: string;
  help: string | null;
}

/// An image that is part of the text, as the face of a card: nothing is fetched for it, and an image runs nothing.
const isInside = (element: Element) => element.tagName === 'IMG' && (element.getAttribute('src') ?? '').startsWith('data:image/svg+xml;base64,');

const KEPT = new Set(['P', 'UL', 'OL', 'LI', 'CODE', 'PRE', 'STRONG', 'EM', 'B', 'I', 'BR', 'HR', 'H1', 'H2', 'H3', 'H4', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TD', 'TH', 'BLOCKQUOTE', 'SPAN', 'DIV']);

/// Help as HTML with plain elements only: names and texts in it may come from packs of strangers.
export function plain(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...page.body.querySelectorAll('*')]) {
    if (!KEPT.has(element.tagName) && !isInside(element)) element.replaceWith(page.createTextNode(element.textContent ?? ''));
    else for (const { name } of [...element.attributes]) if (!isInside(element) || !['src', 'alt'].includes(name)) element.removeAttribute(name);
  }
  return page.body.innerHTML;
}

interface Published {
  uri: string;
  diagnostics: { range: { end: { line: number } } }[];
}

/// A finding whose place is not in the file, such as one of another file of the game, is not marked in this one.
const ownFindings: LSPClientExtension = {
  notificationHandlers: {
    'textDocument/publishDiagnostics': (client, params: Published) => {
      const lines = client.workspace.getFile(params.uri)?.doc.lines ?? 0;
      params.diagnostics = params.diagnostics.filter(({ range }) => range.end.line < lines);
      // Who marks them hears of them next.
      return false;
    },
  },
};

/// What is typed over a selection. Browsers keep the look of what was there in `style`, which the policy of the page forbids.
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection;
    if (event.inputType !== 'insertText' || event.data === null || main.empty || ranges.length > 1 || view.composing) return false;
    const text = event.data;
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    if (!view.state.facet(EditorView.inputHandler).some((handles) => handles(view, main.from, main.to, text, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

/// A connection to the language server, available once the server has answered.
export function language(key: string): LSPClient {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/api/bench/language`);
  const handlers = new Set<(text: string) => void>();
  const client = new LSPClient({
    rootUri: 'file:///',
    initializationOptions: { images: true },
    sanitizeHTML: plain,
    extensions: [serverCompletion(), hoverTooltips(), ownFindings, serverDiagnostics()],
  });
  socket.onopen = () => {
    socket.send(JSON.stringify({ key }));
    client.connect({
      send: (text) => socket.send(text),
      subscribe: (handler) => void handlers.add(handler),
      unsubscribe: (handler) => void handlers.delete(handler),
    });
  };
  socket.onmessage = (event) => handlers.forEach((handler) => handler(event.data as string));
  socket.onclose = () => client.disconnect();
  return client;
}

function languageOf(path: string) {
  if (path.endsWith('.yaml')) return { id: 'yaml', extension: yaml() };
  if (path.endsWith('.lua')) return { id: 'lua', extension: StreamLanguage.define(lua) };
  return { id: 'plaintext', extension: [] };
}

/// An editor with a file in it.
export function edit(host: HTMLElement, path: string, text: string, told: { changed: () => void; save: () => void }, client: LSPClient | null): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const { id, extension } = languageOf(path);
  const save = { key: 'Mod-s', run: () => (told.save(), true), preventDefault: true };
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      typedOver,
      highlightActiveLine(),
      highlightSelectionMatches(),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      extension,
      // After Escape the next Tab leaves the editor, so that a person without a mouse can get out.
      keymap.of([save, ...jumpToDefinitionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ 'aria-label': path }),
      EditorView.updateListener.of((update) => update.docChanged && told.changed()),
      EditorView.theme({
        '&': { height: '100%', fontSize: '14px', backgroundColor: '#fdfbf5', color: '#25231e' },
        '.cm-scroller': { overflow: 'auto', fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace" },
        '.cm-gutters': { backgroundColor: '#f1ecdf', color: '#5f5a4d', border: 'none' },
      }),
      client ? LSPPlugin.create(client, `file:///${path}`, id) : [],
    ],
  });
  return new EditorView({ state, parent: root, root: root as ShadowRoot });
}

/// Shows what a check found in the file.
export function mark(view: EditorView, findings: Finding[]) {
  const { doc } = view.state;
  const place = ({ line, column }: Finding) => {
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
    const word = /^[\w-]+/.exec(doc.sliceString(from, at.to));
    return { from, to: from + (word?.[0].length ?? 0) };
  };
  const diagnostics = findings.map((found) => ({
    ...place(found),
    severity: found.severity,
    message: found.help ? `${found.message} (${found.help})` : found.message,
  }));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/// Goes to a line.
export function goTo(view: EditorView, line: number) {
  const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
  view.focus();
}
