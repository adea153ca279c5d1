//! Shapes: outlines behind texts and numbers, and patterns of grounds.

use super::svg::n;

/// The greatest width of a slanted corner or end of a shape, in tenths of a millimetre.
pub const MOST_CORNER: f64 = 26.0;

/// The path of a named shape that fills a rectangle; `Err`: the shape is the rectangle itself, with corners of this
/// radius.
pub fn shape(name: &str, [x, y, w, h]: [f64; 4]) -> Result<String, f64> {
    let p = |fx: f64, fy: f64| format!("{} {}", n(x + w * fx), n(y + h * fy));
    let polygon = |points: &[(f64, f64)]| {
        let points: Vec<String> = points.iter().map(|(fx, fy)| p(*fx, *fy)).collect();
        format!("M{}z", points.join("L"))
    };
    // The length of a slanted end, as a share of the width: a share of the height, but no more than [`MOST_CORNER`] and
    // a third of the width.
    let along = |part: f64| ((h * part).min(MOST_CORNER) / w).min(0.33);
    Ok(match name {
        "round" => return Err((h.min(w) * 0.18).min(22.0)),
        "pill" => return Err((h.min(w) / 2.0).min(46.0)),
        "disc" => {
            let (rx, ry) = (n(w / 2.0), n(h / 2.0));
            format!("M{}A{rx} {ry} 0 1 0 {}A{rx} {ry} 0 1 0 {}z", p(0.0, 0.5), p(1.0, 0.5), p(0.0, 0.5))
        }
        "shield" => {
            let (mid, low) = (p(0.5, 0.0), p(0.5, 1.0));
            format!(
                "M{mid}L{}V{}C{} {} {low}C{} {} {}V{}z",
                p(1.0, 0.1),
                n(y + h * 0.5),
                p(1.0, 0.78),
                p(0.78, 0.92),
                p(0.22, 0.92),
                p(0.0, 0.78),
                p(0.0, 0.5),
                n(y + h * 0.1)
            )
        }
        "hexagon" => {
            let a = along(0.3);
            polygon(&[(a, 0.0), (1.0 - a, 0.0), (1.0, 0.5), (1.0 - a, 1.0), (a, 1.0), (0.0, 0.5)])
        }
        "diamond" => polygon(&[(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]),
        "banner" => {
            let a = along(0.35);
            polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0 - a, 0.5), (1.0, 1.0), (0.0, 1.0), (a, 0.5)])
        }
        "cut" => {
            let a = along(0.25);
            let b = (a * w / h).min(0.33);
            polygon(&[
                (a, 0.0),
                (1.0 - a, 0.0),
                (1.0, b),
                (1.0, 1.0 - b),
                (1.0 - a, 1.0),
                (a, 1.0),
                (0.0, 1.0 - b),
                (0.0, b),
            ])
        }
        "burst" => {
            let point = |i: usize| {
                let angle = std::f64::consts::TAU * i as f64 / 24.0;
                let far = if i.is_multiple_of(2) { 0.5 } else { 0.41 };
                (0.5 + far * angle.sin(), 0.5 - far * angle.cos())
            };
            polygon(&(0..24).map(point).collect::<Vec<_>>())
        }
        _ => return Err(0.0),
    })
}

/// A named pattern for the ground of a card: the width and height of its tile, and the path that is stroked in each
/// tile.
pub fn pattern(name: &str) -> Option<(f64, f64, &'static str)> {
    Some(match name {
        "stripes" => (28.0, 28.0, "M-7 7L7 -7M-7 35L35 -7M21 35L35 21"),
        "dots" => (26.0, 26.0, "M6.500 3a3.500 3.500 0 1 0 .01 0zM19.500 16a3.500 3.500 0 1 0 .01 0z"),
        "scales" => (40.0, 40.0, "M0 0a20 20 0 0 0 40 0M-20 20a20 20 0 0 0 40 0a20 20 0 0 0 40 0"),
        "checks" => (40.0, 40.0, "M0 20L20 0L40 20L20 40z"),
        "weave" => (32.0, 32.0, "M4 0v12M12 0v12M16 20h12M16 28h12M20 0h-4M20 4h12M20 12h12M4 16v12M12 16v12"),
        "bricks" => (56.0, 40.0, "M0 0h56M0 20h56M14 0v20M42 20v20"),
        "stars" => (
            60.0,
            60.0,
            "M15 6l2.500 6.500L24 15l-6.500 2.500L15 24l-2.500-6.500L6 15l6.500-2.500zM45 38l2 5 5 2-5 2-2 5-2-5-5-2 5-2z",
        ),
        _ => return None,
    })
}
