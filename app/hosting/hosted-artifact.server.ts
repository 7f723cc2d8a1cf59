import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Artifact } from '#app/blueprint/generate/artifact.ts';
import { StoredBlueprint } from '#app/drafts/documents/stored-blueprint.ts';
import { loadDocumentText } from '#app/drafts/documents/document-store.server.ts';
import { parseStored } from '#app/platform/read-stored.ts';
import {
  loadArtifactPart,
  loadArtifactText,
  parseArtifactPart,
} from '#app/sandbox/artifact-store.server.ts';
import type { Modules } from '#app/sandbox/module-map.server.ts';

import { createRecentCache } from './recent-cache.ts';
import type { ServedServer } from './served-server.ts';

/** Characters of JSON whose values this isolate keeps, of each kind: memory is 128 MB for all. */
const MAX_KEPT_CHARACTERS = 8 * 1_048_576;

const served = createRecentCache<Artifact['served']>(MAX_KEPT_CHARACTERS);
const blueprints = createRecentCache<Blueprint>(MAX_KEPT_CHARACTERS);

/** The parts needed to answer for one artifact; each is read on first use, and kept. */
export interface HostedArtifact {
  served: () => Promise<Artifact['served']>;
  blueprint: () => Promise<Blueprint>;
  modules: () => Promise<Modules>;
}

/** The stored contents of a served server. */
export function openArtifact(
  env: Pick<Env, 'BLOBS'>,
  head: Pick<ServedServer, 'blueprint' | 'artifact'>,
): HostedArtifact {
  return {
    served: () =>
      served(head.artifact, async () => {
        const text = await loadArtifactText(env.BLOBS, head.artifact, 'served');
        return { value: parseArtifactPart(head.artifact, 'served', text), size: text.length };
      }),
    blueprint: () =>
      blueprints(head.blueprint, async () => {
        const text = await loadDocumentText(env.BLOBS, 'blueprints', head.blueprint);
        return { value: parseStored(StoredBlueprint, text, 'The blueprint'), size: text.length };
      }),
    modules: () => loadArtifactPart(env.BLOBS, head.artifact, 'modules'),
  };
}
