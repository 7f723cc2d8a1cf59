import * as z from 'zod';

import type { TakenChanges } from '#app/blueprint/import/import-changes.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { MAX_DOCUMENT_BYTES } from './composer-input.ts';
import { toSubmission, type Submission, type SubmissionFailure } from './read-submission.server.ts';

/** Bytes of a form beside its document. */
const MAX_FORM_BYTES = 4 * 1_048_576;

/** The changes that were chosen in a preview of the same document. */
export const ImportChoice = z.strictObject({
  operations: z.array(z.string().max(2_000)).max(20_000),
  apis: z.boolean(),
  /** Hash of the document that was previewed. */
  hash: z.string(),
});
export type ImportChoice = TakenChanges & { hash: string };

/** A document to import into a server that is there, and what is taken of it; null: everything. */
export interface ImportRequest {
  submission: Submission;
  choice: ImportChoice | null;
}

export type ImportRequestFailure = SubmissionFailure | { reason: 'unfitChoice' };

/** Reads a document, a JSON object that refers to one, or a form with one of both and a choice. */
export async function readImport(
  request: Request,
): Promise<Result<ImportRequest, ImportRequestFailure>> {
  const bytes = await readBytes(request, MAX_DOCUMENT_BYTES + MAX_FORM_BYTES);
  if (!bytes.ok) return bytes;
  const contentType = request.headers.get('content-type');
  if (contentType?.startsWith('multipart/form-data')) return readForm(bytes.value, contentType);
  const submission = readDocument(bytes.value, contentType);
  return submission.ok ? succeed({ submission: submission.value, choice: null }) : submission;
}

async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Result<ImportRequest, ImportRequestFailure>> {
  const form = await parseForm(bytes, contentType);
  const given = form?.get('document');
  if (!(given instanceof File)) return fail({ reason: 'unfitChoice' });
  const submission = readDocument(new Uint8Array(await given.arrayBuffer()), given.type);
  if (!submission.ok) return submission;
  const choice = ImportChoice.safeParse(parseJson(form?.get('choice')));
  if (!choice.success) return fail({ reason: 'unfitChoice' });
  return succeed({ submission: submission.value, choice: choice.data });
}

function readDocument(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
): Result<Submission, SubmissionFailure> {
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) return fail({ reason: 'tooLarge' });
  const text = decodeText(bytes, contentType);
  return text === null ? fail({ reason: 'notText' }) : succeed(toSubmission(text));
}

async function parseForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FormData | null> {
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function parseJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}
