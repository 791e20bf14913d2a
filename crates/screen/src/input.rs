//! What a person does at the keyboard and with the mouse, whatever the terminal calls it.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// A character.
    Char(char),
    /// Take what is proposed.
    Enter,
    /// Away from here.
    Escape,
    /// The next.
    Tab,
    /// The one before.
    BackTab,
    /// Backspace.
    Back,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Back by a page.
    PageUp,
    /// On by a page.
    PageDown,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// Stop the program.
    Interrupt,
    /// Stop for a while: Ctrl-Z.
    Suspend,
}

/// What the mouse does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// The left button.
    Click,
    /// The wheel, away from the person.
    WheelUp,
    /// The wheel, towards the person.
    WheelDown,
}

/// A deed of the mouse, and where on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pointer {
    pub column: u16,
    pub row: u16,
    pub act: Act,
}

/// Something that a person did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// A key.
    Key(Key),
    /// The mouse.
    Pointer(Pointer),
    /// The window has another size.
    Resized,
}

impl Input {
    /// What an event of the terminal means; `None`: nothing here.
    pub(super) fn from_event(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if key.modifiers.contains(KeyModifiers::ALT) {
                    return None;
                }
                Some(Self::Key(match key.code {
                    KeyCode::Char('c' | 'C') if control => Key::Interrupt,
                    KeyCode::Char('z' | 'Z') if control => Key::Suspend,
                    KeyCode::Char(character) if !control => Key::Char(character),
                    KeyCode::Enter => Key::Enter,
                    KeyCode::Esc => Key::Escape,
                    KeyCode::Tab => Key::Tab,
                    KeyCode::BackTab => Key::BackTab,
                    KeyCode::Backspace => Key::Back,
                    KeyCode::Up => Key::Up,
                    KeyCode::Down => Key::Down,
                    KeyCode::Left => Key::Left,
                    KeyCode::Right => Key::Right,
                    KeyCode::PageUp => Key::PageUp,
                    KeyCode::PageDown => Key::PageDown,
                    KeyCode::Home => Key::Home,
                    KeyCode::End => Key::End,
                    _ => return None,
                }))
            }
            Event::Mouse(mouse) => {
                let act = match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => Act::Click,
                    MouseEventKind::ScrollUp => Act::WheelUp,
                    MouseEventKind::ScrollDown => Act::WheelDown,
                    _ => return None,
                };
                Some(Self::Pointer(Pointer { column: mouse.column, row: mouse.row, act }))
            }
            Event::Resize(..) => Some(Self::Resized),
            _ => None,
        }
    }
}
