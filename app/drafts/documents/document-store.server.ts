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
  return (await storeMeasured(bucket, kind, value)).hash;
}

/** Keeps a value like {@link storeDocument}, and gives its bytes, too. */
export async function storeMeasured<Kind extends keyof Stored>(
  bucket: R2Bucket,
  kind: Kind,
  value: Stored[Kind],
): Promise<{ hash: string; bytes: number }> {
  const text = JSON.stringify(value);
  const hash = await sha256(text);
  const httpMetadata = { contentType: 'application/json' };
  const { size } = await bucket.put(toKey(kind, hash), text, { httpMetadata });
  return { hash, bytes: size };
}

/** Bytes of a stored value; 0 where there is none. */
export async function measureDocument(
  bucket: R2Bucket,
  kind: keyof Stored,
  hash: string,
): Promise<number> {
  return (await bucket.head(toKey(kind, hash)))?.size ?? 0;
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
