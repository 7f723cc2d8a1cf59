import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { isCurlScript, readCurlScript } from './curl/curl-document.ts';
import type { ImportFailure } from './import-failure.ts';
import { readDocument } from './read-document.ts';
import { surveyTree } from './text/survey-tree.ts';
import { MAX_DEPTH } from './text/tree-limits.ts';
import type { Warnings } from './warnings.ts';

/** A document that was read, without its text: that may weigh more than what is made of it. */
export interface ReadSource {
  root: JsonObject;
  isCurl: boolean;
  /** Something may be marked as `readOnly` or `writeOnly`. */
  hasMarks: boolean;
  /** Characters of the text. */
  length: number;
}

/** Reads an OpenAPI document or cURL commands, as text or its bytes in UTF-8. */
export async function readSource(
  document: string | Uint8Array,
  warnings: Warnings,
): Promise<Result<ReadSource, ImportFailure>> {
  const text = typeof document === 'string' ? document : new TextDecoder().decode(document);
  const { length } = text;
  if (isCurlScript(text)) {
    const read = readCurlScript(text, warnings);
    if (!read.ok) return read;
    const { hasMarks } = surveyTree(read.value, MAX_DEPTH);
    return succeed({ root: read.value, isCurl: true, hasMarks, length });
  }
  const read = await readDocument(text, warnings);
  return read.ok ? succeed({ ...read.value, isCurl: false, length }) : read;
}
