//! Reads a drawing of `tsuro::picture`, an SVG document, and writes it as a PDF drawing of the same
//! lines. It knows what those drawings are made of: groups, rectangles, circles, paths and texts.

use super::font::{Font, encoded, has_all};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};
use roxmltree::{Document, Node};
use svgtypes::{SimplePathSegment, SimplifyingPathParser, Transform, ViewBox};

/// Why a drawing cannot be put into a PDF document. The drawings are our own, so a path that a rule
/// declares is the only part that may be wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the drawing cannot be read: {0}")]
pub struct DrawingError(String);

/// A drawing in the language of PDF: the size in its own units, y downwards, and what draws it.
#[derive(Debug)]
pub(super) struct Drawing {
    pub width: f32,
    pub height: f32,
    pub content: Vec<u8>,
}

/// How an element is drawn, as it inherits it.
#[derive(Clone, Copy)]
struct Style {
    fill: Option<[f32; 3]>,
    stroke: Option<[f32; 3]>,
    stroke_width: f32,
    font_size: f32,
    bold: bool,
    centred: bool,
    even_odd: bool,
}

/// How far from its corner the control point of a quarter of a circle is, as a part of the radius.
const ROUND: f32 = 0.552_284_8;

impl Drawing {
    /// Reads an SVG document.
    pub fn read(svg: &str) -> Result<Self, DrawingError> {
        let wrong = |why: &dyn std::fmt::Display| DrawingError(why.to_string());
        let document = Document::parse(svg).map_err(|why| wrong(&why))?;
        let root = document.root_element();
        let shown: ViewBox =
            root.attribute("viewBox").unwrap_or_default().parse().map_err(|why| wrong(&why))?;
        let mut content = Content::new();
        let style = Style {
            fill: Some([0.0; 3]),
            stroke: None,
            stroke_width: 1.0,
            font_size: 16.0,
            bold: false,
            centred: false,
            even_odd: false,
        };
        draw_children(root, style, &mut content)?;
        Ok(Self {
            width: shown.w as f32,
            height: shown.h as f32,
            content: content.finish().to_vec(),
        })
    }
}

fn draw_children(of: Node<'_, '_>, style: Style, out: &mut Content) -> Result<(), DrawingError> {
    of.children().filter(Node::is_element).try_for_each(|node| draw(node, style, out))
}

fn draw(node: Node<'_, '_>, inherited: Style, out: &mut Content) -> Result<(), DrawingError> {
    let style = styled(node, inherited);
    let turned = node.attribute("transform").is_some();
    if turned {
        out.save_state();
        let Transform { a, b, c, d, e, f } = parsed(node, "transform")?;
        out.transform([a, b, c, d, e, f].map(|number| number as f32));
    }
    match node.tag_name().name() {
        "g" => draw_children(node, style, out)?,
        "rect" => {
            rectangle(node, out);
            paint(node, style, out);
        }
        "circle" => {
            circle(node, out);
            paint(node, style, out);
        }
        "path" => {
            path(node, out)?;
            paint(node, style, out);
        }
        "text" => text(node, style, out),
        // Titles, and the style for screens.
        _ => {}
    }
    if turned {
        out.restore_state();
    }
    Ok(())
}

fn parsed<T: std::str::FromStr>(node: Node<'_, '_>, name: &str) -> Result<T, DrawingError>
where
    T::Err: std::fmt::Display,
{
    let value = node.attribute(name).unwrap_or_default();
    value.parse().map_err(|why| DrawingError(format!("{name}=\"{value}\": {why}")))
}

/// A number of an element; 0 where it has none.
fn number(node: Node<'_, '_>, name: &str) -> f32 {
    node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_default()
}

fn color(value: &str) -> Option<[f32; 3]> {
    let color: svgtypes::Color = value.parse().ok()?;
    Some([color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0))
}

fn styled(node: Node<'_, '_>, inherited: Style) -> Style {
    let mut style = inherited;
    let mut set = |name: &str, change: &mut dyn FnMut(&mut Style, &str)| {
        if let Some(value) = node.attribute(name) {
            change(&mut style, value);
        }
    };
    set("fill", &mut |style, value| style.fill = color(value));
    set("stroke", &mut |style, value| style.stroke = color(value));
    set("stroke-width", &mut |style, value| {
        style.stroke_width = value.parse().unwrap_or(style.stroke_width);
    });
    set("font-size", &mut |style, value| {
        style.font_size = value.parse().unwrap_or(style.font_size);
    });
    set("font-weight", &mut |style, value| style.bold = value == "bold");
    set("text-anchor", &mut |style, value| style.centred = value == "middle");
    set("fill-rule", &mut |style, value| style.even_odd = value == "evenodd");
    style
}

/// Fills and outlines the path that was drawn last.
fn paint(node: Node<'_, '_>, style: Style, out: &mut Content) {
    if let Some([red, green, blue]) = style.fill {
        out.set_fill_rgb(red, green, blue);
    }
    if let Some([red, green, blue]) = style.stroke {
        let is_round = |name| node.attribute(name) == Some("round");
        let cap =
            if is_round("stroke-linecap") { LineCapStyle::RoundCap } else { LineCapStyle::ButtCap };
        let join = if is_round("stroke-linejoin") {
            LineJoinStyle::RoundJoin
        } else {
            LineJoinStyle::MiterJoin
        };
        let dashes = node.attribute("stroke-dasharray").unwrap_or_default();
        let dashes = dashes.split(' ').filter_map(|dash| dash.parse::<f32>().ok());
        out.set_stroke_rgb(red, green, blue).set_line_width(style.stroke_width);
        out.set_line_cap(cap).set_line_join(join).set_dash_pattern(dashes, 0.0);
    }
    match (style.fill, style.stroke, style.even_odd) {
        (None, None, _) => out.end_path(),
        (None, Some(_), _) => out.stroke(),
        (Some(_), None, false) => out.fill_nonzero(),
        (Some(_), None, true) => out.fill_even_odd(),
        (Some(_), Some(_), false) => out.fill_nonzero_and_stroke(),
        (Some(_), Some(_), true) => out.fill_even_odd_and_stroke(),
    };
}

fn rectangle(node: Node<'_, '_>, out: &mut Content) {
    let [x, y, width, height, radius] =
        ["x", "y", "width", "height", "rx"].map(|name| number(node, name));
    if radius == 0.0 {
        out.rect(x, y, width, height);
        return;
    }
    let (right, bottom, near) = (x + width, y + height, radius * (1.0 - ROUND));
    out.move_to(x + radius, y).line_to(right - radius, y);
    out.cubic_to(right - near, y, right, y + near, right, y + radius);
    out.line_to(right, bottom - radius);
    out.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    out.line_to(x + radius, bottom);
    out.cubic_to(x + near, bottom, x, bottom - near, x, bottom - radius);
    out.line_to(x, y + radius);
    out.cubic_to(x, y + near, x + near, y, x + radius, y);
    out.close_path();
}

fn circle(node: Node<'_, '_>, out: &mut Content) {
    let [x, y, radius] = ["cx", "cy", "r"].map(|name| number(node, name));
    let far = radius * ROUND;
    out.move_to(x + radius, y);
    out.cubic_to(x + radius, y + far, x + far, y + radius, x, y + radius);
    out.cubic_to(x - far, y + radius, x - radius, y + far, x - radius, y);
    out.cubic_to(x - radius, y - far, x - far, y - radius, x, y - radius);
    out.cubic_to(x + far, y - radius, x + radius, y - far, x + radius, y);
    out.close_path();
}

fn path(node: Node<'_, '_>, out: &mut Content) -> Result<(), DrawingError> {
    let data = node.attribute("d").unwrap_or_default();
    let mut at = (0.0, 0.0);
    for segment in SimplifyingPathParser::from(data) {
        let segment = segment.map_err(|why| DrawingError(format!("path \"{data}\": {why}")))?;
        match segment {
            SimplePathSegment::MoveTo { x, y } => {
                out.move_to(x as f32, y as f32);
                at = (x, y);
            }
            SimplePathSegment::LineTo { x, y } => {
                out.line_to(x as f32, y as f32);
                at = (x, y);
            }
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                let [x1, y1, x2, y2, to_x, to_y] = [x1, y1, x2, y2, x, y].map(|at| at as f32);
                out.cubic_to(x1, y1, x2, y2, to_x, to_y);
                at = (x, y);
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                // The same curve with two control points.
                let near = |from: f64, to: f64| (from + 2.0 * to) / 3.0;
                let points = [near(at.0, x1), near(at.1, y1), near(x, x1), near(y, y1), x, y];
                let [x1, y1, x2, y2, to_x, to_y] = points.map(|at| at as f32);
                out.cubic_to(x1, y1, x2, y2, to_x, to_y);
                at = (x, y);
            }
            SimplePathSegment::ClosePath => {
                out.close_path();
            }
        }
    }
    Ok(())
}

/// A text. Signs that the fonts do not have are left out, as in PNG.
fn text(node: Node<'_, '_>, style: Style, out: &mut Content) {
    let text = node.text().unwrap_or_default();
    let Some([red, green, blue]) = style.fill else { return };
    if text.is_empty() || !has_all(text) {
        return;
    }
    let font = if style.bold { Font::Bold } else { Font::Plain };
    let size = style.font_size;
    let left = if style.centred { font.width(text, size) / 2.0 } else { 0.0 };
    out.set_fill_rgb(red, green, blue);
    out.begin_text().set_font(Name(font.name()), size);
    // Upright, where y goes downwards.
    out.set_text_matrix([1.0, 0.0, 0.0, -1.0, number(node, "x") - left, number(node, "y")]);
    out.show(Str(&encoded(text))).end_text();
}
