//! Tables are opened: who plays what.

use super::clock::TimeLimit;
use super::seat::{STAND_IN, TableSeat};
use crate::refused::Refused;
use crate::requests::SentLuck;
use crate::rules::AskedRules;
use crate::sent::SentScript;
use crate::written::has_address;
use tsuro::bots::{BotSpec, LEVELS, Level};
use tsuro::game::Seat;
use tsuro::ruleset::Variant;
use tsuro_faces::{Player, SeatsError, is_all_human};

/// A seat of a table that is opened.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedSeat {
    kind: SeatKind,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    level: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeatKind {
    /// A person at the device that opens the table.
    #[serde(rename = "here")]
    ThisDevice,
    Link,
    /// A person who comes to the table before the game.
    Open,
    Bot,
}

/// A table that is opened.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedTable {
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    scripts: Vec<SentScript>,
    #[serde(default)]
    options: Vec<String>,
    seats: Vec<AskedSeat>,
    /// The time for a decision, in seconds.
    #[serde(default)]
    clock: Option<u32>,
    /// The time that each seat has in reserve, in seconds.
    #[serde(default)]
    reserve: Option<u32>,
    /// What is added to the luck of the game.
    #[serde(default)]
    pub luck: Option<SentLuck>,
    /// What people may say.
    #[serde(default)]
    pub talk: TalkRules,
}

/// What the host lets people say at a table, besides reactions.
#[derive(Debug, Clone, Copy, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TalkRules {
    /// Whether they may write.
    #[serde(default)]
    pub chat: bool,
    /// Whether onlookers are told what is said.
    #[serde(default)]
    pub onlookers: bool,
}

impl AskedTable {
    /// The rules that are asked for.
    pub fn rules(&self) -> AskedRules {
        AskedRules {
            rules: self.rules.clone(),
            text: self.text.clone(),
            scripts: self.scripts.clone(),
            options: self.options.clone(),
        }
    }

    /// Who plays, by seat, under these rules.
    ///
    /// # Errors
    /// What is wrong with the seats.
    pub fn players(&self, variant: &Variant) -> Result<Vec<Player>, Refused> {
        let players = self.gathered(variant)?.into_iter().collect::<Option<Vec<Player>>>();
        let players = players.ok_or_else(|| Refused::Bad("seats: one is open".to_owned()))?;
        check_players(&players, variant)?;
        Ok(players)
    }

    /// Who sits at a table before the game under these rules, by seat; `None`: the seat is free.
    ///
    /// # Errors
    /// As [`AskedTable::players`].
    pub fn gathered(&self, variant: &Variant) -> Result<Vec<Option<Player>>, Refused> {
        let bad = |why: String| Err(Refused::Bad(why));
        let (counts, asked) = (variant.players(), self.seats.len());
        if !u8::try_from(asked).is_ok_and(|players| counts.contains(players)) {
            return bad(format!("seats: {asked} players, where {counts} can play"));
        }
        let (mut players, mut places) = (Vec::new(), Vec::new());
        for seat in &self.seats {
            let player = player(seat, &players)?;
            players.extend(player.clone());
            places.push(player);
        }
        Ok(places)
    }

    /// The time that players have; `None`: as long as they want.
    ///
    /// # Errors
    /// A time is out of bounds.
    pub fn clock(&self) -> Result<Option<TimeLimit>, Refused> {
        TimeLimit::checked(self.clock, self.reserve)
    }

    /// Whether somebody elsewhere is to play.
    pub fn has_guests(&self) -> bool {
        self.seats.iter().any(|seat| seat.kind == SeatKind::Link)
    }
}

/// Checks that the rules let these players play.
///
/// # Errors
/// Why not.
pub fn check_players(players: &[Player], variant: &Variant) -> Result<(), Refused> {
    if !players.iter().any(Player::is_human) && is_all_human(variant) {
        return Err(Refused::Bad("seats: under these rules persons play".to_owned()));
    }
    Ok(())
}

fn player(seat: &AskedSeat, others: &[Player]) -> Result<Option<Player>, Refused> {
    match seat.kind {
        SeatKind::Bot => bot(seat.level.as_deref().unwrap_or(STAND_IN)).map(Some),
        SeatKind::ThisDevice | SeatKind::Link => {
            named(seat.name.as_deref().unwrap_or_default(), others).map(Some)
        }
        SeatKind::Open => Ok(None),
    }
}

/// A bot of a level: how long bots think is not for clients to say.
///
/// # Errors
/// There is no such level.
pub fn bot(level: &str) -> Result<Player, Refused> {
    let levels = || LEVELS.iter().map(|level| level.name).collect::<Vec<_>>().join(", ");
    let level =
        Level::named(level).ok_or_else(|| Refused::Bad(format!("level: one of {}", levels())))?;
    BotSpec::parse(level.name).map(Player::Bot).map_err(|why| Refused::Bad(format!("level: {why}")))
}

/// A person with this name, or without.
///
/// # Errors
/// Why a person beside these others may not be called so; a name is no address.
pub fn named(name: &str, others: &[Player]) -> Result<Player, Refused> {
    let name = name.trim();
    if has_address(name) {
        return Err(Refused::Name(SeatsError::Name { name: name.to_owned() }));
    }
    Player::named(name, others, &crate::host()).map_err(Refused::Name)
}

/// Who plays where a game goes on for the person at a seat: bots decide for the others. If the
/// rules are for persons alone, the person decides for all.
///
/// # Errors
/// A player cannot be made.
pub fn to_go_on(
    players: &[Player],
    own: Seat,
    is_all_human: bool,
) -> Result<Vec<TableSeat>, Refused> {
    let seat = |(number, player): (u8, &Player)| {
        let player = if number == own.number() || is_all_human {
            if player.is_human() { player.clone() } else { named("", &[])? }
        } else if is_level(player) {
            player.clone()
        } else {
            BotSpec::parse(STAND_IN)
                .map(Player::Bot)
                .map_err(|why| Refused::Bad(why.to_string()))?
        };
        Ok(TableSeat::new(player))
    };
    (0..).zip(players).map(seat).collect()
}

/// Whether a player is a bot of one of the levels. Others think for as long as their records say,
/// which is not for clients to say.
fn is_level(player: &Player) -> bool {
    matches!(player, Player::Bot(bot) if bot.level().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_address_and_calls_nobody() {
        for fine in ["Ann", "J. R.", "Anne-Frédérique", "<b>", "Dr. No", ""] {
            assert!(named(fine, &[]).is_ok(), "{fine}");
        }
        for wrong in ["http://evil.org", "www.evil.org", "evil.org", "@everyone", "x://y"] {
            assert!(matches!(named(wrong, &[]), Err(Refused::Name(_))), "{wrong}");
        }
    }

    #[test]
    fn bots_that_a_record_lets_think_for_long_are_exchanged() {
        let bot = |name: &str| Player::Bot(BotSpec::parse(name).unwrap());
        let players = [bot("expert"), bot("ismcts:9999998"), bot("hard"), bot("ismcts:9999999")];
        let seats = to_go_on(&players, Seat::new(0), false).unwrap();
        let bots = seats.iter().map(|seat| match &seat.player {
            Player::Bot(bot) => bot.to_string(),
            Player::Human(_) => "a person".to_owned(),
        });
        let stand_in = BotSpec::parse(STAND_IN).unwrap().to_string();
        let expected = ["a person", &stand_in, "ismcts:200:values=learned", &stand_in];
        assert_eq!(bots.collect::<Vec<_>>(), expected);
    }
}
