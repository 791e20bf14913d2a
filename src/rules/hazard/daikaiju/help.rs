//! What the help of a game says of daikaiju.

use crate::game::{HelpDecl, Texts};

/// The section of the help.
pub(super) const HELP: &[HelpDecl] = &[HelpDecl::new(
    Texts(&[("en", "Daikaiju"), ("fr", "Daïkaijus")]),
    Texts(&[("en", EN), ("fr", FR)]),
)
.signs(&[
    ("▲4", Texts(&[("en", "on a 4 it moves to that side"), ("fr", "sur un 4, il va de ce côté")])),
    (
        "↻3",
        Texts(&[
            ("en", "on a 3 it turns clockwise, with its numbers"),
            ("fr", "sur un 3, il tourne dans le sens horaire, avec ses nombres"),
        ]),
    ),
    (
        "↺3",
        Texts(&[
            ("en", "on a 3 it turns anticlockwise"),
            ("fr", "sur un 3, il tourne dans le sens antihoraire"),
        ]),
    ),
    (
        "6",
        Texts(&[
            ("en", "on a 6 none moves, and a new one comes"),
            ("fr", "sur un 6 aucun ne bouge, et un nouveau vient"),
        ]),
    ),
    (
        "‼",
        Texts(&[
            ("en", "one may come here next, on these faces of the die"),
            ("fr", "l’un d’eux peut venir ici, sur ces faces du dé"),
        ]),
    ),
])];

const EN: &str = "Before each turn two dice are rolled. On some sums one more die is rolled, and \
    each daikaiju does what its numbers \
    say for that die. What one comes upon is swallowed: tiles, ships, other daikaiju. If one \
    stands on the square that your ship \
    faces after they have acted in your own turn, you are out. Gold ones (with a * in a terminal) \
    act before white ones with the \
    same number in the middle.";
const FR: &str = "Avant chaque tour on lance deux dés. À certaines sommes on en lance un de plus, \
    et chaque daïkaiju fait ce que ses \
    nombres disent pour ce dé. Ils avalent ce qu’ils rencontrent : tuiles, navires, autres \
    daïkaijus. Si l’un d’eux est sur la case \
    devant votre navire après qu’ils ont agi dans votre propre tour, vous êtes éliminé. Les dorés \
    (avec une * dans un terminal) \
    agissent avant les blancs qui ont le même nombre au milieu.";
