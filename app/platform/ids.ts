import { toId } from './checksummed-token.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const ID_PATTERN = /^[0-9A-Za-z]{22}$/;

const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** Random bytes for the next {@link timedId}s: to draw a few costs as much as to draw many. */
const DRAWN_AT_ONCE = 64 * RANDOM_CHARACTERS;
const drawn = { bytes: new Uint8Array(), next: 0 };

/** An unguessable id: 128 random bits as 22 base62 characters. */
export function randomId(): string {
  return toId(crypto.getRandomValues(new Uint8Array(16)));
}

/** Whether a text has the shape of {@link randomId}; worth asking before any look-up. */
export function isRandomId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** An id that sorts by time (a ULID): for requests and log lines, not for secrets. */
export function timedId(now: number): string {
  let id = beginTimedId(now);
  if (drawn.next + RANDOM_CHARACTERS > drawn.bytes.length) {
    drawn.bytes = crypto.getRandomValues(new Uint8Array(DRAWN_AT_ONCE));
    drawn.next = 0;
  }
  const end = drawn.next + RANDOM_CHARACTERS;
  for (; drawn.next < end; drawn.next += 1) {
    id += CROCKFORD.charAt((drawn.bytes[drawn.next] ?? 0) % 32);
  }
  return id;
}

/** The beginning of all {@link timedId}s of a time: it sorts before them, and behind those of earlier times. */
export function beginTimedId(now: number): string {
  let time = '';
  for (let rest = now, place = 0; place < TIME_CHARACTERS; place += 1) {
    time = CROCKFORD.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}
