// The seats that a page has in a game that is shown again, and what others do there meanwhile.

import { Live, OwnSeats } from "./live.js";
import { can } from "./transport.js";

/** Who writes here where all persons of a game are at this device. */
function authorsHere({ state, seats }) {
  const persons = state === "uploaded" ? [] : seats.filter(({ kind }) => kind === "person");
  return persons.length > 0 ? persons.map(({ seat }) => ({ seat })) : [{ seat: null }];
}

/** Lets `comments` be written at a game that is over, and hear of those of others. */
export function joinReplay(table, comments) {
  if (!can.invite) {
    comments.authors = authorsHere(table);
    return;
  }
  const own = new OwnSeats(table.id);
  const author = (seat) => ({ seat, token: own.tokenOf(seat), host: own.host });
  const onMessage = (message) => {
    if (message.type === "table") own.learn(message.mine);
    if (message.type === "talk" && (message.chat || own.host))
      comments.authors = own.seats.map(author);
    if (message.type === "comment") comments.take(message);
  };
  new Live(table.id, own, { onMessage, onState: () => {} });
}
