//! Builds the daikaiju rule from the values of its keys.

use super::monsters::{Daikaiju, DaikaijuTile, MAX_TILES, MonsterAct, POSES, Pose};
use super::{events, help, keys, names};
use crate::board::{Rotation, Shape, Square, Step};
use crate::game::{Abilities, Rule, RuleDecl, RulePhase, Texts, Timing, Values};

/// The rule as files name it.
pub(crate) static DAIKAIJU: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    names::PIECES,
    "Sea monsters, moved by dice, eat tiles and ships",
    &build,
)
.rulebook(Texts(&[("fr", "Des monstres marins, menés par les dés, mangent tuiles et navires")]))
.keys(keys::KEYS)
.events(&[
    events::ROLL.decl(),
    events::DIE.decl(),
    events::PLACED.decl(),
    events::MOVED.decl(),
    events::CARRIED_ON.decl(),
    events::TURNED.decl(),
    events::DESTROYED.decl(),
    events::SWALLOWED.decl(),
])
.causes(&[&events::TAKEN])
.chance(&[&events::SUM, &events::ACT, &events::WHICH, &events::WHERE, &events::OUT_OF_PORTAL])
.help(help::HELP)
.at(&[Timing::SetUp, Timing::BeforePlacement])
.abilities(Abilities::TAKES_TILES.and(Abilities::CAN_BE_STRUCK));

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let tiles = values.get(&keys::TILES)?;
    let mut indices: Vec<u8> = (0..tiles.len() as u8).collect();
    indices.sort_by_key(|&index| {
        let tile = &tiles[usize::from(index)];
        (tile.turn, !tile.gold, index)
    });
    let (mut order, mut ranks) = ([0; MAX_TILES], [0; MAX_TILES]);
    for (&index, rank) in indices.iter().zip(0..) {
        order[usize::from(rank)] = index;
        ranks[usize::from(index)] = rank;
    }
    let daikaiju = Daikaiju {
        acts: tabulate_acts(indices.iter().map(|&index| tiles[usize::from(index)])),
        steps: tabulate_steps(&values.facts().shape),
        order,
        ranks,
        setup: values.get(&keys::SETUP)?,
        columns: values.get(&keys::COLUMNS)?.map(|line| line - 1),
        rows: values.get(&keys::ROWS)?.map(|line| line - 1),
        moves_on: values
            .get(&keys::MOVES_ON)?
            .into_iter()
            .fold(0, |sums, sum| sums | 1 << ((sum - 2) & 15)),
        movement_dice: values.get(&keys::MOVEMENT_DICE)?,
        minimum: values.get(&keys::MINIMUM)?,
        returns_to_supply: values.get(&keys::REMOVED)? == keys::RemovedMonsters::Supply,
        moved_onto_wake: values.get(&keys::MOVED_ONTO_WAKE)?,
        placed_on_wake: values.get(&keys::PLACED_ON_WAKE)?,
        tiles,
    };
    keys::check_contradictions(values, &daikaiju);
    Some(Box::new(daikaiju))
}

/// Makes the table of what the daikaiju do. `tiles` are in the order of their ranks.
fn tabulate_acts(tiles: impl Iterator<Item = DaikaijuTile>) -> Box<[[MonsterAct; POSES]; 8]> {
    let mut acts = Box::new([[MonsterAct { step: Step::STAY, pose: Pose(0) }; POSES]; 8]);
    for (rank, tile) in tiles.enumerate() {
        for (die, acts) in (0..).zip(acts.iter_mut()) {
            for facing in [0, 1, 2, 3].map(Rotation::new) {
                let (step, faces) = tile.on(die, facing);
                acts[Pose::new(rank, facing).index()] =
                    MonsterAct { step, pose: Pose::new(rank, faces) };
            }
        }
    }
    acts
}

/// Makes the table of where each step leads: off the board, to the square itself.
fn tabulate_steps(shape: &Shape) -> Box<[[Square; 8]; 256]> {
    let mut steps = Box::new([[Square::new(0, 0); 8]; 256]);
    for from in shape.squares() {
        let to = |step: Step| step.side().and_then(|side| shape.step(from, side)).unwrap_or(from);
        steps[from.index()] = Step::ALL.map(to);
    }
    steps
}
