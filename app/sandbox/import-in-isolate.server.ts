import importEntry from 'virtual:prebuilt/import-entry';

import {
  importDocument,
  type ImportOutcome,
} from '#app/blueprint/import/import-document.ts';
import { fail } from '#app/platform/result.ts';

import { COMPATIBILITY_DATE, IMPORT_CPU_MS, IMPORT_DEADLINE_MS } from './compatibility.ts';
import { withDeadline } from './deadline.ts';
import type ImportEntry from './import-entry.ts';
import type { ImportProgress } from './import-entry.ts';

/**
 * Imports a document in an isolate of its own, without network and with a limit on CPU time. Where
 * the platform has no loader it runs here.
 */
export async function importInIsolate(
  loader: WorkerLoader | undefined,
  document: { text: string; url?: string },
  onProgress: ImportProgress,
): Promise<ImportOutcome> {
  const options = document.url === undefined ? {} : { url: document.url };
  if (loader === undefined) return importDocument(document.text, { ...options, onProgress });
  const worker = loader.load({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: 'import-entry.js',
    modules: { 'import-entry.js': importEntry },
    globalOutbound: null,
    limits: { cpuMs: IMPORT_CPU_MS },
  });
  const body = new Response(document.text).body ?? new Response(' ').body;
  if (body === null) throw new Error('A text has a body.');
  const entry = worker.getEntrypoint<ImportEntry>();
  const outcome = await withDeadline(
    entry
      .importDocument(body, options, onProgress)
      .then((answer) => new Response(answer).json<ImportOutcome>()),
    IMPORT_DEADLINE_MS,
  );
  return outcome ?? fail({ reason: 'unusable', message: TOO_SLOW, problems: [] });
}

const TOO_SLOW = 'Importing the document took too long. Try a smaller one.';
