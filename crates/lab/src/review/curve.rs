//! The curve of everybody's chances as a drawing, on the dark ground of the boards, in the colours
//! and with the letters of the pieces.

use super::Findings;
use std::fmt::Write as _;
use tsuro::game::Seat;
use tsuro::picture::{INKS, ink};
use tsuro::ruleset::shown;

/// Width and height of the drawing, and of what is around the curve: left, top, right, bottom.
const SIZE: (f64, f64) = (480.0, 240.0);
const AROUND: (f64, f64, f64, f64) = (54.0, 14.0, 18.0, 32.0);

/// What is drawn of the chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurveKind {
    /// As far as the player knew.
    Known,
    /// With open hands.
    Open,
}

/// The texts of the drawing, in the language of the reader.
#[derive(Debug, Clone, Copy)]
pub struct CurveTexts<'a> {
    /// What a screen reader reads out.
    pub title: &'a str,
    /// The name of the axis of turns.
    pub turn: &'a str,
    /// The letters of the pieces, by seat.
    pub letters: &'a [char],
}

/// Where the curve is drawn.
struct CurveFrame {
    /// The numbers in the curve of what is drawn.
    points: Vec<usize>,
}

impl CurveFrame {
    fn x(&self, at: usize) -> f64 {
        let steps = (self.points.len().max(2) - 1) as f64;
        AROUND.0 + (SIZE.0 - AROUND.0 - AROUND.2) * at as f64 / steps
    }

    fn y(share: f64) -> f64 {
        AROUND.1 + (SIZE.1 - AROUND.1 - AROUND.3) * (1.0 - share)
    }

    /// Draws the shares and the turns.
    fn axes(&self, out: &mut String, findings: &Findings, turn: &str) {
        let (left, right) = (AROUND.0, SIZE.0 - AROUND.2);
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let _ = write!(
                out,
                "<path d=\"M{left} {0:.1}H{right}\" stroke=\"#3a424c\"/><text x=\"{1}\" \
                 y=\"{2:.1}\" fill=\"#c3ccd6\" text-anchor=\"end\">{3:.0}\u{a0}%</text>",
                Self::y(share),
                left - 6.0,
                Self::y(share) + 5.0,
                100.0 * share
            );
        }
        let below = SIZE.1 - 12.0;
        let every = self.points.len().div_ceil(12).max(1);
        for (at, &point) in self.points.iter().enumerate().step_by(every) {
            let _ = write!(
                out,
                "<text x=\"{:.1}\" y=\"{below:.1}\" fill=\"#c3ccd6\" \
                 text-anchor=\"middle\">{}</text>",
                self.x(at),
                findings.curve[point].turn
            );
        }
        let _ =
            write!(out, "<text x=\"4\" y=\"{below:.1}\" fill=\"#c3ccd6\">{}</text>", escaped(turn));
    }

    /// Draws the line of a seat, with its letter.
    fn line(&self, out: &mut String, shares: &[f64], seat: usize, letter: char, is_own: bool) {
        let line: Vec<String> = shares
            .iter()
            .enumerate()
            .map(|(at, &share)| format!("{:.1} {:.1}", self.x(at), Self::y(share)))
            .collect();
        let color = ink(Seat::new(seat as u8)).rgb;
        // Seats from the ninth on have the colours again, with another dash.
        let dash = ["", "7 4", "2 3", "9 3 2 3"][(seat / INKS.len()) % 4];
        let _ = write!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" \
             stroke-linejoin=\"round\" stroke-dasharray=\"{dash}\"/>",
            line.join("L"),
            if is_own { 4 } else { 2 }
        );
        // The letters stand on the way, since at the end most lines are at the bottom.
        let at = (1 + 2 * seat) % shares.len();
        let (x, y) = (self.x(at), Self::y(shares[at]));
        let _ = write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"{color}\"/><text x=\"{x:.1}\" \
             y=\"{:.1}\" fill=\"#14181d\" font-weight=\"700\" \
             text-anchor=\"middle\">{letter}</text>",
            y + 5.0
        );
    }
}

/// The curve as an SVG document.
pub fn curve_svg(findings: &Findings, kind: CurveKind, texts: CurveTexts<'_>) -> String {
    let (width, height) = SIZE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"15\"><title>{}</title>\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#14181d\"/>",
        escaped(texts.title)
    );
    let frame = CurveFrame { points: findings.by_turn() };
    frame.axes(&mut out, findings, texts.turn);
    for (seat, &letter) in texts.letters.iter().enumerate().take(findings.accounts.len()) {
        let share = |&point: &usize| {
            let point = &findings.curve[point];
            let shares = if kind == CurveKind::Known { &point.known } else { &point.open };
            shares[seat].value
        };
        let shares: Vec<f64> = frame.points.iter().map(share).collect();
        frame.line(&mut out, &shares, seat, letter, seat == findings.seat.index());
    }
    out.push_str("</svg>\n");
    out
}

fn escaped(text: &str) -> String {
    shown(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
