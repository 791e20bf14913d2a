// Rule sets and games that are in the links to them: packed texts after the `#` of an address, as
// in `#rules=…`, which no server is told of.

import { ApiError, t } from "./common.js";

/** The largest text that is packed or unpacked, in bytes. */
const LARGEST = 256 * 1024;

/** A text that does not fit into a link (`large`), or a link that holds none (`damaged`). */
export class LinkError extends ApiError {
  constructor(code) {
    super(0, `link-${code}`, t(code === "large" ? "WebLinkTooLarge" : "WebLinkDamaged"));
  }
}

/** A text as a link has it: deflated, in base64url. Throws a [LinkError]. */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LARGEST) throw new LinkError("large");
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let signs = "";
  for (const byte of packed) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that [pack] has packed. Throws a [LinkError]. */
export async function unpack(packed) {
  try {
    const signs = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(stream));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("damaged");
  }
}

/** The bytes of a stream. A few of them can become very many, so that they are counted. */
async function bytesOf(stream) {
  const reader = stream.getReader();
  const parts = [];
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    count += value.length;
    if (count > LARGEST) {
      reader.cancel().catch(() => {});
      throw new LinkError("large");
    }
    parts.push(value);
  }
}

/** What the address of this page has after `#NAME=`; null if it has nothing there. */
export const packedIn = (name) =>
  location.hash.startsWith(`#${name}=`) ? location.hash.slice(name.length + 2) : null;

/** What the address of a replay asks for: a turn, or the beginning. */
export const replayQuery = (turn) => `replay${turn > 0 ? `&turn=${turn}` : ""}`;

/** A rule set, `{text, scripts}`, as a link has it. */
export const packRules = ({ text, scripts }) => pack(JSON.stringify({ text, scripts }));

/** The rule set that [packRules] has packed. Throws a [LinkError]. */
export async function unpackRules(packed) {
  const json = await unpack(packed);
  let rules;
  try {
    rules = JSON.parse(json);
  } catch {
    throw new LinkError("damaged");
  }
  const isText = (value) => typeof value === "string";
  const isScript = (script) => isText(script?.name) && isText(script.text);
  const scripts = rules?.scripts ?? [];
  if (!isText(rules?.text) || !Array.isArray(scripts) || !scripts.every(isScript))
    throw new LinkError("damaged");
  return { text: rules.text, scripts: scripts.map(({ name, text }) => ({ name, text })) };
}
