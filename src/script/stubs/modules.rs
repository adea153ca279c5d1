//! The stub of a module: each function and value that its file puts into the table that it returns, with its remarks.

/// The stub of a module of this name, from the text of its file. A reader that has the file learns more from it, one in
/// a folder without it learns what there is to call.
pub(super) fn stub(module: &str, text: &str) -> String {
    let mut out = format!("--- Functions of {module}.lua.\n{module} = {{}}\n");
    let own = returned(text).unwrap_or(module);
    let mut remarks: Vec<&str> = Vec::new();
    for line in text.lines() {
        if line.starts_with("--") {
            remarks.push(line);
            continue;
        }
        if let Some(declared) = declared(own, line) {
            out.push('\n');
            remarks.iter().for_each(|remark| out += &format!("{remark}\n"));
            out += &match declared {
                Declared::Function(name, takes) => format!("function {module}.{name}{takes} end\n"),
                Declared::Value(name) => format!("{module}.{name} = nil\n"),
            };
        }
        remarks.clear();
    }
    out
}

/// The member that a line puts into a table.
enum Declared<'l> {
    Function(&'l str, &'l str),
    Value(&'l str),
}

/// The table that a file returns, by its name there.
fn returned(text: &str) -> Option<&str> {
    let line = text.lines().rev().find_map(|line| line.strip_prefix("return "))?;
    let name = line.split("--").next().unwrap_or("").trim();
    is_name(name).then_some(name)
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn declared<'l>(table: &str, line: &'l str) -> Option<Declared<'l>> {
    let member = |text: &'l str| text.strip_prefix(table)?.strip_prefix('.');
    if let Some(rest) = line.strip_prefix("function ").and_then(member) {
        let (name, rest) = rest.split_at(rest.find('(')?);
        let takes = &rest[..=rest.find(')')?];
        return is_name(name.trim()).then_some(Declared::Function(name.trim(), takes));
    }
    let (name, value) = member(line)?.split_once('=')?;
    let name = name.trim();
    let takes = value.trim_start().strip_prefix("function").map(str::trim_start);
    match takes.and_then(|takes| Some(&takes[..=takes.find(')')?])) {
        _ if !is_name(name) || value.starts_with('=') => None,
        Some(takes) => Some(Declared::Function(name, takes)),
        None => Some(Declared::Value(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::stub;

    #[test]
    fn all_that_a_module_returns_is_in_its_stub() {
        let text = "--- The stage.\n\nlocal s = {}\n\n--- Numbers.\ns.stats = { 1 }\n\nlocal function own(x) return x end\n\n\
                    --- Discards `n` cards.\n---@param n integer\nfunction s.discard(player, n)\n  s.x = n\nend\n\n\
                    s.last = function (filter)\nend\n\nreturn s\n";
        let expected = "--- Functions of stage.lua.\nstage = {}\n\n--- Numbers.\nstage.stats = nil\n\n--- Discards `n` cards.\n\
                        ---@param n integer\nfunction stage.discard(player, n) end\n\nfunction stage.last(filter) end\n";
        assert_eq!(stub("stage", text), expected);
    }
}
