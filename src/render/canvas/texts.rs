//! Texts: regions of words and of numbers.

use crate::render::card_look::Tone;
use crate::render::look::{Piece, Region, Side};
use crate::render::small_cards;
use crate::render::svg::STRUCK;
use crate::render::text_fit::{PartKind, fit};
use crate::render::text_width::{CAPITAL, Font};

use super::{Canvas, toned};
use crate::render::drawing::Fault;

impl Canvas<'_> {
    pub(super) fn text(&mut self, name: &str, region: &Region, rect: [f64; 4]) {
        let Some(pieces) = &region.show else { return };
        let said = self.resolved.say(pieces);
        if said.is_empty() {
            return;
        }
        let behind = self.behind(region, rect);
        let (ink, edge) = self.ink(name, region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let size = region.size.unwrap_or(28.0);
        let least = region.least.unwrap_or((size * 2.0 / 3.0).max(18.0)).min(size);
        let font = region.font.unwrap_or(Font::Sans);
        let fitted = fit(&said, font, (w, h), (size, least));
        if fitted.overflow > 0 {
            let fields = pieces.iter().filter_map(|piece| match piece {
                Piece::Field(name) => Some(name.clone()),
                _ => None,
            });
            self.faults.push(Fault::Overflow { region: name.into(), fields: fields.collect(), lines: fitted.overflow });
        }
        let top = y + match region.stand.unwrap_or(Side::First) {
            Side::First => 0.0,
            Side::Middle => (h - fitted.height) / 2.0,
            Side::Last => h - fitted.height,
        };
        for line in &fitted.lines {
            let from = x + match region.align.unwrap_or(Side::First) {
                Side::First => 0.0,
                Side::Middle => (w - line.width) / 2.0,
                Side::Last => w - line.width,
            };
            for part in &line.parts {
                let (px, foot) = (from + part.x, top + line.foot);
                match &part.what {
                    PartKind::Letters(text, font, tone) => {
                        let colour = toned(*tone, ink, behind.unwrap_or(self.ground));
                        let extra = if *tone == Tone::Gone { STRUCK } else { "" };
                        let paint = format!("fill=\"{colour}\" {edge}{extra}");
                        self.svg.text(text, *font, fitted.size, (px, foot, part.width), &paint);
                    }
                    PartKind::Symbol(path) => {
                        let size = fitted.size * 0.86;
                        let at = [px + fitted.size * 0.07, foot - fitted.size * 0.76, size, size];
                        self.symbol(path, at, &format!("fill=\"{ink}\""));
                    }
                }
            }
        }
    }

    /// Draws the first number of a region large, with the region's label above it.
    pub(super) fn number(&mut self, name: &str, region: &Region, rect: [f64; 4]) {
        let Some((now, tone)) = self.first_number(region) else { return };
        let behind = self.behind(region, rect);
        let (ink, edge) = self.ink(name, region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let label_size = h * 0.24;
        let high = if region.label.is_some() { h - label_size } else { h };
        if let Some(label) = region.label.clone() {
            self.centred(
                &label,
                Font::Bold,
                label_size,
                [x, y, w, label_size * 1.1],
                &format!("fill=\"{ink}\" {edge}"),
            );
        }
        let size = region.size.unwrap_or(high * 0.82);
        let colour = toned(tone, ink, behind.unwrap_or(self.ground));
        let paint = format!("fill=\"{colour}\" {edge}");
        self.centred(&now, Font::Bold, size, [x, y + h - high, w, high], &paint);
    }

    pub(super) fn first_number(&self, region: &Region) -> Option<(String, Tone)> {
        region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => self.resolved.number(name),
            _ => None,
        })
    }

    /// Draws a line of text in the middle of a rectangle, smaller if it is too wide.
    pub(super) fn centred(&mut self, text: &str, font: Font, size: f64, [x, y, w, h]: [f64; 4], paint: &str) {
        let wide = font.width(text);
        if wide <= 0.0 {
            return;
        }
        let size = size.min(w / wide);
        let (from, foot) = (x + (w - wide * size) / 2.0, y + h / 2.0 + size * CAPITAL / 2.0);
        self.svg.text(text, font, size, (from, foot, wide * size), paint);
    }

    /// Draws all numbers of a region side by side, each with the name of its field above it.
    pub(super) fn numbers(&mut self, region: &Region, rect: [f64; 4]) {
        let card = self.resolved.card;
        let named = |name: &String| {
            let said = card.fields.iter().find(|field| field.name == *name).map_or(name.as_str(), |field| &field.said);
            Some((said.replace('_', " "), self.resolved.number(name)?))
        };
        let fields = region.show.iter().flatten().filter_map(|piece| match piece {
            Piece::Field(name) => named(name),
            _ => None,
        });
        let all: Vec<_> = fields.collect();
        if all.is_empty() {
            return;
        }
        let behind = self.behind(region, rect);
        let (ink, edge) = self.ink("numbers", region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let wide = w / all.len() as f64;
        let (label, size, high) = if self.drawing.is_small { small_cards::NUMBERS } else { (17.0, 44.0, 20.0) };
        for (i, (said, (now, tone))) in all.iter().enumerate() {
            let left = x + wide * i as f64;
            let paint = format!("fill=\"{ink}\" {edge}");
            self.centred(&said.to_uppercase(), Font::Bold, label, [left + 3.0, y, wide - 6.0, high], &paint);
            let colour = toned(*tone, ink, behind.unwrap_or(self.ground));
            self.centred(now, Font::Bold, size, [left, y + high, wide, h - high], &format!("fill=\"{colour}\" {edge}"));
        }
    }
}
