import { escapeCharacter, INVISIBLE } from './escape-text.ts';

/** Runs of characters to inspect, as in code. */
const UNUSUAL_IN_JSON = /[^\n\x20-\x3B\x3D-\x7E]+/g;

const UNSAFE_OUTSIDE_QUOTES = new RegExp(`(?!\\n)[<${INVISIBLE}]`, 'gu');

/** Large enough for few writes, small enough to avoid copies of large text. In characters. */
const PIECE_LENGTH = 65_536;

/** JSON indented by two spaces, of printable characters only, without `<`. */
export function toSafeJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  // Outside strings JSON has no such character but line feeds, which stay.
  return json.replace(UNUSUAL_IN_JSON, (run) =>
    run.replace(UNSAFE_OUTSIDE_QUOTES, escapeCharacter),
  );
}

/**
 * As {@link toSafeJson} with a final line feed, in pieces: a large document never exists as a whole, and one
 * non-Latin letter does not double its memory.
 */
export function* toSafeJsonPieces(value: object): Generator<string> {
  let piece = '';
  let separator = '{\n';
  for (const entry of jsonEntries(value)) {
    piece += separator + entry;
    separator = ',\n';
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield separator === ',\n' ? `${piece}\n}\n` : '{}\n';
}

/** Lines of each property; lists and objects give the lines of each item, indented once more. */
function* jsonEntries(value: object): Generator<string> {
  for (const [key, child] of present(value)) {
    const items = typeof child === 'object' && child !== null ? present(child) : [];
    if (items.length === 0) {
      yield inside(toSafeJson({ [key]: child }), '{\n', '\n}');
      continue;
    }
    const isList = Array.isArray(child);
    const empty = toSafeJson({ [key]: isList ? [] : {} });
    const opening = empty.slice(0, -']\n}'.length);
    for (const [index, [name, item]] of items.entries()) {
      const json = toSafeJson({ [key]: isList ? [item] : { [name]: item } });
      const head = index === 0 ? '{\n' : `${opening}\n`;
      yield inside(json, head, index === items.length - 1 ? '\n}' : `\n  }\n}`);
    }
  }
}

/** Entries that JSON includes: all items of a list, and the defined properties of an object. */
function present(value: object): [string, unknown][] {
  const entries = Object.entries(value);
  return Array.isArray(value) ? entries : entries.filter(([, child]) => child !== undefined);
}

/** Text between a beginning and an end. */
function inside(text: string, beginning: string, end: string): string {
  return text.slice(beginning.length, -end.length);
}
