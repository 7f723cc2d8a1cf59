import importEntry from 'virtual:prebuilt/import-entry';
import * as z from 'zod/mini';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument, type ImportOutcome } from '#app/blueprint/import/import-document.ts';
import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { isCurrentBlueprint } from '#app/blueprint/is-current-blueprint.ts';
import { fail } from '#app/platform/result.ts';
import { requireShape } from '#app/platform/shape.ts';

import { COMPATIBILITY_DATE, IMPORT_CPU_MS, IMPORT_DEADLINE_MS } from './compatibility.ts';
import { withDeadline } from './deadline.ts';
import type ImportEntry from './import-entry.ts';

/** An outcome as the importer makes it: nothing but our own code runs in that isolate. */
const Outcome = z.union([
  z.object({
    ok: z.literal(true),
    value: z.object({
      blueprint: z.custom<Blueprint>(isCurrentBlueprint),
      warnings: z.array(ImportWarning),
    }),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(['empty', 'unreadable', 'unsupported', 'unusable', 'noOperations']),
    message: z.string(),
    problems: z.array(ImportWarning),
  }),
]) satisfies z.ZodMiniType<ImportOutcome>;

/** Receives the number of finished operations and of all. */
export type ReportImport = (done: number, total: number) => void;

/**
 * Imports a document in its own isolate, without network and with limits on CPU time and memory. Without a
 * loader on the platform it runs here.
 */
export async function importInIsolate(
  loader: WorkerLoader | undefined,
  document: { text: string; url?: string; previous?: Blueprint; isAddition?: boolean },
  onProgress: ReportImport,
): Promise<ImportOutcome> {
  const { text, ...options } = document;
  if (loader === undefined) return importDocument(text, { ...options, onProgress });
  const worker = loader.load({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: 'import-entry.js',
    modules: { 'import-entry.js': importEntry },
    globalOutbound: null,
    limits: { cpuMs: IMPORT_CPU_MS },
  });
  const importing = importOver(worker.getEntrypoint<ImportEntry>(), text, options, onProgress);
  try {
    return (await withDeadline(importing, IMPORT_DEADLINE_MS)) ?? tooLarge();
  } catch (error) {
    if (isOverLimit(error)) return tooLarge();
    throw error;
  }
}

async function importOver(
  entry: Fetcher<ImportEntry>,
  text: string,
  options: { url?: string; previous?: Blueprint; isAddition?: boolean },
  onProgress: ReportImport,
): Promise<ImportOutcome> {
  const answer = await entry.importDocument(toStream(text), options, onProgress);
  return requireShape(Outcome, await new Response(answer).json(), 'The outcome of an import');
}

function toStream(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** workerd's messages: `Worker exceeded CPU time limit.`, `Worker exceeded memory limit.` */
function isOverLimit(error: unknown): boolean {
  return error instanceof Error && /exceeded (?:its |the )?(?:CPU|memory)/i.test(error.message);
}

function tooLarge(): ImportOutcome {
  const message = 'Importing the document took too much time or memory. Try a smaller one.';
  return fail({ reason: 'unusable', message, problems: [] });
}
