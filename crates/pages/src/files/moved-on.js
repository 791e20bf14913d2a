// The seats of this browser in the next game of an evening.

/**
 * What is kept of a game, for the game `id` after it, in which all `count` players have moved on by
 * one seat.
 */
export function movedOn(game, id, count) {
  const seat = (old) => ({ ...old, seat: (old.seat + 1) % count });
  return { ...game, id, seats: game.seats.map(seat), links: game.links?.map(seat) };
}
