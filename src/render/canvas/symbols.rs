//! Symbols: costs, icons, marked cells and single symbols.

use crate::render::card::Value;
use crate::render::card_look::Tone;
use crate::render::colour::Colour;
use crate::render::look::{Piece, Region, Side};
use crate::render::placeholder_art;
use crate::render::svg::n;
use crate::render::text_width::Font;

use super::{Canvas, toned};

type Disc = (Colour, Option<String>, Option<(String, Tone)>);

impl Canvas<'_> {
    /// Draws the first field of a region in discs: each part of a cost as its symbols or its amount, and a number in
    /// one disc.
    pub(super) fn pips(&mut self, region: &Region, rect: [f64; 4]) {
        let name = region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => Some(name.clone()),
            _ => None,
        });
        let Some(name) = name else { return };
        let resolved = self.resolved;
        let mut discs: Vec<Disc> = Vec::new();
        match resolved.card.field(&name) {
            Some(Value::Cost(parts)) => {
                let room = (rect[2] / (rect[3] * 0.8)) as i64;
                let all: i64 = parts.iter().map(|(_, amount)| *amount).sum();
                let grey = Colour { rgb: [217, 213, 204] };
                for (word, amount) in parts {
                    let tint = resolved.drawn.tints.get(&word.id);
                    let path = resolved.symbol(&word.id).map(String::from);
                    let colour = tint.map_or(grey, |tint| tint.colour);
                    match (path, *amount) {
                        (Some(path), 1..=4) if all <= room.max(5) => {
                            (0..*amount).for_each(|_| discs.push((colour, Some(path.clone()), None)));
                        }
                        (path, amount) => discs.push((colour, path, Some((amount.to_string(), Tone::Printed)))),
                    }
                }
            }
            Some(Value::Number(_)) => {
                let fill = self.colour(region.fill.as_ref()).unwrap_or(Colour { rgb: [253, 250, 242] });
                discs.extend(resolved.number(&name).map(|number| (fill, None, Some(number))));
            }
            _ => {}
        }
        let [x, y, w, h] = rect;
        let size = h.min(w / discs.len().max(1) as f64);
        let all = size * discs.len() as f64;
        let mut left = match region.align.unwrap_or(Side::Last) {
            Side::First => x,
            Side::Middle => x + (w - all) / 2.0,
            Side::Last => x + w - all,
        };
        let top = y + (h - size) / 2.0;
        for (colour, path, number) in discs {
            let edge = colour.mixed(Colour { rgb: [0; 3] }, 0.6);
            let r = size * 0.46;
            let (cx, cy) = (left + size / 2.0, top + size / 2.0);
            self.svg.add(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\" stroke=\"{edge}\" stroke-width=\"3\"/>\n",
                n(cx),
                n(cy),
                n(r)
            ));
            let ink = colour.ink(&[Colour { rgb: [28, 24, 23] }, Colour::WHITE]);
            if let Some(path) = path {
                let (part, faint) = if number.is_some() { (0.84, " fill-opacity=\"0.25\"") } else { (0.6, "") };
                let side = size * part;
                let at = [cx - side / 2.0, cy - side / 2.0, side, side];
                self.symbol(&path, at, &format!("fill=\"{ink}\"{faint}"));
            }
            if let Some((number, tone)) = number {
                let ink = toned(tone, ink, colour);
                let rect = [left + size * 0.14, top, size * 0.72, size];
                self.centred(&number, Font::Bold, size * 0.66, rect, &format!("fill=\"{ink}\""));
            }
            left += size;
        }
    }

    /// Draws a symbol for each word of a region's fields; if one word has no symbol, draws the region as text instead.
    pub(super) fn icons(&mut self, name: &str, region: &Region, rect: [f64; 4]) {
        let words = region.show.iter().flatten().filter_map(|piece| match piece {
            Piece::Field(name) => Some(self.resolved.card.words(name)),
            _ => None,
        });
        let words: Vec<&str> = words.flatten().collect();
        let paths: Option<Vec<String>> =
            words.iter().map(|word| self.resolved.symbol(word).map(String::from)).collect();
        let Some(paths) = paths.filter(|paths| !paths.is_empty()) else {
            return self.text(name, region, rect);
        };
        let behind = self.behind(region, rect);
        let (ink, _) = self.ink(name, region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let upright = h > w;
        let side = if upright { w.min(h / paths.len() as f64) } else { h.min(w / paths.len() as f64) };
        let all = side * paths.len() as f64;
        let room = if upright { h } else { w };
        let mut from = match region.align.unwrap_or(Side::First) {
            Side::First => 0.0,
            Side::Middle => (room - all) / 2.0,
            Side::Last => room - all,
        };
        for path in paths {
            let at = if upright { [x + (w - side) / 2.0, y + from] } else { [x + from, y + (h - side) / 2.0] };
            let inner = [at[0] + side * 0.08, at[1] + side * 0.08, side * 0.84, side * 0.84];
            self.symbol(&path, inner, &format!("fill=\"{ink}\""));
            from += side;
        }
    }

    /// Draws a field of cells as small squares around one that stands for the card; ahead is up.
    pub(super) fn cells(&mut self, region: &Region, rect: [f64; 4]) {
        let cells = region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => match self.resolved.card.field(name) {
                Some(Value::Cells(cells)) if !cells.is_empty() => Some(cells.clone()),
                _ => None,
            },
            _ => None,
        });
        let Some(cells) = cells else { return };
        let behind = self.behind(region, rect);
        let [x, y, w, h] = self.inside(region, rect);
        let reach = |of: &dyn Fn(&(i16, i16)) -> i16| {
            let all = cells.iter().map(of).chain([0]);
            (all.clone().min().unwrap_or(0).max(-6), all.max().unwrap_or(0).min(6))
        };
        let ((left, right), (low, high)) = (reach(&|cell| cell.0), reach(&|cell| cell.1));
        // Both sides get the same width, so that the middle of the cells is the middle of the region.
        let side = right.max(-left).max(1);
        let (columns, rows) = (f64::from(2 * side + 1), f64::from(high.max(1) - low.min(-1) + 1));
        let step = (w / columns).min(h / rows);
        let (x0, y0) = (x + (w - step * columns) / 2.0, y + (h - step * rows) / 2.0);
        let ink = behind.unwrap_or(self.ground).ink(&[self.resolved.ink(), Colour::WHITE]);
        let strong = self.colour(region.ink.as_ref()).unwrap_or(ink);
        for row in (low.min(-1)..=high.max(1)).rev() {
            for column in -side..=side {
                let at = [
                    x0 + f64::from(column + side) * step + step * 0.07,
                    y0 + f64::from(high.max(1) - row) * step + step * 0.07,
                    step * 0.86,
                    step * 0.86,
                ];
                let is_hit = cells.contains(&(column, row));
                let paint = match is_hit {
                    true => format!("fill=\"{strong}\" stroke=\"{ink}\" stroke-width=\"2\""),
                    false => format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.35\" stroke-width=\"2\""),
                };
                self.svg.rect(at, step * 0.14, &paint);
                if (column, row) == (0, 0) {
                    let paint =
                        if is_hit { format!("fill=\"{}\"", strong.ink(&[])) } else { format!("fill=\"{ink}\"") };
                    let [ax, ay, aw, ah] = at;
                    let path = format!(
                        "M{} {}L{} {}L{} {}L{} {}z",
                        n(ax + aw * 0.5),
                        n(ay + ah * 0.18),
                        n(ax + aw * 0.8),
                        n(ay + ah * 0.8),
                        n(ax + aw * 0.5),
                        n(ay + ah * 0.62),
                        n(ax + aw * 0.2),
                        n(ay + ah * 0.8)
                    );
                    self.svg.path(&path, &paint);
                }
            }
        }
    }

    /// Draws the symbol of the first word of the region's fields that has one, or else the symbol that the region
    /// names.
    pub(super) fn one_symbol(&mut self, region: &Region, rect: [f64; 4]) {
        let resolved = self.resolved;
        let word = region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => resolved.card.words(name).into_iter().find_map(|word| resolved.symbol(word)),
            _ => None,
        });
        let path = word.or_else(|| resolved.named(region.symbol.as_deref()?)).map(String::from);
        let Some(path) = path else { return };
        let behind = self.behind(region, rect).unwrap_or(self.ground);
        let [x, y, w, h] = self.inside(region, rect);
        let side = w.min(h);
        let ink = self.colour(region.ink.as_ref()).unwrap_or_else(|| behind.ink(&[resolved.ink(), Colour::WHITE]));
        self.symbol(&path, [x + (w - side) / 2.0, y + (h - side) / 2.0, side, side], &format!("fill=\"{ink}\""));
    }

    /// Draws a symbol, whose path is made for a box of 24 by 24, at the size of a rectangle.
    pub(in crate::render) fn symbol(&mut self, path: &str, [x, y, w, h]: [f64; 4], paint: &str) {
        let (sx, sy) = (placeholder_art::n4(w / 24.0), placeholder_art::n4(h / 24.0));
        let at = format!("transform=\"translate({} {}) scale({sx} {sy})\"", n(x), n(y));
        self.svg.path(path, &format!("{at} {paint} fill-rule=\"evenodd\""));
    }
}
