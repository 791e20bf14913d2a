// Which tab plays a run of the laboratory: one of those that show it, and when it is closed,
// another one. Where the browser has no locks, each of them does.

/** By runs: a promise of whether this tab plays it. */
const known = new Map();

const untilClosed = new Promise(() => {});

/** Asks for a lock that is free; gives whether this tab has it. Without, it waits for `begin()`. */
function take(name, begin) {
  return new Promise((tell) => {
    const held = (lock) => {
      tell(lock !== null);
      if (lock) return untilClosed;
      const later = () => (begin(), untilClosed);
      navigator.locks.request(name, later).catch(() => {}); // the page is being closed
    };
    // Some pages may have no locks, as from a folder.
    navigator.locks.request(name, { ifAvailable: true }, held).catch(() => tell(true));
  });
}

/** Whether this tab knows a run. */
export const knows = (id) => known.has(id);

/** Whether this tab plays a run. If it does so only later, it calls `begins(id)` then. */
export function plays(id, begins) {
  if (!known.has(id)) {
    const begin = () => {
      known.set(id, Promise.resolve(true));
      begins(id);
    };
    known.set(id, navigator.locks ? take(`tsuro run ${id}`, begin) : Promise.resolve(true));
  }
  return known.get(id);
}

/** The runs that this tab plays. */
export async function played() {
  const all = await Promise.all(
    [...known].map(async ([id, isHere]) => ((await isHere) ? id : null)),
  );
  return all.filter(Boolean);
}
