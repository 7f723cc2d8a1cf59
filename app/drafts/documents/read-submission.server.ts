import * as z from 'zod';

import { decodeText } from '#app/platform/text/decode-text.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { MAX_DOCUMENT_BYTES } from './composer-input.ts';

/** The source that a server is to be made from. */
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
  return succeed(toSubmission(text));
}

/** A text as a document, or as what it refers to. */
export function toSubmission(text: string): Submission {
  return toReference(text) ?? { kind: 'document', text };
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
