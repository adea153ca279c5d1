fn main() {
    let paths: Vec<std::path::PathBuf> = std::env::args().skip(1).map(Into::into).collect();
    let t = std::time::Instant::now();
    let r = intermezzo::scenario::run_paths(&paths, Some(std::path::Path::new(".")), std::env::var("ACCEPT").is_ok()).unwrap();
    for s in r.scenarios.iter().filter(|s| !s.ok) { println!("FAIL {}\n     {}", s.path.replace("tests/scenarios/cardland/", ""), s.message.lines().take(60).collect::<Vec<_>>().join("\n     ")); }
    println!("{} scenarios, {} failed, {:?}", r.scenarios.len(), r.failed(), t.elapsed());
}
