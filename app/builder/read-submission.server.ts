import * as z from 'zod';

import { readBytes } from '#app/platform/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { MAX_DOCUMENT_BYTES } from './draft.ts';

/** What somebody wants a server made of. */
export type Submission =
  | { kind: 'document'; text: string }
  | { kind: 'url'; url: string }
  | { kind: 'template'; template: string };

/** A JSON object with just one of these keys is no document of any format. */
const Reference = z.union([
  z.strictObject({ url: z.string().min(1).max(2_048) }),
  z.strictObject({ template: z.string().min(1).max(64) }),
]);

const MAX_REFERENCE_CHARACTERS = 4_096;

export type SubmissionFailure = { reason: 'tooLarge' } | { reason: 'notText' };

/** Reads a body of any content type: a document, or a JSON object that refers to one. */
export async function readSubmission(
  request: Request,
): Promise<Result<Submission, SubmissionFailure>> {
  const bytes = await readBytes(request, MAX_DOCUMENT_BYTES);
  if (!bytes.ok) return bytes;
  const text = decodeText(bytes.value, request.headers.get('content-type'));
  if (text === null) return fail({ reason: 'notText' });
  return succeed(toReference(text) ?? { kind: 'document', text });
}

/**
 * Text of a document: by its byte order mark, else the charset it came with, else UTF-8. Null for
 * what is no text in that encoding.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string | null {
  const named = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(toMarkedEncoding(bytes) ?? named, {
      fatal: true,
      ignoreBOM: false,
    }).decode(bytes);
  } catch {
    return null;
  }
}

function toMarkedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

function toReference(text: string): Submission | null {
  if (text.length > MAX_REFERENCE_CHARACTERS || !text.trimStart().startsWith('{')) return null;
  const parsed = Reference.safeParse(parseJson(text));
  if (!parsed.success) return null;
  return 'url' in parsed.data
    ? { kind: 'url', url: parsed.data.url }
    : { kind: 'template', template: parsed.data.template };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
