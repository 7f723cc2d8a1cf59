import * as z from 'zod/mini';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { parseStored } from '#app/platform/read-stored.ts';
import { sha256 } from '#app/platform/sha256.ts';
import type { Shape } from '#app/platform/shape.ts';

import { StoredBlueprint } from './stored-blueprint.ts';

/** Contents of the bucket, each stored as one JSON text under its SHA-256. */
interface Stored {
  blueprints: Blueprint;
  warnings: ImportWarning[];
}

const SHAPES: { [Kind in keyof Stored]: Shape<Stored[Kind]> } = {
  blueprints: StoredBlueprint,
  warnings: z.array(ImportWarning),
};

export const BLUEPRINT_PREFIX = 'blueprints/';
export const WARNINGS_PREFIX = 'warnings/';

/** Keeps a value under the hash of its JSON text and gives that hash. */
export async function storeDocument<Kind extends keyof Stored>(
  bucket: R2Bucket,
  kind: Kind,
  value: Stored[Kind],
): Promise<string> {
  const text = JSON.stringify(value);
  const hash = await sha256(text);
  await bucket.put(toKey(kind, hash), text, { httpMetadata: { contentType: 'application/json' } });
  return hash;
}

/** The JSON text of a stored value; throws when it is missing, because drafts refer to stored ones. */
export async function loadDocumentText(
  bucket: R2Bucket,
  kind: keyof Stored,
  hash: string,
): Promise<string> {
  const stored = await bucket.get(toKey(kind, hash));
  if (stored === null) throw new Error(`${kind} ${hash} is not stored.`);
  return stored.text();
}

/** A stored value. */
export async function loadDocument<Kind extends keyof Stored>(
  bucket: R2Bucket,
  kind: Kind,
  hash: string,
): Promise<Stored[Kind]> {
  const shape: Shape<Stored[Kind]> = SHAPES[kind];
  return parseStored(shape, await loadDocumentText(bucket, kind, hash), `${kind} ${hash}`);
}

function toKey(kind: keyof Stored, hash: string): string {
  return `${kind}/${hash}.json`;
}
