--- Settings for Neovim 0.11 and later: put this file into lsp/ of its configuration, and call vim.lsp.enable("intermezzo").

return {
  cmd = { "intermezzo", "lsp" },
  filetypes = { "yaml", "lua", "fluent" },
  -- A folder with a pack, with games, or with packs that were added to it.
  root_markers = { "pack.yaml", "packs.lock", "cards" },
  single_file_support = false,
}
