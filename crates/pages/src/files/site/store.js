// What this browser keeps of games and runs: their texts with revisions, and small heads for lists.
// Several tabs write here: what a tab writes has to follow on what is here.

/** What belongs to this site: others may be in other folders of the same host. */
export const NAME = `tsuro ${new URL(".", location.href).pathname}`;

const VERSION = 1;
const TEXTS = { game: "games", run: "runs" }; // where the texts are, by kind
const HEADS = "heads";

/** The longest that a browser may take to open the database. */
const PATIENCE = 10_000; // ms

/** The result of a request to the database. */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The end of a transaction: only then it is kept. */
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    transaction.onerror = () => {}; // it is aborted
  });

function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of Object.values(TEXTS)) request.result.createObjectStore(name);
    request.result.createObjectStore(HEADS);
  };
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("too slow")));
  return Promise.race([done(request), late]).then((database) => {
    // A newer version of these pages may have to change it.
    database.onversionchange = () => database.close();
    return database;
  });
}

/** Whether an entry follows on what is there, `{revision}` or nothing. */
const follows = (entry, there) => (there?.revision ?? 0) === entry.revision - 1;

/** What a tab keeps where the database cannot be used: it lasts until the tab is closed. */
class TabStore {
  #all = new Map();
  #name = (kind, id) => `${NAME} ${kind} ${id}`;

  get(kind, id) {
    const name = this.#name(kind, id);
    if (this.#all.has(name)) return this.#all.get(name);
    try {
      return JSON.parse(sessionStorage.getItem(name));
    } catch {
      return null;
    }
  }

  /** Keeps an entry; null where there shall be nothing. */
  set(kind, id, entry) {
    const name = this.#name(kind, id);
    try {
      // The pages of a tab are different documents, which share nothing but this.
      sessionStorage.setItem(name, JSON.stringify(entry));
      this.#all.delete(name);
    } catch {
      this.#all.set(name, entry);
    }
  }

  /** All entries of a kind. */
  list(kind) {
    const start = this.#name(kind, "");
    let names = [...this.#all.keys()];
    try {
      names = [...new Set([...names, ...Object.keys(sessionStorage)])];
    } catch {
      // Then only memory has entries.
    }
    const ids = names.filter((name) => name.startsWith(start));
    return ids.map((name) => this.get(kind, name.slice(start.length))).filter(Boolean);
  }
}

export class Store {
  #tab = new TabStore();
  #database = null;
  #forgets;
  #hasTold = false;

  /**
   * `forgets(isFull)` is called once, when it shows that nothing is kept longer than the tab is
   * open, and whether that is for want of room.
   */
  constructor(forgets) {
    this.#forgets = forgets;
  }

  /** Runs `act` with the database; gives `otherwise` where it cannot be used. */
  async #with(act, otherwise) {
    try {
      this.#database ??= open();
      return await act(await this.#database);
    } catch (error) {
      if (!this.#hasTold) console.warn(`tsuro: ${error?.name}: ${error?.message}`);
      const isFull = error?.name === "QuotaExceededError";
      this.#tell(isFull);
      return otherwise(isFull);
    }
  }

  #tell(isFull) {
    if (!this.#hasTold) this.#forgets(isFull);
    this.#hasTold = true;
  }

  /** What is kept of a game or a run: `{revision, text}`, or null. */
  async get(kind, id) {
    const inTab = this.#tab.get(kind, id);
    if (inTab) {
      this.#tell(Boolean(inTab.isFull));
      return inTab.text === null ? null : { revision: inTab.revision, text: inTab.text };
    }
    const read = (database) =>
      done(database.transaction(TEXTS[kind]).objectStore(TEXTS[kind]).get(id));
    return (await this.#with(read, () => null)) ?? null;
  }

  /** The heads of all that is kept of a kind. */
  async heads(kind) {
    const range = () => IDBKeyRange.bound([kind], [kind, []]);
    const read = (database) => done(database.transaction(HEADS).objectStore(HEADS).getAll(range()));
    const heads = new Map((await this.#with(read, () => [])).map(({ id, head }) => [id, head]));
    for (const { id, head, text } of this.#tab.list(kind)) {
      heads.delete(id);
      if (text !== null) heads.set(id, head);
    }
    return [...heads.values()];
  }

  /**
   * Keeps entries, all or none: `{kind, id, revision, head, text}`; one without a text removes.
   * Whether they follow on what is there.
   */
  async put(entries) {
    const inTab = entries.some(({ kind, id }) => this.#tab.get(kind, id));
    if (inTab) return this.#putInTab(entries);
    return this.#with(
      (database) => this.#putIn(database, entries),
      (isFull) => this.#putInTab(entries, isFull),
    );
  }

  /** Whether the tab has kept one of them since the disk is full. */
  #isFullFor(entries) {
    return entries.some(({ kind, id }) => this.#tab.get(kind, id)?.isFull);
  }

  async #putIn(database, entries) {
    const transaction = database.transaction([...Object.values(TEXTS), HEADS], "readwrite");
    const end = ended(transaction);
    end.catch(() => {}); // it is looked at when all is written
    for (const entry of entries) {
      const texts = transaction.objectStore(TEXTS[entry.kind]);
      if (!follows(entry, await done(texts.get(entry.id)))) {
        transaction.abort();
        return false;
      }
      write(texts, transaction.objectStore(HEADS), entry);
    }
    await end;
    return true;
  }

  async #putInTab(entries, isFull = this.#isFullFor(entries)) {
    for (const entry of entries)
      if (!follows(entry, await this.get(entry.kind, entry.id))) return false;
    for (const entry of entries)
      this.#tab.set(entry.kind, entry.id, isFull ? { ...entry, isFull } : entry);
    return true;
  }
}

function write(texts, heads, { kind, id, revision, head, text }) {
  if (text === null) {
    texts.delete(id);
    heads.delete([kind, id]);
  } else {
    texts.put({ revision, text }, id);
    heads.put({ id, head }, [kind, id]);
  }
}
