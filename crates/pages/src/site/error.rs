//! Why the files of the pages cannot be made into a site.

/// Why there is no site: a file of the pages has what a site cannot have.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A script cannot be one of the bundle.
    #[error("{file}, line {line}: {fault}")]
    Script {
        /// The name of the file, as in [`STATIC`](crate::files::STATIC) or
        /// [`SITE`](crate::files::SITE).
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong there.
        fault: ScriptFault,
    },
    /// Modules import each other: each name imports the next, and the last is the first.
    #[error("modules import each other: {}", .0.join(" imports "))]
    Cycle(Vec<String>),
    /// The list [`SITE`](crate::files::SITE) lacks a script that every site has.
    #[error("there is no {0}")]
    NoScript(&'static str),
    /// It is not known what a page is called in the site.
    #[error("{0}: the page has no file name")]
    NoFileName(String),
    /// A page does not say in which characters it is written, in the way all others do.
    #[error("{0}: the page has no line <meta charset=\"utf-8\" />")]
    NoCharset(String),
    /// A page has another number of modules than one, which is where it begins.
    #[error("{page}: the page loads {count} modules, and not one")]
    Entries {
        /// The path of the page.
        page: String,
        /// How many modules it loads.
        count: usize,
    },
    /// A page leads to, or loads, what the site does not have.
    #[error("{page}: the site has nothing for the address {address}")]
    NoTarget {
        /// The path of the page.
        page: String,
        /// The address as the page has it.
        address: String,
    },
    /// The engine cannot be compressed.
    #[error("the engine cannot be compressed: {0}")]
    Gzip(#[from] std::io::Error),
}

/// Why a script cannot be one of the bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    /// A bracket, text, comment or regular expression is not closed.
    #[error("what begins here is not closed")]
    Unclosed,
    /// An import or export of a form that the bundle does not know, or in a script that is not a
    /// module.
    #[error("no such import or export can be here: {0}")]
    Form(String),
    /// The module that is imported is not one of the site.
    #[error("there is no module {0}")]
    NoModule(String),
    /// The module that is imported has no such export.
    #[error("{module} does not export {name}")]
    NoExport {
        /// The module that is imported.
        module: String,
        /// The name that it does not export.
        name: String,
    },
    /// A module waits while it is loaded, for which its importer would have to wait, too.
    #[error("the module awaits at its top level, and {0} imports it")]
    Awaits(String),
}
