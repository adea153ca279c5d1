//! Svg: the plots of a report, as text. Their colours come from the page, so they follow its light or dark style.

use std::fmt::Write as _;

/// The width of a plot in its own units; the page scales it.
const WIDTH: f64 = 640.0;
/// Room for the numbers at the left and below.
const LEFT: f64 = 68.0;
const BELOW: f64 = 42.0;

/// A text with the characters escaped that mean something in HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A name that stands in a table, and may go on in the next line after each of its words.
pub(super) fn named(text: &str) -> String {
    escaped(text).replace('_', "_<wbr>")
}

/// Numbers at an axis: about five, round ones.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let power = 10f64.powf((span / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|n| n * power).find(|step| span / step <= 6.0).unwrap_or(span);
    let first = (low / step).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|n| *n <= high + 1e-9).collect()
}

fn number(n: f64) -> String {
    if (n - n.round()).abs() < 1e-9 { format!("{n:.0}") } else { format!("{n:.2}").trim_end_matches('0').to_string() }
}

struct Plot {
    out: String,
    height: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Plot {
    fn new(title: &str, height: f64, x: (f64, f64), y: (f64, f64)) -> Plot {
        let wide = |(low, high): (f64, f64)| if high - low < 1e-9 { (low, low + 1.0) } else { (low, high) };
        let (x, y) = (wide(x), wide(y));
        let title = escaped(title);
        let out =
            format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>");
        Plot { out, height, x, y }
    }

    fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - 12.0)
    }

    fn at_y(&self, y: f64) -> f64 {
        self.height - BELOW - (y - self.y.0) / (self.y.1 - self.y.0) * (self.height - BELOW - 12.0)
    }

    fn axes(&mut self, x_name: &str, y_percent: bool) {
        for x in ticks(self.x.0, self.x.1) {
            let at = self.at_x(x);
            let _ = write!(
                self.out,
                "<text class=\"n\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                self.height - BELOW + 17.0,
                number(x)
            );
        }
        for y in ticks(self.y.0, self.y.1) {
            let at = self.at_y(y);
            let shown = if y_percent { format!("{} %", number(y * 100.0)) } else { number(y) };
            let _ = write!(
                self.out,
                "<line class=\"g\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text class=\"n\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>",
                LEFT - 5.0,
                at + 3.5
            );
        }
        let _ = write!(
            self.out,
            "<text class=\"n\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - 12.0,
            self.height - 4.0,
            escaped(x_name)
        );
    }

    fn line(&mut self, class: &str, points: impl Iterator<Item = (f64, f64)>) {
        let path: Vec<String> = points.map(|(x, y)| format!("{:.1},{:.1}", self.at_x(x), self.at_y(y))).collect();
        let _ = write!(self.out, "<polyline class=\"{class}\" points=\"{}\"/>", path.join(" "));
    }

    fn end(self) -> String {
        self.out + "</svg>"
    }
}

/// Draws how often each number occurs, such as the length of games.
pub(super) fn histogram(title: &str, x_name: &str, values: &[u32]) -> String {
    let (low, high) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(1));
    let bins = ((high - low + 1) as usize).clamp(1, 40);
    let width = f64::from(high - low + 1) / bins as f64;
    let mut counts = vec![0u32; bins];
    for value in values {
        counts[((f64::from(value - low) / width) as usize).min(bins - 1)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(1);
    let mut plot = Plot::new(title, 220.0, (low.into(), f64::from(high) + 1.0), (0.0, most.into()));
    plot.axes(x_name, false);
    for (i, n) in counts.iter().enumerate().filter(|(_, n)| **n > 0) {
        let (from, to) = (f64::from(low) + i as f64 * width, f64::from(low) + (i + 1) as f64 * width);
        let (x, y) = (plot.at_x(from), plot.at_y((*n).into()));
        let _ = write!(
            plot.out,
            "<rect class=\"b\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{} to {}: {n}</title></rect>",
            x + 0.5,
            (plot.at_x(to) - x - 1.0).max(0.5),
            plot.at_y(0.0) - y,
            number(from.ceil()),
            number((to - 1e-9).floor())
        );
    }
    plot.end()
}

/// A point of a funnel plot: its name, how many games it counts for, its deviation from the expected value, and true if
/// it is marked.
pub(super) struct Point {
    pub name: String,
    pub n: f64,
    pub by: f64,
    pub stands_out: bool,
}

/// Draws points by their number of games. Chance alone puts most points between the curves.
pub(super) fn funnel(title: &str, points: &[Point]) -> String {
    let most = points.iter().map(|p| p.n).fold(10.0, f64::max);
    let high = points.iter().map(|p| p.by.abs()).fold(0.02, f64::max) * 1.15;
    let mut plot = Plot::new(title, 320.0, (0.0, most * 1.05), (-high, high));
    plot.axes("games, as many drawn as not", true);
    for (class, z) in [("l", 1.96), ("l far", 3.29)] {
        for sign in [1.0, -1.0] {
            let steps = (1..=60).map(|i| f64::from(i) / 60.0 * most * 1.05);
            let curve = steps.map(|n| (n, sign * z * 0.5 / n.sqrt())).filter(|(_, y)| y.abs() <= high);
            plot.line(class, curve.collect::<Vec<_>>().into_iter());
        }
    }
    for point in points {
        let (x, y) = (plot.at_x(point.n), plot.at_y(point.by));
        let class = if point.stands_out { "f out" } else { "f" };
        let _ = write!(
            plot.out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{}: {:+.1} %</title></circle>",
            escaped(&point.name),
            point.by * 100.0
        );
    }
    names(&mut plot, points);
    plot.end()
}

/// The most names that a plot has on a narrow screen, where letters are large.
const ALWAYS: usize = 6;

/// Writes names beside the outlying points, the farthest first, as space permits.
fn names(plot: &mut Plot, points: &[Point]) {
    let mut far: Vec<&Point> = points.iter().filter(|point| point.stands_out).collect();
    let distance = |point: &Point| point.by.abs() * point.n.sqrt();
    far.sort_by(|a, b| distance(b).total_cmp(&distance(a)).then_with(|| a.name.cmp(&b.name)));
    let mut taken: Vec<[f64; 4]> = Vec::new();
    let mut shown = 0;
    for point in far {
        let (x, y) = (plot.at_x(point.n), plot.at_y(point.by));
        let letter = if shown < ALWAYS { 19.0 } else { 12.0 };
        let (wide, high) = (point.name.chars().count() as f64 * letter * 0.58, letter * 0.55);
        let sides = [("start", x + 7.0, x + 7.0), ("end", x - 7.0, x - 7.0 - wide)];
        let free = |left: f64| {
            let apart = |[a, b, c, d]: &[f64; 4]| left + wide < *a || left > *b || y + high < *c || y - high > *d;
            left > LEFT && left + wide < WIDTH && taken.iter().all(apart)
        };
        let Some((anchor, at, left)) = sides.into_iter().find(|side| free(side.2)) else { continue };
        taken.push([left, left + wide, y - high, y + high]);
        let more = if shown < ALWAYS { "" } else { " more" };
        let _ = write!(
            plot.out,
            "<text class=\"n{more}\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            y + 4.0,
            escaped(&point.name)
        );
        shown += 1;
    }
}

/// Draws a rate or a difference with its interval, as a small bar in a table, on a scale from `from` to `to`.
pub(super) fn bar(low: f64, rate: f64, high: f64, from: f64, to: f64) -> String {
    let at = |n: f64| ((n - from) / (to - from)).clamp(0.0, 1.0) * 120.0;
    format!(
        "<svg class=\"i\" viewBox=\"0 0 120 14\" aria-hidden=\"true\"><line class=\"g\" x1=\"{m:.1}\" x2=\"{m:.1}\" y1=\"0\" y2=\"14\"/><line class=\"w\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"7\" y2=\"7\"/><circle class=\"p\" cx=\"{:.1}\" cy=\"7\" r=\"3\"/></svg>",
        at(low),
        at(high),
        at(rate),
        m = at((from + to) / 2.0)
    )
}

/// Draws the rates of a sweep by the number that it changes, each with its interval.
pub(super) fn sweep(title: &str, x_name: &str, points: &[(f64, f64, f64, f64)]) -> String {
    let x = points.iter().fold((f64::MAX, f64::MIN), |(low, high), p| (low.min(p.0), high.max(p.0)));
    let y = points.iter().fold((0.5, 0.5), |(low, high): (f64, f64), p| (low.min(p.1), high.max(p.3)));
    let room = ((x.1 - x.0) * 0.08).max(0.5);
    let mut plot = Plot::new(title, 260.0, (x.0 - room, x.1 + room), y);
    plot.axes(x_name, true);
    plot.line("l solid", points.iter().map(|p| (p.0, p.2)));
    for (n, low, rate, high) in points {
        let (x, a, b) = (plot.at_x(*n), plot.at_y(*low), plot.at_y(*high));
        let _ = write!(
            plot.out,
            "<line class=\"w\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{a:.1}\" y2=\"{b:.1}\"/><circle class=\"p\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            plot.at_y(*rate)
        );
    }
    plot.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert!(ticks(-0.07, 0.07).contains(&0.0));
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
