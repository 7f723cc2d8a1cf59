import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { Imported } from '#app/blueprint/import/import-document.ts';

import { loadInput } from './load-document.server.ts';
import { readExported } from './read-exported.server.ts';
import type { LoadedDocument } from './load-document.server.ts';
import type { Invocation, Terminal } from './terminal.server.ts';

/** Maximum number of listed problems of an unusable document. */
const MAX_LISTED = 10;

/**
 * Loads and imports the named document, or reads the blueprint that it is; on failure reports why and returns
 * null.
 *
 * @param onRead called when the document is read, and its bytes are gone
 */
export async function importNamed(
  name: string,
  invocation: Invocation,
  terminal: Terminal,
  onRead: () => void = () => {},
): Promise<Pick<Imported, 'blueprint' | 'warnings'> | null> {
  terminal.progress(`Reading ${name} …`);
  const loaded = await loadInput(name, invocation);
  if (!loaded.ok) {
    terminal.complain(loaded.message);
    return null;
  }
  const { document, ...source } = loaded.value;
  const read = readExported(document);
  if (read?.ok) return { blueprint: read.value, warnings: [] };
  if (read !== null) {
    describeFailure(
      { message: 'The blueprint cannot be used.', problems: read.problems },
      terminal,
    );
    return null;
  }
  const imported = await importDocument(document, {
    ...source,
    onRead: () => {
      dropBytes(document);
      onRead();
    },
    ...(terminal.isLive && { onProgress: reportTo(terminal) }),
  });
  if (imported.ok) return imported.value;
  describeFailure(imported, terminal);
  return null;
}

/** Frees the bytes of a document now; the function that awaits its import would hold them to the end. */
function dropBytes(document: LoadedDocument['document']): void {
  // Small ones share a buffer with others.
  if (typeof document === 'string' || document.byteLength < document.buffer.byteLength) return;
  // Available since Node 21.
  document.buffer.transfer?.(0);
}

function reportTo({ progress }: Terminal) {
  return (done: number, total: number) => progress(`Importing operation ${done} of ${total} …`);
}

function describeFailure(
  { message, problems }: Pick<ImportFailure, 'message' | 'problems'>,
  terminal: Terminal,
): void {
  terminal.complain(message);
  const others = problems.filter((problem) => problem.message !== message);
  for (const problem of others.slice(0, MAX_LISTED)) {
    terminal.say(`  ${problem.path}: ${problem.message}`);
  }
  if (others.length > MAX_LISTED) terminal.say(`  and ${others.length - MAX_LISTED} more`);
}

/** `1 tool`, `20 tools`. */
export function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
