// Numbers as the engine makes them of a seed, so that the page can compute the hash of a secret and
// the deal of a game itself. Browsers have no hashes of their own on pages without TLS.

const MASK = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
/** The number of the stream that orders the deck (`Purpose::Deck` of the engine). */
const DECK = 2n;

const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of a root of the first primes. */
function rootsOfPrimes(count, root) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by += 1) isPrime &&= number % by !== 0;
    if (isPrime) found.push(((number ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
}

/** The SHA-256 of a text of ASCII characters, as 32 bytes. */
function sha256(text) {
  const keys = rootsOfPrimes(64, 3);
  const hash = rootsOfPrimes(8, 2);
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64);
  bytes.set(new TextEncoder().encode(text));
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, text.length * 8);
  for (let block = 0; block < bytes.length; block += 64) {
    const words = [];
    for (let at = 0; at < 64; at += 1) words.push(nextWord(words, view, block, at));
    mixIn(hash, words, keys);
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setInt32(4 * at, word));
  return out;
}

function nextWord(words, view, block, at) {
  if (at < 16) return view.getInt32(block + 4 * at);
  const [a, b] = [words[at - 15], words[at - 2]];
  const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
  const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
  return (words[at - 16] + low + words[at - 7] + high) | 0;
}

function mixIn(hash, words, keys) {
  let [a, b, c, d, e, f, g, last] = hash;
  for (let at = 0; at < 64; at += 1) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (last + high + ((e & f) ^ (~e & g)) + keys[at] + words[at]) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const other = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, last].forEach((word, at) => (hash[at] = (hash[at] + word) | 0));
}

/** The commitment to a number: the SHA-256 of its digits, in hexadecimal digits. */
export function commitmentTo(number) {
  const hash = new Uint8Array(sha256(number).buffer);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function mix(input) {
  let word = (input + GOLDEN) & MASK;
  word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return word ^ (word >> 31n);
}

/** The generator PCG-XSH-RR 64/32; gives a function that gives its next 32 bits. */
function generator(start, stream) {
  const increment = (stream << 1n) | 1n;
  const step = (state) => (state * 6364136223846793005n + increment) & MASK;
  let state = step((start + increment) & MASK);
  return () => {
    const old = state;
    state = step(old);
    const word = Number((((old >> 18n) ^ old) >> 27n) & 0xffffffffn);
    return rotate(word, Number(old >> 59n)) >>> 0;
  };
}

/** A number below a bound, by Lemire's method. */
function below(bits, bound) {
  const threshold = (2 ** 32 - bound) % bound;
  for (;;) {
    const product = BigInt(bits()) * BigInt(bound);
    if (Number(product & 0xffffffffn) >= threshold) return Number(product >> 32n);
  }
}

/** The tiles of a deck in the order that a seed gives. */
export function orderedBy(seed, index, tiles) {
  const hash = sha256(seed);
  const [one, other] = [hash.getBigUint64(0, true), hash.getBigUint64(8, true)];
  const game = mix(one ^ mix((other + BigInt(index)) & MASK));
  const bits = generator(mix((game + (DECK << 56n) * GOLDEN) & MASK), DECK);
  const deck = [...tiles].sort((a, b) => a - b);
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const at = below(bits, last + 1);
    [deck[last], deck[at]] = [deck[at], deck[last]];
  }
  return deck;
}
