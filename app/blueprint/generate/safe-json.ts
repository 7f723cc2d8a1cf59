import { escapeCharacter, INVISIBLE } from './escape-text.ts';

/** Runs of what has to be looked at, as in code. */
const UNUSUAL_IN_JSON = /[^\n\x20-\x3B\x3D-\x7E]+/g;

const UNSAFE_OUTSIDE_QUOTES = new RegExp(`(?!\\n)[<${INVISIBLE}]`, 'gu');

/** Few writes, and few copies of what is large. */
const PIECE_LENGTH = 65_536;

/** JSON with two spaces of indentation, of printing characters only, without `<`. */
export function toSafeJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  // Outside strings JSON has no such character but line feeds, which stay.
  return json.replace(UNUSUAL_IN_JSON, (run) =>
    run.replace(UNSAFE_OUTSIDE_QUOTES, escapeCharacter),
  );
}

/**
 * As {@link toSafeJson} with a line feed, in pieces that are to be joined: what is large is never there
 * as a whole, and one letter of another script does not double it.
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

/** The lines of each property; of lists and objects those of each of their items, set in once more. */
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

/** What JSON has of it: all of a list, and of an object what is defined. */
function present(value: object): [string, unknown][] {
  const entries = Object.entries(value);
  return Array.isArray(value) ? entries : entries.filter(([, child]) => child !== undefined);
}

/** What stands between a beginning and an end. */
function inside(text: string, beginning: string, end: string): string {
  return text.slice(beginning.length, -end.length);
}
