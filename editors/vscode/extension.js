// Extension: starts the language server of Intermezzo for YAML, Lua and Fluent, and shows files that lie in the program.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function started() {
  const settings = vscode.workspace.getConfiguration("intermezzo");
  const packs = settings.get("packs").flatMap((pack) => ["--pack", pack]);
  const server = { command: settings.get("program"), args: [...packs, "lsp"] };
  const languages = ["yaml", "lua"].map((language) => ({ scheme: "file", language }));
  // No language of the editor itself has these files.
  const selector = [...languages, { scheme: "file", pattern: "**/locale/**/*.ftl" }];
  return new LanguageClient("intermezzo", "Intermezzo", server, {
    documentSelector: selector,
    // A hover shows the face of a card.
    initializationOptions: { images: true },
  });
}

async function activate(context) {
  client = started();
  // What a game in the program declares is shown, and cannot be edited.
  const provider = {
    async provideTextDocumentContent(uri) {
      const answer = await client.sendRequest("intermezzo/text", { uri: uri.toString() });
      return answer.text;
    },
  };
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider("intermezzo", provider));
  const restart = async () => {
    await client.stop();
    client = started();
    await client.start();
  };
  context.subscriptions.push(vscode.commands.registerCommand("intermezzo.restart", restart));
  await client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
