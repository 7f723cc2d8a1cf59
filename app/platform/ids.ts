const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 62^22 is the first power above 2^128. */
const ID_LENGTH = 22;
const ID_PATTERN = /^[0-9A-Za-z]{22}$/;

const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** An unguessable id: 128 random bits as 22 base62 characters. */
export function randomId(): string {
  let rest = 0n;
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) rest = (rest << 8n) | BigInt(byte);
  let id = '';
  for (let place = 0; place < ID_LENGTH; place += 1) {
    id = BASE62.charAt(Number(rest % 62n)) + id;
    rest /= 62n;
  }
  return id;
}

/** Whether a text has the shape of {@link randomId}; worth asking before any look-up. */
export function isRandomId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** An id that sorts by time (a ULID): for requests and log lines, not for secrets. */
export function timedId(now: number): string {
  let time = '';
  for (let rest = now, place = 0; place < TIME_CHARACTERS; place += 1) {
    time = CROCKFORD.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS))) {
    random += CROCKFORD.charAt(byte % 32);
  }
  return time + random;
}
