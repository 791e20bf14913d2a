//! [`RuleKey`]: a key of a rule together with the type as which it is read, so that one constant
//! declares and reads it.

use super::key::{Field, Key, KeyWord, ValueKind, is_same};
use super::words::KeyWords;
use crate::board::Square;
use serde_json::Value;
use std::marker::PhantomData;

/// A key that a rule declares, and as what it is read. One constant for each: its
/// [declaration](RuleKey::decl) stands in [`RuleDecl::keys`](crate::game::RuleDecl::keys), and
/// [`Values::get`](crate::game::Values::get) reads it.
///
/// ```
/// use tsuro::board::Square;
/// use tsuro::game::{Key, RuleKey, ValueKind, Values};
///
/// const ROCKS: RuleKey<u8> =
///     Key::number("rocks", 1..=9).default(3).means("How many rocks there are").typed();
/// const WHERE: RuleKey<Vec<Square>> =
///     Key::new("where", ValueKind::Squares { len: (0, 9) }).default_toml("[]").typed();
///
/// fn rocks(values: &mut Values<'_>) -> Option<(u8, Vec<Square>)> {
///     let (rocks, squares) = (values.get(&ROCKS)?, values.get(&WHERE)?);
///     if squares.len() > rocks.into() {
///         values.problem(&WHERE, format!("there are only {rocks} rocks")).with_own(&ROCKS);
///     }
///     Some((rocks, squares))
/// }
/// ```
///
/// A misspelt key does not compile:
///
/// ```compile_fail,E0425
/// # use tsuro::game::{Key, RuleKey, Values};
/// # const ROCKS: RuleKey<u8> = Key::number("rocks", 1..=9).typed();
/// fn rocks(values: &mut Values<'_>) -> Option<u8> {
///     values.get(&ROKCS)
/// }
/// ```
///
/// Nor does a key that is read as something else:
///
/// ```compile_fail,E0308
/// # use tsuro::game::{Key, RuleKey, Values};
/// # const ROCKS: RuleKey<u8> = Key::number("rocks", 1..=9).typed();
/// fn rocks(values: &mut Values<'_>) -> Option<bool> {
///     values.get(&ROCKS)
/// }
/// ```
///
/// Nor does a type that cannot hold each value that the key takes:
///
/// ```compile_fail,E0080
/// # use tsuro::game::{Key, RuleKey};
/// const ROCKS: RuleKey<u8> = Key::number("rocks", 1..=256).typed();
/// ```
#[derive(Debug)]
pub struct RuleKey<T> {
    decl: Key,
    read_as: PhantomData<fn() -> T>,
}

impl<T> RuleKey<T> {
    /// What is said of the key without its type.
    pub const fn decl(&self) -> Key {
        self.decl
    }

    /// The name of the key, without its table.
    pub const fn name(&self) -> &'static str {
        self.decl.name
    }
}

impl Key {
    /// The key `rule`, by which a file chooses the rule: for a
    /// [problem](crate::game::Values::problem) of the rule as a whole.
    pub const RULE: RuleKey<String> = Self::text("rule").typed();

    /// The key as one that is read as a `T`.
    ///
    /// # Panics
    /// If a `T` cannot hold each value that the key takes. In a `const` that is an error of the
    /// compiler.
    pub const fn typed<T: KeyType>(self) -> RuleKey<T> {
        assert!(T::SHAPE.holds(&self.kind), "the key takes values that its type cannot hold");
        RuleKey { decl: self, read_as: PhantomData }
    }
}

/// What a type can hold of the values of keys.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum KeyShape {
    /// `true` or `false`.
    Flag,
    /// Whole numbers, both ends included.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// Any text or word.
    Text,
    /// These words.
    Words(&'static [KeyWord]),
    /// Squares.
    Square,
    /// Tables with these fields.
    Table(&'static [Field]),
    /// Lists.
    List {
        /// What their items are.
        of: &'static Self,
        /// How many they have; `None`: any number.
        len: Option<usize>,
    },
}

impl KeyShape {
    const fn numbers(min: i64, max: i64) -> Self {
        Self::Number { min, max }
    }

    /// Whether it can hold each value of a kind.
    const fn holds(&self, kind: &ValueKind) -> bool {
        let Self::List { of, len: wanted } = self else {
            return match (self, kind) {
                (Self::Flag, ValueKind::Bool)
                | (Self::Text, ValueKind::Text | ValueKind::Choice(_)) => true,
                (Self::Number { min, max }, ValueKind::Int { min: least, max: most }) => {
                    *min <= *least && *most <= *max
                }
                (Self::Words(own), ValueKind::Choice(words)) => are_same_words(own, words),
                _ => false,
            };
        };
        let (items, (least, most)) = match kind {
            ValueKind::Ints { len, min, max, .. } => {
                (of.holds(&ValueKind::Int { min: *min, max: *max }), *len)
            }
            ValueKind::Choices(words) => (of.holds(&ValueKind::Choice(words)), (0, words.len())),
            ValueKind::Causes(_) => (matches!(of, Self::Text), (0, usize::MAX)),
            ValueKind::Texts { len } => (matches!(of, Self::Text), *len),
            ValueKind::Squares { len } => (matches!(of, Self::Square), *len),
            ValueKind::SquarePairs { len } => {
                (matches!(of, Self::List { of: Self::Square, len: None | Some(2) }), *len)
            }
            ValueKind::Records { fields, len } => {
                (matches!(of, Self::Table(own) if are_same_fields(own, fields)), *len)
            }
            _ => return false,
        };
        items
            && match wanted {
                Some(wanted) => least == *wanted && most == *wanted,
                None => true,
            }
    }
}

const fn are_same_words(some: &[KeyWord], others: &[KeyWord]) -> bool {
    match (some, others) {
        ([one, some @ ..], [other, others @ ..]) => {
            is_same(one.name.as_bytes(), other.name.as_bytes()) && are_same_words(some, others)
        }
        _ => some.is_empty() && others.is_empty(),
    }
}

const fn are_same_fields(some: &[Field], others: &[Field]) -> bool {
    match (some, others) {
        ([one, some @ ..], [other, others @ ..]) => {
            is_same(one.name.as_bytes(), other.name.as_bytes()) && are_same_fields(some, others)
        }
        _ => some.is_empty() && others.is_empty(),
    }
}

/// A type as which a rule reads a key: a number, `bool`, `String`, [`KeyWords`], [`Square`], and
/// lists of them (`Vec` or an array). A rule with a key of tables implements it for what a table
/// says.
///
/// ```
/// use serde::Deserialize;
/// use tsuro::game::{Field, Key, KeyShape, KeyType, RuleKey, ValueKind};
///
/// #[derive(Deserialize)]
/// struct Storm {
///     turn: u32,
/// }
///
/// const STORM: &[Field] = &[Field::new(
///     "turn",
///     ValueKind::Int { min: 1, max: 99 },
///     "The turn in which it comes",
/// )];
///
/// impl KeyType for Storm {
///     const SHAPE: KeyShape = KeyShape::Table(STORM);
///     fn of_value(value: &serde_json::Value) -> Option<Self> {
///         Self::deserialize(value).ok()
///     }
/// }
///
/// const STORMS: RuleKey<Vec<Storm>> =
///     Key::new("storms", ValueKind::Records { fields: STORM, len: (0, 9) }).typed();
/// ```
pub trait KeyType: Sized {
    /// What it can hold.
    const SHAPE: KeyShape;
    /// What a value is as this type; `None`: it is something else.
    fn of_value(value: &Value) -> Option<Self>;
}

macro_rules! key_types {
    ($($type:ty: $shape:expr, $value:ident => $read:expr;)+) => {$(
        impl KeyType for $type {
            const SHAPE: KeyShape = $shape;
            fn of_value($value: &Value) -> Option<Self> {
                $read
            }
        }
    )+};
}

key_types! {
    u8: KeyShape::numbers(0, u8::MAX as i64), value => value.as_i64()?.try_into().ok();
    u16: KeyShape::numbers(0, u16::MAX as i64), value => value.as_i64()?.try_into().ok();
    u32: KeyShape::numbers(0, u32::MAX as i64), value => value.as_i64()?.try_into().ok();
    usize: KeyShape::numbers(0, u32::MAX as i64), value => value.as_i64()?.try_into().ok();
    i64: KeyShape::numbers(i64::MIN, i64::MAX), value => value.as_i64();
    bool: KeyShape::Flag, value => value.as_bool();
    String: KeyShape::Text, value => value.as_str().map(Self::from);
    Square: KeyShape::Square, value => value.as_str()?.parse().ok();
}

impl<T: KeyWords> KeyType for T {
    const SHAPE: KeyShape = KeyShape::Words(T::WORDS);
    fn of_value(value: &Value) -> Option<Self> {
        T::from_word(value.as_str()?)
    }
}

impl<T: KeyType> KeyType for Vec<T> {
    const SHAPE: KeyShape = KeyShape::List { of: &T::SHAPE, len: None };
    fn of_value(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::of_value).collect()
    }
}

impl<T: KeyType, const N: usize> KeyType for [T; N] {
    const SHAPE: KeyShape = KeyShape::List { of: &T::SHAPE, len: Some(N) };
    fn of_value(value: &Value) -> Option<Self> {
        Vec::of_value(value)?.try_into().ok()
    }
}
