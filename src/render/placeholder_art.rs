//! Placeholder art: the ornament in the place of a missing picture: a scene in the colours of the card's tint, and a
//! symbol on it. Its chance comes from the card's id, so a card always gets the same.

use super::colour::Colour;
use super::svg::{Svg, n};

/// A random generator with a seed (xorshift): equal seeds give equal numbers.
struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.next()
    }
}

/// The scenes; for a card whose look names none, a hash of its id chooses one.
const SCENES: [&str; 9] = ["rays", "hills", "waves", "shards", "bloom", "night", "city", "rings", "grid"];

/// The colours of a scene.
struct Palette {
    deep: Colour,
    mid: Colour,
    light: Colour,
    glow: Colour,
}

/// Draws a scene, and the symbol `emblem` on it, into a rectangle. `seed` comes from the card's id; `clip` is the id of
/// the clipping path of the rectangle.
pub fn draw(
    svg: &mut Svg,
    rect: [f64; 4],
    scene: Option<&str>,
    seed: u64,
    tint: Colour,
    emblem: Option<&str>,
    clip: &str,
) {
    let [x, y, w, h] = rect;
    let black = Colour { rgb: [10, 10, 18] };
    // A scene uses the neighbouring colours of the tint on the colour wheel.
    let turned = Colour { rgb: [tint.rgb[2], tint.rgb[0], tint.rgb[1]] };
    let palette = Palette {
        deep: tint.mixed(black, 0.62),
        mid: tint.mixed(turned, 0.12),
        light: tint.mixed(Colour::WHITE, 0.45),
        glow: tint.mixed(Colour { rgb: [255, 240, 200] }, 0.78),
    };
    let mut chance = Xorshift(seed | 1);
    // The first numbers of a small seed are small, so four are skipped.
    for _ in 0..4 {
        chance.next();
    }
    let scene = scene.unwrap_or(SCENES[(seed % SCENES.len() as u64) as usize]);
    svg.add(&format!("<g clip-path=\"url(#{clip})\">\n"));
    svg.rect(rect, 0.0, &format!("fill=\"{}\"", palette.mid));
    match scene {
        "rays" => rays(svg, rect, &mut chance, &palette),
        "hills" => hills(svg, rect, &mut chance, &palette, false),
        "waves" => waves(svg, rect, &mut chance, &palette),
        "shards" => shards(svg, rect, &mut chance, &palette),
        "bloom" => bloom(svg, rect, &mut chance, &palette),
        "night" => night(svg, rect, &mut chance, &palette),
        "city" => city(svg, rect, &mut chance, &palette),
        "rings" => rings(svg, rect, &mut chance, &palette),
        "grid" => grid(svg, rect, &mut chance, &palette),
        _ => {}
    }
    if let Some(path) = emblem {
        let size = w.min(h) * 0.62;
        let (left, top) = (x + (w - size) / 2.0, y + (h - size) / 2.0);
        let scale = size / 24.0;
        let at = |dx: f64| format!("transform=\"translate({} {}) scale({})\"", n(left + dx), n(top + dx), n4(scale));
        let shade =
            format!("{} fill=\"{}\" fill-opacity=\"0.55\" fill-rule=\"evenodd\"", at(size * 0.03), palette.deep);
        svg.path(path, &shade);
        let line = "stroke-linejoin=\"round\" stroke-width=\"0.5\"";
        let front =
            format!("{} fill=\"{}\" stroke=\"{}\" {line} fill-rule=\"evenodd\"", at(0.0), palette.glow, palette.deep);
        svg.path(path, &front);
    }
    svg.add("</g>\n");
}

/// Writes the scale of a transformation with four digits behind the point.
pub fn n4(scale: f64) -> String {
    format!("{scale:.4}")
}

fn fill(colour: Colour, opacity: f64) -> String {
    format!("fill=\"{colour}\" fill-opacity=\"{}\"", n(opacity))
}

fn rays(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    let (cx, cy) = (x + w * chance.between(0.35, 0.65), y + h * chance.between(0.45, 0.7));
    let far = w + h;
    let count = 14 + 2 * (chance.between(0.0, 4.0) as usize);
    let begin = chance.between(0.0, 0.5);
    svg.rect([x, y, w, h], 0.0, &fill(palette.deep, 0.35));
    for i in 0..count {
        let angle = |k: f64| (begin + k) * std::f64::consts::TAU / count as f64;
        let (a, b) = (angle(i as f64), angle(i as f64 + chance.between(0.35, 0.6)));
        let at = |angle: f64| format!("{} {}", n(cx + far * angle.cos()), n(cy + far * angle.sin()));
        svg.path(&format!("M{} {}L{}L{}z", n(cx), n(cy), at(a), at(b)), &fill(palette.light, 0.55));
    }
    for (r, o) in [(0.42, 0.3), (0.3, 0.45)] {
        circle(svg, cx, cy, h * r, &fill(palette.glow, o));
    }
    hills(svg, [x, y + h * 0.72, w, h * 0.28], chance, palette, true);
}

fn circle(svg: &mut Svg, cx: f64, cy: f64, r: f64, paint: &str) {
    svg.add(&format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {paint}/>\n", n(cx), n(cy), n(r)));
}

/// Draws hills, one behind the other; above them a light, unless another scene uses them as its foreground.
fn hills(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette, foreground: bool) {
    let rows = if foreground { 2 } else { 4 };
    if !foreground {
        svg.rect([x, y, w, h * 0.7], 0.0, &fill(palette.light, 0.55));
        let (cx, cy) = (x + w * chance.between(0.2, 0.8), y + h * chance.between(0.2, 0.38));
        circle(svg, cx, cy, h * 0.21, &fill(palette.glow, 0.4));
        circle(svg, cx, cy, h * 0.14, &fill(palette.glow, 0.9));
    }
    for row in 0..rows {
        let part = (row + 1) as f64 / rows as f64;
        let top = if foreground { y + h * part * 0.4 } else { y + h * (0.34 + 0.14 * row as f64) };
        let colour = if foreground { palette.deep } else { palette.mid.mixed(palette.deep, part) };
        let mut path = format!("M{} {}", n(x - 5.0), n(y + h + 5.0));
        let mut at = x - 5.0;
        path += &format!("L{} {}", n(at), n(top + h * chance.between(0.0, 0.12)));
        while at < x + w {
            let wide = w * chance.between(0.16, 0.34);
            let (peak, end) = (top - h * chance.between(0.02, 0.16), top + h * chance.between(0.0, 0.12));
            path += &format!("Q{} {} {} {}", n(at + wide / 2.0), n(peak), n(at + wide), n(end));
            at += wide;
        }
        path += &format!("V{}z", n(y + h + 5.0));
        svg.path(&path, &fill(colour, if foreground { 0.5 + 0.4 * part } else { 1.0 }));
    }
}

fn waves(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h * 0.5], 0.0, &fill(palette.light, 0.7));
    circle(svg, x + w * chance.between(0.25, 0.75), y + h * 0.28, h * 0.16, &fill(palette.glow, 0.95));
    for row in 0..7 {
        let top = y + h * (0.36 + 0.1 * row as f64);
        let (wide, deep) = (w * (0.1 + 0.02 * row as f64), h * (0.05 + 0.01 * row as f64));
        let mut at = x - wide * chance.between(0.3, 1.8);
        let mut path = format!("M{} {}", n(at), n(top));
        while at < x + w {
            path += &format!("q{} {} {} 0t{} 0", n(wide / 2.0), n(-deep), n(wide), n(wide));
            at += 2.0 * wide;
        }
        path += &format!("V{}H{}z", n(y + h + 5.0), n(x - 2.0 * wide));
        svg.path(&path, &fill(palette.light.mixed(palette.deep, 0.2 + row as f64 * 0.13), 0.9));
    }
}

fn shards(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h], 0.0, &fill(palette.deep, 0.8));
    for i in 0..16 {
        let (base, top) = (x + w * chance.between(-0.05, 1.05), y + h * chance.between(0.05, 0.75));
        let wide = w * chance.between(0.04, 0.1);
        let lean = w * chance.between(-0.12, 0.12);
        let from_top = i % 3 == 0;
        let (ground, tip) = if from_top { (y - 5.0, y + (y + h - top) * 0.6) } else { (y + h + 5.0, top) };
        let point = |dx: f64, py: f64| format!("{} {}", n(base + dx), n(py));
        let colour = palette.light.mixed(palette.deep, chance.between(0.0, 0.75));
        svg.path(
            &format!("M{}L{}L{}z", point(-wide, ground), point(lean, tip), point(0.0, ground)),
            &fill(colour, 0.95),
        );
        let dark = colour.mixed(palette.deep, 0.45);
        svg.path(&format!("M{}L{}L{}z", point(0.0, ground), point(lean, tip), point(wide, ground)), &fill(dark, 0.95));
    }
}

fn bloom(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h], 0.0, &fill(palette.deep, 0.45));
    for _ in 0..11 {
        let (cx, cy, r) = (x + w * chance.next(), y + h * chance.next(), h * chance.between(0.1, 0.26));
        let (petals, turn) = (5 + (chance.next() * 4.0) as usize, chance.next());
        let colour = palette.light.mixed(palette.deep, chance.between(0.1, 0.7));
        for i in 0..petals {
            let degrees = 360.0 * (i as f64 + turn) / petals as f64;
            svg.add(&format!(
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" transform=\"rotate({} {} {})\" {}/>\n",
                n(cx),
                n(cy - r * 0.6),
                n(r * 0.3),
                n(r * 0.6),
                n(degrees),
                n(cx),
                n(cy),
                fill(colour, 0.75)
            ));
        }
        circle(svg, cx, cy, r * 0.2, &fill(palette.glow, 0.85));
    }
}

fn night(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h], 0.0, &fill(palette.deep.mixed(Colour { rgb: [8, 8, 24] }, 0.4), 0.92));
    for _ in 0..46 {
        let size = h * chance.between(0.004, 0.014);
        circle(
            svg,
            x + w * chance.next(),
            y + h * 0.85 * chance.next(),
            size,
            &fill(palette.glow, chance.between(0.4, 1.0)),
        );
    }
    let (cx, cy, r) = (x + w * chance.between(0.2, 0.8), y + h * chance.between(0.25, 0.4), h * 0.18);
    circle(svg, cx, cy, r * 1.25, &fill(palette.light, 0.3));
    circle(svg, cx, cy, r, &fill(palette.glow, 0.95));
    circle(svg, cx - r * 0.3, cy - r * 0.2, r * 0.2, &fill(palette.light, 0.6));
    hills(svg, [x, y + h * 0.62, w, h * 0.38], chance, palette, true);
}

fn city(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h], 0.0, &fill(palette.light, 0.5));
    circle(svg, x + w * chance.between(0.2, 0.8), y + h * 0.35, h * 0.2, &fill(palette.glow, 0.75));
    for row in 0..3 {
        let colour = palette.mid.mixed(palette.deep, 0.3 + 0.33 * row as f64);
        let mut at = x - 10.0;
        while at < x + w {
            let wide = w * chance.between(0.06, 0.13);
            let top = y + h * (0.3 + 0.16 * row as f64 + chance.between(0.0, 0.22));
            let roof = chance.next();
            let mid = at + wide / 2.0;
            let cap = if roof < 0.35 { format!("L{} {}", n(mid), n(top - wide * 0.7)) } else { String::new() };
            svg.path(
                &format!(
                    "M{} {}V{}{cap}L{} {}V{}z",
                    n(at),
                    n(y + h + 5.0),
                    n(top),
                    n(at + wide),
                    n(top),
                    n(y + h + 5.0)
                ),
                &fill(colour, 1.0),
            );
            if row == 2 {
                for k in 0..4 {
                    if chance.next() < 0.6 {
                        let (wx, wy) = (
                            at + wide * if k % 2 == 0 { 0.22 } else { 0.58 },
                            top + h * (0.05 + 0.09 * (k / 2) as f64),
                        );
                        svg.rect([wx, wy, wide * 0.2, h * 0.045], 0.0, &fill(palette.glow, 0.85));
                    }
                }
            }
            at += wide + w * chance.between(0.0, 0.02);
        }
    }
}

fn rings(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h], 0.0, &fill(palette.deep, 0.6));
    let (cx, cy) = (x + w * chance.between(0.42, 0.58), y + h * chance.between(0.45, 0.55));
    for i in (1..9).rev() {
        let r = h * 0.1 * i as f64;
        let colour = palette.light.mixed(palette.deep, chance.between(0.1, 0.8));
        circle(
            svg,
            cx,
            cy,
            r,
            &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", n(h * chance.between(0.012, 0.05))),
        );
        for _ in 0..i.min(4) {
            let angle = chance.between(0.0, std::f64::consts::TAU);
            circle(svg, cx + r * angle.cos(), cy + r * angle.sin(), h * 0.022, &fill(palette.glow, 0.9));
        }
    }
}

fn grid(svg: &mut Svg, [x, y, w, h]: [f64; 4], chance: &mut Xorshift, palette: &Palette) {
    svg.rect([x, y, w, h], 0.0, &fill(palette.deep, 0.75));
    let step = h / 6.0;
    let columns = (w / step).ceil() as usize;
    for row in 0..6 {
        for column in 0..columns {
            let chosen = chance.next();
            let (px, py) = (x + column as f64 * step, y + row as f64 * step);
            let colour = palette.light.mixed(palette.deep, chance.between(0.2, 0.9));
            let (a, b) = (n(step), n(step / 2.0));
            let path = match chosen {
                c if c < 0.3 => format!("M{} {}h{a}v{a}z", n(px), n(py)),
                c if c < 0.6 => format!("M{} {}v{a}h{a}z", n(px), n(py)),
                c if c < 0.8 => format!("M{} {}a{b} {b} 0 1 0 .01 0z", n(px + step / 2.0), n(py)),
                _ => format!("M{} {}h{a}v{a}h-{a}z", n(px), n(py)),
            };
            svg.path(&path, &fill(colour, 0.8));
        }
    }
}
