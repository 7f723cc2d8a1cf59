import { isUtf8 } from 'node:buffer';
import { createReadStream, readFileSync, statSync } from 'node:fs';

import { decodeText } from '#app/platform/text/decode-text.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { readInput } from './terminal.server.ts';
import type { Invocation } from './terminal.server.ts';
import { hashBytes } from './written-files.server.ts';

export interface LoadedDocument {
  /** Its text, as a string or in UTF-8. */
  document: string | Uint8Array<ArrayBuffer>;
  /** SHA-256 of that, hexadecimal, where it is in UTF-8. */
  hash?: string;
  /** Its address, if it was fetched. */
  url?: string;
}

export interface LoadFailure {
  reason: 'notLoaded';
  message: string;
}

/** Time-out from the request to the last byte, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** First bytes of the byte order marks of UTF-8 and UTF-16; such bytes have to be decoded. */
const BYTE_ORDER_MARK = new Set([0xef, 0xfe, 0xff]);

/** Five times the builder's limit; anything larger is not a document. In bytes. */
const MAX_BYTES = 125_000_000;

const CHUNK_BYTES = 1_048_576;

/** Loads the named document: a file, an http or https address, or `-`. */
export async function loadInput(
  name: string,
  invocation: Pick<Invocation, 'input'>,
): Promise<Result<LoadedDocument, LoadFailure>> {
  if (/^https?:\/\//i.test(name)) return await loadAddress(name);
  try {
    const shown = name === '-' ? 'Standard input' : name;
    const bytes =
      name === '-' ? await readInput(invocation.input, MAX_BYTES) : await readFile(name);
    return bytes === null ? refuse(tooLarge(shown)) : toText(bytes, null, shown);
  } catch (error) {
    return refuse(`${name} cannot be read: ${toErrorText(error)}.`);
  }
}

/** Reads a whole file; null if it is too large. Anything but a regular file is read to its end. */
async function readFile(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = statSync(name);
  if (!found.isFile()) {
    return await readInput(createReadStream(name, { highWaterMark: CHUNK_BYTES }), MAX_BYTES);
  }
  return found.size > MAX_BYTES ? null : readFileSync(name);
}

async function loadAddress(address: string): Promise<Result<LoadedDocument, LoadFailure>> {
  const { readBytes } = await import('#app/platform/outbound/http-limits.ts');
  if (!URL.canParse(address)) return refuse(`${address} is not a valid address.`);
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json, application/yaml, text/yaml, text/plain, */*;q=0.5' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return refuse(`${address} answered with status ${response.status}.`);
    }
    const bytes = await readBytes(response, MAX_BYTES);
    if (!bytes.ok) return refuse(tooLarge(address));
    const text = toText(bytes.value, response.headers.get('content-type'), address);
    return text.ok ? succeed({ ...text.value, url: response.url || address }) : text;
  } catch (error) {
    return refuse(`${address} cannot be reached: ${toErrorText(error)}.`);
  }
}

function tooLarge(name: string): string {
  return `${name} is larger than ${MAX_BYTES / 1_000_000} MB.`;
}

function toText(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
  name: string,
): Result<LoadedDocument, LoadFailure> {
  const isPlain = contentType === null && !BYTE_ORDER_MARK.has(bytes[0] ?? 0);
  if (isPlain && isUtf8(bytes)) return succeed({ document: bytes, hash: hashBytes(bytes) });
  const text = decodeText(bytes, contentType);
  if (text === null)
    return refuse(`${name} is not text in UTF-8 or in the encoding that it declares.`);
  return succeed({ document: text });
}

/** Node's message for a failure, including the cause that `fetch` hides. */
export function toErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

function refuse(message: string) {
  return fail({ reason: 'notLoaded' as const, message });
}
