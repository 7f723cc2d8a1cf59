import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import type { ImportFailure } from './import-failure.ts';
import type { ReadRoot } from './import-format.ts';
import { OPENAPI } from './openapi/format.ts';
import { findImportFormat } from './recognise-document.ts';
import type { Warnings } from './warnings.ts';

/** A document that was read, without its text: that may weigh more than what is made of it. */
export interface ReadSource extends ReadRoot {
  /** Id of its format. */
  kind: string;
  /** Characters of the text. */
  length: number;
}

/**
 * Reads a document of any format that can be imported, as text or its bytes in UTF-8. What none of
 * them recognises is read as OpenAPI, whose reader says what is wrong, and where.
 */
export async function readSource(
  document: string | Uint8Array,
  warnings: Warnings,
): Promise<Result<ReadSource, ImportFailure>> {
  const text = typeof document === 'string' ? document : new TextDecoder().decode(document);
  const format = findImportFormat(text) ?? OPENAPI;
  const readFormat = await format.loadReader();
  const read = await readFormat(text, warnings);
  return read.ok ? succeed({ ...read.value, kind: format.id, length: text.length }) : read;
}
