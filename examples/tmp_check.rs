use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::{Engine, Start, Table, bots::Random};
use std::sync::Arc;
fn main() {
    let files = Files::with_root(Some(std::path::Path::new("."))).unwrap();
    let (c, p) = match Catalog::load("cardland", &files) { Ok(x) => x, Err(p) => { println!("{}", p.render_all()); return } };
    println!("{}", p.render_all());
    let engine = match Engine::new(Arc::new(c)) { Ok(e) => e, Err(es) => { for e in es { println!("{e}"); } return } };
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let show = std::env::args().nth(2).is_some();
    let decks: Vec<_> = engine.catalog.decks.values().cloned().collect();
    let t = std::time::Instant::now();
    let mut total = 0u64; let mut outcomes = std::collections::BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..n {
        let d = vec![decks[(seed % 4) as usize].clone(), decks[((seed / 4) % 4) as usize].clone()];
        let mut table = Table::start(&engine, Start { seed, decks: d, options: vec![] }).unwrap();
        if !show { table.forget_log(); }
        let mut bot = Random::new(seed);
        while !table.is_over() {
            let Some(d) = table.decisions().first().cloned() else { println!("no decision, not over"); break };
            let a = bot.answer(table.world(), &d);
            if let Err(e) = table.submit(d.seat, a.clone()) { println!("seed {seed}: refused {e}: {d:?} {a:?}"); break; }
            total += 1;
        }
        if let Err(e) = table.world().conserved() { println!("seed {seed}: {e}"); }
        for f in table.fault_errors() { if seen.insert((f.what.clone(), f.error.message.clone())) { println!("seed {seed}: {} {} {:?}", f.what, f.error, f.error.stack); } }
        *outcomes.entry(format!("{:?}", table.outcome())).or_insert(0) += 1;
        if show { println!("{}", table.world().transcript(intermezzo::kernel::show::Reader { names: table.names(), eyes: None })); }
        if n == 1 { println!("{}", table.log_hash()); }
    }
    println!("{n} games {total} decisions {:?} {:.0}/s {:?}", t.elapsed(), total as f64 / t.elapsed().as_secs_f64(), outcomes);
}
