import { toId } from './checksummed-token.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const ID_PATTERN = /^[0-9A-Za-z]{22}$/;

const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

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
  const time = beginTimedId(now);
  let random = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS))) {
    random += CROCKFORD.charAt(byte % 32);
  }
  return time + random;
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
