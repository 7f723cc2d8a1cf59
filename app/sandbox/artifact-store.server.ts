import type { Artifact } from '#app/blueprint/generate/artifact.ts';

type Part = 'served' | 'modules' | 'files';

/** Location of artifacts in the bucket: `artifacts/<hash>/<part>.json`. */
export const ARTIFACT_PREFIX = 'artifacts/';

const PARTS: Part[] = ['served', 'modules', 'files'];

/**
 * Stores an artifact under its hash, in three parts: the tool list that every request needs, the modules that
 * a cold isolate needs, and the files for viewing and downloading.
 */
export async function storeArtifact(bucket: R2Bucket, artifact: Artifact): Promise<void> {
  await Promise.all(
    PARTS.map((part) =>
      bucket.put(toKey(artifact.hash, part), JSON.stringify(artifact[part]), {
        httpMetadata: { contentType: 'application/json' },
      }),
    ),
  );
}

/** One part of a stored artifact; throws if it is missing, because drafts refer only to stored ones. */
export async function loadArtifactPart<Name extends Part>(
  bucket: R2Bucket,
  hash: string,
  part: Name,
): Promise<Artifact[Name]> {
  return JSON.parse(await loadArtifactText(bucket, hash, part));
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
