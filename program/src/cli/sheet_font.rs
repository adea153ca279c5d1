//! Font of a sheet: a font that somebody names, and of it what the letters on the pages need.
//!
//! Only the glyphs that are drawn stand in the file, so a font of ten thousand letters adds some kilobytes.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _, Tag};
use subsetter::GlyphRemapper;

/// Name of the font within the file; readers of the sheet do not see it.
const NAME: Name = Name(b"SHEETS+Sheet");
const INFO: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A font, with the glyphs used.
pub struct Font<'a> {
    data: &'a [u8],
    font: FontRef<'a>,
    glyphs: GlyphRemapper,
    /// The letter of each glyph that was drawn, by its number in the file.
    drawn: BTreeMap<u16, (char, f32)>,
    /// Letters that it does not have.
    pub missing: BTreeSet<char>,
}

impl<'a> Font<'a> {
    /// A font in OpenType form: a `.ttf`, an `.otf`, or the first of a `.ttc`.
    ///
    /// # Errors
    ///
    /// A malformed font, or one without a table of letters.
    pub fn read(data: &'a [u8]) -> Result<Font<'a>, String> {
        let font = FontRef::from_index(data, 0).map_err(|e| format!("this is no font that can be read: {e}"))?;
        if !font.charmap().has_map() {
            return Err("the font does not say which letters it has".into());
        }
        Ok(Font { data, font, glyphs: GlyphRemapper::new(), drawn: BTreeMap::new(), missing: BTreeSet::new() })
    }

    /// A text as the file has it: the numbers of its glyphs.
    pub fn letters(&mut self, text: &str) -> Vec<u8> {
        let (charmap, metrics) =
            (self.font.charmap(), self.font.glyph_metrics(Size::unscaled(), LocationRef::default()));
        let mut out = Vec::new();
        for c in text.chars() {
            let found = charmap.map(c).filter(|glyph| glyph.to_u32() != 0);
            if found.is_none() {
                self.missing.insert(c);
            }
            let Some(glyph) = found.or_else(|| charmap.map('?')) else { continue };
            // A font has 65,535 glyphs at most.
            let own = self.glyphs.remap(u16::try_from(glyph.to_u32()).unwrap_or(0));
            self.drawn.entry(own).or_insert((c, metrics.advance_width(glyph).unwrap_or(0.0)));
            out.extend(own.to_be_bytes());
        }
        out
    }

    /// Writes the used glyphs as a font of the file.
    ///
    /// # Errors
    ///
    /// A font that cannot be subset.
    pub fn write(self, pdf: &mut Pdf, font: Ref, id: &mut impl FnMut() -> Ref) -> Result<(), String> {
        let (cid, descriptor, data, letters) = (id(), id(), id(), id());
        let part = subsetter::subset(self.data, 0, &self.glyphs)
            .map_err(|e| format!("no part of this font can be taken: {e}"))?;
        let of_part = FontRef::new(&part).map_err(|e| format!("the part of the font is none: {e}"))?;
        let outlines = of_part.table_data(Tag::new(b"CFF "));
        let metrics = self.font.metrics(Size::unscaled(), LocationRef::default());
        let thousandths = |units: f32| units * 1000.0 / f32::from(metrics.units_per_em.max(1));
        pdf.type0_font(font)
            .base_font(NAME)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(letters);
        let mut of_glyphs = pdf.cid_font(cid);
        let kind = if outlines.is_some() { CidFontType::Type0 } else { CidFontType::Type2 };
        of_glyphs.subtype(kind).base_font(NAME).system_info(INFO).font_descriptor(descriptor).default_width(0.0);
        if outlines.is_none() {
            of_glyphs.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = of_glyphs.widths();
        for (glyph, (_, width)) in &self.drawn {
            widths.consecutive(*glyph, [thousandths(*width)]);
        }
        widths.finish();
        of_glyphs.finish();
        let bounds = metrics.bounds.unwrap_or_default();
        let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(thousandths);
        let mut told = pdf.font_descriptor(descriptor);
        told.name(NAME).flags(FontFlags::SYMBOLIC).bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]));
        told.italic_angle(0.0).ascent(thousandths(metrics.ascent)).descent(thousandths(metrics.descent));
        told.cap_height(thousandths(metrics.cap_height.unwrap_or(metrics.ascent))).stem_v(95.0);
        match outlines {
            Some(_) => told.font_file3(data),
            None => told.font_file2(data),
        };
        told.finish();
        match &outlines {
            Some(outlines) => {
                pdf.stream(data, outlines.as_bytes()).pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
            }
            None => {
                pdf.stream(data, &part);
            }
        }
        let mut cmap = UnicodeCmap::new(Name(b"Letters"), INFO);
        self.drawn.iter().for_each(|(glyph, (c, _))| cmap.pair(*glyph, *c));
        pdf.stream(letters, &cmap.finish());
        Ok(())
    }
}
