//! `print`, by which a script says something to its author: kept where it is collected, with its
//! line and the turn, and lost elsewhere.

use super::live;
use super::values::to_json;
use crate::rules::printed::{PrintedLine, is_collected, keep};
use rhai::{Array, Dynamic, Engine, INT, ImmutableString, Map, NativeCallContext};

/// Keeps a value as a line.
fn print(context: &NativeCallContext<'_>, value: &Dynamic) {
    if !is_collected() {
        return;
    }
    let text = match value.read_lock::<ImmutableString>() {
        Some(text) => text.to_string(),
        None if value.is_unit() => "()".to_owned(),
        None => {
            to_json(value).map_or_else(|_| value.type_name().to_owned(), |value| value.to_string())
        }
    };
    let (script, turn) = live::running().unwrap_or_default();
    keep(PrintedLine { script, line: context.call_position().line(), turn, text });
}

/// Registers it for every kind of value: the language has one of its own for each.
pub(super) fn register(engine: &mut Engine) {
    macro_rules! of {
        ($($type:ty)+) => {
            $(engine.register_fn("print", |context: NativeCallContext<'_>, value: $type| {
                print(&context, &Dynamic::from(value));
                ImmutableString::new()
            });)+
        };
    }
    of! { () INT bool char ImmutableString Array Map }
    engine.register_fn("print", |context: NativeCallContext<'_>, value: Dynamic| {
        print(&context, &value);
        ImmutableString::new()
    });
}

#[cfg(test)]
mod tests {
    use super::super::program::engine;
    use crate::rules::printed::printed;

    #[test]
    fn what_is_printed_is_collected_with_its_line_and_lost_elsewhere() {
        let run = |text: &str| engine().eval::<()>(text).unwrap();
        run("print(1)");
        let ((), lines, more) = printed(|| {
            run(
                "print(`a`);\nprint([1, ()]);\nfor n in 0..300 { print(n); }\nprint(#{ a: true });",
            );
        });
        assert_eq!((lines.len(), more), (200, 103));
        let shown: Vec<String> = lines.iter().take(3).map(ToString::to_string).collect();
        assert_eq!(shown, [":1: a", ":2: [1,null]", ":3: 0"]);
        let ((), long, _) =
            printed(|| run("let a = `x`; a.pad(500, 'x'); print(a); print(()); print('c');"));
        assert_eq!(
            (long[0].text.chars().count(), &*long[1].text, &*long[2].text),
            (201, "()", "\"c\"")
        );
        run("print(1)");
        let ((), none, more) = printed(|| ());
        assert_eq!((none.len(), more), (0, 0));
    }
}
