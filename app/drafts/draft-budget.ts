import * as z from 'zod/mini';

import { toMegabytes } from '#app/platform/text/to-megabytes.ts';

import type { DraftContent } from './draft-state.ts';

const MEBIBYTE = 1_048_576;

/**
 * Bytes of everything that is stored for one draft: its server, the files of its chat, and the restore points,
 * of which the oldest go first. Messages have a limit of their own (`chat-size.ts`).
 */
const GUEST_BYTES = 256 * MEBIBYTE;
const ACCOUNT_BYTES = 1_024 * MEBIBYTE;

/** Bytes of what is stored for a draft, and the most that may be. */
export const StoredBytes = z.object({ bytes: z.number(), limit: z.number() });
export type StoredBytes = z.infer<typeof StoredBytes>;

/** A server does not fit beside the files of its chat, or a file beside the server. */
export interface DraftFull {
  reason: 'draftFull';
  isKept: boolean;
  /** Bytes that both would take. */
  needed: number;
}

/** The most bytes that a draft may take; fewer if it belongs to a guest. */
export function draftBytesOf({ isKept }: { isKept: boolean }): number {
  return isKept ? ACCOUNT_BYTES : GUEST_BYTES;
}

/** Why a content and files of so many bytes do not fit into one draft; null where they do. */
export function findDraftFull(
  content: DraftContent,
  files: number,
  isKept: boolean,
): DraftFull | null {
  const needed = measureContents([content]) + files;
  return needed > draftBytesOf({ isKept }) ? { reason: 'draftFull', isKept, needed } : null;
}

/** Describes why something does not fit, and what helps. */
export function describeDraftFull({ isKept, needed }: Omit<DraftFull, 'reason'>): string {
  const [whose, help] = isKept ? ['', ''] : [' of a guest', ', or sign in for 1 GB'];
  const limit = isKept ? '1 GB' : toMegabytes(GUEST_BYTES);
  return `The server and the files of its chat would take ${toMegabytes(needed)}, and those${whose} can take ${limit}; nothing was changed. Keep fewer tools or files${help}.`;
}

/** Bytes of what contents refer to; what several refer to is stored once. */
export function measureContents(contents: readonly DraftContent[]): number {
  return [...listParts(contents).values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The newest of some contents that fit into so many bytes together with the current one. */
export function keepFitting<Content extends DraftContent>(
  contents: readonly Content[],
  current: DraftContent,
  bytes: number,
): Content[] {
  const known = new Set(listParts([current]).keys());
  let left = bytes - measureContents([current]);
  const tooOld = contents.findLastIndex((content) => {
    for (const [name, size] of listParts([content])) {
      if (!known.has(name)) left -= size;
      known.add(name);
    }
    return left < 0;
  });
  return contents.slice(tooOld + 1);
}

/** Sizes by what is stored; a content of a time before they were kept has none. */
function listParts(contents: readonly DraftContent[]): Map<string, number> {
  const parts = new Map<string, number>();
  for (const { blueprint, artifact, warnings, bytes } of contents) {
    if (!bytes) continue;
    parts.set(`blueprint ${blueprint}`, bytes.blueprint);
    parts.set(`artifact ${artifact}`, bytes.artifact);
    parts.set(`warnings ${warnings}`, bytes.warnings);
  }
  return parts;
}
