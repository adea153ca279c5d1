//! Picture: draws the picture of a card, or an ornament if there is none.

use crate::render::card_look::hash;
use crate::render::look::Region;
use crate::render::placeholder_art;
use crate::render::shapes::shape;
use crate::render::svg::{escaped, n};

use super::Canvas;
use crate::render::drawing::Art;

impl Canvas<'_> {
    pub(super) fn picture(&mut self, region: &Region, rect: [f64; 4]) {
        self.picture = Some(rect);
        let id = format!("{}a", self.prefix);
        let outline = shape(region.shape.as_deref().unwrap_or("box"), rect);
        let inner = match &outline {
            Ok(path) => format!("<path d=\"{path}\"/>"),
            Err(radius) => {
                let [x, y, w, h] = rect.map(n);
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{}\"/>", n(radius.max(8.0)))
            }
        };
        self.svg.add(&format!("<clipPath id=\"{id}\">{inner}</clipPath>\n"));
        let address = match self.drawing.art {
            Art::None => None,
            Art::Link(link) => Some(link.to_string()),
            Art::Picture(picture) => Some(picture.data_uri()),
        };
        match address {
            Some(address) => {
                let [x, y, w, h] = rect.map(n);
                self.svg.add(&format!(
                    "<image href=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"xMidYMid slice\" clip-path=\"url(#{id})\"/>\n",
                    escaped(&address)
                ));
            }
            None => {
                let resolved = self.resolved;
                let scene = resolved.drawn.scene.as_deref().or(resolved.tint.scene.as_deref());
                let emblem = resolved.emblem();
                placeholder_art::draw(
                    &mut self.svg,
                    rect,
                    scene,
                    hash(&resolved.card.id),
                    resolved.tint.colour,
                    emblem,
                    &id,
                );
            }
        }
        if let Some(line) = self.colour(region.line.as_ref()) {
            let paint = format!("fill=\"none\" stroke=\"{line}\" stroke-width=\"5\"");
            match outline {
                Ok(path) => self.svg.path(&path, &paint),
                Err(radius) => self.svg.rect(rect, radius.max(8.0), &paint),
            }
        }
    }
}
