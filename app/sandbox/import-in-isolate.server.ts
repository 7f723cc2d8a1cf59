import importEntry from 'virtual:prebuilt/import-entry';
import * as z from 'zod/mini';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument, type ImportOutcome } from '#app/blueprint/import/import-document.ts';
import { listDocument, type ListOutcome } from '#app/blueprint/import/list-document.ts';
import { ImportChanges, type TakenChanges } from '#app/blueprint/import/import-changes.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { isCurrentBlueprint } from '#app/blueprint/is-current-blueprint.ts';
import type { OperationSelector } from '#app/blueprint/operation-selector.ts';
import { fail } from '#app/platform/result.ts';
import { requireShape } from '#app/platform/shape.ts';

import { COMPATIBILITY_DATE, IMPORT_CPU_MS, IMPORT_DEADLINE_MS } from './compatibility.ts';
import { withDeadline } from './deadline.ts';
import type ImportEntry from './import-entry.ts';

const Failure = z.object({
  ok: z.literal(false),
  reason: z.enum(['empty', 'unreadable', 'unsupported', 'unusable', 'noOperations']),
  message: z.string(),
  problems: z.array(ImportWarning),
});

/** An outcome as the importer makes it: nothing but our own code runs in that isolate. */
const Outcome = z.union([
  z.object({
    ok: z.literal(true),
    value: z.object({
      blueprint: z.custom<Blueprint>(isCurrentBlueprint),
      warnings: z.array(ImportWarning),
      leftOut: z.number(),
      notes: z.array(z.string()),
      changes: ImportChanges,
    }),
  }),
  Failure,
]) satisfies z.ZodMiniType<ImportOutcome>;

const Listed = z.union([
  z.object({
    ok: z.literal(true),
    value: z.object({
      operations: z.array(
        z.object({
          names: z.array(z.string()),
          method: z.string(),
          paths: z.array(z.string()),
          tags: z.array(z.string()),
          title: z.string(),
          description: z.string(),
        }),
      ),
    }),
  }),
  Failure,
]) satisfies z.ZodMiniType<ListOutcome>;

interface Options {
  url?: string;
  previous?: Blueprint;
  isAddition?: boolean;
  only?: OperationSelector;
  taken?: TakenChanges;
}

/** A document as text, or as bytes in UTF-8 that need not be in memory here. */
type DocumentBody = { text: string } | { body: ReadableStream<Uint8Array> };

/** Receives the number of finished operations and of all. */
export type ReportImport = (done: number, total: number) => void;

/**
 * Imports a document in its own isolate, without network and with limits on CPU time and memory. Without a
 * loader on the platform it runs here.
 */
export async function importInIsolate(
  loader: WorkerLoader | undefined,
  given: DocumentBody & Options,
  onProgress: ReportImport,
): Promise<ImportOutcome> {
  const { document, options } = split(given);
  if (loader === undefined) {
    return importDocument(await toText(document), { ...options, onProgress });
  }
  const importing = importOver(openImporter(loader), document, options, onProgress);
  return (await withinLimits(importing)) ?? tooLarge();
}

/** Lists the operations of a document, under the same limits as its import. */
export async function listInIsolate(
  loader: WorkerLoader | undefined,
  given: DocumentBody & Pick<Options, 'url'>,
): Promise<ListOutcome> {
  const { document, options } = split(given);
  if (loader === undefined) return listDocument(await toText(document), options);
  const listing = openImporter(loader)
    .listDocument(toStream(document), options)
    .then((answer) => new Response(answer).json())
    .then((json) => requireShape(Listed, json, 'The operations of a document'));
  return (await withinLimits(listing)) ?? tooLarge();
}

function openImporter(loader: WorkerLoader): Fetcher<ImportEntry> {
  const worker = loader.load({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: 'import-entry.js',
    modules: { 'import-entry.js': importEntry },
    globalOutbound: null,
    limits: { cpuMs: IMPORT_CPU_MS },
  });
  return worker.getEntrypoint<ImportEntry>();
}

/** The result of the isolate; null where it took too much time or memory. */
async function withinLimits<Outcome>(work: Promise<Outcome>): Promise<Outcome | null> {
  try {
    return await withDeadline(work, IMPORT_DEADLINE_MS);
  } catch (error) {
    if (isOverLimit(error)) return null;
    throw error;
  }
}

async function importOver(
  entry: Fetcher<ImportEntry>,
  document: DocumentBody,
  options: Options,
  onProgress: ReportImport,
): Promise<ImportOutcome> {
  const answer = await entry.importDocument(toStream(document), options, onProgress);
  return requireShape(Outcome, await new Response(answer).json(), 'The outcome of an import');
}

function split(given: DocumentBody & Options) {
  const { url, previous, isAddition, only, taken } = given;
  const options: Options = {
    ...(url === undefined ? {} : { url }),
    ...(previous === undefined ? {} : { previous }),
    ...(isAddition === undefined ? {} : { isAddition }),
    ...(only === undefined ? {} : { only }),
    ...(taken === undefined ? {} : { taken }),
  };
  const document: DocumentBody = 'text' in given ? { text: given.text } : { body: given.body };
  return { document, options };
}

function toText(document: DocumentBody): string | Promise<string> {
  return 'text' in document ? document.text : new Response(document.body).text();
}

function toStream(document: DocumentBody): ReadableStream<Uint8Array> {
  if ('body' in document) return document.body;
  const bytes = new TextEncoder().encode(document.text);
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

function tooLarge(): { ok: false } & ImportFailure {
  const message = 'Importing the document took too much time or memory. Try a smaller one.';
  return fail({ reason: 'unusable', message, problems: [] });
}
