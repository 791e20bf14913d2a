//! Makes a [`Json`] of anything that is `Serialize`. `serde_json` does everything that has no
//! fields.

use super::document::Json;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Value, to_value};

/// The serializer.
pub(super) struct Collector;

/// A list, or the list of an enum's variant, while it is made.
pub(super) struct ListCollector {
    variant: Option<&'static str>,
    items: Vec<Json>,
}

/// An object, or the object of an enum's variant, while it is made.
pub(super) struct ObjectCollector {
    variant: Option<&'static str>,
    /// The name of the field whose value comes next, in a map.
    name: String,
    fields: Vec<(String, Json)>,
}

/// A variant with data: an object with its name as the only field.
fn in_variant(variant: Option<&'static str>, inner: Json) -> Json {
    match variant {
        Some(name) => Json::Object(vec![(name.to_owned(), inner)]),
        None => inner,
    }
}

impl ListCollector {
    fn new(variant: Option<&'static str>, len: Option<usize>) -> Self {
        Self { variant, items: Vec::with_capacity(len.unwrap_or_default()) }
    }

    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.items.push(value.serialize(Collector)?);
        Ok(())
    }

    fn finish(self) -> Json {
        in_variant(self.variant, Json::List(self.items))
    }
}

impl ObjectCollector {
    fn new(variant: Option<&'static str>, len: usize) -> Self {
        Self { variant, name: String::new(), fields: Vec::with_capacity(len) }
    }

    fn add<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.fields.push((name.to_owned(), value.serialize(Collector)?));
        Ok(())
    }

    fn finish(self) -> Json {
        in_variant(self.variant, Json::Object(self.fields))
    }
}

/// Values without fields.
macro_rules! plain {
    ($($method:ident($type:ty))*) => {$(
        fn $method(self, value: $type) -> Result<Json, Error> {
            to_value(value).map(Json::Plain)
        }
    )*};
}

impl Serializer for Collector {
    type Ok = Json;
    type Error = Error;
    type SerializeSeq = ListCollector;
    type SerializeTuple = ListCollector;
    type SerializeTupleStruct = ListCollector;
    type SerializeTupleVariant = ListCollector;
    type SerializeMap = ObjectCollector;
    type SerializeStruct = ObjectCollector;
    type SerializeStructVariant = ObjectCollector;

    plain! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32)
        serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32)
        serialize_u64(u64) serialize_u128(u128)
        serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_str(&str)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Json, Error> {
        Ok(Json::list(value))
    }

    fn serialize_none(self) -> Result<Json, Error> {
        Ok(Json::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Json, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Json, Error> {
        Ok(Json::NULL)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Json, Error> {
        Ok(Json::NULL)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Json, Error> {
        Ok(Json::Plain(variant.into()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Json, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Json, Error> {
        Ok(in_variant(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<ListCollector, Error> {
        Ok(ListCollector::new(None, len))
    }

    fn serialize_tuple(self, len: usize) -> Result<ListCollector, Error> {
        Ok(ListCollector::new(None, Some(len)))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        len: usize,
    ) -> Result<ListCollector, Error> {
        Ok(ListCollector::new(None, Some(len)))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ListCollector, Error> {
        Ok(ListCollector::new(Some(variant), Some(len)))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<ObjectCollector, Error> {
        Ok(ObjectCollector::new(None, len.unwrap_or_default()))
    }

    fn serialize_struct(self, _name: &'static str, len: usize) -> Result<ObjectCollector, Error> {
        Ok(ObjectCollector::new(None, len))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ObjectCollector, Error> {
        Ok(ObjectCollector::new(Some(variant), len))
    }
}

/// The kinds of lists that serde tells apart.
macro_rules! list {
    ($($kind:ident $method:ident)*) => {$(
        impl $kind for ListCollector {
            type Ok = Json;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.add(value)
            }

            fn end(self) -> Result<Json, Error> {
                Ok(self.finish())
            }
        }
    )*};
}

list! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

/// The kinds of structures that serde tells apart.
macro_rules! structure {
    ($($kind:ident)*) => {$(
        impl $kind for ObjectCollector {
            type Ok = Json;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.add(name, value)
            }

            fn end(self) -> Result<Json, Error> {
                Ok(self.finish())
            }
        }
    )*};
}

structure! { SerializeStruct SerializeStructVariant }

impl SerializeMap for ObjectCollector {
    type Ok = Json;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.name = match to_value(key)? {
            Value::String(name) => name,
            Value::Number(number) => number.to_string(),
            Value::Bool(value) => value.to_string(),
            _ => {
                return Err(serde::ser::Error::custom("a key that is neither a text nor a number"));
            }
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let name = std::mem::take(&mut self.name);
        self.fields.push((name, value.serialize(Collector)?));
        Ok(())
    }

    fn end(self) -> Result<Json, Error> {
        Ok(self.finish())
    }
}
