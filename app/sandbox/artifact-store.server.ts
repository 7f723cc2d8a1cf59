import * as z from 'zod/mini';

import type { Artifact } from '#app/blueprint/generate/artifact.ts';
import { parseStored } from '#app/platform/read-stored.ts';
import type { Shape } from '#app/platform/shape.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { isServedDefinition } from '#app/runtime/served-definition.ts';

type Part = 'served' | 'modules' | 'files';

/** Location of artifacts in the bucket: `artifacts/<hash>/<part>.json`. */
export const ARTIFACT_PREFIX = 'artifacts/';

const PARTS: Part[] = ['served', 'modules', 'files'];

/** Checked by hand: a project has thousands of files, and a cold isolate waits for its modules. */
const SHAPES: { [Name in Part]: Shape<Artifact[Name]> } = {
  served: z.custom<Artifact['served']>(isServedDefinition),
  modules: z.custom<Artifact['modules']>(isModules),
  files: z.custom<Artifact['files']>((value) => Array.isArray(value) && value.every(isFile)),
};

/**
 * Stores an artifact under its hash, in three parts: the tool list that every request needs, the modules that
 * a cold isolate needs, and the files for viewing and downloading. Returns the bytes of all three.
 */
export async function storeArtifact(bucket: R2Bucket, artifact: Artifact): Promise<number> {
  const stored = await Promise.all(
    PARTS.map((part) =>
      bucket.put(toKey(artifact.hash, part), JSON.stringify(artifact[part]), {
        httpMetadata: { contentType: 'application/json' },
      }),
    ),
  );
  return stored.reduce((sum, { size }) => sum + size, 0);
}

/** One part of a stored artifact; throws if it is missing, because drafts refer only to stored ones. */
export async function loadArtifactPart<Name extends Part>(
  bucket: R2Bucket,
  hash: string,
  part: Name,
): Promise<Artifact[Name]> {
  return parseArtifactPart(hash, part, await loadArtifactText(bucket, hash, part));
}

/** Reads one part from its JSON text. */
export function parseArtifactPart<Name extends Part>(
  hash: string,
  part: Name,
  text: string,
): Artifact[Name] {
  const shape: Shape<Artifact[Name]> = SHAPES[part];
  return parseStored(shape, text, `${part} of artifact ${hash}`);
}

/** JSON text of one part; throws like {@link loadArtifactPart}. */
export async function loadArtifactText(
  bucket: R2Bucket,
  hash: string,
  part: Part,
): Promise<string> {
  const stored = await bucket.get(toKey(hash, part));
  if (stored === null) throw new Error(`Artifact ${hash} has no ${part}.`);
  return stored.text();
}

function toKey(hash: string, part: Part): string {
  return `${ARTIFACT_PREFIX}${hash}/${part}.json`;
}

function isModules(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

function isFile(value: unknown): boolean {
  return (
    isJsonObject(value) && typeof value['path'] === 'string' && typeof value['text'] === 'string'
  );
}
