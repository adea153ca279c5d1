fn main() {
    let files = intermezzo::catalog::Files::with_root(Some(std::path::Path::new("."))).unwrap();
    let t = std::time::Instant::now();
    match intermezzo::catalog::Catalog::load("cardland", &files) {
        Ok((c, p)) => { println!("{} defs {} abilities {:?}", c.rules.defs.len(), c.rules.abilities.len(), t.elapsed()); println!("{}", p.render_all()); }
        Err(p) => println!("{}", p.render_all()),
    }
}
