import type { SourceFile } from '#app/blueprint/import/servers/code/source-file.ts';
import { isSourcePath } from '#app/blueprint/import/servers/code/source-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readTar, TarError, type TarEntry } from './read-tar.server.ts';

/** A file of code has that many bytes at most; longer ones are data or bundles. */
const MAX_FILE_BYTES = 400_000;
const MAX_FILES = 1_500;
/** Code of one repository at most, which is parsed and read. */
const MAX_CODE_BYTES = 8_000_000;
/** Bytes of a repository that are gone through at most. */
const MAX_BYTES = 250_000_000;

/** The code of a repository. */
export interface ReadSources {
  files: SourceFile[];
  /** Things that were left out, one sentence each. */
  notes: string[];
}

export type SourcesFailure = { reason: 'archiveTooLarge' } | { reason: 'archiveUnreadable' };

/**
 * Reads the code out of an archive as GitHub makes them; other files are passed over, and links are not followed.
 *
 * @param folder the server is looked for in there
 */
export async function readArchiveSources(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  folder: string,
): Promise<Result<ReadSources, SourcesFailure>> {
  const files = new Map<string, string>();
  const count = { bytes: 0, code: 0, links: 0, large: 0, more: 0 };
  const wants = (entry: TarEntry) => {
    const path = toPath(entry.path);
    if (path === null || !isSourcePath(path, folder)) return false;
    const isLarge = entry.size > MAX_FILE_BYTES;
    if (isLarge) count.large += 1;
    const isFull = files.size >= MAX_FILES || count.code + entry.size > MAX_CODE_BYTES;
    if (!isLarge && isFull) count.more += 1;
    return !isLarge && !isFull;
  };
  try {
    await readTar(
      body.pipeThrough(new DecompressionStream('gzip')).pipeThrough(limitBytes(count)),
      wants,
      ({ path, size }, bytes) => {
        count.code += size;
        const text = new TextDecoder().decode(bytes);
        files.set(toPath(path) ?? path, text.replaceAll('\r\n', '\n'));
      },
      (entry) => {
        if (isSourcePath(toPath(entry.path) ?? '', folder)) count.links += 1;
      },
    );
  } catch (error) {
    if (count.bytes > MAX_BYTES) return fail({ reason: 'archiveTooLarge' });
    if (!isBadArchive(error)) throw error;
    return fail({ reason: 'archiveUnreadable' });
  }
  return succeed({
    files: [...files].map(([path, text]) => ({ path, text })),
    notes: toNotes(count),
  });
}

/** The path in the repository: archives of GitHub put everything into one folder. Null: it leads elsewhere. */
function toPath(path: string): string | null {
  const parts = path.split('/').slice(1);
  const isInside = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isInside && !path.includes('\0') && !path.includes('\\') ? parts.join('/') : null;
}

function limitBytes(count: { bytes: number }): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      count.bytes += chunk.length;
      if (count.bytes > MAX_BYTES) controller.error(new TarError('The archive is too large.'));
      else controller.enqueue(chunk);
    },
  });
}

/** Ours, that of a stream that was cut off, and that of bytes that are not compressed. */
function isBadArchive(error: unknown): boolean {
  if (error instanceof TarError || error instanceof TypeError) return true;
  return (
    error instanceof DOMException ||
    (error instanceof Error && /compress|stream|network/i.test(error.message))
  );
}

function toNotes({ links, large, more }: { links: number; large: number; more: number }): string[] {
  const files = (number: number) => (number === 1 ? '1 file was' : `${number} files were`);
  return [
    ...(large > 0 ? [`${files(large)} not read: code above ${MAX_FILE_BYTES / 1_000} kB.`] : []),
    ...(more > 0
      ? [
          `${files(more)} not read: beyond the first ${MAX_FILES}, or ${MAX_CODE_BYTES / 1_000_000} MB of code.`,
        ]
      : []),
    ...(links > 0
      ? [
          links === 1
            ? '1 symbolic link was not followed.'
            : `${links} symbolic links were not followed.`,
        ]
      : []),
  ];
}
