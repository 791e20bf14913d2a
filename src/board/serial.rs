//! Reading and writing squares, places, ports, faces and rotations with `serde`, in the form that
//! records have: rules use them in their state.

use super::{Face, Laid, Place, Port, PortSet, Rotation, Square};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Implements `serde` for types by their text.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Square, Place);

impl Serialize for Port {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Port {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(from)?;
        Self::from_letter(letter).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Char(letter), &"a port, \"A\" to \"H\"")
        })
    }
}

/// The letters of its ports, ascending.
impl Serialize for PortSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(Port::all().filter(|&port| self.contains(port)))
    }
}

impl<'de> Deserialize<'de> for PortSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Port>::deserialize(from)?.into_iter().fold(Self::EMPTY, Self::with))
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        Self::of_tile(number).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a tile, 0 to 39")
        })
    }
}

impl Serialize for Rotation {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.turns())
    }
}

impl<'de> Deserialize<'de> for Rotation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u8::deserialize(from)? {
            turns @ 0..=3 => Ok(Self::new(turns)),
            turns => Err(D::Error::invalid_value(
                Unexpected::Unsigned(turns.into()),
                &"quarter-turns, 0 to 3",
            )),
        }
    }
}

/// A laid tile as positions have it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LaidFields {
    tile: Face,
    rotation: Rotation,
}

impl Serialize for Laid {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        LaidFields { tile: self.face(), rotation: self.rotation() }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Laid {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let LaidFields { tile, rotation } = LaidFields::deserialize(from)?;
        if tile.orientations() == 0 {
            return Err(D::Error::invalid_value(
                Unexpected::Unsigned(tile.number().into()),
                &"a face, 0 to 34, or a special tile that can be placed, 36 or 38",
            ));
        }
        Ok(Self::new(tile, rotation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_what_cannot_be_is_refused() {
        let place: Place = serde_json::from_str("\"c3:H\"").expect("a place");
        let all =
            (place, place.square(), place.port(), Face::new(34).expect("a face"), Rotation::new(3));
        let text = serde_json::to_string(&all).expect("it can be written");
        let ports = PortSet::EMPTY.with(Port::new(7)).with(Port::new(0));
        assert_eq!(serde_json::to_string(&ports).expect("it can be written"), r#"["A","H"]"#);
        assert_eq!(serde_json::from_str::<PortSet>(r#"["H","A","H"]"#).ok(), Some(ports));
        assert!(serde_json::from_str::<PortSet>(r#"["I"]"#).is_err());
        assert_eq!(text, "[\"c3:H\",\"c3\",\"H\",34,3]");
        assert_eq!(
            serde_json::from_str::<(Place, Square, Port, Face, Rotation)>(&text).ok(),
            Some(all)
        );
        assert!(
            serde_json::from_str::<Square>("\"q1\"").is_err()
                && serde_json::from_str::<Place>("\"c3\"").is_err()
        );
        assert!(
            serde_json::from_str::<Port>("\"I\"").is_err()
                && serde_json::from_str::<Face>("40").is_err()
        );
        assert!(
            serde_json::from_str::<Face>("39").is_ok()
                && serde_json::from_str::<Laid>(r#"{"tile":35,"rotation":0}"#).is_err()
        );
        assert!(
            serde_json::from_str::<Rotation>("4").is_err()
                && serde_json::from_str::<Rotation>("-1").is_err()
        );
    }
}
