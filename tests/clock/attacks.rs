//! Attacks: each script in `tests/attacks` tries to harm the host, and must end as its first line says, within a second.
//!
//! ```text
//! -- expect: error|fuel|abort|refused|ok [: words of the message]
//! -- lint: off          load it past the source rules: the VM alone must hold
//! -- generate: NAME     the source is made by `generated`
//! ```
//!
//! Each runs in a child process, so that a crash or a hang is seen as one. After it, the same VM must still be sound; a
//! script that ends `ok` runs in two VMs and must return the same.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use intermezzo::script::sandbox::{FailureKind, Limits, Sandbox, ScriptError, source_faults};
use mlua::thread::ThreadStatus;
use mlua::{Function, Lua, MultiValue, Table, Thread, Value};

const SECOND: Duration = Duration::from_secs(1);
const KILLED_AFTER: Duration = Duration::from_secs(5);
const ATTACK: &str = "INTERMEZZO_ATTACK";

#[test]
fn attacks_end_as_they_say() {
    let _alone = crate::alone();
    let names = names();
    assert!(names.len() >= 64, "only {} attacks", names.len());
    let mut wrong = Vec::new();
    for name in &names {
        let source = attack_source(name);
        let expected = header(&source, "expect").unwrap_or_else(|| panic!("{name}: no `-- expect:` in the first line"));
        let (outcome, mut taken) = timed(name);
        // On a busy machine the least of three says how long it takes.
        for _ in 0..2 {
            if taken > SECOND {
                taken = taken.min(timed(name).1);
            }
        }
        println!("{:>6.1} ms  {name}: {outcome}", taken.as_secs_f64() * 1000.0);
        let (kind, words) = expected.split_once(": ").unwrap_or((expected, ""));
        let (got, message) = outcome.split_once(": ").unwrap_or((&outcome, ""));
        if got != kind || !message.contains(words) {
            wrong.push(format!("{name}: expected {expected}, got {outcome}"));
        }
        if taken > SECOND {
            wrong.push(format!("{name}: took {taken:?}"));
        }
        if outcome.contains("0x0") || outcome.contains("0x5") || outcome.contains("0x7") {
            wrong.push(format!("{name}: an address in {outcome}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How an attack ended, and after how long.
fn timed(name: &str) -> (String, Duration) {
    let started = Instant::now();
    let outcome = run_in_child(name);
    (outcome, started.elapsed())
}

/// The other half: does nothing unless the variable names an attack.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    println!("\nOUTCOME {}", run(&attack_source(&name), &name).replace('\n', "\\n"));
}

#[test]
fn bytecode_is_never_loaded() {
    let sandbox = sandbox();
    let bytecode = mlua::chunk::Compiler::new().compile("return 1").expect("compiles");
    let text = String::from_utf8_lossy(&bytecode);
    for source in [&*text, "\u{1b}Lua", "\u{1b}LuaQ\0\u{1}\u{4}", "\u{6}\u{3}\0", "\u{9}"] {
        assert!(sandbox.load("card.yaml", 1, 1, "", source).is_err() || source == "\u{9}");
    }
    assert!(sandbox.load_host("lib.lua", &text).is_err());
}

#[test]
fn errors_name_file_line_and_stack() {
    let sandbox = sandbox();
    let fails = |source: &str| -> ScriptError {
        sandbox.start_run();
        let chunk = sandbox.load("cards/hush.yaml", 12, 5, "local this, me = ...", source).expect("loads");
        let thread = sandbox.lua().create_thread(chunk).expect("a thread");
        sandbox.classify(&thread.resume::<()>((1, 2)).expect_err("fails"))
    };
    let error = fails("local x = 1\nlocal function f()\n  error('no such card')\nend\nf()\n");
    assert_eq!(error.to_string(), "cards/hush.yaml:14: no such card");
    assert_eq!(error.stack, ["cards/hush.yaml:14 in function 'f'", "cards/hush.yaml:16"]);
    assert_eq!(
        fails("\nlocal x = me .. nil").to_string(),
        "cards/hush.yaml:13: attempt to concatenate number with nil"
    );
    assert_eq!(fails("table.sort({ 1, 'a' })").line, 12);
    assert_eq!(fails("\n\nreturn ('x'):rep(1e9)").line, 14);
    assert_eq!(fails("\nwhile true do end").to_string(), "cards/hush.yaml:13: out of fuel: the script runs too long");
    assert_eq!(fails("return me.x.y").message, "attempt to index number with 'x'");
    let error = sandbox.load("cards/hush.yaml", 12, 5, "", "local x =\n1\nif x\nend").expect_err("no syntax");
    assert_eq!(error.to_string(), "cards/hush.yaml:15: `then` expected near `end`");
    let findings = source_faults("a.yaml", 10, "local n = 0\nlocal function f() n = n + 1 end\nx = 1\nreturn pcall(f)");
    let lines: Vec<(u32, u32)> = findings.iter().map(|finding| (finding.line, finding.column)).collect();
    assert_eq!(lines, [(11, 20), (12, 1), (13, 8)]);
}

#[test]
fn ordinary_scripts_run() {
    let sandbox = sandbox();
    for (source, expected) in [
        ("return 1 .. 2 .. 'x' .. tostring(nil)", "12xnil"),
        (
            "local t = { b = 1, a = 2, 10, 20 } local s = '' for k, v in pairs(t) do s = s .. k .. v end return s",
            "110220a2b1",
        ),
        ("return ('%3d|%-3s|%03d|%x'):format(5, 'a', 7, 255)", "  5|a  |007|ff"),
        ("local t = { 3, 1, 2 } table.sort(t) return table.concat(t, ',')", "1,2,3"),
        ("local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return table.concat(t, ',')", "3,2,1"),
        ("local a, b = ('k=v'):find('=') return a .. b .. tostring(('k=v'):find('w'))", "22nil"),
        ("local r = {} for _, v in ipairs({ 1, 2 }) do r[#r + 1] = v * 2 end return r[1] + r[2]", "6"),
        ("return select('#', unpack({ 1, 2, 3 })) .. #('ab' .. 'c'):upper()", "33"),
        ("return -2 .. '' .. (2 - 1 .. '')", "-21"),
        ("local t = {} t.a = 1 t.b = 2 t.c = 3 t.d = 4 t.e = 5 t.f = 6 return t.a + t.f", "7"),
    ] {
        sandbox.start_run();
        let result: Value = sandbox.load("card.yaml", 3, 1, "", source).expect(source).call(()).expect(source);
        assert_eq!(result.to_string().expect("shown"), expected, "{source}");
    }
}

/// The attacks by name, in order.
fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("tests/attacks")
        .filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("REPOSITORY")).join("tests/attacks")
}

fn attack_source(name: &str) -> String {
    let source = std::fs::read_to_string(folder().join(name).with_extension("lua")).expect("an attack");
    match header(&source, "generate") {
        Some(kind) => source.clone() + &generated(kind),
        None => source,
    }
}

fn header<'a>(source: &'a str, key: &str) -> Option<&'a str> {
    source.lines().take_while(|line| line.starts_with("--")).find_map(|line| {
        line.strip_prefix("-- ").and_then(|line| line.strip_prefix(key)).and_then(|line| line.strip_prefix(": "))
    })
}

/// Two texts that are told apart by their last byte.
const LONG: &str = "local a = ('x'):rep(16383) .. 'a' local b = ('x'):rep(16383) .. 'b' local x\n";
/// A table that is exactly full.
const GROWN: &str = "local t, n = {}, 0.5 for i = 1, 32767 do t[i + 0.5] = i end\n";

/// Sources too long or too deep to keep as files.
fn generated(kind: &str) -> String {
    let deep = |open: &str, middle: &str, close: &str, times: usize| {
        format!("return {}{middle}{}", open.repeat(times), close.repeat(times))
    };
    match kind {
        "parentheses" => deep("(", "1", ")", 10_000),
        "tables" => deep("{", "", "}", 10_000),
        "functions" => deep("function() return ", "1", " end", 2_500),
        "calls" => deep("f(", "", ")", 10_000),
        "not" => deep("not ", "1", "", 10_000),
        "minus" => deep("- ", "1", "", 10_000),
        "concat" => format!("return ''{}", "..''".repeat(10_000)),
        "sum" => format!("return 1{}", "+1".repeat(10_000)),
        "and" => format!("return 1{}", " and 1".repeat(5_000)),
        "fields" => format!("local a = {{}} return a{}", ".a".repeat(10_000)),
        "blocks" => format!("{}{}", "do ".repeat(8_000), "end ".repeat(8_000)),
        "elseif" => format!("if a then {} end", "elseif a then ".repeat(3_000)),
        "brackets" => deep("({a=", "1", "})", 5_000),
        "long" => format!("local x = '{}'", "x".repeat(200_000)),
        "targets" => format!("local t = {{}} t.a{} = 1", ",t.a".repeat(1_000)),
        "locals" => (0..300).map(|i| format!("local v{i} = tostring\n")).collect(),
        // Straight code that rehashes a table, or compares or joins long strings, without one loop or call.
        "rehash" => {
            // Exactly full, so that every new key in place of an old one rehashes all.
            let grow = "local t = {} for i = 1, 131072 do t[i + 0.5] = i end\n";
            let churn: String = (1..2300).map(|i| format!("t[{i}.5]=nil t[-{i}.5]=1 ")).collect();
            format!("{grow}while true do {churn} end")
        }
        "compare" => {
            format!("{LONG}while true do {} end", "x=a<b ".repeat(10_000))
        }
        "join" => {
            let long = "local a = ('x'):rep(8000) local x\n";
            format!("{long}while true do {} end", "x=a..a ".repeat(9_000))
        }
        "number" => {
            let number = "local a = '2.2250738585072011e-308' local x\n";
            format!("{number}while true do {} end", "x=a+a ".repeat(10_000))
        }
        "minuses" => {
            format!("local a = '2.2250738585072011e-308' local x\nwhile true do {} end", "x=-a ".repeat(12_000))
        }
        "for_number" => {
            let number = "local a = '2.2250738585072011e-308'\n";
            format!("{number}while true do {} end", "for _=a,a,a do break end ".repeat(2_500))
        }
        "inlined" => format!("local x\nwhile true do {} end", "x=type(1) ".repeat(6_000)),
        "statements" => format!("local x\nwhile true do {} end", "x=1 ".repeat(16_000)),
        // What stands where no statement follows it.
        "returned" => {
            let sum = format!("({})", ["(a<b)"; 90].join("=="));
            format!("{LONG}local function f() return {} end\nwhile true do f() end", vec![sum; 60].join(","))
        }
        "asked" => format!("{LONG}while not ({}) do end", vec!["a>b"; 190].join(" or ")),
        "until" => format!("{LONG}repeat local c until {}", vec!["a>b"; 190].join(" or ")),
        "text" => format!("local a = '{}'", "x".repeat(16_385)),
        // Each nothing that is written into a table may make the next write build it anew.
        "nothing" => format!("{GROWN}while true do {} end", "t[n]=nil t[-n]=1 n=n+1 ".repeat(2_000)),
        "nothing_named" => {
            format!(
                "{GROWN}local none, f = nil, function() end while true do {} end",
                "t[n]=none t[-n]=f() n=n+1 ".repeat(2_000)
            )
        }
        "nothing_several" => {
            format!("{GROWN}while true do {} end", "t[n],t[-n],n=nil,1,n+1 t[n+0.25],t[-n]=1 ".repeat(1_000))
        }
        "coerce" => {
            let long = "local a = ('1'):rep(64) local x\n";
            format!("{long}while true do {} end", "x=a+1 ".repeat(10_000))
        }
        other => panic!("unknown generator {other}"),
    }
}

fn run_in_child(name: &str) -> String {
    let binary = std::env::current_exe().expect("the test binary");
    let mut child = Command::new(binary)
        .args(["attacks::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(ATTACK, name)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child process");
    let started = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if started.elapsed() > KILLED_AFTER {
            child.kill().expect("killed");
            return "hang".to_owned();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("output");
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().find_map(|line| line.strip_prefix("OUTCOME ")) {
        Some(outcome) if output.status.success() => outcome.to_owned(),
        _ => format!("crash ({}): {}", output.status, String::from_utf8_lossy(&output.stderr)),
    }
}

fn run(source: &str, name: &str) -> String {
    let first = run_once(source, name);
    if first.starts_with("ok") && run_once(source, name) != first {
        return format!("differs from one VM to the next: {first}");
    }
    first
}

fn run_once(source: &str, name: &str) -> String {
    let sandbox = sandbox();
    let loaded = match header(source, "lint") {
        Some("off") => sandbox.load_host(name, source),
        _ => sandbox.load(name, 1, 1, "", source),
    };
    let function = match loaded {
        Ok(function) => function,
        Err(error) => return format!("refused: {error}"),
    };
    for _ in 0..2 {
        sandbox.start_run();
        let thread = sandbox.lua().create_thread(function.clone()).expect("a thread");
        let mut result = thread.resume::<MultiValue>(());
        for _ in 0..3 {
            if result.is_ok() && thread.status() == ThreadStatus::Resumable {
                result = thread.resume::<MultiValue>("answer");
            }
        }
        match result {
            Err(error) => return failed(&sandbox, &sandbox.classify(&error)),
            Ok(values) => {
                if let Err(error) = is_sound(&sandbox) {
                    return format!("damaged: {error}");
                }
                if let Some(Value::String(text)) = values.front() {
                    return format!("ok: {}", text.to_string_lossy());
                }
            }
        }
    }
    "ok".to_owned()
}

fn failed(sandbox: &Sandbox, error: &ScriptError) -> String {
    let kind = match error.kind {
        FailureKind::Error => "error",
        FailureKind::Fuel => "fuel",
        FailureKind::Crowded => "crowded",
        // The VM is thrown away.
        FailureKind::Abort => return format!("abort: {error}"),
    };
    match is_sound(sandbox) {
        Ok(()) => format!("{kind}: {error}"),
        Err(damage) => format!("damaged: {damage}"),
    }
}

/// True if the next script finds the sandbox intact.
fn is_sound(sandbox: &Sandbox) -> Result<(), ScriptError> {
    const CANARY: &str = "
        assert(leak == nil and ('ab'):rep(2) == 'abab' and string.upper('a') == 'A' and tostring({}) == 'table')
        assert(deck.owner == 'b' and #deck.cards == 3 and deck.cards[1] == 1 and #host.list == 0)
        local sum = 0
        for _, n in pairs({ 1, 2, a = 3 }) do sum = sum + n end
        assert(sum == 6 and math.max(1, 2) == 2 and select('#', unpack({ 1, 2 })) == 2)";
    sandbox.start_run();
    let run = sandbox.load("canary", 1, 1, "", CANARY)?;
    run.call::<()>(()).map_err(|error| sandbox.classify(&error))
}

/// A sandbox with a small host: callbacks, metatables over a script's functions, a nested coroutine, another's data.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(Limits::default()).expect("a sandbox");
    register(&sandbox).expect("a host");
    sandbox.lock().expect("locked");
    sandbox
}

fn register(sandbox: &Sandbox) -> mlua::Result<()> {
    let lua = sandbox.lua();
    let host = lua.create_table()?;
    host.set("call", lua.create_function(|_, (f, x): (Function, Value)| f.call::<Value>(x))?)?;
    host.set("swallow", lua.create_function(|_, f: Function| Ok(f.call::<Value>(()).is_ok()))?)?;
    host.set("spawn", lua.create_function(spawn)?)?;
    host.set("over", lua.create_function(over)?)?;
    host.set("object", lua.create_any_userdata(7_u8)?)?;
    host.set("list", lua.create_table()?)?;
    let globals = lua.globals();
    globals.set("host", host)?;
    globals.set("deck", lua.load("return { owner = 'b', cards = { 1, 2, 3 } }").eval::<Table>()?)?;
    // A host function that waits for an answer is a Lua wrapper around the only primitive that yields.
    let wrapper = "local yield = ...  return function(question) return yield(question) end";
    let wrapper = sandbox.load_host("lib/ask.lua", wrapper).map_err(mlua::Error::external)?;
    globals.set("ask", wrapper.call::<Function>(sandbox.yield_function())?)
}

fn spawn(lua: &Lua, f: Function) -> mlua::Result<Value> {
    let thread: Thread = lua.create_thread(f)?;
    thread.resume::<Value>(())
}

/// A table whose every metamethod is the script's function.
fn over(lua: &Lua, f: Function) -> mlua::Result<Table> {
    let meta = lua.create_table()?;
    for name in ["__index", "__newindex", "__tostring", "__lt", "__le", "__eq", "__concat", "__len", "__call", "__add"]
    {
        meta.set(name, &f)?;
    }
    let table = lua.create_table()?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}
